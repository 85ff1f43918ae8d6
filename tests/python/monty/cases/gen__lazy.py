seen = []


def numbers():
    for n in range(100):
        seen.append(n)
        yield n


first = next(n for n in numbers() if n > 3)
assert first == 4
assert seen == [0, 1, 2, 3, 4]
