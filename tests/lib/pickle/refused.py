"""Objects that cannot be pickled, data that is none, and where the errors live."""
import copy, pickle, re, sys, threading


def outer():
    def inner(): pass

    class Local: pass
    return inner, Local


inner, Local = outer()


class Other: pass


Old = Other


class Other: pass


class NoState:
    def __reduce__(self): return 5


def tell(f, x):
    try:
        f(x)
        print("fine")
    except Exception as e:
        print(type(e), re.sub("0x[0-9a-f]+", "0x", str(e)))


named = lambda: 1
for x in (inner, Local, Local(), Old, Old(), named, NoState(), threading.Lock(), threading.RLock(), threading.Event(), threading.Condition(), sys.stdout, sys,
          iter([]), (i for i in ()), type("L", (), {})()):
    print(type(x).__name__)
    tell(pickle.dumps, x)
    tell(copy.deepcopy, x)
for data in (b"", b"\x80", b"garbage", b"\x80\x04.", b"cnope\nx\n.", b"\x80\x09K\x01.", b"K\x01", b"K", b"(lp0\n", b"\x8c\x05ab"):
    tell(pickle.loads, data)
print(pickle.PickleError, pickle.PicklingError.__module__, pickle.loads(pickle.dumps(pickle.UnpicklingError("x"))), sorted(pickle.__all__))
