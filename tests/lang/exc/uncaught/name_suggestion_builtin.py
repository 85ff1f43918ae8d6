# name_suggestion_builtin.py: NameError suggests a builtin.
# SPDX-License-Identifier: Apache-2.0

x = [3, 1, 2]
print(sotred(x))
