# short_circuit.py: Values and side effects of and, or, not.
# SPDX-License-Identifier: Apache-2.0

log = []


def t(n, value):
    log.append(n)
    return value


def show(value):
    print(repr(value), log)
    del log[:]


show(t(1, 0) and t(2, 5))
show(t(1, 3) and t(2, 5))
show(t(1, '') or t(2, []))
show(t(1, 'a') or t(2, []))
show(t(1, 0) or t(2, '') or t(3, None))
show(t(1, 1) and t(2, 2) and t(3, 3))
show(t(1, 1) and t(2, 0) and t(3, 3))
show(t(1, 0) and t(2, 1) or t(3, 9))
show(t(1, 1) or t(2, 1) and t(3, 9))
show((t(1, 1) or t(2, 1)) and t(3, 9))
show(not t(1, 0) and t(2, 4))
show(not (t(1, 0) and t(2, 4)))
show(not not t(1, 'x'))
show(t(1, {}) or t(2, ()) or t(3, 0.0) or t(4, 0j) or t(5, b''))
show(t(1, None) and t(2, 1) and t(3, 1) or t(4, 0) and t(5, 1))


class B:
    count = 0

    def __bool__(self):
        B.count += 1
        return False


b = B()
print((b and 1) is b, B.count)
print((b or 1), B.count)
print(not b, B.count)
if b and 1:
    pass
print(B.count)
if not b or 1:
    pass
print(B.count)
if not (b or b):
    print('both', B.count)
x = b and b and b
print(B.count)
while b or b:
    pass
print(B.count)
print((1 if b else 2), B.count)


class Bad:
    def __bool__(self):
        return 1


class Len:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


for f in (lambda: Bad() and 1, lambda: not Bad(), lambda: bool(Len(-1)),
          lambda: bool(Len('x')), lambda: bool(Len(1.5)), lambda: bool(Len(3)),
          lambda: bool(Len(0)), lambda: bool(Len(2 ** 70))):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
