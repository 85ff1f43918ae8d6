# platform.py - fixed answers about the machine.
#
# SPDX-License-Identifier: Apache-2.0
"""This module tries to retrieve as much platform-identifying data as
possible."""
from collections import namedtuple

_Uname = namedtuple("uname_result", "system node release version machine",
                    module="platform")


class uname_result(_Uname):
    """Result of uname(): five fields, and the processor as a sixth item."""

    __slots__ = ()
    _fields = (*_Uname._fields, "processor")

    @property
    def processor(self):
        return ""

    def __iter__(self):
        yield from super().__iter__()
        yield self.processor

    def __len__(self):
        return len(self._fields)

    def __getitem__(self, key):
        return (*self,)[key]


def uname():
    return uname_result("Linux", "caisson", "6.0.0", "#1", "x86_64")


def system():
    return "Linux"


def node():
    return "caisson"


def release():
    return "6.0.0"


def version():
    return "#1"


def machine():
    return "x86_64"


def processor():
    return ""


def architecture(executable="", bits="", linkage=""):
    return "64bit", "ELF"


def platform(aliased=False, terse=False):
    return "Linux-6.0.0" if terse else "Linux-6.0.0-x86_64-with-caisson"


def libc_ver(executable=None, lib="", version="", chunksize=16384):
    return "", ""


def python_implementation():
    return "CPython"


def python_version():
    return "3.11.2"


def python_version_tuple():
    return "3", "11", "2"


def python_branch():
    return ""


def python_revision():
    return ""


def python_build():
    return "main", ""


def python_compiler():
    return "Caisson"


def mac_ver(release="", versioninfo=("", "", ""), machine=""):
    return release, versioninfo, machine


def win32_ver(release="", version="", csd="", ptype=""):
    return release, version, csd, ptype


def freedesktop_os_release():
    raise OSError("Unable to read files /etc/os-release, "
                  "/usr/lib/os-release")


# Helpers that programs do not see.
_hidden_names = (
    "namedtuple",)
