"""Keys with their own __hash__ and __eq__: how often they are asked, what they
return, what changes meanwhile."""

class P:
    n=0
    def __init__(s,x): s.x=x
    def __hash__(s): P.n+=1; return s.x%3
    def __eq__(s,o):
        if not isinstance(o,P): return NotImplemented
        P.n+=100
        return s.x==o.x
    def __repr__(s): return f"P{s.x}"
d={P(i):i for i in range(10)}
print(P.n)
print(d[P(7)], P(8) in d, P(11) in d, d.get(P(3)), d.get(P(33)), d.get(P(33),5), d.setdefault(P(4),1), d.setdefault(P(44),1))
try: d[P(100)]
except KeyError as e: print(repr(e))
print(d.pop(P(5)), d.pop(P(5),9))
try: d.pop(P(5))
except KeyError as e: print(repr(e))
del d[P(1)]
try: del d[P(1)]
except KeyError as e: print(repr(e))
print(d, P.n)
s={P(i%4) for i in range(10)}
s.add(P(2)); s.add(P(9)); print(s, P(2) in s, P(5) in s); s.discard(P(2)); s.remove(P(3))
try: s.remove(P(3))
except KeyError as e: print(repr(e))
print(s, P.n)
print(1 in d, "a" in s, (P(1),2) in {(P(1),2):3}, {(P(1),2):3}[(P(1),2)])
class Bad:
    def __hash__(s): return "x"
try: d[Bad()]
except TypeError as e: print(e)
try: {}.get(Bad())
except TypeError as e: print(e)
class B2:
    def __hash__(s): return 1<<100
    def __eq__(s,o): return [1]
b={B2():1}; b[B2()]=2; print(len(b), b[B2()])
class B3:
    def __hash__(s): return -1
    def __eq__(s,o): return NotImplemented
b={B3():1}; b[B3()]=2; print(len(b))
class B4:
    def __hash__(s): return 5
    def __eq__(s,o): raise ValueError("eq")
b={B4():1}
try: b[B4()]=2
except ValueError as e: print(e, len(b))
class B5:
    def __hash__(s): return 5
    def __eq__(s,o): d5.clear(); return True
d5={B5():1}
try: print(d5[B5()])
except KeyError as e: print("KeyError")
class S5:
    def __hash__(s): return 5
    def __eq__(s,o):
        d6[len(d6)]=1
        return False
d6={S5():1}; d6[S5()]=2; print(len(d6))
class D(dict): pass
dd=D(); dd[P(1)]=1; dd[P(1)]=2; print(dd, P(1) in dd, dd[P(1)], dd.get(P(1)), dd.pop(P(1))); 
print({P(1):1}=={P(1):1}, {P(1),P(2)}&{P(2)}, {P(1)}|{P(1)}, {P(1)}-{P(1)}, {P(1)}=={P(1)})
class M(dict):
    def __missing__(s,k): return "miss"
print(M()[P(3)])
print(hash(P(4)))
from collections import Counter, defaultdict, OrderedDict
print(Counter([P(1),P(2),P(1)]), defaultdict(int,{P(1):2})[P(1)], OrderedDict([(P(1),1),(P(1),2)]))
