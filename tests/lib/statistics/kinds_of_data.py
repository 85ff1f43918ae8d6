"""Means and spreads of every kind of data, and of kinds mixed."""
import statistics
from decimal import Decimal
from fractions import Fraction


class Own(int):
    pass


inf, nan = float("inf"), float("nan")
for data in ([1], [1, 2], [1, 2, 3, 4], [2**60, 2**60 + 1], [-5, 5], [0.1] * 3, [1.5, 2.25, -0.0], [1e300, 1e300, -1e300],
             [1, 2.5], [2.5, 1], [True, False, 1], [True, True], [Own(3), Own(4)], [Own(3), 4], [Fraction(1, 3), 1],
             [Fraction(1, 3), 0.5], [Decimal("1.1"), Decimal("2.25")], [Decimal(1), 2], [1.0, inf], [inf, -inf], [nan, 1.0],
             [inf], [5e-324, 5e-324], (1, 2, 4), range(5), {1, 2}, iter([1.5, 2.5]), (x / 3 for x in range(7)), [], ["a"],
             [1, None], [1.0, "b"], [1 + 2j]):
    kept = data if isinstance(data, (list, tuple, range, set)) else list(data)
    for f in (statistics.mean, statistics.fmean, statistics.variance, statistics.pvariance, statistics.stdev, statistics.pstdev,
              statistics.median):
        try:
            result = f(kept if kept is data else iter(kept))
            print(f.__name__, kept, repr(result))
        except Exception as error:
            print(f.__name__, kept, type(error).__name__, error)
print(statistics.variance([1, 2, 4], 2), statistics.pvariance([1.5, 2.5], 2.0), statistics.mean(x for x in (1, 2)))
