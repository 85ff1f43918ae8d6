# attr_call_carets.py: Carets when a called attribute is missing.
# SPDX-License-Identifier: Apache-2.0

class C:
    pass
C().do_something(1, 2).more()
