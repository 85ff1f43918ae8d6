# exit_zero.py: SystemExit without code is success.
# SPDX-License-Identifier: Apache-2.0

print('one')
try:
    raise SystemExit
finally:
    print('two')
