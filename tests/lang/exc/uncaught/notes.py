# notes.py: Notes are printed below the message.
# SPDX-License-Identifier: Apache-2.0

e = ValueError('message')
e.add_note('first note')
e.add_note('second note\nwith two lines')
raise e
