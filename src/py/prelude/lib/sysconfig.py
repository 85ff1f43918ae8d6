"""sysconfig - an interpreter without an installation.

SPDX-License-Identifier: Apache-2.0
"""

_NAMES = ("stdlib", "platstdlib", "purelib", "platlib", "include", "platinclude", "scripts",
          "data")


def get_python_version():
    return "3.11"


def get_platform():
    return "linux-x86_64"


def get_path_names():
    return _NAMES


def get_scheme_names():
    return ("posix_prefix",)


def get_default_scheme():
    return "posix_prefix"


def get_path(name, scheme="posix_prefix", vars=None, expand=True):
    return get_paths()[name]


def get_paths(scheme="posix_prefix", vars=None, expand=True):
    return {name: "" for name in _NAMES}


def get_config_vars(*args):
    known = {"py_version_short": "3.11", "EXT_SUFFIX": "", "SOABI": None, "Py_DEBUG": 0}
    return [known.get(name) for name in args] if args else known


def get_config_var(name):
    return get_config_vars(name)[0]


def is_python_build(check_home=None):
    return False
