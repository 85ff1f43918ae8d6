"""What a generator is through with can be collected."""

import gc
import weakref


# what was yielded is not kept
class Thing:
    pass


def things():
    while True:
        yield Thing()


source = things()
seen = weakref.ref(next(source))
gc.collect()
print(seen())


def holder():
    thing = Thing()
    ref = weakref.ref(thing)
    yield ref
    del thing
    gc.collect()
    yield ref() is None


h = holder()
ref = next(h)
print(next(h))
