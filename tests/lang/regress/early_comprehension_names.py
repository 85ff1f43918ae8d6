# A variable of a comprehension has no value before its `for` gives it one,
# whatever stood in its register before.
def attempt(action):
    try:
        print(action())
    except Exception as error:
        print(type(error).__name__, error)


class InBody:
    attempt(lambda: 1)
    try:
        print([(y,) for x in [1] for y in [w] for w in [[2]]])
    except UnboundLocalError as error:
        print(error)
    try:
        print({z: y for x in [1] for y in z for z in [[2]]})
    except UnboundLocalError as error:
        print(error)


def second():
    return [y for x in [1] for y in z for z in [[2]]]


def inner():
    first = [a + b for a in [1, 2] for b in [3, 4]]
    return first, [(a, b) for a in [b] for b in [5]]


def condition():
    filler = [p * q for p in range(3) for q in range(p)]
    return filler, [x for x in range(3) if y for y in range(2)]


def in_target():
    d = {}
    return [d for d[k], k in [(1, 2)]]


def in_target_later():
    d = {}
    return [(d, k) for k, d[k] in [(1, 2)]]


def starred():
    return [(head, tail) for head, *tail in [(1, 2, 3)] if [tail, other] for other in tail]


def closures():
    return [f() for x in [1] for f in [lambda: later] for later in [3]], [
        [f() for f in fs] for fs in [[(lambda: late) for x in [1]] for late in [4]]]


def unset():
    return [f() for f in [(lambda: y)] for y in [1]], [y for f in [lambda: y] for y in [f()]]


def nested():
    return [[u for u in v] for v in [[1]] for w in [u] for u in [2]]


def stays():
    return [(x, y) for x in range(3) if x == 0 or y for y in ([1] if x == 0 else [])]


def as_set():
    return {(a, c) for a in [c] for c in [1]}


async def waits():
    return [x async for x in later() for y in [z] for z in [1]]


async def later():
    yield 1


def run_async():
    coroutine = waits()
    try:
        coroutine.send(None)
    except StopIteration as stop:
        return stop.value


for function in (second, inner, condition, in_target, in_target_later, starred, closures, unset,
                 nested, stays, as_set, run_async):
    attempt(function)
attempt(lambda: list(y for x in [1] for y in z for z in [[2]]))
try:
    print([m for n in [1] for m in [k] for k in [2]])
except NameError as error:
    print(error)
