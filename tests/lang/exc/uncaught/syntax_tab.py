# syntax_tab.py: TabError.
# SPDX-License-Identifier: Apache-2.0

exec('if 1:\n        a = 1\n\tb = 2')
