import uuid

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

u = uuid.UUID("{12345678-1234-5678-1234-567812345678}")
for n in ("hex", "int", "bytes", "bytes_le", "fields", "time_low", "time_mid", "time_hi_version", "clock_seq_hi_variant", "clock_seq_low", "time", "clock_seq", "node", "urn", "variant", "version", "is_safe"):
    print(n, getattr(u, n))
print(u, repr(u), int(u), hash(u) == hash(u.int), u == uuid.UUID(int=u.int), u < uuid.UUID(int=0), u >= u, u == 5)
for k in ({"hex": "12"}, {"bytes": b"x"}, {"bytes_le": b"x"}, {"fields": (1, 2)}, {"int": -1}, {"int": 1 << 128}, {}, {"hex": "x" * 32}, {"int": 5, "version": 9}, {"fields": (1 << 32, 0, 0, 0, 0, 0)}, {"fields": (0, 1 << 16, 0, 0, 0, 0)}, {"fields": (0, 0, 0, 256, 0, 0)}, {"fields": (0, 0, 0, 0, 0, 1 << 48)}, {"hex": "urn:uuid:12345678-1234-5678-1234-567812345678"}, {"bytes": b"0123456789abcdef"}, {"bytes_le": b"0123456789abcdef"}, {"fields": (1, 2, 3, 4, 5, 6)}, {"int": 5, "version": 4}):
    show(uuid.UUID, **k)
print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_URL, "http://python.org"), uuid.NAMESPACE_OID, uuid.NAMESPACE_X500)
a, b = uuid.uuid4(), uuid.uuid4()
print(a != b, a.version, a.variant, len(str(a)), uuid.uuid1().version, uuid.uuid1(5, 3).node, uuid.getnode() == uuid.getnode())
show(setattr, u, "int", 3)
show(lambda: sorted([u, uuid.UUID(int=1)]))
