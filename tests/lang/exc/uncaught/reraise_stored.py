# reraise_stored.py: Raising a stored exception adds frames.
# SPDX-License-Identifier: Apache-2.0

saved = None
def inner():
    raise ValueError('stored')
try:
    inner()
except ValueError as e:
    saved = e
def again():
    raise saved
again()
