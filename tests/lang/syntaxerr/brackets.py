# brackets.py: Unbalanced brackets and missing commas.
# SPDX-License-Identifier: Apache-2.0

for src in ('if x = 1: pass', 'while x = 1: pass', '(', ')', '(]', '[1, 2', '{1: 2',
            'x = (1, 2', '"abc', 'a b c', 'x = 5 5', '[1 2]', '{1 2}', '(1 2)', 'f(1 2)',
            'f(a b)', '{"a" 1}', '{"a": }', '{"a": 1 "b": 2}'):
    try:
        compile(src, 's', 'exec')
        print(repr(src), 'ok')
    except SyntaxError as e:
        print(repr(src), '->', type(e).__name__, e.msg)
