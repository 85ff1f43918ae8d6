# repr, str and format of everything.
import sys
values = [None, True, 3, 2.5, 1j, 'it\'s "q"', b'b\x00', [1], (2,), {3}, {'k': 4}, range(3), slice(1, 2), ..., NotImplemented, int, len, print, sys]
for v in values:
    print(repr(v)[:40], '|', str(v)[:30])
print(f'{3.14159:.2f} {255:#x} {"s":>4} {1000000:,} {True!r:>6} {[1]!s}')
print('{0} {name[k]} {1.real}'.format(1, 2, name={'k': 'v'}), '%(a)s %(b)05.1f' % {'a': 1, 'b': 2.25})
print(ascii('ü€'), format(12345.678, '12.1f'), f'{"nested " + f"{1 + 1}"}')
x = 5
print(f'{x=} {x!r:>3} {x:{x}}')
