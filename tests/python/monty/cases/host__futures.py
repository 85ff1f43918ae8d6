# call-external
# run-async
import asyncio

await asyncio.gather(async_call(1), async_call('two'), async_call([3]))
# Return=[1, 'two', [3]]
