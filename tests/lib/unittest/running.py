import io
import re
import sys
import unittest

events = []


def setUpModule():
    events.append("setUpModule")
    unittest.addModuleCleanup(events.append, "moduleCleanup")


def tearDownModule():
    events.append("tearDownModule")


class Basics(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        events.append("setUpClass")
        cls.addClassCleanup(events.append, "classCleanup")

    @classmethod
    def tearDownClass(cls):
        events.append("tearDownClass")

    def setUp(self):
        events.append("setUp " + self._testMethodName)
        self.addCleanup(events.append, "cleanup")

    def tearDown(self):
        events.append("tearDown")

    def test_pass(self):
        "A documented test.\n\nMore."
        self.assertTrue(True)

    def test_fail(self):
        self.assertEqual([1, 2], [1, 3])

    def test_error(self):
        self.helper()

    def helper(self):
        return {}["missing"]

    @unittest.skip("not now")
    def test_skip(self): ...

    @unittest.skipIf(True, "cond")
    def test_skip_if(self): ...

    @unittest.skipUnless(True, "cond")
    def test_skip_unless(self): ...

    def test_skip_inside(self):
        self.skipTest("inside")

    @unittest.expectedFailure
    def test_expected(self):
        self.fail()

    @unittest.expectedFailure
    def test_unexpected(self): ...

    def test_sub(self):
        for i in range(4):
            with self.subTest("label", i=i):
                self.assertNotEqual(i % 2, 1)
        with self.subTest(x="y"):
            with self.subTest(z=1):
                raise ValueError("nested")

    def not_a_test(self): ...


@unittest.skip("whole class")
class Skipped(unittest.TestCase):
    def test_a(self): ...


class BadSetUp(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("class setup")

    def test_x(self): ...


class Cleanups(unittest.TestCase):
    def test_order(self):
        self.addCleanup(lambda: events.append("c1"))
        self.addCleanup(self.boom)
        self.addCleanup(lambda: events.append("c2"))

    def boom(self):
        raise ValueError("in cleanup")

    def tearDown(self):
        raise KeyError("in tearDown")


class Ctx:
    def __enter__(self):
        events.append("enter")
        return "ctx"

    def __exit__(self, *a):
        events.append("exit")


class Contexts(unittest.TestCase):
    def test_ctx(self):
        self.assertEqual(self.enterContext(Ctx()), "ctx")


def clean(text):
    text = re.sub(r"in \d+\.\d+s", "in TIME", text)
    text = re.sub(r"line \d+", "line N", text)
    return text.replace(__file__, "FILE")


def run(suite, **kw):
    out = io.StringIO()
    r = unittest.TextTestRunner(stream=out, **kw).run(suite)
    print(clean(out.getvalue()))
    print(r, r.testsRun, len(r.failures), len(r.errors), len(r.skipped), len(r.expectedFailures), len(r.unexpectedSuccesses), r.wasSuccessful())
    return r


if __name__ == "__main__":
    loader = unittest.TestLoader()
    main = sys.modules["__main__"]
    print(loader.getTestCaseNames(Basics))
    r = run(loader.loadTestsFromModule(main))
    print(events)
    events.clear()
    run(loader.loadTestsFromTestCase(Basics), verbosity=2)
    run(loader.loadTestsFromTestCase(Basics), verbosity=0)
    run(loader.loadTestsFromNames(["Basics.test_pass", "Contexts"], main), verbosity=2)
    run(loader.loadTestsFromTestCase(Basics), failfast=True)
    run(loader.loadTestsFromName("Basics.nope", main))
    print([str(t) for t in loader.loadTestsFromTestCase(Basics)][:2], repr(Basics("test_pass")), Basics("test_pass").id(), Basics("test_pass").shortDescription())
    for bad in (lambda: Basics("zzz"), lambda: unittest.TestSuite().addTest(5), lambda: unittest.TestSuite().addTest(Basics), lambda: unittest.TestSuite("abc")):
        try:
            bad()
        except Exception as e:
            print(type(e).__name__, e)
    s = unittest.TestSuite([Basics("test_pass"), unittest.TestSuite([Basics("test_skip")])])
    print(s.countTestCases(), len(list(s)), s == unittest.TestSuite([Basics("test_pass")]), Basics("test_pass") == Basics("test_pass"))
    r = unittest.TestResult()
    s.run(r)
    print(r, s.countTestCases(), [x[1] for x in r.skipped])

    def fn():
        "function doc"
        assert 1 == 2

    run(unittest.FunctionTestCase(fn), verbosity=2)
    loader.testNamePatterns = ["*test_p*"]
    print(loader.getTestCaseNames(Basics))

    class Buffered(unittest.TestCase):
        def test_out(self):
            print("to stdout")
            print("to stderr", file=sys.stderr)
            self.fail("x")

    run(loader.__class__().loadTestsFromTestCase(Buffered), buffer=True)

    sys.stderr = io.StringIO()
    prog = unittest.main(argv=["prog", "-v", "Basics.test_pass"], exit=False)
    print(clean(sys.stderr.getvalue()), prog.result.testsRun)
    sys.stderr = io.StringIO()
    try:
        unittest.main(argv=["prog", "Contexts"])
    except SystemExit as e:
        print("exit", e.code)
    print(clean(sys.stderr.getvalue()))
    sys.stderr = sys.__stderr__
