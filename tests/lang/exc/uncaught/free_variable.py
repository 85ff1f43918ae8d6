# free_variable.py: NameError for a free variable without value.
# SPDX-License-Identifier: Apache-2.0

def outer():
    def inner():
        return later
    inner()
    later = 1
outer()
