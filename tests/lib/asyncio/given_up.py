# given_up.py - `finally` of generators that nobody runs to the end.
# SPDX-License-Identifier: Apache-2.0
import asyncio
import gc

log = []


def numbers(name):
    try:
        yield 1
    finally:
        log.append(name)


def leave():
    for _ in numbers("left"):
        break


leave()
gc.collect()
print(log)


async def letters():
    try:
        yield "a"
        yield "b"
    finally:
        await asyncio.sleep(0)
        print("closed")


async def main():
    global kept
    kept = letters()
    async for letter in kept:
        print(letter)
        break


asyncio.run(main())
print("end")
last = numbers("last")
next(last)


class Report:
    def append(self, name):
        print("at the end:", name)


log = Report()
