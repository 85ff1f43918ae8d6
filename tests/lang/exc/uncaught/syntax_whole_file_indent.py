# syntax_whole_file_indent.py: The file itself has bad indentation.
# SPDX-License-Identifier: Apache-2.0

print('never printed')
if True:
    x = 1
  y = 2
