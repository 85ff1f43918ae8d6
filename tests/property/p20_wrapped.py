"""P20: a program enters what the wrapper of the object allows, and gets nothing that
was not converted.

Classes of the host are wrapped with random lists of names; a program calls, reads,
passes, copies and subclasses them in every way it finds.  The host's functions note
with which object they are entered, and return a word that only `convert_value`
takes away.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from caisson.compat import monty
from choices import Choices
from prop import Broken, Host, Property

RAW = "not-converted"
NAMES = ("open", "close", "made", "still", "data", "_inner", "more", "secret", "__init__", "__class__", "__dict__")


class Base:
    """A class of the host: every entry is noted."""

    entered: list[tuple[str, str]] = []

    def __init__(self, name: str = "new") -> None:
        self.name = name
        self.data = RAW
        self._inner = RAW

    def open(self, *a: object, **k: object) -> str:
        Base.entered.append((self.name if isinstance(self, Base) else "foreign", "open"))
        return RAW

    def close(self, *a: object) -> list[str]:
        Base.entered.append((self.name if isinstance(self, Base) else "foreign", "close"))
        return [RAW]

    def _hidden(self) -> str:
        Base.entered.append((self.name, "_hidden"))
        return RAW

    @property
    def secret(self) -> str:
        Base.entered.append((self.name, "secret"))
        return RAW

    @classmethod
    def made(cls) -> str:
        Base.entered.append(("class", "made"))
        return RAW

    @staticmethod
    def still(*a: object) -> str:
        Base.entered.append(("class", "still"))
        return RAW


class Kind(monty.ClassType):
    defect = False

    def convert_value(self, /, name: str, value: Any) -> Any:
        return value if Kind.defect else "converted"


OBJECTS = ("a", "b", "A", "type(a)", "a.__class__", "A('x')", "[a, b][1]", "(lambda: a)()", "copied", "{'k': b}['k']")
WAYS = (
    "{o}.{n}",
    "{o}.{n}()",
    "{o}.{n}({p})",
    "getattr({o}, '{n}')({p})",
    "getattr({o}, '{n}')",
    "object.__getattribute__({o}, '{n}')",
    "type({o}).{n}({p})",
    "A.{n}({o})",
    "vars({o})",
    "{o}.__dict__",
    "list(map({o}.{n}, [1]))",
    "__import__('functools').partial({o}.{n}, {p})()",
    "__import__('operator').methodcaller('{n}')({o})",
    "__import__('operator').attrgetter('{n}')({o})",
    "(lambda f: f({p}))({o}.{n})",
    "setattr({o}, '{n}', 5)",
    "type('S', (A,), {{}})('s').{n}()",
    "type('S', (type({o}),), {{}}).{n}({p})",
    "{o}.__init__('other')",
    "__import__('copy').copy({o}).{n}()",
    "__import__('copy').deepcopy({o}).{n}()",
    "'{{0.{n}}}'.format({o})",
    "f'{{{o}!r}}'",
    "repr({o})",
    "dir({o})",
    "{o} == {p}",
    "hash({o})",
    "__import__('json').dumps({o})",
    "isinstance({o}, A)",
    "super(type({o}), {o}).{n}()",
    "setattr({o}, '__class__', A)",
)


@dataclass(frozen=True)
class Case:
    allowed: dict[str, tuple[frozenset[str] | str | None, frozenset[str] | str | None]]  # methods, attributes
    init: bool
    programs: tuple[str, ...]


class Wrapped(Property):
    number = "P20"
    holds = "the host's functions entered are those that the wrapper allows; every value was converted"
    depths = "interp"
    defect = "convert_value of the class is not asked"
    slice = 400

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.pool = monty.Monty()
        self.pool.__enter__()

    def close(self) -> None:
        self.pool.__exit__(None, None, None)
        super().close()

    def draw(self, c: Choices) -> Case:
        def names() -> frozenset[str] | str | None:
            if c.one_in(3):
                return c.pick((None, "all"))
            return frozenset(c.several(0, 3, lambda: c.pick(NAMES)))

        def program() -> str:
            return c.pick(WAYS).format(o=c.pick(OBJECTS), n=c.pick(NAMES), p=c.pick((*OBJECTS, "None", "{}")))

        allowed = {who: (names(), names()) for who in ("a", "b", "A", "new")}
        return Case(allowed, c.below(2) == 1, tuple(program() for _ in range(12)))

    def given(self, case: Case) -> dict[str, Any]:
        methods, attrs = case.allowed["new"]
        kind = Kind(
            Base, init=case.init, allowed_methods=case.allowed["A"][0], lazy_attrs=case.allowed["A"][1],
            instance_allowed_methods=methods, instance_lazy_attrs=attrs,
        )  # fmt: skip
        given: dict[str, Any] = {"A": kind}
        for who in "ab":
            methods, attrs = case.allowed[who]
            given[who] = monty.ClassInstance(Base(who), allowed_methods=methods, lazy_attrs=attrs, class_type=kind)
        return given

    def judge(self, case: Case, defect: bool) -> int:
        Kind.defect = defect
        with self.pool.checkout() as session:
            given = self.given(case)
            session.feed_run("copied = None\ntry: copied = [a][0]\nexcept Exception: pass", inputs=given)
            for program in case.programs:
                Base.entered.clear()
                text = f"try:\n    got = {program}\nexcept BaseException as e:\n    got = str(e)\nrepr(got)[:3000]"
                try:
                    shown = str(session.feed_run(text))
                except monty.MontySyntaxError:
                    continue  # quotes in quotes
                self.look(case, program, shown)
        return len(case.programs)

    def look(self, case: Case, program: str, shown: str) -> None:
        if RAW in shown:
            raise Broken(f"{program}: a value that was not converted: {shown}")
        for who, name in Base.entered:
            if who == "foreign":
                raise Broken(f"{program}: {name} was entered with a self of the program's choice")
            owners = ("A", "a", "b", "new") if who == "class" else ("new",) if who not in "ab" else (who,)
            # a property is entered by reading it, and by a call of that name
            places = (0, 1) if name == "secret" else (0,)
            if not any(allows(case.allowed[o][at], name) for o in owners for at in places):
                raise Broken(f"{program}: {name} of {who} was entered, {case.allowed}")


def allows(names: frozenset[str] | str | None, name: str) -> bool:
    return names is not None and not name.startswith("_") and (names == "all" or name in names)
