# syntax_indent.py: IndentationError from exec.
# SPDX-License-Identifier: Apache-2.0

exec('if 1:\nprint(2)')
