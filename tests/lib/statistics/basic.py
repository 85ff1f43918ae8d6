import statistics as S
from fractions import Fraction as F
from decimal import Decimal as D
import random

def show(f, *a, **k):
    try:
        print(f.__name__, repr(f(*a, **k)))
    except Exception as e:
        print(f.__name__, type(e).__name__, str(e).split(" coerce ")[0])

random.seed(11)
sets = [[1, 2, 3, 4], [1, 3], [5], [], [1.5, 2.25, -3], [F(1, 3), F(1, 2)], [D("1.1"), D("2.2"), D("3.5")], [1, 2.5, F(1, 2)], [1, D(2)], [1e308, 1e308, 1e308],
        [float("inf"), 1], [float("nan"), 1], [float("inf"), float("-inf")], [0.1] * 10, [True, False, True], ["a", "b", "a"], range(10), [random.gauss(5, 2) for _ in range(50)], [-1, 0, 1], [10**30, 1, -10**30], [1e-300, 2e-300]]
fs = [S.mean, S.fmean, S.geometric_mean, S.harmonic_mean, S.median, S.median_low, S.median_high, S.median_grouped, S.mode, S.multimode, S.stdev, S.pstdev, S.variance, S.pvariance, S.quantiles, S.NormalDist.from_samples]
for d in sets:
    print(d)
    for f in fs:
        if f is S.harmonic_mean and D in map(type, d) and int in map(type, d):
            continue  # the error names types in the order of a set
        show(f, d)
        if f is not S.quantiles:
            show(f, iter(d))
    for n in (1, 2, 3, 10, 0):
        for m in ("inclusive", "exclusive", "x"):
            show(S.quantiles, d, n=n, method=m)
show(S.fmean, [1, 2, 3], [3, 2, 1])
show(S.fmean, [1, 2, 3], [3, 2])
show(S.fmean, [1, 2], [0, 0])
show(S.fmean, iter([1, 2]), iter([1, 3]))
show(S.harmonic_mean, [40, 60], weights=[5, 30])
show(S.harmonic_mean, [40, 60], weights=[5])
show(S.harmonic_mean, [-1, 2])
show(S.harmonic_mean, [0, 2])
show(S.harmonic_mean, [1, 2], weights=[0, 0])
show(S.harmonic_mean, [1, 2], weights=[-1, 2])
show(S.harmonic_mean, ["x"])
show(S.variance, [1, 2, 3], 2)
show(S.pvariance, [1, 2, 3], mu=1.5)
show(S.stdev, [1.5, 2.5, 4], 2)
show(S.median_grouped, [1, 3, 3, 5, 7], interval=2)
show(S.median_grouped, ["a", "b"])
x, y = [1, 2, 3, 4, 5, 6, 7, 8, 9], [1, 2, 3, 1, 2, 3, 1, 2, 3.5]
for f in (S.covariance, S.correlation, S.linear_regression):
    show(f, x, y)
    show(f, x, y[:-1])
    show(f, [1], [1])
    show(f, [1, 1], [1, 2])
show(S.linear_regression, x, y, proportional=True)
n = S.NormalDist(10, 2.5)
m = S.NormalDist(12, 1.5)
print(n, m, n + m, n - m, n + 3, 3 - n, n * 2, 2 * n, n / 4, +n, -n, n == S.NormalDist(10, 2.5), n == 3, hash(n) == hash(S.NormalDist(10, 2.5)))
print(n.mean, n.median, n.mode, n.stdev, n.variance, n.overlap(m), m.overlap(n), n.overlap(n + 1), n.zscore(13))
print([n.pdf(v) for v in range(0, 20, 3)], [n.cdf(v) for v in range(0, 20, 3)], [n.inv_cdf(p) for p in (1e-10, 1e-5, 0.01, 0.07, 0.25, 0.5, 0.77, 0.95, 1 - 1e-12)], n.quantiles(), n.quantiles(10))
print(n.samples(5, seed=3), len(n.samples(2)))
for f in (n.inv_cdf,):
    show(f, 0)
    show(f, 1.5)
z = S.NormalDist(0, 0)
for f in (z.pdf, z.cdf, z.inv_cdf, z.zscore):
    show(f, 0.5)
show(z.overlap, n)
show(n.overlap, 3)
show(S.NormalDist, 0, -1)
print(sorted(S.__all__))
