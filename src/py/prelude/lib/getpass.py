# getpass.py - asking for passwords; there is no terminal to hide them on.
#
# SPDX-License-Identifier: Apache-2.0
"""Utilities to get a password and/or the current user name."""
import os
import sys
import warnings

__all__ = ["getpass", "getuser", "GetPassWarning"]


class GetPassWarning(UserWarning):
    pass


def getpass(prompt="Password: ", stream=None):
    """Prompt for a password; the input may be echoed."""
    warnings.warn("Can not control echo on the terminal.", GetPassWarning,
                  stacklevel=2)
    print("Warning: Password input may be echoed.",
          file=stream or sys.stderr)
    return input(prompt)


def getuser():
    """Get the username from the environment."""
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        if user := os.environ.get(name):
            return user
    return "user"
