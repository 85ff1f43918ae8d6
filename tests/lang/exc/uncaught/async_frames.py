# async_frames.py: Frames of coroutines.
# SPDX-License-Identifier: Apache-2.0

async def inner():
    raise ValueError('async')
async def outer():
    await inner()
outer().send(None)
