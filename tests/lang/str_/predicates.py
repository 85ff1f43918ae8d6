# predicates.py: isalpha, isdigit, isdecimal, isnumeric, isalnum, isspace, isidentifier, isprintable, isascii.
# SPDX-License-Identifier: Apache-2.0

chars = ['', 'a', 'Z', 'é', 'ß', '1', '٣', '²', '½', 'Ⅷ', '一', '①', '_', ' ', '\t', '\n', '\xa0', '\u2003', '\u200b', '\x00', '\x7f', '\x80', '😀', '\u0301', 'ª', '°', '৪', '𝟗', '-', '.', '\ud800', '\xad', '\u2028', '\x1c', '\x85', '\u3000', 'ǅ', '〇', '௰', '℘', '·', '\u180e', '\ufeff', '\u0378']
for c in chars:
    print(ascii(c), *(int(getattr(c, m)()) for m in ('isalpha', 'isdigit', 'isdecimal', 'isnumeric', 'isalnum', 'isspace', 'isidentifier', 'isprintable', 'isascii', 'isupper', 'islower', 'istitle')))
for s in ('abc', 'ab1', '123', '1a', 'a_b', '_x', '1x', 'a b', 'class', 'é1', '12٣', '1²', '1½', ' \t\n', 'a\n', 'naïve', 'x' * 100, 'ab-c', '日本語', 'ａ'):
    print(repr(s), *(int(getattr(s, m)()) for m in ('isalpha', 'isdigit', 'isdecimal', 'isnumeric', 'isalnum', 'isspace', 'isidentifier', 'isprintable', 'isascii')))
try:
    'a'.isalpha(1)
except TypeError as e:
    print(e)
