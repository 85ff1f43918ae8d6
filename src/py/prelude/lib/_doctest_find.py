"""_doctest_find - examples in texts, texts in modules.

SPDX-License-Identifier: Apache-2.0
"""

import inspect
import re

from _caisson import session_state

__name__ = "doctest"

_FLAGS = ("DONT_ACCEPT_TRUE_FOR_1", "DONT_ACCEPT_BLANKLINE",
          "NORMALIZE_WHITESPACE", "ELLIPSIS", "SKIP",
          "IGNORE_EXCEPTION_DETAIL", "REPORT_UDIFF", "REPORT_CDIFF",
          "REPORT_NDIFF", "REPORT_ONLY_FIRST_FAILURE", "FAIL_FAST")
_comment = re.compile(r"^[ ]*(#.*)?$")
_directive = re.compile(r"#\s*doctest:\s*([^\n'\"]*)$", re.MULTILINE)
_header = re.compile(r"Traceback \((?:most recent call last|innermost last)\):\s*$")
_quote = re.compile(r"(^|.*:)\s*\w*(\"|')")


def _flags():
    """Flags by name; programs may register more."""
    return session_state("doctest.flags", lambda: {
        name: 1 << at for at, name in enumerate(_FLAGS)})


def register_optionflag(name):
    """A flag of that name, new or known."""
    known = _flags()
    return known.setdefault(name, 1 << len(known))


class Example:
    """A statement and the output it should have."""

    def __init__(self, source, want, exc_msg=None, lineno=0, indent=0,
                 options=None):
        self.source = _ended(source)
        self.want = _ended(want) if want else want
        self.exc_msg = None if exc_msg is None else _ended(exc_msg)
        self.lineno = lineno
        self.indent = indent
        self.options = {} if options is None else options

    def _key(self):
        return (self.source, self.want, self.lineno, self.indent,
                self.options, self.exc_msg)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self):
        return hash((self.source, self.want, self.lineno, self.indent,
                     self.exc_msg))


def _ended(text):
    return text if text.endswith("\n") else text + "\n"


class DocTest:
    """The examples of one text, with the names they see."""

    def __init__(self, examples, globs, name, filename, lineno, docstring):
        self.examples = examples
        self.docstring = docstring
        self.globs = globs.copy()
        self.name = name
        self.filename = filename
        self.lineno = lineno

    def __repr__(self):
        n = len(self.examples)
        count = {0: "no examples", 1: "1 example"}.get(n, f"{n} examples")
        return (f"<{type(self).__name__} {self.name} from "
                f"{self.filename}:{self.lineno} ({count})>")

    def _key(self):
        return (self.examples, self.docstring, self.globs, self.name,
                self.filename, self.lineno)

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self):
        return hash((self.docstring, self.name, self.filename, self.lineno))

    def __lt__(self, other):
        if not isinstance(other, DocTest):
            return NotImplemented
        return ((self.name, self.filename or "", self.lineno or -1, id(self))
                < (other.name, other.filename or "", other.lineno or -1,
                   id(other)))


class DocTestParser:
    """Takes examples out of texts."""

    def parse(self, string, name="<string>"):
        """Texts and examples by turns."""
        lines = _aligned(string.expandtabs())
        out, text, at = [], [], 0
        while at < len(lines):
            if not lines[at].lstrip(" ").startswith(">>>"):
                text.append(lines[at])
                at += 1
                continue
            out.append("\n".join(text) + "\n" if text else "")
            text = []
            example, at = self._example(lines, at, name)
            if example is not None:
                out.append(example)
        out.append("\n".join(text))
        return out

    def get_doctest(self, string, globs, name, filename, lineno):
        """The examples of a text as a DocTest."""
        return DocTest(self.get_examples(string, name), globs, name,
                       filename, lineno, string)

    def get_examples(self, string, name="<string>"):
        """The examples of a text."""
        return [part for part in self.parse(string, name)
                if isinstance(part, Example)]

    def _example(self, lines, start, name):
        """The example at a line, and the line after it."""
        indent = len(lines[start]) - len(lines[start].lstrip(" "))
        at = start + 1
        while at < len(lines) and lines[at].lstrip(" ").startswith("..."):
            at += 1
        for n in range(start, at):
            _check_prefix(lines[n], indent, "." if n > start else "", name, n)
            _check_blank(lines[n], indent, name, n)
        source = "\n".join(line[indent + 4:] for line in lines[start:at])
        first = at
        while at < len(lines) and lines[at].strip(" ") and (
                not lines[at].lstrip(" ").startswith(">>>")):
            _check_prefix(lines[at], indent, "", name, at)
            at += 1
        want = "\n".join(line[indent:] for line in lines[first:at])
        options = self._options(source, name, start)
        if _comment.match(source):
            return None, at
        return Example(source, want, _message(want), start, indent,
                       options), at

    def _options(self, source, name, lineno):
        found = {}
        for m in _directive.finditer(source):
            for option in m[1].replace(",", " ").split():
                if option[0] not in "+-" or option[1:] not in _flags():
                    raise ValueError(
                        f"line {lineno + 1!r} of the doctest for {name} has "
                        f"an invalid option: {option!r}")
                found[_flags()[option[1:]]] = option[0] == "+"
        if found and _comment.match(source):
            raise ValueError(
                f"line {lineno!r} of the doctest for {name} has an option "
                f"directive on a line with no example: {source!r}")
        return found


def _aligned(text):
    """The lines of a text without the indent that all have."""
    lines = text.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines
               if line.strip()]
    cut = min(indents, default=0)
    return [line[cut:] for line in lines]


def _check_prefix(line, indent, more, name, lineno):
    if not line.startswith(" " * indent + more):
        raise ValueError(f"line {lineno + 1!r} of the docstring for {name} "
                         f"has inconsistent leading whitespace: {line!r}")


def _check_blank(line, indent, name, lineno):
    if line[indent + 3:indent + 4] not in ("", " "):
        raise ValueError(
            f"line {lineno + 1!r} of the docstring for {name} lacks blank "
            f"after {line[indent:indent + 3]}: {line!r}")


def _message(want):
    """The last lines of an expected traceback, or None if it is none."""
    lines = want.split("\n")
    if not _header.match(lines[0]):
        return None
    for at in range(1, len(lines)):
        if re.match(r"\w", lines[at]):
            return "\n".join(lines[at:])
    return None


class DocTestFinder:
    """Finds the docstrings of a module or class that have examples."""

    def __init__(self, verbose=False, parser=DocTestParser(), recurse=True,
                 exclude_empty=True):
        self._verbose = verbose
        self._parser = parser
        self._recurse = recurse
        self._exclude_empty = exclude_empty

    def find(self, obj, name=None, module=None, globs=None, extraglobs=None):
        """The DocTests of an object and of what it contains, by name."""
        if name is None:
            name = getattr(obj, "__name__", None)
            if name is None:
                raise ValueError(
                    "DocTestFinder.find: name must be given when "
                    f"obj.__name__ doesn't exist: {type(obj)!r}")
        if module is False:
            module = None
        elif module is None:
            module = obj if inspect.ismodule(obj) else inspect.getmodule(obj)
        try:
            lines = inspect.findsource(obj)[0]
        except (OSError, TypeError):
            lines = None
        if globs is None:
            globs = {} if module is None else vars(module).copy()
        else:
            globs = globs.copy()
        globs.update(extraglobs or {})
        globs.setdefault("__name__", "__main__")
        tests = []
        self._find(tests, obj, name, module, lines, globs, set())
        tests.sort()
        return tests

    def _find(self, tests, obj, name, module, lines, globs, seen):
        if self._verbose:
            print("Finding tests in %s" % name)
        if id(obj) in seen:
            return
        seen.add(id(obj))
        test = self._test(obj, name, module, globs, lines)
        if test is not None:
            tests.append(test)
        if not self._recurse:
            return
        for part, value in self._parts(obj, module):
            self._find(tests, value, f"{name}.{part}", module, lines, globs,
                       seen)

    def _parts(self, obj, module):
        """Names and values that may have docstrings of their own."""
        if inspect.ismodule(obj):
            for name, value in vars(obj).items():
                if (inspect.isclass(value) or inspect.isroutine(
                        inspect.unwrap(value))) and _is_from(module, value):
                    yield name, value
            for name, value in getattr(obj, "__test__", {}).items():
                if not isinstance(name, str):
                    raise ValueError(
                        "DocTestFinder.find: __test__ keys must be strings: "
                        f"{type(name)!r}")
                yield f"__test__.{name}", value
        elif inspect.isclass(obj):
            for name, value in vars(obj).items():
                if isinstance(value, (staticmethod, classmethod)):
                    value = value.__func__
                if (inspect.isroutine(value) or inspect.isclass(value)
                        or isinstance(value, property)) and (
                            _is_from(module, value)):
                    yield name, value

    def _test(self, obj, name, module, globs, lines):
        """The DocTest of one docstring, or None."""
        text = obj if isinstance(obj, str) else getattr(obj, "__doc__", None)
        text = "" if text is None else str(text)
        lineno = _line_of(obj, lines)
        if self._exclude_empty and not text:
            return None
        filename = None if module is None else (
            getattr(module, "__file__", None) or module.__name__)
        return self._parser.get_doctest(text, globs, name, filename, lineno)


def _is_from(module, obj):
    """Was an object made by the code of a module?"""
    if module is None or isinstance(obj, property):
        return True
    if inspect.isfunction(obj):
        return vars(module) is obj.__globals__ or (
            obj.__module__ == module.__name__)
    return getattr(obj, "__module__", None) == module.__name__


def _line_of(obj, lines):
    """Where a docstring begins, counted from 0, or None."""
    at = None
    if inspect.ismodule(obj) and getattr(obj, "__doc__", None) is not None:
        at = 0
    if inspect.isclass(obj) and lines is not None and obj.__doc__ is not None:
        start = re.compile(r"^\s*class\s*%s\b" % re.escape(obj.__name__))
        at = next((n for n, line in enumerate(lines) if start.match(line)),
                  None)
    if isinstance(obj, property):
        obj = obj.fget
    obj = inspect.unwrap(obj) if callable(obj) else obj
    if inspect.ismethod(obj):
        obj = obj.__func__
    if inspect.isfunction(obj) and getattr(obj, "__doc__", None):
        at = obj.__code__.co_firstlineno - 1
    if at is None or lines is None:
        return at
    return next((n for n in range(at, len(lines)) if _quote.match(lines[n])),
                None)
