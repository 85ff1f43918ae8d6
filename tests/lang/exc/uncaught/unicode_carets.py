# unicode_carets.py: Carets after wide characters.
# SPDX-License-Identifier: Apache-2.0

größe = 1
名前 = None
print('日本', größe + 名前)
