import bisect
import os


class One:
    def __index__(self):
        return 1


class Two(int):
    pass


print(bisect.bisect([1, 2, 3], 2, One()), bisect.bisect_left([1, 2, 3], 0, One()))
print(bisect.bisect([1, 2, 3], 9, 0, One()), bisect.bisect([1, 2, 3], 9, One(), Two(2)))
for bad in (-1, 1.5, "x"):
    try:
        print(bisect.bisect([1, 2, 3], 2, bad))
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(len(os.urandom(True)), len(os.urandom(One())), len(os.urandom(Two(2))))
