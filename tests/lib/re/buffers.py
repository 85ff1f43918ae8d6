"""sub() of buffers and of subclasses gives plain bytes and str."""
import re


class S(str):
    pass


class B(bytes):
    pass


for text in bytearray(b"abc"), memoryview(b"abc"), B(b"abc"):
    for pattern in b"a", b"z", b"[a-z]", b"":
        for repl in b"-", lambda m: b"-", lambda m: m[0] * 2:
            print(re.sub(pattern, repl, text), re.subn(pattern, repl, text, 1))
            print(type(re.sub(pattern, repl, text)).__name__)
for pattern in "a", "z", "":
    for repl in "-", lambda m: "-":
        got = re.sub(pattern, repl, S("abc"))
        print(got, type(got).__name__)

# Whoever is asked for the replacement may change the text.
text = bytearray(b"one two three")


def shrink(m):
    try:
        del text[4:]
    except BufferError:
        pass
    return b"-"


print(len(re.sub(rb"\w+", shrink, text)) > 0)
