# collide.py: keys of one hash that are compared by Python code.
# SPDX-License-Identifier: Apache-2.0
class K:
    def __init__(s,v): s.v=v
    def __hash__(s): return 12345678901
    def __eq__(s,o): return s.v==o.v
d={}; t=set()
for i in range(400): d[K(i)]=i; t.add(K(i))
print(all(d[K(i)]==i for i in range(400)), all(K(i) in t for i in range(400)), K(-1) in d, K(-1) in t, len(d), len(t))
for h in (0,1,7,-1,2**61,-5):
    class C:
        def __init__(s,v): s.v=v
        def __hash__(s): return h+s.v%3
        def __eq__(s,o): return s.v==o.v
    d={C(i):i for i in range(200)}; t={C(i) for i in range(200)}
    for i in range(0,200,2): del d[C(i)]; t.discard(C(i))
    for i in range(150,300): d[C(i)]=i; t.add(C(i))
    print(len(d),len(t),sorted(k.v for k in d)==sorted(k.v for k in t), all(C(i) in d and C(i) in t for i in range(151,300)), C(0) in d, C(0) in t)
