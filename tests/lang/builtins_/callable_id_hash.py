# callable_id_hash.py: callable, id, hash, and object().
# SPDX-License-Identifier: Apache-2.0

class A:
    def __call__(self): pass


class B: pass


def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


print([callable(x) for x in (A, B, A(), B(), len, lambda: 0, 'x', None, 5, int, type, print, str.upper, [].append, A().__call__, object, super, property, classmethod(len), staticmethod(len), (x for x in ()))])
a = B()
print(id(a) == id(a), id(a) != id(B()), isinstance(id(None), int), id(None) == id(None), id(a) > 0)
print(hash(1), hash(1.0), hash(True), hash(0), hash(-1), hash('a') == hash('a'), hash(()) == hash(()), hash(None) == hash(None), hash(len) == hash(len), hash(B) == hash(B), hash(a) == hash(a), hash(range(3)) == hash(range(0, 3)), hash(frozenset([1, 2])) == hash(frozenset([2, 1])), hash(b'x') == hash(b'x'), hash(...) == hash(...))
err(lambda: hash([])); err(lambda: hash({})); err(lambda: hash(set())); err(lambda: hash(bytearray())); err(lambda: hash(slice(1))); err(lambda: hash(([],))); err(lambda: hash({}.keys())); err(lambda: hash()); err(lambda: hash(1, 2)); err(lambda: id()); err(lambda: id(1, 2)); err(lambda: callable()); err(lambda: callable(1, 2)); err(lambda: object(1)); err(lambda: object(a=1)); err(lambda: object().x)


class H:
    def __init__(self, h): self.h = h
    def __hash__(self): return self.h


for h in (0, 5, -1, -2, 2 ** 61 - 1, 2 ** 61, 2 ** 63, 2 ** 64, -(2 ** 63), True, 10 ** 30):
    print(h, hash(H(h)), hash(h), end=' | ')
print()
err(lambda: hash(H(1.5))); err(lambda: hash(H('x'))); err(lambda: hash(H(None)))
o = object()
print(o == o, o == object(), bool(o), type(o), repr(o).startswith('<object object at 0x'), o.__class__, isinstance(o, object), object.__mro__, {o: 1}[o])
print([hash(x) for x in (0.5, 1.25, -0.5, 1e10, 2.0 ** 70, 1e-10, 3.14, 1e308, 123456.789)])
