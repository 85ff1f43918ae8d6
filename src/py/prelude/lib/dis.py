"""dis - the instructions of a function, class, module or source text.

The instructions are those of this engine, not CPython's: a register machine
whose instruction set is documented in docs/bytecode.md.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _code_handlers, _code_instructions, _opcode_names

import io
import sys
import types
from collections import namedtuple

__all__ = ["Bytecode", "Instruction", "Positions", "code_info", "dis", "disassemble",
           "disco", "distb", "findlabels", "findlinestarts", "get_instructions",
           "opmap", "opname", "show_code"]

opname = _opcode_names()
opmap = {name: number for number, name in enumerate(opname)}

Positions = namedtuple("Positions", "lineno end_lineno col_offset end_col_offset",
                       defaults=(None,) * 4)
Instruction = namedtuple("Instruction", "opname opcode arg argval argrepr offset "
                         "starts_line is_jump_target positions", defaults=(None,))

_FLAGS = {1: "OPTIMIZED", 2: "NEWLOCALS", 4: "VARARGS", 8: "VARKEYWORDS", 16: "NESTED",
          32: "GENERATOR", 128: "COROUTINE", 256: "ITERABLE_COROUTINE",
          512: "ASYNC_GENERATOR"}


# --- what to read ------------------------------------------------------------


def _code_of(x):
    """The code object of anything that has one; source text is compiled."""
    x = getattr(x, "__func__", x)
    for name in ("__code__", "gi_code", "ag_code", "cr_code"):
        if isinstance(getattr(x, name, None), types.CodeType):
            return getattr(x, name)
    if isinstance(x, str):
        try:
            return compile(x, "<disassembly>", "eval")
        except SyntaxError:
            return compile(x, "<disassembly>", "exec")
    if isinstance(x, types.CodeType):
        return x
    raise TypeError(f"don't know how to disassemble {type(x).__name__} objects")


def _nested(code):
    """Code objects that the instructions of this one make functions of."""
    return [value for *_, operands in _code_instructions(code)
            for kind, value in operands
            if kind == "K" and isinstance(value, types.CodeType)]


# --- one instruction ---------------------------------------------------------


def _register(code, number):
    """A register; those of parameters and local variables with their names."""
    names = code.co_varnames
    return f"R{number}({names[number]})" if number < len(names) else f"R{number}"


def _shown(code, kind, value):
    if kind == "R":
        return _register(code, value)
    if kind == "J":
        return f"to {2 * value}"
    return repr(value) if kind == "K" else str(value)


def _value_of(operands):
    """The name, constant or target that an instruction is about."""
    for wanted in "JnK":
        for kind, value in operands:
            if kind == wanted:
                return 2 * value if kind == "J" else value
    return operands[-1][1] if operands else None


def _instructions(code, shift=0):
    rows = _code_instructions(code)
    targets = _targets(code, rows)
    places, last = list(code.co_positions()), None
    for index, opcode, name, _, operands in rows:
        line, end_line, column, end_column = places[index]
        yield Instruction(
            name, opcode, tuple([value for _, value in operands]) or None,
            _value_of(operands),
            ", ".join([_shown(code, kind, value) for kind, value in operands]),
            2 * index, line + shift if line != last else None, index in targets,
            Positions(line, end_line, column, end_column))
        last = line


def _targets(code, rows):
    found = {value for *_, operands in rows for kind, value in operands if kind == "J"}
    return found | {handler for _, _, handler, _ in _code_handlers(code)}


def _shift(code, first_line):
    return 0 if first_line is None else first_line - code.co_firstlineno


def get_instructions(x, *, first_line=None, show_caches=False, adaptive=False):
    """Iterate over the instructions of x as named tuples."""
    code = _code_of(x)
    return _instructions(code, _shift(code, first_line))


def findlinestarts(code):
    """Pairs (offset, line) of the instructions that begin a line."""
    for i in _instructions(code):
        if i.starts_line is not None:
            yield i.offset, i.starts_line


def findlabels(code):
    """Offsets of the instructions that jumps and handlers lead to."""
    return [i.offset for i in _instructions(code) if i.is_jump_target]


# --- text --------------------------------------------------------------------


def _line(i, lasti):
    line = "" if i.starts_line is None else str(i.starts_line)
    arrow = "-->" if i.offset == lasti else ""
    label = ">>" if i.is_jump_target else ""
    return f"{line:>5} {arrow:3} {label:2} {i.offset:5} {i.opname:<12} {i.argrepr}".rstrip()


def disassemble(code, lasti=-1, *, file=None, show_caches=False, adaptive=False):
    """Print the instructions of one code object; an arrow marks lasti."""
    _print_code(code, lasti, file)


disco = disassemble


def _print_code(code, lasti, file, shift=0, lines=()):
    for i in _instructions(code, shift):
        if i.starts_line is not None:
            if i.offset:
                print(file=file)
            for text in lines[i.starts_line - 1:i.starts_line]:
                print(f"      {text.strip()}", file=file)
        print(_line(i, lasti), file=file)
    handlers = _code_handlers(code)
    if handlers:
        print("ExceptionTable:", file=file)
    for start, end, handler, register in handlers:
        print(f"  {2 * start} to {2 * end} -> {2 * handler}, "
              f"{_register(code, register)}", file=file)


def _print_nested(code, file, depth, lines=()):
    _print_code(code, -1, file, 0, lines)
    if depth is not None and depth <= 0:
        return
    for inner in _nested(code):
        print(f"\nDisassembly of {inner!r}:", file=file)
        _print_nested(inner, file, None if depth is None else depth - 1, lines)


def _print_members(x, file, depth):
    for name, member in sorted(vars(x).items()):
        if hasattr(member, "__func__") or isinstance(
                member, (types.FunctionType, types.CodeType, type)):
            print(f"Disassembly of {name}:", file=file)
            try:
                dis(member, file=file, depth=depth)
            except TypeError as e:
                print(f"Sorry: {e}", file=file)
            print(file=file)


def dis(x=None, *, file=None, depth=None, show_caches=False, adaptive=False):
    """Print the instructions of x and of the functions inside it."""
    if x is None:
        distb(file=file)
    elif isinstance(x, (type, types.ModuleType)):
        _print_members(x, file, depth)
    else:
        _print_nested(_code_of(x), file, depth)


def _list(code, text):
    """The listing of `caisson dis`: with the lines of the source."""
    _print_nested(code, None, None, text.splitlines())


def distb(tb=None, *, file=None, show_caches=False, adaptive=False):
    """Print where a traceback ends, or that of the last exception."""
    if tb is None:
        tb = getattr(sys, "last_traceback", None)
        if tb is None:
            raise RuntimeError("no last traceback to disassemble")
    while tb.tb_next:
        tb = tb.tb_next
    disassemble(tb.tb_frame.f_code, tb.tb_lasti, file=file)


def code_info(x):
    """What is known of a code object besides its instructions, as text."""
    code = _code_of(x)
    flags = [text for bit, text in _FLAGS.items() if code.co_flags & bit]
    rows = [("Name", code.co_name), ("Filename", code.co_filename),
            ("Argument count", code.co_argcount),
            ("Positional-only arguments", code.co_posonlyargcount),
            ("Kw-only arguments", code.co_kwonlyargcount),
            ("Number of locals", code.co_nlocals), ("Registers", code.co_stacksize),
            ("Flags", ", ".join(flags) or "0x0")]
    text = [f"{title + ':':<19}{value}" for title, value in rows]
    for title, names in (("Names", code.co_names), ("Variable names", code.co_varnames),
                         ("Free variables", code.co_freevars),
                         ("Cell variables", code.co_cellvars)):
        if names:
            text.append(title + ":")
            text += [f"{number:>4}: {name}" for number, name in enumerate(names)]
    return "\n".join(text)


def show_code(co, *, file=None):
    """Print code_info of co."""
    print(code_info(co), file=file)


class Bytecode:
    """The instructions of one object: iterate over them, or ask for the text."""

    def __init__(self, x, *, first_line=None, current_offset=None, show_caches=False,
                 adaptive=False):
        self.codeobj = _code_of(x)
        self.first_line = (self.codeobj.co_firstlineno if first_line is None
                           else first_line)
        self.current_offset = current_offset
        self._original = x

    def __iter__(self):
        return get_instructions(self.codeobj, first_line=self.first_line)

    def __repr__(self):
        return f"{type(self).__name__}({self._original!r})"

    @classmethod
    def from_traceback(cls, tb, *, show_caches=False, adaptive=False):
        """Those of the function that a traceback ends in."""
        while tb.tb_next:
            tb = tb.tb_next
        return cls(tb.tb_frame.f_code, current_offset=tb.tb_lasti)

    def info(self):
        """code_info of the object."""
        return code_info(self.codeobj)

    def dis(self):
        """The instructions as text, without nested functions."""
        text = io.StringIO()
        lasti = -1 if self.current_offset is None else self.current_offset
        _print_code(self.codeobj, lasti, text, _shift(self.codeobj, self.first_line))
        return text.getvalue()
