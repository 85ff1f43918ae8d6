"""unittest.main - a program that runs tests.

SPDX-License-Identifier: Apache-2.0
"""

import os
import sys
from unittest.loader import TestLoader, defaultTestLoader
from unittest.runner import TextTestRunner
from unittest.signals import installHandler

__unittest = True

_EXAMPLES = """\
Examples:
  {0}                           - run default set of tests
  {0} MyTestSuite               - run suite 'MyTestSuite'
  {0} MyTestCase.testSomething  - run MyTestCase.testSomething
  {0} MyTestCase                - run all 'test*' test methods
                                       in MyTestCase
"""
# option letter, word, attribute of the program, help
_FLAGS = (
    ("-f", "--failfast", "failfast", "Stop on first fail or error"),
    ("-c", "--catch", "catchbreak",
     "Catch Ctrl-C and display results so far"),
    ("-b", "--buffer", "buffer", "Buffer stdout and stderr during tests"),
)


def _as_pattern(text):
    return text if "*" in text else f"*{text}*"


def _as_module(name):
    """Turn the name of a file below this folder into that of a module."""
    if not name.lower().endswith(".py") or not os.path.isfile(name):
        return name
    if os.path.isabs(name):
        name = os.path.relpath(name)
        if os.path.isabs(name) or name.startswith(os.pardir):
            return name
    return os.path.normpath(name)[:-3].replace("/", ".")


class TestProgram:
    """Runs tests as the arguments of a program say, then exits."""

    module = None
    verbosity = 1
    failfast = catchbreak = buffer = progName = warnings = None
    testNamePatterns = None

    def __init__(self, module="__main__", defaultTest=None, argv=None,
                 testRunner=None, testLoader=defaultTestLoader, exit=True,
                 verbosity=1, failfast=None, catchbreak=None, buffer=None,
                 warnings=None, *, tb_locals=False):
        if isinstance(module, str):
            module = __import__(module, fromlist=["__name__"])
        argv = sys.argv if argv is None else argv
        if warnings is None and not getattr(sys, "warnoptions", None):
            warnings = "default"
        # the default loader is shared by all programs and read-only
        if testLoader is defaultTestLoader:
            testLoader = TestLoader()
        vars(self).update(
            module=module, defaultTest=defaultTest, testRunner=testRunner,
            testLoader=testLoader, exit=exit, verbosity=verbosity,
            failfast=failfast, catchbreak=catchbreak, buffer=buffer,
            warnings=warnings, tb_locals=tb_locals,
            progName=os.path.basename(argv[0] if argv else ""))
        self.parseArgs(argv)
        self.runTests()

    def _parser(self):
        argparse = __import__("argparse")
        parser = argparse.ArgumentParser(
            prog=self.progName, epilog=_EXAMPLES.format(self.progName),
            formatter_class=argparse.RawDescriptionHelpFormatter)
        add = parser.add_argument
        add("-v", "--verbose", dest="verbosity", action="store_const",
            const=2, help="Verbose output")
        add("-q", "--quiet", dest="verbosity", action="store_const", const=0,
            help="Quiet output")
        add("--locals", dest="tb_locals", action="store_true",
            help="Show local variables in tracebacks")
        for letter, word, name, text in _FLAGS:
            if getattr(self, name) is None:  # else decided by the program
                add(letter, word, dest=name, action="store_true", help=text)
                setattr(self, name, False)
        add("-k", dest="testNamePatterns", action="append", type=_as_pattern,
            help="Only run tests which match the given substring")
        add("tests", nargs="*", help="a list of any number of test modules, "
                                     "classes and test methods.")
        return parser

    def parseArgs(self, argv):
        """Obey the arguments and load the tests they name."""
        self.tests = []
        self._parser().parse_args(argv[1:], self)
        if self.tests:
            self.testNames = [_as_module(name) for name in self.tests]
        elif self.defaultTest is None or isinstance(self.defaultTest, str):
            self.testNames = self.defaultTest and (self.defaultTest,)
        else:
            self.testNames = list(self.defaultTest)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        """Load the tests."""
        loader = self.testLoader if Loader is None else Loader()
        if self.testNamePatterns:
            loader.testNamePatterns = self.testNamePatterns
        if from_discovery:
            self.test = loader.discover(".")
        elif self.testNames is None:
            self.test = loader.loadTestsFromModule(self.module)
        else:
            self.test = loader.loadTestsFromNames(self.testNames,
                                                  self.module)

    def runTests(self):
        """Run the tests; exit with 1 if something went wrong."""
        if self.catchbreak:
            installHandler()
        runner = self.testRunner
        if runner is None:
            runner = TextTestRunner
        if isinstance(runner, type):
            try:
                runner = runner(
                    verbosity=self.verbosity, failfast=self.failfast,
                    buffer=self.buffer, warnings=self.warnings,
                    tb_locals=self.tb_locals)
            except TypeError:  # one that knows none of these
                runner = runner()
        self.testRunner = runner
        self.result = runner.run(self.test)
        if self.exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
