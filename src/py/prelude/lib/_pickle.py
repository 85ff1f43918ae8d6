"""_pickle - the module that the errors of pickle name as theirs.

SPDX-License-Identifier: Apache-2.0
"""

from pickle import (PickleBuffer, PickleError, Pickler, PicklingError,
                    Unpickler, UnpicklingError, dump, dumps, load, loads)
