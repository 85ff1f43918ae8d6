import base64, binascii

def show(f, *a, **k):
    try:
        print(f.__name__, a, k, repr(f(*a, **k)))
    except Exception as e:
        print(f.__name__, a, k, type(e).__name__, e)

data = [b"", b"a", b"ab", b"abc", b"hello world!", bytes(range(256)), b"\0" * 9, b"    " * 3, b"\xff\xfe\xfd\xfc\xfb"]
for d in data:
    for n in ("b64", "b32", "b32hex", "b16", "a85", "b85", "standard_b64", "urlsafe_b64"):
        e = getattr(base64, n + "encode")(d)
        assert getattr(base64, n + "decode")(e) == d, (n, d)
        print(n, e)
    print(base64.encodebytes(d), base64.b64encode(d, b"-_"), base64.a85encode(d, foldspaces=True, wrapcol=7, adobe=True), base64.a85encode(d, pad=True), base64.b85encode(d, pad=True))
    print(binascii.hexlify(d), binascii.hexlify(d, ":"), binascii.hexlify(d, "-", 3), binascii.crc32(d), binascii.crc_hqx(d, 7), binascii.b2a_qp(d), binascii.b2a_qp(d, True, False, True))
    if len(d) <= 45:
        print(binascii.b2a_uu(d), binascii.a2b_uu(binascii.b2a_uu(d, backtick=True)))
for s in (b"YQ==", b"YQ", b"YQ=", b"Y", b"YWJj\n", b"Y W J j", "YWJj", "é", b"YW=Jj", b"=YQ==", b"YQ==x", b"YQ==YQ==", b"====", b"A===", b"AB=C", 5, None):
    show(base64.b64decode, s)
    show(base64.b64decode, s, validate=True)
    show(base64.b32decode, s)
    show(base64.b85decode, s)
    show(base64.a85decode, s)
    show(base64.decodebytes, s)
show(base64.b64decode, b"a-b_", b"-_")
show(base64.b64decode, b"a-b_", b"-")
for s in (b"ME======", b"me======", b"M1======", b"MFRGG===", b"MFRGG", b"MFRGGZDF", b"MA======", b"M=======", b"@ABCDEFG"):
    show(base64.b32decode, s)
    show(base64.b32decode, s, True)
    show(base64.b32decode, s, map01="L")
    show(base64.b32hexdecode, s)
for s in (b"6162", b"61 2", b"616", b"ab", b"AB", b"zz", "6162", "é1"):
    show(base64.b16decode, s)
    show(base64.b16decode, s, True)
    show(binascii.unhexlify, s)
for s in (b"z", b"az", b"s8W-!", b"s8W-\"", b"uuuuu", b"<~87cURDZ~>", b"87cURDZ~>", b"87cUR DZ", b"y", b"ay", b"\x01"):
    show(base64.a85decode, s)
    show(base64.a85decode, s, foldspaces=True)
    show(base64.a85decode, s, adobe=True)
for s in (b"=41=42", b"a=\nb", b"=4", b"==", b"a_b", b"=zz"):
    show(binascii.a2b_qp, s)
    show(binascii.a2b_qp, s, header=True)
show(binascii.b2a_base64, b"abc", newline=False)
show(binascii.b2a_base64, "abc")
show(binascii.a2b_base64, b"Y!W@J#j")
show(base64.b64encode, "x")
