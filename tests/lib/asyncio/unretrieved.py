# What a task failed with and nobody asked for is told at the end; the program
# need not have imported logging.
import asyncio
import sys


class Out:
    """stderr, as far as its text is the same everywhere."""

    def write(self, text):
        for line in text.splitlines():
            if not line.startswith(('  File', 'Traceback', '    ')):
                print('|', line.split(' coro=')[0].split(' at ')[0])

    def flush(self): pass


sys.stderr = Out()


async def fail(error):
    raise error


async def main():
    loop = asyncio.get_running_loop()
    task = asyncio.create_task(fail(ValueError('lost')), name='lost')
    asked = asyncio.create_task(fail(KeyError('asked')))
    awaited = asyncio.create_task(fail(KeyError('awaited')))
    await asyncio.sleep(0.001)
    print(asked.exception())
    try:
        await awaited
    except KeyError as e:
        print(e)
    print(await asyncio.gather(fail(TypeError(1)), fail(TypeError(2)), return_exceptions=True))
    try:
        await asyncio.gather(fail(TypeError(1)), fail(TypeError(2)))
    except TypeError as e:
        print('gathered', e)
    del task


asyncio.run(main())


async def calls():
    asyncio.get_running_loop().call_soon(lambda: [][0])
    await asyncio.sleep(0.001)
    print('after')


asyncio.run(calls())
