import mimetypes, locale, timeit, getpass, platform
for n in ("a.txt", "a.html", "x.tar.gz", "x.tgz", "a.PNG", "noext", "a.unknown", "http://h/a.json?x", "data:text/html,x", "data:,x", "a.svgz", "dir/a.py", "a.jpg.bz2"):
    print(n, mimetypes.guess_type(n), mimetypes.guess_type(n, strict=False))
for t in ("text/html", "image/jpeg", "application/json", "x/none", "TEXT/PLAIN", "image/jpg"):
    print(t, mimetypes.guess_extension(t), mimetypes.guess_all_extensions(t)[:2])
mimetypes.add_type("x/new", ".nw")
print(mimetypes.guess_type("q.nw"))
print(locale.format_string("%d %.2f", (5, 2.5)), locale.atof("1.5"), locale.atoi("7"), locale.str(1.25), locale.strcoll("a", "b"), sorted(["b", "a"], key=locale.strxfrm), locale.localeconv()["decimal_point"])
t = timeit.Timer("x += 1", "x = 0", timer=iter(range(100)).__next__)
print(t.timeit(5), t.repeat(2, 3), timeit.timeit(lambda: None, number=3) >= 0, timeit.timeit("y = 1\nif y:\n    z = y", number=2) >= 0)
for bad in (5, "x = = 1"):
    try:
        timeit.Timer(bad)
    except Exception as e:
        print(type(e).__name__)
print(platform.system(), platform.python_implementation(), platform.python_version_tuple()[:2])
