# multiline_dict.py: An error inside a dict display over lines.
# SPDX-License-Identifier: Apache-2.0

d = {
    'a': 1,
    'b': 1 // 0,
    'c': 2,
}
