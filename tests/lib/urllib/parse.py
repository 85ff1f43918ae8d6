from urllib.parse import *

def show(f, *a, **k):
    try:
        print(f.__name__, a, k, repr(f(*a, **k)))
    except Exception as e:
        print(f.__name__, a, k, type(e).__name__, e)

urls = ["http://user:pa%20ss@Host.com:8080/p/a;x=1?q=1&r=2#frag", "https://[::1]:80/x", "mailto:a@b.c", "//net/path", "/abs/path", "rel/path?x", "#f", "", "http:", "http://", "file:///etc/passwd", "tel:+123",
        "http://a:b@c:d@e/f", "path;p1/b;p2?q", "HTTP://UPPER/", "1http://x", "x-y+z.1:foo", "http://h:99999/", "http://h:abc/", "http://h:/", "http://[::1", "http://é.com/ü?ö#ä", b"http://a/b?c#d", "http://a\n/b\tc", "javascript:alert(1)", "http://a//b//c", "data:text/plain,hi", "a:b:c"]
for u in urls:
    show(urlparse, u)
    show(urlsplit, u)
    show(urlsplit, u, allow_fragments=False)
    show(urldefrag, u)
    try:
        r = urlsplit(u)
        print(r.geturl(), r.hostname, r.username, r.password, r.netloc)
        print(r.port)
    except Exception as e:
        print(type(e).__name__, e)
    try:
        print(urlunparse(urlparse(u)), urlunsplit(urlsplit(u)))
    except Exception as e:
        print(type(e).__name__, e)
base = "http://a/b/c/d;p?q"
for r in ["g:h", "g", "./g", "g/", "/g", "//g", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "g;x?y#s", "", ".", "./", "..", "../", "../g", "../..", "../../", "../../g", "../../../g", "../../../../g", "/./g", "/../g", "g.", ".g", "g..", "..g", "./../g", "./g/.", "g/./h", "g/../h", "g;x=1/./y", "g;x=1/../y", "g?y/./x", "g#s/../x", "http:g"]:
    show(urljoin, base, r)
for b, r in [("", "x"), ("x", ""), ("file:///a/b", "c"), ("mailto:x", "y"), ("http://a", "b"), ("a/b", "c"), ("http://a/b/", "../c/./d/"), (b"http://a/b", b"c"), ("http://a", b"x"), ("ws://a/b", "c")]:
    show(urljoin, b, r)
for s in ("abc def/é~", "", "a+b&c=d%", b"\xff\x00a", "/x?y", "日本"):
    for f in (quote, quote_plus, unquote, unquote_plus, unquote_to_bytes):
        show(f, s)
show(quote, "é", encoding="latin-1")
show(quote, "\udc80")
show(quote, "a b", safe=" ")
show(quote, b"x", encoding="utf-8")
show(quote, 5)
show(quote_from_bytes, "x")
show(unquote, "%41%zz%4", "utf-8")
show(unquote, "%e9%C3%A9", errors="strict")
show(unquote, "%e9", encoding="latin-1")
show(unquote, 5)
for q in ("a=1&b=2&a=3", "a=&b", "a=1;b=2", "a%20b=c+d", "", "&&", "x=%E9", b"a=1&b=%ff", "=v"):
    show(parse_qs, q)
    show(parse_qsl, q, keep_blank_values=True)
    show(parse_qs, q, strict_parsing=True)
show(parse_qs, "a=1;b=2", separator=";")
show(parse_qs, "a=1", separator="")
show(parse_qsl, "a=1&b=2", max_num_fields=1)
for q in ({"a": 1, "b": "x y", "c": "é"}, [("a", [1, 2]), ("b", "xy")], {"a": [1, "2"]}, {b"k": b"\xff"}, [1], "abc", 5, {"n": None}, ()):
    show(urlencode, q)
    show(urlencode, q, doseq=True)
print(urlencode({"a": "b c"}, quote_via=quote))
show(urlencode, {"a": "b/c"}, safe="/")
r = urlparse("http://x/y")
print(r._replace(path="/z").geturl(), r.encode(), r.encode().decode(), tuple(r))
