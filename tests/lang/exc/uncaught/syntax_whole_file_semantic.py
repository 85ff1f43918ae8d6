# syntax_whole_file_semantic.py: The file itself has a return outside a function.
# SPDX-License-Identifier: Apache-2.0

print('never printed')
for i in range(3):
    return i
