# write.py - values out: what crosses to the host.
#
# SPDX-License-Identifier: Apache-2.0
import sys

from frames import CPLX, DATE, DELTA, DEPTH, F64, I64, INSTANCE, TIME, U32


def put_int(out, v):
    if -0x8000000000000000 <= v <= 0x7FFFFFFFFFFFFFFF:
        out += b"\x05" + I64.pack(v)
        return
    size = (v.bit_length() + 7) // 8
    out += b"\x06" + bytes([v < 0]) + U32.pack(size) + abs(v).to_bytes(size, "little")


def put_str(out, v, tag=9):
    data = v.encode("utf-8", "surrogatepass")
    out.append(tag)
    out += U32.pack(len(data))
    out += data


def put_bytes(out, v, tag=10):
    out.append(tag)
    out += U32.pack(len(v))
    out += v


class Writer:
    """One message; containers inside themselves cross as CYCLE."""

    def __init__(self):
        self.out = bytearray()
        self.open = []

    def put(self, v):
        out, kind = self.out, type(v)
        if v is None:
            out.append(0)
        elif kind is bool:
            out.append(2 if v else 1)
        elif kind is int:
            put_int(out, v)
        elif kind is str:
            put_str(out, v)
        elif kind is float:
            out += b"\x07" + F64.pack(v)
        elif kind is bytes:
            put_bytes(out, v)
        elif kind in CONTAINERS:
            self.put_container(v, CONTAINERS[kind])
        else:
            self.put_other(v, kind)

    def put_container(self, v, tag):
        mark = id(v)
        if mark in self.open:
            self.out += bytes([33, tag])
            return
        if len(self.open) >= DEPTH:
            self.out.append(34)
            return
        self.open.append(mark)
        self.out.append(tag)
        if tag == 16:
            items = list(dict.items(v))
            self.out += U32.pack(len(items))
            for key, value in items:
                self.put(key)
                self.put(value)
        else:
            base = BASES[tag]
            items = list(base.__iter__(v))
            self.out += U32.pack(len(items))
            for item in items:
                self.put(item)
        self.open.pop()

    def put_parts(self, tag, *parts):
        self.out.append(tag)
        for part in parts:
            self.put(part)

    def put_other(self, v, kind):
        if v is Ellipsis:
            self.out.append(3)
        elif v is NotImplemented:
            self.out.append(4)
        elif kind is complex:
            self.out += b"\x08" + CPLX.pack(v.real, v.imag)
        elif isinstance(v, bytearray):
            put_bytes(self.out, bytes(v), 11)
        elif kind is range or kind is slice:
            self.put_parts(17 if kind is range else 18, v.start, v.stop, v.step)
        elif isinstance(v, type):
            self.put_named(0, v)
        elif isinstance(v, BaseException):
            self.put_exception(v)
        elif "enum" in sys.modules and isinstance(v, sys.modules["enum"].Enum):
            self.put_object(v, 3, [("name", v.name), ("value", v.value)])
        elif isinstance(v, tuple) and hasattr(kind, "_fields"):
            self.put_object(v, 2, list(zip(kind._fields, tuple(v), strict=False)))
        else:
            self.put_base(v, kind)

    def put_base(self, v, kind):
        for base, tag in (*CONTAINERS.items(), (int, 5), (float, 7), (str, 9), (bytes, 10)):
            if isinstance(v, base):
                if tag > 10:
                    self.put_container(v, tag)
                else:
                    self.put(base(v) if base is not str else str.__str__(v))
                return
        for base in kind.__mro__:
            put = LIBRARY.get((base.__module__, base.__name__))
            if put:
                put(self, v)
                return
        if kind.__module__ == "numpy" and hasattr(v, "item") and getattr(v, "shape", None) == ():
            self.put(v.item())
        elif callable(v) and hasattr(v, "__name__"):
            self.put_named(1, v)
        elif kind.__name__ == "module":
            self.put_named(2, v)
        elif "__dataclass_fields__" in dir(kind):
            frozen = kind.__dataclass_params__.frozen
            fields = [(n, getattr(v, n)) for n in kind.__dataclass_fields__ if hasattr(v, n)]
            self.put_object(v, 4 if frozen else 1, fields)
        elif kind.__module__ == "__main__" and hasattr(v, "__dict__"):
            self.put_object(v, 0, list(vars(v).items()))
        else:
            self.put_parts(35, kind.__name__, repr(v))

    def put_named(self, what, v):
        self.out += bytes([31, what])
        name = getattr(v, "__qualname__", v.__name__)
        module = getattr(v, "__module__", None)
        if what == 0 and module not in (None, "builtins", "__main__"):
            name = f"{module}.{name}"
        self.put(name)

    def put_exception(self, v):
        self.put_parts(29, type(v).__name__, text_of(v), tuple(v.args))

    def put_object(self, v, what, fields):
        mark = id(v)
        if mark in self.open or len(self.open) >= DEPTH:
            self.out += bytes([33, 30]) if mark in self.open else b"\x22"
            return
        self.open.append(mark)
        self.out.append(30)
        self.out += INSTANCE.pack(what, 0, len(fields))
        self.put(type(v).__name__)
        for name, value in fields:
            self.put(str(name))
            self.put(value)
        self.open.pop()


def put_date(w, v):
    w.out += b"\x13" + DATE.pack(v.year, v.month, v.day)


def clock(v):
    return TIME.pack(v.hour, v.minute, v.second, v.fold, v.microsecond)


def put_time(w, v):
    w.out += b"\x14" + clock(v)
    put_zone(w, v.tzinfo)


def put_datetime(w, v):
    w.out += b"\x15" + DATE.pack(v.year, v.month, v.day) + clock(v)
    put_zone(w, v.tzinfo)


def put_zone(w, zone):
    name = type(zone).__name__
    if zone is None or name in ("timezone", "ZoneInfo"):
        w.put(zone)
    else:
        from datetime import timezone

        w.put(timezone(zone.utcoffset(None)))


def put_timezone(w, v):
    w.put_parts(23, v.utcoffset(None), None if v.__getinitargs__()[1:] == () else v.tzname(None))


def put_decimal(w, v):
    sign, digits, exponent = v.as_tuple()
    kind = {"F": 1, "n": 2, "N": 3}.get(exponent, 0)
    w.out += bytes([27, sign, kind])
    w.put(int("".join(map(str, digits)) or "0"))
    w.put(exponent if kind == 0 else 0)


LIBRARY = {
    ("datetime", "datetime"): put_datetime,
    ("datetime", "date"): put_date,
    ("datetime", "time"): put_time,
    ("datetime", "timezone"): put_timezone,
    ("datetime", "timedelta"): lambda w, v: w.out.extend(
        b"\x16" + DELTA.pack(v.days, v.seconds, v.microseconds)
    ),
    ("zoneinfo", "ZoneInfo"): lambda w, v: w.put_parts(24, str(v)),
    ("pathlib", "PurePath"): lambda w, v: put_str(w.out, str(v), 25),
    ("uuid", "UUID"): lambda w, v: w.out.extend(b"\x1a" + v.bytes),
    ("decimal", "Decimal"): put_decimal,
    ("fractions", "Fraction"): lambda w, v: w.put_parts(28, v.numerator, v.denominator),
}
CONTAINERS = {list: 12, tuple: 13, set: 14, frozenset: 15, dict: 16}
BASES = {tag: base for base, tag in CONTAINERS.items()}


def text_of(v):
    try:
        return str(v)
    except Exception:
        return "<no text>"


def pack(*values):
    w = Writer()
    for v in values:
        w.put(v)
    return w.out
