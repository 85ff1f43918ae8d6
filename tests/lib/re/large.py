# Patterns whose groups are repeated so often that PCRE2 has no room for the
# copies, and bytes patterns that find nothing.
import re

label = r"(?:[^\\\[\]]|\\.){0,999}"
print(re.match(label, r"ab\]c[d]").group())
print(re.findall(r"\[(" + label + r")\]\((x)\)", r"[a\]b](x) [c](y) [](x)"))
p = re.compile(r"(?:a|b(?:c|[d-f\d]){0,500}){3,900}?z", re.I)
print(p.search("xxABCDaabcaz9z").span(), p.search("aaz").span() if p.search("aaz") else None)
p = re.compile(r"(?m:(?:^[\w.]+[,;]?$\n?){0,700})(end)")
print(p.search("one,\ntwo\nthree;\nend").groups())
p = re.compile(r"(?:(?s:.)|(?=q)[\s\S]){0,2000}$")
print(p.match("abc\ndef").end())
p = re.compile(r"(?<!x)(?:[a-c\u0100-\u0200]|é[\w-]){0,800}ü")
print(p.findall("abcü xabü éaü"))
p = re.compile(rb"(?:[\x80-\xff]|[a-z][0-9]){0,999}\Z")
print(p.match(b"a1b2\x80\xff").group())
print(re.compile(rb"x").sub("", b"abc"), re.compile("x").sub(b"", "abc"))
for args in ((rb"a", "", b"abc"), ("a", b"", "abc")):
    try:
        print(re.sub(*args))
    except TypeError as e:
        print(e)
print(re.compile(rb"x").subn("", b"abc"), re.compile("x").subn(b"", ""))
