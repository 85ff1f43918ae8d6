import base64 as B, io
def show(f, *a, **k):
    try:
        r = f(*a, **k)
    except Exception as e:
        r = (type(e).__name__, str(e))
    print(f.__name__, r)
o=io.BytesIO(); B.encode(io.BytesIO(b"abc"*50),o); print(o.getvalue()); o2=io.BytesIO(); o.seek(0); B.decode(o,o2); print(o2.getvalue())
for f,a in ((B.b32decode,"ABC"),(B.b32decode,"A0======"),(B.b32decode,"AAAAAA=="),(B.b32decode,"aaaaaaaa"),(B.b16decode,"0g"),(B.b16decode,"0"),(B.b85decode,"|NsC0|~~~~"),(B.b85decode,"ab\"cd"),(B.a85decode,"zz"),(B.a85decode,"az"),(B.a85decode,"s8W-\""),(B.a85decode,"v"),(B.b64decode,"é"),(B.b64decode,5),(B.encodebytes,"x"),(B.encodebytes,memoryview(b"abcd").cast("I")),(B.b85encode,"x"),(B.a85encode,b"\0\0\0\0    \0"),(B.b85encode,b"\0"),(B.a85encode,b"\0"),(B.a85encode,b"\0\0\0\0\0")): show(f,a)
print(B.a85encode(b"    \0\0\0\0",foldspaces=True,adobe=True,wrapcol=3), B.a85decode(b"<~y z~>",foldspaces=True,adobe=True), B.a85encode(b"\0",pad=True), B.a85encode(b"     ",foldspaces=True)); show(B.a85decode,"x",adobe=True); show(B.b32decode,"M1======",map01="I")
for i in range(20):
    x=bytes((j * 37 + i) % 256 for j in range(i))
    for e,dd in ((B.b32encode,B.b32decode),(B.b85encode,B.b85decode),(B.a85encode,B.a85decode),(B.b32hexencode,B.b32hexdecode),(B.urlsafe_b64encode,B.urlsafe_b64decode)): assert dd(e(x))==x
