# fstring_carets.py: An error inside an f-string.
# SPDX-License-Identifier: Apache-2.0

d = {}
print(f'value: {d["key"]} and {1 + 1}')
