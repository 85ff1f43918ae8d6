# Instances whose __call__ is not a function in Python.
# SPDX-License-Identifier: Apache-2.0
import functools


class Sized:
    __call__ = len


class Cached:
    @functools.lru_cache(None)
    def __call__(self, x):
        print("called", x)
        return x * 2


@functools.lru_cache(maxsize=2)
def double(x, y=0):
    print("double", x, y)
    return x + x + y


@functools.lru_cache
def other(x):
    return x


add = functools.partial(int.__add__, 5)
show = functools.partial(print, "a", sep="-")
calls = [double, other, add, double, abs, add]
sized, cached = Sized(), Cached()
for turn in range(3):
    print(sized([1, 2][:turn]), cached(turn % 2), double(turn, y=1))
    print([f(3) for f in calls], add(turn), show(turn, "b"))
    for bad in (lambda: double(), lambda: double([]), lambda: add("x"),
                lambda: sized(), lambda: sized(1), lambda: double(1, 2, 3)):
        try:
            print(bad())
        except TypeError as e:
            print(e)
print(double.cache_info(), other.cache_info())
