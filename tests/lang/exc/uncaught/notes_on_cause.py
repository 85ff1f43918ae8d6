# notes_on_cause.py: Notes on a cause.
# SPDX-License-Identifier: Apache-2.0

try:
    raise KeyError('inner')
except KeyError as k:
    k.add_note('about the key')
    raise ValueError('outer') from k
