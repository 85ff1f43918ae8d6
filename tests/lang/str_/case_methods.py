# case_methods.py: upper, lower, title, capitalize, swapcase, casefold with Unicode.
# SPDX-License-Identifier: Apache-2.0

words = ('', 'hello World', 'ÀÉÎ', 'straße', 'ǆ', 'ǅ', 'İ', 'ı', 'ΑΣ', 'Σ', 'σς', 'ﬁ', 'ŉ', 'они', "they're bill's", 'x1y', '1a', 'ß', 'ẞ', 'ÿ', 'µ', '日本', 'A.b-c_d', 'ὈΔΥΣΣΕΎΣ', 'ᾳ', '𐐀𐐨', 'éa', 'ſ')
for w in words:
    print(repr(w), w.upper(), w.lower(), w.title(), w.capitalize(), w.swapcase(), ascii(w.casefold()))
print('HELLO'.lower() == 'hello', 'Straße'.casefold() == 'STRASSE'.casefold(), 'İ'.lower() == 'i\u0307', len('İ'.lower()), len('ß'.upper()), len('ŉ'.upper()))
print("they're bill's friends from the UK".title(), 'x 9a b2c'.title(), 'ǆabc'.capitalize() == 'ǅabc', 'ǆabc'.title() == 'ǅabc', 'aΣ'.lower(), 'Σa'.lower(), 'aΣb'.lower(), 'aΣ.'.lower(), 'Σ'.lower())
for m in ('upper', 'lower', 'title', 'capitalize', 'swapcase', 'casefold'):
    for args in ((1,), ('a', 'b')):
        try:
            getattr('x', m)(*args)
        except TypeError as e:
            print(e)
for w in ('abc', 'ABC', 'Abc', 'aBc', 'Abc Def', 'abc1', '1', '', ' ', 'Ab Cd1e', 'É', 'é', 'ǅ', 'ª', 'ⓐ', 'Ⓐ', 'ⅷ', 'A1', 'a b', "It's", 'ʰ', '日'):
    print(repr(w), w.isupper(), w.islower(), w.istitle())
print(str.upper('x'), [*map(str.title, ['ab cd', 'x'])])
