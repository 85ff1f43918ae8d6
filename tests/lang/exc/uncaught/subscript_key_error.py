# subscript_key_error.py: KeyError with carets in a nested subscript.
# SPDX-License-Identifier: Apache-2.0

data = {'a': {'b': {}}}
value = data['a']['b']['c']['d']
