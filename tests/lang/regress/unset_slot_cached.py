# unset_slot_cached.py: a slot that is set in one object and not in the next.
# SPDX-License-Identifier: Apache-2.0

class A:
    __slots__ = ('x', 'y')

    def get(self):
        try:
            return self.x
        except AttributeError:
            return 'unset'


a = A()
a.x = 1
b = A()
print([o.get() for o in (a, b, a, b)])


class T:
    """More attributes than the first object had room for."""

    def __init__(self, n):
        self.a, self.b, self.c, self.d, self.e, self.f = n, False, None, None, None, None


first = T(1)
others = [T(i) for i in range(3)]
for t in [*others, first]:
    t.b, t.f = True, t.a
print([(t.a, t.b, t.f) for t in [first, *others]])
