# An exit that raises while a block is left is called once, and what it raises
# is for the blocks around.
ev = []


class X:
    def __init__(self, t):
        self.t = t

    def __enter__(self):
        return self

    def __exit__(self, *a):
        ev.append(self.t)
        raise RuntimeError(self.t)


def f():
    try:
        with X("a"):
            return 1
    except RuntimeError as e:
        return str(e)


print(f(), ev)
ev.clear()


def g():
    try:
        for i in [1, 2]:
            with X("b"):
                break
    except RuntimeError as e:
        return str(e)


print(g(), ev)
ev.clear()


def h():
    try:
        try:
            return 1
        finally:
            ev.append("fin")
            raise ValueError("x")
    except ValueError as e:
        return str(e)


print(h(), ev)
ev.clear()


def k():
    try:
        with X("k"):
            try:
                return 1
            except RuntimeError:
                ev.append("inner caught")
                return 2
    except RuntimeError as e:
        return str(e)


print(k(), ev)
ev.clear()


def k2():
    try:
        with X("o"):
            try:
                1 / 0
            except ZeroDivisionError as q:
                return 5
    except RuntimeError as e:
        return str(e), repr(e.__context__)


print(k2(), ev)
ev.clear()


def k3():
    for i in range(3):
        try:
            with X("c%d" % i):
                with X("d"):
                    continue
        except RuntimeError as e:
            ev.append("caught " + str(e))
    return "end"


print(k3(), ev)
ev.clear()


def k4():
    with X("p"):
        try:
            return 1
        finally:
            ev.append("fin")


try:
    print(k4())
except RuntimeError as e:
    print("raised", e, ev)
ev.clear()


def k5():
    try:
        with X("q"):
            try:
                raise KeyError("z")
            finally:
                return 3
    except RuntimeError as e:
        return str(e), repr(e.__context__)


print(k5(), ev)
import sys

print(sys.exc_info())


async def k6():
    class A:
        async def __aenter__(self):
            return self

        async def __aexit__(self, *a):
            ev.append("a")
            raise RuntimeError("a")

    try:
        async with A():
            return 1
    except RuntimeError as e:
        return str(e)


import asyncio

ev.clear()
print(asyncio.run(k6()), ev)
