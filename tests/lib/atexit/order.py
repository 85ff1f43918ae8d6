# order.py: exit functions run after the program, the last one first.
# SPDX-License-Identifier: Apache-2.0

import atexit
import sys


@atexit.register
def first():
    print('registered first')


atexit.register(print, 'second', sep='-')
gone = lambda: print('never')
atexit.register(gone)
atexit.unregister(gone)
atexit.register(lambda: atexit.register(print, 'late'))
print('end of the program')
sys.exit(0)
