"""An agent that writes Python; the model here is a script, so it needs no network.

Needs agent-framework: pip install 'caisson[agent-framework]'
"""

import asyncio

from agent_framework import (
    Agent,
    BaseChatClient,
    ChatResponse,
    Content,
    FunctionInvocationLayer,
    Message,
)

from caisson.codeact import CodeActProvider

CODE = """
cities = ['Oslo', 'Rome', 'Lima']
numbers = await asyncio.gather(*[population(city=c) for c in cities])
print('asked for', len(cities))
max(zip(numbers, cities))[1]
"""


class Model(FunctionInvocationLayer, BaseChatClient):
    """What a real model would do: write code, then read its result."""

    def _inner_get_response(self, *, messages, stream, options, **kwargs):
        results = [
            c for m in messages for c in m.contents if c.type == "function_result"
        ]
        if results:
            said = Content.from_text(" ".join(i.text.strip() for i in results[0].items))
        else:
            said = Content.from_function_call(
                "call1", "execute_code", arguments={"code": CODE}
            )

        async def answer():
            return ChatResponse(messages=Message("assistant", [said]))

        return answer()


def population(city: str) -> int:
    """How many people live there, in thousands."""
    return {"Oslo": 709, "Rome": 2873, "Lima": 10092}[city]


agent = Agent(Model(), context_providers=[CodeActProvider(tools=[population])])
print(asyncio.run(agent.run("Which is the largest?")).text)
