# A generator in the place of a method is not callable; it must not be resumed.
def g():
    yield 1
class C: pass
x = g()
C.__getattr__ = x
try:
    print(C().nope)
except TypeError as e:
    print("TypeError", e)
class D:
    __getattr__ = g()
D.__getattr__.__next__()
try:
    print(D().nope)
except TypeError as e:
    print("TypeError", e)
class E:
    __len__ = g()
try: print(len(E()))
except TypeError as e: print(e)
class F: __hash__ = g()
try: print(hash(F()))
except TypeError as e: print(e)
print(sorted([3,1], key=None))
try: print(sorted([3,1], key=g()))
except TypeError as e: print(e)
class H: __eq__ = g(); __lt__ = g(); __add__ = g(); __call__ = g(); __iter__= g(); __getitem__ = g(); __contains__ = g(); __str__ = g(); __format__ = g(); __bool__ = g(); __exit__=g(); __enter__=g(); __index__=g(); __next__=g()
import operator
for f in (lambda h: h==1, lambda h: h<1, lambda h: h+1, lambda h:h(1,2), lambda h: iter(h), lambda h:h[1], lambda h: 1 in h, str, bool, operator.index, lambda h: list(map(g(), [1])), lambda h: f"{h:x}", lambda h: next(h), lambda h: (lambda: exec("with h: pass", {"h":h}))()):
    try: print(f(H()))
    except TypeError as e: print(e)
