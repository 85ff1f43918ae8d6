# exit_object.py: SystemExit with an object prints its str and exits with 1.
# SPDX-License-Identifier: Apache-2.0

class Code:
    def __str__(self):
        return 'code as text'


print('start')
raise SystemExit(Code())
