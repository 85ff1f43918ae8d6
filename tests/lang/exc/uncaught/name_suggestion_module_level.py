# name_suggestion_module_level.py: NameError at module level with suggestion.
# SPDX-License-Identifier: Apache-2.0

foo_bar = 1
print(foo_baz + 1)
