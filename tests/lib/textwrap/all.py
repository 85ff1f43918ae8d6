import textwrap
from textwrap import *

print(textwrap.__all__)


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


text = ("The quick brown fox -- a well-known animal -- jumps over the lazy dog, who can't-stop-won't-stop e-mailing "
        "super-long-hyphenated-words--and dashes--everywhere. It costs -5.5 or x-1. Really?  Yes! \"Quoted.\" end")
for w in (10, 20, 33, 70):
    print(w, wrap(text, w))
print(wrap(text, 15, break_on_hyphens=False), wrap(text, 12, break_long_words=False))
print(fill(text, 30, initial_indent="* ", subsequent_indent="  "))
print(wrap("a\tb\n\nc   d", 40), wrap("a\tb", expand_tabs=False), wrap("a\tb", tabsize=4), wrap("a\nb", replace_whitespace=False))
print(wrap("  lead  trail  ", 5, drop_whitespace=False), wrap("   x", 10), wrap(""), wrap("   "), wrap("averyveryverylongword", 5))
print(wrap("End. Next! Why? a.b C. x", 40, fix_sentence_endings=True), wrap('He said "no." Then', 40, fix_sentence_endings=True))
for n in (1, 2, 3):
    print(wrap(text, 25, max_lines=n), wrap(text, 25, max_lines=n, placeholder="..."))
print(shorten("Hello  world!", 12), shorten("Hello  world!", 11), shorten("Hello world", 10, placeholder="..."), shorten(text, 40))
show(wrap, "x", 0)
show(wrap, "x", -1)
show(shorten, "hello world", 3)
show(wrap, "x y z w", 5, max_lines=1, placeholder="toolong...")
print(repr(dedent("""\
    hello
      there

    you
""")), repr(dedent("  a\n b\n")), repr(dedent("\ta\n\tb")), repr(dedent("\ta\n  b")), repr(dedent("  \n  x\n   \n")), repr(dedent("")), repr(dedent("no\n  indent")),
      repr(dedent("   a\n\n\n     b   \n   ")), repr(dedent("\t  a\n\t b")))
print(repr(indent("a\n\n  b\nc", "> ")), repr(indent("a\n\nb\n", "+ ", lambda l: True)), repr(indent("", "x")))
for s in ("this-is-a-useful-feature", "a-b", "-x", "x-", "--foo", "foo--bar", "foo---bar", "x--", "well-known--fact", "1-2-3", "e-mail",
          "self-test-2go", "what--no?", "and/or-not", "a-bc-de", "ab-c-de", "ab-cd-e", "non-zero.", "(self-made)", "it's-all", "-rw-r--r--", "über-café-été"):
    print(s, wrap(s, 1 + len(s) // 3, break_long_words=False), TextWrapper()._split(s))
w = TextWrapper(width=20)
w.initial_indent = ">>"
print(w.wrap("one two three four five six"), w.fill("one two three four five six"))
