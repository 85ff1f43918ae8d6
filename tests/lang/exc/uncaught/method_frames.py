# method_frames.py: Frames of methods, properties and dunders.
# SPDX-License-Identifier: Apache-2.0

class A:
    @property
    def p(self):
        return self[3]
    def __getitem__(self, i):
        return self.helper(i)
    @staticmethod
    def helper(i):
        raise LookupError(f'no item {i}')
class B:
    def __init__(self):
        self.a = A().p
B()
