# genericpath.py - path functions that are the same on every system.
#
# SPDX-License-Identifier: Apache-2.0
from posixpath import (commonprefix, exists, getatime, getctime, getmtime,
                       getsize, isdir, isfile, samefile, sameopenfile,
                       samestat)

__all__ = ["commonprefix", "exists", "getatime", "getctime", "getmtime",
           "getsize", "isdir", "isfile", "samefile", "sameopenfile",
           "samestat"]
