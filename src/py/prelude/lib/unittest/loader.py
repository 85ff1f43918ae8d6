"""unittest.loader - finding tests in classes and modules.

SPDX-License-Identifier: Apache-2.0
"""

import functools
import re
import sys
import traceback
import types
import warnings
from unittest import case, suite, util

__unittest = True


class _FailedTest(case.TestCase):
    """A test that reports why something could not be loaded."""

    _testMethodName = None

    def __init__(self, method_name, exception):
        self._exception = exception
        super().__init__(method_name)

    def __getattr__(self, name):
        if name != self._testMethodName:
            return super().__getattr__(name)

        def test_failure():
            raise self._exception
        return test_failure


def _matches(name, pattern):
    """Compare a name with a pattern of text, * and ?."""
    parts = [{"*": ".*", "?": "."}.get(c, re.escape(c)) for c in pattern]
    return re.fullmatch("".join(parts), name, re.DOTALL) is not None


class TestLoader:
    """Loads tests from classes, modules and names."""

    testMethodPrefix = "test"
    sortTestMethodsUsing = staticmethod(util.three_way_cmp)
    testNamePatterns = None
    suiteClass = suite.TestSuite
    _top_level_dir = None

    def __init__(self):
        super().__init__()
        self.errors = []

    def loadTestsFromTestCase(self, testCaseClass):
        """Return a suite of all test cases contained in testCaseClass"""
        if issubclass(testCaseClass, suite.TestSuite):
            raise TypeError("Test cases should not be derived from "
                            "TestSuite. Maybe you meant to derive from "
                            "TestCase?")
        if testCaseClass in (case.TestCase, case.FunctionTestCase):
            return self.suiteClass([])
        names = self.getTestCaseNames(testCaseClass)
        if not names and hasattr(testCaseClass, "runTest"):
            names = ["runTest"]
        return self.suiteClass(map(testCaseClass, names))

    def loadTestsFromModule(self, module, *args, pattern=None, **kws):
        """Return a suite of all test cases contained in the given module"""
        tests = []
        for name in dir(module):
            obj = getattr(module, name)
            if (isinstance(obj, type) and issubclass(obj, case.TestCase)
                    and obj not in (case.TestCase, case.FunctionTestCase)):
                tests.append(self.loadTestsFromTestCase(obj))
        load_tests = getattr(module, "load_tests", None)
        tests = self.suiteClass(tests)
        if load_tests is None:
            return tests
        try:
            return load_tests(self, tests, pattern)
        except Exception as error:
            message = f"Failed to call load_tests:\n{traceback.format_exc()}"
            self.errors.append(message)
            return self.suiteClass([_FailedTest(module.__name__, error)])

    def loadTestsFromName(self, name, module=None):
        """Return a suite of the tests given by a dotted name."""
        parts = name.split(".")
        error_case = error_message = None
        if module is None:
            module, parts, failed = self._import(name, parts)
            if module is None:
                return failed
            error_case, error_message = failed or (None, None)
        obj = module
        parent = None
        for i, part in enumerate(parts):
            try:
                parent, obj = obj, getattr(obj, part)
            except AttributeError as error:
                if (getattr(obj, "__path__", None) is not None
                        and error_case is not None):
                    self.errors.append(error_message)
                    return error_case
                message = (f"Failed to access attribute:\n"
                           f"{traceback.format_exc()}")
                self.errors.append(message)
                return self.suiteClass([_FailedTest(part, error)])
        return self._from_object(obj, parent, name, parts)

    def _import(self, name, parts):
        """Import the longest prefix that is a module."""
        rest = list(parts)
        failed = None
        while rest:
            module_name = ".".join(rest)
            try:
                __import__(module_name)
                break
            except ImportError:
                part = rest.pop()
                message = (f"Failed to import test module: {part}\n"
                           f"{traceback.format_exc()}")
                failed = (self.suiteClass([_FailedTest(
                    part, ImportError(message))]), message)
                if not rest:
                    self.errors.append(message)
                    return None, None, failed[0]
        module = sys.modules[module_name.split(".")[0]]
        return module, parts[1:], failed

    def _from_object(self, obj, parent, name, parts):
        """Make a suite of whatever a name stands for."""
        if isinstance(obj, types.ModuleType):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, case.TestCase):
            return self.loadTestsFromTestCase(obj)
        if (isinstance(obj, types.FunctionType) and isinstance(parent, type)
                and issubclass(parent, case.TestCase)):
            inst = parent(parts[-1])
            if not isinstance(getattr(inst, parts[-1]), types.FunctionType):
                return self.suiteClass([inst])
        elif isinstance(obj, suite.TestSuite):
            return obj
        if not callable(obj):
            raise TypeError(f"don't know how to make test from: {obj}")
        test = obj()
        if isinstance(test, suite.TestSuite):
            return test
        if isinstance(test, case.TestCase):
            return self.suiteClass([test])
        raise TypeError(f"calling {obj} returned {test}, not a test")

    def loadTestsFromNames(self, names, module=None):
        """Return a suite of the tests given by several names."""
        return self.suiteClass([self.loadTestsFromName(name, module)
                                for name in names])

    def getTestCaseNames(self, testCaseClass):
        """Return a sorted sequence of method names found in a class"""
        def is_test(name):
            if not name.startswith(self.testMethodPrefix):
                return False
            if not callable(getattr(testCaseClass, name)):
                return False
            full = (f"{testCaseClass.__module__}."
                    f"{testCaseClass.__qualname__}.{name}")
            return self.testNamePatterns is None or any(
                _matches(full, pattern)
                for pattern in self.testNamePatterns)

        names = [name for name in dir(testCaseClass) if is_test(name)]
        if self.sortTestMethodsUsing:
            names.sort(key=functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def discover(self, start_dir, pattern="test*.py", top_level_dir=None):
        """Load tests from a package that can be imported.

        Only names of modules are supported here, not folders.
        """
        return self.loadTestsFromName(start_dir.strip("./").replace(
            "/", ".") or "__main__")


defaultTestLoader = TestLoader()


def _make_loader(prefix, sortUsing, suiteClass=None, testNamePatterns=None):
    loader = TestLoader()
    loader.sortTestMethodsUsing = sortUsing
    loader.testMethodPrefix = prefix
    loader.testNamePatterns = testNamePatterns
    if suiteClass:
        loader.suiteClass = suiteClass
    return loader


def _warn_obsolete(name, method):
    warnings.warn(
        f"unittest.{name}() is deprecated and will be removed in Python "
        f"3.13. Please use unittest.TestLoader.{method}() instead.",
        DeprecationWarning, stacklevel=3)


def getTestCaseNames(testCaseClass, prefix, sortUsing=util.three_way_cmp,
                     testNamePatterns=None):
    _warn_obsolete("getTestCaseNames", "getTestCaseNames")
    return _make_loader(prefix, sortUsing,
                        testNamePatterns=testNamePatterns
                        ).getTestCaseNames(testCaseClass)


def makeSuite(testCaseClass, prefix="test", sortUsing=util.three_way_cmp,
              suiteClass=suite.TestSuite):
    _warn_obsolete("makeSuite", "loadTestsFromTestCase")
    return _make_loader(prefix, sortUsing, suiteClass
                        ).loadTestsFromTestCase(testCaseClass)


def findTestCases(module, prefix="test", sortUsing=util.three_way_cmp,
                  suiteClass=suite.TestSuite):
    _warn_obsolete("findTestCases", "loadTestsFromModule")
    return _make_loader(prefix, sortUsing, suiteClass
                        ).loadTestsFromModule(module)
