"""unittest.runner - running tests with a report in text form.

SPDX-License-Identifier: Apache-2.0
"""

import sys
import time
import warnings
from unittest import result
from unittest.case import _SubTest
from unittest.signals import registerResult

__unittest = True


class _WritelnDecorator:
    """Used to decorate file-like objects with a handy 'writeln' method"""

    def __init__(self, stream):
        self.stream = stream

    def __getattr__(self, attr):
        if attr in ("stream", "__getstate__"):
            raise AttributeError(attr)
        return getattr(self.stream, attr)

    def writeln(self, arg=None):
        if arg:
            self.write(arg)
        self.write("\n")


class TextTestResult(result.TestResult):
    """A test result class that can print formatted text to a stream."""

    separator1 = "=" * 70
    separator2 = "-" * 70

    def __init__(self, stream, descriptions, verbosity):
        super().__init__(stream, descriptions, verbosity)
        self.stream = stream
        self.showAll = verbosity > 1
        self.dots = verbosity == 1
        self.descriptions = descriptions
        self._newline = True

    def getDescription(self, test):
        first = test.shortDescription()
        if self.descriptions and first:
            return f"{test}\n{first}"
        return str(test)

    def startTest(self, test):
        super().startTest(test)
        if self.showAll:
            self.stream.write(self.getDescription(test))
            self.stream.write(" ... ")
            self.stream.flush()
            self._newline = False

    def _write_status(self, test, status):
        is_subtest = isinstance(test, _SubTest)
        if is_subtest or self._newline:
            if not self._newline:
                self.stream.writeln()
            if is_subtest:
                self.stream.write("  ")
            self.stream.write(self.getDescription(test))
            self.stream.write(" ... ")
        self.stream.writeln(status)
        self.stream.flush()
        self._newline = True

    def _report(self, test, status, dot):
        if self.showAll:
            self._write_status(test, status)
        elif self.dots:
            self.stream.write(dot)
            self.stream.flush()

    def addSubTest(self, test, subtest, err):
        if err is not None:
            if issubclass(err[0], subtest.failureException):
                self._report(subtest, "FAIL", "F")
            else:
                self._report(subtest, "ERROR", "E")
        super().addSubTest(test, subtest, err)

    def addSuccess(self, test):
        super().addSuccess(test)
        self._report(test, "ok", ".")

    def addError(self, test, err):
        super().addError(test, err)
        self._report(test, "ERROR", "E")

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._report(test, "FAIL", "F")

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._report(test, f"skipped {reason!r}", "s")

    def addExpectedFailure(self, test, err):
        super().addExpectedFailure(test, err)
        if self.showAll:
            self.stream.writeln("expected failure")
            self.stream.flush()
        elif self.dots:
            self.stream.write("x")
            self.stream.flush()

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        if self.showAll:
            self.stream.writeln("unexpected success")
            self.stream.flush()
        elif self.dots:
            self.stream.write("u")
            self.stream.flush()

    def printErrors(self):
        if self.dots or self.showAll:
            self.stream.writeln()
            self.stream.flush()
        self.printErrorList("ERROR", self.errors)
        self.printErrorList("FAIL", self.failures)
        unexpected = getattr(self, "unexpectedSuccesses", ())
        if unexpected:
            self.stream.writeln(self.separator1)
            for test in unexpected:
                self.stream.writeln("UNEXPECTED SUCCESS: "
                                    f"{self.getDescription(test)}")
            self.stream.flush()

    def printErrorList(self, flavour, errors):
        for test, err in errors:
            self.stream.writeln(self.separator1)
            self.stream.writeln(f"{flavour}: {self.getDescription(test)}")
            self.stream.writeln(self.separator2)
            self.stream.writeln(str(err))
            self.stream.flush()


class TextTestRunner:
    """Runs tests and prints names, dots, errors and a summary."""

    resultclass = TextTestResult

    def __init__(self, stream=None, descriptions=True, verbosity=1,
                 failfast=False, buffer=False, resultclass=None,
                 warnings=None, *, tb_locals=False):
        if stream is None:
            stream = sys.stderr
        self.stream = _WritelnDecorator(stream)
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
        "Run the given test case or test suite."
        result = self._makeResult()
        registerResult(result)
        result.failfast = self.failfast
        result.buffer = self.buffer
        result.tb_locals = self.tb_locals
        with warnings.catch_warnings():
            if self.warnings:
                warnings.simplefilter(self.warnings)
                if self.warnings in ("default", "always"):
                    warnings.filterwarnings(
                        "module", category=DeprecationWarning,
                        message=r"Please use assert\w+ instead.")
            start = time.perf_counter()
            start_run = getattr(result, "startTestRun", None)
            if start_run is not None:
                start_run()
            try:
                test(result)
            finally:
                stop_run = getattr(result, "stopTestRun", None)
                if stop_run is not None:
                    stop_run()
            taken = time.perf_counter() - start
        result.printErrors()
        self._summary(result, taken)
        return result

    def _summary(self, result, taken):
        write = self.stream.write
        if hasattr(result, "separator2"):
            self.stream.writeln(result.separator2)
        run = result.testsRun
        plural = "" if run == 1 else "s"
        self.stream.writeln(f"Ran {run} test{plural} in {taken:.3f}s")
        self.stream.writeln()
        infos = []
        if result.wasSuccessful():
            write("OK")
        else:
            write("FAILED")
            if result.failures:
                infos.append(f"failures={len(result.failures)}")
            if result.errors:
                infos.append(f"errors={len(result.errors)}")
        for name, label in (("skipped", "skipped"),
                            ("expectedFailures", "expected failures"),
                            ("unexpectedSuccesses",
                             "unexpected successes")):
            count = len(getattr(result, name, ()))
            if count:
                infos.append(f"{label}={count}")
        if infos:
            self.stream.writeln(f" ({', '.join(infos)})")
        else:
            write("\n")
        self.stream.flush()
