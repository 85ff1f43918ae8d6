# redirect_alone.py: stdout is redirected in a program that does not import sys.
# SPDX-License-Identifier: Apache-2.0
from contextlib import redirect_stdout
from io import StringIO


class Shown:
    def __str__(self):
        return "shown"


out = StringIO()
with redirect_stdout(out):
    print("plain")
    print(Shown(), sep="", end="!\n")
print(repr(out.getvalue()))

import sys

print("builtins" in sys.modules, "sys" in sys.modules, sys.modules["builtins"].len("ab"))
