# mixed_numbers.py: ints and floats together, in expressions and conditions.
# SPDX-License-Identifier: Apache-2.0
inf, nan = float("inf"), float("nan")
for x in (0, 1, -3, 2**48, 2**49, 2**53 + 1, True, 0.0, -0.0, 2.5, inf, nan):
    for y in (0.5, -0.0, 3.0, inf, -inf, nan, 7, 0, -2**49, False, 2**60):
        row = [x + y, x - y, x * y]
        try:
            row.append(x / y)
        except ZeroDivisionError as e:
            row.append(str(e))
        z = x
        z += y
        z -= 1.5
        z *= 2
        row.append(z)
        flags = [x < y, x <= y, x == y, x != y, x > y, x >= y]
        if x < y:
            flags.append("<")
        if not x <= y:
            flags.append("!<=")
        if x == y:
            flags.append("==")
        if x != y:
            flags.append("!=")
        if x > 2:
            flags.append(">2")
        if not y >= 0.5:
            flags.append("!>=.5")
        if y < 1:
            flags.append("<1")
        while x == 3.0:
            break
        print(row, flags)
