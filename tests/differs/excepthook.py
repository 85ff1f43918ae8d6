# excepthook.py: sys.excepthook is called; the host gets the traceback as well.
# SPDX-License-Identifier: Apache-2.0
# caisson: exit 1
#
# What ended a program is a fact for the host, so the hook cannot replace the
# traceback on stderr.

import sys


def hook(kind, error, traceback):
    print("hook", kind.__name__, error)


sys.excepthook = hook
raise ValueError("x")
#> hook ValueError x
