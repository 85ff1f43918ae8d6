# _decimal_context.py - precision, rounding, traps; the session's context.
#
# Decimal comes from decimal.py, which imports this file.
#
# SPDX-License-Identifier: Apache-2.0
"""Contexts."""
from collections.abc import MutableMapping

from _caisson import session_state
from _decimal_arith import (
    _add, _divide, _divmod, _finish_dec, _floor_divide, _fma, _invalid,
    _minus, _multiply, _parts, _plus, _remainder)
from _decimal_base import (
    MAX_EMAX, MAX_PREC, MIN_EMIN, ROUND_HALF_EVEN, ROUND_HALF_UP,
    _ANY_INVALID, _BITS, _CLAMPED, _CONDITIONS, _DIVZERO, _FLOATOP, _INF,
    _NAMED, _OVERFLOW, _SIGNALS, _SYNTAX, _UNDERFLOW, _count, _type_name)
from _decimal_power import _power, _power_mod, _quantize
from _decimal_text import (
    _check_rounding, _float_parts, _from_int, _from_tuple, _operand,
    _parse, _to_string)


# ---------------------------------------------------------------- contexts


class SignalDict(MutableMapping):
    """The flags or the traps of a context, as a mapping from signals."""

    __slots__ = ("_owner", "_field")

    def __init__(self, owner, field):
        self._owner = owner
        self._field = field

    def _bits(self):
        return getattr(self._owner, self._field)

    def __getitem__(self, key):
        return self._bits() & _signal_bits(key) != 0

    def __setitem__(self, key, value):
        bits = _signal_bits(key)
        if value:
            setattr(self._owner, self._field, self._bits() | bits)
        else:
            setattr(self._owner, self._field, self._bits() & ~bits)

    def __delitem__(self, key):
        raise ValueError("signal keys cannot be deleted")

    def __iter__(self):
        return iter([signal for signal, _ in _SIGNALS])

    def __len__(self):
        return len(_SIGNALS)

    def __eq__(self, other):
        if isinstance(other, SignalDict):
            return _canonical(self._bits()) == _canonical(other._bits())
        if isinstance(other, dict):
            try:
                return _canonical(self._bits()) == _dict_bits(other)
            except (KeyError, ValueError, TypeError):
                return False
        return NotImplemented

    __hash__ = None

    def __repr__(self):
        body = ", ".join(f"{signal!r}:{self[signal]}"
                         for signal, _ in _SIGNALS)
        return "{" + body + "}"

    def copy(self):
        """Return a plain dict."""
        return {signal: self[signal] for signal, _ in _SIGNALS}


def _canonical(bits):
    return bits | _ANY_INVALID if bits & _ANY_INVALID else bits


def _signal_bits(key):
    try:
        bits = _BITS.get(key)
    except TypeError:
        bits = None
    if bits is None:
        raise KeyError("valid values for signals are:\n"
                       "  [InvalidOperation, FloatOperation, "
                       "DivisionByZero,\n   Overflow, Underflow, "
                       "Subnormal, Inexact, Rounded,\n   Clamped]")
    return bits


def _dict_bits(mapping):
    """Bits of a mapping with every signal as a key."""
    if len(mapping) != len(_SIGNALS):
        raise KeyError("invalid signal dict")
    bits = 0
    for key, value in mapping.items():
        if value:
            bits |= _signal_bits(key)
        else:
            _signal_bits(key)
    return bits


def _list_bits(signals):
    bits = 0
    for signal in signals:
        bits |= _signal_bits(signal)
    return bits


def _mapping_argument(value):
    if isinstance(value, SignalDict):
        return value._bits()
    if isinstance(value, dict):
        return _dict_bits(value)
    raise TypeError("argument must be a signal dict")


def _signals_argument(value):
    if isinstance(value, (list, tuple)):
        return _list_bits(value)
    return _mapping_argument(value)


def _ranged(name, low, high, text):
    """A checked integer attribute of a context."""
    slot = "_clampd" if name == "clamp" else "_" + name

    def get(self):
        return getattr(self, slot)

    def put(self, value):
        if not isinstance(value, int):
            raise TypeError("an integer is required")
        if not low <= value <= high:
            raise ValueError(text)
        setattr(self, slot, value)

    return property(get, put)


def _with_context(name):
    """A Context method of one operand: Decimal.name(a, context=self)."""
    def method(self, a, /):
        return getattr(_operand(a), name)(context=self)
    method.__name__ = method.__qualname__ = name
    return method


def _without_context(name):
    def method(self, a, /):
        return getattr(_operand(a), name)()
    method.__name__ = method.__qualname__ = name
    return method


def _pairwise(name):
    """A Context method of two operands."""
    def method(self, a, b, /):
        return getattr(_operand(a), name)(_operand(b), context=self)
    method.__name__ = method.__qualname__ = name
    return method


class Context:
    """Precision, rounding and what counts as an error."""

    __slots__ = ("_prec", "_rounding", "_Emin", "_Emax", "_capitals",
                 "_clampd", "_flags", "_traps")

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None,
                 capitals=None, clamp=None, flags=None, traps=None):
        base = DefaultContext
        self._prec, self._rounding = base._prec, base._rounding
        self._Emin, self._Emax = base._Emin, base._Emax
        self._capitals, self._clampd = base._capitals, base._clampd
        self._flags, self._traps = 0, base._traps
        if prec is not None:
            self.prec = prec
        if rounding is not None:
            self.rounding = rounding
        if Emin is not None:
            self.Emin = Emin
        if Emax is not None:
            self.Emax = Emax
        if capitals is not None:
            self.capitals = capitals
        if clamp is not None:
            self.clamp = clamp
        if traps is not None:
            self._traps = _signals_argument(traps)
        if flags is not None:
            self._flags = _signals_argument(flags)

    prec = _ranged("prec", 1, MAX_PREC,
                   "valid range for prec is [1, MAX_PREC]")
    Emin = _ranged("Emin", MIN_EMIN, 0,
                   "valid range for Emin is [MIN_EMIN, 0]")
    Emax = _ranged("Emax", 0, MAX_EMAX,
                   "valid range for Emax is [0, MAX_EMAX]")
    capitals = _ranged("capitals", 0, 1,
                       "valid values for capitals are 0 or 1")
    clamp = _ranged("clamp", 0, 1, "valid values for clamp are 0 or 1")

    @property
    def rounding(self):
        return self._rounding

    @rounding.setter
    def rounding(self, value):
        self._rounding = _check_rounding(value)

    @property
    def flags(self):
        return SignalDict(self, "_flags")

    @flags.setter
    def flags(self, value):
        self._flags = _mapping_argument(value)

    @property
    def traps(self):
        return SignalDict(self, "_traps")

    @traps.setter
    def traps(self, value):
        self._traps = _mapping_argument(value)

    def __delattr__(self, name):
        raise AttributeError("context attributes cannot be deleted")

    def _signal(self, status):
        """Set flags; raise the first trapped signal."""
        self._flags |= status
        trapped = status & self._traps
        if trapped:
            for signal, bits in _SIGNALS:
                if trapped & bits:
                    raise signal([c for c, b in _CONDITIONS if trapped & b])

    def __repr__(self):
        flags = ", ".join(s.__name__ for s, b in _NAMED
                          if self._flags & b)
        traps = ", ".join(s.__name__ for s, b in _NAMED
                          if self._traps & b)
        return (f"Context(prec={self._prec}, rounding={self._rounding}, "
                f"Emin={self._Emin}, Emax={self._Emax}, "
                f"capitals={self._capitals}, clamp={self._clampd}, "
                f"flags=[{flags}], traps=[{traps}])")

    def clear_flags(self):
        """Forget all signals."""
        self._flags = 0

    def clear_traps(self):
        """Let no signal be an error."""
        self._traps = 0

    def copy(self):
        """Return a duplicate of the context with all flags."""
        new = object.__new__(Context)
        new._prec, new._rounding = self._prec, self._rounding
        new._Emin, new._Emax = self._Emin, self._Emax
        new._capitals, new._clampd = self._capitals, self._clampd
        new._flags, new._traps = self._flags, self._traps
        return new

    __copy__ = copy

    def __reduce__(self):
        flags = [s for s, b in _SIGNALS if self._flags & b]
        traps = [s for s, b in _SIGNALS if self._traps & b]
        return Context, (self._prec, self._rounding, self._Emin, self._Emax,
                         self._capitals, self._clampd, flags, traps)

    def Etiny(self):
        """Return a value equal to Emin - prec + 1."""
        return self._Emin - self._prec + 1

    def Etop(self):
        """The greatest exponent of a full coefficient."""
        return self._Emax - self._prec + 1

    def create_decimal(self, num="0", /):
        """A number, rounded in this context."""
        if isinstance(num, str):
            parts = _parse(num)
            if parts is None:
                return _invalid(self, _SYNTAX)
            a = _parts(*parts)
        elif isinstance(num, float):
            self._signal(_FLOATOP)
            a = _parts(*_float_parts(num))
        elif isinstance(num, (tuple, list)):
            a = _parts(*_from_tuple(num))
        elif isinstance(num, (int, Decimal)):
            a = _operand(num)
        else:
            raise TypeError(f"conversion from {_type_name(num)} to Decimal "
                            "is not supported")
        if a._k > _INF and a._c and (
                _count(a._c) > self._prec - self._clampd):
            return _invalid(self, _SYNTAX)
        return _finish_dec(a, self)

    def _apply(self, a, /):
        """Round a to the context."""
        return _finish_dec(_operand(a), self)

    def create_decimal_from_float(self, f, /):
        """Create a new Decimal instance from float f, rounded."""
        if isinstance(f, int):
            return _finish_dec(_from_int(f), self)
        if not isinstance(f, float):
            raise TypeError("argument must be int or float")
        return _finish_dec(_parts(*_float_parts(f)), self)

    def abs(self, a, /):
        """Return the absolute value of a."""
        a = _operand(a)
        return _minus(a, self) if a._s else _plus(a, self)

    def add(self, a, b, /):
        """Return the sum of a and b."""
        return _add(_operand(a), _operand(b), 0, self)

    def subtract(self, a, b, /):
        """Return the difference of a and b."""
        return _add(_operand(a), _operand(b), 1, self)

    def multiply(self, a, b, /):
        """Return the product of a and b."""
        return _multiply(_operand(a), _operand(b), self)

    def divide(self, a, b, /):
        """Return a divided by b."""
        return _divide(_operand(a), _operand(b), self)

    def divide_int(self, a, b, /):
        """Return a divided by b, truncated to an integer."""
        return _floor_divide(_operand(a), _operand(b), self)

    def remainder(self, a, b, /):
        """What is left after dividing."""
        return _remainder(_operand(a), _operand(b), self)

    def divmod(self, a, b, /):
        """Return quotient and remainder of the division a / b."""
        return _divmod(_operand(a), _operand(b), self)

    def power(self, a, b, modulo=None):
        """Compute a**b, or (a**b) % modulo."""
        a, b = _operand(a), _operand(b)
        if modulo is None:
            return _power(a, b, self)
        return _power_mod(a, b, _operand(modulo), self)

    def fma(self, a, b, c, /):
        """Return a*b + c."""
        return _fma(_operand(a), _operand(b), _operand(c), self)

    def minus(self, a, /):
        """Minus corresponds to the unary prefix minus operator."""
        return _minus(_operand(a), self)

    def plus(self, a, /):
        """Plus corresponds to the unary prefix plus operator."""
        return _plus(_operand(a), self)

    def quantize(self, a, b, /):
        """Return a with the exponent of b."""
        return _quantize(_operand(a), _operand(b), self)

    def canonical(self, a, /):
        """Return a new instance of a."""
        if not isinstance(a, Decimal):
            raise TypeError("argument must be a Decimal")
        return a

    def is_canonical(self, a, /):
        if not isinstance(a, Decimal):
            raise TypeError("argument must be a Decimal")
        return True

    def radix(self):
        """Return 10."""
        return _parts(0, 10, 0)

    def to_sci_string(self, a, /):
        """The number as text."""
        return _to_string(_operand(a), False, self._capitals)

    def to_eng_string(self, a, /):
        """The number with an exponent that is a multiple of 3."""
        return _to_string(_operand(a), True, self._capitals)

    exp = _with_context("exp")
    ln = _with_context("ln")
    log10 = _with_context("log10")
    logb = _with_context("logb")
    sqrt = _with_context("sqrt")
    next_minus = _with_context("next_minus")
    next_plus = _with_context("next_plus")
    normalize = _with_context("normalize")
    number_class = _with_context("number_class")
    logical_invert = _with_context("logical_invert")
    is_normal = _with_context("is_normal")
    is_subnormal = _with_context("is_subnormal")
    to_integral_exact = _with_context("to_integral_exact")
    to_integral_value = _with_context("to_integral_value")
    to_integral = to_integral_value
    copy_abs = _without_context("copy_abs")
    copy_negate = _without_context("copy_negate")
    copy_decimal = _without_context("canonical")
    is_finite = _without_context("is_finite")
    is_infinite = _without_context("is_infinite")
    is_nan = _without_context("is_nan")
    is_qnan = _without_context("is_qnan")
    is_signed = _without_context("is_signed")
    is_snan = _without_context("is_snan")
    is_zero = _without_context("is_zero")
    compare = _pairwise("compare")
    compare_signal = _pairwise("compare_signal")
    compare_total = _pairwise("compare_total")
    compare_total_mag = _pairwise("compare_total_mag")
    copy_sign = _pairwise("copy_sign")
    logical_and = _pairwise("logical_and")
    logical_or = _pairwise("logical_or")
    logical_xor = _pairwise("logical_xor")
    max = _pairwise("max")
    max_mag = _pairwise("max_mag")
    min = _pairwise("min")
    min_mag = _pairwise("min_mag")
    next_toward = _pairwise("next_toward")
    remainder_near = _pairwise("remainder_near")
    rotate = _pairwise("rotate")
    same_quantum = _pairwise("same_quantum")
    scaleb = _pairwise("scaleb")
    shift = _pairwise("shift")


def _plain(prec, rounding, traps):
    """A Context built without looking at DefaultContext."""
    self = object.__new__(Context)
    self._prec, self._rounding = prec, rounding
    self._Emin, self._Emax = -999999, 999999
    self._capitals, self._clampd = 1, 0
    self._flags, self._traps = 0, traps
    return self


def _shared(slot):
    """An attribute that lives in the session's copy of a template."""
    def get(self):
        return getattr(self._real(), slot)

    def put(self, value):
        setattr(self._real(), slot, value)

    return property(get, put)


class _Template(Context):
    """A module-level context: a name for a per-session one."""

    __slots__ = ("_key", "_start")

    def __init__(self, key, *start):
        self._key = key
        self._start = start

    def _real(self):
        return session_state(self._key, lambda: _plain(*self._start))

    _prec = _shared("_prec")
    _rounding = _shared("_rounding")
    _Emin = _shared("_Emin")
    _Emax = _shared("_Emax")
    _capitals = _shared("_capitals")
    _clampd = _shared("_clampd")
    _flags = _shared("_flags")
    _traps = _shared("_traps")


DefaultContext = _Template("decimal.default", 28, ROUND_HALF_EVEN,
                           _ANY_INVALID | _DIVZERO | _OVERFLOW)
BasicContext = _Template("decimal.basic", 9, ROUND_HALF_UP,
                         _ANY_INVALID | _DIVZERO | _OVERFLOW | _UNDERFLOW
                         | _CLAMPED)
ExtendedContext = _Template("decimal.extended", 9, ROUND_HALF_EVEN, 0)


class _Current:
    """Holder of the session's current context."""

    __slots__ = ("context",)

    def __init__(self):
        self.context = DefaultContext.copy()
        self.context._flags = 0


def getcontext():
    """The context in force."""
    return session_state("decimal", _Current).context


def setcontext(context, /):
    """Put a context in force."""
    if not isinstance(context, Context):
        raise TypeError("argument must be a context")
    if isinstance(context, _Template):
        context = context.copy()
        context._flags = 0
    session_state("decimal", _Current).context = context


class _ContextManager:
    """Context manager for localcontext()."""

    __slots__ = ("_new", "_saved")

    def __init__(self, new):
        self._new = new

    def __enter__(self):
        self._saved = getcontext()
        setcontext(self._new)
        return self._new

    def __exit__(self, *exc):
        setcontext(self._saved)
        return False


def localcontext(ctx=None, **kwargs):
    """A context for a `with` block; the old one comes back."""
    if ctx is None:
        ctx = getcontext()
    elif not isinstance(ctx, Context):
        raise TypeError("optional argument must be a context")
    new = ctx.copy()
    for name, value in kwargs.items():
        if name not in ("prec", "rounding", "Emin", "Emax", "capitals",
                        "clamp", "flags", "traps"):
            raise TypeError(f"'{name}' is an invalid keyword argument for "
                            "this function")
        setattr(new, name, value)
    return _ContextManager(new)


for _cls in (Context, SignalDict, _ContextManager):
    _cls.__module__ = "decimal"
