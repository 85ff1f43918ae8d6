# complex_specs.py: Format specs and repr for complex numbers.
# SPDX-License-Identifier: Apache-2.0

vals = (0j, 1 + 2j, -1 - 2j, 1.5 - 0.5j, 1e20 + 1e-20j, complex(-0.0, 0.0), complex(0.0, -0.0), complex('inf'), complex('nan+infj'), 123456.789 + 1j)
for v in vals:
    print(v, [format(v, s) for s in ('', '.2f', 'e', '.3g', 'g', '+.1f', ' ', '20', '<20', '^24', '>20.1f', ',', ',.1f', '_.2f', '#g', 'E', 'F', 'n', '.0f', '*^30')])
for spec in ('d', 'x', 's', '%', '08', '=10', '0=10', 'q', 'c', 'b', '010.2f', '=', '.'):
    try:
        print(repr(spec), format(1 + 2j, spec))
    except ValueError as e:
        print(repr(spec), e)
for v in (1j, -1j, 1 + 0j, 0 + 1j, -0j, 1e300 * 1e10j, complex(1, float('nan')), complex(float('nan'), 0), complex(float('-inf'), -0.0), 1e16 + 1e-5j, 3.0 + 4j):
    print(repr(v), str(v), f'{v}', '%s' % v)
for src in ('"%d" % 1j', '"%f" % 1j', '"%x" % (1+2j)', '"%s" % (1+2j)', '"%r" % 1j', '"{:>8}|".format(2j)', '"{:.1f}".format(1/3+1j)'):
    try:
        print(src, eval(src))
    except (TypeError, ValueError) as e:
        print(src, '->', e)
