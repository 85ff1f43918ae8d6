# syntax_whole_file_paren.py: The file itself has an unclosed bracket.
# SPDX-License-Identifier: Apache-2.0

def f():
    return (1 + 2

print(f())
