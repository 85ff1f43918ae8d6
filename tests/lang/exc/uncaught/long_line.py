# long_line.py: A long line is shown whole.
# SPDX-License-Identifier: Apache-2.0

values = {'first': 1, 'second': 2}
result = values['first'] + values['second'] + values['third'] + values['fourth'] + values['fifth'] + 1000000
