"""An agent that writes Python; the model here is a script, so it needs no network.

Needs pydantic-ai: pip install 'caisson[pydantic-ai]'
"""

from pydantic_ai import Agent
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import FunctionModel

from caisson.codemode import CodeMode

CODE = """
import asyncio
cities = ['Oslo', 'Rome', 'Lima']
numbers = await asyncio.gather(*[population(city=c) for c in cities])
print('asked for', len(cities))
max(zip(numbers, cities))[1]
"""


def model(messages, info):
    """What a real model would do: write code, then read its result."""
    if len(messages) == 1:
        return ModelResponse(parts=[ToolCallPart("run_code", {"code": CODE})])
    return ModelResponse(parts=[TextPart(str(messages[-1].parts[0].content))])


agent = Agent(FunctionModel(model), capabilities=[CodeMode()])


@agent.tool_plain
async def population(city: str) -> int:
    """How many people live there, in thousands."""
    return {"Oslo": 709, "Rome": 2873, "Lima": 10092}[city]


print(agent.run_sync("Which is the largest?").output)
