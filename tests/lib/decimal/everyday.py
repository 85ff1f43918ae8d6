"""Numbers that fit a machine word: every operator, with its signals."""
import random
from decimal import (ROUND_HALF_UP, Decimal, Inexact, Rounded, getcontext,
                     localcontext)

r = random.Random(7)


def some():
    digits = r.choice((1, 2, 3, 5, 9, 14, 15, 20))
    return Decimal(r.choice('-+') + str(r.randrange(10 ** digits))
                   + r.choice(('', '', 'e-1', 'e-2', 'e-2', 'e-6', 'e3', 'e-9')))


def told(f):
    context = getcontext()
    context.clear_flags()
    try:
        value = f()
    except Exception as error:
        value = type(error).__name__, str(error)
    return repr(value), sorted(s.__name__ for s, on in context.flags.items() if on)


def all_of(a, b):
    yield told(lambda: a / b)
    yield told(lambda: a % b)
    yield told(lambda: a // b)
    yield told(lambda: a - b)
    yield told(lambda: (-a, +a, abs(a)))
    yield told(lambda: (hash(a), hash(b) == hash(Decimal(str(b)))))
    yield told(lambda: (float(a), int(a)))
    yield told(lambda: (f'{a:.2f}', f'{a:,.2f}', f'{b:.0f}', f'{b:,.9f}'))
    yield told(lambda: (round(a, 1), round(a), round(b, 3)))
    yield told(lambda: a ** 2)
    yield told(lambda: (Decimal('1.5') ** 3, a / 3, 7 / a, a % 3, 5 % a))


total = 0
for i in range(400):
    a, b = some(), some()
    for line in all_of(a, b):
        total = (total * 31 + sum(map(ord, str(line)))) % 1000003
        if i < 25:
            print(a, b, *line)
print(total)
for text in ('0', '-0', '0.00', '1', '10', '100', '1.0', '-1', '2.5', '3.5',
             '-2.5', '0.125', '0.375', '99.995', '-0.001', '1e5', 'NaN', 'Infinity'):
    d = Decimal(text)
    print(text, *[told(f) for f in (
        lambda: f'{d:.2f}', lambda: f'{d:,.0f}', lambda: d ** 2,
        lambda: d ** 0, lambda: d ** -1, lambda: -d, lambda: abs(d),
        lambda: hash(d) == hash(Decimal(text + '0' if '.' in text else text)),
        lambda: int(d), lambda: float(d), lambda: d / 4, lambda: 1 / d,
        lambda: d % 2, lambda: d // 2, lambda: round(d, 1), lambda: round(d))])
for value in (0, 5, -5, 2 ** 48, 2 ** 49, -2 ** 60, 10 ** 30, True):
    print(Decimal(value), hash(Decimal(value)) == hash(value))
with localcontext() as context:
    context.prec = 5
    print(Decimal(1) / 3, Decimal(2) / 3, Decimal('99999.6') / 1, Decimal(12345) // 1,
          Decimal('1.23456') ** 2, -Decimal('1.234567'), Decimal(1) / 8)
    context.rounding = ROUND_HALF_UP
    print(Decimal(1) / 3, Decimal('12.5') / 1000000, f"{Decimal('0.125'):.2f}",
          round(Decimal('0.125'), 2))
    context.traps[Inexact] = True
    for f in (lambda: Decimal(1) / 3, lambda: Decimal(1) / 4):
        try:
            print(f())
        except Inexact as error:
            print('trapped', error)
with localcontext() as context:
    context.traps[Rounded] = True
    try:
        print(Decimal(1) / 7)
    except Rounded as error:
        print('trapped', error)
print(sorted({Decimal('1.10'), Decimal('1.1'), 1, Decimal(1), Decimal('2.5'), 2.5}))
print({Decimal('1.5'): 'x'}[1.5], {Decimal(3): 'y'}[3])
print(sum([Decimal('1.10')] * 3), sum([Decimal(1)], 5), max(Decimal('1.2'), Decimal('1.3')),
      sorted([Decimal('3.1'), Decimal('2.9'), Decimal('3.0')]))
