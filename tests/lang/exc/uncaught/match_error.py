# match_error.py: An error in a match statement.
# SPDX-License-Identifier: Apache-2.0

class P:
    __match_args__ = 5
match P():
    case P(1):
        pass
