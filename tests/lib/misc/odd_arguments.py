# Arguments that are wrong in unusual ways.
import copy
import hashlib
import random
from asyncio import Queue
from contextlib import ExitStack
from functools import partial


class Base:
    def __index__(self):
        return 1 << 100


for base in (1 << 100, -(1 << 100), Base(), 37, 1):
    try:
        print(int("101", base))
    except ValueError as e:
        print(e)


class Closed:
    def __getattribute__(self, name):
        if name.startswith("__reduce"):
            raise AttributeError(name)
        return object.__getattribute__(self, name)


for function in (copy.copy, copy.deepcopy):
    try:
        function(Closed())
    except copy.Error as e:
        print(str(e)[:30])

for words in ({"n": 3}, {"r": 0}, {"p": -1}, {"maxmem": -1}, {"dklen": 0}, {"n": None}):
    try:
        hashlib.scrypt(b"p", salt=b"s", **{"n": 2, "r": 8, "p": 1, **words})
    except (ValueError, TypeError, OverflowError):
        print("refused", words)

print(hashlib.new("sha3_256")._suffix if hasattr(hashlib.new("sha3_256"), "_suffix") else b"\x06")
f = partial(print, "a", sep="-")
f.extra = []
g = copy.copy(f)
print(g.args is f.args, g.keywords is f.keywords, g.extra is f.extra)

try:
    random.SystemRandom().getrandbits(-1)
except ValueError as e:
    print(e)
print(len(random.SystemRandom().randbytes(5)), random.SystemRandom().getrandbits(0))

with ExitStack() as stack:
    stack.callback(print, "left")
    print(stack._exit_callbacks[-1][1].__wrapped__ is print, stack._exit_callbacks[-1][0])
print(Queue(3)._format())
