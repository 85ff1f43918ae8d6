"""unittest.mock._checks - the assert methods of mocks.

Calls are compared after binding them to the signature of the spec, if there
is one: f(1) then equals f(a=1).  A call that does not fit becomes the error,
which equals nothing.

SPDX-License-Identifier: Apache-2.0
"""

from unittest.mock._calls import _Call, _CallList, call, describe, parts_of
from unittest.util import safe_repr


def _times(count):
    return f"{count} times"


class CallChecks:
    """Assertions about calls."""

    def _shown_name(self):
        return self._mock_state.name or "mock"

    def _made_calls(self):
        calls = self.mock_calls
        return f"\nCalls: {safe_repr(calls)}." if calls else ""

    def _text_of(self, args, kwargs):
        return describe(self._shown_name(), args, kwargs)

    # --- Comparing ---

    def _signature_for(self, path):
        """The signature of the child that a call such as a.b() is about."""
        state = self._mock_state
        if not path:
            return state.signature
        found = None
        for name in path.replace("()", "").split("."):
            child = state.children.get(name)
            child = getattr(child, "mock", child) if callable(child) else None
            state = getattr(child, "_mock_state", None)
            if state is None:
                break
            found = state.signature
        return found

    def _normal(self, made):
        """Bind a call to the signature it should have."""
        is_triple = isinstance(made, tuple) and len(made) > 2
        signature = self._signature_for(made[0] if is_triple else "")
        if signature is None:
            return made
        name, args, kwargs = parts_of(made)
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            return error.with_traceback(None)
        if is_triple:
            return name, bound.args, bound.kwargs
        return call(*bound.args, **bound.kwargs)

    def _check_last(self, args, kwargs, last, word):
        """Compare the last call or await with the expected one."""
        expected = self._normal(_Call((args, kwargs), two=True))
        if self._normal(last) == expected:
            return
        cause = expected if isinstance(expected, Exception) else None
        raise AssertionError(
            f"expected {word} not found.\n"
            f"Expected: {self._text_of(args, kwargs)}\n"
            f"Actual: {self._text_of(*last)}") from cause

    def _check_any(self, args, kwargs, made, word):
        expected = self._normal(_Call((args, kwargs), two=True))
        cause = expected if isinstance(expected, Exception) else None
        if cause is None and any(
                len(expected) == len(found)
                and all([want == have for want, have in zip(expected, found)])
                for found in map(self._normal, made)
                if isinstance(found, tuple)):
            return
        raise AssertionError(f"{self._text_of(args, kwargs)} {word} not "
                             "found") from cause

    def _compare_all(self, calls, made, any_order):
        """Return (wanted, made, missing) calls in normal form."""
        wanted = [self._normal(item) for item in calls]
        found = _CallList([self._normal(item) for item in made])
        if not any_order:
            return wanted, found, wanted not in found
        rest = list(found)
        missing = []
        for item in wanted:
            if item in rest:
                rest.remove(item)
            else:
                missing.append(item)
        return wanted, rest, tuple(missing)

    @staticmethod
    def _problem(wanted, word):
        """Say what is wrong with expected calls, and why."""
        errors = [item if isinstance(item, Exception) else None
                  for item in wanted]
        cause = next(filter(None, errors), None)
        if cause is None:
            return f"{word.capitalize()}s not found.", None
        return (f"Error processing expected {word}s.\nErrors: {errors}",
                cause)

    # --- Assertions ---

    def assert_not_called(self):
        """Check that there was no call."""
        if self.call_count:
            raise AssertionError(
                f"Expected '{self._shown_name()}' to not have been called. "
                f"Called {_times(self.call_count)}.{self._made_calls()}")

    def assert_called(self):
        """Check that there was a call."""
        if not self.call_count:
            raise AssertionError(
                f"Expected '{self._shown_name()}' to have been called.")

    def assert_called_once(self):
        """Check that there was one call."""
        if self.call_count != 1:
            raise AssertionError(
                f"Expected '{self._shown_name()}' to have been called once. "
                f"Called {_times(self.call_count)}.{self._made_calls()}")

    def assert_called_with(self, /, *args, **kwargs):
        """Check the arguments of the last call."""
        last = self.call_args
        if last is None:
            raise AssertionError(
                "expected call not found.\n"
                f"Expected: {self._text_of(args, kwargs)}\n"
                "Actual: not called.")
        self._check_last(args, kwargs, last, "call")

    def assert_called_once_with(self, /, *args, **kwargs):
        """Check that there was one call, and its arguments."""
        if self.call_count != 1:
            raise AssertionError(
                f"Expected '{self._shown_name()}' to be called once. "
                f"Called {_times(self.call_count)}.{self._made_calls()}")
        self.assert_called_with(*args, **kwargs)

    def assert_any_call(self, /, *args, **kwargs):
        """Check that some call had these arguments."""
        self._check_any(args, kwargs, self.call_args_list, "call")

    def assert_has_calls(self, calls, any_order=False):
        """Check that these calls were made, in a row or in any order."""
        wanted, made, missing = self._compare_all(calls, self.mock_calls,
                                                  any_order)
        if not missing:
            return
        problem, cause = self._problem(wanted, "call")
        if any_order:
            raise AssertionError(
                f"{self._shown_name()!r} does not contain all of {missing!r} "
                f"in its call list, found {made!r} instead") from cause
        actual = self.mock_calls
        raise AssertionError(
            f"{problem}\nExpected: {_CallList(calls)}"
            + (f"\nActual: {safe_repr(actual)}" if actual else "")
        ) from cause


class AwaitChecks:
    """Assertions about awaits."""

    def _awaited(self, wish):
        raise AssertionError(f"Expected {self._shown_name()} to {wish}")

    def assert_not_awaited(self):
        """Check that there was no await."""
        if self.await_count:
            self._awaited("not have been awaited. "
                          f"Awaited {_times(self.await_count)}.")

    def assert_awaited(self):
        """Check that there was an await."""
        if not self.await_count:
            self._awaited("have been awaited.")

    def assert_awaited_once(self):
        """Check that there was one await."""
        if self.await_count != 1:
            self._awaited("have been awaited once. "
                          f"Awaited {_times(self.await_count)}.")

    def assert_awaited_with(self, /, *args, **kwargs):
        """Check the arguments of the last await."""
        last = self.await_args
        if last is None:
            raise AssertionError(
                f"Expected await: {self._text_of(args, kwargs)}\n"
                "Not awaited")
        self._check_last(args, kwargs, last, "await")

    def assert_awaited_once_with(self, /, *args, **kwargs):
        """Check that there was one await, and its arguments."""
        self.assert_awaited_once()
        self.assert_awaited_with(*args, **kwargs)

    def assert_any_await(self, /, *args, **kwargs):
        """Check that some await had these arguments."""
        self._check_any(args, kwargs, self.await_args_list, "await")

    def assert_has_awaits(self, calls, any_order=False):
        """Check that these awaits were made, in a row or in any order."""
        wanted, _, missing = self._compare_all(calls, self.await_args_list,
                                               any_order)
        if not missing:
            return
        problem, cause = self._problem(wanted, "await")
        if any_order:
            raise AssertionError(
                f"{missing!r} not all found in await list") from cause
        raise AssertionError(f"{problem}\nExpected: {_CallList(calls)}\n"
                             f"Actual: {self.await_args_list}") from cause
