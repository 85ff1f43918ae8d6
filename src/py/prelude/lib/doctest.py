"""doctest - examples in docstrings, tried out.

SPDX-License-Identifier: Apache-2.0
"""

import difflib
import inspect
import io
import linecache
import re
import sys
import traceback
import unittest
from collections import namedtuple

from _caisson import session_state
from _doctest_find import (DocTest, DocTestFinder, DocTestParser, Example,
                           _flags, register_optionflag)

__all__ = ["register_optionflag", "DONT_ACCEPT_TRUE_FOR_1",
           "DONT_ACCEPT_BLANKLINE", "NORMALIZE_WHITESPACE", "ELLIPSIS",
           "SKIP", "IGNORE_EXCEPTION_DETAIL", "COMPARISON_FLAGS",
           "REPORT_UDIFF", "REPORT_CDIFF", "REPORT_NDIFF",
           "REPORT_ONLY_FIRST_FAILURE", "REPORTING_FLAGS", "FAIL_FAST",
           "Example", "DocTest", "DocTestParser", "DocTestFinder",
           "DocTestRunner", "OutputChecker", "DocTestFailure",
           "UnexpectedException", "DebugRunner", "testmod", "testfile",
           "run_docstring_examples", "DocTestSuite", "DocFileSuite",
           "set_unittest_reportflags", "script_from_examples"]

DONT_ACCEPT_TRUE_FOR_1 = 1
DONT_ACCEPT_BLANKLINE = 2
NORMALIZE_WHITESPACE = 4
ELLIPSIS = 8
SKIP = 16
IGNORE_EXCEPTION_DETAIL = 32
COMPARISON_FLAGS = 63
REPORT_UDIFF = 64
REPORT_CDIFF = 128
REPORT_NDIFF = 256
REPORT_ONLY_FIRST_FAILURE = 512
FAIL_FAST = 1024
REPORTING_FLAGS = 1984
BLANKLINE_MARKER = "<BLANKLINE>"
ELLIPSIS_MARKER = "..."
TestResults = namedtuple("TestResults", "failed attempted")
_LINE = "*" * 70
_blank = re.compile(r"(?m)^[^\S\n]+$")


def __getattr__(name):
    if name == "OPTIONFLAGS_BY_NAME":
        return _flags()
    if name == "master":
        return next(iter(session_state("doctest.master", list)), None)
    raise AttributeError(f"module 'doctest' has no attribute {name!r}")


def _indent(text, by=4):
    return re.sub("(?m)^(?!$)", by * " ", text)


# --- comparing --------------------------------------------------------------------


class OutputChecker:
    """Decides whether an output is the expected one."""

    def check_output(self, want, got, optionflags):
        """Is it, with these flags?"""
        if got == want:
            return True
        if not optionflags & DONT_ACCEPT_TRUE_FOR_1 and (got, want) in (
                ("True\n", "1\n"), ("False\n", "0\n")):
            return True
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            want = re.sub(r"(?m)^<BLANKLINE>\s*?$", "", want)
            got = _blank.sub("", got)
            if got == want:
                return True
        if optionflags & NORMALIZE_WHITESPACE:
            got = " ".join(got.split())
            want = " ".join(want.split())
            if got == want:
                return True
        return bool(optionflags & ELLIPSIS) and _matches(want, got)

    def output_difference(self, example, got, optionflags):
        """The difference, for people."""
        want = example.want
        if not optionflags & DONT_ACCEPT_BLANKLINE:
            got = re.sub("(?m)^[ ]*(?=\n)", BLANKLINE_MARKER, got)
        if _is_worth_a_diff(want, got, optionflags):
            return _diff(want, got, optionflags)
        if want and got:
            return f"Expected:\n{_indent(want)}Got:\n{_indent(got)}"
        if want:
            return f"Expected:\n{_indent(want)}Got nothing\n"
        if got:
            return f"Expected nothing\nGot:\n{_indent(got)}"
        return "Expected nothing\nGot nothing\n"


def _matches(want, got):
    """Does a text fit one with "..." for anything?"""
    if ELLIPSIS_MARKER not in want:
        return want == got
    first, *between, last = want.split(ELLIPSIS_MARKER)
    if not got.startswith(first) or not got.endswith(last):
        return False
    at, end = len(first), len(got) - len(last)
    if at > end:
        return False
    for part in between:
        at = got.find(part, at, end)
        if at < 0:
            return False
        at += len(part)
    return True


def _is_worth_a_diff(want, got, flags):
    if not flags & (REPORT_UDIFF | REPORT_CDIFF | REPORT_NDIFF):
        return False
    return bool(flags & REPORT_NDIFF) or (
        want.count("\n") > 2 and got.count("\n") > 2)


def _diff(want, got, flags):
    one, two = want.splitlines(keepends=True), got.splitlines(keepends=True)
    if flags & REPORT_UDIFF:
        lines = list(difflib.unified_diff(one, two, n=2))[2:]
        kind = "unified diff with -expected +actual"
    elif flags & REPORT_CDIFF:
        lines = list(difflib.context_diff(one, two, n=2))[2:]
        kind = "context diff with expected followed by actual"
    else:
        lines = list(difflib.Differ(
            charjunk=difflib.IS_CHARACTER_JUNK).compare(one, two))
        kind = "ndiff with -expected +actual"
    text = "".join(line.rstrip() + "\n" for line in lines)
    return f"Differences ({kind}):\n" + _indent(text)


# --- running ----------------------------------------------------------------------


class DocTestRunner:
    """Runs examples and reports what differs."""

    DIVIDER = _LINE

    def __init__(self, checker=None, verbose=None, optionflags=0):
        self._checker = checker or OutputChecker()
        self._verbose = "-v" in sys.argv if verbose is None else verbose
        self.optionflags = self.original_optionflags = optionflags
        self.tries = self.failures = 0
        self._by_name = {}
        self.test = None

    def report_start(self, out, test, example):
        """An example is about to run."""
        if self._verbose:
            wanted = ("Expecting:\n" + _indent(example.want) if example.want
                      else "Expecting nothing\n")
            out("Trying:\n" + _indent(example.source) + wanted)

    def report_success(self, out, test, example, got):
        """An example did what it should."""
        if self._verbose:
            out("ok\n")

    def report_failure(self, out, test, example, got):
        """An example printed something else."""
        out(self._header(test, example) + self._checker.output_difference(
            example, got, self.optionflags))

    def report_unexpected_exception(self, out, test, example, exc_info):
        """An example raised an exception."""
        text = "".join(traceback.format_exception(*exc_info))
        out(self._header(test, example) + "Exception raised:\n"
            + _indent(text))

    def _header(self, test, example):
        out = [_LINE]
        if test.filename:
            line = "?" if test.lineno is None else (
                test.lineno + example.lineno + 1)
            out.append(f'File "{test.filename}", line {line}, in {test.name}')
        else:
            out.append(f"Line {example.lineno + 1}, in {test.name}")
        out.append("Failed example:")
        out.append(_indent(example.source))
        return "\n".join(out)

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        """Run the examples of a test; return how many failed and ran."""
        self.test = test
        kept = sys.stdout, sys.displayhook
        if out is None:
            out = kept[0].write
        capture = sys.stdout = io.StringIO()
        sys.displayhook = sys.__displayhook__
        try:
            return self._run(test, out, capture)
        finally:
            sys.stdout, sys.displayhook = kept
            self.optionflags = self.original_optionflags
            if clear_globs:
                test.globs.clear()

    def _run(self, test, out, capture):
        failures = tries = 0
        for number, example in enumerate(test.examples):
            flags = self.original_optionflags
            for flag, on in example.options.items():
                flags = flags | flag if on else flags & ~flag
            self.optionflags = flags
            if flags & SKIP:
                continue
            tries += 1
            quiet = flags & REPORT_ONLY_FIRST_FAILURE and failures
            if not quiet:
                self.report_start(out, test, example)
            if not self._try(test, number, example, out, capture, quiet):
                failures += 1
                if flags & FAIL_FAST:
                    break
        self.failures += failures
        self.tries += tries
        before = self._by_name.get(test.name, (0, 0))
        self._by_name[test.name] = before[0] + failures, before[1] + tries
        return TestResults(failures, tries)

    def _try(self, test, number, example, out, capture, quiet):
        """Run one example; did it do what it should?"""
        info = None
        place = f"<doctest {test.name}[{number}]>"
        source = example.source
        linecache.cache[place] = (len(source), None,
                                  source.splitlines(keepends=True), place)
        try:
            exec(compile(source, place, "single"), test.globs)
        except KeyboardInterrupt:
            raise
        except BaseException:
            info = sys.exc_info()
        got = capture.getvalue()
        capture.seek(0)
        capture.truncate()
        if got and not got.endswith("\n"):
            got += "\n"
        if info is not None:
            return self._judge_error(test, example, out, got, info, quiet)
        fits = self._checker.check_output(example.want, got, self.optionflags)
        if not quiet:
            report = self.report_success if fits else self.report_failure
            report(out, test, example, got)
        return fits

    def _judge_error(self, test, example, out, got, info, quiet):
        if example.exc_msg is None:
            if not quiet:
                self.report_unexpected_exception(out, test, example, info)
            return False
        message = traceback.format_exception_only(*info[:2])[-1]
        fits = self._checker.check_output(example.exc_msg, message,
                                          self.optionflags)
        if not fits and self.optionflags & IGNORE_EXCEPTION_DETAIL:
            fits = self._checker.check_output(
                _kind_of(example.exc_msg), _kind_of(message),
                self.optionflags)
        if not quiet:
            got += "".join(traceback.format_exception(*info))
            report = self.report_success if fits else self.report_failure
            report(out, test, example, got)
        return fits

    def summarize(self, verbose=None):
        """Print how many examples of which tests failed."""
        verbose = self._verbose if verbose is None else verbose
        rows = sorted(self._by_name.items())
        empty = [name for name, (_, n) in rows if n == 0]
        passed = [(name, n) for name, (f, n) in rows if n and not f]
        failed = [(name, f, n) for name, (f, n) in rows if f]
        tried = sum(n for _, (_, n) in rows)
        wrong = sum(f for _, f, _ in failed)
        if verbose and empty:
            print(len(empty), "items had no tests:")
            for name in empty:
                print("   ", name)
        if verbose and passed:
            print(len(passed), "items passed all tests:")
            for name, n in passed:
                print(" %3d tests in %s" % (n, name))
        if failed:
            print(_LINE)
            print(len(failed), "items had failures:")
            for name, f, n in failed:
                print(" %3d of %3d in %s" % (f, n, name))
        if verbose:
            print(tried, "tests in", len(rows), "items.")
            print(tried - wrong, "passed and", wrong, "failed.")
        if wrong:
            print("***Test Failed***", wrong, "failures.")
        elif verbose:
            print("Test passed.")
        return TestResults(wrong, tried)

    def merge(self, other):
        """Add the numbers of another runner."""
        for name, (f, n) in other._by_name.items():
            mine = self._by_name.get(name, (0, 0))
            self._by_name[name] = mine[0] + f, mine[1] + n


def _kind_of(message):
    """The class in the first line of a message, without its module."""
    head = message.partition("\n")[0].partition(":")[0]
    return head.rpartition(".")[2]


class DocTestFailure(Exception):
    """An example printed something else; told by DebugRunner."""

    def __init__(self, test, example, got):
        self.test = test
        self.example = example
        self.got = got

    def __str__(self):
        return str(self.test)


class UnexpectedException(Exception):
    """An example raised an exception; told by DebugRunner."""

    def __init__(self, test, example, exc_info):
        self.test = test
        self.example = example
        self.exc_info = exc_info

    def __str__(self):
        return str(self.test)


class DebugRunner(DocTestRunner):
    """Raises an exception at the first failure."""

    def run(self, test, compileflags=None, out=None, clear_globs=True):
        result = DocTestRunner.run(self, test, compileflags, out, False)
        if clear_globs:
            test.globs.clear()
        return result

    def report_unexpected_exception(self, out, test, example, exc_info):
        raise UnexpectedException(test, example, exc_info)

    def report_failure(self, out, test, example, got):
        raise DocTestFailure(test, example, got)


# --- for programs -----------------------------------------------------------------


def _finish(runner, report):
    if report:
        runner.summarize()
    kept = session_state("doctest.master", list)
    if kept:
        kept[0].merge(runner)
    else:
        kept.append(runner)
    return TestResults(runner.failures, runner.tries)


def testmod(m=None, name=None, globs=None, verbose=None, report=True,
            optionflags=0, extraglobs=None, raise_on_error=False,
            exclude_empty=False):
    """Try the examples in the docstrings of a module."""
    if m is None:
        m = sys.modules.get("__main__")
    if not inspect.ismodule(m):
        raise TypeError(f"testmod: module required; {m!r}")
    finder = DocTestFinder(exclude_empty=exclude_empty)
    kind = DebugRunner if raise_on_error else DocTestRunner
    runner = kind(verbose=verbose, optionflags=optionflags)
    for test in finder.find(m, name or m.__name__, globs=globs,
                            extraglobs=extraglobs):
        runner.run(test)
    return _finish(runner, report)


def _read(filename, encoding):
    with open(filename, encoding=encoding) as file:
        return file.read()


def testfile(filename, module_relative=True, name=None, package=None,
             globs=None, verbose=None, report=True, optionflags=0,
             extraglobs=None, raise_on_error=False, parser=DocTestParser(),
             encoding=None):
    """Try the examples in a text file."""
    if package and not module_relative:
        raise ValueError("Package may only be specified for module-relative "
                         "paths.")
    globs = {**(globs or {}), **(extraglobs or {})}
    globs.setdefault("__name__", "__main__")
    kind = DebugRunner if raise_on_error else DocTestRunner
    runner = kind(verbose=verbose, optionflags=optionflags)
    short = name or filename.rpartition("/")[2]
    runner.run(parser.get_doctest(_read(filename, encoding), globs, short,
                                  filename, 0))
    return _finish(runner, report)


def run_docstring_examples(f, globs, verbose=False, name="NoName",
                           compileflags=None, optionflags=0):
    """Try the examples of one object."""
    runner = DocTestRunner(verbose=verbose, optionflags=optionflags)
    for test in DocTestFinder(verbose=verbose, recurse=False).find(
            f, name, globs=globs):
        runner.run(test, compileflags=compileflags)


# --- unittest ---------------------------------------------------------------------


def set_unittest_reportflags(flags):
    """How tests made by DocTestSuite report; return the flags before."""
    if flags & REPORTING_FLAGS != flags:
        raise ValueError("Only reporting flags allowed", flags)
    kept = session_state("doctest.unittest", lambda: [0])
    old, kept[0] = kept[0], flags
    return old


class DocTestCase(unittest.TestCase):
    """A docstring as a test case."""

    def __init__(self, test, optionflags=0, setUp=None, tearDown=None,
                 checker=None):
        super().__init__()
        self._dt_test = test
        self._dt_flags = optionflags
        self._dt_checker = checker
        self._dt_hooks = setUp, tearDown

    def setUp(self):
        if self._dt_hooks[0] is not None:
            self._dt_hooks[0](self._dt_test)

    def tearDown(self):
        if self._dt_hooks[1] is not None:
            self._dt_hooks[1](self._dt_test)
        self._dt_test.globs.clear()

    def runTest(self):
        test, flags, out = self._dt_test, self._dt_flags, io.StringIO()
        if not flags & REPORTING_FLAGS:
            flags |= session_state("doctest.unittest", lambda: [0])[0]
        runner = DocTestRunner(optionflags=flags, checker=self._dt_checker,
                               verbose=False)
        if runner.run(test, out=out.write, clear_globs=False).failed:
            line = "unknown line number" if test.lineno is None else (
                str(test.lineno))
            raise self.failureException(
                f"Failed doctest test for {test.name}\n"
                f'  File "{test.filename}", line {line}, in '
                f"{test.name.rpartition('.')[2]}\n\n{out.getvalue()}")

    def id(self):
        return self._dt_test.name

    def __repr__(self):
        *path, last = self._dt_test.name.split(".")
        return f"{last} ({'.'.join(path)})"

    __str__ = __repr__

    def shortDescription(self):
        return "Doctest: " + self._dt_test.name


def DocTestSuite(module=None, globs=None, extraglobs=None, test_finder=None,
                 **options):
    """The docstrings of a module as a suite of test cases."""
    finder = test_finder or DocTestFinder()
    if isinstance(module, str):
        module = __import__(module, fromlist=["x"])
    elif module is None:
        module = sys.modules["__main__"]
    suite = unittest.TestSuite()
    for test in finder.find(module, globs=globs, extraglobs=extraglobs):
        if test.examples:
            suite.addTest(DocTestCase(test, **options))
    return suite


def DocFileSuite(*paths, globs=None, parser=DocTestParser(), encoding=None,
                 module_relative=True, package=None, **options):
    """Text files as a suite of test cases."""
    suite = unittest.TestSuite()
    for path in paths:
        space = {"__file__": path, **(globs or {})}
        test = parser.get_doctest(_read(path, encoding), space,
                                  path.rpartition("/")[2], path, 0)
        suite.addTest(DocTestCase(test, **options))
    return suite


def script_from_examples(s):
    """The examples of a text as a program, everything else as comments."""
    out = []
    for part in DocTestParser().parse(s):
        if isinstance(part, Example):
            out.append(part.source[:-1])
            if part.want:
                out.append("# Expected:")
                out += ["## " + line for line in part.want.split("\n")[:-1]]
        else:
            out += [("# " + line).rstrip() if line.strip() else "#"
                    for line in part.split("\n")[:-1]]
    while out and out[-1] == "#":
        out.pop()
    while out and out[0] == "#":
        out.pop(0)
    return "\n".join(out) + "\n"
