"""importlib.machinery - specs and loaders of modules.

SPDX-License-Identifier: Apache-2.0
"""

from intrinsics import _ModuleSpec as ModuleSpec
from intrinsics import _NamespaceLoader as NamespaceLoader
from intrinsics import _SourceFileLoader as SourceFileLoader

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = []
EXTENSION_SUFFIXES = []


def all_suffixes():
    """What a module's file may end with."""
    return [".py"]
