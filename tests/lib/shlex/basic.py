import shlex

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

cases = ["foo bar", " a  'b c' \"d e\" ", r"a\ b \"c\" 'd\e' \"f\\g\"", "x # comment\ny", "'unclosed", "esc\\", "", "a''b", "''", '""', "foo#bar", "a;b && c|d>e", "é ü", "a\nb", "--x=y -z 'w'", "\"a\\\"b\"", "'a\\'b'", "~/x *.py"]
for c in cases:
    show(shlex.split, c)
    show(shlex.split, c, posix=False)
    show(shlex.split, c, comments=True)
    show(lambda: list(shlex.shlex(c)))
    show(lambda: list(shlex.shlex(c, posix=True)))
    show(lambda: list(shlex.shlex(c, punctuation_chars=True)))
    show(lambda: list(shlex.shlex(c, posix=True, punctuation_chars="|;")))
    print(shlex.quote(c))
print(shlex.join(["a b", "c", "it's", ""]))
l = shlex.shlex("a b c")
print(l.get_token(), l.lineno)
l.push_token("z")
print(l.get_token(), l.get_token(), l.error_leader("f", 3), list(l))
