import colorsys, fnmatch, secrets

for r in (0, 0.2, 0.5, 1):
    for g in (0, 0.3, 1):
        for b in (0.1, 0.9, 1):
            print(colorsys.rgb_to_yiq(r, g, b), colorsys.yiq_to_rgb(r, g, b), colorsys.rgb_to_hls(r, g, b), colorsys.hls_to_rgb(r, g, b), colorsys.rgb_to_hsv(r, g, b), colorsys.hsv_to_rgb(r, g, b))
for p in ("*", "*.py", "a?c", "[abc]*", "[!abc]", "[a-c]x", "[]a]", "[!]a]", "[a", "a[", "**x**y", "a.b", "[z-a]", "[a-]", "[--0]", "\\*", "*a*b*c", "", "[^x]", "[!a-c]z", "[a&&b]", "[[:x]"):
    print(repr(p), fnmatch.translate(p), [n for n in ("abc", "a.py", "axc", "x", "]", "a", "[a", "xxyy", "a.b", "-", "Abc", "^", "dz", "") if fnmatch.fnmatch(n, p)], fnmatch.filter(["a", "b.py", "abc"], p))
print(fnmatch.fnmatchcase("A", "a"), fnmatch.fnmatch(b"abc", b"a*"))
print(len(secrets.token_bytes(5)), len(secrets.token_hex(4)), len(secrets.token_urlsafe(6)), secrets.randbelow(1), secrets.choice([7]), 0 <= secrets.randbits(3) < 8, secrets.compare_digest("a", "a"))
try:
    secrets.randbelow(0)
except ValueError as e:
    print(e)
