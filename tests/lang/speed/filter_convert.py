# filter() in C and where it gives up; conversions by short methods.
print(list(filter(None, [0, 1, '', 'a', None, [], [0]])), list(filter(bool, range(4))), list(filter(str.isdigit, 'a1b2')), ''.join(filter(str.isalpha, 'a1 b2')))
print(list(filter(lambda x: x % 2, range(10))), list(filter(lambda x: x, [])), tuple(filter(None, (1, 0))), set(filter(None, {1, 0})), sorted(filter(None, {'a': 1, '': 2})))
f = filter(None, [1, 0, 2]); print(next(f), next(f), next(f, 'end'), next(f, 'end'), iter(f) is f, type(f), repr(f)[:14])
class T:
    def __init__(self, v): self.v = v
    def __bool__(self): return self.v > 1
    def __repr__(self): return f'T{self.v}'
class U:
    def __init__(self, v): self.v = v
    def __len__(self):
        for i in range(2): pass
        return self.v
    def __repr__(self): return f'U{self.v}'
print(list(filter(None, [T(1), T(2), U(0), U(1), 5, T(3)])), list(filter(None, map(T, range(4)))))
calls = []
def slow(x):
    calls.append(x)
    for i in range(2): pass
    return T(x)
print(list(filter(slow, range(5))), calls)
print(list(filter(lambda x: T(x), range(4))), list(filter(T, range(4))), list(filter(lambda x: U(x % 2), range(4))))
d = {1: T(2), 2: T(0), 3: 0, 4: 1}
print(list(filter(d.get, [1, 2, 3, 4, 5])), [k for k in filter(d.get, d)], list(filter({1, 2}.__contains__, [1, 3, 2])))
for x in filter(None, [T(0), T(5), 0, 7]):
    print(x)
def gen():
    yield 0; yield 1
print(list(filter(None, gen())), list(filter(None, zip([], []))), list(filter(None, enumerate('a'))), list(zip(filter(None, [1, 0, 2]), 'ab')), list(map(str, filter(None, [0, 3]))), sum(filter(None, [1, 0, 2])), max(filter(None, [3, 0])), list(enumerate(filter(None, [0, 4]))))
for g in [lambda: filter(None), lambda: filter(None, 3), lambda: filter(3, [1]), lambda: list(filter(3, [1])), lambda: list(filter(len, [1])), lambda: list(filter(lambda x: 1 / x, [1, 0])), lambda: filter(None, [], x=1), lambda: list(filter(int, ['1', 'x']))]:
    try: print(str(g())[:10])
    except Exception as e: print(type(e).__name__, e)
def stop(x):
    if x == 2: raise StopIteration
    return True
print(list(filter(stop, range(5))), list(filter(next, [iter([1]), iter([]), iter([2])])) and 'ok')
l = [1, 2, 3, 4]
for x in filter(None, l):
    if x == 2: l.append(0); l.append(9)
    print(x, end=' ')
print()
class F(filter): pass
print(list(F(None, [1, 0])), isinstance(F(None, []), filter))
a, b = filter(None, [1, 0, 2]); print(a, b, 2 in filter(None, [1, 2]), [*filter(None, [1, 0])])
class I:
    def __init__(self, v): self.v = v
    def __index__(self): return self.v
class N:
    def __init__(self, v): self.v = v
    def __int__(self): return self.v
    def __float__(self): return self.v + 0.5
class B:
    def __index__(self): return 'x'
    def __int__(self): return 1.5
    def __float__(self): return 3
class S(I):
    def __index__(self):
        for i in range(3): pass
        return super().__index__()
xs = list(range(10))
for k in range(3):
    print(xs[I(2)], (1, 2)[I(1)], 'abc'[I(0)], xs[I(-1)], xs[I(2):I(4)], list(range(I(3))), int(I(5)), int(N(6)), float(N(2)), float(I(2)), xs[S(3)], hex(I(255)), xs.pop(I(0)), 'a' * I(2), [0] * I(2), bytes(I(2)), chr(I(65)), round(2.567, I(1)), divmod(7, 2))
for g in [lambda: xs[B()], lambda: int(B()), lambda: float(B()), lambda: xs[I(50)], lambda: xs[N(1)], lambda: range(N(1)), lambda: xs[object()], lambda: (1,)[I(9)]]:
    try: print(g())
    except Exception as e: print(type(e).__name__, e)
xs[I(0)] = 'set'; del xs[I(1)]; print(xs)
class R:
    def __str__(self): return 'str'
    def __repr__(self): return 'repr'
    def __bool__(self): return False
class V:
    def __init__(self): self.n = 'v'
    def __str__(self): return self.n
    def __repr__(self): return self.n * 2
print(str(R()), repr(R()), f'{R()} {R()!r}', '%s %r' % (R(), R()), '{} {!r}'.format(R(), R()), str(V()), [V(), R()], {V(): 1}, (V(),), print(V(), R()))
