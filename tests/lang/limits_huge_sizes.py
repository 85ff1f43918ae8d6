# Sizes that cannot exist are a MemoryError or OverflowError, at once.
def tried(f):
    try:
        f()
    except (MemoryError, OverflowError) as e:
        return type(e).__name__
    return "no error"


print(tried(lambda: bytes(2**62)))
print(tried(lambda: bytearray(2**62)))
print(tried(lambda: bytes(2**63)))
print(tried(lambda: "a" * 2**62))
print(tried(lambda: b"a" * 2**62))
print(tried(lambda: [0] * 2**60))
print(tried(lambda: (0,) * 2**60))
print(tried(lambda: "ab".ljust(2**62)))
print(tried(lambda: "ab".zfill(2**62)))
print(tried(lambda: "ab".center(2**62)))
print(tried(lambda: b"ab".rjust(2**62)))
