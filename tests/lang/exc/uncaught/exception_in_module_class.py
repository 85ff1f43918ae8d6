# exception_in_module_class.py: A nested exception class shows its qualified name.
# SPDX-License-Identifier: Apache-2.0

class Api:
    class Error(Exception):
        pass
raise Api.Error('nested', 1)
