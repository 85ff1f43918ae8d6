# __bool__ and __len__ may be any descriptor.
class Bound:
    def __init__(self, v): self.v = v
    def __get__(self, obj, cls): return lambda: self.v
class A: __bool__ = Bound(False)
class B: __len__ = Bound(0)
class C: __bool__ = Bound(5)
a, b = A(), B()
print(bool(a), not a, 1 if a else 2, bool(b))
if a: print('no')
while a: break
else: print('end')
try: bool(C())
except TypeError as e: print(e)
