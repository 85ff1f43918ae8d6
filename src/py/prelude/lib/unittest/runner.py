"""unittest.runner - running tests with a report in text form.

SPDX-License-Identifier: Apache-2.0
"""

import sys
import time
import warnings
from unittest.case import _SubTest
from unittest.result import TestResult
from unittest.signals import registerResult

__unittest = True


class _WritelnDecorator:
    """A stream that also has writeln()."""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, name):
        if name in {"stream", "__getstate__"}:
            raise AttributeError(name)  # while it is being copied
        return getattr(self.stream, name)

    def writeln(self, arg=None):
        self.write(f"{arg}\n" if arg else "\n")


class TextTestResult(TestResult):
    """A result that prints each outcome as it comes."""

    separator1 = 70 * "="
    separator2 = 70 * "-"

    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, verbosity)
        self.stream = stream
        self.descriptions = descriptions
        self.dots = verbosity == 1
        self.showAll = verbosity > 1
        self._newline = True  # is the cursor at the start of a line?

    def getDescription(self, test):
        """How a test is named in the report."""
        doc = test.shortDescription() if self.descriptions else None
        return f"{test}\n{doc}" if doc else str(test)

    def _announce(self, test, indent=""):
        self.stream.write(f"{indent}{self.getDescription(test)} ... ")

    def _tell(self, word, letter):
        """Print an outcome as a word or a letter."""
        if self.showAll:
            self.stream.writeln(word)
        elif self.dots:
            self.stream.write(letter)
        else:
            return
        self.stream.flush()

    def _tell_of(self, test, word, letter):
        """Same, on a line that names the test."""
        if self.showAll:
            inner = isinstance(test, _SubTest)
            if inner and not self._newline:
                self.stream.writeln()
            if inner or self._newline:
                self._announce(test, "  " if inner else "")
            self._newline = True
        self._tell(word, letter)

    def startTest(self, test):
        """Print the name of a test that begins."""
        super().startTest(test)
        if self.showAll:
            self._announce(test)
            self.stream.flush()
            self._newline = False

    def addSuccess(self, test):
        """Print and note a test that passed."""
        super().addSuccess(test)
        self._tell_of(test, "ok", ".")

    def addError(self, test, err):
        """Print and note a test that raised something."""
        super().addError(test, err)
        self._tell_of(test, "ERROR", "E")

    def addFailure(self, test, err):
        """Print and note a test whose assertion did not hold."""
        super().addFailure(test, err)
        self._tell_of(test, "FAIL", "F")

    def addSubTest(self, test, subtest, err):
        """Print and note a subtest that did not pass."""
        if err is not None:
            failed = issubclass(err[0], subtest.failureException)
            self._tell_of(subtest, *(("FAIL", "F") if failed
                                     else ("ERROR", "E")))
        super().addSubTest(test, subtest, err)

    def addSkip(self, test, reason):
        """Print and note a test that was not run."""
        super().addSkip(test, reason)
        self._tell_of(test, f"skipped {reason!r}", "s")

    def addExpectedFailure(self, test, err):
        """Print and note a test that failed as it should."""
        super().addExpectedFailure(test, err)
        self._tell("expected failure", "x")

    def addUnexpectedSuccess(self, test):
        """Print and note a test that should have failed."""
        super().addUnexpectedSuccess(test)
        self._tell("unexpected success", "u")

    def printErrors(self):
        """Print everything that went wrong."""
        if self.dots or self.showAll:
            self.stream.writeln()
            self.stream.flush()
        self.printErrorList("ERROR", self.errors)
        self.printErrorList("FAIL", self.failures)
        surprises = getattr(self, "unexpectedSuccesses", None)
        if surprises:
            self.stream.writeln(self.separator1)
            for test in surprises:
                self.stream.writeln("UNEXPECTED SUCCESS: "
                                    + self.getDescription(test))
            self.stream.flush()

    def printErrorList(self, flavour, errors):
        """Print tests and their tracebacks."""
        for test, text in errors:
            for line in (self.separator1,
                         f"{flavour}: {self.getDescription(test)}",
                         self.separator2, f"{text}"):
                self.stream.writeln(line)
            self.stream.flush()


class TextTestRunner:
    """Runs tests and prints a report to a stream."""

    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1,
                 failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False):
        self.stream = _WritelnDecorator(
            sys.stderr if stream is None else stream)
        self.descriptions = descriptions
        self.verbosity = verbosity
        self.failfast = failfast
        self.buffer = buffer
        self.tb_locals = tb_locals
        self.warnings = warnings
        if resultclass is not None:
            self.resultclass = resultclass

    def _makeResult(self):
        return self.resultclass(self.stream, self.descriptions,
                                self.verbosity)

    def run(self, test):
        """Run a test or a group and return the result."""
        result = self._makeResult()
        registerResult(result)
        for option in "failfast", "buffer", "tb_locals":
            setattr(result, option, getattr(self, option))
        with warnings.catch_warnings():
            self._set_filters()
            began = time.perf_counter()
            getattr(result, "startTestRun", bool)()
            try:
                test(result)
            finally:
                getattr(result, "stopTestRun", bool)()
            seconds = time.perf_counter() - began
        result.printErrors()
        self._summarize(result, seconds)
        return result

    def _set_filters(self):
        action = self.warnings
        if not action:
            return
        warnings.simplefilter(action)
        if action in ("default", "always"):
            # once per module is enough for old names of assert methods
            warnings.filterwarnings("module", r"Please use assert\w+ instead.",
                                    DeprecationWarning)

    def _summarize(self, result, seconds):
        say = self.stream.writeln
        if hasattr(result, "separator2"):
            say(result.separator2)
        count = result.testsRun
        say(f"Ran {count} test{'s' * (count != 1)} in {seconds:.3f}s")
        say()
        good = result.wasSuccessful()
        counted = [] if good else [("failures", "failures"),
                                   ("errors", "errors")]
        counted += [("skipped", "skipped"),
                    ("expected failures", "expectedFailures"),
                    ("unexpected successes", "unexpectedSuccesses")]
        notes = [f"{label}={len(found)}" for label, name in counted
                 if (found := getattr(result, name, None))]
        say(("OK" if good else "FAILED")
            + (f" ({', '.join(notes)})" if notes else ""))
        self.stream.flush()
