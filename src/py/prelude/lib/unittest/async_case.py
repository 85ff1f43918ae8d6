"""unittest.async_case - tests that are coroutines.

Each test has an event loop of its own, and all its parts run in one context,
so that context variables set in asyncSetUp() are seen by the test.

SPDX-License-Identifier: Apache-2.0
"""

import asyncio
import contextvars
import inspect
from unittest.case import TestCase, _protocol_methods, _warn_about_value

__unittest = True


class IsolatedAsyncioTestCase(TestCase):
    """A test case whose methods may be coroutine functions."""

    def __init__(self, methodName="runTest"):
        TestCase.__init__(self, methodName)
        self._runner = None
        self._context = contextvars.copy_context()

    async def asyncSetUp(self):
        """Hook: prepare a test, after setUp()."""

    async def asyncTearDown(self):
        """Hook: tidy up after a test, before tearDown()."""

    def addAsyncCleanup(self, func, /, *args, **kwargs):
        """Have a coroutine function awaited after the test."""
        self.addCleanup(func, *args, **kwargs)

    async def enterAsyncContext(self, cm):
        """Enter an asynchronous context until the test is over."""
        enter, leave = _protocol_methods(
            cm, "__aenter__", "__aexit__",
            "the asynchronous context manager protocol")
        value = await enter(cm)
        self.addAsyncCleanup(leave, cm, None, None, None)
        return value

    def run(self, result=None):
        """Run the test in a new event loop."""
        self._open_loop()
        try:
            return super().run(result)
        finally:
            self._tearDownAsyncioRunner()

    def debug(self):
        """Run the test without catching what it raises."""
        self._open_loop()
        super().debug()
        self._tearDownAsyncioRunner()

    def _open_loop(self):
        assert self._runner is None, (
            "asyncio runner is already initialized")
        self._runner = asyncio.Runner(debug=True)

    def _tearDownAsyncioRunner(self):
        self._runner.close()

    def _perform(self, function, /, *args, **kwargs):
        """Call a function of the test; await it if it is a coroutine."""
        context = self._context
        if not inspect.iscoroutinefunction(function):
            return context.run(function, *args, **kwargs)
        return self._runner.run(function(*args, **kwargs),
                                       context=context)

    def _callSetUp(self):
        self._runner.get_loop()
        self._context.run(self.setUp)
        self._perform(self.asyncSetUp)

    def _callTestMethod(self, method):
        if self._perform(method) is not None:
            _warn_about_value(method, 7)

    def _callTearDown(self):
        self._perform(self.asyncTearDown)
        self._context.run(self.tearDown)

    def _callCleanup(self, function, *args, **kwargs):
        self._perform(function, *args, **kwargs)
