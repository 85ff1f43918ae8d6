# audit_hooks.py: Audit hooks hear what the program itself audits.
# SPDX-License-Identifier: Apache-2.0
#
# The engine reports nothing to sys.addaudithook: what a program does is
# checked and written down outside of it, where it cannot interfere.

import sys

sys.addaudithook(lambda event, args: print(event, args))
compile("1", "s", "eval")
sys.audit("mine", 1)
#> mine (1,)
