"""unittest._asserts - the assert methods of test cases.

Every check that fails ends in `_flunk`, which joins the caller's message
with ours.  Texts are only made when a check fails.

SPDX-License-Identifier: Apache-2.0
"""

import pprint
import re
import warnings
from unittest._expect import RaisesContext, WarnsContext
from unittest.util import _count_mismatches, _repr_pair, safe_repr

__unittest = True

DIFF_OMITTED = ("\nDiff is %s characters long. "
                "Set self.maxDiff to None to see it.")
# what indexing and measuring may raise where there is no sequence
_NOT_A_SEQUENCE = TypeError, IndexError, NotImplementedError
_NOTHING = object()


def _ndiff(first, second):
    # difflib is only needed by tests that fail
    return __import__("difflib").ndiff(first, second)


def _pretty_diff(first, second):
    return "\n" + "\n".join(_ndiff(pprint.pformat(first).splitlines(),
                                   pprint.pformat(second).splitlines()))


def _item(seq, i):
    try:
        return seq[i]
    except _NOT_A_SEQUENCE:
        return _NOTHING


class Assertions:
    """Checks that raise failureException when they do not hold."""

    failureException = AssertionError
    longMessage = True
    maxDiff = 640
    _diffThreshold = 1 << 16
    _own_equality = None  # functions of this test, by type

    def fail(self, msg=None):
        """Fail with a message."""
        raise self.failureException(msg)

    def _flunk(self, msg, text):
        raise self.failureException(self._formatMessage(msg, text))

    def _formatMessage(self, msg, standardMsg):
        if self.longMessage:
            return standardMsg if msg is None else f"{standardMsg} : {msg}"
        return msg or standardMsg

    def _truncateMessage(self, message, diff):
        if self.maxDiff is not None and len(diff) > self.maxDiff:
            diff = DIFF_OMITTED % len(diff)
        return message + diff

    # --- Truth, identity, membership, kind ---

    def assertTrue(self, expr, msg=None):
        """Check that a value is true."""
        if not expr:
            self._flunk(msg, f"{safe_repr(expr)} is not true")

    def assertFalse(self, expr, msg=None):
        """Check that a value is false."""
        if expr:
            self._flunk(msg, f"{safe_repr(expr)} is not false")

    def assertIs(self, expr1, expr2, msg=None):
        """Check a is b."""
        if expr1 is not expr2:
            self._flunk(msg, f"{safe_repr(expr1)} is not {safe_repr(expr2)}")

    def assertIsNot(self, expr1, expr2, msg=None):
        """Check a is not b."""
        if expr1 is expr2:
            self._flunk(msg, f"unexpectedly identical: {safe_repr(expr1)}")

    def assertIsNone(self, obj, msg=None):
        """Check a is None."""
        if obj is not None:
            self._flunk(msg, f"{safe_repr(obj)} is not None")

    def assertIsNotNone(self, obj, msg=None):
        """Check a is not None."""
        if obj is None:
            self._flunk(msg, "unexpectedly None")

    def assertIn(self, member, container, msg=None):
        """Check a in b."""
        if member not in container:
            self._flunk(msg, f"{safe_repr(member)} not found in "
                             f"{safe_repr(container)}")

    def assertNotIn(self, member, container, msg=None):
        """Check a not in b."""
        if member in container:
            self._flunk(msg, f"{safe_repr(member)} unexpectedly found in "
                             f"{safe_repr(container)}")

    def assertIsInstance(self, obj, cls, msg=None):
        """Check isinstance(a, b)."""
        if not isinstance(obj, cls):
            self._flunk(msg,
                        f"{safe_repr(obj)} is not an instance of {cls!r}")

    def assertNotIsInstance(self, obj, cls, msg=None):
        """Check not isinstance(a, b)."""
        if isinstance(obj, cls):
            self._flunk(msg, f"{safe_repr(obj)} is an instance of {cls!r}")

    # --- Order ---

    def _flunk_order(self, msg, a, relation, b):
        self._flunk(msg, f"{safe_repr(a)} not {relation} {safe_repr(b)}")

    def assertLess(self, a, b, msg=None):
        """Check a < b."""
        if not a < b:
            self._flunk_order(msg, a, "less than", b)

    def assertLessEqual(self, a, b, msg=None):
        """Check a <= b."""
        if not a <= b:
            self._flunk_order(msg, a, "less than or equal to", b)

    def assertGreater(self, a, b, msg=None):
        """Check a > b."""
        if not a > b:
            self._flunk_order(msg, a, "greater than", b)

    def assertGreaterEqual(self, a, b, msg=None):
        """Check a >= b."""
        if not a >= b:
            self._flunk_order(msg, a, "greater than or equal to", b)

    # --- Equality ---

    def addTypeEqualityFunc(self, typeobj, function):
        """Let a function (or a method's name) compare objects of a type."""
        if self._own_equality is None:
            self._own_equality = {}
        self._own_equality[typeobj] = function

    def _getAssertEqualityFunc(self, first, second):
        kind = type(first)
        if kind is not type(second):
            return self._baseAssertEqual
        found = (self._own_equality or {}).get(kind) or _EQUALITY.get(kind)
        if found is None:
            return self._baseAssertEqual
        return getattr(self, found) if isinstance(found, str) else found

    def _baseAssertEqual(self, first, second, msg=None):
        if not first == second:
            self._flunk(msg, "%s != %s" % _repr_pair(first, second))

    def assertEqual(self, first, second, msg=None):
        """Check a == b; the report depends on their type."""
        self._getAssertEqualityFunc(first, second)(first, second, msg=msg)

    def assertNotEqual(self, first, second, msg=None):
        """Check a != b."""
        if not first != second:
            self._flunk(msg, f"{safe_repr(first)} == {safe_repr(second)}")

    def assertMultiLineEqual(self, first, second, msg=None):
        """Check that two texts are equal; report by lines."""
        self.assertIsInstance(first, str, "First argument is not a string")
        self.assertIsInstance(second, str, "Second argument is not a string")
        if first == second:
            return
        if max(len(first), len(second)) > self._diffThreshold:
            self._baseAssertEqual(first, second, msg)
        texts = [first, second]
        if len(first.splitlines()) == 1 and first.strip("\r\n") == first:
            texts = [first + "\n", second + "\n"]
            lines = [[text] for text in texts]
        else:
            lines = [text.splitlines(keepends=True) for text in texts]
        diff = "\n" + "".join(_ndiff(*lines))
        self._flunk(msg, self._truncateMessage(
            "%s != %s" % _repr_pair(first, second), diff))

    def assertDictEqual(self, d1, d2, msg=None):
        """Check that two dicts are equal; report by entries."""
        self.assertIsInstance(d1, dict, "First argument is not a dictionary")
        self.assertIsInstance(d2, dict, "Second argument is not a dictionary")
        if d1 != d2:
            self._flunk(msg, self._truncateMessage(
                "%s != %s" % _repr_pair(d1, d2), _pretty_diff(d1, d2)))

    def assertSequenceEqual(self, seq1, seq2, msg=None, seq_type=None):
        """Check that two sequences are equal; report the first difference."""
        if seq_type is None:
            name = "sequence"
        else:
            name = seq_type.__name__
            for place, seq in ("First", seq1), ("Second", seq2):
                if not isinstance(seq, seq_type):
                    self.fail(f"{place} sequence is not a {name}: "
                              f"{safe_repr(seq)}")
        text = _sequence_report(seq1, seq2, name)
        if text:
            self._flunk(msg, self._truncateMessage(
                text, _pretty_diff(seq1, seq2)))

    def assertListEqual(self, list1, list2, msg=None):
        """Check that two lists are equal."""
        self.assertSequenceEqual(list1, list2, msg, list)

    def assertTupleEqual(self, tuple1, tuple2, msg=None):
        """Check that two tuples are equal."""
        self.assertSequenceEqual(tuple1, tuple2, msg, tuple)

    def assertSetEqual(self, set1, set2, msg=None):
        """Check that two sets are equal; report what only one has."""
        only1 = self._set_difference("first", set1, set2)
        only2 = self._set_difference("second", set2, set1)
        report = []
        for items, one, other in ((only1, "first", "second"),
                                  (only2, "second", "first")):
            if items:
                report.append(f"Items in the {one} set but not the {other}:")
                report.extend(map(repr, items))
        if report:
            self._flunk(msg, "\n".join(report))

    def _set_difference(self, place, one, other):
        try:
            return one.difference(other)
        except TypeError as error:
            self.fail(f"invalid type when attempting set difference: {error}")
        except AttributeError as error:
            self.fail(f"{place} argument does not support set difference: "
                      f"{error}")

    def assertCountEqual(self, first, second, msg=None):
        """Check that two iterables have the same items in any order."""
        rows = _count_mismatches(list(first), list(second))
        if rows:
            report = "\n".join([
                f"First has {n}, Second has {m}:  {item!r}"
                for n, m, item in rows])
            self._flunk(msg, self._truncateMessage(
                "Element counts were not equal:\n", report))

    def assertDictContainsSubset(self, subset, dictionary, msg=None):
        """Check that a dict has the items of another; deprecated."""
        warnings.warn("assertDictContainsSubset is deprecated",
                      DeprecationWarning)
        absent = [safe_repr(key) for key in subset if key not in dictionary]
        wrong = [f"{safe_repr(key)}, expected: {safe_repr(value)}, "
                 f"actual: {safe_repr(dictionary[key])}"
                 for key, value in subset.items()
                 if key in dictionary and value != dictionary[key]]
        report = []
        if absent:
            report.append("Missing: " + ",".join(absent))
        if wrong:
            report.append("Mismatched values: " + ",".join(wrong))
        if report:
            self._flunk(msg, "; ".join(report))

    # --- Nearly equal ---

    def _compare(self, first, second, places, delta):
        """Return (near, distance, text that names the bound)."""
        if delta is not None and places is not None:
            raise TypeError("specify delta or places not both")
        distance = abs(first - second)
        if delta is not None:
            near = first == second or distance <= delta
            return near, distance, f"{safe_repr(delta)} delta"
        places = 7 if places is None else places
        near = first == second or round(distance, places) == 0
        return near, distance, f"{places!r} places"

    def assertAlmostEqual(self, first, second, places=None, msg=None,
                          delta=None):
        """Check that two numbers are equal up to `places` or `delta`."""
        if first == second:
            return
        near, distance, bound = self._compare(first, second, places, delta)
        if not near:
            self._flunk(msg, f"{safe_repr(first)} != {safe_repr(second)} "
                             f"within {bound} ({safe_repr(distance)} "
                             "difference)")

    def assertNotAlmostEqual(self, first, second, places=None, msg=None,
                             delta=None):
        """Check that two numbers differ by more than `places` or `delta`."""
        near, distance, bound = self._compare(first, second, places, delta)
        if near:
            if delta is not None:
                bound += f" ({safe_repr(distance)} difference)"
            self._flunk(msg, f"{safe_repr(first)} == {safe_repr(second)} "
                             f"within {bound}")

    # --- Patterns ---

    def assertRegex(self, text, expected_regex, msg=None):
        """Check that a pattern is found in a text."""
        if isinstance(expected_regex, (str, bytes)):
            assert expected_regex, "expected_regex must not be empty."
            expected_regex = re.compile(expected_regex)
        if expected_regex.search(text) is None:
            self._flunk(msg, "Regex didn't match: "
                             f"{expected_regex.pattern!r} not found in "
                             f"{text!r}")

    def assertNotRegex(self, text, unexpected_regex, msg=None):
        """Check that a pattern is not found in a text."""
        if isinstance(unexpected_regex, (str, bytes)):
            unexpected_regex = re.compile(unexpected_regex)
        found = unexpected_regex.search(text)
        if found is not None:
            self._flunk(msg, f"Regex matched: {found.group()!r} matches "
                             f"{unexpected_regex.pattern!r} in {text!r}")

    # --- Exceptions, warnings, logs ---

    def assertRaises(self, expected_exception, *args, **kwargs):
        """Check that a block, or the call of a function, raises."""
        context = RaisesContext(expected_exception, self)
        return context.begin("assertRaises", args, kwargs)

    def assertRaisesRegex(self, expected_exception, expected_regex, *args,
                          **kwargs):
        """Same, and a pattern is found in the exception's text."""
        context = RaisesContext(expected_exception, self, expected_regex)
        return context.begin("assertRaisesRegex", args, kwargs)

    def assertWarns(self, expected_warning, *args, **kwargs):
        """Check that a block, or the call of a function, warns."""
        context = WarnsContext(expected_warning, self)
        return context.begin("assertWarns", args, kwargs)

    def assertWarnsRegex(self, expected_warning, expected_regex, *args,
                         **kwargs):
        """Same, and a pattern is found in the warning's text."""
        context = WarnsContext(expected_warning, self, expected_regex)
        return context.begin("assertWarnsRegex", args, kwargs)

    def assertLogs(self, logger=None, level=None):
        """Check that a block logs something."""
        return _logs_context(self, logger, level, False)

    def assertNoLogs(self, logger=None, level=None):
        """Check that a block logs nothing."""
        return _logs_context(self, logger, level, True)


_EQUALITY = {dict: "assertDictEqual", list: "assertListEqual",
             tuple: "assertTupleEqual", set: "assertSetEqual",
             frozenset: "assertSetEqual", str: "assertMultiLineEqual"}


def _logs_context(test, logger, level, silent):
    # logging is large: it is imported by tests that need it
    module = __import__("unittest._log", fromlist=["LogsContext"])
    return module.LogsContext(test, logger, level, silent)


def _sequence_report(seq1, seq2, name):
    """Say how two sequences differ; None if they do not."""
    lengths = []
    for place, seq in ("First", seq1), ("Second", seq2):
        try:
            lengths.append(len(seq))
        except (TypeError, NotImplementedError):
            return f"{place} {name} has no length.    Non-sequence?"
    if seq1 == seq2:
        return None
    text = (f"{name.capitalize()}s differ: "
            "%s != %s\n" % _repr_pair(seq1, seq2))
    common = min(lengths)
    for i in range(common):
        items = _item(seq1, i), _item(seq2, i)
        if items[0] is _NOTHING or items[1] is _NOTHING:
            bad = "first" if items[0] is _NOTHING else "second"
            text += f"\nUnable to index element {i} of {bad} {name}\n"
            break
        if items[0] != items[1]:
            text += f"\nFirst differing element {i}:\n"
            text += "%s\n%s\n" % _repr_pair(*items)
            break
    else:
        if lengths[0] == lengths[1] and type(seq1) != type(seq2):
            return None  # same items; only the types make them unequal
    if lengths[0] == lengths[1]:
        return text
    place, seq = (("First", seq1) if lengths[0] > common
                  else ("Second", seq2))
    text += (f"\n{place} {name} contains {max(lengths) - common} additional "
             "elements.\n")
    extra = _item(seq, common)
    if extra is _NOTHING:
        return text + (f"Unable to index element {common} of "
                       f"{place.lower()} {name}\n")
    return text + f"First extra element {common}:\n{safe_repr(extra)}\n"


def _old_name(method):
    def deprecated(*args, **kwargs):
        warnings.warn(f"Please use {method.__name__} instead.",
                      DeprecationWarning, 2)
        return method(*args, **kwargs)
    return deprecated


for _old, _method in (
        ("failUnlessEqual", Assertions.assertEqual),
        ("assertEquals", Assertions.assertEqual),
        ("failIfEqual", Assertions.assertNotEqual),
        ("assertNotEquals", Assertions.assertNotEqual),
        ("failUnless", Assertions.assertTrue),
        ("assert_", Assertions.assertTrue),
        ("failIf", Assertions.assertFalse),
        ("failUnlessAlmostEqual", Assertions.assertAlmostEqual),
        ("assertAlmostEquals", Assertions.assertAlmostEqual),
        ("failIfAlmostEqual", Assertions.assertNotAlmostEqual),
        ("assertNotAlmostEquals", Assertions.assertNotAlmostEqual),
        ("failUnlessRaises", Assertions.assertRaises),
        ("assertRaisesRegexp", Assertions.assertRaisesRegex),
        ("assertRegexpMatches", Assertions.assertRegex),
        ("assertNotRegexpMatches", Assertions.assertNotRegex)):
    setattr(Assertions, _old, _old_name(_method))
