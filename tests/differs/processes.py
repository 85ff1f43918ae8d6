# processes.py: There are no other processes.
# SPDX-License-Identifier: Apache-2.0
#
# Starting programs and signals are refused with PermissionError.

import os

for action in (lambda: os.popen("ls"), lambda: os.kill(1, 9), lambda: os.system("ls"), os.fork):
    try:
        action()
    except PermissionError as e:
        print(e)
#> [Errno 1] Operation not permitted: os.popen is not available in this session
#> [Errno 1] Operation not permitted: os.kill is not available in this session
#> [Errno 1] Operation not permitted: os.system is not available in this session
#> [Errno 1] Operation not permitted: os.fork is not available in this session
