# tools.py - calls of the host's tools, in parallel.
#
# A call that the host answers later is a Pending; an event loop that has nothing
# else to do asks the host through its selector.
#
# SPDX-License-Identifier: Apache-2.0
import os
import sys

from frames import CALL, HEAD, I64, PENDING, RAISE, U32, UNDEFINED, VALUE, WAIT
from read import Reader
from write import Writer, pack


class Gone(BaseException):
    """The host has closed the channel: leave."""


class Channel:
    """Frames.  A handler of signals may raise between any two steps of Python: what
    was begun is kept in here, and goes on with the next call.  `extend` reads or
    writes and takes note of it in one step."""

    def __init__(self, fd):
        self.fd = fd
        self.parts = []  # received, not given out
        self.out = b"", []  # a frame, and how many bytes of it each write took
        self.calls = 0  # of tools, sent
        self.owed = False  # an answer

    def put(self, kind, body):
        frame = memoryview(HEAD.pack(len(body) + 1, kind) + body), []
        asks = kind == CALL or kind == WAIT
        self.out, self.owed = frame, asks  # with nothing in between
        self.calls += kind == CALL

    def push(self):
        frame, sent = self.out
        while (at := sum(sent)) < len(frame):
            sent.extend(map(os.write, (self.fd,), (frame[at:],)))
        self.out = b"", []

    def send(self, kind, body):
        self.put(kind, body)
        self.push()

    def receive(self):
        parts, end = self.parts, 5
        while True:
            have = sum(map(len, parts))
            if end == 5 <= have:
                parts[:] = [b"".join(parts)]
                end = 4 + U32.unpack_from(parts[0])[0]
            if have >= end:
                break
            # Large buffers are mapped and unmapped: only for what is large.
            size = 8192 if end - have < 8192 else 1 << 20
            parts.extend(map(os.read, (self.fd,), (size,)))
            if not parts[-1]:
                raise Gone
        data = b"".join(parts)
        rest = [data[end:]]
        parts[:], self.owed = rest, False
        return data[4], Reader(memoryview(data)[5:end])

    def settle(self):
        """The rest of a question that nobody waits for any more, and its answer."""
        self.push()
        if self.owed:
            self.receive()


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except Exception:  # closed or replaced by the code
            pass


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
        self.pid = 0  # of the program while it runs; 0: none does
        self.pending = {}
        self.coroutines = set()  # names of tools whose calls are awaited
        self.names = {}  # as bytes
        import _thread

        self.lock = _thread.RLock()

    def ask(self, kind, body):
        """One question, one answer; threads wait for each other."""
        with self.lock:
            if os.getpid() != self.pid:
                raise RuntimeError(
                    "tools can be called while a program runs, and not by its forks"
                )
            flush()
            self.channel.settle()
            self.channel.send(kind, body)
            return self.channel.receive()

    def finish(self):
        """No thread asks any more, and none waits for an answer."""
        self.pid = 0
        with self.lock:
            self.channel.settle()

    def call(self, name, args, kwargs):
        with self.lock:
            number = self.channel.calls + 1
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
