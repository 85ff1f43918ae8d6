"""A program written by a model calls two tools at once and reads a mount.

Run it with: python3 examples/python/agent_tools.py
"""

import asyncio
import tempfile
from pathlib import Path

from caisson import AsyncSandbox, Limits

CODE = """
import asyncio, json

cities = json.load(open("/data/cities.json"))
reports = await asyncio.gather(*[weather(city=c) for c in cities])
for city, report in zip(cities, reports):
    print(f"{city:>6}: {report['celsius']:5.1f} C")
max(reports, key=lambda r: r["celsius"])["city"]
"""


async def weather(city: str) -> dict:
    """Current weather of a city."""
    await asyncio.sleep(0.1)
    return {"city": city, "celsius": {"Oslo": 4.5, "Rome": 18.0}.get(city, 10.0)}


async def main() -> None:
    """Run the program with what it may use, and show what came back."""
    with tempfile.TemporaryDirectory() as data:
        Path(data, "cities.json").write_text('["Oslo", "Rome"]')
        async with AsyncSandbox(
            tools=[weather], mounts={"/data": data}, limits=Limits(time=2)
        ) as box:
            result = await box.run(CODE, check=True)
    print(result.stdout, end="")
    print("warmest:", result.value)


if __name__ == "__main__":
    asyncio.run(main())
