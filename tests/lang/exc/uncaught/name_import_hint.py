# name_import_hint.py: A NameError for a standard module name.
# SPDX-License-Identifier: Apache-2.0

def now():
    return sys.argv
now()
