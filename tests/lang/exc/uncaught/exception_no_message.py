# exception_no_message.py: An exception without arguments.
# SPDX-License-Identifier: Apache-2.0

class Silent(Exception):
    pass
raise Silent
