import io
import os
import urllib.response
from urllib.response import addbase, addclosehook, addinfo, addinfourl

print(sorted(n for n in dir(urllib.response) if n.startswith("add")))
r = addinfourl(io.BytesIO(b"a\nb\n"), {"X": "1"}, "http://x/", 404)
print(r.info(), r.headers, r.geturl(), r.url, r.code, r.status, r.getcode(), r.name)
print(r.read(1), r.readline(), list(r), r.closed, r.fp.seekable())
with r as same:
    print(same is r)
print(r.closed)
try:
    with r:
        pass
except ValueError as e:
    print(e)
print(addinfourl(io.BytesIO(), {}, "u").status, addinfo(io.BytesIO(), 3).info())
print(repr(addbase(io.BytesIO())).startswith("<addbase at "))
c = addclosehook(io.BytesIO(b"x"), lambda *a: print("closing", a), 1, 2)
print(c.read())
c.close()
c.close()
print(c.closed, issubclass(addinfourl, addinfo), issubclass(addclosehook, addbase))
print(isinstance(os.environ, os._Environ))
