# serve.py - the loop of a runner: one frame in, one answer.
#
# SPDX-License-Identifier: Apache-2.0
import builtins
import os
import sys

from frames import CHECK, EINVAL, GET, OK, REPR, SET, START, STATUS, TOOL, WORDS
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
