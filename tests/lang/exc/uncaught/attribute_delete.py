# attribute_delete.py: Deleting a missing attribute.
# SPDX-License-Identifier: Apache-2.0

class C:
    pass
c = C()
del c.missing
