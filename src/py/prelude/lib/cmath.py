# cmath.py - functions of complex numbers.
#
# C has the everyday values of what is called most (mod/cmath.c).
# Finite arguments use formulas that avoid cancellation and overflow (after
# Kahan); others look their result up in tables by the class of each part:
# -inf, negative, -0, +0, positive, +inf, nan.  "E" is a domain error, "F"
# a formula, I infinity, N nan, P a fraction of pi.
#
# SPDX-License-Identifier: Apache-2.0
"""Functions of complex numbers."""
import math
import sys
from math import (atan2, copysign, cosh as _cosh, cos as _cos, exp as _exp,
                  hypot, ldexp, log as _log, log1p, sin as _sin,
                  sinh as _sinh, sqrt as _sqrt)

from intrinsics import _twin, _x_need_float

pi = math.pi
e = math.e
tau = math.tau
inf = math.inf
nan = math.nan
infj = complex(0.0, inf)
nanj = complex(0.0, nan)
_LARGE = sys.float_info.max / 4.0
_SQRT_LARGE = _sqrt(_LARGE)
_LOG_LARGE = _log(_LARGE)
_TINY = sys.float_info.min
_SQRT_TINY = _sqrt(_TINY)
_LN2 = math.log(2.0)
_LN10 = math.log(10.0)

_TEXTS = {
    "acos": (
        "P34,I P,I P,I P,-I P,-I P34,-I N,I",
        "P2,I 0 0 0 0 P2,-I N,N",
        "P2,I 0 0 0 0 P2,-I P2,N",
        "P2,I 0 0 0 0 P2,-I P2,N",
        "P2,I 0 0 0 0 P2,-I N,N",
        "P4,I 0.0,I 0.0,I 0.0,-I 0.0,-I P4,-I N,I",
        "N,I N,N N,N N,N N,N N,-I N,N",
    ),
    "acosh": (
        "I,-P34 I,-P I,-P I,P I,P I,P34 I,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P4 I,-0.0 I,-0.0 I,0.0 I,0.0 I,P4 I,N",
        "I,N N,N N,N N,N N,N I,N N,N",
    ),
    "asinh": (
        "-I,-P4 -I,-0.0 -I,-0.0 -I,0.0 -I,0.0 -I,P4 -I,N",
        "-I,-P2 0 0 0 0 -I,P2 N,N",
        "-I,-P2 0 0 0 0 -I,P2 N,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P4 I,-0.0 I,-0.0 I,0.0 I,0.0 I,P4 I,N",
        "I,N N,N N,-0.0 N,0.0 N,N I,N N,N",
    ),
    "atanh": (
        "-0.0,-P2 -0.0,-P2 -0.0,-P2 -0.0,P2 -0.0,P2 -0.0,P2 -0.0,N",
        "-0.0,-P2 0 0 0 0 -0.0,P2 N,N",
        "-0.0,-P2 0 0 0 0 -0.0,P2 -0.0,N",
        "0.0,-P2 0 0 0 0 0.0,P2 0.0,N",
        "0.0,-P2 0 0 0 0 0.0,P2 N,N",
        "0.0,-P2 0.0,-P2 0.0,-P2 0.0,P2 0.0,P2 0.0,P2 0.0,N",
        "0.0,-P2 N,N N,N N,N N,N 0.0,P2 N,N",
    ),
    "cosh": (
        "E F I,0.0 I,-0.0 F E I,N",
        "E 0 0 0 0 E N,N",
        "E 0 0 0 0 E N,0.0",
        "E 0 0 0 0 E N,0.0",
        "E 0 0 0 0 E N,N",
        "E F I,-0.0 I,0.0 F E I,N",
        "N,N N,N N,0.0 N,0.0 N,N N,N N,N",
    ),
    "sinh": (
        "E F -I,-0.0 -I,0.0 F E I,N",
        "E 0 0 0 0 E N,N",
        "E 0 0 0 0 E 0.0,N",
        "E 0 0 0 0 E 0.0,N",
        "E 0 0 0 0 E N,N",
        "E F I,-0.0 I,0.0 F E I,N",
        "N,N N,N N,-0.0 N,0.0 N,N N,N N,N",
    ),
    "exp": (
        "0.0,0.0 F 0.0,-0.0 0.0,0.0 F 0.0,0.0 0.0,0.0",
        "E 0 0 0 0 E N,N",
        "E 0 0 0 0 E N,N",
        "E 0 0 0 0 E N,N",
        "E 0 0 0 0 E N,N",
        "E F I,-0.0 I,0.0 F E I,N",
        "N,N N,N N,-0.0 N,0.0 N,N N,N N,N",
    ),
    "log": (
        "I,-P34 I,-P I,-P I,P I,P I,P34 I,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P2 0 0 0 0 I,P2 N,N",
        "I,-P4 I,-0.0 I,-0.0 I,0.0 I,0.0 I,P4 I,N",
        "I,N N,N N,N N,N N,N I,N N,N",
    ),
    "sqrt": (
        "I,-I 0.0,-I 0.0,-I 0.0,I 0.0,I I,I N,I",
        "I,-I 0 0 0 0 I,I N,N",
        "I,-I 0 0 0 0 I,I N,N",
        "I,-I 0 0 0 0 I,I N,N",
        "I,-I 0 0 0 0 I,I N,N",
        "I,-I I,-0.0 I,-0.0 I,0.0 I,0.0 I,I I,N",
        "I,-I N,N N,N N,N N,N I,I N,N",
    ),
    "tanh": (
        "-1.0,0.0 F -1.0,-0.0 -1.0,0.0 F -1.0,0.0 -1.0,0.0",
        "E 0 0 0 0 E N,N",
        "E 0 0 0 0 E N,N",
        "E 0 0 0 0 E N,N",
        "E 0 0 0 0 E N,N",
        "1.0,0.0 F 1.0,-0.0 1.0,0.0 F 1.0,0.0 1.0,0.0",
        "N,N N,N N,-0.0 N,0.0 N,N N,N N,N",
    ),
}
_VALUES = {"I": inf, "N": nan, "P": pi, "P2": pi / 2, "P4": pi / 4,
           "P34": 0.75 * pi}


def _cell(text):
    """A table entry: a complex number, "E", "F" or None."""
    if text in ("E", "F"):
        return text
    if text == "0":
        return None
    parts = []
    for part in text.split(","):
        sign = -1.0 if part[0] == "-" else 1.0
        name = part.lstrip("-")
        value = _VALUES[name] if name in _VALUES else float(name)
        parts.append(copysign(value, sign) if value == value else value)
    return complex(*parts)


_TABLES = {name: [[_cell(c) for c in row.split(" ")] for row in rows]
           for name, rows in _TEXTS.items()}


def _class(x):
    """The row or column of a part."""
    if x != x:
        return 6
    if x == inf:
        return 5
    if x == -inf:
        return 0
    if x:
        return 4 if x > 0 else 1
    return 3 if copysign(1.0, x) > 0 else 2


def _number(z):
    """An argument as complex."""
    if isinstance(z, complex):
        return z
    if isinstance(z, (int, float)):
        return complex(z)
    cls = type(z)
    if hasattr(cls, "__complex__"):
        z = z.__complex__()
        if not isinstance(z, complex):
            raise TypeError(f"{cls.__name__}.__complex__() returned "
                            f"non-complex (type {type(z).__name__})")
        return z
    if hasattr(cls, "__float__"):
        return complex(float(z))
    if hasattr(cls, "__index__"):
        return complex(z.__index__())
    raise TypeError(f"must be real number, not {cls.__name__}")


def _special(name, z):
    """The result for an argument that is not finite; "F" if a formula must
    give it."""
    found = _TABLES[name][_class(z.real)][_class(z.imag)]
    if found == "E":
        raise ValueError("math domain error")
    return found


def _is_finite(z):
    return z.real - z.real == 0 and z.imag - z.imag == 0


def _range(z):
    if math.isinf(z.real) or math.isinf(z.imag):
        raise OverflowError("math range error")
    return z


@_twin("cmath.sqrt")
def _py_sqrt(z, /):
    """The square root."""
    z = _number(z)
    if not _is_finite(z):
        return _special("sqrt", z)
    x, y = z.real, z.imag
    if x == 0.0 and y == 0.0:
        return complex(0.0, y)
    ax, ay = abs(x), abs(y)
    if ax < _TINY and ay < _TINY:
        ax = ldexp(ax, 53)
        s = ldexp(_sqrt(ax + hypot(ax, ldexp(ay, 53))), -27)
    else:
        ax /= 8.0
        s = 2.0 * _sqrt(ax + hypot(ax, ay / 8.0))
    d = ay / (2.0 * s)
    if x >= 0.0:
        return complex(s, copysign(d, y))
    return complex(d, copysign(s, y))


def _clog(z):
    if not _is_finite(z):
        return _special("log", z)
    ax, ay = abs(z.real), abs(z.imag)
    if ax > _LARGE or ay > _LARGE:
        real = _log(hypot(ax / 2.0, ay / 2.0)) + _LN2
    elif ax < _TINY and ay < _TINY:
        if ax == 0.0 and ay == 0.0:
            raise ValueError("math domain error")
        real = _log(hypot(ldexp(ax, 53), ldexp(ay, 53))) - 53 * _LN2
    else:
        h = hypot(ax, ay)
        if 0.71 <= h <= 1.73:
            big, small = (ax, ay) if ax > ay else (ay, ax)
            real = log1p((big - 1) * (big + 1) + small * small) / 2.0
        else:
            real = _log(h)
    return complex(real, atan2(z.imag, z.real))


@_twin("cmath.log")
def _py_log(z, base=None, /):
    """The logarithm, natural unless a base is given."""
    result = _clog(_number(z))
    if base is not None:
        below = _clog(_number(base))
        if below == 0:
            raise ValueError("math domain error")
        result = result / below
    return result


def log10(z, /):
    """The decimal logarithm."""
    r = _clog(_number(z))
    return complex(r.real / _LN10, r.imag / _LN10)


@_twin("cmath.exp")
def _py_exp(z, /):
    """e to the power z."""
    z = _number(z)
    x, y = z.real, z.imag
    if not _is_finite(z):
        found = _special("exp", z)
        if found != "F":
            return found
        size = inf if x > 0 else 0.0
        return complex(copysign(size, _cos(y)), copysign(size, _sin(y)))
    if x > _LOG_LARGE:
        try:
            size = _exp(x - 1.0)
        except OverflowError:
            size = inf
        return _range(complex(size * _cos(y) * e, size * _sin(y) * e))
    size = _exp(x)
    return complex(size * _cos(y), size * _sin(y))


def cosh(z, /):
    """The hyperbolic cosine."""
    z = _number(z)
    x, y = z.real, z.imag
    if not _is_finite(z):
        found = _special("cosh", z)
        if found != "F":
            return found
        sign = 1.0 if x > 0 else -1.0
        return complex(copysign(inf, _cos(y)),
                       copysign(inf, _sin(y)) * sign)
    if abs(x) > _LOG_LARGE:
        less = x - copysign(1.0, x)
        return _range(complex(_cos(y) * _grow(_cosh, less) * e,
                              _sin(y) * _grow(_sinh, less) * e))
    return complex(_cos(y) * _cosh(x), _sin(y) * _sinh(x))


def _grow(f, x):
    try:
        return f(x)
    except OverflowError:
        return copysign(inf, x) if f is _sinh else inf


def sinh(z, /):
    """The hyperbolic sine."""
    z = _number(z)
    x, y = z.real, z.imag
    if not _is_finite(z):
        found = _special("sinh", z)
        if found != "F":
            return found
        sign = 1.0 if x > 0 else -1.0
        return complex(copysign(inf, _cos(y)) * sign,
                       copysign(inf, _sin(y)))
    if abs(x) > _LOG_LARGE:
        less = x - copysign(1.0, x)
        return _range(complex(_cos(y) * _grow(_sinh, less) * e,
                              _sin(y) * _grow(_cosh, less) * e))
    return complex(_cos(y) * _sinh(x), _sin(y) * _cosh(x))


def tanh(z, /):
    """The hyperbolic tangent."""
    z = _number(z)
    x, y = z.real, z.imag
    if not _is_finite(z):
        found = _special("tanh", z)
        if found != "F":
            return found
        return complex(1.0 if x > 0 else -1.0,
                       copysign(0.0, 2.0 * _sin(y) * _cos(y)))
    if abs(x) > _LOG_LARGE:
        return complex(copysign(1.0, x),
                       4.0 * _sin(y) * _cos(y) * _exp(-2.0 * abs(x)))
    tx, ty = math.tanh(x), math.tan(y)
    cx = 1.0 / _cosh(x)
    txty = tx * ty
    denom = 1.0 + txty * txty
    return complex(tx * (1.0 + ty * ty) / denom, ((ty / denom) * cx) * cx)


def acos(z, /):
    """The arc cosine."""
    z = _number(z)
    if not _is_finite(z):
        return _special("acos", z)
    x, y = z.real, z.imag
    if abs(x) > _LARGE or abs(y) > _LARGE:
        size = _log(hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0
        imag = -copysign(size, y) if x < 0.0 else copysign(size, -y)
        return complex(atan2(abs(y), x), imag)
    s1 = sqrt(complex(1.0 - x, -y))
    s2 = sqrt(complex(1.0 + x, y))
    return complex(2.0 * atan2(s1.real, s2.real),
                   math.asinh(s2.real * s1.imag - s2.imag * s1.real))


def acosh(z, /):
    """The inverse of cosh()."""
    z = _number(z)
    if not _is_finite(z):
        return _special("acosh", z)
    x, y = z.real, z.imag
    if abs(x) > _LARGE or abs(y) > _LARGE:
        return complex(_log(hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0,
                       atan2(y, x))
    s1 = sqrt(complex(x - 1.0, y))
    s2 = sqrt(complex(x + 1.0, y))
    return complex(math.asinh(s1.real * s2.real + s1.imag * s2.imag),
                   2.0 * atan2(s1.imag, s2.real))


def asinh(z, /):
    """The inverse of sinh()."""
    z = _number(z)
    if not _is_finite(z):
        return _special("asinh", z)
    x, y = z.real, z.imag
    if abs(x) > _LARGE or abs(y) > _LARGE:
        size = _log(hypot(x / 2.0, y / 2.0)) + _LN2 * 2.0
        real = copysign(size, x) if y >= 0.0 else -copysign(size, -x)
        return complex(real, atan2(y, abs(x)))
    s1 = sqrt(complex(1.0 + y, -x))
    s2 = sqrt(complex(1.0 - y, x))
    return complex(math.asinh(s1.real * s2.imag - s2.real * s1.imag),
                   atan2(y, s1.real * s2.real - s1.imag * s2.imag))


def atanh(z, /):
    """The inverse of tanh()."""
    z = _number(z)
    if not _is_finite(z):
        return _special("atanh", z)
    x, y = z.real, z.imag
    if x < 0.0 or x == 0.0 and copysign(1.0, x) < 0.0:
        return -atanh(-z)
    ay = abs(y)
    if x > _SQRT_LARGE or ay > _SQRT_LARGE:
        h = hypot(x / 2.0, y / 2.0)
        return complex(x / 4.0 / h / h, -copysign(pi / 2.0, -y))
    if x == 1.0 and ay < _SQRT_TINY:
        if ay == 0.0:
            raise ValueError("math domain error")
        return complex(-_log(_sqrt(ay) / _sqrt(hypot(ay, 2.0))),
                       copysign(atan2(2.0, -ay) / 2, y))
    return complex(
        log1p(4.0 * x / ((1 - x) * (1 - x) + ay * ay)) / 4.0,
        -atan2(-2.0 * y, (1 - x) * (1 + x) - ay * ay) / 2.0)


def _turned(f, z):
    """f of i*z, turned back: sine from sinh and so on."""
    z = _number(z)
    s = f(complex(-z.imag, z.real))
    return complex(s.imag, -s.real)


def asin(z, /):
    """The arc sine."""
    return _turned(asinh, z)


def atan(z, /):
    """The arc tangent."""
    return _turned(atanh, z)


@_twin("cmath.sin")
def _py_sin(z, /):
    """The sine."""
    return _turned(sinh, z)


@_twin("cmath.cos")
def _py_cos(z, /):
    """The cosine."""
    z = _number(z)
    return cosh(complex(-z.imag, z.real))


def tan(z, /):
    """The tangent."""
    return _turned(tanh, z)


@_twin("cmath.phase")
def _py_phase(z, /):
    """The angle to the real axis."""
    z = _number(z)
    return atan2(z.imag, z.real)


@_twin("cmath.polar")
def _py_polar(z, /):
    """Distance from 0 and angle."""
    z = _number(z)
    return abs(z), atan2(z.imag, z.real)


@_twin("cmath.rect")
def _py_rect(r, phi, /):
    """The number at a distance and an angle."""
    r, phi = _x_need_float(r), _x_need_float(phi)
    if r - r != 0 or phi - phi != 0:
        if math.isinf(phi) and (r != r or r != 0):
            if r == r:
                raise ValueError("math domain error")
        if math.isinf(r) and phi - phi == 0 and phi != 0.0:
            sign = 1.0 if r > 0 else -1.0
            return complex(copysign(inf, _cos(phi)) * sign,
                           copysign(inf, _sin(phi)) * sign)
        if math.isinf(r) and phi == 0.0:
            return complex(r, phi if r > 0 else -phi)
        if r == 0.0 and phi - phi != 0:
            return complex(0.0, 0.0)
        if math.isinf(r):
            return complex(inf, nan)
        if r != r and phi == 0.0:
            return complex(nan, 0.0)
        return complex(nan, nan)
    if phi == 0.0:
        return complex(r, r * phi)
    return complex(r * _cos(phi), r * _sin(phi))


def isfinite(z, /):
    """Are both parts finite?"""
    return _is_finite(_number(z))


def isnan(z, /):
    """Is a part not a number?"""
    z = _number(z)
    return z.real != z.real or z.imag != z.imag


def isinf(z, /):
    """Is a part infinite?"""
    z = _number(z)
    return math.isinf(z.real) or math.isinf(z.imag)


def isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0):
    """Are two numbers nearly equal?"""
    a, b = _number(a), _number(b)
    if rel_tol < 0.0 or abs_tol < 0.0:
        raise ValueError("tolerances must be non-negative")
    if a == b:
        return True
    if isinf(a) or isinf(b):
        return False
    diff = abs(a - b)
    return (diff <= rel_tol * abs(b) or diff <= rel_tol * abs(a)
            or diff <= abs_tol)


del _twin

# Helpers that programs do not see.
_hidden_names = (
    "atan2", "copysign", "hypot", "ldexp", "log1p")
