import decimal
from decimal import Decimal as D
import random
random.seed(99)

def literal():
    r = random.random()
    if r < .07:
        return random.choice(['NaN', 'sNaN12', 'Infinity', '-Infinity', '0', '-0', '0E+5', '0E-7', '1', '-1', '10', '-NaN5'])
    d = random.randint(1, random.choice([2, 9, 30]))
    return random.choice(['-', '']) + str(random.randrange(10**d)) + 'E' + str(random.choice([0, 0, 0, -1, -2, -d, random.randint(-20, 20), random.randint(-400, 400)]))

one = ['sqrt', 'exp', 'ln', 'log10', 'logb', 'normalize', 'next_plus', 'next_minus', 'abs', 'minus', 'plus', 'to_integral_exact', 'to_integral_value',
       'number_class', 'logical_invert', 'to_eng_string', 'to_sci_string', 'copy_negate', 'copy_abs', 'is_subnormal', 'is_normal', 'is_zero', 'create_decimal']
two = ['add', 'subtract', 'multiply', 'divide', 'divide_int', 'remainder', 'quantize', 'compare', 'compare_total', 'compare_total_mag', 'compare_signal',
       'max', 'min', 'max_mag', 'min_mag', 'next_toward', 'remainder_near', 'scaleb', 'rotate', 'shift', 'same_quantum', 'logical_and', 'logical_or', 'logical_xor', 'copy_sign']
roundings = ['ROUND_HALF_EVEN', 'ROUND_DOWN', 'ROUND_UP', 'ROUND_CEILING', 'ROUND_FLOOR', 'ROUND_HALF_UP', 'ROUND_HALF_DOWN', 'ROUND_05UP']
for i in range(3000):
    ctx = decimal.Context(prec=random.choice([1, 2, 5, 9, 16, 28, 50]), rounding=random.choice(roundings), Emin=random.choice([-999999, -50, -999]),
                          Emax=random.choice([999999, 50, 999]), clamp=random.choice([0, 0, 1]), traps=random.choice([[], [], [decimal.InvalidOperation, decimal.DivisionByZero, decimal.Overflow]]))
    op = random.choice(one + two)
    args = [D(literal())] if op in one else [D(literal()), D(literal())]
    if op in ('rotate', 'shift', 'scaleb') and random.random() < .8:
        args[1] = D(random.randint(-12, 12))
    try:
        r = getattr(ctx, op)(*args)
    except decimal.DecimalException as e:
        r = type(e).__name__ + str(e)
    print(op, *args, ctx.prec, ctx.rounding, '->', r, [s.__name__ for s, v in ctx.flags.items() if v])
for i in range(400):
    a, b = D(random.randrange(1, 10**6)).scaleb(-random.randint(0, 6)), random.choice([D(random.randint(-20, 20)), D(random.randint(-300, 300)) / 100])
    print('power', a, b, a ** b, decimal.getcontext().flags[decimal.Inexact])
    decimal.getcontext().clear_flags()
for i in range(1500):
    x = D(literal())
    spec = random.choice(['', '<', '*^', 'x=', '>'])
    spec += random.choice(['', '+', '-', ' ']) + ('0' if not spec and i % 3 == 0 else '') + random.choice(['', '5', '12', '30']) + random.choice(['', ',']) + random.choice(['', '.0', '.1', '.3', '.10']) + random.choice(['', 'e', 'E', 'f', 'F', 'g', 'G', '%'])
    try:
        print(x, repr(spec), repr(format(x, spec)))
    except Exception as e:
        print(x, repr(spec), type(e).__name__, e)
