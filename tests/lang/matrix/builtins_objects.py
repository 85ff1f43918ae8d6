# builtins_objects.py: Object and iterator built-ins with all argument shapes.
# SPDX-License-Identifier: Apache-2.0

def show(f, a):
    try:
        r = f(*a)
        text = repr(sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else repr(r)
    except Exception as e:
        text = f'{type(e).__name__}: {e}'
    return text.split(' at 0x')[0]


fs = (iter, next, enumerate, zip, map, filter, reversed, isinstance, issubclass, callable, getattr, hasattr, setattr, delattr, property, classmethod, staticmethod, object, memoryview, eval, exec, compile, __import__)
args = ((), (None,), (0,), (-5,), (65,), (2.5,), ("a",), (b"7",), ([3, 1, 2],), (("b", "a"),), ({"k": 1},), ({4},), (1, 2), ("a", "b"), (1, int), (bool, int), (1, "real"), ("x", "nope", 3), (1, (int, str)), (1, "int"), ([1], [2]), (10, 3, 4), ("ff", 16), ([], 5), (int,), (1j,), (len, [1]), (None, [0, 1]))
for f in fs:
    for a in args:
        print(f.__name__, a, show(f, a))
