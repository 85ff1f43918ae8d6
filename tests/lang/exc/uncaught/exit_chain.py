# exit_chain.py: An exception in __exit__.
# SPDX-License-Identifier: Apache-2.0

class CM:
    def __enter__(self):
        return self
    def __exit__(self, *a):
        raise OSError('exit failed')
with CM() as c:
    c.x
