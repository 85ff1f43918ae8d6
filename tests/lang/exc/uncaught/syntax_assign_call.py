# syntax_assign_call.py: Cannot assign to function call.
# SPDX-License-Identifier: Apache-2.0

exec('f(x) = 3')
