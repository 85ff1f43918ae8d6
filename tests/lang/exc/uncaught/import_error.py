# import_error.py: ImportError and the carets.
# SPDX-License-Identifier: Apache-2.0

from sys import no_such_thing_here
