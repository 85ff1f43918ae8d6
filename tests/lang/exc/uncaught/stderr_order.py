# stderr_order.py: Output before the error is flushed first.
# SPDX-License-Identifier: Apache-2.0

import sys
print('to stdout')
print('to stderr', file=sys.stderr)
print('to stdout again', end='')
raise RuntimeError('last')
