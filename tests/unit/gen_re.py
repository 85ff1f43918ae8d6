#!/usr/bin/env python3
"""gen_re.py - vectors for test_re.c, taken from CPython's re.

Usage: python3 tests/unit/gen_re.py > tests/unit/vec/re.inc   (CPython 3.11)

Three X-macro lists: RE_CASE (pattern, flags, subject, operation, expected
spans), RE_BAD (patterns that must be refused, with text and position) and
RE_SUB (templates).  Offsets are byte offsets in UTF-8.

SPDX-License-Identifier: Apache-2.0
"""

import random
import re
import sys
import warnings

warnings.simplefilter("ignore")
assert sys.version_info[:2] == (3, 11), "expectations come from CPython 3.11"

I, M, S, X, A = re.I, re.M, re.S, re.X, re.A

LOG = (
    '10.0.0.1 - bob [10/Oct/2023:13:55:36 +0000] "GET /a/b?q=1 HTTP/1.1" '
    '200 2326\n2024-01-31T08:15:30Z ERROR db: timeout after 35ms (id=42)\n'
    "key = value # comment\nmail: joe.doe@example.org, x@y.io\n"
)
UNI = "Größe: 42 µm, naïve café — ΣΊΣΥΦΟΣ ſtraße K İı 日本語 １２３ x\u2003y \U0001f600!"

# (pattern, flags, subjects)
HAND = [
    (r"\d+", 0, [LOG, UNI, "", "abc"]),
    (r"\w+", 0, [LOG[:80], UNI]),
    (r"\w+", A, [UNI]),
    (r"\s+", 0, [LOG[:60], UNI, "\x1c\x1d a\x85b\xa0"]),
    (r"\s+", A, ["\x1c\x1d a\x85b\xa0"]),
    (r"\D+|\S+|\W+", 0, [LOG[:60], UNI]),
    (r"[^\W\d_]+", 0, [UNI, LOG[:60]]),
    (r"[\w.]+@[\w.]+\.\w+", 0, [LOG]),
    (r"(\d{1,3})(?:\.(\d{1,3})){3}", 0, [LOG, "1.2.3.4.5.6.7.8", "1.2.3"]),
    (r'"(GET|POST) ([^ "]+) HTTP/(\d\.\d)" (\d{3}) (\d+|-)', 0, [LOG]),
    (r"^(?P<key>\w+)\s*=\s*(?P<val>.*?)\s*(?:#.*)?$", M, [LOG, "a=b"]),
    (r"^.*$", 0, [LOG]),
    (r"^.*$", M, [LOG, "\n\n", "a\n"]),
    (r"^", M, ["a\nb\n", "", "\n"]),
    (r"$", 0, ["a\n", "a\nb", ""]),
    (r"$", M, ["a\n", "a\nb", ""]),
    (r"\A\w|\w\Z", M, ["ab\ncd\n", "ab\ncd"]),
    (r".*HTTP.*", 0, [LOG]),
    (r".*?(\d+)ms", 0, [LOG]),
    (r".*?(\d+)ms", S, [LOG]),
    (r"(.*)o", 0, ["foo boo\nzoo", ""]),
    (r"(.+)o", 0, ["foo boo\nzoo", "oo", "o"]),
    (r"(.*?)o", 0, ["foo boo\nzoo", "o"]),
    (r"(.+?)o", 0, ["foo boo\nzoo", "o"]),
    (r".{3,}x", 0, ["axbxcxdxe", "xxx", "abx"]),
    (r"[^,]*,", 0, ["a,b,,c"]),
    (r"\S+@\S+\.\S+", 0, [LOG]),
    (r"\bfoo\b", 0, ["foo foot a.foo-b", UNI]),
    (r"\b", 0, ["ab cd", "", UNI[:20]]),
    (r"\b", A, [UNI[:20]]),
    (r"\B", 0, ["ab cd", "", "a", " "]),
    (r"(?a:\b)\w", 0, ["é a é1"]),
    (r"x*", 0, ["abxd", "", "xx"]),
    (r"x*?", 0, ["abxd", "xx"]),
    (r"a|ab|abc", 0, ["abc", "ab"]),
    (r"(a|ab)(c|bcd)(d*)", 0, ["abcd"]),
    (r"(a*)*", 0, ["aab", "", "b"]),
    (r"(a*)+", 0, ["aab", "", "b"]),
    (r"(a|b)*", 0, ["abab", "c"]),
    (r"(?:(a)|b)*", 0, ["ab", "ba", "bb"]),
    (r"(a)|(b)|(c)", 0, ["cba"]),
    (r"((a)(b)?)*", 0, ["aba", "ab"]),
    (r"(?=(abc))a", 0, ["abc"]),
    (r"(?=(abc))(a)(b)", 0, ["abc"]),
    (r"(a)(?=(b))", 0, ["ab"]),
    (r"(?!foo)\w+", 0, ["foobar bar"]),
    (r"(?<=foo)bar", 0, ["foobar", "bar"]),
    (r"(?<!foo)bar", 0, ["foobar", "bar xbar"]),
    (r"(?<=(a)b)c", 0, ["abc"]),
    (r"(?<=a|b)c", 0, ["acbccc"]),
    (r"(?<=,)\w", 0, ["a,b"]),
    (r"(?<=é)x", 0, ["éx", "ex"]),
    (r"(?<=.{3})x", 0, ["abcx", "abx", "日本語x"]),
    (r"(?<=(?=ab){1,2}a)b", 0, ["ab"]),
    (r"(a)?(?(1)b|c)", 0, ["ab", "c", "b", "ac"]),
    (r"(?P<q>['\"])?x(?(q)(?P=q))", 0, ["'x'", "x", "\"x'", "\"x\""]),
    (r"(?(1)a|b)|(c)", 0, ["b", "c", "a"]),
    (r"(\w)\1", 0, ["abccd", "ab", "éé"]),
    (r"(\w)\1", I, ["aA", "éÉ", "σΣ"]),
    (r"(a)|\1b", 0, ["b", "a"]),
    (r"(a)?\1b", 0, ["b", "aab"]),
    (r"(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10", 0, ["abcdefghijj"]),
    (r"\101\x41\u0041\U00000041\0", 0, ["AAAA\0"]),
    (r"\N{EM DASH}|[\N{DIGIT ONE}\N{latin small letter b}]", 0, ["a1b—"]),
    (r"\0\07\012", 0, ["\0\x07\n"]),
    (r"[\101-\103\b]+", 0, ["ABCD\b"]),
    (r"\.\-\/\ \#\&\~\"\'\%", 0, [".-/ #&~\"'%"]),
    (r"[]a]+|[^]a]+", 0, ["]a]b["]),
    (r"[a\-z]+", 0, ["a-z b"]),
    (r"[-a]+|[a-]+", 0, ["-a-b"]),
    (r"[[a]+", 0, ["[[a]"]),
    (r"[a&&b||c--d~~e]+", 0, ["a&b|c-d~e"]),
    (r"[\d-]+", 0, ["1-2"]),
    (r"[^\d\s]+", 0, ["ab 12 cd", UNI]),
    (r"[\s\S]+", 0, ["a\nb"]),
    (r"[\w\W]{2}", 0, ["a\nb"]),
    (r"[^a]", 0, ["ab\n"]),
    (r"[^\n]+", 0, ["ab\ncd"]),
    (r"[à-ÿ]+", 0, ["àéÿ", "ÀÉ"]),
    (r"[à-ÿ]+", I, ["àéÿ", "ÀÉŸ"]),
    (r"[a-z]+", I, ["AbK", "ſ", "İı", "é"]),
    (r"[^a-z]+", I, ["AbK1", "ſ", "İı1", "é"]),
    (r"[K-\u2130]", I, ["kK\u2131"]),
    (r"i", I, ["iIİı"]),
    (r"ı", I, ["iIİı"]),
    (r"k", I, ["kKK"]),
    (r"K", I, ["kKK"]),
    (r"k", I | A, ["kKK"]),
    (r"[k]", I | A, ["kKK"]),
    (r"s+", I, ["sSſ"]),
    (r"σ", I, ["σςΣ"]),
    (r"ß", I, ["ßẞ", "ss"]),
    (r"ﬅ", I, ["ﬅﬆ"]),
    (r"\u0390", I, ["\u0390\u1fd3"]),
    (r"[\u1fd0-\u1fdf]", I, ["\u0390\u1fd3"]),
    (r"é", I | A, ["éÉ"]),
    (r"straße", I, ["STRAßE STRASSE"]),
    (r"(?i:a)b", 0, ["Ab", "AB"]),
    (r"(?i)a(?-i:b)c", 0, ["AbC", "ABC"]),
    (r"(?s:.)(.)", 0, ["\na", "\n\n"]),
    (r"(?m:^)a(?-m:$)", M, ["a\na", "b\na"]),
    (r"(?i:a|B)c|D", 0, ["bc", "Ac", "d", "D"]),
    (r"(?x) a b # c" "\n c [ ] \\ d", 0, ["abc d"]),
    (r"(?x: a b ) c", 0, ["ab c"]),
    (r" a (?-x: b)", X, ["a b", "ab"]),
    (r"a(?#comment)b", 0, ["ab"]),
    (r"(?#c)(?i)a", 0, ["A"]),
    (r"a{2}", 0, ["aaaaa"]),
    (r"a{2,}", 0, ["aaaaa", "a"]),
    (r"a{,2}", 0, ["aaaaa"]),
    (r"a{1,2}?", 0, ["aaa"]),
    (r"a{,}b", 0, ["aab"]),
    (r"a{0}b", 0, ["ab"]),
    (r"a{", 0, ["a{"]),
    (r"a{}", 0, ["a{}"]),
    (r"a{1", 0, ["a{1"]),
    (r"a{1,x}", 0, ["a{1,x}"]),
    (r"{1}", 0, []),
    (r"x{,3}{", 0, ["xx{"]),
    (r"a{300}b?", 0, ["a" * 301]),
    (r"a++b", 0, ["aab"]),
    (r"a*+a", 0, ["aaa"]),
    (r"a?+a", 0, ["a", "aa"]),
    (r"a{1,2}+a", 0, ["aa", "aaa"]),
    (r"(?:ab)++a", 0, ["ababa", "ab"]),
    (r"(?>a+)b", 0, ["aab"]),
    (r"(?>a|ab)c", 0, ["abc", "ac"]),
    (r"(?>.*?)+", 0, ["ab"]),
    (r"[a-c]+(?:d)?+ab", 0, ["cbabaaa"]),
    (r"\w{1,2}(-)*+x.", 0, ["xxaA"]),
    (r"(?:)*a", 0, ["a"]),
    (r"(?:^)*a", 0, ["ba"]),
    (r"(?=a)*ab", 0, ["ab"]),
    (r"(?=a){2}ab", 0, ["ab"]),
    (r"(?!a)*?b", 0, ["b"]),
    (r"()*x", 0, ["x"]),
    (r"(a?)*?b", 0, ["aab"]),
    (r"|a", 0, ["a", ""]),
    (r"a||b", 0, ["b"]),
    (r"(|a)b", 0, ["ab"]),
    (r"(a|)b", 0, ["ab", "b"]),
    (r"(?:a|b|[cd]|\d)+", 0, ["ab1cdx"]),
    (r"(?:a|b)(?i:c|d)", 0, ["aC", "AC"]),
    (r".", 0, ["\n\r\u2028x", "\ud800", "\U0001f600"]),
    (r"\ud800", 0, ["x\ud800y"]),
    (r"[\ud800-\udfff]", 0, ["x\udc80y"]),
    (r"(.)(.)", 0, ["\ud800\udfff"]),
    (r"日(本)?語|\d+", 0, ["日本語 日語 １２"]),
    (r"[一-龥]+", 0, [UNI]),
    (r"\U0001F600|é", 0, [UNI]),
    (r"(\w+)\s+(\w+)", 0, ["hello big world", UNI]),
    (r"(foo|foobar|f)(bar)?", 0, ["foobar", "fbar"]),
    (r"^(?:(\d+)|(\w+))$", 0, ["123", "abc", "12a"]),
    (r"(?:(\d+)|(\w))+", 0, ["1a2b"]),
    (r"^(\d{4})-(\d{2})-(\d{2})T(\d\d):(\d\d)", M, [LOG]),
    (r"https?://(?:www\.)?([^/\s]+)(/\S*)?", 0, ["see http://www.a.b/c?d e"]),
    (r"<(\w+)[^>]*>(.*?)</\1>", S, ["<a href='x'>t<b>u</b>\n</a><i></i>"]),
    (r"(['\"])(?:(?!\1).)*\1", 0, ["'a' \"b'c\" 'd"]),
    (r"\$(\w+)|\$\{([^}]*)\}", 0, ["$a ${b c} $"]),
    (r"(?P<n>\d+)|(?P<id>[A-Za-z_]\w*)|(?P<op>[-+*/=])|(?P<ws>\s+)", 0, ["x1 = y+42"]),
    (r"([A-Z])(?=[a-z])|(?<=[a-z])(?=[A-Z])", 0, ["helloWorldABCd"]),
    (r"(?:[^,\"]|\"(?:[^\"]|\"\")*\")+", 0, ['a,"b,""c""",d']),
    (r"\A\s*\Z", 0, ["  \n", " a"]),
    (r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", 0, ["1.5e-3 -.5 +7 . e"]),
    (r"foo|foobar|far|bar|f|fo|baz", 0, ["foobar bar fob f baz", "x"]),
    (r"(foo|foobar|far|bar|f||fo|baz)$", 0, ["foobar", "fo", "x", "baz"]),
    (r"\b(?:GET|get|Got|PUT|POST|gee)\b", I, ["GOT gEE Put geek"]),
    (r"^(?:été|êta|日本|日語|étage|e)", 0, ["étages", "日語", "e"]),
    (r"(?:x+x+)+y", 0, ["xxxxxxxxy"]),
    (r"(\d+)(?:px|em)(?!\w)", 0, ["12px 3em 4emx"]),
]

HAND_BYTES = [
    (rb"\w+", 0, [b"ab\xe9c_1", b""]),
    (rb"[\x80-\xff]+", 0, [b"a\x80\xff\x7f"]),
    (rb"\xe9", re.I, [b"\xe9\xc9"]),
    (rb"[a-z]+", re.I, [b"aZ\xe9"]),
    (rb"(?i)K", 0, [b"kK"]),
    (rb".+", 0, [b"a\xff\nb"]),
    (rb"[^a]+", 0, [b"\xff\n\x00a"]),
    (rb"\s+|\d+|\W", 0, [b"a 12\x85\xa0\x1c"]),
    (rb"\bfoo\b", 0, [b"foo\xe9 foo"]),
    (rb"(?L)\w+", 0, [b"ab\xe9"]),
    (rb"(?P<a>x)(?P=a)", 0, [b"xx"]),
    ("é".encode(), 0, ["xéy".encode()]),
    (rb"\377\0", 0, [b"\xff\0"]),
    (rb"^.*\n", re.M, [b"ab\ncd\r\n\xff\n"]),
    (rb"[\x00-\x1f]", 0, [bytes(range(40))]),
]

BAD = r"""
( |(?:|(a|(?=|(?!|(?<=|(?>|(?P<n>|((a)|a(b(c|(?i:|)|a)|())|(?:a))
[|[a|[^|[^a|[a-|[a-\|[\|[]|[^]|[a-b|a[b|[[a|[\d-z]|[a-\d]|[z-a]|[\w-\w]|[b-\x01]
*|+|?|{1}|{1,2}|a**|a+*|a?*|a{2}*|a{2}{3}|a*{2}|a*?*|a++*|a??+|^*|$+|\b*|\A?|\Z{2}|(*)|(?:*)|a|*|(|*)|(?=+)
a{2,1}|a{10,9}|x{5,0}?|x{99999999999}|x{1,99999999999}|x{4294967295}|x{4294967294}y*+*
\|a\|(a\|[a]\|\q|\c|\e|\y|\z|\i|\G|\K|\R|\X|\C|\E|\Q|\l|\p|\h
[\q]|[\A]|[\B]|[\Z]|[\8]|[\9]|[a\z]|[\400]|[\777]|[\08]
\x|\x1|\xg|\x1g|[\x|[\x1]|\u|\u1|\u12|\u123|\u123g|\U|\U1|\U0000000|\U00110000|\Uffffffff|\U80000000|[\u12]|[\U0011FFFF]
\400|\777|\8|\9|\1|\2|(a)\2|(a)\11|\18|\99|(a\1)|((a)\1)|(?P<n>a(?P=n))|(?P<n>(?P=n))
(?|(?P|(?P<|(?P<n|(?P<>|(?P<>a)|(?P=|(?P=)|(?P=n|(?P=n)|(?P=n)(?P<n>a)|(?P>|(?P>n)|(?Px)|(?P(n)|(?P!|(?P\d)
(?P<1>a)|(?P<a-b>a)|(?P<a b>a)|(?P<a.b>)|(?P<'>a)|(?P<">a)|(?P<'">a)|(?P<\>a)|(?P<a\b>)|(?P<é!>a)|(?P=1)|(?P=a b)
(?P<n>a)(?P<n>b)|(?P<a>)(?P<b>)(?P<a>)|(a)(?P<x>b)(?P<x>c)
(?(|(?()|(?()a)|(?(1|(?(1)|(?(1)a|(?(1)a|b|(?(1)a|b|c)|(a)(?(1)a|b|c)|(?(0)a)|(?(00)a)|(?(2)a)(b)|(?(99)a)|(?(n)a)|(?(n)|(?(-1)a)|(?(+0)a)|(?(a b)c)|(?(1 2)c)|(?(1.)c)|(?(99999999999)a)|(?(1073741823)a)|(?('n')a)
(?<|(?<a|(?<a>b)|(?<x)|(?<\d)|(?z)|(?Z)|(?0)|(?R)|(?&n)|(?'n'a)|(?+1)|(?|a)|(?*a)|(?\d)|(?é)|(? a)|(?C)|(?~a)|(?#|(?#a|(?#\)
(?i|(?im|(?i-|(?i-m|(?-|(?-)|(?-:|(?-i|(?-i)|(?i-)|(?i-:a)|(?i1)|(?iz)|(?ié)|(?i!)|(?i\d)|(?i-1)|(?i-z:a)|(?i-m1:a)|(?i-mz:a)|(?i-i:a)|(?im-sm:a)
(?L)a|(?L:a)|(?au)a|(?ua:b)|(?aLu)a|(?-a:b)|(?-u:b)|(?i-u:b)|(?t:a)|(?-t:a)|(?it:a)|(?i-t:a)|(?aa-i)
a(?i)|a(?i)b|(a)(?i)|(?:(?i)a)|((?i)a)|a|(?i)b|(?i)|(?s)|^(?m)a|\b(?x)|(?=(?i)a)|.(?x)(?s)
(?<=a*)|(?<=a+)b|(?<=a?)|(?<=a{1,2})|(?<=ab|c)|(?<!a|bc)|(?<=(a|bc))|(?<=(?:a|bc)(?:d|ef))|(?<=.*)|(a+)(?<=\1)|(a|bc)(?<=\1)|(?<!(?(1)a)b)(c)|(?<=a{2,})|(?<=a*+)|(?<=(?>a|bc))|(a)(?<=(?(1)a|bc))
(?<=(a)\1)|(?<=(?P<n>a)(?P=n))|(?<!(a)\1)|(?<=(a)(?<=\1))|(?<=(a\1))|(?<=(?(1)a|b)(c))|(?<=(a)(?(1)b|c))|(?<=(?(1)a|b))|(a)(?<=(b)\2)
"""
BAD_MORE = [
    "(?P<a>\\", "a\\", "[\\", "(?i\\", "x{1\\", "(?:a\\", "(?#\\", "(?P<n\\",
    "\\N", "\\Na", "\\N{", "\\N{}", "\\N{x", "\\N{NO SUCH NAME}", "[\\N{NO SUCH}]",
    "[é-a]", "[\\xe9-a]", "(?P<é>a)(?P<é>b)", "(?P=é)", "é(", "日本(語", "ééé*+*",
    "\n\n(a\n*", "a\nb)", "(?x) a # (\n )", "(?x) [ a", "(?P<a\n>b)", "(?P<\x00>b)",
    "(?P<\u0378>b)", "(?P<\ud800>b)", "(?(\u0663)a)", "(?(1_0)a)", "(?( 2)a)", "(?(+3 )a)",
    "(?(1__0)a)", "(?(_1)a)", "\\é*(", "[\\é-\\w]", "(?é", "(?P<a>.)(?Pé",
]

OPS = "smfi"


def lit(data):
    """A C string literal for the bytes."""
    out = []
    for b in data:
        c = chr(b)
        if c in '"\\?':
            out.append("\\" + c)
        elif 32 <= b < 127:
            out.append(c)
        else:
            out.append("\\%03o" % b)
    return '"' + "".join(out) + '"'


def enc(text):
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")


def byte_offset(subject, i):
    return len(enc(subject[:i]))


def spans(regex, match, subject):
    if match is None:
        return "none"
    out = []
    for g in range(regex.groups + 1):
        lo, hi = match.span(g)
        if lo < 0:
            out.append("-")
        else:
            out.append("%d,%d" % (byte_offset(subject, lo), byte_offset(subject, hi)))
    return " ".join(out) + " /%d" % (match.lastindex or 0)


def expect(regex, op, subject, pos, end):
    if op == "s":
        return spans(regex, regex.search(subject, pos, end), subject)
    if op == "m":
        return spans(regex, regex.match(subject, pos, end), subject)
    if op == "f":
        return spans(regex, regex.fullmatch(subject, pos, end), subject)
    return "; ".join(spans(regex, m, subject) for m in regex.finditer(subject, pos, end))


cases = []


def add_case(pattern, flags, subject, op, pos=0, end=None):
    regex = re.compile(pattern, flags)
    end = len(subject) if end is None else end
    text = expect(regex, op, subject, pos, end)
    raw = enc(pattern)
    sub = enc(subject)
    cases.append(
        "RE_CASE(%s, %d, %d, %d, %d, %s, %d, '%s', %d, %d, %s)"
        % (lit(raw), len(raw), isinstance(pattern, bytes), flags, regex.flags,
           lit(sub), len(sub), op, byte_offset(subject, pos),
           byte_offset(subject, end), lit(text.encode()))
    )


def add_hand():
    for pattern, flags, subjects in HAND + HAND_BYTES:
        try:
            re.compile(pattern, flags)
        except re.error:
            continue
        for subject in subjects:
            for op in OPS:
                add_case(pattern, flags, subject, op)
    for pos, end in ((0, 3), (1, 4), (2, 2), (3, 7), (7, 7), (4, 5)):
        for pattern in (r"^\w", r"\w$", r"\b\w+", r"(?<=b)\w", r"\w+?", r"$", r"\B", r".*c", r"é."):
            for subject in ("abcabca", "éaé bcé", "a\nb\nc\nd"):
                for op in OPS:
                    add_case(pattern, 0, subject, op, pos, end)


ATOMS = (
    r"a b c x . \d \w \s \D \W \S [ab] [^a] [a-c] [^\n] \b \B ^ $ \A \Z 1 [\w-] [^\W_] k s i é ß "
    r"K ab abc [a-z] [A-Z] [^\d\s] [\s\S] \. - ς [à-ÿ] \1 .* .*? .+x .*?b a*a"
).split()
QUANTS = "* + ? *? +? ?? *+ ++ {2} {1,2} {,2} {2,}".split()
OPENS = "( (?: ( (?= (?! (?<= (?<! (?> (?i: (?s: (?m: (?-i:".split()
CHARS = "abcxAB1 \n_-.kKsSiIéÉKßςΣ\u3000\U0001f600"


def random_pattern(rng, depth):
    out = ""
    for _ in range(rng.choice([1, 1, 2, 2, 3, 4])):
        r = rng.random()
        if r < 0.3 and depth:
            out += rng.choice(OPENS) + random_pattern(rng, depth - 1) + ")"
            if rng.random() < 0.4:
                out += rng.choice(QUANTS[:8])
        elif r < 0.42 and depth:
            out += random_pattern(rng, depth - 1) + "|" + random_pattern(rng, depth - 1)
        else:
            out += rng.choice(ATOMS)
            if rng.random() < 0.35:
                out += rng.choice(QUANTS)
    return out


def add_random():
    rng = random.Random(20240131)
    made = 0
    while made < 450:
        pattern = random_pattern(rng, 2)
        flags = sum(f for f in (I, M, S) if rng.random() < 0.15)
        try:
            re.compile(pattern, flags)
        except re.error:
            continue
        alphabet = CHARS[: rng.choice([4, 18, len(CHARS)])]
        subject = "".join(rng.choice(alphabet) for _ in range(rng.choice([2, 5, 9, 14])))
        try:
            for op in OPS:
                add_case(pattern, flags, subject, op)
        except SystemError:  # a known bug of CPython 3.11 with possessive groups
            continue
        made += 1


def add_bad():
    out = []
    seen = set()
    texts = [p for line in BAD.strip().split("\n") for p in line.split("|")]
    # "|" inside a pattern cannot be listed above: whole lines and halves too.
    texts += BAD.strip().split("\n") + BAD_MORE
    texts += ["(a)(?(1)a|b|c)", "(?<=ab|c)", "(?<=(a|bc))", "a|*", "(|*)", "(?(1)a|b", "a|(?i)b"]
    rng = random.Random(7)
    pieces = list("()[]{}*+?|\\-,:=!<>#Pabz19") + ["(?", "(?P<", "(?P=", "(?(", "(?<", "(?i", "\\x", "é"]
    texts += ["".join(rng.choice(pieces) for _ in range(rng.choice([2, 3, 4, 6]))) for _ in range(250)]
    for text in texts:
        variants = [(text, 0), (text, int(X))]
        if text.isascii():
            variants.append((text.encode(), 0))
        for pattern, flags in variants:
            if "\\N" in text and isinstance(pattern, bytes):
                continue
            try:
                re.compile(pattern, flags)
                continue
            except re.error as e:
                kind, msg, pos = 1, e.msg, -1 if e.pos is None else e.pos
                place = (e.lineno or 0, e.colno or 0)
            except (ValueError, OverflowError) as e:
                kind = 3 if isinstance(e, OverflowError) else 2
                msg, pos, place = str(e), -1, (0, 0)
            key = (pattern, flags)
            if key in seen or (flags and (kind, msg, pos) == seen_plain.get(text)):
                continue
            seen.add(key)
            if not flags:
                seen_plain[text] = (kind, msg, pos)
            raw = enc(pattern)
            out.append(
                "RE_BAD(%s, %d, %d, %d, %d, %s, %d, %d, %d)"
                % (lit(raw), len(raw), isinstance(pattern, bytes), flags, kind,
                   lit(enc(msg)), pos, place[0], place[1])
            )
    for flags in (re.A | re.U, re.L, re.L | re.A):
        for pattern in ("a", b"a"):
            try:
                re.compile(pattern, flags)
            except ValueError as e:
                out.append("RE_BAD(\"a\", 1, %d, %d, 2, %s, -1, 0, 0)"
                           % (isinstance(pattern, bytes), flags, lit(str(e).encode())))
    return out


seen_plain = {}

TEMPLATES = (
    [r"x", r"", r"\1", r"[\1]", r"\2\1", r"\g<1>", r"\g<0>", r"\g<n>", r"\g<n>\g<1>0", r"\n\t\\\a",
     r"\0", r"\07", r"\012x", r"\101", r"\60", r"\.", r"\-\é", "é\\1日", r"\g<02>", r"\g< 1>", r"\g<+1>",
     r"\18", r"\3", r"\5", r"\99", r"\g<5>", r"\g<nope>", r"\g<1", r"\g<", r"\g<>", r"\g", r"\gx", r"\g<1a>",
     r"\g<-1>", r"\g<a b>", r"\q", r"\8", r"\777", r"\400", "a\\", r"\x41", r"\u0041", r"\c", r"\Z", r"\d",
     r"\g<99999999999>", r"\g<'>", r"\g<1_0>", r"\g<_1>", r"\g<é>", r"\0000", r"\1\q", r"\078"]
)


def add_sub():
    out = []
    for pattern, subject in (
        (r"(?P<n>\w)(\d)?", "a1 é2 x"), (r"x*", "abxd"), (rb"(?P<n>\w)(\d)?", b"a1 \xe9 x"),
    ):
        for template in TEMPLATES:
            if isinstance(pattern, bytes):
                if not template.isascii():
                    continue
                template = template.encode()
            kind, pos = 0, -1
            try:
                text = enc(re.sub(pattern, template, subject))
            except re.error as e:
                kind, text, pos = 1, enc(e.msg), -1 if e.pos is None else e.pos
            except IndexError as e:
                kind, text = 5, enc(str(e))
            raw, tem, sub = enc(pattern), enc(template), enc(subject)
            out.append(
                "RE_SUB(%s, %d, %d, %s, %d, %s, %d, %d, %s, %d, %d)"
                % (lit(raw), len(raw), isinstance(pattern, bytes), lit(tem), len(tem),
                   lit(sub), len(sub), kind, lit(text), len(text), pos)
            )
    return out


def main():
    add_hand()
    add_random()
    bad = add_bad()
    sub = add_sub()
    print("/* re.inc - made by tests/unit/gen_re.py from CPython %d.%d; do not edit." % sys.version_info[:2])
    print(" * SPDX-License-Identifier: Apache-2.0 */")
    print("/* %d cases, %d errors, %d templates */" % (len(cases), len(bad), len(sub)))
    for name, lines in (("RE_CASE", cases), ("RE_BAD", bad), ("RE_SUB", sub)):
        print("#ifdef %s" % name)
        print("\n".join(lines))
        print("#endif")


if __name__ == "__main__":
    main()
