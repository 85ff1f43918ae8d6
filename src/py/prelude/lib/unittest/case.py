"""unittest.case - test cases and their assertions.

SPDX-License-Identifier: Apache-2.0
"""

import collections
import contextlib
import functools
import pprint
import re
import sys
import traceback
import types
import warnings
from unittest import result as _result
from unittest.util import (_common_shorten_repr, _count_diff_all_purpose,
                           _count_diff_hashable, safe_repr, strclass)

from _caisson import session_state

__unittest = True

_subtest_msg_sentinel = object()
DIFF_OMITTED = "\nDiff is %s characters long. Set self.maxDiff to None to see it."


def __getattr__(name):
    if name == "_module_cleanups":
        return session_state("unittest.cleanups", list)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _ndiff(first, second):
    # difflib is only needed for failing tests
    return __import__("difflib").ndiff(first, second)


class SkipTest(Exception):
    """Raise this exception in a test to skip it."""


class _ShouldStop(Exception):
    """The test should stop."""


class _UnexpectedSuccess(Exception):
    """The test was supposed to fail, but it didn't!"""


class _Outcome:
    """Runs the parts of a test and keeps what happened."""

    def __init__(self, result=None):
        self.expecting_failure = False
        self.result = result
        self.result_supports_subtests = hasattr(result, "addSubTest")
        self.success = True
        self.expectedFailure = None

    @contextlib.contextmanager
    def testPartExecutor(self, test_case, subTest=False):
        old_success = self.success
        self.success = True
        try:
            yield
        except KeyboardInterrupt:
            raise
        except SkipTest as error:
            self.success = False
            _addSkip(self.result, test_case, str(error))
        except _ShouldStop:
            pass
        except BaseException:
            exc_info = sys.exc_info()
            if self.expecting_failure:
                self.expectedFailure = exc_info
            else:
                self.success = False
                if subTest:
                    self.result.addSubTest(test_case.test_case, test_case,
                                           exc_info)
                else:
                    _addError(self.result, test_case, exc_info)
        else:
            if subTest and self.success:
                self.result.addSubTest(test_case.test_case, test_case, None)
        finally:
            self.success = self.success and old_success


def _addSkip(result, test_case, reason):
    add = getattr(result, "addSkip", None)
    if add is not None:
        add(test_case, reason)
    else:
        warnings.warn("TestResult has no addSkip method, skips not "
                      "reported", RuntimeWarning, 2)
        result.addSuccess(test_case)


def _addError(result, test, exc_info):
    if result is not None and exc_info is not None:
        if issubclass(exc_info[0], test.failureException):
            result.addFailure(test, exc_info)
        else:
            result.addError(test, exc_info)


def _id(obj):
    return obj


def _enter_context(cm, addcleanup):
    cls = type(cm)
    try:
        enter = cls.__enter__
        leave = cls.__exit__
    except AttributeError:
        raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does "
                        "not support the context manager protocol"
                        ) from None
    result = enter(cm)
    addcleanup(leave, cm, None, None, None)
    return result


def addModuleCleanup(function, /, *args, **kwargs):
    """Like addCleanup, but for the module; run after tearDownModule."""
    session_state("unittest.cleanups", list).append(
        (function, args, kwargs))


def enterModuleContext(cm):
    """Like enterContext, but module-wide."""
    return _enter_context(cm, addModuleCleanup)


def doModuleCleanups():
    """Run the cleanups of modules, last one first."""
    cleanups = session_state("unittest.cleanups", list)
    errors = []
    while cleanups:
        function, args, kwargs = cleanups.pop()
        try:
            function(*args, **kwargs)
        except Exception as error:
            errors.append(error)
    if errors:
        raise errors[0]


def skip(reason):
    """Unconditionally skip a test."""
    def decorator(test_item):
        if not isinstance(test_item, type):
            @functools.wraps(test_item)
            def skip_wrapper(*args, **kwargs):
                raise SkipTest(reason)
            test_item = skip_wrapper
        test_item.__unittest_skip__ = True
        test_item.__unittest_skip_why__ = reason
        return test_item

    if isinstance(reason, types.FunctionType):
        test_item = reason
        reason = ""
        return decorator(test_item)
    return decorator


def skipIf(condition, reason):
    """Skip a test if the condition is true."""
    return skip(reason) if condition else _id


def skipUnless(condition, reason):
    """Skip a test unless the condition is true."""
    return _id if condition else skip(reason)


def expectedFailure(test_item):
    """Mark a test that must fail."""
    test_item.__unittest_expecting_failure__ = True
    return test_item


def _is_subtype(expected, basetype):
    if isinstance(expected, tuple):
        return all(_is_subtype(e, basetype) for e in expected)
    return isinstance(expected, type) and issubclass(expected, basetype)


# --- Contexts of assertRaises and assertWarns -------------------------------

class _BaseTestCaseContext:
    def __init__(self, test_case):
        self.test_case = test_case

    def _raiseFailure(self, standardMsg):
        msg = self.test_case._formatMessage(self.msg, standardMsg)
        raise self.test_case.failureException(msg)


class _AssertRaisesBaseContext(_BaseTestCaseContext):
    def __init__(self, expected, test_case, expected_regex=None):
        super().__init__(test_case)
        self.expected = expected
        if expected_regex is not None:
            expected_regex = re.compile(expected_regex)
        self.expected_regex = expected_regex
        self.obj_name = None
        self.msg = None

    def handle(self, name, args, kwargs):
        """Return a context, or call the given function inside of it."""
        try:
            if not _is_subtype(self.expected, self._base_type):
                raise TypeError(f"{name}() arg 1 must be "
                                f"{self._base_type_str}")
            if not args:
                self.msg = kwargs.pop("msg", None)
                if kwargs:
                    raise TypeError(
                        f"{next(iter(kwargs))!r} is an invalid keyword "
                        "argument for this function")
                return self
            callable_obj, *args = args
            try:
                self.obj_name = callable_obj.__name__
            except AttributeError:
                self.obj_name = str(callable_obj)
            with self:
                callable_obj(*args, **kwargs)
        finally:
            self = None

    def _expected_name(self):
        try:
            return self.expected.__name__
        except AttributeError:
            return str(self.expected)


class _AssertRaisesContext(_AssertRaisesBaseContext):
    """A context manager used to implement TestCase.assertRaises* methods."""

    _base_type = BaseException
    _base_type_str = "an exception type or tuple of exception types"

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            name = self._expected_name()
            if self.obj_name:
                self._raiseFailure(f"{name} not raised by {self.obj_name}")
            else:
                self._raiseFailure(f"{name} not raised")
        else:
            traceback.clear_frames(tb)
        if not issubclass(exc_type, self.expected):
            return False
        self.exception = exc_value.with_traceback(None)
        if self.expected_regex is None:
            return True
        if not self.expected_regex.search(str(exc_value)):
            self._raiseFailure(f'"{self.expected_regex.pattern}" does not '
                               f'match "{exc_value}"')
        return True

    __class_getitem__ = classmethod(types.GenericAlias)


class _AssertWarnsContext(_AssertRaisesBaseContext):
    """A context manager used to implement TestCase.assertWarns* methods."""

    _base_type = Warning
    _base_type_str = "a warning type or tuple of warning types"

    def __enter__(self):
        warnings._forget()
        self.warnings_manager = warnings.catch_warnings(record=True)
        self.warnings = self.warnings_manager.__enter__()
        warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self.warnings_manager.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return
        name = self._expected_name()
        first = None
        for m in self.warnings:
            w = m.message
            if not isinstance(w, self.expected):
                continue
            if first is None:
                first = w
            if (self.expected_regex is not None
                    and not self.expected_regex.search(str(w))):
                continue
            self.warning = w
            self.filename = m.filename
            self.lineno = m.lineno
            return
        if first is not None:
            self._raiseFailure(f'"{self.expected_regex.pattern}" does not '
                               f'match "{first}"')
        if self.obj_name:
            self._raiseFailure(f"{name} not triggered by {self.obj_name}")
        else:
            self._raiseFailure(f"{name} not triggered")


class _OrderedChainMap(collections.ChainMap):
    def __iter__(self):
        seen = set()
        for mapping in self.maps:
            for key in mapping:
                if key not in seen:
                    seen.add(key)
                    yield key


# --- Test cases -------------------------------------------------------------

class TestCase:
    """A class whose instances are single test cases."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 80 * 8
    _diffThreshold = 2 ** 16
    _classSetupFailed = False
    tearDown_exceptions = []

    def __init_subclass__(cls, *args, **kwargs):
        cls._classSetupFailed = False
        cls._class_cleanups = []
        super().__init_subclass__(*args, **kwargs)

    def __init__(self, methodName="runTest"):
        self._testMethodName = methodName
        self._outcome = None
        self._testMethodDoc = "No test"
        try:
            method = getattr(self, methodName)
        except AttributeError:
            if methodName != "runTest":
                raise ValueError(f"no such test method in {self.__class__}: "
                                 f"{methodName}")
        else:
            self._testMethodDoc = method.__doc__
        self._cleanups = []
        self._subtest = None
        self._type_equality_funcs = {}
        self.addTypeEqualityFunc(dict, "assertDictEqual")
        self.addTypeEqualityFunc(list, "assertListEqual")
        self.addTypeEqualityFunc(tuple, "assertTupleEqual")
        self.addTypeEqualityFunc(set, "assertSetEqual")
        self.addTypeEqualityFunc(frozenset, "assertSetEqual")
        self.addTypeEqualityFunc(str, "assertMultiLineEqual")

    def addTypeEqualityFunc(self, typeobj, function):
        """Add a function that compares objects of a type."""
        self._type_equality_funcs[typeobj] = function

    # --- Fixtures ---

    def addCleanup(self, function, /, *args, **kwargs):
        """Add a function to be called after tearDown, last one first."""
        self._cleanups.append((function, args, kwargs))

    def enterContext(self, cm):
        """Enter a context manager and leave it after the test."""
        return _enter_context(cm, self.addCleanup)

    @classmethod
    def addClassCleanup(cls, function, /, *args, **kwargs):
        """Like addCleanup, but called after tearDownClass."""
        cls._class_cleanups.append((function, args, kwargs))

    @classmethod
    def enterClassContext(cls, cm):
        """Like enterContext, but class-wide."""
        return _enter_context(cm, cls.addClassCleanup)

    def setUp(self):
        "Hook method for setting up the test fixture before exercising it."

    def tearDown(self):
        "Hook method for deconstructing the test fixture after testing it."

    @classmethod
    def setUpClass(cls):
        "Hook method for setting up class fixture before running tests in the class."

    @classmethod
    def tearDownClass(cls):
        "Hook method for deconstructing the class fixture after running all tests in the class."

    def countTestCases(self):
        return 1

    def defaultTestResult(self):
        return _result.TestResult()

    def shortDescription(self):
        """Return the first line of the test method's doc string."""
        doc = self._testMethodDoc
        return doc.strip().split("\n")[0].strip() if doc else None

    def id(self):
        return f"{strclass(self.__class__)}.{self._testMethodName}"

    def __eq__(self, other):
        if type(self) is not type(other):
            return NotImplemented
        return self._testMethodName == other._testMethodName

    def __hash__(self):
        return hash((type(self), self._testMethodName))

    def __str__(self):
        return (f"{self._testMethodName} ({strclass(self.__class__)}."
                f"{self._testMethodName})")

    def __repr__(self):
        return (f"<{strclass(self.__class__)} "
                f"testMethod={self._testMethodName}>")

    # --- Running ---

    @contextlib.contextmanager
    def subTest(self, msg=_subtest_msg_sentinel, **params):
        """Run a part of a test that may fail on its own."""
        if self._outcome is None or not (
                self._outcome.result_supports_subtests):
            yield
            return
        parent = self._subtest
        if parent is None:
            params_map = _OrderedChainMap(params)
        else:
            params_map = parent.params.new_child(params)
        self._subtest = _SubTest(self, msg, params_map)
        try:
            with self._outcome.testPartExecutor(self._subtest, subTest=True):
                yield
            if not self._outcome.success:
                result = self._outcome.result
                if result is not None and result.failfast:
                    raise _ShouldStop
            elif self._outcome.expectedFailure:
                raise _ShouldStop
        finally:
            self._subtest = parent

    def _addExpectedFailure(self, result, exc_info):
        add = getattr(result, "addExpectedFailure", None)
        if add is not None:
            add(self, exc_info)
        else:
            warnings.warn("TestResult has no addExpectedFailure method, "
                          "reporting as passes", RuntimeWarning)
            result.addSuccess(self)

    def _addUnexpectedSuccess(self, result):
        add = getattr(result, "addUnexpectedSuccess", None)
        if add is not None:
            add(self)
            return
        warnings.warn("TestResult has no addUnexpectedSuccess method, "
                      "reporting as failure", RuntimeWarning)
        try:
            raise _UnexpectedSuccess from None
        except _UnexpectedSuccess:
            result.addFailure(self, sys.exc_info())

    def _callSetUp(self):
        self.setUp()

    def _callTestMethod(self, method):
        if method() is not None:
            warnings.warn("It is deprecated to return a value that is not "
                          f"None from a test case ({method})",
                          DeprecationWarning, stacklevel=4)

    def _callTearDown(self):
        self.tearDown()

    def _callCleanup(self, function, *args, **kwargs):
        function(*args, **kwargs)

    def run(self, result=None):
        stop_run = None
        if result is None:
            result = self.defaultTestResult()
            start_run = getattr(result, "startTestRun", None)
            stop_run = getattr(result, "stopTestRun", None)
            if start_run is not None:
                start_run()
        result.startTest(self)
        try:
            method = getattr(self, self._testMethodName)
            if (getattr(self.__class__, "__unittest_skip__", False)
                    or getattr(method, "__unittest_skip__", False)):
                why = (getattr(self.__class__, "__unittest_skip_why__", "")
                       or getattr(method, "__unittest_skip_why__", ""))
                _addSkip(result, self, why)
                return result
            self._run_parts(result, method)
            return result
        finally:
            result.stopTest(self)
            if stop_run is not None:
                stop_run()

    def _run_parts(self, result, method):
        """Run set-up, test, tear-down and cleanups, and report."""
        expecting = (getattr(self, "__unittest_expecting_failure__", False)
                     or getattr(method, "__unittest_expecting_failure__",
                                False))
        outcome = _Outcome(result)
        try:
            self._outcome = outcome
            with outcome.testPartExecutor(self):
                self._callSetUp()
            if outcome.success:
                outcome.expecting_failure = expecting
                with outcome.testPartExecutor(self):
                    self._callTestMethod(method)
                outcome.expecting_failure = False
                with outcome.testPartExecutor(self):
                    self._callTearDown()
            self.doCleanups()
            if outcome.success:
                if not expecting:
                    result.addSuccess(self)
                elif outcome.expectedFailure:
                    self._addExpectedFailure(result, outcome.expectedFailure)
                else:
                    self._addUnexpectedSuccess(result)
        finally:
            outcome.expectedFailure = None
            self._outcome = None

    def doCleanups(self):
        """Execute all cleanup functions; run() does it by itself."""
        outcome = self._outcome or _Outcome()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            with outcome.testPartExecutor(self):
                self._callCleanup(function, *args, **kwargs)
        return outcome.success

    @classmethod
    def doClassCleanups(cls):
        """Execute all class cleanup functions."""
        errors = []
        while cls._class_cleanups:
            function, args, kwargs = cls._class_cleanups.pop()
            try:
                function(*args, **kwargs)
            except Exception:
                errors.append(sys.exc_info())
        if errors or cls.tearDown_exceptions:
            cls.tearDown_exceptions = errors

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run the test without collecting errors in a TestResult"""
        method = getattr(self, self._testMethodName)
        if (getattr(self.__class__, "__unittest_skip__", False)
                or getattr(method, "__unittest_skip__", False)):
            why = (getattr(self.__class__, "__unittest_skip_why__", "")
                   or getattr(method, "__unittest_skip_why__", ""))
            raise SkipTest(why)
        self._callSetUp()
        self._callTestMethod(method)
        self._callTearDown()
        while self._cleanups:
            function, args, kwargs = self._cleanups.pop()
            self._callCleanup(function, *args, **kwargs)

    def skipTest(self, reason):
        """Skip this test."""
        raise SkipTest(reason)

    # --- Assertions ---

    def fail(self, msg=None):
        """Fail immediately, with the given message."""
        raise self.failureException(msg)

    def assertFalse(self, expr, msg=None):
        """Check that the expression is false."""
        if expr:
            msg = self._formatMessage(msg, f"{safe_repr(expr)} is not false")
            raise self.failureException(msg)

    def assertTrue(self, expr, msg=None):
        """Check that the expression is true."""
        if not expr:
            msg = self._formatMessage(msg, f"{safe_repr(expr)} is not true")
            raise self.failureException(msg)

    def _formatMessage(self, msg, standardMsg):
        """Join the standard text with the one of the caller."""
        if not self.longMessage:
            return msg or standardMsg
        if msg is None:
            return standardMsg
        try:
            return f"{standardMsg} : {msg}"
        except UnicodeDecodeError:
            return f"{safe_repr(standardMsg)} : {safe_repr(msg)}"

    def assertRaises(self, expected_exception, *args, **kwargs):
        """Check that a call, or the body of a with, raises an exception."""
        context = _AssertRaisesContext(expected_exception, self)
        try:
            return context.handle("assertRaises", args, kwargs)
        finally:
            context = None

    def assertWarns(self, expected_warning, *args, **kwargs):
        """Check that a call, or the body of a with, issues a warning."""
        context = _AssertWarnsContext(expected_warning, self)
        return context.handle("assertWarns", args, kwargs)

    def assertLogs(self, logger=None, level=None):
        """Check that the body of a with statement logs something."""
        return self._logs(logger, level, False)

    def assertNoLogs(self, logger=None, level=None):
        """Check that the body of a with statement logs nothing."""
        return self._logs(logger, level, True)

    def _logs(self, logger, level, no_logs):
        module = __import__("unittest._log", fromlist=["_log"])
        return module._AssertLogsContext(self, logger, level,
                                         no_logs=no_logs)

    def _getAssertEqualityFunc(self, first, second):
        """Choose the function that compares two objects."""
        if type(first) is type(second):
            function = self._type_equality_funcs.get(type(first))
            if function is not None:
                if isinstance(function, str):
                    function = getattr(self, function)
                return function
        return self._baseAssertEqual

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            left, right = _common_shorten_repr(first, second)
            msg = self._formatMessage(msg, f"{left} != {right}")
            raise self.failureException(msg)

    def assertEqual(self, first, second, msg=None):
        """Check that two objects are equal by ==."""
        function = self._getAssertEqualityFunc(first, second)
        function(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        """Check that two objects are not equal by !=."""
        if not first != second:
            msg = self._formatMessage(
                msg, f"{safe_repr(first)} == {safe_repr(second)}")
            raise self.failureException(msg)

    def assertAlmostEqual(self, first, second, places=None, msg=None,
                          delta=None):
        """Check that two numbers differ by less than a bound."""
        if first == second:
            return
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        diff = abs(first - second)
        pair = f"{safe_repr(first)} != {safe_repr(second)}"
        if delta is not None:
            if diff <= delta:
                return
            text = f"{pair} within {safe_repr(delta)} delta"
        else:
            if places is None:
                places = 7
            if round(diff, places) == 0:
                return
            text = f"{pair} within {places!r} places"
        text += f" ({safe_repr(diff)} difference)"
        raise self.failureException(self._formatMessage(msg, text))

    def assertNotAlmostEqual(self, first, second, places=None, msg=None,
                             delta=None):
        """Check that two numbers differ by more than a bound."""
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        diff = abs(first - second)
        pair = f"{safe_repr(first)} == {safe_repr(second)}"
        if delta is not None:
            if not (first == second) and diff > delta:
                return
            text = (f"{pair} within {safe_repr(delta)} delta "
                    f"({safe_repr(diff)} difference)")
        else:
            if places is None:
                places = 7
            if not (first == second) and round(diff, places) != 0:
                return
            text = f"{pair} within {places!r} places"
        raise self.failureException(self._formatMessage(msg, text))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        """Check that two sequences are equal, and show the difference."""
        name = "sequence" if seq_type is None else seq_type.__name__
        if seq_type is not None:
            for label, seq in (("First", seq1), ("Second", seq2)):
                if not isinstance(seq, seq_type):
                    raise self.failureException(
                        f"{label} sequence is not a {name}: "
                        f"{safe_repr(seq)}")
        text = _sequence_difference(seq1, seq2, name)
        if text is None:
            return
        diff = "\n" + "\n".join(
            _ndiff(pprint.pformat(seq1).splitlines(),
                   pprint.pformat(seq2).splitlines()))
        text = self._truncateMessage(text, diff)
        self.fail(self._formatMessage(msg, text))

    def _truncateMessage(self, message, diff):
        limit = self.maxDiff
        if limit is None or len(diff) <= limit:
            return message + diff
        return message + (DIFF_OMITTED % len(diff))

    def assertListEqual(self, list1, list2, msg=None):
        """A list-specific equality assertion."""
        self.assertSequenceEqual(list1, list2, msg, seq_type=list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        """A tuple-specific equality assertion."""
        self.assertSequenceEqual(tuple1, tuple2, msg, seq_type=tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        """A set-specific equality assertion."""
        differences = []
        for label, one, other in (("first", set1, set2),
                                  ("second", set2, set1)):
            try:
                differences.append(one.difference(other))
            except TypeError as error:
                self.fail("invalid type when attempting set difference: "
                          f"{error}")
            except AttributeError as error:
                self.fail(f"{label} argument does not support set "
                          f"difference: {error}")
        only1, only2 = differences
        if not (only1 or only2):
            return
        lines = []
        if only1:
            lines.append("Items in the first set but not the second:")
            lines.extend([repr(item) for item in only1])
        if only2:
            lines.append("Items in the second set but not the first:")
            lines.extend([repr(item) for item in only2])
        self.fail(self._formatMessage(msg, "\n".join(lines)))

    def assertIn(self, member, container, msg=None):
        """Just like self.assertTrue(a in b), but with a nicer message."""
        if member not in container:
            self.fail(self._formatMessage(
                msg, f"{safe_repr(member)} not found in "
                f"{safe_repr(container)}"))

    def assertNotIn(self, member, container, msg=None):
        """Just like self.assertTrue(a not in b), but with a nicer message."""
        if member in container:
            self.fail(self._formatMessage(
                msg, f"{safe_repr(member)} unexpectedly found in "
                f"{safe_repr(container)}"))

    def assertIs(self, expr1, expr2, msg=None):
        """Just like self.assertTrue(a is b), but with a nicer message."""
        if expr1 is not expr2:
            self.fail(self._formatMessage(
                msg, f"{safe_repr(expr1)} is not {safe_repr(expr2)}"))

    def assertIsNot(self, expr1, expr2, msg=None):
        """Just like self.assertTrue(a is not b), but with a nicer message."""
        if expr1 is expr2:
            self.fail(self._formatMessage(
                msg, f"unexpectedly identical: {safe_repr(expr1)}"))

    def assertDictEqual(self, d1, d2, msg=None):
        """Check that two dicts are equal, and show the difference."""
        self.assertIsInstance(d1, dict, "First argument is not a dictionary")
        self.assertIsInstance(d2, dict,
                              "Second argument is not a dictionary")
        if d1 != d2:
            text = "%s != %s" % _common_shorten_repr(d1, d2)
            diff = "\n" + "\n".join(
                _ndiff(pprint.pformat(d1).splitlines(),
                       pprint.pformat(d2).splitlines()))
            text = self._truncateMessage(text, diff)
            self.fail(self._formatMessage(msg, text))

    def assertDictContainsSubset(self, subset, dictionary, msg=None):
        """Check that a dict contains another; deprecated."""
        warnings.warn("assertDictContainsSubset is deprecated",
                      DeprecationWarning)
        missing = []
        mismatched = []
        for key, value in subset.items():
            if key not in dictionary:
                missing.append(key)
            elif value != dictionary[key]:
                mismatched.append(
                    f"{safe_repr(key)}, expected: {safe_repr(value)}, "
                    f"actual: {safe_repr(dictionary[key])}")
        if not (missing or mismatched):
            return
        text = ""
        if missing:
            text = "Missing: " + ",".join([safe_repr(m) for m in missing])
        if mismatched:
            if text:
                text += "; "
            text += "Mismatched values: " + ",".join(mismatched)
        self.fail(self._formatMessage(msg, text))

    def assertCountEqual(self, first, second, msg=None):
        """Check that two iterables hold the same items, in any order."""
        first_seq, second_seq = list(first), list(second)
        try:
            first_count = collections.Counter(first_seq)
            second_count = collections.Counter(second_seq)
        except TypeError:
            differences = _count_diff_all_purpose(first_seq, second_seq)
        else:
            if first_count == second_count:
                return
            differences = _count_diff_hashable(first_seq, second_seq)
        if differences:
            lines = [f"First has {d.actual}, Second has {d.expected}:  "
                     f"{d.value!r}" for d in differences]
            text = self._truncateMessage("Element counts were not equal:\n",
                                         "\n".join(lines))
            self.fail(self._formatMessage(msg, text))

    def assertMultiLineEqual(self, first, second, msg=None):
        """Check that two texts are equal, and show the difference."""
        self.assertIsInstance(first, str, "First argument is not a string")
        self.assertIsInstance(second, str, "Second argument is not a string")
        if first == second:
            return
        if (len(first) > self._diffThreshold
                or len(second) > self._diffThreshold):
            self._baseAssertEqual(first, second, msg)
        first_lines = first.splitlines(keepends=True)
        second_lines = second.splitlines(keepends=True)
        if len(first_lines) == 1 and first.strip("\r\n") == first:
            first_lines = [first + "\n"]
            second_lines = [second + "\n"]
        text = "%s != %s" % _common_shorten_repr(first, second)
        diff = "\n" + "".join(_ndiff(first_lines, second_lines))
        text = self._truncateMessage(text, diff)
        self.fail(self._formatMessage(msg, text))

    def _assert_order(self, holds, a, b, text, msg):
        if not holds:
            self.fail(self._formatMessage(
                msg, f"{safe_repr(a)} not {text} {safe_repr(b)}"))

    def assertLess(self, a, b, msg=None):
        """Just like self.assertTrue(a < b), but with a nicer message."""
        self._assert_order(a < b, a, b, "less than", msg)

    def assertLessEqual(self, a, b, msg=None):
        """Just like self.assertTrue(a <= b), but with a nicer message."""
        self._assert_order(a <= b, a, b, "less than or equal to", msg)

    def assertGreater(self, a, b, msg=None):
        """Just like self.assertTrue(a > b), but with a nicer message."""
        self._assert_order(a > b, a, b, "greater than", msg)

    def assertGreaterEqual(self, a, b, msg=None):
        """Just like self.assertTrue(a >= b), but with a nicer message."""
        self._assert_order(a >= b, a, b, "greater than or equal to", msg)

    def assertIsNone(self, obj, msg=None):
        """Same as self.assertTrue(obj is None), with a nicer message."""
        if obj is not None:
            self.fail(self._formatMessage(
                msg, f"{safe_repr(obj)} is not None"))

    def assertIsNotNone(self, obj, msg=None):
        """Included for symmetry with assertIsNone."""
        if obj is None:
            self.fail(self._formatMessage(msg, "unexpectedly None"))

    def assertIsInstance(self, obj, cls, msg=None):
        """Check isinstance(), with a nicer message."""
        if not isinstance(obj, cls):
            self.fail(self._formatMessage(
                msg, f"{safe_repr(obj)} is not an instance of {cls!r}"))

    def assertNotIsInstance(self, obj, cls, msg=None):
        """Included for symmetry with assertIsInstance."""
        if isinstance(obj, cls):
            self.fail(self._formatMessage(
                msg, f"{safe_repr(obj)} is an instance of {cls!r}"))

    def assertRaisesRegex(self, expected_exception, expected_regex, *args,
                          **kwargs):
        """Like assertRaises, and the message must match a pattern."""
        context = _AssertRaisesContext(expected_exception, self,
                                       expected_regex)
        return context.handle("assertRaisesRegex", args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args,
                         **kwargs):
        """Like assertWarns, and the message must match a pattern."""
        context = _AssertWarnsContext(expected_warning, self, expected_regex)
        return context.handle("assertWarnsRegex", args, kwargs)

    def assertRegex(self, text, expected_regex, msg=None):
        """Fail the test unless the text matches the regular expression."""
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, "expected_regex must not be empty."
            expected_regex = re.compile(expected_regex)
        if not expected_regex.search(text):
            self.fail(self._formatMessage(
                msg, "Regex didn't match: "
                f"{expected_regex.pattern!r} not found in {text!r}"))

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        """Fail the test if the text matches the regular expression."""
        if isinstance(unexpected_regex, (str, bytes)):
            unexpected_regex = re.compile(unexpected_regex)
        match = unexpected_regex.search(text)
        if match:
            self.fail(self._formatMessage(
                msg, "Regex matched: "
                f"{text[match.start():match.end()]!r} matches "
                f"{unexpected_regex.pattern!r} in {text!r}"))

    def _deprecate(original_func, name):
        def deprecated_func(*args, **kwargs):
            warnings.warn(f"Please use {original_func.__name__} instead.",
                          DeprecationWarning, 2)
            return original_func(*args, **kwargs)
        return deprecated_func

    failUnlessEqual = assertEquals = _deprecate(assertEqual, "assertEquals")
    failIfEqual = assertNotEquals = _deprecate(assertNotEqual, "")
    failUnless = assert_ = _deprecate(assertTrue, "assert_")
    assertAlmostEquals = _deprecate(assertAlmostEqual, "")
    assertNotAlmostEquals = _deprecate(assertNotAlmostEqual, "")
    assertRaisesRegexp = _deprecate(assertRaisesRegex, "")
    assertRegexpMatches = _deprecate(assertRegex, "")
    assertNotRegexpMatches = _deprecate(assertNotRegex, "")
    del _deprecate, failUnlessEqual, failIfEqual, failUnless


TestCase._class_cleanups = []


def _sequence_difference(seq1, seq2, name):
    """Describe the first difference; None if the sequences are equal."""
    text = None
    try:
        len1 = len(seq1)
    except (TypeError, NotImplementedError):
        text = f"First {name} has no length.    Non-sequence?"
    if text is None:
        try:
            len2 = len(seq2)
        except (TypeError, NotImplementedError):
            text = f"Second {name} has no length.    Non-sequence?"
    if text is not None:
        return text
    if seq1 == seq2:
        return None
    left, right = _common_shorten_repr(seq1, seq2)
    text = f"{name.capitalize()}s differ: {left} != {right}\n"
    for i in range(min(len1, len2)):
        try:
            item1 = seq1[i]
        except (TypeError, IndexError, NotImplementedError):
            text += f"\nUnable to index element {i} of first {name}\n"
            break
        try:
            item2 = seq2[i]
        except (TypeError, IndexError, NotImplementedError):
            text += f"\nUnable to index element {i} of second {name}\n"
            break
        if item1 != item2:
            text += (f"\nFirst differing element {i}:\n"
                     "%s\n%s\n" % _common_shorten_repr(item1, item2))
            break
    else:
        if len1 == len2 and type(seq1) != type(seq2):
            return None
    for longer, mine, other, seq in (("First", len1, len2, seq1),
                                     ("Second", len2, len1, seq2)):
        if mine <= other:
            continue
        text += (f"\n{longer} {name} contains {mine - other} additional "
                 "elements.\n")
        try:
            text += (f"First extra element {other}:\n"
                     f"{safe_repr(seq[other])}\n")
        except (TypeError, IndexError, NotImplementedError):
            text += (f"Unable to index element {other} of "
                     f"{longer.lower()} {name}\n")
    return text


class FunctionTestCase(TestCase):
    """A test case that wraps a test function."""

    def __init__(self, testFunc, setUp=None, tearDown=None,
                 description=None):
        super().__init__()
        self._setUpFunc = setUp
        self._tearDownFunc = tearDown
        self._testFunc = testFunc
        self._description = description

    def setUp(self):
        if self._setUpFunc is not None:
            self._setUpFunc()

    def tearDown(self):
        if self._tearDownFunc is not None:
            self._tearDownFunc()

    def runTest(self):
        self._testFunc()

    def id(self):
        return self._testFunc.__name__

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return (self._setUpFunc == other._setUpFunc
                and self._tearDownFunc == other._tearDownFunc
                and self._testFunc == other._testFunc
                and self._description == other._description)

    def __hash__(self):
        return hash((type(self), self._setUpFunc, self._tearDownFunc,
                     self._testFunc, self._description))

    def __str__(self):
        return f"{strclass(self.__class__)} ({self._testFunc.__name__})"

    def __repr__(self):
        return (f"<{strclass(self.__class__)} "
                f"tec={self._testFunc}>")

    def shortDescription(self):
        if self._description is not None:
            return self._description
        doc = self._testFunc.__doc__
        return doc and doc.split("\n")[0].strip() or None


class _SubTest(TestCase):
    """Stands for a part of a test in reports."""

    def __init__(self, test_case, message, params):
        super().__init__()
        self._message = message
        self.test_case = test_case
        self.params = params
        self.failureException = test_case.failureException

    def runTest(self):
        raise NotImplementedError("subtests cannot be run directly")

    def _subDescription(self):
        parts = []
        if self._message is not _subtest_msg_sentinel:
            parts.append(f"[{self._message}]")
        if self.params:
            inner = ", ".join([f"{key}={safe_repr(value)}"
                               for key, value in self.params.items()])
            parts.append(f"({inner})")
        return " ".join(parts) or "(<subtest>)"

    def id(self):
        return f"{self.test_case.id()} {self._subDescription()}"

    def shortDescription(self):
        """Returns a one-line description of the subtest, or None."""
        return self.test_case.shortDescription()

    def __str__(self):
        return f"{self.test_case} {self._subDescription()}"
