# exception_bad_str.py: An exception whose __str__ raises.
# SPDX-License-Identifier: Apache-2.0

class Bad(Exception):
    def __str__(self):
        raise RuntimeError('no text')
raise Bad('x')
