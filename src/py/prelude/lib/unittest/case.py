"""unittest.case - test cases: fixtures, running, skipping, subtests.

One run of a test has an _Outcome.  It calls the parts (set-up, test, tear-
down, cleanups) and tells the result what they raised.

SPDX-License-Identifier: Apache-2.0
"""

import collections
import functools
import sys
import types
import warnings
from unittest import result as _result
from unittest._asserts import DIFF_OMITTED
from unittest._asserts import Assertions as _Assertions
from unittest._expect import RaisesContext as _RaisesContext
from unittest._expect import WarnsContext as _WarnsContext
from unittest.util import safe_repr, strclass

from _caisson import session_state

__unittest = True

_AssertRaisesContext = _RaisesContext
_AssertWarnsContext = _WarnsContext
_NO_MESSAGE = object()
_subtest_msg_sentinel = _NO_MESSAGE  # the name that pytest knows


def _module_stack():
    return session_state("unittest.cleanups", list)


def __getattr__(name):
    if name == "_module_cleanups":
        return _module_stack()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# --- Skipping ---------------------------------------------------------------

class SkipTest(Exception):
    """Ends a test that cannot be run here."""


class _StopTest(Exception):
    """Ends a test after a subtest that decided everything."""


class _UnexpectedSuccess(Exception):
    """Reported where results know no unexpected successes."""


def _mark_skipped(reason, item):
    if not isinstance(item, type):
        function = item

        @functools.wraps(function)
        def item(*args, **kwargs):
            raise SkipTest(reason)
    item.__unittest_skip__ = True
    item.__unittest_skip_why__ = reason
    return item


def skip(reason):
    """Decorate a test or a class that is not to be run."""
    if isinstance(reason, types.FunctionType):  # without parentheses
        return _mark_skipped("", reason)
    return functools.partial(_mark_skipped, reason)


def _keep(item):
    return item


def skipIf(condition, reason):
    """Like skip(), if a condition holds."""
    return skip(reason) if condition else _keep


def skipUnless(condition, reason):
    """Like skip(), if a condition does not hold."""
    return _keep if condition else skip(reason)


def expectedFailure(test_item):
    """Decorate a test that passes by failing."""
    test_item.__unittest_expecting_failure__ = True
    return test_item


def _skip_reason(cls, method):
    """Why a test must not be run; None if it may."""
    places = cls, method
    if not any([getattr(p, "__unittest_skip__", False) for p in places]):
        return None
    for place in places:
        reason = getattr(place, "__unittest_skip_why__", "")
        if reason:
            return reason
    return ""


# --- Cleanups and contexts --------------------------------------------------

def _run_all(stack):
    """Empty a stack of (function, args, kwargs); return what was raised."""
    raised = []
    while stack:
        function, args, kwargs = stack.pop()
        try:
            function(*args, **kwargs)
        except Exception:
            raised.append(sys.exc_info())
    return raised


def _protocol_methods(cm, enter, leave, protocol):
    cls = type(cm)
    try:
        return getattr(cls, enter), getattr(cls, leave)
    except AttributeError:
        raise TypeError(f"'{strclass(cls)}' object does not support "
                        f"{protocol}") from None


def _enter(cm, add_cleanup):
    enter, leave = _protocol_methods(cm, "__enter__", "__exit__",
                                     "the context manager protocol")
    value = enter(cm)
    add_cleanup(leave, cm, None, None, None)
    return value


def addModuleCleanup(function, /, *args, **kwargs):
    """Have a function called after the tests of this module."""
    _module_stack().append((function, args, kwargs))


def enterModuleContext(cm):
    """Enter a context until the tests of this module are over."""
    return _enter(cm, addModuleCleanup)


def doModuleCleanups():
    """Call the functions given to addModuleCleanup(), last one first."""
    raised = _run_all(_module_stack())
    if raised:
        raise raised[0][1]


# --- Outcomes ---------------------------------------------------------------

class _Outcome:
    """Calls the parts of one test and reports what they raise."""

    expecting_failure = False
    expectedFailure = None  # exc_info of a failure that was expected

    def __init__(self, result=None):
        self.result = result
        self.success = True
        self.result_supports_subtests = hasattr(result, "addSubTest")

    def attempt(self, test, function, /, *args, **kwargs):
        try:
            function(*args, **kwargs)
        except KeyboardInterrupt:
            raise
        except BaseException:
            self.take(test, sys.exc_info())

    def take(self, test, info):
        """Deal with the exception that ended a part of `test`."""
        kind, error, _ = info
        if issubclass(kind, _StopTest):
            return
        if issubclass(kind, SkipTest):
            self.success = False
            _report_skip(self.result, test, str(error))
        elif self.expecting_failure:
            self.expectedFailure = info
        else:
            self.success = False
            if isinstance(test, _SubTest):
                self.result.addSubTest(test.test_case, test, info)
            elif self.result is None:
                return
            elif issubclass(kind, test.failureException):
                self.result.addFailure(test, info)
            else:
                self.result.addError(test, info)


def _report_skip(result, test, reason):
    report = getattr(result, "addSkip", None)
    if report is not None:
        report(test, reason)
        return
    warnings.warn("TestResult has no addSkip method, skips not reported",
                  RuntimeWarning, 2)
    result.addSuccess(test)


def _report_expected_failure(result, test, info):
    report = getattr(result, "addExpectedFailure", None)
    if report is not None:
        report(test, info)
        return
    warnings.warn("TestResult has no addExpectedFailure method, reporting "
                  "as passes", RuntimeWarning)
    result.addSuccess(test)


def _report_unexpected_success(result, test):
    report = getattr(result, "addUnexpectedSuccess", None)
    if report is not None:
        report(test)
        return
    warnings.warn("TestResult has no addUnexpectedSuccess method, reporting "
                  "as failure", RuntimeWarning)
    try:
        raise _UnexpectedSuccess from None
    except _UnexpectedSuccess:
        result.addFailure(test, sys.exc_info())


def _warn_about_value(method, level):
    warnings.warn("It is deprecated to return a value that is not None from "
                  f"a test case ({method})", DeprecationWarning,
                  stacklevel=level)


def _first_line(doc):
    return doc.strip().partition("\n")[0].rstrip() if doc else None


# --- Test cases -------------------------------------------------------------

class TestCase(_Assertions):
    """One test; a subclass is a group of tests that share fixtures."""

    tearDown_exceptions = ()
    _classSetupFailed = False
    _class_cleanups = []
    _outcome = None
    _subtest = None

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._cleanups = []
        method = getattr(self, methodName, _NO_MESSAGE)
        if method is not _NO_MESSAGE:
            self._testMethodDoc = method.__doc__
        elif methodName == "runTest":
            self._testMethodDoc = "No test"
        else:
            raise ValueError(f"no such test method in {type(self)}: "
                             f"{methodName}")

    def id(self):
        """The full name of the test."""
        return f"{strclass(type(self))}.{self._testMethodName}"

    def __str__(self):
        return f"{self._testMethodName} ({TestCase.id(self)})"

    def __repr__(self):
        return f"<{strclass(type(self))} testMethod={self._testMethodName}>"

    def __eq__(self, other):
        if type(other) is type(self):
            return other._testMethodName == self._testMethodName
        return NotImplemented

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def shortDescription(self):
        """The first line of the test's docstring, or None."""
        return _first_line(self._testMethodDoc)

    def countTestCases(self):
        """A test counts as one."""
        return 1

    def defaultTestResult(self):
        """The result that run() uses when it is given none."""
        return _result.TestResult()

    # --- Fixtures ---

    def setUp(self):
        """Hook: prepare a test."""

    def tearDown(self):
        """Hook: tidy up after a test whose setUp() succeeded."""

    @classmethod
    def setUpClass(cls):
        """Hook: prepare the tests of a class."""

    @classmethod
    def tearDownClass(cls):
        """Hook: tidy up after the tests of a class."""

    def addCleanup(self, function, /, *args, **kwargs):
        """Have a function called after tearDown(), last one first."""
        self._cleanups.append((function, args, kwargs))

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Have a function called after tearDownClass()."""
        cls._class_cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        """Enter a context until the test is over."""
        return _enter(cm, self.addCleanup)

    @classmethod
    def enterClassContext(cls, cm):
        """Enter a context until the tests of the class are over."""
        return _enter(cm, cls.addClassCleanup)

    def doCleanups(self):
        """Call the functions given to addCleanup()."""
        outcome = self._outcome or _Outcome()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            outcome.attempt(self, self._callCleanup, function, *args,
                            **kwargs)
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Call the functions given to addClassCleanup()."""
        raised = _run_all(cls._class_cleanups)
        if raised or cls.tearDown_exceptions:  # classes may be read-only
            cls.tearDown_exceptions = raised

    # --- Running ---

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def run(self, result=None):
        """Run the test and report to a result."""
        finish = None
        if result is None:
            result = self.defaultTestResult()
            getattr(result, "startTestRun", bool)()
            finish = getattr(result, "stopTestRun", None)
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            reason = _skip_reason(type(self), method)
            if reason is None:
                self._run_parts(method, result)
            else:
                _report_skip(result, self, reason)
            return result
        finally:
            result.stopTest(self)
            if finish is not None:
                finish()

    def _run_parts(self, method, result):
        must_fail = any([getattr(place, "__unittest_expecting_failure__",
                                 False) for place in (self, method)])
        self._outcome = outcome = _Outcome(result)
        try:
            outcome.attempt(self, self._callSetUp)
            if outcome.success:
                outcome.expecting_failure = must_fail
                outcome.attempt(self, self._callTestMethod, method)
                outcome.expecting_failure = False
                outcome.attempt(self, self._callTearDown)
            self.doCleanups()
            if not outcome.success:
                return
            if not must_fail:
                result.addSuccess(self)
            elif outcome.expectedFailure is None:
                _report_unexpected_success(result, self)
            else:
                _report_expected_failure(result, self,
                                         outcome.expectedFailure)
        finally:
            self._outcome = outcome.expectedFailure = None

    def debug(self):
        """Run the test without catching what it raises."""
        method = getattr(self, self._testMethodName)
        reason = _skip_reason(type(self), method)
        if reason is not None:
            raise SkipTest(reason)
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)

    # what kinds of test cases do differently

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            _warn_about_value(method, 6)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, *args, **kwargs):
        function(*args, **kwargs)

    def skipTest(self, reason):
        """End this test as skipped."""
        raise SkipTest(reason)

    def subTest(self, msg=_NO_MESSAGE, **params):
        """A block that may fail without ending the test."""
        return _SubTestBlock(self, msg, params)


class FunctionTestCase(TestCase):
    """A test made of a function."""

    def __init__(self, testFunc, setUp=None, tearDown=None,
                 description=None):
        super().__init__()
        self._parts = testFunc, setUp, tearDown, description

    def setUp(self):
        """Call the given function, if any."""
        if self._parts[1] is not None:
            self._parts[1]()

    def tearDown(self):
        """Call the given function, if any."""
        if self._parts[2] is not None:
            self._parts[2]()

    def runTest(self):
        """Call the test function."""
        self._parts[0]()

    def id(self):
        """The name of the function."""
        return self._parts[0].__name__

    def __str__(self):
        return f"{strclass(type(self))} ({self.id()})"

    def __repr__(self):
        return f"<{strclass(type(self))} tec={self._parts[0]}>"

    def __eq__(self, other):
        if isinstance(other, type(self)):
            return other._parts == self._parts
        return NotImplemented

    def __hash__(self):
        return hash((type(self), *self._parts))

    def shortDescription(self):
        """The given description, or the first line of the docstring."""
        _, _, _, given = self._parts
        if given is not None:
            return given
        return _first_line(self._parts[0].__doc__) or None


# --- Subtests ---------------------------------------------------------------

class _SubTest(TestCase):
    """Stands in reports for a block of a test."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self.test_case = test_case
        self.params = params
        self.failureException = test_case.failureException
        self._message = message

    def _label(self):
        words = []
        if self._message is not _NO_MESSAGE:
            words.append(f"[{self._message}]")
        if self.params:
            words.append("(" + ", ".join([
                f"{name}={safe_repr(value)}"
                for name, value in self.params.items()]) + ")")
        return " ".join(words) or "(<subtest>)"

    def id(self):
        return f"{self.test_case.id()} {self._label()}"

    def __str__(self):
        return f"{self.test_case} {self._label()}"

    def shortDescription(self):
        return self.test_case.shortDescription()

    def runTest(self):
        raise NotImplementedError("subtests cannot be run directly")


class _Params(collections.ChainMap):
    """Parameters of nested subtests, those of the inner one first."""

    def __iter__(self):
        names = {}
        for mapping in self.maps:
            names.update(dict.fromkeys(mapping))
        return iter(names)


class _SubTestBlock:
    """The context manager of subTest()."""

    def __init__(self, test, msg, params):
        self.test = test
        self.msg = msg
        self.params = params

    def __enter__(self):
        test = self.test
        outcome = test._outcome
        if outcome is None or not outcome.result_supports_subtests:
            self.outcome = None
            return
        self.outcome = outcome
        self.outer = test._subtest
        params = (_Params(self.params) if self.outer is None
                  else self.outer.params.new_child(self.params))
        test._subtest = _SubTest(test, self.msg, params)
        self.before, outcome.success = outcome.success, True

    def __exit__(self, kind, error, tb):
        outcome = self.outcome
        if outcome is None:
            return False
        test = self.test
        subtest, test._subtest = test._subtest, self.outer
        if kind is not None:
            if issubclass(kind, KeyboardInterrupt):
                outcome.success = outcome.success and self.before
                return False
            outcome.take(subtest, (kind, error, tb))
        elif outcome.success:
            outcome.result.addSubTest(test, subtest, None)
        outcome.success = outcome.success and self.before
        if outcome.success:
            stop = outcome.expectedFailure is not None
        else:
            stop = outcome.result.failfast
        if stop:
            raise _StopTest
        return True
