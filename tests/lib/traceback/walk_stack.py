# The stack seen from who asks, without frames of the library.
import traceback


def outer():
    return traceback.StackSummary.extract(traceback.walk_stack(None))


def inner():
    return outer()


print([entry.name for entry in outer()], [entry.name for entry in inner()])
