"""Warnings of the compiler: what, where, and as errors."""
import warnings
cases = ['x is 1', 'x is not 1', '1 is x', 'x is -1', 'x is ()', 'x is (1,2)', 'x is (1,[2])', 'x is []', 'x is None', 'x is ...', 'x is True', 'x is "a"', 'x is b"a"', 'x is f"{y}"', 'x is 1+1', 'x is 1.5', 'a is b is 1', 'x is (None,)', 'x is 1j', 'x is "a" "b"', 'x is f"a"','x is ~1', 'x is not -1.5',
 'assert (x, "m")', 'assert (1,2)', 'assert ()', 'assert (x,)', 'assert (x, y), "z"', 'assert x',
 '1()', '"a"()', '()()', '[](1)', '(1,2)(3)', '[1](2)', '{}()', '{1}()', '[x for x in y]()', '{x for x in y}()', '{x:1 for x in y}()', '(x for x in y)()', 'f"{x}"()', 'None()', '...()', 'True()', '1.5()', '1j()', 'b"a"()', '(lambda: 1)()', '"a".x()', '(x)()',
 '1[0]', 'None[0]', '...[0]', '1.5[0]', '1j[0]', 'True[0]', '"a"[0]', '{1}[0]', '{x for x in y}[0]', '(x for x in y)[0]', '(lambda: 1)[0]', '{}[0]', '[1][0]',
 '"a"["b"]', '"a"[1.5]', '"a"[x]', '"a"[1:2]', '"a"[None]', '"a"[True]', '"a"[(1,2)]', '"a"[1,2]','"a"[[]]', '[1,2]["a"]', '(1,2)["a"]', '[x for x in y]["a"]', 'f"{x}"["a"]', 'b"a"["a"]', '"a"[{}]', '"a"[{1}]', '"a"[lambda: 1]', '"a"[f"x"]', '"a"[f"{x}"]', '"a"[x for x in y]' , '"a"[(x for x in y)]', '"a"[...]', '"a"[-1]', '"a"[1j]', '"a"[[x for x in y]]', '"a"["b"] = 1', 'del "a"["b"]', '"a"["b"] += 1', '1[0] = 2', '[1]["a"] = 1','[1, 2][3, 4]',
 r'"\d"', r'b"\d"', r'f"\d{x}"', r'"\8"', r'"\400"', r'"""a\nb' + '\n\n' + r'\q"""', r'r"\d"', r'"\N"' , r'"\d\e"', r'"a" "\d"', r'"\é"', r'f"\{x}"', r'f"{x:\d}"', r'b"\u1234"',
 '1if x else 2', '0x1for x in y', '1or 2', '1_0and 3', '1.5if 2 else 3', '1jif 2 else 3', '0b1and 1', '0o7or 2','1in x','1is x','0xfor x in y', '[1for x in y]', '0x1if x else 2', '1not in x', '1.and 2', '1e5or 1', '1if 1else 2']
def warned(s):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('always')
        try: compile(s, 'f.py', 'exec')
        except SyntaxError as e: return [('E', e.msg, e.lineno, e.offset)]
    return [(x.category.__name__, str(x.message), x.lineno) for x in w]
def erred(s):
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter('error')
        try: compile(s, 'f.py', 'exec')
        except SyntaxError as e: return (e.msg, e.filename, e.lineno, e.offset, e.end_lineno, e.end_offset, e.text)
for s in cases:
    print(ascii(s), warned(s))
    print('   ', erred(s))

# given once per place, with the filters of the program, by whatever compiles
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    exec('x = 1\nx is 1\n\n\nassert (x, 2)')
    eval('"a" is "b"')
    print([(x.filename, x.lineno, x.category.__name__) for x in w])
    code = compile('y = 1\nif y is 1: print("run")', 'g.py', 'exec')
    print(len(w))
    exec(code)
    print(len(w))
with warnings.catch_warnings():
    warnings.simplefilter('error', SyntaxWarning)
    try:
        exec('def f():\n    return é is 1')
    except SyntaxError as e:
        print(e, e.offset, e.end_offset)
    print(compile('"\\d"', 'h.py', 'eval') is not None)
import ast
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    ast.parse('"\\d"; x is 1; 1if x else 2')
    print([str(x.message) for x in w])
