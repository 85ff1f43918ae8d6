# Arithmetic beyond a machine word: every rounding, flags, traps.
from decimal import *
import random
r = random.Random(5)
modes = [ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_05UP]
def num():
    k = r.choice([1, 3, 10, 15, 18, 20, 28, 30, 36, 37])
    c = r.choice([r.randrange(10 ** k), 10 ** k - 1, 5 * 10 ** (k - 1), 10 ** k, r.randrange(10 ** k) // 10 ** (k // 2) * 10 ** (k // 2)])
    return Decimal((r.randrange(2), tuple(map(int, str(c))), r.randrange(-40, 20)))
log = []
def do(name, f):
    c = getcontext()
    c.clear_flags()
    try:
        v = f()
    except Exception as e:
        v = type(e).__name__
    fl = ' '.join(sorted(k.__name__ for k, b in c.flags.items() if b))
    log.append(f'{name} {v} {fl}')
for i in range(120):
    c = getcontext()
    c.prec = r.choice([28, 28, 28, 5, 36, 18, 9, 40])
    c.rounding = r.choice(modes + [ROUND_HALF_EVEN] * 8)
    c.traps[Inexact] = r.random() < .05
    a, b = num(), num()
    t = f'{c.prec} {c.rounding[6:]} {a} {b}'
    do(t + ' +', lambda: a + b)
    do(t + ' -', lambda: a - b)
    do(t + ' *', lambda: a * b)
    do(t + ' /', lambda: a / b)
    n = r.randrange(-1000, 1000)
    do(t + f' r- {n}', lambda: n - a)
    do(t + f' r/ {n}', lambda: n / a)
    do(t + f' / {n}', lambda: a / n)
    do(t + ' cmp', lambda: (a < b, a == b, a >= b, a > n))
    do(t + ' neg', lambda: (-a, abs(a), +a))
    q = Decimal((0, (1,), r.randrange(-30, 5)))
    m = r.choice(modes + [None])
    do(t + f' q {q} {m}', lambda: a.quantize(q, rounding=m))
for l in log:
    print(l)
