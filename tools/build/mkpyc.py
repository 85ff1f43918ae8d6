#!/usr/bin/env python3
"""mkpyc.py - compile the runner of jails for the Python that builds it.

    mkpyc.py SOURCE OUTPUT

The result is not checked against its source when it is loaded, and knows the
path that it has in a jail.

SPDX-License-Identifier: Apache-2.0
"""

import py_compile
import sys

py_compile.compile(
    sys.argv[1],
    cfile=sys.argv[2],
    dfile="/.caisson/caisson_runner.py",
    doraise=True,
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
