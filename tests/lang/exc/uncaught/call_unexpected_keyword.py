# call_unexpected_keyword.py: Unexpected keyword argument.
# SPDX-License-Identifier: Apache-2.0

class C:
    def method(self, *, key):
        return key
C().method(kay=1)
