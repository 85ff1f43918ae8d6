"""unittest - tests in classes.

SPDX-License-Identifier: Apache-2.0
"""

from unittest.case import (FunctionTestCase, SkipTest, TestCase,
                           addModuleCleanup, doModuleCleanups,
                           enterModuleContext, expectedFailure, skip, skipIf,
                           skipUnless)
from unittest.loader import (TestLoader, defaultTestLoader, findTestCases,
                             getTestCaseNames, makeSuite)
from unittest.main import TestProgram, main
from unittest.result import TestResult
from unittest.runner import TextTestResult, TextTestRunner
from unittest.signals import (installHandler, registerResult, removeHandler,
                              removeResult)
from unittest.suite import BaseTestSuite, TestSuite

__all__ = ["TestResult", "TestCase", "IsolatedAsyncioTestCase", "TestSuite",
           "TextTestRunner", "TestLoader", "FunctionTestCase", "main",
           "defaultTestLoader", "SkipTest", "skip", "skipIf", "skipUnless",
           "expectedFailure", "TextTestResult", "installHandler",
           "registerResult", "removeResult", "removeHandler",
           "addModuleCleanup", "doModuleCleanups", "enterModuleContext",
           "getTestCaseNames", "makeSuite", "findTestCases"]

__unittest = True
_TextTestResult = TextTestResult


def __getattr__(name):
    # asyncio is large: it is imported by those who ask for it
    if name == "IsolatedAsyncioTestCase":
        module = __import__("unittest.async_case", fromlist=[name])
        return module.IsolatedAsyncioTestCase
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def load_tests(loader, tests, pattern):
    return tests
