# awaited_again.py: What asend() gave and was awaited ends again without an error.
# SPDX-License-Identifier: Apache-2.0
#
# It is driven by the loop directly and remembers only its generator.  CPython
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
