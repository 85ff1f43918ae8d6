# colorsys.py - conversion between RGB, YIQ, HLS and HSV colours.
#
# SPDX-License-Identifier: Apache-2.0
"""Colours in other systems than RGB."""

__all__ = ["rgb_to_yiq", "yiq_to_rgb", "rgb_to_hls", "hls_to_rgb",
           "rgb_to_hsv", "hsv_to_rgb"]

ONE_THIRD = 1.0 / 3.0
ONE_SIXTH = 1.0 / 6.0
TWO_THIRD = 2.0 / 3.0


def rgb_to_yiq(r, g, b):
    y = 0.30 * r + 0.59 * g + 0.11 * b
    red, blue = r - y, b - y
    return y, 0.74 * red - 0.27 * blue, 0.48 * red + 0.41 * blue


def _unit(x):
    return 0.0 if x < 0.0 else 1.0 if x > 1.0 else x


def yiq_to_rgb(y, i, q):
    r = y + 0.9468822170900693 * i + 0.6235565819861433 * q
    g = y - 0.27478764629897834 * i - 0.6356910791873801 * q
    b = y - 1.1085450346420322 * i + 1.7090069284064666 * q
    return _unit(r), _unit(g), _unit(b)


def _hue(r, g, b, high, spread):
    rc = (high - r) / spread
    gc = (high - g) / spread
    bc = (high - b) / spread
    if r == high:
        h = bc - gc
    elif g == high:
        h = 2.0 + rc - bc
    else:
        h = 4.0 + gc - rc
    return (h / 6.0) % 1.0


def rgb_to_hls(r, g, b):
    high = max(r, g, b)
    low = min(r, g, b)
    total = high + low
    spread = high - low
    l = total / 2.0
    if low == high:
        return 0.0, l, 0.0
    if l <= 0.5:
        s = spread / total
    else:
        s = spread / (2.0 - total)
    return _hue(r, g, b, high, spread), l, s


def hls_to_rgb(h, l, s):
    if s == 0.0:
        return l, l, l
    high = l * (1.0 + s) if l <= 0.5 else l + s - l * s
    low = 2.0 * l - high

    def part(hue):
        """Rises, stays high, falls and stays low, around the circle."""
        place = hue % 1.0
        if ONE_SIXTH <= place < 0.5:
            return high
        if place >= TWO_THIRD:
            return low
        rise = place if place < ONE_SIXTH else TWO_THIRD - place
        return low + (high - low) * rise * 6.0

    return part(h + ONE_THIRD), part(h), part(h - ONE_THIRD)


def rgb_to_hsv(r, g, b):
    high = max(r, g, b)
    low = min(r, g, b)
    spread = high - low
    if low == high:
        return 0.0, 0.0, high
    return _hue(r, g, b, high, spread), spread / high, high


def hsv_to_rgb(h, s, v):
    if s == 0.0:
        return v, v, v
    i = int(h * 6.0)
    f = (h * 6.0) - i
    p = v * (1.0 - s)
    q = v * (1.0 - s * f)
    t = v * (1.0 - s * (1.0 - f))
    return ((v, t, p), (q, v, p), (p, v, t), (p, q, v), (t, p, v),
            (v, p, q))[i % 6]
