"""unittest.loader, .suite, .main, .result, .signals, .util: edges and errors."""

import io
import sys
import types
import unittest
import unittest.loader
import unittest.result
import unittest.runner
import unittest.signals
import unittest.suite
import unittest.util
import warnings
from unittest.main import TestProgram

case, loader, suite = unittest.case, unittest.loader, unittest.suite


def attempt(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


class Some(case.TestCase):
    def test_a(self):
        print("a")

    def test_c(self):
        print("c")

    def test_b(self):
        print("b")

    def check_d(self):
        print("d")


module = types.ModuleType("made")
module.Some = Some
module.number = 5


def names(tests):
    return [test.id().rpartition(".")[2] for test in tests]


# --------------------------------------------------------- unittest.loader

order = unittest.util.three_way_cmp
print([order(*pair) for pair in ((1, 2), (2, 2), ("b", "a"))])
print(attempt(unittest.util.three_way_cmp, 1, "a"))
print(type(loader.defaultTestLoader) is loader.TestLoader)
print(loader.defaultTestLoader is unittest.defaultTestLoader)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(names(loader.makeSuite(Some)), names(loader.makeSuite(Some, "check")))
    print(names(loader.makeSuite(Some, sortUsing=lambda x, y: (x < y) - (x > y))))
    print(type(loader.makeSuite(Some, suiteClass=list)).__name__)
    for tests in loader.findTestCases(module):
        print(names(tests))
    print(loader.findTestCases(module, "none").countTestCases())
    print(attempt(loader.makeSuite, 5))
for warning in caught[:1] + caught[-3:]:
    print(warning.category.__name__, str(warning.message).split(".")[:3])
print(attempt(loader.defaultTestLoader.loadTestsFromTestCase, suite.TestSuite))
print(attempt(loader.defaultTestLoader.loadTestsFromName, "number", module))
missing = loader.defaultTestLoader.loadTestsFromName("Some.absent", module)
result = unittest.TestResult()
missing.run(result)
print(result.errors[0][1].strip().splitlines()[-1])


def load_skipped():
    raise unittest.SkipTest("from a function")


result = unittest.TestResult()
case.FunctionTestCase(load_skipped).run(result)
print([reason for _, reason in result.skipped])

# ---------------------------------------------------------- unittest.suite

base = suite.BaseTestSuite([Some("test_a")])
base.addTest(suite.BaseTestSuite([Some("test_b"), Some("test_c")]))
print(base.countTestCases(), names(list(base)[:1]), base == suite.BaseTestSuite())
print(suite.BaseTestSuite() == suite.BaseTestSuite(), base == 5)
for bad in (5, Some, suite.TestSuite):
    print(attempt(base.addTest, bad))
print(attempt(base.addTests, "text"))
print(base.run(unittest.TestResult()), base.countTestCases())
print([test is None for test in base])
base = suite.BaseTestSuite([Some("test_c")])
print(base.debug(), attempt(hash, base).partition(":")[2])


class Refuses(case.TestCase):
    @classmethod
    def setUpClass(cls):
        raise unittest.SkipTest("whole class")

    def test(self):
        print("not reached")


result = suite.TestSuite([Refuses("test"), Some("test_a")]).run(unittest.TestResult())
print(result.skipped[0][1], result.skipped[0][0], result.testsRun)

# --------------------------------------------------------- unittest.result

print(repr(unittest.result.STDOUT_LINE % "x"), repr(unittest.result.STDERR_LINE % "y"))


class Noisy(case.TestCase):
    def test(self):
        print("to stdout")
        print("to stderr", file=sys.stderr, end="")
        self.fail("noisy")


keep = sys.stdout, sys.stderr
sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
result = unittest.TestResult()
result.buffer = True
Noisy("test").run(result)
mirrored = sys.stdout.getvalue(), sys.stderr.getvalue()
sys.stdout, sys.stderr = keep
report = result.failures[0][1]
print(unittest.result.STDOUT_LINE % "to stdout\n" in report)
print(unittest.result.STDERR_LINE % "to stderr\n" in report, mirrored)

# -------------------------------------------------------- unittest.signals

signals = unittest.signals
result = unittest.TestResult()
print(signals.registerResult(result), signals.removeResult(result))
print(signals.removeResult(result), attempt(signals.registerResult, 5))
print(signals.installHandler(), signals.installHandler(), signals.removeHandler())


@signals.removeHandler
def decorated(x, *, y=2):
    """Run without the handler."""
    return x + y


print(decorated(1), decorated(1, y=5), decorated.__name__, decorated.__doc__)
print(attempt(decorated, "x").partition(":")[0], signals.removeHandler())

# ----------------------------------------------------------- unittest.main


def program(*argv, **options):
    stream = io.StringIO()
    runner = unittest.runner.TextTestRunner(stream=stream, verbosity=0)
    made = attempt(TestProgram, module, argv=["prog", *argv],
                   testRunner=runner, **options)
    if isinstance(made, str):
        print(made)
    else:
        print(made.result, made.verbosity, made.failfast, made.progName)
    print([line for line in stream.getvalue().splitlines() if line.isupper()])


program(exit=False)
program("Some.test_b")
program("-v", "-f", "-k", "_c", exit=False)
program("Some.test_b", exit=False, verbosity=0)
print(TestProgram is unittest.main)
