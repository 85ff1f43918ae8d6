"""unittest._expect - blocks that must raise an exception or warn.

SPDX-License-Identifier: Apache-2.0
"""

import re
import types
import traceback
import warnings

__unittest = True


def _all_derive_from(wanted, base):
    if isinstance(wanted, tuple):
        return all(_all_derive_from(item, base) for item in wanted)
    return isinstance(wanted, type) and issubclass(wanted, base)


class _Expectation:
    """What RaisesContext and WarnsContext share.

    A subclass names the `base` of what can be expected, how to say so, and
    the word for a block in which nothing happened.
    """

    msg = None
    obj_name = None  # of the function that is called instead of a block

    def __init__(self, expected, test_case, expected_regex=None):
        self.expected = expected
        self.test_case = test_case
        self.expected_regex = (None if expected_regex is None
                               else re.compile(expected_regex))

    def begin(self, method, args, kwargs):
        """Be the context of a block, or call the given function at once."""
        if not _all_derive_from(self.expected, self.base):
            raise TypeError(f"{method}() arg 1 must be {self.base_text}")
        if args:
            function, *rest = args
            self.obj_name = getattr(function, "__name__", None)
            if self.obj_name is None:
                self.obj_name = str(function)
            with self:
                function(*rest, **kwargs)
            return None
        self.msg = kwargs.pop("msg", None)
        for name in kwargs:
            raise TypeError(f"{name!r} is an invalid keyword argument for "
                            "this function")
        return self

    def flunk(self, text):
        test = self.test_case
        raise test.failureException(test._formatMessage(self.msg, text))

    def flunk_nothing(self):
        name = getattr(self.expected, "__name__", None) or str(self.expected)
        by = f" by {self.obj_name}" if self.obj_name else ""
        self.flunk(f"{name} not {self.happened}{by}")

    def fits(self, value):
        return (self.expected_regex is None
                or self.expected_regex.search(str(value)) is not None)

    def flunk_text(self, value):
        self.flunk(f'"{self.expected_regex.pattern}" does not match '
                   f'"{value}"')

    __class_getitem__ = classmethod(types.GenericAlias)


class RaisesContext(_Expectation):
    """The block of assertRaises(); keeps the exception."""

    base = BaseException
    base_text = "an exception type or tuple of exception types"
    happened = "raised"

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, tb):
        if exc_type is None:
            self.flunk_nothing()
        traceback.clear_frames(tb)
        if not issubclass(exc_type, self.expected):
            return False
        self.exception = exc_value.with_traceback(None)
        if not self.fits(exc_value):
            self.flunk_text(exc_value)
        return True


class WarnsContext(_Expectation):
    """The block of assertWarns(); keeps the warning and its place."""

    base = Warning
    base_text = "a warning type or tuple of warning types"
    happened = "triggered"

    def __enter__(self):
        warnings._forget()
        self._recorder = warnings.catch_warnings(record=True)
        self.warnings = self._recorder.__enter__()
        warnings.simplefilter("always", self.expected)
        return self

    def __exit__(self, exc_type, exc_value, tb):
        self._recorder.__exit__(exc_type, exc_value, tb)
        if exc_type is not None:
            return
        candidates = [entry for entry in self.warnings
                      if isinstance(entry.message, self.expected)]
        for entry in candidates:
            if self.fits(entry.message):
                self.warning = entry.message
                self.filename = entry.filename
                self.lineno = entry.lineno
                return
        if candidates:
            self.flunk_text(candidates[0].message)
        self.flunk_nothing()
