# home.py: Without HOME, ~ is /home/user.
# SPDX-License-Identifier: Apache-2.0
#
# CPython asks the machine's list of users, which a session does not have.  Many
# packages ask for the directory when they are imported; it need not exist.
import getpass
import os.path
import pathlib

print(getpass.getuser(), os.path.expanduser("~/x"), pathlib.Path.home())
#> user /home/user/x /home/user
