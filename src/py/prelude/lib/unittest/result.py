"""unittest.result - what happened in a run of tests.

SPDX-License-Identifier: Apache-2.0
"""

import io
import sys
import traceback
from functools import wraps
from unittest import util

__unittest = True

STDOUT_LINE = "\nStdout:\n%s"
STDERR_LINE = "\nStderr:\n%s"


def failfast(method):
    """Decorator of methods after which the run may have to stop."""
    @wraps(method)
    def inner(self, *args, **kw):
        if getattr(self, "failfast", False):
            self.stop()
        return method(self, *args, **kw)
    return inner


def _is_ours(tb):
    return "__unittest" in tb.tb_frame.f_globals


class TestResult:
    """Holder for test result information."""

    _previousTestClass = None
    _testRunEntered = False
    _moduleSetUpFailed = False

    def __init__(self, stream=None, descriptions=None, verbosity=None):
        self.failfast = False
        self.failures = []
        self.errors = []
        self.testsRun = 0
        self.skipped = []
        self.expectedFailures = []
        self.unexpectedSuccesses = []
        self.shouldStop = False
        self.buffer = False
        self.tb_locals = False
        self._stdout_buffer = None
        self._stderr_buffer = None
        self._original_stdout = sys.stdout
        self._original_stderr = sys.stderr
        self._mirrorOutput = False

    def printErrors(self):
        "Called by TestRunner after test run"

    def startTest(self, test):
        "Called when the given test is about to be run"
        self.testsRun += 1
        self._mirrorOutput = False
        self._setupStdout()

    def _setupStdout(self):
        if self.buffer:
            if self._stderr_buffer is None:
                self._stderr_buffer = io.StringIO()
                self._stdout_buffer = io.StringIO()
            sys.stdout = self._stdout_buffer
            sys.stderr = self._stderr_buffer

    def startTestRun(self):
        """Called once before any tests are executed."""

    def stopTest(self, test):
        """Called when the given test has been run"""
        self._restoreStdout()
        self._mirrorOutput = False

    def _restoreStdout(self):
        if not self.buffer:
            return
        if self._mirrorOutput:
            for buffer, line, target in (
                    (sys.stdout, STDOUT_LINE, self._original_stdout),
                    (sys.stderr, STDERR_LINE, self._original_stderr)):
                output = buffer.getvalue()
                if output:
                    if not output.endswith("\n"):
                        output += "\n"
                    target.write(line % output)
        sys.stdout = self._original_stdout
        sys.stderr = self._original_stderr
        for buffer in (self._stdout_buffer, self._stderr_buffer):
            buffer.seek(0)
            buffer.truncate()

    def stopTestRun(self):
        """Called once after all tests are executed."""

    @failfast
    def addError(self, test, err):
        """Called when an error has occurred; err is from sys.exc_info()."""
        self.errors.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    @failfast
    def addFailure(self, test, err):
        """Called when a test has failed; err is from sys.exc_info()."""
        self.failures.append((test, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSubTest(self, test, subtest, err):
        """Called at the end of a subtest; err is None for success."""
        if err is None:
            return
        if getattr(self, "failfast", False):
            self.stop()
        if issubclass(err[0], test.failureException):
            errors = self.failures
        else:
            errors = self.errors
        errors.append((subtest, self._exc_info_to_string(err, test)))
        self._mirrorOutput = True

    def addSuccess(self, test):
        "Called when a test has completed successfully"

    def addSkip(self, test, reason):
        """Called when a test is skipped."""
        self.skipped.append((test, reason))

    def addExpectedFailure(self, test, err):
        """Called when an expected failure/error occurred."""
        self.expectedFailures.append(
            (test, self._exc_info_to_string(err, test)))

    @failfast
    def addUnexpectedSuccess(self, test):
        """Called when a test was expected to fail, but succeed."""
        self.unexpectedSuccesses.append(test)

    def wasSuccessful(self):
        """Tells whether or not this result was a success."""
        return not (self.failures or self.errors
                    or getattr(self, "unexpectedSuccesses", ()))

    def stop(self):
        """Indicates that the tests should be aborted."""
        self.shouldStop = True

    def _exc_info_to_string(self, err, test):
        """Converts a sys.exc_info()-style tuple of values into a string."""
        exctype, value, tb = err
        tb = self._clean_tracebacks(exctype, value, tb, test)
        lines = list(traceback.TracebackException(
            exctype, value, tb, capture_locals=self.tb_locals,
            compact=True).format())
        if self.buffer:
            for stream, line in ((sys.stdout, STDOUT_LINE),
                                 (sys.stderr, STDERR_LINE)):
                output = stream.getvalue()
                if output:
                    if not output.endswith("\n"):
                        output += "\n"
                    lines.append(line % output)
        return "".join(lines)

    def _clean_tracebacks(self, exctype, value, tb, test):
        """Remove the frames of this package from all tracebacks."""
        result = None
        first = True
        waiting = [(exctype, value, tb)]
        seen = {id(value)}
        while waiting:
            exctype, value, tb = waiting.pop()
            while tb and _is_ours(tb):
                tb = tb.tb_next
            if exctype is test.failureException:
                self._remove_unittest_tb_frames(tb)
            if first:
                result = tb
                first = False
            else:
                value.__traceback__ = tb
            if value is not None:
                for other in (value.__cause__, value.__context__):
                    if other is not None and id(other) not in seen:
                        waiting.append((type(other), other,
                                        other.__traceback__))
                        seen.add(id(other))
        return result

    def _is_relevant_tb_level(self, tb):
        return _is_ours(tb)

    def _remove_unittest_tb_frames(self, tb):
        """Cut a traceback before the frames of assert methods."""
        previous = None
        while tb and not _is_ours(tb):
            previous = tb
            tb = tb.tb_next
        if previous is not None:
            previous.tb_next = None

    def __repr__(self):
        return (f"<{util.strclass(self.__class__)} run={self.testsRun} "
                f"errors={len(self.errors)} failures={len(self.failures)}>")
