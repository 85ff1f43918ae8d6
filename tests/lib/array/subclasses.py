# Arrays of other kinds as a source; subclasses with arguments and attributes.
import pickle
import weakref
from array import array as A
print(A('h', A('b', [1, 2])), A('d', A('i', [1, 2])), A('B', A('B', [3])))
for args in [('h', A('u', 'ab')), ('u', A('h', [1])), ('b', A('h', [1000])), ('i', A('d', [1.5]))]:
    try: print(A(*args))
    except Exception as e: print(type(e).__name__, e)
class S(A):
    def __new__(cls, code, items=(), tag=None): return super().__new__(cls, code, items)
    def __init__(self, code, items=(), tag=None): self.tag = tag
s = S('i', [1, 2], tag='t'); r = weakref.ref(s); print(r() is s, s.tag, s)
t = pickle.loads(pickle.dumps(s)); print(t, type(t), t.tag)
try: A('i', [1], x=2)
except TypeError as e: print(e)
class K(A):
    def __init__(self, code, items=(), extra=None): self.extra = extra
print(K('b', [1], extra=5).extra)
for v in (5, 'ab', b'x'):
    for f in (lambda: A('u', [v]), lambda: A('u').append(v), lambda: A('u').insert(0, v)):
        try: f()
        except TypeError as e: print(e)
print(S('u', 'ab'), S('b'), [K('d', [1.5])])
