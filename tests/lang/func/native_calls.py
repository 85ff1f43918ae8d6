"""Calls of built-ins that the dispatch loop makes by itself."""


def tell(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


class L(list):
    def append(self, x):
        super().append((x, x))


class Sized:
    def __len__(self):
        return 3


out = []
for box in ([], L(), []):
    for i in range(3):
        box.append(i)
    out.append(box)
print(out)
for v in ("abc", "äöü", b"ab", (1,), {1: 2}, {3}, Sized(), range(4), L([1])):
    print(len(v), end=" ")
print()
for bad in (5, None, object):
    try:
        len(bad)
    except TypeError as e:
        print(e)
items = [3, 1]
for call in (lambda: items.append(), lambda: items.append(1, 2),
             lambda: items.sort(1), lambda: sorted(items, 2), lambda: len(),
             lambda: len(1, 2), lambda: "a".upper(1), lambda: next(),
             lambda: items.pop(7), lambda: "a b".split(None, 1, 2)):
    tell(call)


def numbers():
    got = []
    while True:
        try:
            got.append((yield len(got)))
        except KeyError as e:
            got.append(e.args)
        if len(got) == 4:
            return got


g = numbers()
print(next(g), g.send("a"), next(g), g.throw(KeyError("k")))
try:
    g.send("end")
except StopIteration as e:
    print(e.value)
tell(next, g)
tell(next, g, "none")
tell(lambda: numbers().send(1))
h = numbers()
print([m for m in (h.send(None), h.send(1))], next(h))


def running():
    yield tell(lambda: next(r))
    yield tell(lambda: r.send(1))


r = running()
list(r)


def outer():
    back = yield from numbers()
    yield back


o = outer()
print([o.send(None)] + [o.send(c) for c in "xyzw"])
print(dict(zip("abc", range(3))), dict(map(lambda x: (x, -x), [1, 2])))
d = {}
d.update(zip("ab", "cd"))
d.update(x for x in [("k", 1), ["l", 2]])
print(d)
tell(dict, zip("ab"))
tell(dict, iter([1]))
print(getattr(d, "nope", 5), getattr(int, "nope", 6), hasattr(d, "x"),
      hasattr(L, "append"), getattr(tell, "x", 7))
