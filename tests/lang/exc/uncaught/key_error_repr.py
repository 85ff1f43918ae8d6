# key_error_repr.py: KeyError shows the repr of the key.
# SPDX-License-Identifier: Apache-2.0

d = {('a', 1): 2}
d['a', 2]
