# type_constructors.py: Constructors with no and with odd arguments.
# SPDX-License-Identifier: Apache-2.0

def err(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


for t in (int, float, complex, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset, object):
    print(t.__name__, repr(t()).split(' at ')[0])
for t in (int, float, complex, bool, str, bytes, bytearray, list, tuple, dict, set, frozenset, range, slice, memoryview, enumerate, zip, map, filter, reversed, property, classmethod, staticmethod, super, type, iter):
    for args in ((None,), (1, 2, 3, 4, 5)):
        try:
            r = t(*args)
            print(t.__name__, args, type(r).__name__)
        except Exception as e:
            print(t.__name__, args, type(e).__name__, e)
for t in (int, float, bool, list, tuple, set, frozenset, complex, str, bytes, dict, range, slice, object, type):
    err(lambda: t(no_such_keyword=1))
for name in ('NoneType', 'ellipsis', 'NotImplementedType', 'function', 'generator', 'builtin_function_or_method', 'method', 'frame', 'mappingproxy', 'dict_keys', 'cell', 'list_iterator', 'module'):
    t = {'NoneType': type(None), 'ellipsis': type(...), 'NotImplementedType': type(NotImplemented), 'function': type(lambda: 0), 'generator': type(x for x in ()), 'builtin_function_or_method': type(len), 'method': type(err.__get__(1)), 'code': type(err.__code__), 'mappingproxy': type(int.__dict__), 'dict_keys': type({}.keys()), 'list_iterator': type(iter([]))}.get(name)
    if t is not None:
        print(name, t.__name__, t)
        try:
            print(repr(t()))
        except TypeError as e:
            print(str(e).split('(')[0])
        try:
            type('S', (t,), {})
            print('subclassable')
        except TypeError as e:
            print(e)
MP = type(int.__dict__)
mp = MP({'a': 1})
print(mp, mp['a'], len(mp), 'a' in mp, list(mp), mp.get('z', 0), mp == {'a': 1}, mp | {'b': 2}, mp.copy(), list(mp.items()), list(reversed(mp)))
err(lambda: mp.__setitem__('x', 1)); err(lambda: MP(5)); err(lambda: MP([1])); err(lambda: hash(mp)); err(lambda: mp['zz'])
