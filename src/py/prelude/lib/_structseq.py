# _structseq.py - tuples whose items also have names (struct_time, stat_result).
#
# A subclass lists its names in `_names`; the first `n_sequence_fields` are
# items of the tuple, the rest are attributes only.  Values are immutable.
#
# SPDX-License-Identifier: Apache-2.0
from operator import itemgetter


def field(index):
    """A read-only attribute for item `index`."""
    return property(itemgetter(index))


def hidden(name):
    """A read-only attribute kept outside the tuple; None when not given."""
    return property(lambda self: self.__dict__.get(name))


class structseq(tuple):
    """Base of the named tuples of the operating-system modules."""

    _names = ()
    n_sequence_fields = 0
    n_fields = 0
    n_unnamed_fields = 0

    def __new__(cls, sequence, dict={}):
        try:
            items = tuple(sequence)
        except TypeError:
            raise TypeError("constructor requires a sequence") from None
        low, high = cls.n_sequence_fields, cls.n_fields
        if not low <= len(items) <= high:
            raise TypeError(cls._length_text(len(items)))
        self = tuple.__new__(cls, items[:low])
        if low != high:
            extra = self.__dict__
            names = cls._names
            for i in range(low, high):
                if i < len(items):
                    extra[names[i]] = items[i]
                else:
                    extra[names[i]] = dict.get(names[i])
        return self

    @classmethod
    def _length_text(cls, got):
        low, high = cls.n_sequence_fields, cls.n_fields
        name = f"{cls.__module__}.{cls.__qualname__}"
        if low == high:
            return f"{name}() takes a {low}-sequence ({got}-sequence given)"
        how, limit = ("least", low) if got < low else ("most", high)
        return (f"{name}() takes an at {how} {limit}-sequence "
                f"({got}-sequence given)")

    def __repr__(self):
        body = ", ".join(
            f"{n}={v!r}" for n, v in zip(self._names, self))
        cls = type(self)
        return f"{cls.__module__}.{cls.__qualname__}({body})"

    def __reduce__(self):
        return type(self), (tuple(self), dict(self.__dict__))


class UnraisableHookArgs(structseq):
    """What sys.unraisablehook is told."""

    n_sequence_fields = n_fields = 5
    _names = ("exc_type", "exc_value", "exc_traceback", "err_msg", "object")
    exc_type = field(0)
    exc_value = field(1)
    exc_traceback = field(2)
    err_msg = field(3)
    object = field(4)


UnraisableHookArgs.__module__ = "builtins"
