# Classes whose instances are made without Python code between; metaclasses.
from collections import deque, defaultdict, OrderedDict
print(deque(), deque([1,2]), deque((1,2,3), 2), deque('abc', maxlen=2), deque(maxlen=0), deque(iterable=[1]), deque([1,2,3], maxlen=0))
d = deque(range(20)); d.append(1); d.appendleft(3); print(d, d.maxlen, list(map(deque, [[1],[2]])))
for a in [lambda: deque(1,2,3), lambda: deque(1), lambda: deque(maxlen=-1), lambda: deque(maxlen='a'), lambda: defaultdict(1)]:
    try: a()
    except Exception as e: print(type(e), e)
class D(deque):
    def __init__(self, a, b): super().__init__(a); self.b = b
x = D([1], 2); print(x, x.b, deque.__new__(D), isinstance(x, deque))
class E(deque): pass
print(E([1,2], 1), E())
class F(deque):
    def __new__(cls, *a): print('new', a); return super().__new__(cls, *a)
print(F([1]))
print(defaultdict(), defaultdict(list), defaultdict(None), defaultdict(int, {'a': 1}), defaultdict(int, a=2), defaultdict(lambda: 0)['q'])
class G(defaultdict):
    def __init__(self): super().__init__(list); self.z = 1
g = G(); g['a'].append(1); print(g, g.z)
class H(defaultdict):
    def __init__(self): pass
print(H().default_factory, H())
import copy, pickle
print(copy.copy(deque([1],3)), copy.deepcopy(defaultdict(list,{1:[2]})), pickle.loads(pickle.dumps(deque([1,2],5))), pickle.loads(pickle.dumps(defaultdict(list,{1:2}))))
class L(list):
    def __init__(self, *a): super().__init__(*a); self.n = len(self)
class DD(dict):
    def __init__(self, *a, **k): super().__init__(*a, **k); self.t = 1
class S(set):
    def __init__(self, it=()): super().__init__(it); self.q = 5
print(L([1,2]), L([1]).n, DD(a=1), DD({'b': 2}).t, S([1]), S().q, L(), type(L()), [L([i]) for i in range(3)], list(map(L, ['ab','c'])))
class Bad(dict):
    def __init__(self): return 3
try: Bad()
except TypeError as e: print(e)
class M(type):
    def __call__(cls, *a, **k):
        print('meta', a, k); return super().__call__(*a, **k)
class A(metaclass=M):
    def __init__(self, x=1, *, y=2): self.x = x; self.y = y
a = A(3, y=4); print(a.x, a.y, A().x)
class M2(type):
    def __call__(cls, x): return type.__call__(cls, x)
class B(metaclass=M2):
    def __new__(cls, x): o = object.__new__(cls); o.n = x; return o
    def __init__(self, x): self.x = x * 2
print(B(4).x, B(3).n)
class C(list, metaclass=M2):
    def __init__(self, x): super().__init__(x)
print(C([1]), type.__call__(int, '5'), type.__call__(type, 3), type.__call__(dict, a=1), type.__call__(M2, 'X', (), {}).__name__)
try: type.__call__(3)
except TypeError as e: print('te')
try: type.__call__()
except TypeError as e: print('te')
class M3(type):
    def __call__(cls, *a):
        if not hasattr(cls, 'o'): cls.o = super().__call__(*a)
        return cls.o
class Sg(metaclass=M3):
    def __init__(self): self.k = 1
print(Sg() is Sg(), Sg().k)
from abc import ABC, ABCMeta, abstractmethod
class Ab(metaclass=ABCMeta):
    @abstractmethod
    def f(self): ...
try: ABCMeta.__call__(Ab)
except TypeError as e: print(e)
od = OrderedDict([(1,2)], a=3); print(od, OrderedDict(), OrderedDict({'x': 1}))
