# methods_set.py: Methods of set with all argument shapes.
# SPDX-License-Identifier: Apache-2.0

def show(f, a):
    try:
        r = f(*a)
        text = repr(sorted(r, key=repr)) if isinstance(r, (set, frozenset)) else repr(r)
    except Exception as e:
        text = f'{type(e).__name__}: {e}'
    return text.split(' at 0x')[0]


names = 'add discard remove pop clear copy union intersection difference symmetric_difference issubset issuperset isdisjoint update intersection_update difference_update symmetric_difference_update __contains__ __and__ __or__ __eq__ __lt__'.split()
args = ((), (None,), (1,), (9,), ("a",), ([],), ([1],), ([1, 5],), ({1},), ({1: 2},), (range(3),), ([[]],), ([1], [2]), (1, 2), (1.5,), (frozenset({1}),), ((2,),))
for name in names:
    for a in args:
        obj = {1, 2}
        print(name, a, show(getattr(obj, name), a), obj if type(obj) in (list, dict, bytearray) else '')
