# Every frame is in the traceback, whatever the collector does meanwhile.


def dive(n):
    if n == 0:
        raise ValueError('bottom')
    dive(n - 1)


def length(tb):
    n = 0
    while tb is not None:
        n += 1
        tb = tb.tb_next
    return n


seen = set()
for i in range(2000):
    try:
        dive(400)
    except ValueError as e:
        seen.add(length(e.__traceback__))
print(seen)
