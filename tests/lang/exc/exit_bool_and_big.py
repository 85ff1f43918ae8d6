# exit_bool_and_big.py: SystemExit with True exits with 1.
# SPDX-License-Identifier: Apache-2.0

import sys

print('flags')
sys.exit(True)
