# serve.py - the loop of a runner: one frame in, one answer.
#
# SPDX-License-Identifier: Apache-2.0
import builtins
import os
import sys

from display import current, display, watch
from frames import CHECK, EINVAL, GET, OK, RAISED, REPR, SET, START, STATUS, TOOL, WORDS
from session import Session, describe, prepare
from tools import Channel, Gone, Host, answer, make_tool
from write import pack


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


def insist(step):
    """Handlers of a program's signals may raise when it has ended."""
    for _ in range(1000):
        try:
            return step()
        except OSError as error:
            if error.errno is not None:  # not theirs: there is no channel
                raise
        except Gone:
            raise
        except BaseException:
            pass
    raise Gone


class Server:
    """One session: its namespace, its tools, the channel to its host."""

    def __init__(self, channel, space):
        self.channel, self.space = channel, space
        space.clear()
        space.update({"__name__": "__main__", "__builtins__": builtins, "__doc__": None})
        host = self.host = Host(channel)
        self.session = Session(host, space)

        def call_tool(name, /, *args, **kwargs):
            if args:
                raise TypeError(
                    "call_tool accepts only the tool name as a positional argument. "
                    "Use keyword arguments for parameters."
                )
            return answer(host, name in host.coroutines, *host.call(str(name), (), kwargs))

        space["call_tool"] = call_tool
        space["display"] = display
        current[:] = [host]

    def serve(self):
        while True:
            self.step()

    def step(self):
        channel = self.channel
        kind, body = insist(channel.receive)
        if kind == START:
            channel.put(*self.run(*body.many(4)))
        else:
            channel.put(STATUS, self.settle(kind, body))
        insist(channel.push)

    def run(self, nonce, filename, flags, code):
        host = self.host
        host.nonce, host.pid = nonce, os.getpid()
        try:
            kind, body = self.session.run(code, filename)
        except Gone:
            raise
        except BaseException as error:  # of a handler, while the end was told
            kind, body = RAISED, insist(lambda error=error: self.session.tell(error, False))
        if os.getpid() != host.pid:
            self.session.leave(kind)
        insist(host.finish)
        return kind, body

    def settle(self, kind, body):
        """Everything but a program."""
        space, session = self.space, self.session
        if kind == CHECK:
            return check(session, *body.many(2))
        if kind == SET:
            name, value = body.many(2)
            space[name] = value
            return pack(OK)
        if kind == GET:
            return get_name(space, body.get())
        if kind == TOOL:
            return pack(define(self.host, space, body))
        if kind == WORDS:
            path, words = body.many(2)
            if path:
                sys.path[:0] = words
            else:
                sys.argv[:] = words
            return pack(OK)
        if kind == REPR:
            try:
                return pack(OK, repr(session.result))
            except Exception:
                pass
        return pack(EINVAL)


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


def open_streams():
    """As they are when both ends are pipes, whatever this process has."""
    ends = os.pipe()
    for fd in (1, 2):
        os.dup2(ends[1], fd)
    for fd in ends:
        os.close(fd)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)
    sys.stdout = sys.__stdout__ = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = sys.__stderr__ = open(
        2, "w", encoding="utf-8", errors="backslashreplace", closefd=False
    )
    buffer_lines()


def buffer_lines():
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(line_buffering=True)


def main(fd):
    os.set_inheritable(fd, False)
    buffer_lines()
    watch()
    try:
        Server(Channel(fd), sys.modules["__main__"].__dict__).serve()
    except Gone:
        os._exit(0)
