# never_awaited.py: The warning "never awaited" comes later.
# SPDX-License-Identifier: Apache-2.0
#
# CPython warns when the last reference to the coroutine is dropped.  Here the
# warning comes at the end of the run or in gc.collect(); it has the line of the call.
import asyncio
import warnings


def show(message, category, filename, lineno, *rest):
    print(lineno, category.__name__, message)


async def work():
    print("work")


async def main():
    work()
    await work()


warnings.showwarning = show
asyncio.run(main())
work()
print("end")
#> work
#> end
#> 19 RuntimeWarning coroutine 'work' was never awaited
#> 25 RuntimeWarning coroutine 'work' was never awaited
