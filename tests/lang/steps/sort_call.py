"""Sorts by __lt__, and calls, items and truth of instances while classes change."""

import random
random.seed(3)
class V:
    c=0
    def __init__(s,x,t=0): s.x=x; s.t=t
    def __lt__(s,o): V.c+=1; return s.x<o.x
    def __repr__(s): return f"{s.x}/{s.t}"
for n in (0,1,2,3,10,64,65,90):
    q=[V(random.randrange(n+1),i) for i in range(n)]
    a=sorted(q); b=sorted(q,reverse=True); c=list(q); c.sort()
    assert [(v.x,v.t) for v in a]==sorted((v.x,v.t) for v in q)
    assert [(v.x,v.t) for v in b]==sorted(((v.x,v.t) for v in q),key=lambda p:(-p[0],p[1]))
    assert [v.t for v in c]==[v.t for v in a]
    d=sorted(q,key=lambda v:(v.x%3,v)); assert [(v.x%3,v.x,v.t) for v in d]==sorted((v.x%3,v.x,v.t) for v in q)
    assert sorted(a)==a
class N(V):
    def __lt__(s,o): return NotImplemented
    def __gt__(s,o): return s.x>o.x
q=[N(random.randrange(50),i) for i in range(100)]
print([v.x for v in sorted(q)]==sorted(v.x for v in q))
class Bad:
    def __lt__(s,o): return NotImplemented
try: sorted([Bad(),Bad()])
except TypeError as e: print(e)
class E:
    n=0
    def __lt__(s,o):
        E.n+=1
        if E.n>5: raise ValueError("stop")
        return True
l=[E() for _ in range(20)]; l0=list(l)
try: l.sort()
except ValueError as e: print(e, len(l), set(map(id,l))==set(map(id,l0)))
class T:
    def __init__(s,x): s.x=x
    def __lt__(s,o): return [1] if s.x<o.x else []
print([v.x for v in sorted(T(random.randrange(99)) for _ in range(70))]==sorted([]) or True)
class L:
    def __bool__(s): return L.v
    v=True
class TT:
    def __init__(s,x): s.x=x
    def __lt__(s,o):
        r=L(); L.v=s.x<o.x; return r
print([v.x for v in sorted([TT(i*7%11) for i in range(11)])])
class C:
    def __init__(s,k): s.k=k
    def __call__(s,x,y=5): return x+y+s.k
c=C(2); print(c(1),c(1,2),c(x=3))
m=c.__call__; print(m(1),m(1,2)); 
class S:
    @staticmethod
    def f(x): return ("s",x)
    @classmethod
    def g(cls,x): return (cls.__name__,x)
class S2(S): pass
for o in (S(),S,S2(),S2):
    for _ in range(3): print(o.f(1),o.g(2))
S.f=staticmethod(lambda x:("new",x)); S.g=classmethod(lambda cls,x:("newc",cls.__name__,x))
for o in (S(),S,S2(),S2): print(o.f(1),o.g(2))
S2.f=lambda self,x:("m",x)
print(S2().f(3), S().f(3))
o=S(); o.f=lambda x:("inst",x); 
for p in (o,S(),o): print(p.f(1))
class G:
    def __getitem__(s,i): return i*2
    def __setitem__(s,i,v): print("set",i,v)
g=G()
for i in range(3): print(g[i]); g[i]=i
G.__getitem__=lambda s,i:"changed"
for i in range(2): print(g[i])
class D(dict):
    def __missing__(s,k): return k*3
d=D()
for i in range(4): d[i]=i; print(d[i],d[i+10])
D.__getitem__=lambda s,k:"own"
for i in range(2): print(d[i])
del D.__getitem__
for i in range(2): print(d[i])
class B:
    def __bool__(s): return False
class LL:
    def __len__(s): return 0
class O: pass
for o in (B(),LL(),O()):
    print(not o, bool(o), 1 if o else 2, [1 for _ in range(2) if o])
O.__bool__=lambda s:False
o=O(); print(not o, 1 if o else 2)
del O.__bool__
print(not o, 1 if o else 2)
from collections import deque
q=deque([1]); print(not q, 1 if q else 2); q.pop(); print(not q, 1 if q else 2)
