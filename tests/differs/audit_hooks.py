# audit_hooks.py: Audit hooks get only events of sys.audit().
# SPDX-License-Identifier: Apache-2.0
#
# The engine itself reports nothing to sys.addaudithook: programs are checked and
# recorded by the host, where they cannot interfere.

import sys

sys.addaudithook(lambda event, args: print(event, args))
compile("1", "s", "eval")
sys.audit("mine", 1)
#> mine (1,)
