"""math: constants, and what natives leave to Python."""

from intrinsics import _twin, _x_need_float

pi = 3.141592653589793
e = 2.718281828459045
tau = 6.283185307179586
inf = float('inf')
nan = float('nan')

_fsum = fsum
_dist = dist


@_twin('math.fsum')
def _fsum_slow(seq, /):
    return _fsum([_x_need_float(x) for x in seq])


@_twin('math.dist')
def _dist_slow(p, q, /):
    return _dist([_x_need_float(x) for x in p], [_x_need_float(x) for x in q])


@_twin('math.prod')
def _prod_slow(iterable, /, start=1):
    for item in iterable:
        start = start * item
    return start


del _twin
