# name_error.py: NameError without a suggestion.
# SPDX-License-Identifier: Apache-2.0

print('before')
def f():
    return zzqqxx
f()
