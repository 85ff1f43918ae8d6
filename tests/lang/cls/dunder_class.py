"""obj.__class__, also where a class says otherwise."""
class C:
    def __init__(s, **k): s.__dict__.update(k)
class P:
    pass
print(P().__class__.__name__, (3).__class__, P.__class__)
class Q:
    @property
    def __class__(self): return int
print(Q().__class__, isinstance(Q(), int))
class R:
    def __getattribute__(self, n): return n
print(R().__class__)
x = P(); x.__class__ = C; print(x.__class__)
