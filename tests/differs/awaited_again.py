# awaited_again.py: Awaiting the object of asend() twice does not raise.
# SPDX-License-Identifier: Apache-2.0
#
# The object refers only to its generator and has no state of its own.  CPython
# raises RuntimeError: cannot reuse already awaited __anext__()/asend().


async def count():
    yield 1
    yield 2


step = count().asend(None)
for _ in range(2):
    try:
        step.send(None)
    except StopIteration as stop:
        print("stop", stop.value)
#> stop 1
#> stop None
