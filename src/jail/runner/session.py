# session.py - one program: prepare, run, tell how it ended.
#
# SPDX-License-Identifier: Apache-2.0
import os
import sys

from display import show_last
from frames import DONE, RAISED
from tools import Gone, flush
from write import pack


# Packages whose modules have another name.
NAMES = {
    "PIL": "pillow",
    "bs4": "beautifulsoup4",
    "cv2": "opencv-python",
    "dateutil": "python-dateutil",
    "skimage": "scikit-image",
    "sklearn": "scikit-learn",
    "yaml": "pyyaml",
}


class Returned(BaseException):
    """`return` at the top of the code."""


async def awaited(value):
    """`await tool()` works whether or not the answer came at once."""
    if hasattr(type(value), "__await__") or hasattr(value, "cr_code") or hasattr(value, "gi_code"):
        return await value
    return value


STATEMENTS = {"pass", "import", "from", "del", "assert", "raise"}  # among others


def split(code, filename, flags):
    """What `prepare` gives, without a tree; None: that takes one.

    The types of trees take a millisecond to be made, the longest part of a short
    run in a new interpreter, and trees touch much memory of a fork.  If all above
    the last line is a program of its own, that line begins a statement, and either
    has a value or has none.
    """
    if any(word in code for word in ("await", "__future__", "\r", "\f", "\0")):
        return None
    head, _, last = code.rstrip("\n").rpartition("\n")
    if not last or last[0] in " \t#" or ";" in last:
        return None
    has = last.partition(" ")[0] not in STATEMENTS
    last = "\n" * (head.count("\n") + 1 if head else code.index(last)) + last
    try:
        try:
            end = compile(last, filename, "eval" if has else "exec", flags)
        except SyntaxError:
            if "*" in last or not has:  # `*a, b` has a value, but not by itself
                return None
            end, has = compile(last, filename, "exec", flags), False
        return [compile(head, filename, "exec", flags), end], has
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None


def prepare(code, filename):
    """The program without its last expression, and that expression; is there one?"""
    parts = split(code, filename, 0x2000)  # PyCF_ALLOW_TOP_LEVEL_AWAIT
    if parts:
        return parts
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
    return parts, last is not None


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


class Text:
    """What linecache asks for lines of the program: it is no file here."""

    def __init__(self):
        self.code = None

    def get_source(self, name):
        return self.code


class Session:
    def __init__(self, host, space):
        self.host, self.space = host, space
        self.loop = None
        self.source = {}
        self.result = None
        self.told = None
        self.text = space["__loader__"] = Text()

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
            self.source[filename] = self.text.code = code
            parts, has = prepare(code, filename)
            begun, value = True, None
            for part in parts:
                value = self.part(part)
            self.result = value
            show_last(value)
            flush()
            body = pack(self.host.nonce, has) + (pack(value) if has else b"")
            return DONE, body
        except Returned as end:
            self.result = end.args[0]
            show_last(self.result)
            flush()
            return DONE, pack(self.host.nonce, True, end.args[0])
        except Gone:
            raise
        except BaseException as error:
            invalid = not begun
            if begun and isinstance(error, Exception):
                show_last(None)
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
        self.advise(error)
        text, chain = describe(error, self.source, invalid)
        self.told = code, text
        return pack(self.host.nonce, type(error).__name__, text, code, chain, invalid)

    def advise(self, error):
        """A package that is missing: say how it gets here."""
        name = getattr(error, "name", None)
        missing = type(error) is ModuleNotFoundError
        if missing and error.msg == f"No module named {name!r}" and hasattr(error, "add_note"):
            package = NAMES.get(name.partition(".")[0], name.partition(".")[0])
            error.add_note(
                f"{sys.executable} does not have it. Make an environment that has it, on the "
                f"host: caisson env create NAME --pip {package}. Then choose it: --python NAME "
                "(in Python: python='NAME')"
            )

    def leave(self, kind):
        """Of a fork that came to the end of the code: what that of a script does."""
        code, text = self.told if kind == RAISED else (0, "")
        if code < 0:
            sys.stderr.write(text)
            code = 1
        flush()
        os._exit(code)


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
