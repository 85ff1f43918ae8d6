"""unittest.case, .async_case: skipping, cleanups, contexts, coroutines."""
# ruff: noqa: PT009 - the assertions of unittest are what is tested

import asyncio
import contextlib
import unittest
import unittest.async_case
import unittest.case
import unittest.loader
import unittest.suite
import unittest.util

case, loader, suite = unittest.case, unittest.loader, unittest.suite


def attempt(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except BaseException as e:
        return f"{type(e).__name__}: {e}"


def last(text):
    return text.strip().splitlines()[-1]


def show(result):
    print(result, result.wasSuccessful())
    for kind in ("errors", "failures", "expectedFailures"):
        for test, text in getattr(result, kind):
            print(" ", kind, test, "|", last(text))
    for test, reason in result.skipped:
        print("  skipped", test, "|", reason)
    for test in result.unexpectedSuccesses:
        print("  unexpected", test)


def run(*tests):
    result = unittest.TestResult()
    suite.TestSuite(tests).run(result)
    show(result)
    return result


# ----------------------------------------------------------- unittest.case


class Skips(case.TestCase):
    @case.skip("always")
    def test_skip(self):
        print("not reached")

    @case.skipIf(1, "if")
    def test_skip_if(self):
        print("not reached")

    @case.skipIf([], "if not")
    def test_not_skipped(self):
        pass

    @case.skipUnless(None, "unless")
    def test_skip_unless(self):
        print("not reached")

    def test_raise(self):
        raise case.SkipTest("raised")

    def test_in_subtest(self):
        for i in range(3):
            with self.subTest(i=i):
                if i:
                    self.skipTest(f"number {i}")

    @case.expectedFailure
    def test_expected(self):
        self.assertEqual(1, 2)

    @case.expectedFailure
    def test_unexpected(self):
        pass

    @case.expectedFailure
    def test_skip_beats_failure(self):
        raise case.SkipTest


class Bare(case.TestCase):
    @case.skip
    def test(self):
        print("not reached")


loaded = loader.defaultTestLoader.loadTestsFromTestCase
run(loaded(Skips), loaded(Bare))
print(issubclass(case.SkipTest, Exception), case.SkipTest is unittest.SkipTest)

functions = [
    case.FunctionTestCase(lambda: None, description="\n a nice  test \n more"),
    case.FunctionTestCase(print, setUp=lambda: 1 // 0),
    case.FunctionTestCase(lambda: [].pop(), tearDown=lambda: print("torn down")),
]
run(*functions)
print(functions[0].shortDescription(), "|", functions[1].id(), functions[1])
same = case.FunctionTestCase(print), case.FunctionTestCase(print)
print(same[0] == same[1], hash(same[0]) == hash(same[1]), same[0] == functions[0])
print(repr(functions[1])[:40], functions[1].countTestCases())

# Cleanups of modules.
case.addModuleCleanup(print, "first", end=" added\n")
case.addModuleCleanup(print, "second")
print(case.doModuleCleanups(), unittest.doModuleCleanups())
case.addModuleCleanup(print, "still run")
case.addModuleCleanup(int, "x")
print(attempt(case.doModuleCleanups))
print(attempt(case.addModuleCleanup), "|", attempt(case.addModuleCleanup, 5))
print(attempt(case.doModuleCleanups))


@contextlib.contextmanager
def managed(name):
    print("enter", name)
    yield name.upper()
    print("leave", name)


print(case.enterModuleContext(managed("one")))
print(unittest.enterModuleContext(managed("two")))
unittest.doModuleCleanups()
print(attempt(case.enterModuleContext, 5))
print(attempt(unittest.enterModuleContext, object()))

# What is long.
print(case.DIFF_OMITTED % 77)


class Long(case.TestCase):
    maxDiff = 10

    def test_list(self):
        self.assertEqual(list(range(9)), list(range(8)))


text = run(Long("test_list")).failures[0][1]
print("Set self.maxDiff" in text, attempt(Long, "test_absent"))


class Unprintable:
    def __repr__(self):
        raise ValueError


for safe in (case.safe_repr, unittest.util.safe_repr):
    print(safe(Unprintable()).split(" at ")[0], safe("x" * 90) == repr("x" * 90))
    print(safe("x" * 90, short=True))
    print(safe("x" * 77, True)[-4:], safe("x" * 78, True)[-9:])
print(case.strclass(Unprintable), attempt(case.strclass, 5))

# ------------------------------------------------------ unittest.async_case

ran = []


class Async(unittest.async_case.IsolatedAsyncioTestCase):
    def setUp(self):
        ran.append("setUp")

    async def asyncSetUp(self):
        ran.append("asyncSetUp")
        self.loop = asyncio.get_running_loop()

    async def test_good(self):
        self.addAsyncCleanup(self.later, "async cleanup")
        self.addCleanup(ran.append, "cleanup")
        self.assertIs(self.loop, asyncio.get_running_loop())
        ran.append(await self.enterAsyncContext(self.around()))

    async def test_bad(self):
        await asyncio.sleep(0)
        self.assertEqual(1, 2)

    async def test_no_context(self):
        await self.enterAsyncContext(managed("never"))

    def test_plain(self):
        ran.append("plain")

    async def later(self, x):
        ran.append(x)

    @contextlib.asynccontextmanager
    async def around(self):
        yield "inside"
        ran.append("left")

    async def asyncTearDown(self):
        ran.append("asyncTearDown")

    def tearDown(self):
        ran.append("tearDown")


print(issubclass(Async, unittest.async_case.TestCase))
for name in ("good", "bad", "no_context", "plain"):
    run(Async("test_" + name))
    print(ran)
    ran.clear()
