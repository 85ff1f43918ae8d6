# attributes_in_dicts.py: attributes after __dict__ was asked for; variables
# of classes; copies, cached properties; keys of nested tuples.
# SPDX-License-Identifier: Apache-2.0
import copy, functools
class A:
    k=5
    def __init__(s): s.a=1; s.b=[2]
    @functools.cached_property
    def big(s): print('compute'); return s.a*100
    def m(s): return s.a
class S:
    __slots__=('x',)
    @functools.cached_property
    def p(s): return 1
class T(A):
    __slots__=('y',)
a=A(); print([n for n in dir(a) if not n.startswith('__')])
print(a.big,a.big,vars(a)); a.__dict__['z']=4
for i in range(3): print(a.z,a.a,a.m(),a.k)
a.__dict__['k']=9
for i in range(2): print(a.k)
try: S().p
except TypeError as e: print(e)
b=copy.copy(a); print(vars(b), b.b is a.b)
t=T(); t.y=3; u=copy.copy(t); print(u.y,u.a,vars(u))
print(A.big.__get__(b), t.__getstate__(), A().__getstate__())
class E: pass
print(E().__getstate__(), copy.copy(E()).__dict__)
def f(o): return o.q
class Q: pass
qs=[]
for i in range(5):
    q=Q()
    if i%2: q.w=1
    q.q=i
    if i>2: vars(q)
    qs.append(q)
for r in range(3): print([f(x) for x in qs])
del qs[4].q
try: f(qs[4])
except AttributeError as e: print(e)
qs[4].e=1; qs[4].q=7; print(f(qs[4]))
Q.q=property(lambda s:'prop'); print([f(x) for x in qs])
class C:
    n=0
    def inc(s): C.n+=1; return s.n
c=C(); print(c.inc(), c.inc(), C.n); 
class D(C): pass
d=D(); print(d.n, D.n); C.n=7; print(d.n, D.n); D.n=8; print(d.n, D.n, C.n); C.n=1; print(D.n, c.n)
C.n=lambda s:3; print(c.n()); C.n=4; print(c.n, d.n); del D.n; print(d.n)
print(hash((1,None,(2,'a',(3.5,True)))) == hash((1,None,(2,'a',(3.5,True)))), hash((1,(2,3)))==hash((1,(2,3))), hash((None,))==hash((None,)), hash((1.5,(2.0,1))), hash((1,(True,False),2.5)))
print((1,None)==(1,None),(1,None)==(1,'x'),(1,(2,3))==(1,(2,3)),[1,[2,(3,)]]==[1,[2,(3,)]],(1,(2,))==(1,[2]),(1.0,(2,))==(1,(2.0,)),(None,)==(False,),(0.0,)==(-0.0,))
x=float('nan'); print((x,(x,))==(x,(x,)), {(1,None,(2,3)):4}[(1,None,(2,3))])
