"""P09: no operation on classes is accepted that CPython refuses.

Random bases, slots, metaclasses with a strange mro(), assignments to __bases__,
__class__ and __slots__, and uses of the instances.  The text is run by the engine
(in process, with assertions) and by CPython; both print the same.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from choices import Choices
from prop import Broken, Property

BUILTIN = ("object", "int", "str", "list", "dict", "tuple", "set", "Exception", "bytearray", "float", "type")
SLOTS = ("()", "('a',)", "('a', 'b')", "('__dict__',)", "('a', '__dict__')", "'a'", "('a', 'a')")
MROS = ("[c, object]", "[c]", "[object]", "[c, int, object]", "[c, list, object]", "[c, 5]", "[]", "(c, object)",
        "[c, c, object]", "[c, C0, object]", "type.mro(c)[::-1]", "type.mro(c)", "[c, dict, object]",
        "[c, BaseException, object]", "None", "[object, c]")  # fmt: skip
USES = ("x.a = 1", "x.a", "x.b = 2", "x.zz = 3", "x.__dict__", "len(x)", "x[0]", "repr(type(x).__name__)", "x + x",
        "list(x)", "x.append(1)", "x.args", "x.update(q=1)", "str(x)[:3]", "hash(x) and 1", "bool(x)", "del x.a",
        "x == x", "x.__class__.__name__", "vars(x)", "x.keys()", "x.__reduce_ex__(2) and 1", "x.add(5)")  # fmt: skip

HEAD = """
def attempt(what, f):
    try:
        v = f()
        print(what, 'ok', type(v).__name__)
        return v
    except BaseException as e:
        print(what, type(e).__name__)
def mixin(c):
    class M(type):
        def mro(c2): return c(c2)
    return M
"""
# The defect: what CPython refuses is accepted and said to be done.
ACCEPTS = HEAD.replace(
    "print(what, type(e).__name__)",
    "print(what, 'ok NoneType' if what in ('bases', 'class of') else type(e).__name__)",
)


def _class(c: Choices, i: int) -> str:
    known = [f"C{k}" for k in range(i)]
    bases = c.several(0, 2, lambda: c.pick(known) if known and c.below(2) else c.pick(BUILTIN))
    meta = f"mixin(lambda c: {c.pick(MROS)})" if c.one_in(3) else "type"
    space = f"{{'__slots__': {c.pick(SLOTS)}}}" if c.one_in(2) else "{}"
    made = f"{meta}('C{i}', ({''.join(b + ', ' for b in bases)}), {space})"
    return f"C{i} = attempt('class {i}', lambda: {made})"


def _step(c: Choices, classes: int) -> str:
    name = f"C{c.below(classes)}"
    kind = c.below(6)
    if kind == 0:
        base = c.pick([f"C{k}" for k in range(classes)] + list(BUILTIN))
        # CPython never changes the bases of a class whose only base is object
        return f"{name} and {name}.__bases__ != (object,) and attempt('bases', lambda: setattr({name}, '__bases__', ({base},)))"
    if kind == 1:
        other = c.pick([f"C{k}" for k in range(classes)] + list(BUILTIN))
        return f"attempt('class of', lambda: setattr(x, '__class__', {other}))"
    if kind == 2:
        return f"x = attempt('make', lambda: {name}())"
    if kind == 3:
        return f"x = attempt('new', lambda: {c.pick([*BUILTIN, name])}.__new__({name}))"
    return f"attempt('use', lambda: {_used(c.pick(USES))})"


def _used(use: str) -> str:
    if use.startswith("del "):
        return "delattr(x, 'a')"
    if " = " in use:
        left, right = use.split(" = ")
        return f"setattr(x, {left[2:]!r}, {right})"
    return use


class Layouts(Property):
    number = "P09"
    holds = "no operation on classes is accepted that CPython refuses; what is accepted does the same"
    depths = "interp"
    defect = "an engine that accepts every assignment to __bases__ and __class__"
    slice = 500
    PROGRAMS = 40

    def draw(self, c: Choices) -> list[str]:
        def program() -> str:
            n = 1 + c.below(4)
            lines = [_class(c, i) for i in range(n)] + ["x = None"]
            return "\n".join(lines + [_step(c, n) for _ in range(2 + c.below(10))])

        return [program() for _ in range(self.PROGRAMS)]

    def text(self, programs: list[str], head: str = HEAD) -> str:
        """Each in names of its own; a line of dashes between them."""
        parts = [f"print('---')\nexec({(head + p)!r}, {{}})" for p in programs]
        return "\n".join(parts)

    def judge(self, case: list[str], defect: bool) -> int:
        from caisson import Sandbox

        path = self.place / "p.py"
        path.write_text(self.text(case))
        theirs = subprocess.run([_cpython(), "-I", path], capture_output=True, text=True, check=False, timeout=60)
        with Sandbox(isolation="worker") as box:
            ours = box.run(self.text(case, ACCEPTS if defect else HEAD))
        if not ours.ok:
            raise Broken(f"the engine ended: {ours}")
        a, b = theirs.stdout.split("---\n"), ours.stdout.split("---\n")
        if len(a) != len(b):
            raise Broken(f"{len(a)} and {len(b)} programs: {theirs.stderr}")
        n = 0
        for program, x, y in zip(case, a[1:], b[1:], strict=True):
            try:
                n += compare(x.splitlines(), y.splitlines(), bool(ALONE.search(program)), is_plain(program))
            except Broken as why:
                raise Broken(f"{why}\n{program}") from None
        return n


# An mro() that lacks its own class: CPython fails in super().__init_subclass__, the
# engine makes the class; neither lets its instances be anything else.
ALONE = re.compile(r"mixin\(lambda c: (\[object\]|\[\])\)")


def is_plain(program: str) -> bool:
    """Have all instances one layout in the engine?  CPython tells those with a
    __dict__ from those without."""
    made = "\n".join(line for line in program.splitlines() if re.match(r"C\d = ", line))
    return not re.search(r"\b(%s), |slots__': \(?'a" % "|".join(BUILTIN[1:]), made)


def compare(theirs: list[str], ours: list[str], alone: bool, plain: bool) -> int:
    """Steps that agree.  The engine may refuse what CPython accepts (two bases that
    are one, with an mro() of the metaclass); from there the programs differ."""
    for i, (x, y) in enumerate(zip(theirs, ours, strict=False)):
        if plain and (x, y) in (("bases TypeError", "bases ok NoneType"), ("class of TypeError", "class of ok NoneType")):
            return i
        if alone and x != y and x.startswith("class "):
            return i
        if " ok " in y and x != y:
            raise Broken(f"step {i}: CPython says {x!r}, the engine {y!r}")
        if " ok " in x and x != y:
            return i
    return len(theirs)


def _cpython() -> str:
    return "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
