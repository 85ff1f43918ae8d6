# What __slots__ may add to subclasses of built-ins, and that it works there.
import types


def made(base, slots):
    try:
        return type('C', (base,), {'__slots__': slots})
    except TypeError as error:
        print(base.__name__, slots, error)


for base in (int, str, tuple, bytes, float, complex, list, dict, set, frozenset, bytearray, type, property, BaseException, OSError, enumerate, zip, object):
    for slots in (('a',), ('__dict__',), ('__weakref__',), ()):
        cls = made(base, slots)
        if cls is not None and base in (str, float, list, dict, set, object) and slots == ('a',):
            thing = cls()
            thing.a = base
            print(base.__name__, thing.a is base, thing == base() or base is object)
            try:
                thing.b = 1
            except AttributeError as error:
                print(error)


class Plain(type):
    __slots__ = ()


print(Plain('X', (), {}).__name__, Plain.__slots__)
print([type('C', (base,), {}).__name__ for base in (type, set, frozenset, types.ModuleType, int)])
