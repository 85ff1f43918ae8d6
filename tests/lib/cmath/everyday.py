"""Arguments of everyday size, of every type that counts as a number."""
import cmath
import random

random.seed(5)
for scale in (1e-3, 1.0, 7.5, 300.0, 1e20):
    for _ in range(12):
        z = complex(random.uniform(-scale, scale), random.uniform(-scale, scale))
        for f in (cmath.exp, cmath.sqrt, cmath.log, cmath.cos, cmath.sin,
                  cmath.phase, cmath.polar):
            try:
                print(f.__name__, z, f(z))
            except OverflowError as error:
                print(f.__name__, z, error)
        print(cmath.rect(z.real, z.imag), cmath.log(z, 3), cmath.log(z, 2j))


class Float:
    def __float__(self):
        return 2.5


class Complex:
    def __complex__(self):
        return 1.5 - 2j


class Index:
    def __index__(self):
        return 4


class Sub(complex):
    pass


for z in (0, 1, -1, True, 10 ** 30, 0.0, -0.0, -4.0, 1j, -1j, 0j, -0j, Float(),
          Complex(), Index(), Sub(3, 4), complex(-4, -0.0), 1.2 + 0.3j):
    for f in (cmath.exp, cmath.sqrt, cmath.log, cmath.cos, cmath.sin,
              cmath.phase, cmath.polar):
        try:
            print(f.__name__, f(z))
        except (ValueError, OverflowError) as error:
            print(f.__name__, type(error).__name__, error)
print(cmath.rect(2, 0), cmath.rect(2, -0.0), cmath.rect(-2, 1), cmath.rect(True, Float()))
for bad in ((cmath.rect, 1j, 1), (cmath.rect, 1, 1j), (cmath.exp, "1"),
            (cmath.polar, None)):
    try:
        print(bad[0](*bad[1:]))
    except TypeError as error:
        print("TypeError", error)
