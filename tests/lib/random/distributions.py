# all distributions and selections, bit by bit; wrong arguments
# caisson: skip-stderr
import random

r = random.Random(42)
for name, args in (("uniform", (1, 5)), ("uniform", (5, 1)), ("triangular", ()),
                   ("triangular", (1, 9, 3)), ("triangular", (2, 2)), ("normalvariate", (1, 2)),
                   ("gauss", ()), ("gauss", (3, 0.5)), ("lognormvariate", (0, 1)),
                   ("expovariate", (0.5,)), ("vonmisesvariate", (1, 2)),
                   ("vonmisesvariate", (1, 1e-9)), ("gammavariate", (0.5, 2)),
                   ("gammavariate", (1, 2)), ("gammavariate", (4.5, 0.3)),
                   ("betavariate", (2, 3)), ("paretovariate", (3,)), ("weibullvariate", (1, 2)),
                   ("random", ()), ("getrandbits", (70,)), ("getrandbits", (0,)),
                   ("randbytes", (5,)), ("randint", (1, 6)), ("randrange", (10,)),
                   ("randrange", (5, 50, 7)), ("randrange", (50, 5, -7)), ("choice", ("abc",)),
                   ("choices", ("abc",)), ("sample", (range(1000), 5)), ("sample", ("abcdef", 6)),
                   ("sample", (range(10), 0))):
    print(name, args, [getattr(r, name)(*args) for _ in range(6)])
print(r.choices("abc", [1, 2, 7], k=10), r.choices("abc", cum_weights=[1, 3, 10], k=10),
      r.choices([1], k=3), r.sample("ab", k=4, counts=[3, 2]))
deck = list(range(20))
r.shuffle(deck)
print(deck)
state = r.getstate()
first = [r.random(), r.gauss()]
r.setstate(state)
print(first == [r.random(), r.gauss()], state[0], len(state[1]), state[2])
for seed in (0, -5, 2 ** 200, 1.5, "text", b"bytes", bytearray(b"x"), True):
    print(repr(seed), random.Random(seed).random())
for seed in ("text", b"bytes", ""):
    q = random.Random()
    q.seed(seed, version=1)
    print(q.getrandbits(32))


class Own(random.Random):
    "draws from a sequence"

    def __init__(self):
        self.n = 0
        super().__init__()

    def random(self):
        self.n += 1
        return (self.n * 0.37) % 1


o = Own()
print([o.randrange(10) for _ in range(8)], o.choice("abcd"), o.sample(range(9), 3), o.gauss(0, 1))


class Bits(random.Random):
    def getrandbits(self, k):
        return 0


print(Bits().randrange(7), Bits().choice("xyz"))
for bad in (lambda: r.randrange(0), lambda: r.randrange(3, 3), lambda: r.randrange(1, 5, 0),
            lambda: r.randrange(1, 5, -1), lambda: r.randrange(1.5), lambda: r.randint(3, 1),
            lambda: r.randrange(5, None, 2), lambda: r.choice([]), lambda: r.sample([1], 2),
            lambda: r.sample({1}, 1), lambda: r.sample("ab", 1, counts=[1]),
            lambda: r.sample("ab", 1, counts=[1.5, 1]), lambda: r.sample("ab", 1, counts=[0, 0]),
            lambda: r.choices("ab", [1], k=1), lambda: r.choices("ab", [0, 0]),
            lambda: r.choices("ab", 3), lambda: r.choices("ab", [1, 2], cum_weights=[1, 2]),
            lambda: r.choices("ab", [1, float("inf")]), lambda: r.gammavariate(0, 1),
            lambda: r.getrandbits(-1), lambda: r.seed([]), lambda: r.setstate((9, (), None)),
            lambda: r.setstate((3, (1,), None)), lambda: random.SystemRandom().getstate()):
    try:
        print(bad())
    except Exception as error:
        print(type(error).__name__, error)
s = random.SystemRandom()
print(0 <= s.random() < 1, s.getrandbits(0), s.randbytes(0), len(s.randbytes(3)), s.seed(3))
random.seed(7)
print(random.random(), random.randint(1, 9), random.choice("xyz"), random.gauss(0, 1))
