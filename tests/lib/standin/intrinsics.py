# intrinsics.py - stand-in for tests under CPython.
#
# A twin is a native that replaces a Python function; here the function stays.
#
# SPDX-License-Identifier: Apache-2.0


def _twin(name):
    return lambda function: function
