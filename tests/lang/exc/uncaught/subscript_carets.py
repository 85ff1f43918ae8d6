# subscript_carets.py: Carets of a subscript.
# SPDX-License-Identifier: Apache-2.0

data = {'a': {'b': [1, 2]}}
print(data['a']['b'][5])
