"""unittest.result - what happened in a run of tests.

SPDX-License-Identifier: Apache-2.0
"""

import functools
import io
import sys
import traceback
from unittest.util import strclass

__unittest = True

STDOUT_LINE = "\nStdout:\n%s"
STDERR_LINE = "\nStderr:\n%s"


def failfast(method):
    """Make a method of a result stop the run if that is wanted."""
    @functools.wraps(method)
    def stopping(self, *args, **kwargs):
        if getattr(self, "failfast", False):
            self.stop()
        return method(self, *args, **kwargs)
    return stopping


def _whole_lines(template, text):
    return template % (text if text.endswith("\n") else text + "\n")


class TestResult:
    """Collects the outcomes of tests."""

    buffer = False
    tb_locals = False
    shouldStop = False
    testsRun = 0
    # notes of the suites about the class and module they are in
    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False
    # captured output
    _mirrorOutput = False
    _stdout_buffer = _stderr_buffer = None

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        for name in ("failures", "errors", "skipped", "expectedFailures",
                     "unexpectedSuccesses"):
            setattr(self, name, [])
        self.failfast = False
        self._original_stdout, self._original_stderr = sys.stdout, sys.stderr

    def __repr__(self):
        counts = (f"run={self.testsRun} errors={len(self.errors)} "
                  f"failures={len(self.failures)}")
        return f"<{strclass(type(self))} {counts}>"

    # --- The course of a run ---

    def startTestRun(self):
        """Hook: the first test is about to begin."""

    def stopTestRun(self):
        """Hook: the last test is over."""

    def startTest(self, test):
        """Note that a test begins."""
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def stopTest(self, test):
        """Note that a test is over."""
        self._restoreStdout()
        self._mirrorOutput = False

    def stop(self):
        """Ask for an end of the run after this test."""
        self.shouldStop = True

    def wasSuccessful(self):
        """Has nothing gone wrong so far?"""
        problems = (self.failures, self.errors,
                    getattr(self, "unexpectedSuccesses", None))
        return not any(problems)

    def printErrors(self):
        """Hook: the run is over, time to report."""

    # --- Outcomes of single tests ---

    def addSuccess(self, test):
        """Note a test that passed."""

    @failfast
    def addError(self, test, err):
        """Note a test that raised something; `err` is from exc_info()."""
        self._note(self.errors, test, err)

    @failfast
    def addFailure(self, test, err):
        """Note a test whose assertion did not hold."""
        self._note(self.failures, test, err)

    def addSubTest(self, test, subtest, err):
        """Note the end of a subtest; `err` is None if it passed."""
        if err is None:
            return
        if getattr(self, "failfast", False):
            self.stop()
        is_failure = issubclass(err[0], test.failureException)
        self._note(self.failures if is_failure else self.errors, subtest,
                   err, test)

    def addSkip(self, test, reason):
        """Note a test that was not run."""
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        """Note a test that failed as it should."""
        self.expectedFailures.append(
            (test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        """Note a test that passed although it should not."""
        self.unexpectedSuccesses.append(test)

    def _note(self, place, test, err, owner=None):
        text = self._exc_info_to_string(err, owner or test)
        place.append((test, text))
        self._mirrorOutput = True

    # --- Captured output ---

    def _setupStdout(self):
        if not self.buffer:
            return
        if self._stdout_buffer is None:
            self._stdout_buffer = io.StringIO()
            self._stderr_buffer = io.StringIO()
        sys.stdout, sys.stderr = self._stdout_buffer, self._stderr_buffer

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for text, target in zip(self._captured(),
                                    (self._original_stdout,
                                     self._original_stderr)):
                target.write(text)
        sys.stdout, sys.stderr = self._original_stdout, self._original_stderr
        for held in self._stdout_buffer, self._stderr_buffer:
            held.seek(0)
            held.truncate()

    def _captured(self):
        """What was written to the two streams, with headings."""
        for stream, heading in ((sys.stdout, STDOUT_LINE),
                                (sys.stderr, STDERR_LINE)):
            text = stream.getvalue()
            yield _whole_lines(heading, text) if text else ""

    # --- Tracebacks ---

    def _exc_info_to_string(self, err, test):
        exc_type, value, tb = err
        tb = self._trim(exc_type, tb, test)
        self._trim_chain(value, test)
        report = traceback.TracebackException(
            exc_type, value, tb, capture_locals=self.tb_locals, compact=True)
        text = "".join(report.format())
        if self.buffer:
            text += "".join(self._captured())
        return text

    def _is_relevant_tb_level(self, tb):
        return "__unittest" in tb.tb_frame.f_globals

    def _trim(self, exc_type, tb, test):
        """Leave out the entries of this package around those of the test."""
        while tb is not None and self._is_relevant_tb_level(tb):
            tb = tb.tb_next
        if exc_type is test.failureException:
            last, entry = None, tb
            while entry is not None and not self._is_relevant_tb_level(entry):
                last, entry = entry, entry.tb_next
            if last is not None:
                last.tb_next = None
        return tb

    def _trim_chain(self, value, test):
        """Do the same to the exceptions that led to this one."""
        done = {id(value)}
        waiting = [value]
        while waiting:
            error = waiting.pop()
            if error is None:
                continue
            for other in error.__cause__, error.__context__:
                if other is not None and id(other) not in done:
                    done.add(id(other))
                    waiting.append(other)
                    other.__traceback__ = self._trim(
                        type(other), other.__traceback__, test)
