# mandelbrot.py: float arithmetic in nested loops.
# SPDX-License-Identifier: Apache-2.0
def escape(cr, ci, limit):
    zr = zi = 0.0
    for step in range(limit):
        rr, ii = zr * zr, zi * zi
        if rr + ii > 4.0:
            return step
        zi = 2.0 * zr * zi + ci
        zr = rr - ii + cr
    return limit


def picture(width, height, limit):
    inside = 0
    checksum = 0
    for y in range(height):
        ci = 2.4 * y / height - 1.2
        for x in range(width):
            n = escape(3.2 * x / width - 2.2, ci, limit)
            inside += n == limit
            checksum = (checksum * 31 + n) % 1_000_003
    return inside, checksum


print(picture(90, 60, 80))
