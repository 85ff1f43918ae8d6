# Bytes and their escapes, both ways: every byte, every argument.
from urllib.parse import (quote, quote_from_bytes, quote_plus, unquote,
                          unquote_plus, unquote_to_bytes, urlencode, parse_qsl)


class Text(str):
    pass


for c in range(256):
    data = bytes([c])
    print(c, quote_from_bytes(data), quote_from_bytes(b'a' + data + b'/', ''),
          quote(chr(c)), quote_plus(chr(c) + ' /', safe='%'),
          quote_from_bytes(data, bytes(range(120, 200))))
for text in ('', '%', '%%', '%4', '%41', '%4g', '%G1', 'a%41b%', '%c3%a4', '%C3',
             '%C3%A4%', 'ä%41%c3%a4ö', '%00%ff', '+%2B+', '%E2%82%AC%20x', 'é%'):
    print(ascii(unquote(text)), unquote_to_bytes(text), ascii(unquote_plus(text)),
          ascii(unquote(text, 'latin-1')), ascii(unquote(text, errors='ignore')),
          ascii(unquote(text.encode())))
print(quote('häß/ x'), quote('ä', encoding='latin-1'), quote(Text('a b')),
      quote(bytearray(b'a b')), quote('a b', safe=' '), quote('\udc80', errors='replace'))
print(urlencode({'a b': 'ä&=', 'n': 5, 'l': [1, 'x y']}, doseq=True),
      parse_qsl('a=%C3%A4&b=x+y%21&c=%zz'))
for wrong in (5, None, 'text'):
    try:
        print(quote_from_bytes(wrong))
    except TypeError as e:
        print(e)
