import io
import sys
import warnings


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


print(warnings.__all__)
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("always")
    warnings.warn("first")
    warnings.warn("dep", DeprecationWarning)
    warnings.warn(UserWarning("inst"))
    warnings.warn_explicit("exp", RuntimeWarning, "file.py", 42)

    def inner():
        warnings.warn("level two", stacklevel=2)
    inner()
for w in log:
    print(w.category.__name__, w.message, w.lineno, w.filename.rsplit("/", 1)[-1], type(w.message).__name__, w.line, w.file)
with warnings.catch_warnings():
    warnings.simplefilter("error")
    show(warnings.warn, "boom")
    show(warnings.warn, "boom2", FutureWarning)
    warnings.filterwarnings("ignore", message="quiet.*")
    show(warnings.warn, "Quiet please")
    warnings.filterwarnings("ignore", category=ResourceWarning)
    show(warnings.warn, "res", ResourceWarning)
with warnings.catch_warnings(record=True) as log:
    warnings.resetwarnings()
    for i in range(3):
        warnings.warn("repeat")
    warnings.simplefilter("once")
    for i in range(3):
        warnings.warn("once only")
        warnings.warn("once only")
    warnings.simplefilter("always")
    for i in range(2):
        warnings.warn("always")
    warnings.simplefilter("module")
    for i in range(2):
        warnings.warn("mod")
    warnings.simplefilter("ignore")
    warnings.warn("never")
print([str(w.message) for w in log])
show(warnings.warn, "x", int)
show(warnings.warn, "x", "notaclass")
show(warnings.simplefilter, "bogus")
show(warnings.filterwarnings, "ignore", category=int)
print(repr(warnings.formatwarning("msg", UserWarning, "f.py", 3, "the line")), repr(warnings.formatwarning("msg", UserWarning, "nofile.py", 3)))
old = sys.stderr
sys.stderr = io.StringIO()
with warnings.catch_warnings():
    warnings.simplefilter("always")
    warnings.warn_explicit("to stderr", UserWarning, "nofile.py", 7)
    warnings.showwarning("direct", UserWarning, "nofile.py", 8, line="code")
out, sys.stderr = sys.stderr.getvalue(), old
print(out)
orig = warnings.showwarning
warnings.showwarning = lambda m, c, f, l, file=None, line=None: print("hook", m, c.__name__, l)
with warnings.catch_warnings():
    warnings.simplefilter("always")
    warnings.warn_explicit("hooked", UserWarning, "x.py", 1)
warnings.showwarning = orig
cw = warnings.catch_warnings()
print(cw, warnings.catch_warnings(record=True))
show(cw.__exit__)
with cw:
    show(cw.__enter__)
with warnings.catch_warnings(action="ignore"):
    warnings.warn("hidden")
with warnings.catch_warnings(record=True, action="always") as log:
    warnings.warn("seen")
print(len(log), log[0].message)
print(issubclass(DeprecationWarning, Warning), warnings.filters is not None)
