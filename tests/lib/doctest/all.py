"""doctest: examples found, run, compared and reported."""
import contextlib, doctest, io, re, sys, types, unittest


def average(xs):
    """Average.

    >>> average([1, 2, 3])
    2.0
    >>> average([])
    Traceback (most recent call last):
        ...
    ZeroDivisionError: division by zero
    >>> average([1])
    5
    >>> print("a\\n\\nb")
    a
    <BLANKLINE>
    b
    >>> for i in range(2):
    ...     print(i)
    0
    1
    >>> average('x')
    3
    >>> {'a': 1}  # doctest: +SKIP
    nope
    >>> list(range(20))  # doctest: +ELLIPSIS
    [0, 1, ..., 19]
    >>> print('a   b')  # doctest: +NORMALIZE_WHITESPACE
    a b
    >>> 1 == 1
    1
    >>> int('x')  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ValueError: something else
    >>> int('x')
    Traceback (most recent call last):
    ValueError: something else
    >>> 5
    >>> None
    6
    """
    return sum(xs) / len(xs)


class Thing:
    """
    >>> Thing().method()
    'x'
    """

    def method(self):
        """
        >>> Thing().method()
        'y'
        """
        return 'x'

    @property
    def prop(self):
        """
        >>> Thing().prop
        3
        """
        return 3

    @classmethod
    def make(cls):
        """
        >>> Thing.make() # doctest: +ELLIPSIS
        <...Thing object at 0x...>
        """
        return cls()

    class Inner:
        """>>> 1 + 1
        2"""


def silent(): pass


__test__ = {"extra": ">>> 1 + 1\n2\n", "thing": Thing}


def shown(f, *a, **k):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            result = f(*a, **k)
        except Exception as e:
            result = f"{type(e).__module__}.{type(e).__name__}: {e}"
    text = re.sub(r'      File "[^"]*doctest.py".*\n(        .*\n)*', "", out.getvalue())
    print(text.replace(__file__, "FILE"), end="")
    print("->", str(result).replace(__file__, "FILE"))


shown(doctest.testmod)
shown(doctest.testmod, verbose=True)
shown(doctest.testmod, optionflags=doctest.FAIL_FAST)
shown(doctest.testmod, optionflags=doctest.REPORT_ONLY_FIRST_FAILURE, report=False)
shown(doctest.testmod, raise_on_error=True)
shown(doctest.testmod, 5)
shown(doctest.testmod, extraglobs={"average": lambda xs: 2.0}, exclude_empty=True)
shown(doctest.run_docstring_examples, Thing, globals(), name="T", verbose=True)
shown(doctest.run_docstring_examples, average, {"average": average}, optionflags=doctest.ELLIPSIS)

parser = doctest.DocTestParser()
for text in (">>>x\n", "    >>> x\n   y\n", ">>> x\n...y\n", ">>> 1 # doctest: +NOPE\n", ">>> # doctest: +SKIP\n", ">>> 1 # doctest: SKIP\n", "no examples", "",
             "a\n>>> x = 1\n>>> x\n1\n\nb\n    >>> y\n    2\n", ">>> # only a comment\n>>> 5\n5\n", ">>> 1\n\t1\n"):
    shown(lambda: [p if isinstance(p, str) else (p.source, p.want, p.exc_msg, p.lineno, p.indent, p.options) for p in parser.parse(text, "some name")])
shown(parser.get_examples, ">>>x")
test = parser.get_doctest(">>> 1\n1\n>>> 2\n3\n", {}, "name", "file.txt", 10)
print(test, test.examples[0] == doctest.Example("1", "1"), test.examples[0] == doctest.Example("1", "1", lineno=9), len(test.examples), test.docstring)
shown(doctest.DocTestRunner(verbose=False).run, test)
shown(doctest.DebugRunner(verbose=False).run, parser.get_doctest(">>> 1/0\n", {}, "n", None, None))
shown(doctest.DocTestRunner(verbose=False).run, parser.get_doctest(">>> 1\n2\n", {}, "n", None, None))
shown(doctest.DocTestRunner(verbose=False).run, parser.get_doctest(">>> 1\n2\n", {}, "n", "f", None))

checker = doctest.OutputChecker()
for want, got, flags in (("a...c\n", "abc\n", doctest.ELLIPSIS), ("a...a\n", "a\n", doctest.ELLIPSIS), ("...\n", "x\ny\n", doctest.ELLIPSIS), ("a\n", "a \n", 0), ("1\n", "True\n", 0),
                         ("1\n", "True\n", doctest.DONT_ACCEPT_TRUE_FOR_1), ("<BLANKLINE>\n", "\n", 0), ("<BLANKLINE>\n", "\n", doctest.DONT_ACCEPT_BLANKLINE), ("a  b\n", "a b\n", doctest.NORMALIZE_WHITESPACE)):
    print(checker.check_output(want, got, flags), end=" ")
print()
long = doctest.Example("x", "a\nb\nc\nd\n")
for flags in (0, doctest.REPORT_UDIFF, doctest.REPORT_CDIFF, doctest.REPORT_NDIFF):
    print(checker.output_difference(long, "a\nB\nc\nd\n", flags))
print(checker.output_difference(doctest.Example("x", ""), "a\n\nb\n", 0), checker.output_difference(doctest.Example("x", "a"), "", 0))

flag = doctest.register_optionflag("MINE")
print(flag == doctest.register_optionflag("MINE"), doctest.OPTIONFLAGS_BY_NAME["MINE"] == flag, doctest.OPTIONFLAGS_BY_NAME["ELLIPSIS"], doctest.COMPARISON_FLAGS, doctest.REPORTING_FLAGS)
names = [t.name for t in doctest.DocTestFinder().find(Thing)]
print(names, [t.name for t in doctest.DocTestFinder(recurse=False).find(average)], [(t.name, len(t.examples)) for t in doctest.DocTestFinder(exclude_empty=False).find(silent)])
shown(doctest.DocTestFinder().find, 5)
module = types.ModuleType("made")
exec('def f():\n    """>>> f()\n    1"""\n    return 1\n', vars(module))
module.f.__module__ = "made"
suite = doctest.DocTestSuite(module)
print(suite.countTestCases(), [str(t) for t in suite], [t.id() for t in suite], [t.shortDescription() for t in suite])
result = unittest.TestResult()
suite.run(result)
print(result, set(doctest.__all__) <= {*dir(doctest), "OPTIONFLAGS_BY_NAME"} | set(doctest.__all__))
print(doctest.script_from_examples("Text.\n\n    >>> x = 1\n    >>> x\n    1\n\nMore.\n"))
print(doctest.set_unittest_reportflags(doctest.REPORT_NDIFF), doctest.set_unittest_reportflags(0))
shown(doctest.set_unittest_reportflags, doctest.ELLIPSIS)
shown(doctest.testfile, "x.txt", module_relative=False, package="p")
try:
    doctest.DebugRunner(verbose=False).run(parser.get_doctest(">>> 1\n2\n", {}, "n", None, None))
except doctest.DocTestFailure as e:
    print(type(e.test) is doctest.DocTest, e.example.want, repr(e.got))
try:
    doctest.DebugRunner(verbose=False).run(parser.get_doctest(">>> 1/0\n", {}, "n", None, None))
except doctest.UnexpectedException as e:
    print(e.example.source, e.exc_info[0])
print(doctest.DocFileSuite().countTestCases())
