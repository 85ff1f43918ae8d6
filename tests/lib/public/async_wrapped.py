"""asyncio.wrap_future: outcomes both ways, and what it refuses."""

import asyncio
import concurrent.futures


async def main():
    source = concurrent.futures.Future()
    follower = asyncio.wrap_future(source)
    source.set_result(5)
    print(await follower, asyncio.wrap_future(follower) is follower)
    source = concurrent.futures.Future()
    follower = asyncio.wrap_future(source)
    follower.cancel()
    await asyncio.sleep(0)
    print(follower.cancelled(), source.cancelled())
    source = concurrent.futures.Future()
    follower = asyncio.wrap_future(source)
    source.set_exception(KeyError("k"))
    try:
        await follower
    except KeyError as error:
        print(repr(error))
    try:
        asyncio.wrap_future(5)
    except AssertionError as error:
        print(error)


asyncio.run(main())
