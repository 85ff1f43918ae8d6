# syntax_unterminated.py: Unterminated string in exec.
# SPDX-License-Identifier: Apache-2.0

exec("x = 'abc\ny = 1")
