"""unittest.suite - groups of tests, and the fixtures of classes and modules.

Suites may be nested, so what is known about the class and module that are
set up at the moment lives in the result, which all of them share.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from unittest.case import SkipTest, TestCase, doModuleCleanups
from unittest.util import strclass

__unittest = True


class BaseTestSuite:
    """A group of tests without fixtures of classes and modules."""

    _cleanup = True  # forget tests that are over

    def __init__(self, tests=()):
        self._tests = []
        self._removed_tests = 0  # how many tests were forgotten
        self.addTests(tests)

    def __iter__(self):
        return iter(self._tests)

    def __eq__(self, other):
        if isinstance(other, type(self)):
            return list(other) == list(self)
        return NotImplemented

    def __repr__(self):
        return f"<{strclass(type(self))} tests={list(self)}>"

    def __call__(self, *args, **kwds):
        return self.run(*args, **kwds)

    def countTestCases(self):
        """How many tests this group has, or had."""
        return self._removed_tests + sum(
            [test.countTestCases() for test in self if test])

    def addTest(self, test):
        """Add a test or a group."""
        if not callable(test):
            raise TypeError(f"{test!r} is not callable")
        if isinstance(test, type) and issubclass(test, (TestCase, TestSuite)):
            raise TypeError("TestCases and TestSuites must be instantiated "
                            "before passing them to addTest()")
        self._tests.append(test)

    def addTests(self, tests):
        """Add tests from an iterable."""
        if isinstance(tests, str):
            raise TypeError("tests must be an iterable of tests, not a "
                            "string")
        for test in tests:
            self.addTest(test)

    def run(self, result):
        """Run the tests until the result wants to stop."""
        for test in self._upcoming(result):
            test(result)
        return result

    def _upcoming(self, result):
        """Yield tests while the run goes on; forget those that are over."""
        for place, test in enumerate(self):
            if result.shouldStop:
                return
            yield test
            if self._cleanup:
                self._removeTestAtIndex(place)

    def debug(self):
        """Run the tests without catching what they raise."""
        for test in self:
            test.debug()

    def _removeTestAtIndex(self, index):
        try:
            test = self._tests[index]
        except TypeError:  # a subclass may have no list
            return
        count = getattr(test, "countTestCases", None)
        if count is not None:
            self._removed_tests += count()
        self._tests[index] = None


class TestSuite(BaseTestSuite):
    """A group of tests that sets up classes and modules as it goes."""

    def run(self, result, debug=False):
        """Run the tests until the result wants to stop."""
        outermost = not getattr(result, "_testRunEntered", False)
        if outermost:
            result._testRunEntered = True
        fixtures = _Fixtures(result)
        for test in self._upcoming(result):
            if not _is_group(test) and not fixtures.prepare(test.__class__):
                continue
            if debug:
                test.debug()
            else:
                test(result)
        if outermost:
            fixtures.finish()
            result._testRunEntered = False
        return result

    def debug(self):
        """Run the tests without catching what they raise."""
        self.run(_DebugResult(), True)


def _is_group(test):
    try:
        iter(test)
    except TypeError:
        return False
    return True


class _Fixtures:
    """Sets up and tears down classes and modules where tests change them."""

    def __init__(self, result):
        self.result = result
        self.catch = not isinstance(result, _DebugResult)

    def prepare(self, cls):
        """Make the fixtures of a class ready; tell whether it may run."""
        before = getattr(self.result, "_previousTestClass", None)
        if cls != before:
            self.close_class(before)
            if before is None or before.__module__ != cls.__module__:
                self.close_module(before)
                self.open_module(cls.__module__)
            self.open_class(cls)
        self.result._previousTestClass = cls
        return not (getattr(cls, "_classSetupFailed", False)
                    or self.module_failed())

    def finish(self):
        last = getattr(self.result, "_previousTestClass", None)
        self.close_class(last)
        self.close_module(last)

    def module_failed(self):
        return getattr(self.result, "_moduleSetUpFailed", False)

    def open_module(self, name):
        result = self.result
        result._moduleSetUpFailed = False
        setup = getattr(sys.modules.get(name), "setUpModule", None)
        if setup is None:
            return
        with _Capture(result):
            if not self.call("setUpModule", name, setup):
                result._moduleSetUpFailed = True
                self.call("setUpModule", name, doModuleCleanups)

    def close_module(self, cls):
        if cls is None or self.module_failed():
            return
        name = cls.__module__
        module = sys.modules.get(name)
        if module is None:
            return
        with _Capture(self.result):
            teardown = getattr(module, "tearDownModule", None)
            if teardown is not None:
                self.call("tearDownModule", name, teardown)
            self.call("tearDownModule", name, doModuleCleanups)

    def open_class(self, cls):
        setup = getattr(cls, "setUpClass", None)
        if setup is None or self.module_failed() or getattr(
                cls, "__unittest_skip__", False):
            return
        if getattr(cls, "_classSetupFailed", False):
            cls._classSetupFailed = False
        with _Capture(self.result):
            if not self.call("setUpClass", strclass(cls), setup):
                cls._classSetupFailed = True
                self.clean_class("setUpClass", cls)

    def close_class(self, cls):
        if (cls is None or self.module_failed()
                or getattr(cls, "_classSetupFailed", False)
                or getattr(cls, "__unittest_skip__", False)):
            return
        with _Capture(self.result):
            teardown = getattr(cls, "tearDownClass", None)
            if teardown is not None:
                self.call("tearDownClass", strclass(cls), teardown)
            self.clean_class("tearDownClass", cls)

    def clean_class(self, label, cls):
        clean = getattr(cls, "doClassCleanups", None)
        if clean is None:
            return
        clean()
        for info in cls.tearDown_exceptions:
            if not self.catch:
                raise info[1]
            self.report(label, strclass(cls), info)

    def call(self, label, name, function):
        """Call a fixture; report what it raises; tell whether it worked."""
        try:
            function()
        except Exception:
            if not self.catch:
                raise
            self.report(label, name, sys.exc_info())
            return False
        return True

    def report(self, label, name, info):
        holder = _ErrorHolder(f"{label} ({name})")
        skip = getattr(self.result, "addSkip", None)
        if skip is not None and isinstance(info[1], SkipTest):
            skip(holder, str(info[1]))
        else:
            self.result.addError(holder, info)


class _Capture:
    """A block whose output goes to the buffers of a result, if it has any."""

    def __init__(self, result):
        self.result = result

    def __enter__(self):
        getattr(self.result, "_setupStdout", bool)()

    def __exit__(self, *exc_info):
        getattr(self.result, "_restoreStdout", bool)()


class _ErrorHolder:
    """Stands for a test in reports about fixtures."""

    failureException = None

    def __init__(self, description):
        self.description = description

    def id(self):
        return self.description

    __str__ = id

    def shortDescription(self):
        return None

    def countTestCases(self):
        return 0

    def __repr__(self):
        return f"<ErrorHolder description={self.description!r}>"

    def run(self, result):
        pass

    __call__ = run


class _DebugResult:
    """The result of debug(): knows the fixtures, records nothing."""

    shouldStop = False
