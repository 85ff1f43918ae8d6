# unicode_carets.py: Carets after non-ASCII characters.
# SPDX-License-Identifier: Apache-2.0

größe = 1
wert = None
print('äöü', größe + wert)
