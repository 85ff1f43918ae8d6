# fstrings.py: Malformed f-strings of 3.11.
# SPDX-License-Identifier: Apache-2.0

for src in ("f'{}'", "f'{ }'", "f'{'", "f'}'", "f'{a'", "f'a}'", "f'{a!}'", "f'{a!x}'", "f'{a!rr}'", "f'{!r}'", "f'{:x}'",
            "f'{a b}'", "f'{1 +}'", "f'{lambda x: 1}'", "f'{a$b}'", "f'{(}'", "f'{a)}'", "f'{a]}'", "f'{{}'", "f'{a:}}'", "f'{=}'",
            "f'{a!r=}'", "f'{a ! r}'", "f'{yield}'", "f'{*a}'", "f'{**a}'", "f'{a.}'", "f'{,}'", "f'{a:{}}'", "f'{a = b}'", "f'{a := 5}'",
            "f'{return}'", "f'{if}'", "f'{1}' b'x'", "f'{x:{y!q}}'", "f'\\x4'", "f'\\N{nope}'", "f'{None.x y}'", "f'{a[}'"):
    try:
        compile(src, 's', 'eval')
        print(src, 'ok')
    except SyntaxError as e:
        print(src, '->', e.msg)
