import unittest
import warnings
import logging
from collections import OrderedDict

print(unittest.__all__)
t = unittest.TestCase()


def show(f, *args, **kw):
    try:
        f(*args, **kw)
        print("pass")
    except AssertionError as e:
        print("AssertionError:", e)
    except Exception as e:
        print(type(e).__name__, e)


L = list(range(40))
show(t.assertEqual, 1, 1)
show(t.assertEqual, 1, 2)
show(t.assertEqual, 1, 2, "custom")
show(t.assertEqual, "abc", "abd")
show(t.assertEqual, "a\nb\nc\n", "a\nx\nc\n")
show(t.assertEqual, "", "foo")
show(t.assertEqual, [1, 2, 3], [1, 2, 4])
show(t.assertEqual, [1, 2, 3], [1, 2])
show(t.assertEqual, [1], [1, 2, 3])
show(t.assertEqual, (1, 2), (1, 3))
show(t.assertEqual, {"a": 1}, {"a": 2})
show(t.assertEqual, {"a": 1, "b": [1, 2]}, {"a": 1, "c": [1, 2]})
show(t.assertEqual, {1, 2}, {2, 3})
show(t.assertEqual, frozenset([1]), frozenset([1]))
show(t.assertEqual, [1], (1,))
show(t.assertEqual, L, L[:-1] + [99])
show(t.assertEqual, "x" * 200, "x" * 199 + "y")
show(t.assertEqual, L * 20, L * 20 + [1])
show(t.assertEqual, 10**100, 10**100 + 1)
show(t.assertNotEqual, 1, 1)
show(t.assertNotEqual, 1, 2)
show(t.assertTrue, 0)
show(t.assertTrue, [])
show(t.assertFalse, "x", "msg")
show(t.assertIs, [], [])
show(t.assertIsNot, None, None)
show(t.assertIsNone, 5)
show(t.assertIsNotNone, None)
show(t.assertIn, 5, [1, 2])
show(t.assertNotIn, 1, [1, 2])
show(t.assertIsInstance, 5, str)
show(t.assertIsInstance, 5, (str, list))
show(t.assertNotIsInstance, 5, int)
show(t.assertAlmostEqual, 1.0, 1.00000001)
show(t.assertAlmostEqual, 1.0, 1.1)
show(t.assertAlmostEqual, 1.0, 1.1, places=3)
show(t.assertAlmostEqual, 1.0, 1.1, delta=0.01)
show(t.assertAlmostEqual, 1.0, 1.1, delta=0.5)
show(t.assertAlmostEqual, 1, 2, 3, None, 4)
show(t.assertNotAlmostEqual, 1.0, 1.0)
show(t.assertNotAlmostEqual, 1.0, 1.1, delta=0.5)
show(t.assertNotAlmostEqual, 1.0, 1.1)
show(t.assertGreater, 1, 2)
show(t.assertGreaterEqual, 1, 2)
show(t.assertLess, 2, 1)
show(t.assertLessEqual, 2, 1)
show(t.assertRegex, "hello", r"\d+")
show(t.assertRegex, "hello 5", r"\d+")
show(t.assertNotRegex, "hello 5", r"\d+")
show(t.assertCountEqual, [1, 2, 2], [2, 1, 1])
show(t.assertCountEqual, [[1], [2]], [[2], [1]])
show(t.assertCountEqual, [[1], [2]], [[2], [3]])
show(t.assertCountEqual, "abc", "cba")
show(t.assertSequenceEqual, [1], (1,))
show(t.assertSequenceEqual, [1], (2,))
show(t.assertSequenceEqual, 5, [1])
show(t.assertListEqual, [1], (1,))
show(t.assertTupleEqual, (1,), (1, 2))
show(t.assertSetEqual, {1}, [1])
show(t.assertSetEqual, 5, {1})
show(t.assertDictEqual, {}, 5)
show(t.assertDictEqual, OrderedDict(a=1), {"a": 1})
show(t.assertMultiLineEqual, "a", 5)
show(t.assertRaises, ValueError, int, "x")
show(t.assertRaises, ValueError, int, "5")
show(t.assertRaises, KeyError, int, "x")
show(t.assertRaises, (KeyError, ValueError), int, "x")
show(t.assertRaises, (KeyError, ValueError), int, "5")
show(t.assertRaises, 5, int, "5")
show(t.assertRaisesRegex, ValueError, "invalid literal", int, "x")
show(t.assertRaisesRegex, ValueError, "nope", int, "x")
show(t.fail)
show(t.fail, "boom")
show(t.skipTest, "later")
with t.assertRaises(ValueError) as cm:
    raise ValueError("inside", 5)
print(repr(cm.exception), cm.exception.args)


def ctx(manager, action=lambda: None):
    with manager:
        action()


show(ctx, t.assertRaises(ValueError))
show(ctx, t.assertRaises(ValueError, msg="extra"))
show(t.assertRaises, ValueError, bogus=1)
show(ctx, t.assertRaises(ValueError), lambda: {}["k"])
with t.assertWarns(UserWarning) as w:
    warnings.warn("careful")
print(w.warning, w.lineno > 0, w.filename == __file__)
show(ctx, t.assertWarns(UserWarning))
show(ctx, t.assertWarnsRegex(UserWarning, "x+y"), lambda: warnings.warn("zzz"))
show(ctx, t.assertWarnsRegex(UserWarning, "z+"), lambda: warnings.warn("zzz"))
show(t.assertWarns, UserWarning, warnings.warn, "called")
show(t.assertWarns, ValueError)
with t.assertLogs() as log:
    logging.getLogger("a.b").warning("logged %s", 5)
print(log.output, [r.getMessage() for r in log.records])
show(ctx, t.assertLogs("foo", level="ERROR"), lambda: logging.getLogger("foo").info("low"))
show(ctx, t.assertNoLogs("foo"), lambda: logging.getLogger("foo").error("bad"))
show(ctx, t.assertNoLogs("foo"))
t.longMessage = False
show(t.assertEqual, 1, 2, "short")
t.longMessage = True
t.maxDiff = None
show(t.assertEqual, L, L[::-1])
t.maxDiff = 10
show(t.assertEqual, [1, 2], [3, 4])


class Pt:
    def __init__(self, x):
        self.x = x


def pt_equal(a, b, msg=None):
    if a.x != b.x:
        raise t.failureException(msg or f"points {a.x} {b.x}")


t.addTypeEqualityFunc(Pt, pt_equal)
show(t.assertEqual, Pt(1), Pt(1))
show(t.assertEqual, Pt(1), Pt(2))
