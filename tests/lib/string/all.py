import string
from string import *


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(string.__all__)
for n in ("ascii_letters", "ascii_lowercase", "ascii_uppercase", "digits", "hexdigits", "octdigits", "punctuation", "printable", "whitespace"):
    print(n, repr(getattr(string, n)))
print(capwords("hello  world foo"), capwords("a-b-c", "-"), capwords("  x  "))
t = Template("$who likes ${what}, costs $$5 $who")
print(t.substitute(who="Tim", what="kung pao"), t.safe_substitute(who="x"), t.template, t.get_identifiers(), t.is_valid())
print(t.substitute({"who": 1}, what=2), t.substitute({"who": 1, "what": 3}, what=2))
show(t.substitute, who=1)
for bad in ("$", "a $ b", "line\n  $9x", "${}", "${a", "${9}"):
    b = Template(bad)
    show(b.substitute)
    print(b.safe_substitute(), b.is_valid(), b.get_identifiers())


class Pct(Template):
    delimiter = "%"
    idpattern = "[a-z]+_[a-z]+"


print(Pct("%a_b %nope %% %{c_d}").safe_substitute(a_b=1, c_d=2))


class Br(Template):
    braceidpattern = "[0-9]+"


print(Br("$name ${1}").substitute({"name": "n", "1": "one"}))
print(Template("$é").safe_substitute(), Template("$Ab $ab").substitute(Ab=1, ab=2))


class Custom(Template):
    pattern = r"""
    @(?:(?P<escaped>@)|(?P<named>[a-z]+)|\((?P<braced>[a-z]+)\)|(?P<invalid>))
    """


print(Custom("@x @(y) @@").substitute(x=1, y=2))
f = Formatter()
print(f.format("{} {} {0x}" if False else "{} {}", 1, 2), f.format("{0} {1} {0}", "a", "b"), f.format("{x!r:>8}|{y:.2f}", x="q", y=3.14159),
      f.format("{a.real} {b[k]} {c[0]}", a=5, b={"k": 1}, c=[9]), f.format("{{}} {:{}}", 5, 8), f.format("{:{w}.{p}}", 3.14159, w=10, p=3))
print(list(f.parse("a{b!r:c}d{{e}}{f[g!].h:{i}}")))
for bad in ("{", "}", "{a", "{a!}", "{a!x}", "{a!rz}", "{0}{}", "{}{0}", "{a[}", "{a.}", "{a[]}", "{:{:{:{}}}}", "{a{b}}", "{1}", "{zz}", "{a[0]x}"):
    show(f.format, bad, 1, a=[1])
show(f.format)


class D(Formatter):
    def get_value(self, key, args, kw):
        return f"<{key}>"

    def check_unused_args(self, used, args, kw):
        print("used", sorted(map(str, used)))

    def convert_field(self, v, c):
        return v.upper() if c == "u" else super().convert_field(v, c)


print(D().format("{x!u} {0} {y.__class__.__name__}"))
print(f.vformat("{0}{a}", (1,), {"a": 2}), f.format_field(5, "03"), f.get_field("a[0].real", (), {"a": [7]}), f.convert_field("é", "a"))
