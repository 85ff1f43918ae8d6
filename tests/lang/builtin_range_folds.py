# sum, min, max, any and all of ranges, of all signs and sizes.
for r in (range(0), range(1), range(5), range(3, -7, -2), range(-10, 10, 3),
          range(10**18, 10**18 + 7), range(2**62, 2**65, 2**60), range(1, 0),
          range(70000), range(-70000, 0), range(5, 5, 3)):
    small = len(r) < 10**5
    print(sum(r), sum(r, 7), sum(r, -2**70), any(r), all(r))
    if small:
        assert sum(r) == sum(list(r)), r
    if len(r):
        print(min(r), max(r), min(r, default=3))
    else:
        print(max(r, default="none"))
        try:
            min(r)
        except ValueError as e:
            print(e)
print(sum(range(4), 0.5), type(sum(range(4), True)), sum(range(0), True))
print(any(range(10**18)), all(range(10**18)))
try:
    sum(range(3), [])
except TypeError as e:
    print(e)
