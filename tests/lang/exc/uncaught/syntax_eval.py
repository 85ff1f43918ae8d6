# syntax_eval.py: SyntaxError from eval.
# SPDX-License-Identifier: Apache-2.0

value = eval('1 +')
