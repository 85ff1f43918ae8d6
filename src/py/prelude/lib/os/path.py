# os/path.py - the name os.path for the import system.
#
# SPDX-License-Identifier: Apache-2.0
from posixpath import *
from posixpath import __all__
