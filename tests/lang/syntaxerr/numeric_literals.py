# numeric_literals.py: Malformed numeric literals.
# SPDX-License-Identifier: Apache-2.0

for src in ('01', '1__0', '1_', '_1', '0_', '0x', '0xg', '0o8', '0b2', '0b',
            '1e', '1e+', '1.e', '0_7', '1_.5', '1._5', '1e_5', '0777', '00_1',
            '1x', '0o', '0o_', '0b_', '1_e5', '12abc', '0xfgh', '1.5abc', '5.a',
            '0b12', '0o78', '1jx', '1__0.0', '0x_'):
    try:
        print(src, '=', eval(src))
    except SyntaxError as e:
        print(src, '->', e.msg)
    except NameError as e:
        print(src, '-> NameError', e)
