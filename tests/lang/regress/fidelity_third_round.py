"""What CPython's own tests found: sets in sets, bytes, scopes, weak references."""

import re
import weakref


def outcome(function, *args, **named):
    try:
        return function(*args, **named)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def has(item, table):
    if item in table:
        return True
    if item not in table:
        return False


# A set stands for its frozen copy when it is looked for, in a condition too.
print(has(set("abc"), {frozenset("abc")}), has(set("ab"), {frozenset("abc")}))
print(outcome(has, [], {1}))


class Str(str):
    def __bytes__(self):
        return b"own"


class Blocked(list):
    __bytes__ = None


class BlockedInt(int):
    __bytes__ = None


print(bytes(Str("x")), bytes(Str("x"), "ascii"))
print(outcome(bytes, Blocked([1])), outcome(bytes, BlockedInt(2)))
print(bytearray(Blocked([1])))
print(outcome(bytearray, b"", errors="ignore"))
print(outcome(bytearray, "", errors="ignore"))
print(outcome(bytearray, 0, "ascii"), bytearray("é", errors="ignore", encoding="ascii"))
print(b"abc".__rmod__("%r"), bytearray(b"abc").__rmod__(b"%r"))
print(b"abc".__rmod__(b"<%r>"), outcome(lambda: object() % b"abc"))

# A name that a function declares global is global to the module as well.
space, local = {}, {}
exec("""
def outer():
    y = 1
    def shared():
        global y
        return y
    def own():
        return y + 1
    return shared, own
y = 9
shared, own = outer()
result = shared(), own()
z = 3
""", space, local)
print(local["result"], space["y"], "y" in local, local["z"])


class Plain:
    pass


class Slots:
    __slots__ = ("__weakref__",)


for cls in (Plain, Slots):
    thing = cls()
    before = thing.__weakref__
    ref = weakref.ref(thing)
    print(before, thing.__weakref__ is ref, cls().__weakref__)
print(type.__text_signature__, Plain.__text_signature__)


class NoInit:
    pass


class Reset:
    def __init__(self, x):
        pass


Reset.__init__ = object.__init__
print(outcome(NoInit, 42), outcome(NoInit().__init__, 42))
print(outcome(NoInit().__init__, x=42), outcome(object.__init__, NoInit(), 42))
print(outcome(Reset, 42), outcome(Reset().__init__, 42), type(Reset()).__name__)

error = UnicodeDecodeError("utf-8", bytearray(b"\xff"), 0, 1, "why")
print(type(error.object), error.object)
print(type(UnicodeDecodeError("utf-8", memoryview(b"ab")[1:], 0, 1, "w").object))
