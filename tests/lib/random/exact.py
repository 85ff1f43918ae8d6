import random
import warnings
warnings.simplefilter("ignore")

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

for s in (0, 1, -1, 42, 2**32, 2**100 + 7, "hello", "", "é", b"bytes", bytearray(b"ba"), 1.5, True):
    r = random.Random(s)
    print(s, [r.random() for _ in range(5)], [r.getrandbits(k) for k in (0, 1, 5, 32, 33, 64, 65, 200)])
random.seed("hello", version=1)
print(random.random())
random.seed(b"hello", version=1)
print(random.random())
show(random.seed, [1])
show(random.seed, (1,))
random.seed(12345)
for _ in range(700):
    random.random()
print(random.random(), random.getrandbits(32))
print([random.randrange(10) for _ in range(20)], [random.randrange(-5, 100, 7) for _ in range(10)], [random.randrange(10, -10, -3) for _ in range(10)])
print([random.randint(1, 6) for _ in range(20)], random.randint(10**30, 10**31), random.randbytes(13))
x = list(range(50))
random.shuffle(x)
print(x, random.choice("abcdef"), random.choices("abc", k=10), random.choices("abc", [1, 2, 3], k=10), random.choices(range(4), cum_weights=[1, 1.5, 2, 9], k=8))
print(random.sample(range(1000), 10), random.sample(range(20), 15), random.sample("abcdefghij", 4), random.sample(["r", "b"], counts=[4, 3], k=5), random.sample(range(10**12), 6))
r = random.Random(7)
for name, args in [("uniform", (2, 5)), ("triangular", ()), ("triangular", (1, 9, 3)), ("normalvariate", (0, 1)), ("normalvariate", ()), ("gauss", (5, 2)), ("gauss", ()), ("lognormvariate", (0, 1)),
                   ("expovariate", (1.5,)), ("vonmisesvariate", (1, 4)), ("vonmisesvariate", (1, 0)), ("gammavariate", (0.5, 2)), ("gammavariate", (1.0, 2)), ("gammavariate", (3.5, 2)),
                   ("betavariate", (2, 3)), ("paretovariate", (3,)), ("weibullvariate", (1, 1.5)), ("triangular", (3, 3, 3))]:
    print(name, args, [getattr(r, name)(*args) for _ in range(7)])
st = r.getstate()
print(st[0], len(st[1]), st[1][:3], st[1][-1], st[2])
a = [r.gauss(0, 1) for _ in range(3)]
r.setstate(st)
print(a == [r.gauss(0, 1) for _ in range(3)])
random.setstate(st)
print(random.random())
for bad in ((1, 2, 3), (3, (1, 2), None), (3, [0] * 625, None), (3, (0,) * 624 + (700,), None), (3, (-1,) * 625, None), (3, ("x",) * 625, None)):
    show(random.Random().setstate, bad)
show(random.choice, [])
show(random.randrange, 0)
show(random.randrange, 5, 5)
show(random.randrange, 5, 1)
show(random.randrange, 1, 10, 0)
show(random.randrange, 10, 1, 2)
show(random.randrange, 1.5)
show(random.randrange, 5, step=2)
show(random.randrange, 1, 2.5)
show(random.randrange, 1, 20, 2.5)
show(random.randint, 5, 1)
show(random.sample, {1, 2}, 1)
show(random.sample, [1, 2], 3)
show(random.sample, [1, 2], -1)
show(random.sample, [1, 2], 1, counts=[1])
show(random.sample, [1, 2], 1, counts=[1.5, 2])
show(random.sample, [1, 2], 1, counts=[0, 0])
show(random.choices, [1, 2], 3)
show(random.choices, [1, 2], [1])
show(random.choices, [1, 2], [1, 2], cum_weights=[1, 3])
show(random.choices, [1, 2], [0, 0])
show(random.choices, [1, 2], [1, float("inf")])
show(random.choices, [])
show(random.getrandbits, -1)
show(random.getrandbits, "x")
show(random.gammavariate, 0, 1)
s = random.SystemRandom()
print(0 <= s.random() < 1, s.getrandbits(10) < 1024, 1 <= s.randint(1, 3) <= 3, len(s.randbytes(5)), s.seed(3))
show(s.getstate)
class R(random.Random):
    def random(self):
        return 0.25
q = R(1)
print(q.randrange(100), q.choice("abcd"), q.random())
class G(random.Random):
    def getrandbits(self, k):
        return 1
print(G(1).randrange(100), random.Random(3).random(), sorted(random.__all__))
random.seed(5)
d = [random.random() for _ in range(2000)]
print(sum(d), min(d), max(d), sum(random.getrandbits(7) for _ in range(2000)))
