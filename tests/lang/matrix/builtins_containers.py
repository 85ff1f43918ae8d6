# builtins_containers.py: Container built-ins with all argument shapes.
# SPDX-License-Identifier: Apache-2.0

def show(f, a):
    try:
        r = f(*a)
        text = repr(sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else repr(r)
    except Exception as e:
        text = f'{type(e).__name__}: {e}'
    return text.split(' at 0x')[0]


fs = (len, list, tuple, dict, set, frozenset, sorted, all, any, range, slice, bytes, bytearray, str, repr, ascii, format, type)
args = ((), (None,), (0,), (-5,), (65,), (2.5,), ("a",), ("12",), (b"7",), ([3, 1, 2],), (("b", "a"),), ({"k": 1},), ({4},), ([(1, 2)],), ([[1, 2, 3]],), (["ab"],), (1, 2), ("a", "b"), ([1], [2]), (10, 3, 4), ("ff", 16), ([], 5), (int,), (1j,), (len, [1]), (None, [0, 1]))
for f in fs:
    for a in args:
        print(f.__name__, a, show(f, a))
