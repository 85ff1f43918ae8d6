# syntax_whole_file.py: The file itself does not compile.
# SPDX-License-Identifier: Apache-2.0

print('never printed')
def f(:
    pass
