# percent_basic.py: Percent formatting: conversions, flags, width, precision.
# SPDX-License-Identifier: Apache-2.0

for spec in ('%d', '%i', '%u', '%5d', '%-5d|', '%05d', '%+d', '% d', '%x', '%X', '%#x', '%#X', '%o', '%#o', '%08x', '%#08x', '%.3d', '%5.3d', '%-+5d|', '%+05d', '%e', '%.2f', '%g', '%s', '%r', '%a', '%8s|', '%-8s|', '%.1s', '%c', '%ld', '%hd', '%Ld', '%#.0f', '% 05d', '%+ d', '%.0d', '%.d'):
    row = []
    for v in (0, 7, -42, 255, 10 ** 18):
        try:
            row.append(spec % v)
        except Exception as e:
            row.append(type(e).__name__)
    print(spec, row)
for spec in ('%f', '%.0f', '%.1f', '%10.3f|', '%-10.2f|', '%010.2f', '%+.2f', '% f', '%e', '%E', '%.0e', '%g', '%G', '%.3g', '%#g', '%s', '%r', '%d', '%i', '%.3s', '%F', '%#.0e', '%.10g', '%.0g', '%+08.1f'):
    print(spec, [spec % v for v in (0.0, 3.14159, -2.5, 1e10, 1e-10, 12345678.9)])
for spec in ('%s', '%r', '%a', '%5s|', '%-5s|', '%.2s|', '%5.1s|', '%c', '%05s'):
    print(spec, [spec % v for v in ('a', 'é')])
inf, nan = float('inf'), float('nan')
print('%f %F %e %g %s %5.1f|%-6f|%06f' % (inf, inf, -inf, nan, nan, inf, nan, -inf))
print('%s %s %s' % (None, [1, 'a'], {'k': 1.5}), '%r' % ('x',), '%s' % ((1, 2),), '%%' % (), '%d%%' % 5)
print('%*d|%-*d|%.*f|%*.*f|' % (5, 42, 5, 42, 2, 3.14159, 8, 3, 2.71828), '%*s|' % (-6, 'ab'), '%0*d' % (4, 7))
print('%c%c%c' % ('a', 66, '😀'), '%5c|' % 'x', '%-5c|' % 65, '%s' % 'é日', '%a' % '日')
print('%d' % 3.99, '%d' % -3.99, '%d' % True, '%i' % 2 ** 70, '%x' % 2 ** 70, '%s' % True, '%d' % 1e20, '%f' % 10, '%e' % 10 ** 30, '%g' % 2 ** 60)
print('%-010d|' % 5, '%+-6d|' % 5, '%#o %#x %#X' % (8, 255, 255), '%x %X' % (-255, -255), '%#x' % -1, '%#.5x' % 10, '%.5x' % -10)
