# read.py - values in: what the host sends.
#
# SPDX-License-Identifier: Apache-2.0
import builtins
from _struct import Struct

from frames import CPLX, DATE, DELTA, F64, I64, INSTANCE, TIME, U32
from write import BASES


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def fixed(self, form):
        values = form.unpack_from(self.data, self.at)
        self.at += form.size
        return values

    def bytes(self):
        (n,) = self.fixed(U32)
        self.at += n
        return bytes(self.data[self.at - n : self.at])

    def text(self):
        return self.bytes().decode("utf-8", "surrogatepass")

    def many(self, n):
        return [self.get() for _ in range(n)]

    def get(self):
        tag = self.data[self.at]
        self.at += 1
        if tag < 5:
            return (None, False, True, Ellipsis, NotImplemented)[tag]
        if tag == 5:
            return self.fixed(I64)[0]
        if tag == 6:
            negative = self.data[self.at]
            self.at += 1
            value = int.from_bytes(self.bytes(), "little")
            return -value if negative else value
        if tag == 7:
            return self.fixed(F64)[0]
        if tag == 8:
            return complex(*self.fixed(CPLX))
        if tag == 9:
            return self.text()
        if tag in (10, 11):
            return self.bytes() if tag == 10 else bytearray(self.bytes())
        if tag in BASES:
            (n,) = self.fixed(U32)
            if tag == 16:
                return {self.get(): self.get() for _ in range(n)}
            return BASES[tag](self.many(n))
        return self.get_other(tag)

    def get_other(self, tag):
        if tag in (17, 18):
            return (range if tag == 17 else slice)(*self.many(3))
        if 19 <= tag <= 24:
            return self.get_time(tag)
        if tag == 25:
            from pathlib import PurePosixPath

            return PurePosixPath(self.text())
        if tag == 26:
            from uuid import UUID

            self.at += 16
            return UUID(bytes=bytes(self.data[self.at - 16 : self.at]))
        if tag == 27:
            from decimal import Decimal

            sign, kind = self.fixed(Struct("<BB"))
            digits, exponent = self.many(2)
            digits = tuple(map(int, str(digits)))
            return Decimal((sign, digits, ("F", "n", "N")[kind - 1] if kind else exponent))
        if tag == 28:
            from fractions import Fraction

            return Fraction(*self.many(2))
        if tag == 29:
            return make_exception(*self.many(3))
        if tag == 30:
            _, _, n = self.fixed(INSTANCE)
            name = self.get()
            fields = {str(self.get()): self.get() for _ in range(n)}
            return type(str(name), (SimpleObject,), {})(fields)
        raise ValueError("this value cannot cross into the jail")

    def get_time(self, tag):
        import datetime as d

        if tag == 19:
            return d.date(*self.fixed(DATE))
        if tag == 20:
            h, m, s, fold, us = self.fixed(TIME)
            return d.time(h, m, s, us, self.get(), fold=fold)
        if tag == 21:
            day = self.fixed(DATE)
            h, m, s, fold, us = self.fixed(TIME)
            return d.datetime(*day, h, m, s, us, self.get(), fold=fold)
        if tag == 22:
            return d.timedelta(*self.fixed(DELTA))
        if tag == 23:
            offset, name = self.many(2)
            return d.timezone(offset) if name is None else d.timezone(offset, name)
        from zoneinfo import ZoneInfo

        return ZoneInfo(self.get())


class SimpleObject:
    """An object of the host: its fields, nothing else."""

    def __init__(self, fields):
        self.__dict__.update(fields)

    def __eq__(self, other):
        return type(self).__name__ == type(other).__name__ and vars(self) == vars(other)

    def __repr__(self):
        fields = ", ".join(f"{k}={v!r}" for k, v in vars(self).items())
        return f"{type(self).__name__}({fields})"


def make_exception(name, text, args):
    kind = getattr(builtins, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        return RuntimeError(text if text.startswith(name) else f"{name}: {text}")
    try:
        made = kind(*args)
        if args and str(made) == text:
            return made
        return kind(text)
    except Exception:
        return RuntimeError(f"{name}: {text}")
