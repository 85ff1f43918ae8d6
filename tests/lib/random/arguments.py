# wrong numbers of arguments for methods that are written in C
import random

r = random.Random(1)
for call in (lambda: r.getrandbits(), lambda: r.getrandbits(1, 2),
             lambda: r.random(1), lambda: random.getrandbits()):
    try:
        call()
    except TypeError as error:
        print(type(error).__name__)
print(r.getrandbits(8), r.randrange(10, 0, -3), r.randrange(-5, 20, 7))
