# _decimal_log.py - exp, ln and log10 on integers, for decimal.
#
# Each function returns an integer `v` for a wanted number of digits together
# with its error bound in units of the last place; decimal asks again with
# more digits until the rounding is certain.
#
# SPDX-License-Identifier: Apache-2.0
from math import log


def _acoth(n, bits):
    """acoth(n) * 2**bits, error below 1 unit per term."""
    term = (1 << bits) // n
    total, square, k = term, n * n, 1
    while term:
        term //= square
        k += 2
        total += term // k
    return total


def _ln10(bits):
    """ln(10) * 2**bits, error below 2 units."""
    # A four-term formula with large arguments: about bits/16 divisions.
    b = bits + 32
    total = (478 * _acoth(251, b) + 180 * _acoth(449, b)
             - 126 * _acoth(4801, b) + 206 * _acoth(8749, b))
    return total >> 32


def _exp_fixed(r, bits):
    """exp(r / 2**bits) * 2**bits for |r / 2**bits| < 4."""
    halvings = 4 + int(bits ** 0.5) // 2
    b = bits + halvings + 16
    one = 1 << b
    x = r << 16  # r / 2**halvings at b bits
    total, term, k = one + x, x, 1
    while term not in (0, -1):
        k += 1
        term = ((term * x) >> b) // k
        total += term
    for _ in range(halvings):
        total = (total * total) >> b
    return total >> (halvings + 16)


def exp_digits(sign, c, e, digits):  # native candidate
    """(v, exponent): exp(+-c * 10**e) is v * 10**exponent within 3 units,
    v having digits + 1 or more digits."""
    bits = int(digits * 3.3219280948873626) + 24
    size = max(0, int((c.bit_length() + e * 3.3219280948873626)) + 2)
    wide = bits + size
    if e >= 0:
        x = (c * 10 ** e) << wide
    else:
        x = (c << wide) // 10 ** -e
    if sign:
        x = -x
    ln10 = _ln10(wide)
    k, r = divmod(x, ln10)
    value = _exp_fixed(r >> (wide - bits), bits)
    return (value * 10 ** digits) >> bits, k - digits


def _ln_fixed(y, bits):
    """ln(y / 2**bits) * 2**bits for y / 2**bits in [0.1, 10)."""
    z = int(log((y >> max(0, bits - 60)) / (1 << min(bits, 60)))
            * (1 << 50))
    z = z << (bits - 50) if bits >= 50 else z >> (50 - bits)
    good = 44
    while good < bits:
        grown = _exp_fixed(z, bits)
        z += 2 * (((y - grown) << bits) // (y + grown))
        good *= 3
    return z


def ln_digits(c, e, digits):  # native candidate
    """v: ln(c * 10**e) is v * 10**-digits within 3 units."""
    n = _count(c)
    shift = e + n - 1  # c * 10**e = m * 10**shift with 1 <= m < 10
    if shift == -1:  # below 1: keep m near 1, else the parts cancel
        shift, n = 0, n + 1
    bits = int((digits + len(str(abs(shift)))) * 3.3219280948873626) + 32
    p = n - 1
    m = (c << bits) // 10 ** p
    total = _ln_fixed(m, bits)
    if shift:
        total += shift * _ln10(bits)
    scaled = total * 10 ** digits
    return scaled >> bits


def log10_digits(c, e, digits):  # native candidate
    """v: log10(c * 10**e) is v * 10**-digits within 4 units."""
    n = _count(c)
    shift = e + n - 1
    bits = int(digits * 3.3219280948873626) + 40
    if shift == -1:
        shift, n = 0, n + 1
    p = n - 1
    m = (c << bits) // 10 ** p
    total = _ln_fixed(m, bits)
    v = (total * 10 ** digits) // _ln10(bits)
    return v + shift * 10 ** digits


def _count(n):
    """Decimal digits of n > 0."""
    d = n.bit_length() * 30103 // 100000
    while 10 ** d <= n:
        d += 1
    return d
