# rich_comparison.py: Comparison methods, reflection and defaults.
# SPDX-License-Identifier: Apache-2.0

class A:
    def __init__(self, v): self.v = v
    def __lt__(self, o): print('A.lt'); return self.v < getattr(o, 'v', o)
    def __eq__(self, o): print('A.eq'); return self.v == getattr(o, 'v', o)


class B:
    def __gt__(self, o): print('B.gt'); return 'B.gt result'
    def __le__(self, o): print('B.le'); return NotImplemented
    def __ge__(self, o): print('B.ge'); return []


print(A(1) < A(2), A(2) > A(1), A(1) == A(1), A(1) != A(1), A(1) != 2)
print(A(5) < 9, 3 > A(1), 4 == A(4), 4 != A(5))
print(5 < B(), B() > 5, B() >= 1, 1 <= B())


def err(f):
    try:
        print(f())
    except TypeError as e:
        print(e)


err(lambda: B() <= 1)
err(lambda: A(1) <= A(2))
err(lambda: A(1) > 5)
err(lambda: object() < object())
err(lambda: B() < B())
err(lambda: 1 < 'a')
err(lambda: [] >= ())
err(lambda: None < None)
err(lambda: {} > {})
err(lambda: 1j < 2j)
err(lambda: (1, 'a') < (1, 2))
err(lambda: [1, []] < [1, {}])
err(lambda: len < print)
err(lambda: int < str)
err(lambda: sorted([3, 'a', 1]))
err(lambda: max(1, None))
print(object() == object(), None == 0, 1 == 1.0, 'a' == b'a', [] == (), {} == [])


class Base:
    def __lt__(self, o): return 'Base.lt'
    def __gt__(self, o): return 'Base.gt'


class Sub(Base):
    def __gt__(self, o): return 'Sub.gt'


print(Base() < Sub(), Sub() < Base(), Base() > Sub(), Base() < Base())


class Ne:
    def __ne__(self, o): return 'custom ne'


class EqOnly:
    def __eq__(self, o): return NotImplemented


e = EqOnly()
print(Ne() != 1, Ne() == 1, e == e, e != e, e == 1, e != EqOnly())


class Weird:
    def __eq__(self, o): return 'truthy string'
    def __lt__(self, o): return None


print(Weird() == 1, Weird() != 1, Weird() < 1, [Weird()] == [1], 5 in [Weird()], [Weird()].count(3), [1, 2].index(Weird()))
nan = float('nan')
print(nan == nan, [nan] == [nan], nan in [nan], (nan,) == (nan,), {nan: 1} == {nan: 1}, [nan].index(nan))
print(A.__lt__(A(1), A(2)), object.__eq__(1, 1), object().__eq__(1), object.__ne__(e, e), object().__lt__(1))
