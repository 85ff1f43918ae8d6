"""unittest.main - a program that runs tests.

SPDX-License-Identifier: Apache-2.0
"""

import sys
from unittest import loader, runner
from unittest.signals import installHandler

__unittest = True

_USAGE = """\
usage: {prog} [-h] [-v] [-q] [--locals] [-f] [-c] [-b] [-k TESTNAMEPATTERNS]
              [tests ...]

positional arguments:
  tests                a list of any number of test modules, classes and test
                       methods.

options:
  -h, --help           show this help message and exit
  -v, --verbose        Verbose output
  -q, --quiet          Quiet output
  --locals             Show local variables in tracebacks
  -f, --failfast       Stop on first fail or error
  -c, --catch          Catch Ctrl-C and display results so far
  -b, --buffer         Buffer stdout and stderr during tests
  -k TESTNAMEPATTERNS  Only run tests which match the given substring
"""


def _convert_select_pattern(pattern):
    return pattern if "*" in pattern else f"*{pattern}*"


def _convert_name(name):
    """Turn the name of a file into that of a module."""
    if name.lower().endswith(".py") and not name.startswith("/"):
        return name[:-3].replace("\\", ".").replace("/", ".")
    return name


class TestProgram:
    """A command-line program that runs a set of tests."""

    module = None
    verbosity = 1
    failfast = catchbreak = buffer = progName = warnings = None
    testNamePatterns = None

    def __init__(self, module="__main__", defaultTest=None, argv=None,
                 testRunner=None, testLoader=loader.defaultTestLoader,
                 exit=True, verbosity=1, failfast=None, catchbreak=None,
                 buffer=None, warnings=None, *, tb_locals=False):
        if isinstance(module, str):
            self.module = __import__(module)
            for part in module.split(".")[1:]:
                self.module = getattr(self.module, part)
        else:
            self.module = module
        if argv is None:
            argv = sys.argv
        self.exit = exit
        self.failfast = failfast
        self.catchbreak = catchbreak
        self.verbosity = verbosity
        self.buffer = buffer
        self.tb_locals = tb_locals
        if warnings is None and not getattr(sys, "warnoptions", ()):
            self.warnings = "default"
        else:
            self.warnings = warnings
        self.defaultTest = defaultTest
        self.testRunner = testRunner
        # the default loader is shared and read-only
        self.testLoader = (loader.TestLoader()
                           if testLoader is loader.defaultTestLoader
                           else testLoader)
        self.progName = (argv[0] if argv else "").rpartition("/")[2]
        self.parseArgs(argv)
        self.runTests()

    def _usage_exit(self, message=None):
        usage = _USAGE.format(prog=self.progName)
        if message:
            sys.stderr.write(f"{usage.splitlines()[0]}\n{self.progName}: "
                             f"error: {message}\n")
            sys.exit(2)
        sys.stdout.write(usage)
        sys.exit(0)

    def _switch(self, letter):
        """Obey one option without argument; tell whether it is known."""
        if letter in ("v", "verbose"):
            self.verbosity = 2
        elif letter in ("q", "quiet"):
            self.verbosity = 0
        elif letter in ("f", "failfast"):
            self.failfast = True
        elif letter in ("c", "catch"):
            self.catchbreak = True
        elif letter in ("b", "buffer"):
            self.buffer = True
        elif letter == "locals":
            self.tb_locals = True
        elif letter in ("h", "help"):
            self._usage_exit()
        else:
            return False
        return True

    def parseArgs(self, argv):
        names = []
        patterns = []
        args = list(argv[1:])
        while args:
            arg = args.pop(0)
            if arg == "-k":
                if not args:
                    self._usage_exit("argument -k: expected one argument")
                patterns.append(args.pop(0))
            elif arg.startswith("-k"):
                patterns.append(arg[2:])
            elif arg.startswith("--"):
                if not self._switch(arg[2:]):
                    self._usage_exit(f"unrecognized arguments: {arg}")
            elif arg.startswith("-") and len(arg) > 1:
                for letter in arg[1:]:
                    if not self._switch(letter):
                        self._usage_exit(f"unrecognized arguments: {arg}")
            else:
                names.append(arg)
        if self.failfast is None:
            self.failfast = False
        if self.catchbreak is None:
            self.catchbreak = False
        if self.buffer is None:
            self.buffer = False
        if patterns:
            self.testNamePatterns = [_convert_select_pattern(p)
                                     for p in patterns]
        if names:
            self.testNames = [_convert_name(name) for name in names]
            if __name__ == "__main__":
                self.module = None
        elif self.defaultTest is None:
            self.testNames = None
        elif isinstance(self.defaultTest, str):
            self.testNames = (self.defaultTest,)
        else:
            self.testNames = list(self.defaultTest)
        self.createTests()

    def createTests(self, from_discovery=False, Loader=None):
        if self.testNamePatterns:
            self.testLoader.testNamePatterns = self.testNamePatterns
        if self.testNames is None:
            self.test = self.testLoader.loadTestsFromModule(self.module)
        else:
            self.test = self.testLoader.loadTestsFromNames(self.testNames,
                                                           self.module)

    def runTests(self):
        if self.catchbreak:
            installHandler()
        if self.testRunner is None:
            self.testRunner = runner.TextTestRunner
        if isinstance(self.testRunner, type):
            try:
                test_runner = self.testRunner(
                    verbosity=self.verbosity, failfast=self.failfast,
                    buffer=self.buffer, warnings=self.warnings,
                    tb_locals=self.tb_locals)
            except TypeError:
                test_runner = self.testRunner()
        else:
            test_runner = self.testRunner
        self.result = test_runner.run(self.test)
        if self.exit:
            sys.exit(not self.result.wasSuccessful())


main = TestProgram
