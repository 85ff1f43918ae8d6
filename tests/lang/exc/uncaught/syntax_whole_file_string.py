# syntax_whole_file_string.py: The file itself has an unterminated string.
# SPDX-License-Identifier: Apache-2.0

x = 'fine'
y = 'not fine
z = 1
