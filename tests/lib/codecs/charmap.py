import codecs
print("aé".encode("charmap"), b"a\xe9".decode("charmap"), codecs.lookup("charmap").name)
print("€".encode("charmap", "replace"), "€".encode("charmap", "ignore"))
for f in (lambda: "€".encode("charmap"), lambda: codecs.encode("x€", "charmap")):
    try:
        print(f())
    except UnicodeEncodeError as e:
        print(e)
