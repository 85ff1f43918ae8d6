import hashlib, hmac, io

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

for n in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"):
    for d in (b"", b"abc", b"x" * 1000, bytearray(b"q")):
        h = hashlib.new(n, d)
        print(n, h.name, h.digest_size, h.block_size, h.hexdigest(), getattr(hashlib, n)(d).digest() == h.digest())
    c = h.copy()
    c.update(b"more")
    print(h.hexdigest() == c.hexdigest(), c.hexdigest())
for n in ("shake_128", "shake_256"):
    h = hashlib.new(n, b"abc")
    print(h.name, h.digest_size, h.block_size, h.hexdigest(10), h.digest(5), h.digest(0))
show(hashlib.new, "nope")
show(hashlib.md5, "text")
show(hashlib.sha256().update, 5)
print(hashlib.blake2b(b"data", digest_size=10, key=b"k", salt=b"s", person=b"p").hexdigest(), hashlib.blake2s(b"d" * 200, digest_size=7, key=b"key").hexdigest(), hashlib.blake2b(b"x", fanout=2, depth=3, leaf_size=4, node_offset=5, node_depth=1, inner_size=8, last_node=True).hexdigest()[:40])
show(hashlib.blake2b, digest_size=65)
show(hashlib.blake2s, key=b"x" * 33)
print(hashlib.pbkdf2_hmac("sha256", b"pw", b"salt", 10).hex(), hashlib.pbkdf2_hmac("sha1", b"pw", b"salt", 3, 50).hex())
print(hashlib.scrypt(b"pw", salt=b"salt", n=4, r=2, p=2, dklen=20).hex())
print(hashlib.file_digest(io.BytesIO(b"abc"), "md5").hexdigest(), sorted(hashlib.algorithms_guaranteed))
for n in ("md5", "sha256", "sha512"):
    m = hmac.new(b"key", b"msg", n)
    print(m.name, m.digest_size, m.block_size, m.hexdigest(), hmac.digest(b"k" * 300, b"m", n).hex())
    c = m.copy(); c.update(b"x"); print(c.hexdigest(), m.hexdigest())
show(hmac.new, b"k", b"m")
show(hmac.new, "k", b"m", "md5")
show(hmac.compare_digest, "a", "a")
show(hmac.compare_digest, b"a", b"b")
show(hmac.compare_digest, "a", b"b")
show(hmac.compare_digest, "é", "é")
print(hmac.new(b"k", b"m", hashlib.sha1).hexdigest())
