# walrus.py: Assignment expressions: value, scope and parenthesised forms.
# SPDX-License-Identifier: Apache-2.0

if (n := 10) > 5:
    print('n', n)
print((y := 3) + y, y)
print([y := y + i for i in range(4)], y)
data = [1, 2, 3, 4]
print([sq for v in data if (sq := v * v) > 3], sq)
print({k: (last := k) for k in 'abc'}, last)
print(list(last2 := i for i in range(3)), last2)
while (item := data.pop()) != 2:
    print('item', item)
print(item, data)


def f(a, b=(dflt := 7)):
    print(a, b, dflt)
    return (c := a + b, c)


print(f(1))
print(f((arg := 4), b=(kw := 5)), arg, kw)
x = (p := 1, q := 2)
print(x, p, q)
print([0, (i := 1), i + 1][i], i)
s = 'hello'
print(s[(a := 1):(b := 3)], a, b)
print(f'{(z := 5)} {z=} {z:=5}|')
lam = lambda k: (w := k * 2) + w
print(lam(3))


def g():
    def inner():
        nonlocal total
        return [total := total + i for i in range(5)]
    total = 0
    print(inner(), total)


g()


def h():
    global glob
    return any((glob := i) > 2 for i in range(10))


print(h(), glob)


def nested():
    r = [[(m := i * j) for i in range(3)] for j in range(3)]
    return r, m


print(nested())
print((a := 1) and (b := 0) or (c := 9), a, b, c)
print((lst := [])or lst, (d := {'k': (v := 1)}), v)
