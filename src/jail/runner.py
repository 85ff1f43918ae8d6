# runner.py - what runs inside a jail and runs the code.
#
# One session: frames come in on a private descriptor, the code runs in
# __main__, calls of tools go out and wait for their answers.  The host takes
# nothing this file says on trust: it counts calls itself, checks every frame
# and kills when in doubt.  Nothing here is a wall; the jail is.
#
# A frame: u32 length of what follows, u8 kind, values (docs/wire-format.md).
#
# SPDX-License-Identifier: Apache-2.0
import builtins
import os
import sys
from struct import Struct

START, VALUE, RAISE, PENDING, UNDEFINED, SET, GET, TOOL, WORDS, CHECK, REPR = range(1, 12)
CALL, WAIT, DONE, RAISED, STATUS = range(20, 25)
OK, EINVAL, ECORRUPT = 0, 3, 4
DEPTH = 300

U32, I64, F64, CPLX = Struct("<I"), Struct("<q"), Struct("<d"), Struct("<dd")
HEAD, DATE, TIME = Struct("<IB"), Struct("<HBB"), Struct("<BBBBI")
DELTA, INSTANCE = Struct("<iii"), Struct("<BQI")


# ---- values out ----------------------------------------------------------


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


# ---- values in -----------------------------------------------------------


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


# ---- the channel ---------------------------------------------------------


class Gone(BaseException):
    """The host has closed the channel: leave."""


class Channel:
    def __init__(self, fd):
        self.fd = fd
        self.data = b""
        self.lock = None

    def send(self, kind, body):
        data = HEAD.pack(len(body) + 1, kind) + body
        view = memoryview(data)
        while view:
            view = view[os.write(self.fd, view) :]

    def receive(self):
        data, end = self.data, 5
        while len(data) < end:
            # Large buffers are mapped and unmapped: only for what is large.
            more = os.read(self.fd, 8192 if end - len(data) < 8192 else 1 << 20)
            if not more:
                raise Gone
            data = data + more if data else more
            if len(data) >= 5:
                end = 4 + U32.unpack_from(data)[0]
        self.data = data[end:]
        return data[4], Reader(memoryview(data)[5:end])


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # closed or replaced by the code
            pass


# ---- tools ---------------------------------------------------------------


class Pending:
    """The result of a call that the host answers later."""

    def __init__(self, host, number):
        self.host, self.number = host, number
        self.done = False
        self.value = self.error = None
        self.waiters = []
        self.steps = None

    def settle(self, ok, value):
        self.done = True
        if ok:
            self.value = value
        else:
            self.error = value
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(None)
        self.waiters = []

    def result(self):
        if self.error is not None:
            raise self.error
        return self.value

    def __await__(self):
        if not self.done:
            import asyncio

            loop = asyncio.get_running_loop()
            if not self.host.watch(loop):
                while not self.done:
                    self.host.wait(None)
        if not self.done:
            waiter = loop.create_future()
            self.waiters.append(waiter)
            yield from waiter
        return self.result()

    # What asyncio takes for a coroutine.
    def send(self, value):
        if self.steps is None:
            self.steps = self.__await__()
        return self.steps.send(value)

    def throw(self, *error):
        if self.steps is None:
            self.steps = self.__await__()
        return self.steps.throw(*error)

    def close(self):
        if self.steps is not None:
            self.steps.close()


class Selector:
    """Between a loop and its selector: an idle loop asks the host."""

    def __init__(self, host, inner):
        self.host, self.inner = host, inner

    def __getattr__(self, name):
        return getattr(self.inner, name)

    def select(self, timeout=None):
        if not self.host.pending:
            return self.inner.select(timeout)
        ready = self.inner.select(0)
        if ready or (timeout is not None and timeout <= 0):
            return ready
        threads = sys.modules.get("threading")
        if len(self.inner.get_map()) > 1 or (threads and threads.active_count() > 1):
            timeout = 0.005 if timeout is None else min(timeout, 0.005)
        self.host.wait(timeout)
        return self.inner.select(0)


class Host:
    def __init__(self, channel):
        self.channel = channel
        self.nonce = 0
        self.calls = 0
        self.pending = {}
        self.coroutines = set()  # names of tools whose calls are awaited
        self.names = {}  # as bytes
        import _thread

        self.lock = _thread.RLock()

    def ask(self, kind, body):
        """One question, one answer; threads wait for each other."""
        with self.lock:
            flush()
            self.channel.send(kind, body)
            return self.channel.receive()

    def call(self, name, args, kwargs):
        with self.lock:
            self.calls += 1
            number = self.calls
            kind, body = self.ask(CALL, self.pack_call(number, name, args, kwargs))
            if kind == PENDING:
                pending = self.pending[number] = Pending(self, number)
                return pending, None
        if kind == VALUE:
            return body.get(), None
        if kind == RAISE:
            return None, body.get()
        if kind == UNDEFINED:
            return None, NameError(f"name {name!r} is not defined")
        raise Gone

    def pack_call(self, number, name, args, kwargs):
        """As pack() does it, but most of it is the same every time."""
        w = Writer()
        head = self.names.get(name)
        if head is None:
            head = self.names[name] = bytes(pack(name))
        w.out += b"\x05" + I64.pack(self.nonce) + b"\x05" + I64.pack(number) + head
        if args:
            w.put_container(args, 13)
        else:
            w.out += b"\x0d\0\0\0\0"
        if kwargs:
            w.put_container(kwargs, 16)
        else:
            w.out += b"\x10\0\0\0\0"
        return w.out

    def wait(self, timeout):
        kind, body = self.ask(WAIT, pack(self.nonce, -1.0 if timeout is None else float(timeout)))
        if kind == RAISE:
            raise body.get()
        for number, ok, value in body.get():
            pending = self.pending.pop(number, None)
            if pending:
                pending.settle(ok, value)

    def watch(self, loop):
        """False: this loop cannot ask the host."""
        inner = getattr(loop, "_selector", None)
        if inner is None:
            return False
        if not isinstance(inner, Selector):
            loop._selector = Selector(self, inner)
        return True


def answer(host, is_async, value, error):
    if is_async and type(value) is not Pending:
        pending = Pending(host, 0)
        pending.settle(error is None, value if error is None else error)
        return pending
    if error is not None:
        raise error
    return value


def make_tool(host, name, signature, doc, is_async):
    short = name.rpartition(".")[2]
    fits = None
    if signature:
        space = {}
        exec(f"from __future__ import annotations\ndef {short}{signature}: pass", space)
        fits = space[short]

    def tool(*args, **kwargs):
        if fits:
            fits(*args, **kwargs)  # raises what a function of this kind would
        return answer(host, is_async, *host.call(name, args, kwargs))

    tool.__name__ = tool.__qualname__ = short
    tool.__doc__ = doc
    tool.__module__ = "__main__"
    return tool


# ---- running -------------------------------------------------------------


class Returned(BaseException):
    """`return` at the top of the code."""


async def awaited(value):
    """`await tool()` works whether or not the answer came at once."""
    if hasattr(type(value), "__await__") or hasattr(value, "cr_code") or hasattr(value, "gi_code"):
        return await value
    return value


def prepare(code, filename):
    """The program without its last expression, and that expression."""
    import _ast as ast  # the other one takes milliseconds to import

    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    tree = compile(code, filename, "exec", ast.PyCF_ONLY_AST | flags)
    if "await" in code or "return" in code:
        import ast
    if "await" in code:
        for node in ast.walk(tree):
            if isinstance(node, ast.Await):
                name = ast.copy_location(ast.Name("__awaited__", ast.Load()), node.value)
                node.value = ast.copy_location(ast.Call(name, [node.value], []), node.value)
    if "return" in code:
        raise_returns(ast, tree.body)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    parts = [compile(tree, filename, "exec", flags)]
    if last:
        parts.append(compile(last, filename, "eval", flags))
    return parts


def raise_returns(ast, body):
    """A `return` outside of functions ends the code with its value."""
    for i, node in enumerate(body):
        if isinstance(node, ast.Return):
            value = node.value or ast.copy_location(ast.Constant(None), node)
            made = ast.Call(ast.Name("__returned__", ast.Load()), [value], [])
            body[i] = ast.copy_location(ast.Raise(ast.copy_location(made, node), None), node)
            ast.fix_missing_locations(body[i])
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            for name in ("body", "orelse", "finalbody"):
                raise_returns(ast, getattr(node, name, []))
            for inner in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
                raise_returns(ast, inner.body)


class Session:
    def __init__(self, host, space):
        self.host, self.space = host, space
        self.loop = None
        self.source = {}
        self.result = None

    def part(self, code):
        value = eval(code, self.space)
        if code.co_flags & 0x80:  # a coroutine: it has await at the top
            import asyncio

            if self.loop is None:
                self.loop = asyncio.new_event_loop()
                asyncio.set_event_loop(self.loop)
            return self.loop.run_until_complete(value)
        return value

    def run(self, code, filename):
        invalid, begun = False, False
        space = self.space
        space["__awaited__"], space["__returned__"] = awaited, Returned
        try:
            self.source[filename] = code
            parts = prepare(code, filename)
            begun = True
            value, has = None, len(parts) > 1
            for part in parts:
                value = self.part(part)
            self.result = value
            flush()
            body = pack(self.host.nonce, has) + (pack(value) if has else b"")
            return DONE, body
        except Returned as end:
            self.result = end.args[0]
            flush()
            return DONE, pack(self.host.nonce, True, end.args[0])
        except Gone:
            raise
        except BaseException as error:
            invalid = not begun
            flush()
            return RAISED, self.tell(error, invalid)

    def tell(self, error, invalid):
        code = -1
        if isinstance(error, SystemExit):
            code = error.code
            if code is None:
                code = 0
            elif not isinstance(code, int):
                print(code, file=sys.stderr)
                flush()
                code = 1
            code &= 255
        text, chain = describe(error, self.source, invalid)
        return pack(self.host.nonce, type(error).__name__, text, code, chain, invalid)


def describe(error, source, invalid):
    """The traceback as text, and its parts; our own frames left out."""
    import linecache
    import traceback

    for name, code in source.items():
        lines = (code if code.endswith("\n") else code + "\n").splitlines(True)
        linecache.cache[name] = (len(code), None, lines, name)
    ours = (__file__,)
    if "asyncio" in sys.modules:
        ours = (__file__, os.path.dirname(sys.modules["asyncio"].__file__))
    whole = traceback.TracebackException.from_exception(error, capture_locals=False)
    chain, seen, at, cause = [], set(), whole, False
    while at is not None and id(at) not in seen and len(chain) < 32:
        seen.add(id(at))
        frames = [f for f in at.stack if not f.filename.startswith(ours)]
        if invalid:
            frames = []
        at.stack[:] = frames
        name = at.exc_type.__name__ if at.exc_type else "Exception"
        text = str(at).partition(": ")[2] if str(at).startswith(name + ": ") else text_of_te(at, name)
        chain.append((name, text, tuple(place(f) for f in frames), cause))
        if at.__cause__ is not None:
            at, cause = at.__cause__, True
        else:
            at, cause = (None if at.__suppress_context__ else at.__context__), False
    # whether `next` is the cause is told with the exception that has it
    told = [
        (name, text, frames, i + 1 < len(chain) and chain[i + 1][3])
        for i, (name, text, frames, _) in enumerate(chain)
    ]
    return "".join(whole.format()), bytes(pack(told))


def text_of_te(at, name):
    text = str(at)
    return "" if text == name else text


def place(frame):
    function = None if frame.name == "<module>" else frame.name
    column = getattr(frame, "colno", None)
    return (
        frame.filename,
        function,
        frame.line or "",
        frame.lineno or 0,
        0 if column is None else column + 1,
        getattr(frame, "end_lineno", None) or 0,
        0 if getattr(frame, "end_colno", None) is None else frame.end_colno + 1,
    )


def define(host, space, body):
    name, signature, doc, flags = body.many(4)
    module, _, short = name.rpartition(".")
    if flags & 1:
        host.coroutines.add(name)
    if not short.isidentifier():  # for call_tool only
        return OK
    try:
        tool = make_tool(host, name, signature, doc, flags & 1)
    except SyntaxError:
        return EINVAL
    if module:
        import types

        if module not in sys.modules:
            sys.modules[module] = types.ModuleType(module)
        setattr(sys.modules[module], short, tool)
    else:
        space[short] = tool
    return OK


def serve(channel):
    space = sys.modules["__main__"].__dict__
    space.clear()
    space.update({"__name__": "__main__", "__builtins__": builtins, "__doc__": None})
    host = Host(channel)
    session = Session(host, space)

    def call_tool(name, /, *args, **kwargs):
        if args:
            raise TypeError(
                "call_tool accepts only the tool name as a positional argument. "
                "Use keyword arguments for parameters."
            )
        return answer(host, name in host.coroutines, *host.call(str(name), (), kwargs))

    space["call_tool"] = call_tool
    while True:
        kind, body = channel.receive()
        if kind == START:
            host.nonce, filename, flags, code = body.many(4)
            channel.send(*session.run(code, filename))
        elif kind == CHECK:
            filename, code = body.many(2)
            channel.send(STATUS, check(session, filename, code))
        elif kind == SET:
            name, value = body.many(2)
            space[name] = value
            channel.send(STATUS, pack(OK))
        elif kind == GET:
            channel.send(STATUS, get_name(space, body.get()))
        elif kind == TOOL:
            channel.send(STATUS, pack(define(host, space, body)))
        elif kind == WORDS:
            path, words = body.many(2)
            if path:
                sys.path[:0] = words
            else:
                sys.argv[:] = words
            channel.send(STATUS, pack(OK))
        elif kind == REPR:
            try:
                channel.send(STATUS, pack(OK, repr(session.result)))
            except Exception:
                channel.send(STATUS, pack(EINVAL))


def check(session, filename, code):
    try:
        prepare(code, filename)
    except (SyntaxError, ValueError) as error:
        session.source[filename] = code
        text, chain = describe(error, session.source, True)
        return pack(5, type(error).__name__, text, chain)
    return pack(OK)


def get_name(space, name):
    if name not in space:
        return pack(EINVAL)
    try:
        return pack(OK, space[name])
    except Exception:
        return pack(EINVAL)


def main(fd):
    os.set_inheritable(fd, False)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)
    try:
        serve(Channel(fd))
    except Gone:
        os._exit(0)


# ---- the zygote ----------------------------------------------------------


def zygote(fd, preload):
    """Fork a runner into a fresh jail for every message of the keeper.

    A message carries the environment and six descriptors: the first process of
    the jail, a procfs, the plan, channel, stdout, stderr.  This process never
    runs anybody's code but the modules it was told to import.
    """
    import ast  # noqa: F401 - what most programs need is there already
    import asyncio  # noqa: F401
    import ctypes
    import gc
    import importlib
    import linecache  # noqa: F401
    import signal
    import socket
    import traceback  # noqa: F401

    keeper = socket.socket(fileno=fd)
    lib = ctypes.CDLL("/.caisson/fork.so", use_errno=True)
    try:
        for name in preload:
            importlib.import_module(name)
    except BaseException as error:
        keeper.send(f"cannot import {name}: {type(error).__name__}: {error}".encode()[:150])
        os._exit(1)
    own = os.open("/proc/self/ns/pid", os.O_RDONLY | os.O_CLOEXEC)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody has to wait for them
    gc.collect()
    gc.freeze()
    keeper.send(b"ready")
    while True:
        data, fds, _, _ = socket.recv_fds(keeper, 1 << 18, 8)
        if not data:
            os._exit(0)
        # A jail that is gone already needs no program.
        if len(fds) == 6 and lib.cs_fork_aim(fds[0]) == 0:
            if os.fork() == 0:
                break
            lib.cs_fork_aim(own)
        for each in fds:
            os.close(each)
    keeper.detach()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    lib.cs_fork_enter(*fds)
    os.environ.clear()
    os.environ.update(Reader(data).get())
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.__stderr__ = open(
        2, "w", encoding="utf-8", errors="backslashreplace", closefd=False
    )
    numpy = sys.modules.get("numpy")
    if numpy:  # Python's own generator is seeded anew by every fork
        numpy.random.seed()
    main(5)
    os._exit(0)
