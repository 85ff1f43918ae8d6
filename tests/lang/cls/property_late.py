# property_late.py: a property has the name it had when its class was made.
# SPDX-License-Identifier: Apache-2.0
class C:
    early = property(lambda self: 1)
    none = property()


C.late = property(lambda self: 2)
C.empty = property()
c = C()
for action in (lambda: setattr(c, 'early', 1), lambda: delattr(c, 'early'), lambda: c.none,
               lambda: setattr(c, 'late', 1), lambda: delattr(c, 'late'), lambda: c.empty,
               lambda: C.__dict__['late'].__set__(c, 1)):
    try:
        print(action())
    except AttributeError as e:
        print(e)


class D:
    @property
    def q(self):
        return 1

    @q.setter
    def r(self, value):
        print('set', value)


D().r = 3
try:
    D().q = 1
except AttributeError as e:
    print(e)
