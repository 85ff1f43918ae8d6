"""unittest.loader - finding tests in classes, modules, names and folders.

What cannot be loaded becomes a test that fails with the reason, and a text
in `errors`.

SPDX-License-Identifier: Apache-2.0
"""

import fnmatch
import functools
import os
import sys
import traceback
import types
import warnings
from _caisson import session_state
from unittest.case import FunctionTestCase, SkipTest, TestCase, skip
from unittest.suite import TestSuite
from unittest.util import three_way_cmp

__unittest = True


class _FailedTest(TestCase):
    """Raises what went wrong while loading."""

    def __init__(self, name, error):
        setattr(self, name, self._fail)
        self._error = error
        super().__init__(name)

    def _fail(self):
        raise self._error
    _fail.__doc__ = None


def _is_test_class(obj):
    return (isinstance(obj, type) and issubclass(obj, TestCase)
            and obj is not TestCase and obj is not FunctionTestCase)


class TestLoader:
    """Makes suites."""

    testMethodPrefix = "test"
    testNamePatterns = None
    sortTestMethodsUsing = staticmethod(three_way_cmp)
    suiteClass = TestSuite
    _top_level_dir = None

    def __init__(self):
        super().__init__()
        self._errors = []

    @property
    def errors(self):
        """Texts about what could not be loaded."""
        if self is defaultTestLoader:  # shared by all sessions
            return session_state("unittest.loader.errors", list)
        return self._errors

    def _failed(self, name, error, message):
        self.errors.append(message)
        return self.suiteClass([_FailedTest(name, error)])

    # --- From objects ---

    def getTestCaseNames(self, testCaseClass):
        """The sorted names of the test methods of a class."""
        names = [name for name in dir(testCaseClass)
                 if name.startswith(self.testMethodPrefix)
                 and callable(getattr(testCaseClass, name))]
        patterns = self.testNamePatterns
        if patterns is not None:
            owner = f"{testCaseClass.__module__}.{testCaseClass.__qualname__}"
            names = [name for name in names
                     if any(fnmatch.fnmatchcase(f"{owner}.{name}", pattern)
                            for pattern in patterns)]
        if self.sortTestMethodsUsing:
            names.sort(key=functools.cmp_to_key(self.sortTestMethodsUsing))
        return names

    def loadTestsFromTestCase(self, testCaseClass):
        """A suite of the tests of a class."""
        if issubclass(testCaseClass, TestSuite):
            raise TypeError("Test cases should not be derived from "
                            "TestSuite. Maybe you meant to derive from "
                            "TestCase?")
        names = ()
        if testCaseClass is not TestCase and (
                testCaseClass is not FunctionTestCase):
            names = self.getTestCaseNames(testCaseClass)
            if not names and hasattr(testCaseClass, "runTest"):
                names = ["runTest"]
        return self.suiteClass([testCaseClass(name) for name in names])

    def loadTestsFromModule(self, module, *args, pattern=None, **kws):
        """A suite of the tests of a module; load_tests() may change it."""
        if args or "use_load_tests" in kws:
            warnings.warn("use_load_tests is deprecated and ignored",
                          DeprecationWarning)
            kws.pop("use_load_tests", None)
        if len(args) > 1:
            raise TypeError("loadTestsFromModule() takes 1 positional "
                            f"argument but {len(args) + 1} were given")
        for name in sorted(kws):
            raise TypeError("loadTestsFromModule() got an unexpected keyword "
                            f"argument {name!r}")
        found = [getattr(module, name) for name in dir(module)]
        tests = self.suiteClass([self.loadTestsFromTestCase(obj)
                                 for obj in found if _is_test_class(obj)])
        change = getattr(module, "load_tests", None)
        if change is None:
            return tests
        try:
            return change(self, tests, pattern)
        except Exception as error:
            return self._failed(
                module.__name__, error,
                f"Failed to call load_tests:\n{traceback.format_exc()}")

    def _from_object(self, obj, parent, name):
        """A suite of whatever a name turned out to be."""
        if isinstance(obj, types.ModuleType):
            return self.loadTestsFromModule(obj)
        if isinstance(obj, type) and issubclass(obj, TestCase):
            return self.loadTestsFromTestCase(obj)
        if isinstance(obj, TestSuite):
            return obj
        if (isinstance(obj, types.FunctionType) and isinstance(parent, type)
                and issubclass(parent, TestCase)):
            test = parent(name)
            if not isinstance(getattr(test, name), types.FunctionType):
                return self.suiteClass([test])  # not a static method
        if not callable(obj):
            raise TypeError(f"don't know how to make test from: {obj}")
        test = obj()
        if isinstance(test, TestSuite):
            return test
        if isinstance(test, TestCase):
            return self.suiteClass([test])
        raise TypeError(f"calling {obj} returned {test}, not a test")

    # --- From names ---

    def loadTestsFromName(self, name, module=None):
        """A suite of the tests that a dotted name stands for."""
        path = name.split(".")
        problem = None  # why a longer part of the name is no module
        obj = module
        if obj is None:
            obj, problem = self._import_longest(path)
            if obj is None:
                return self._failed(*problem)
            del path[0]
        parent = None
        for part in path:
            parent = obj
            try:
                obj = getattr(parent, part)
            except AttributeError as error:
                if problem and hasattr(parent, "__path__"):
                    return self._failed(*problem)
                return self._failed(
                    part, error,
                    f"Failed to access attribute:\n{traceback.format_exc()}")
        return self._from_object(obj, parent, path[-1] if path else name)

    def loadTestsFromNames(self, names, module=None):
        """A suite of the tests that several names stand for."""
        return self.suiteClass([self.loadTestsFromName(name, module)
                                for name in names])

    def _import_longest(self, path):
        """Import as much of a name as is a module.

        Return the package at the root of it, or None, and the arguments of
        _failed() for the last part that could not be imported.
        """
        problem = None
        for end in range(len(path), 0, -1):
            try:
                return __import__(".".join(path[:end])), problem
            except ImportError:
                part = path[end - 1]
                text = (f"Failed to import test module: {part}\n"
                        f"{traceback.format_exc()}")
                problem = part, ImportError(text), text
        return None, problem

    # --- From folders ---

    def discover(self, start_dir, pattern="test*.py", top_level_dir=None):
        """A suite of the tests in the files of a folder and its packages."""
        top = top_level_dir or self._top_level_dir or start_dir
        folder = start_dir
        if not os.path.isdir(folder):
            module = __import__(start_dir, fromlist=["__path__"])
            folder = os.path.dirname(module.__file__)
            if top is start_dir:
                top = folder
                for _ in start_dir.split("."):
                    top = os.path.dirname(top)
        elif os.path.abspath(folder) != os.path.abspath(top) and not (
                os.path.isfile(os.path.join(folder, "__init__.py"))):
            raise ImportError(f"Start directory is not importable: "
                              f"{start_dir!r}")
        self._top_level_dir = top = os.path.abspath(top)
        if top not in sys.path:
            sys.path.insert(0, top)
        return self.suiteClass(
            list(self._find(os.path.abspath(folder), pattern)))

    def _find(self, folder, pattern):
        for name in sorted(os.listdir(folder)):
            full = os.path.join(folder, name)
            if os.path.isfile(full):
                if (name.endswith(".py") and name[:-3].isidentifier()
                        and fnmatch.fnmatch(name, pattern)):
                    yield self._load_file(full[:-3], pattern)
            elif os.path.isfile(os.path.join(full, "__init__.py")):
                package = self._load_file(full, pattern)
                yield package
                if not hasattr(sys.modules.get(self._module_name(full)),
                               "load_tests"):
                    yield from self._find(full, pattern)

    def _module_name(self, path):
        inner = os.path.relpath(path, self._top_level_dir)
        return inner.replace(os.sep, ".")

    def _load_file(self, path, pattern):
        name = self._module_name(path)
        try:
            module = __import__(name, fromlist=["__name__"])
        except SkipTest as error:
            return self.suiteClass([_skipped_module(name, str(error))])
        except Exception:
            text = (f"Failed to import test module: {name}\n"
                    f"{traceback.format_exc()}")
            return self._failed(name, ImportError(text), text)
        return self.loadTestsFromModule(module, pattern=pattern)


def _skipped_module(name, reason):
    body = {name: skip(reason)(lambda self: None)}
    return type("ModuleSkipped", (TestCase,), body)(name)


defaultTestLoader = TestLoader()


# --- Old functions ----------------------------------------------------------

def _old_way(name, method, prefix, sort, patterns=None, suite_class=TestSuite):
    warnings.warn(
        f"unittest.{name}() is deprecated and will be removed in Python "
        f"3.13. Please use unittest.TestLoader.{method}() instead.",
        DeprecationWarning, stacklevel=3)
    loader = TestLoader()
    loader.testMethodPrefix = prefix
    loader.sortTestMethodsUsing = sort
    loader.testNamePatterns = patterns
    loader.suiteClass = suite_class
    return getattr(loader, method)


def getTestCaseNames(testCaseClass, prefix, sortUsing=three_way_cmp,
                     testNamePatterns=None):
    """Deprecated form of the method of TestLoader."""
    return _old_way("getTestCaseNames", "getTestCaseNames", prefix,
                    sortUsing, testNamePatterns)(testCaseClass)


def makeSuite(testCaseClass, prefix="test", sortUsing=three_way_cmp,
              suiteClass=TestSuite):
    """Deprecated form of TestLoader.loadTestsFromTestCase()."""
    return _old_way("makeSuite", "loadTestsFromTestCase", prefix, sortUsing,
                    suite_class=suiteClass)(testCaseClass)


def findTestCases(module, prefix="test", sortUsing=three_way_cmp,
                  suiteClass=TestSuite):
    """Deprecated form of TestLoader.loadTestsFromModule()."""
    return _old_way("findTestCases", "loadTestsFromModule", prefix,
                    sortUsing, suite_class=suiteClass)(module)
