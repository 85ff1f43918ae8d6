# methods_dict.py: Methods of dict with all argument shapes.
# SPDX-License-Identifier: Apache-2.0

def show(f, a):
    try:
        r = f(*a)
        text = repr(sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else repr(r)
    except Exception as e:
        text = f'{type(e).__name__}: {e}'
    return text.split(' at 0x')[0]


names = 'get pop popitem setdefault update clear copy keys values items fromkeys __getitem__ __setitem__ __delitem__ __contains__ __or__ __ior__ __eq__'.split()
args = ((), (None,), ("a",), ("zz",), ([],), (1,), ({},), ({"b": 2},), ([("c", 3)],), ([1],), ("zz", 5), ("a", 5), ("a", None), ([], 1), (1, 2, 3), ("ab",), (["xy"],), (5.5,), ([(1, 2, 3)],))
for name in names:
    for a in args:
        obj = {'a': 1}
        print(name, a, show(getattr(obj, name), a), obj if type(obj) in (list, dict, bytearray) else '')
