"""Whole runs of real agents; the model is a list of snippets.  Statement 46."""

import asyncio
import warnings

import pytest
from agent_framework import (
    Agent,
    BaseChatClient,
    ChatResponse,
    Content,
    FunctionInvocationLayer,
    Message,
    tool,
)

from caisson.codeact import CodeActProvider


class Script(FunctionInvocationLayer, BaseChatClient):
    """Sends snippets, one after the other; keeps what it was asked with."""

    def __init__(self, *snippets):
        super().__init__()
        self.snippets = list(snippets)
        self.requests = []

    def _inner_get_response(self, *, messages, stream, options, **kwargs):
        self.requests.append((list(messages), dict(options)))
        number = len(self.requests)
        if number > len(self.snippets):
            content = Content.from_text("done")
        else:
            content = Content.from_function_call(
                f"call{number}",
                "execute_code",
                arguments={"code": self.snippets[number - 1]},
            )

        async def answer():
            return ChatResponse(messages=Message("assistant", [content]))

        return answer()

    @property
    def results(self):
        """Function results of the last request."""
        messages, _ = self.requests[-1]
        return [c for m in messages for c in m.contents if c.type == "function_result"]


def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


def test_12_a_run_of_an_agent(depth):
    def own() -> str:
        """A tool of the agent itself."""
        return "own"

    script = Script("print('hi')\nawait add(a=2, b=3)", "1 / 0")
    provider = CodeActProvider(tools=[add], depth=depth)
    agent = Agent(script, "Be brief.", tools=[own], context_providers=[provider])
    assert asyncio.run(agent.run("go")).text == "done"
    first, second = script.results
    assert [i.text for i in first.items] == ["hi\n", "5"]
    assert "ZeroDivisionError" in second.items[0].error_details
    _, options = script.requests[0]
    assert sorted(t.name for t in options["tools"]) == ["execute_code", "own"]
    assert options["instructions"].startswith("Be brief.")
    assert options["instructions"].count("`add`") == 1


def test_05_approval_is_asked_before_anything_runs(depth):
    paid = []

    @tool(approval_mode="always_require")
    def pay(amount: int) -> str:
        """Pay."""
        paid.append(amount)
        return "paid"

    script = Script("await pay(amount=3)")
    agent = Agent(script, context_providers=[CodeActProvider(tools=[pay], depth=depth)])

    async def main():
        session = agent.create_session()
        response = await agent.run("go", session=session)
        (request,) = response.user_input_requests
        assert request.function_call.name == "execute_code"
        assert paid == []
        yes = request.to_function_approval_response(approved=True)
        return await agent.run(Message("user", [yes]), session=session)

    assert asyncio.run(main()).text == "done"
    assert paid == [3]


def test_46_spans(depth):
    sdk = pytest.importorskip("opentelemetry.sdk.trace")
    from opentelemetry import trace
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import (
        InMemorySpanExporter,
    )

    exporter = InMemorySpanExporter()
    provider = trace.get_tracer_provider()
    if not isinstance(provider, sdk.TracerProvider):
        provider = sdk.TracerProvider()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            trace.set_tracer_provider(provider)
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    script = Script("await asyncio.gather(add(a=1, b=2), add(a=3, b=4))")
    agent = Agent(script, context_providers=[CodeActProvider(tools=[add], depth=depth)])
    asyncio.run(agent.run("go"))
    spans = exporter.get_finished_spans()
    (outer,) = [s for s in spans if s.name == "execute_tool execute_code"]
    inner = [s for s in spans if s.name == "execute_tool add"]
    assert len(inner) == 2
    assert {s.parent.span_id for s in inner} == {outer.context.span_id}
    assert outer.parent is not None
