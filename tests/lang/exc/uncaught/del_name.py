# del_name.py: Deleting an undefined name.
# SPDX-License-Identifier: Apache-2.0

x = 1
del x
del x
