# attribute_chain_carets.py: Carets in a chain of attributes.
# SPDX-License-Identifier: Apache-2.0

class N:
    pass
a = N()
a.b = N()
a.b.c = None
print(a.b.c.d.e)
