import io, token, tokenize

def show(f, *a):
    try:
        print(repr(f(*a)))
    except Exception as e:
        print(type(e).__name__, e)

srcs = ["x = 1 + 2.5e-3j\n", "def f(a, *b):\n    # c\n    return a[1:2] ** -b\n\nclass A: pass\n", "s = 'a' \"b\" f'{x!r}' rb'\\n' '''multi\nline''' u''\n", "if x:\n\ty = (1,\n  2)  # c\n\tz\n", "a \\\n + b\n", "x", "", "# only\n", "\n\n", "a := b -> c ... @= //= != <= >> ~ ^ |\n", "0xFF 0b1_0 0o17 1_000 .5 5. 1e10 1j 00\n", "'unclosed\n", "'''open\n", "(1,\n", "x $ y ? !\n", "if 1:\n    a\n  b\n", "é = 日\n", "async def f(): await g()\n", "'a\\\nb'\n", "  indented\n", "for i in x:\n  for j in y:\n    z\nw\n", "x=1;y=2\n", "lambda: 0\n"]
for s in srcs:
    show(lambda: list(tokenize.generate_tokens(io.StringIO(s).readline)))
    show(lambda: [(t.exact_type, t.string) for t in tokenize.tokenize(io.BytesIO(s.encode()).readline)])
    show(lambda: tokenize.untokenize(tokenize.generate_tokens(io.StringIO(s).readline)) == s)
    show(lambda: tokenize.untokenize([t[:2] for t in tokenize.generate_tokens(io.StringIO(s).readline)]))
for b in (b"# -*- coding: latin-1 -*-\nx", b"\xef\xbb\xbfx", b"\n# coding=utf-8\n", b"x", b"", b"# coding: nope\n", b"\xff\n", b"\xef\xbb\xbf# coding: latin-1\n"):
    show(tokenize.detect_encoding, io.BytesIO(b).readline)
print(token.tok_name[1], token.ISEOF(0), token.EXACT_TOKEN_TYPES["+="], token.ISTERMINAL(5), sorted(token.__all__) == sorted(n for n in token.__all__), token.N_TOKENS, tokenize.NAME)
