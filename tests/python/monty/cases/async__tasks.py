# run-async
import asyncio


async def work(n):
    await asyncio.sleep(0)
    return n * n


async with asyncio.TaskGroup() as group:
    tasks = [group.create_task(work(n)) for n in range(4)]
[t.result() for t in tasks]
# Return=[0, 1, 4, 9]
