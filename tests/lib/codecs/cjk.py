# The encodings of East Asia: every character, every pair of bytes, and the
# errors of wrong input.
import codecs
import hashlib
import io

CODECS = ("gb18030 gbk gb2312 cp950 big5 cp949 euc_kr cp932 shift_jis euc_jp "
          "iso2022_jp").split()


def digest(data):
    if isinstance(data, str):
        data = data.encode("utf-8", "surrogatepass")
    return len(data), hashlib.sha256(data).hexdigest()[:16]


every = "".join([chr(c) for c in range(0x10000) if not 0xD800 <= c < 0xE000])
beyond = "".join([chr(c) for c in range(0x10000, 0x110000, 997)])
for name in CODECS[:-1]:
    print(name, codecs.lookup(name).name)
    for text in (every, beyond):
        raw = text.encode(name, "replace")
        print(" encode", digest(raw), digest(raw.decode(name)))
    pairs = [bytes([a, b]) for a in range(0x80, 0x100) for b in range(256)]
    print(" decode", digest(b"\n".join(pairs).decode(name, "replace")))

three = [bytes([0x8F, a, b]) for a in range(0xA0, 0x100) for b in range(0xA0, 0x100)]
print(digest(b"\n".join(three).decode("euc_jp", "replace")))
four = [bytes([a, b, c, d]) for a in (0x81, 0x82, 0x84, 0x85, 0x8F, 0x90, 0xE3, 0xE4)
        for b in range(0x2F, 0x3B) for c in range(0x7F, 0x101, 7) if c < 256
        for d in range(0x2F, 0x3B)]
print(digest(b"\n".join(four).decode("gb18030", "replace")))


def attempt(action):
    try:
        print(" ", ascii(action()))
    except UnicodeError as e:
        print(" ", e, e.start, e.end, e.encoding, e.reason)
    except LookupError as e:
        print(" ", e)


WRONG = (b"a\x80", b"a\xff", b"a\xa1", b"a\xa1 b", b"\x81", b"\x81\x30", b"\x81\x30\x81",
         b"\x8e", b"\x8e\xa1", b"\x8e\x20", b"\x8f", b"\x8f\xa1", b"\x8f\xa1\xa1x",
         b"\xa4\xd4", b"\xa4\xd4\xa4\xa4\xa4\xbf\xa4\xd4", b"\xa4\xd4\xa4\xa4\xa4\xbf\xa4\xb9",
         b"\xa4\xd4\xa4\x20\xa4\xbf\xa4\xd4", b"\xfd\xfe", b"\x1b$B\x30", b"\x1b(Zab", b"\x1bq",
         b"\x1b", b"\x1b$B!\x1b(Bab", b"\x1b(J\\~a\x1b(B\\", b"\x1b$@F|\nab")
for name in CODECS:
    print(name)
    for raw in WRONG:
        attempt(lambda: raw.decode(name))
        attempt(lambda: raw.decode(name, "surrogateescape"))
    for text in ("a\u20ac\xe9\u0e01\ud800z", "\uac02\ub620", "\U00020000", "\xa5\u203e\\~"):
        attempt(lambda: text.encode(name))
        attempt(lambda: text.encode(name, "xmlcharrefreplace"))
        attempt(lambda: text.encode(name, "namereplace"))

for alias in ("GBK", "936", "ms936", "Shift-JIS", "sjis", "ms932", "EUC-JP", "ujis", "euckr",
              "ks_c_5601-1987", "uhc", "big5-tw", "csbig5", "gb18030-2000", "iso-2022-jp"):
    print(alias, codecs.lookup(alias).name)

for name in CODECS:
    raw = "a\u4e00\u4e01z".encode(name, "replace")
    decoder = codecs.getincrementaldecoder(name)()
    parts = [decoder.decode(raw[i:i + 1]) for i in range(len(raw))]
    print(name, ascii("".join(parts) + decoder.decode(b"", True)))
    stream = io.TextIOWrapper(io.BytesIO(raw * 3), encoding=name, newline="")
    print(ascii(stream.read(2)), ascii(stream.read()))
