"""BLAKE2 with all its parameters, and what is wrong with them."""
import hashlib
import hmac


def tried(f):
    try:
        return f()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for k in (dict(leaf_size=2**32), dict(leaf_size=-1), dict(node_offset=2**64), dict(node_offset=2**64 - 1),
          dict(node_offset=-1), dict(node_offset=2**63 + 5), dict(digest_size=0), dict(digest_size=65),
          dict(key=b"a" * 65), dict(fanout=300), dict(depth=0), dict(inner_size=65), dict(node_depth=256),
          dict(last_node=True, fanout=2, depth=2, leaf_size=4096, node_offset=3, node_depth=1, inner_size=32),
          dict(leaf_size=2**32 - 1), dict(key=b"key", salt=b"salt", person=b"me"), dict(digest_size=20)):
    for f in (hashlib.blake2b, hashlib.blake2s):
        print(k, tried(lambda: f(b"data" * 50, **k).hexdigest()))
print(tried(lambda: hashlib.blake2s(node_offset=2**48)), hashlib.blake2s(node_offset=2**48 - 1).hexdigest())
for f in (hashlib.blake2b, hashlib.blake2s):
    h = f()
    for n in (0, 1, 63, 64, 65, 127, 128, 129, 300):
        h.update(bytes(range(n % 256)) * 2)
        other = h.copy()
        other.update(bytearray(b"more"))
        print(n, h.hexdigest()[:24], other.digest()[:6], f(b"x" * n, key=b"k").hexdigest()[:16])
    print(h.name, h.digest_size, h.block_size, h.MAX_KEY_SIZE, h.SALT_SIZE, f(digest_size=9).digest_size)
    print(tried(lambda: f("text")), tried(lambda: f(memoryview(b"view")).hexdigest()[:8]))
    print(hmac.new(b"key", b"message", f).hexdigest(), hashlib.new(h.name, b"q").hexdigest()[:8])
for name in ("md5", "sha1", "sha256", "sha512", "sha3_256"):
    print(name, hmac.new(b"k" * 200, b"m", name).hexdigest(), hmac.digest(bytes(range(256)), b"", name).hex())
    print(hashlib.new(name).hexdigest()[:9], hashlib.new(name, b"").hexdigest()[:9], hashlib.new(name, bytearray(b"z")).hexdigest()[:9])
print(tried(lambda: hashlib.md5("")), tried(lambda: hashlib.sha256(None)), tried(lambda: hashlib.sha1(5)))
