"""__future__ - which language features exist since when.

SPDX-License-Identifier: Apache-2.0
"""


class _Feature:
    """A feature: optional since one version, always on since another."""

    def __init__(self, optional, mandatory, compiler_flag):
        self.optional, self.mandatory = optional, mandatory
        self.compiler_flag = compiler_flag

    def getOptionalRelease(self):
        """The version that first had the feature."""
        return self.optional

    def getMandatoryRelease(self):
        """The version that always has it, or None."""
        return self.mandatory

    def __repr__(self):
        return (f"_Feature({self.optional!r}, {self.mandatory!r}, "
                f"{self.compiler_flag!r})")


# Name: minor versions with release level and serial, and the flag.
_TABLE = {
    "nested_scopes": ("2.1 beta 1", "2.2 alpha 0", 0x10),
    "generators": ("2.2 alpha 1", "2.3 final 0", 0),
    "division": ("2.2 alpha 2", "3.0 alpha 0", 0x20000),
    "absolute_import": ("2.5 alpha 1", "3.0 alpha 0", 0x40000),
    "with_statement": ("2.5 alpha 1", "2.6 alpha 0", 0x80000),
    "print_function": ("2.6 alpha 2", "3.0 alpha 0", 0x100000),
    "unicode_literals": ("2.6 alpha 2", "3.0 alpha 0", 0x200000),
    "barry_as_FLUFL": ("3.1 alpha 2", "4.0 alpha 0", 0x400000),
    "generator_stop": ("3.5 beta 1", "3.7 alpha 0", 0x800000),
    "annotations": ("3.7 beta 1", None, 0x1000000),
}


def _release(text):
    if text is None:
        return None
    version, level, serial = text.split()
    major, minor = version.split(".")
    return int(major), int(minor), 0, level, int(serial)


def _features():
    return [_Feature(_release(since), _release(always), flag)
            for since, always, flag in _TABLE.values()]


(nested_scopes, generators, division, absolute_import, with_statement,
 print_function, unicode_literals, barry_as_FLUFL, generator_stop,
 annotations) = _features()

all_feature_names = [*_TABLE]
__all__ = ["all_feature_names", *all_feature_names]
