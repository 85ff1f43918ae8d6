"""The tools for LangChain, LlamaIndex and smolagents, with their own classes.

Each test skips where its framework is not installed: run.py has one environment
for all three.
"""

import pytest


def test_langchain_calls_the_tool_and_keeps_names():
    pytest.importorskip("langchain_core")
    from caisson.integrations.langchain import CaissonTool

    tool = CaissonTool()
    try:
        assert "Python" in tool.description
        assert set(tool.args) == {"code"}
        tool.invoke({"code": "x = 6"})
        call = {"name": "run_code", "args": {"code": "x * 7"}, "id": "1"}
        message = tool.invoke({**call, "type": "tool_call"})
        assert message.content == "42"
        assert message.artifact == ()
        assert "ZeroDivisionError" in tool.invoke({"code": "1 / 0"})
    finally:
        tool.close()


def test_langchain_refuses_files_of_the_host():
    pytest.importorskip("langchain_core")
    from caisson.integrations.langchain import CaissonTool

    tool = CaissonTool()
    try:
        text = tool.invoke({"code": "open('/etc/passwd').read()"})
        assert "root:" not in text
        assert "Error" in text
    finally:
        tool.close()


def test_crewai_calls_the_tool_and_keeps_names():
    pytest.importorskip("crewai")
    from caisson.integrations.crewai import CaissonTool

    tool = CaissonTool()
    try:
        assert "Python" in tool.description
        tool.run(code="x = 6")
        assert tool.run(code="x * 7") == "42"
        assert "ZeroDivisionError" in tool.run(code="1 / 0")
        assert "root:" not in tool.run(code="open('/etc/passwd').read()")
    finally:
        tool.close()


def test_llama_index_calls_the_tool():
    pytest.importorskip("llama_index.core")
    from caisson.integrations.llama_index import CaissonToolSpec

    spec = CaissonToolSpec()
    try:
        (tool,) = spec.to_tool_list()
        assert tool.metadata.name == "run_code"
        assert tool.call(code="print('hi')\n1 + 1").content == "hi\n2"
    finally:
        spec.close()


def agent_of(snippets, tools=()):
    from smolagents import ChatMessage, CodeAgent, MessageRole, Model

    from caisson.integrations.smolagents import CaissonExecutor

    class Scripted(Model):
        def __init__(self):
            super().__init__(model_id="scripted")
            self.left = list(snippets)
            self.seen = []

        def generate(self, messages, **options):
            self.seen.append(str(messages[-1].content))
            code = self.left.pop(0)
            text = f"Thought: go on\n<code>\n{code}\n</code>"
            return ChatMessage(role=MessageRole.ASSISTANT, content=text)

    model = Scripted()
    agent = CodeAgent(tools=list(tools), model=model, executor=CaissonExecutor())
    return agent, model


def test_smolagents_runs_an_agent():
    pytest.importorskip("smolagents")
    from smolagents import tool

    @tool
    def population(city: str) -> int:
        """How many people live there.

        Args:
            city: Its name.
        """
        return {"Oslo": 700_000}[city]

    agent, model = agent_of(
        [
            "n = population(city='Oslo')\nprint(n)",
            "1 / 0",
            "final_answer(n * 2)",
        ],
        [population],
    )
    assert agent.run("double Oslo") == 1_400_000
    assert "700000" in model.seen[1]
    assert "ZeroDivisionError" in model.seen[2]


def test_smolagents_code_reaches_no_host():
    pytest.importorskip("smolagents")
    agent, _ = agent_of(
        [
            "try:\n    r = open('/etc/hostname').read()\nexcept OSError as e:\n"
            "    r = type(e).__name__\nfinal_answer(r)"
        ]
    )
    assert agent.run("read a file") in ("FileNotFoundError", "PermissionError")
