# isinstance_issubclass_type.py: type tests over all built-in types.
# SPDX-License-Identifier: Apache-2.0

vals = (1, True, 1.5, 1j, 'a', b'b', None, [], (), {}, set(), frozenset(), range(1), slice(1), bytearray(), memoryview(b''), len, int, type, object(), ..., NotImplemented, lambda: 0, (x for x in ()), [].append, ValueError(), iter([]), {}.keys(), zip(), property(), super)
types = (int, bool, float, complex, str, bytes, list, tuple, dict, set, frozenset, range, slice, type, object, BaseException)
for v in vals:
    print(type(v).__name__, ''.join('1' if isinstance(v, t) else '0' for t in types))
for a in types:
    print(a.__name__, ''.join('1' if issubclass(a, b) else '0' for b in types))
print(type(type(1)), type(int) is type, type(1) == int, type(True) != int, type(None)() is None, [t.__name__ for t in map(type, (print, str.join, ''.join, int.__add__, (1).__add__, type.__dict__['mro'] if 'mro' in type.__dict__ else 0))])
print([type(x).__name__ for x in (iter([]), iter(()), iter(''), iter('é'), iter({}), iter({}.values()), iter({}.items()), iter(set()), iter(range(1)), iter(b''), iter(bytearray()), iter(lambda: 0, 1), iter(range(2 ** 70)), enumerate([]), map(len, []), filter(None, []), zip(), reversed([]))])
print([type(x).__name__ for x in (lambda: 0, len, [].append, str.upper, int.__add__, (1).__add__, int.real, classmethod(len), staticmethod(len), property(), type.__dict__['__dict__'], object.__init__, dict.__dict__['fromkeys'])])
print(isinstance(1, (str, int)), isinstance(1, ((str, (int,)),)), isinstance(1, ()), issubclass(bool, (str, int)), isinstance(1, int | None), isinstance(None, int | None), issubclass(int, int | str))
print(int.__class__, (1).__class__, int.__bases__, bool.__bases__, KeyError.__bases__, type.__bases__, bool.__base__, dict.__name__, list.__module__, (1).__class__.__class__, type(1)('5'), type([])('ab'), type('')(5))
