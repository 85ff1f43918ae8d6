"""Pickles of plain data are CPython's, byte for byte, however they are cut."""
import hashlib
import io
import pickle
from collections import Counter, OrderedDict, namedtuple


class Thing:
    def __init__(self, **kw):
        self.__dict__.update(kw)

    def __eq__(self, other):
        return type(other) is Thing and self.__dict__ == other.__dict__

    def __hash__(self):
        return 7


class Slots:
    __slots__ = ("a", "b")


class Listed(list):
    pass


Pair = namedtuple("Pair", "x y")


def shown(data):
    text = repr(data)
    return text if len(text) < 300 else f"{len(data)} {hashlib.md5(data).hexdigest()}"


def check(name, value, compare=True, protocols=(0, 1, 2, 3, 4, 5)):
    for protocol in protocols:
        data = pickle.dumps(value, protocol)
        out = io.BytesIO()
        pickle.Pickler(out, protocol).dump(value)
        again = pickle.loads(data)
        from_file = pickle.load(io.BytesIO(data))
        good = (again == value and from_file == value) if compare else True
        print(name, protocol, shown(data) if protocol > 3 else len(data), good, out.getvalue() == data, type(again).__name__)


numbers = [0, 1, -1, 255, 256, 65535, 65536, -129, 2**31 - 1, 2**31, -2**31, -2**31 - 1, 2**39, -2**39, -2**39 - 1, 2**48,
           2**49 - 1, 2**49, -2**49, 2**63, -2**63, 2**64, 10**100, -10**300, True, False, None]
check("numbers", numbers)
check("floats", [0.0, -0.0, 1.5, -2e300, 5e-324, float("inf"), float("-inf")])
check("nan", [float("nan")], compare=False)
check("texts", ["", "a", "abc", "é", "\u20ac" * 100, "\U0001f600", "x" * 255, "y" * 256, "\ud800", b"", b"\0\xff", b"z" * 255, b"w" * 300, "a", "abc"])
check("tuples", [(), (1,), (1, 2), (1, 2, 3), (1, 2, 3, 4), ((), ((),), [()])])
check("nested", {"a": [1, {"b": (2, [3, {"c": None}])}], "d": {}, "e": [], 5: {6: 7}, (1, 2): "t", None: 0, 1.5: True})
check("sets", [{1}, frozenset({2}), set(), frozenset(), bytearray(b"ab"), 1 + 2j, range(3)])
for n in (1, 2, 3, 999, 1000, 1001, 2000, 2001):
    check(f"list {n}", list(range(n)), protocols=(1, 4))
    check(f"dict {n}", {i: str(i) for i in range(n)}, protocols=(1, 4))
check("wide", [[i, str(i), float(i), {"k": i}] for i in range(7000)], protocols=(4,))
check("large", protocols=(3, 4, 5), value=["x" * 70000, b"y" * 70000, "z" * 65535, b"w" * 65536, ["v" * 1000] * 3, [("u%d" % i) * 100 for i in range(600)]])
shared = [1, 2]
word = "".join(["sha", "red"])
check("shared", [shared, shared, {"k": shared}, (shared, shared), word, word, [word]])
deep = []
for _ in range(300):
    deep = [deep]
data = pickle.dumps(deep)
print(len(data), hashlib.md5(data).hexdigest(), pickle.loads(data) == deep)
loop = [1]
loop.append(loop)
loop.append({"self": loop})
data = pickle.dumps(loop)
again = pickle.loads(data)
print(data, again[1] is again, again[2]["self"] is again)
for size in (1, 2, 3, 4):
    inner = []
    ring = (inner,) * size
    inner.append(ring)
    data = pickle.dumps(ring)
    again = pickle.loads(data)
    print(data, again[0][0] is again)
objects = [Thing(a=1, b=[1, 2], c={"x": Thing()}), Pair(1, [2]), OrderedDict(a=1), Counter("aab"), Listed([1, 2]), Thing, len, Pair]
for protocol in (2, 4, 5):
    data = pickle.dumps(objects, protocol)
    again = pickle.loads(data)
    print(protocol, again[:5] == objects[:5], again[5:] == objects[5:], [pickle.dumps(o, protocol) for o in objects])
mixed = {Thing(n=1): [Thing(n=2), "s"], "k": (Thing(n=3), Thing(n=3)), "deep": [[[Thing(n=[4])]]]}
print(pickle.loads(pickle.dumps(mixed)) == mixed, hashlib.md5(pickle.dumps(mixed)).hexdigest())
slots = Slots()
slots.a = [1]
slots.b = slots
again = pickle.loads(pickle.dumps([slots, slots]))
print(again[0] is again[1], again[0].b is again[0], again[0].a)

# hooks see every object
class Told(pickle.Pickler):
    def persistent_id(self, obj):
        return f"thing {obj.n}" if isinstance(obj, Thing) else None


class Asked(pickle.Unpickler):
    def persistent_load(self, pid):
        return pid.upper()

    def find_class(self, module, name):
        print("find", module, name)
        return super().find_class(module, name)


out = io.BytesIO()
Told(out).dump([Thing(n=1), {"k": Thing(n=2)}, Pair(1, 2)])
print(Asked(io.BytesIO(out.getvalue())).load())
class Changed(pickle.Pickler):
    def reducer_override(self, obj):
        return (str, ("was " + str(obj.n),)) if isinstance(obj, Thing) else NotImplemented


out = io.BytesIO()
Changed(out).dump([1, [Thing(n=5)], "x"])
print(pickle.loads(out.getvalue()))
# several in a row with one memo
out = io.BytesIO()
writer = pickle.Pickler(out)
first = ["one", "two"]
writer.dump(first)
writer.dump([first, "three", first])
writer.clear_memo()
writer.dump(first)
print(out.getvalue())
reader = pickle.Unpickler(io.BytesIO(out.getvalue()))
print([reader.load(), reader.load()])
fast = io.BytesIO()
writer = pickle.Pickler(fast)
writer.fast = True
writer.dump([1, "a", "a", (2, 3)])
print(fast.getvalue())

# what is wrong with a pickle
good = pickle.dumps([1, {"a": (2, "bc")}, b"d" * 300, 2.5, 2**40])
for i in range(len(good)):
    for bad in (good[:i], good[:i] + b"\xff" + good[i + 1:]) if i < 60 or i > len(good) - 30 else ():
        try:
            result = pickle.loads(bad)
        except Exception as error:
            result = type(error).__name__
        print(i, str(result)[:40], end="; ")
print()
for bad in (b"", b".", b"N", b"(.", b"]a.", b"]]a.", b"}N.", b"h\0.", b"]q\0h\0.", b"(1.", b"K\1K\2\x86.", b"\x85.", b"Nt.", b"(Nt.",
            b"(Ne.", b"](Ne.", b"](N(Nee.", b"}(Ne.", b"}(NNu.", b"}(Nu.", b"}]Ns.", b"](NNu.", b"](a.", b"(K\1a.", b"\x94.", b"r\0\0\0\0.",
            b"\x8c\2\xc3\xa9.", b"\x8c\1\xff.", b"X\5\0\0\0ab.", b"\x8a\1\x80.", b"\x8a\0.", b"\x8a\t" + b"\1" * 9 + b".", b"J\1\0.", b"G\0.",
            b"\x95\5\0\0\0\0\0\0\0N.", b"\x80\4\x95\2\0\0\0\0\0\0\0N.", b"\x80\6N.", b"cos\nnothing\n.", b"I5\n.", b"N0N.", b"I5"):
    for load in (pickle.loads, lambda data: pickle.load(io.BytesIO(data))):
        try:
            print(bad, load(bad), end=" ")
        except Exception as error:
            print(bad, type(error).__name__, end=" ")
    print()
for data in (bytearray(pickle.dumps([1])), memoryview(pickle.dumps("m"))):
    print(pickle.loads(data))
for bad in ("text", 5, None):
    try:
        pickle.loads(bad)
    except TypeError as error:
        print(error)
