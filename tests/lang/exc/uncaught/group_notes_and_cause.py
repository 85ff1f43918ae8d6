# group_notes_and_cause.py: A group with notes and a cause.
# SPDX-License-Identifier: Apache-2.0

try:
    raise KeyError('root')
except KeyError as k:
    g = ExceptionGroup('grouped', [ValueError('x')])
    g.add_note('group note')
    g.exceptions[0].add_note('leaf note')
    raise g from k
