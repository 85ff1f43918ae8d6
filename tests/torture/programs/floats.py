# Floats and complex numbers.
x = [0.1 * i for i in range(6)]
print(x, sum(x), max(x))
print(float('1e300') * 1e10, -0.0, 1e400, float('nan') != float('nan'))
print('%.3f %e %g' % (3.14159, 1234.5, 1e-9), f'{2 / 3:.4f}', repr(1 / 3))
z = complex(1, 2) * (3 - 1j)
print(z, z.conjugate(), abs(3 + 4j), z ** 2)
print(round(2.675, 2), (2.5).as_integer_ratio(), (10.0).hex())
