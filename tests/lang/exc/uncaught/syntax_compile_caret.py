# syntax_compile_caret.py: SyntaxError with a caret range.
# SPDX-License-Identifier: Apache-2.0

compile('def f(a, a):\n    pass\n', 'file.py', 'exec')
