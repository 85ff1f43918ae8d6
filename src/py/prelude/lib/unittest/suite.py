"""unittest.suite - collections of tests, with class and module fixtures.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from unittest import case, util

__unittest = True


def _call_if_exists(parent, attr):
    getattr(parent, attr, lambda: None)()


class BaseTestSuite:
    """A simple test suite that doesn't provide class or module fixtures."""

    _cleanup = True

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0
        self.addTests(tests)

    def __repr__(self):
        return f"<{util.strclass(self.__class__)} tests={list(self)}>"

    def __eq__(self, other):
        if not isinstance(other, self.__class__):
            return NotImplemented
        return list(self) == list(other)

    def __iter__(self):
        return iter(self._tests)

    def countTestCases(self):
        cases = self._removed_tests
        for test in self:
            if test:
                cases += test.countTestCases()
        return cases

    def addTest(self, test):
        if not callable(test):
            raise TypeError(f"{test!r} is not callable")
        if isinstance(test, type) and issubclass(test, (case.TestCase,
                                                        TestSuite)):
            raise TypeError("TestCases and TestSuites must be instantiated "
                            "before passing them to addTest()")
        self._tests.append(test)

    def addTests(self, tests):
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a "
                            "string")
        for test in tests:
            self.addTest(test)

    def run(self, result):
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        return result

    def _removeTestAtIndex(self, index):
        """Drop a finished test, but remember how many there were."""
        try:
            test = self._tests[index]
        except TypeError:
            return
        if hasattr(test, "countTestCases"):
            self._removed_tests += test.countTestCases()
        self._tests[index] = None

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def debug(self):
        """Run the tests without collecting errors in a TestResult"""
        for test in self:
            test.debug()


class TestSuite(BaseTestSuite):
    """A group of tests; sets up classes and modules when they change."""

    def run(self, result, debug=False):
        top_level = False
        if getattr(result, "_testRunEntered", False) is False:
            result._testRunEntered = top_level = True
        for index, test in enumerate(self):
            if result.shouldStop:
                break
            if _isnotsuite(test):
                self._tearDownPreviousClass(test, result)
                self._handleModuleFixture(test, result)
                self._handleClassSetUp(test, result)
                result._previousTestClass = test.__class__
                if (getattr(test.__class__, "_classSetupFailed", False)
                        or getattr(result, "_moduleSetUpFailed", False)):
                    continue
            if debug:
                test.debug()
            else:
                test(result)
            if self._cleanup:
                self._removeTestAtIndex(index)
        if top_level:
            self._tearDownPreviousClass(None, result)
            self._handleModuleTearDown(result)
            result._testRunEntered = False
        return result

    def debug(self):
        """Run the tests without collecting errors in a TestResult"""
        self.run(_DebugResult(), True)

    def _report_class_cleanups(self, cls, result, where):
        cls.doClassCleanups()
        for exc_info in cls.tearDown_exceptions:
            if isinstance(result, _DebugResult):
                raise exc_info[1]
            self._createClassOrModuleLevelException(
                result, exc_info[1], where, util.strclass(cls),
                info=exc_info)

    def _handleClassSetUp(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        current = test.__class__
        if current == previous or result._moduleSetUpFailed:
            return
        if getattr(current, "__unittest_skip__", False):
            return
        failed = False
        if getattr(current, "_classSetupFailed", False):
            current._classSetupFailed = False
        setup = getattr(current, "setUpClass", None)
        cleanups = getattr(current, "doClassCleanups", None)
        if setup is None:
            return
        _call_if_exists(result, "_setupStdout")
        try:
            try:
                setup()
            except Exception as error:
                if isinstance(result, _DebugResult):
                    raise
                failed = True
                current._classSetupFailed = True
                self._createClassOrModuleLevelException(
                    result, error, "setUpClass", util.strclass(current))
            if failed and cleanups is not None:
                self._report_class_cleanups(current, result, "setUpClass")
        finally:
            _call_if_exists(result, "_restoreStdout")

    def _get_previous_module(self, result):
        previous = getattr(result, "_previousTestClass", None)
        return None if previous is None else previous.__module__

    def _handleModuleFixture(self, test, result):
        previous = self._get_previous_module(result)
        current = test.__class__.__module__
        if current == previous:
            return
        self._handleModuleTearDown(result)
        result._moduleSetUpFailed = False
        module = sys.modules.get(current)
        setup = getattr(module, "setUpModule", None)
        if setup is None:
            return
        _call_if_exists(result, "_setupStdout")
        try:
            try:
                setup()
            except Exception as error:
                if isinstance(result, _DebugResult):
                    raise
                result._moduleSetUpFailed = True
                self._createClassOrModuleLevelException(
                    result, error, "setUpModule", current)
            if result._moduleSetUpFailed:
                self._module_cleanups(result, "setUpModule", current)
        finally:
            _call_if_exists(result, "_restoreStdout")

    def _module_cleanups(self, result, where, name):
        try:
            case.doModuleCleanups()
        except Exception as error:
            if isinstance(result, _DebugResult):
                raise
            self._createClassOrModuleLevelException(result, error, where,
                                                    name)

    def _createClassOrModuleLevelException(self, result, exc, method_name,
                                           parent, info=None):
        self._addClassOrModuleLevelException(
            result, exc, f"{method_name} ({parent})", info)

    def _addClassOrModuleLevelException(self, result, exception, errorName,
                                        info=None):
        error = _ErrorHolder(errorName)
        add_skip = getattr(result, "addSkip", None)
        if add_skip is not None and isinstance(exception, case.SkipTest):
            add_skip(error, str(exception))
        elif info:
            result.addError(error, info)
        else:
            result.addError(error, sys.exc_info())

    def _handleModuleTearDown(self, result):
        previous = self._get_previous_module(result)
        if previous is None or result._moduleSetUpFailed:
            return
        module = sys.modules.get(previous)
        if module is None:
            return
        _call_if_exists(result, "_setupStdout")
        try:
            teardown = getattr(module, "tearDownModule", None)
            if teardown is not None:
                try:
                    teardown()
                except Exception as error:
                    if isinstance(result, _DebugResult):
                        raise
                    self._createClassOrModuleLevelException(
                        result, error, "tearDownModule", previous)
            self._module_cleanups(result, "tearDownModule", previous)
        finally:
            _call_if_exists(result, "_restoreStdout")

    def _tearDownPreviousClass(self, test, result):
        previous = getattr(result, "_previousTestClass", None)
        current = test.__class__
        if current == previous or previous is None:
            return
        if (getattr(previous, "_classSetupFailed", False)
                or getattr(result, "_moduleSetUpFailed", False)
                or getattr(previous, "__unittest_skip__", False)):
            return
        teardown = getattr(previous, "tearDownClass", None)
        cleanups = getattr(previous, "doClassCleanups", None)
        if teardown is None and cleanups is None:
            return
        _call_if_exists(result, "_setupStdout")
        try:
            if teardown is not None:
                try:
                    teardown()
                except Exception as error:
                    if isinstance(result, _DebugResult):
                        raise
                    self._createClassOrModuleLevelException(
                        result, error, "tearDownClass",
                        util.strclass(previous))
            if cleanups is not None:
                self._report_class_cleanups(previous, result,
                                            "tearDownClass")
        finally:
            _call_if_exists(result, "_restoreStdout")


class _ErrorHolder:
    """Stands for a test when a fixture of a class or module fails."""

    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    def shortDescription(self):
        return None

    def __repr__(self):
        return f"<ErrorHolder description={self.description!r}>"

    def __str__(self):
        return self.id()

    def run(self, result):
        pass

    def __call__(self, result):
        return self.run(result)

    def countTestCases(self):
        return 0


def _isnotsuite(test):
    """Is it a single test?"""
    try:
        iter(test)
    except TypeError:
        return True
    return False


class _DebugResult:
    """Used by the TestSuite to hold previous class when running in debug."""

    _previousTestClass = None
    _moduleSetUpFailed = False
    shouldStop = False
