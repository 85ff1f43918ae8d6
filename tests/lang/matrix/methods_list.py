# methods_list.py: Methods of list with all argument shapes.
# SPDX-License-Identifier: Apache-2.0

def show(f, a):
    try:
        r = f(*a)
        text = repr(sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else repr(r)
    except Exception as e:
        text = f'{type(e).__name__}: {e}'
    return text.split(' at 0x')[0]


names = 'append extend insert pop remove index count clear copy reverse sort __getitem__ __setitem__ __delitem__ __contains__ __add__ __iadd__ __mul__ __eq__ __lt__'.split()
args = ((), (None,), (0,), (5,), (-1,), (1.5,), ("a",), ([],), ([3],), ("xy",), (range(2),), (0, 9), (-9, 9), ("a", 9), (1, 0), (1, 1, 3), (1, 2, 3, 4), (2 ** 70,), (slice(1),), (slice(1), [7]))
for name in names:
    for a in args:
        obj = [1, 2, 1]
        print(name, a, show(getattr(obj, name), a), obj if type(obj) in (list, dict, bytearray) else '')
