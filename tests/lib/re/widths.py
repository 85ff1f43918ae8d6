# re._parser is not documented, but packages ask it for the width of patterns.
import re
import re._constants
import re._parser

for pattern in ("", "a", "abc", "a?", "a*", "a+b", "a{2,5}", "(ab|c)", "(ab|c){3}", r"\d+|x", "(?=abc)d", "(?<=ab)c", r"(a|bb)\1",
                "[a-z]{3}", "(?:a{1000}){1000}", "(?P<n>x)(?(n)yy|z)", "é.", r"\bfoo\b$", "(?i:ab)", "a*?", "(?x) a b # c", "((a)(b))?",
                b"a\\x00?", "(a", "a{3,2}", "[", "(?P<n", "a**"):
    try:
        p = re._parser.parse(pattern)
        print(repr(pattern), [int(n) for n in p.getwidth()], p.state.groups)
    except re._constants.error as e:
        print(repr(pattern), e)
print([int(n) for n in re._parser.parse("a b", re.X).getwidth()], re._constants.MAXREPEAT == re._parser.MAXREPEAT, re._parser.error is re.error)
