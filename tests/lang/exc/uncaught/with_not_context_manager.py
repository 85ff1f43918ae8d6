# with_not_context_manager.py: with on a wrong object.
# SPDX-License-Identifier: Apache-2.0

with 5 as x:
    pass
