"""Modules of the standard library: there, or absent with advice.

SPDX-License-Identifier: Apache-2.0
"""

import sys

from tool import Caisson

TRY_ALL = """\
import importlib
for name in {names!r}:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if '; ' not in str(error):
            print(name, error)
"""


def test_every_module_is_there_or_says_what_to_use(caisson: Caisson) -> None:
    names = sorted(n for n in sys.stdlib_module_names if not n.startswith("_"))
    done = caisson.code(TRY_ALL.format(names=names), "--depth", "interp")
    assert (done.code, done.out) == (0, ""), done


def test_advice_for_a_submodule_is_that_of_its_package(caisson: Caisson) -> None:
    done = caisson.code("import email.message", "--depth", "interp")
    assert done.err.endswith("No module named 'email'; use str and base64 to build a "
                             "message, str.partition(':') to read header lines\n"), done
