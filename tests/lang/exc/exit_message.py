# exit_message.py: sys.exit with a text prints it to stderr and exits with 1.
# SPDX-License-Identifier: Apache-2.0

import sys

print('before')


def f():
    try:
        g()
    finally:
        print('cleanup')


def g():
    sys.exit('the message é')


f()
print('never')
