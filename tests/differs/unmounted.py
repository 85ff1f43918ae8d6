# unmounted.py: Where no mount is, files are refused, whether they exist or not.
# SPDX-License-Identifier: Apache-2.0
#
# A session sees only what it was given; it is not told what else there is.  Below
# a mount a missing file is a FileNotFoundError, as elsewhere.
try:
    open("missing.txt")
except OSError as error:
    print(type(error).__name__, error)
    #> PermissionError [Errno 13] Permission denied: 'missing.txt'
