# string_literals.py: Malformed string literals.
# SPDX-License-Identifier: Apache-2.0

for src in ("'abc", '"""abc', "'\\x4'", "'\\u123'", "'\\U00110000'",
            "'\\N{no such name}'", "'\\N'", "b'\\x4'", "b'é'", "'a' b'b'",
            "ur'x'", "'\\U1234567'", "'\\", "bu'x'", "ff'x'", "'a\nb'"):
    try:
        print(src, eval(src))
    except SyntaxError as e:
        print(ascii(src), '->', e.msg)
