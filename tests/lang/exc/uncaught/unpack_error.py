# unpack_error.py: Unpacking errors.
# SPDX-License-Identifier: Apache-2.0

pairs = [(1, 2), (3,)]
for a, b in pairs:
    print(a, b)
