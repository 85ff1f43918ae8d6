# compare_error.py: Comparison error.
# SPDX-License-Identifier: Apache-2.0

values = [3, 'a']
if values[0] < values[1]:
    print('less')
