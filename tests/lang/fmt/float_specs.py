# float_specs.py: Format specs for float, thoroughly.
# SPDX-License-Identifier: Apache-2.0

vals = (0.0, -0.0, 1.0, -1.5, 0.1, 123.456, 1e-7, 1e16, 1e22, 123456789.123, 1e300, 5e-324, 2.5, 3.5, 0.5, 1 / 3, 9.995, 99999.5)
specs = ('', 'e', 'E', '.0e', '.3e', 'f', '.0f', '.1f', '.10f', 'g', '.3g', '.0g', '.10g', 'G', '#g', '#.0f', '#.0e', '%', '.1%', 'n',
         '+', ' ', '10', '<10', '^10', '010', '+010.2f', ',', ',.2f', '_.3f', '.2', '.5', '.17', '*^12.3f', '=+12.1f', '012,.2f', '#.3g', '.0%')
for v in vals:
    print(v, [format(v, s) for s in specs])
inf, nan = float('inf'), float('nan')
for v in (inf, -inf, nan):
    print([format(v, s) for s in ('', 'f', 'F', 'e', 'E', 'g', 'G', '%', '08', '+', '<8', '08.2f', '+08', ',', 'n')])
for spec in ('d', 'x', 's', 'c', 'b', 'q', '.', '.f', '5.', ',_', '_,', '..2', '.2.3', '.2ff', '#d', '.-1f', '.+2', 'r', '.99999999999f', '=s'):
    try:
        print(repr(spec), repr(format(1.5, spec))[:50])
    except (ValueError, OverflowError) as e:
        print(repr(spec), type(e).__name__, e)
print(f'{1e100:f}')
print(f'{0.1:.30f} {1e-10:.20f} {123456.789:.15g} {2 ** 0.5:.50f}')
print(f'{1234.5678:.2f} {1234.5678:8.1f} {1234.5678:,.1f} {-1234.5678:+,.3f} {1234.5678:e} {0.00001234:g} {1e15:g} {1e5:g} {1e6:g} {123456.7:g} {1234567.8:g}')
print([f'{x:.0f}' for x in (0.5, 1.5, 2.5, 3.5, -0.5, -1.5)], [f'{x:.1f}' for x in (0.05, 0.15, 0.25, 0.35, 0.45)], [f'{x:.2f}' for x in (1.005, 2.675, 1.115)])
for w in range(4, 14):
    print(f'{1234.5:0{w},.1f}', f'{-1234.5:0{w},}', f'{0.001:0{w}_e}', sep='|')
print(f'{1e16:.1f} {1e16} {1e15} {123456789012345678.0} {0.0001} {0.00001} {1e-5:.5f}')
print(format(1.0, '.3'), format(100.0, '.2'), format(1e10, '.3'), format(0.1, '.1'), format(123.0, '10.2'), format(1e-10, '.2'))
