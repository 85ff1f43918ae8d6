"""numbers - abstract base classes of numbers.

A concrete class supplies the operations that are declared here by name; what
can be said in terms of them is a method.

SPDX-License-Identifier: Apache-2.0
"""

from abc import ABCMeta, _register_builtin, abstractmethod

__all__ = ["Number", "Complex", "Real", "Rational", "Integral"]


def _unary(name):
    def operation(self):
        raise NotImplementedError

    operation.__name__ = name
    return abstractmethod(operation)


def _binary(name):
    def operation(self, other):
        raise NotImplementedError

    operation.__name__ = name
    return abstractmethod(operation)


class Number(metaclass=ABCMeta):
    """Base of all numbers; says nothing about hashing."""

    __slots__ = ()
    __hash__ = None


class Complex(Number):
    """Numbers with a real and an imaginary part."""

    __slots__ = ()

    real = property(_unary("real"))
    imag = property(_unary("imag"))
    conjugate = _unary("conjugate")
    __complex__ = _unary("__complex__")
    __abs__ = _unary("__abs__")
    __neg__ = _unary("__neg__")
    __pos__ = _unary("__pos__")
    __eq__ = _binary("__eq__")
    __add__ = _binary("__add__")
    __radd__ = _binary("__radd__")
    __mul__ = _binary("__mul__")
    __rmul__ = _binary("__rmul__")
    __truediv__ = _binary("__truediv__")
    __rtruediv__ = _binary("__rtruediv__")
    __pow__ = _binary("__pow__")
    __rpow__ = _binary("__rpow__")
    __hash__ = None

    def __bool__(self):
        return self != 0

    def __sub__(self, other):
        return self + -other

    def __rsub__(self, other):
        return -self + other


class Real(Complex):
    """Numbers on a line: they have an order and can be rounded."""

    __slots__ = ()

    __float__ = _unary("__float__")
    __trunc__ = _unary("__trunc__")
    __floor__ = _unary("__floor__")
    __ceil__ = _unary("__ceil__")
    __lt__ = _binary("__lt__")
    __le__ = _binary("__le__")
    __mod__ = _binary("__mod__")
    __rmod__ = _binary("__rmod__")
    __floordiv__ = _binary("__floordiv__")
    __rfloordiv__ = _binary("__rfloordiv__")

    @abstractmethod
    def __round__(self, ndigits=None):
        raise NotImplementedError

    def __divmod__(self, other):
        return self // other, self % other

    def __rdivmod__(self, other):
        return other // self, other % self

    def __complex__(self):
        return complex(float(self), 0)

    @property
    def real(self):
        """The number itself."""
        return +self

    @property
    def imag(self):
        """Nothing."""
        return 0

    def conjugate(self):
        """The number itself."""
        return +self


class Rational(Real):
    """Fractions in lowest terms."""

    __slots__ = ()

    numerator = property(_unary("numerator"))
    denominator = property(_unary("denominator"))

    def __float__(self):
        above, below = self.numerator, self.denominator
        return int(above) / int(below)


class Integral(Rational):
    """Whole numbers: they have bits and can be an index."""

    __slots__ = ()

    __int__ = _unary("__int__")
    __invert__ = _unary("__invert__")
    __and__ = _binary("__and__")
    __rand__ = _binary("__rand__")
    __or__ = _binary("__or__")
    __ror__ = _binary("__ror__")
    __xor__ = _binary("__xor__")
    __rxor__ = _binary("__rxor__")
    __lshift__ = _binary("__lshift__")
    __rlshift__ = _binary("__rlshift__")
    __rshift__ = _binary("__rshift__")
    __rrshift__ = _binary("__rrshift__")

    @abstractmethod
    def __pow__(self, exponent, modulus=None):
        raise NotImplementedError

    def __index__(self):
        return int(self)

    def __float__(self):
        return float(int(self))

    @property
    def numerator(self):
        """The number itself."""
        return +self

    @property
    def denominator(self):
        """One."""
        return 1


_register_builtin(Complex, complex)
_register_builtin(Real, float)
_register_builtin(Integral, int)
