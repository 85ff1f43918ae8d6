# suggestion_import_from.py: ImportError has no suggestion in 3.11.
# SPDX-License-Identifier: Apache-2.0

from sys import maxsiz
