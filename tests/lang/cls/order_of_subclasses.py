from collections import namedtuple, Counter
from enum import IntEnum
import heapq
P=namedtuple('P','a b')
ps=[P(i*7%5,str(i)) for i in range(9)]
print(sorted(ps)); h=[]
for p in ps: heapq.heappush(h,p)
print([heapq.heappop(h) for _ in range(9)])
print(P(1,2)<(1,3),(1,2)<P(1,1),P(1,2)>=(1,2),max(ps),min(ps))
class L(tuple):
    def __lt__(self,o): return tuple.__gt__(self,o)
print(sorted([L((1,)),L((2,)),L((0,))]), L((1,))<L((2,)), L((1,))>L((2,)), (0,)<L((1,)), L((1,))<(2,), (L((1,)),)<(L((2,)),))
class I(int):
    def __gt__(self,o): return "gt"
print(I(3)<4, 3<I(4), I(3)>4, I(1)<=I(1), sorted([I(3),I(1)]))
class J(I): pass
print(I(1)<J(2))
class K(int): pass
class M(K):
    def __gt__(self,o): return 'refl'
print(K(1)<M(2), K(1)<K(2), [K(1)]<[K(2)], [K(1)]<[M(2)])
class E(IntEnum): A=1; B=2
print(E.A<E.B, sorted([E.B,E.A]), E.A<2.5)
try: P(1,2)<P('a',2)
except TypeError as e: print(e)
try: P(1,2)<3
except TypeError as e: print(e)
try: P(1,object())<P(1,object())
except TypeError as e: print(e)
class S(set): pass
print(S({1})<S({1,2}), S({1})<{1}, frozenset({1})<=S({1}))
class D(dict): pass
try: D()<D()
except TypeError as e: print(e)
class F(float): pass
print(F('nan')<F(1), F(1)<2, sorted([F(3),F(2),1]))
class St(str): pass
print(St('a')<'b', sorted([St('b'),'a']))
K.__lt__=lambda s,o:'patched'
print(K(1)<K(2), M(1)<M(2))
class V:
    def __init__(s,v): s.v=v
    def __lt__(s,o): return s.v<o.v
    def __eq__(s,o): return s.v==o.v
print(P(1,V(1))<P(1,V(2)), sorted([P(1,V(2)),P(1,V(1))])[0].b.v)
