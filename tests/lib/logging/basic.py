import io, logging, logging.config, logging.handlers, re, sys, warnings

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

out = io.StringIO()
def flush():
    print(repr(re.sub(r'File ".*?"', 'File "X"', out.getvalue())))
    out.truncate(0); out.seek(0)

logging.basicConfig(stream=out, level=logging.INFO)
logging.info("hello %s", "x"); logging.debug("no"); logging.warning("w %d %d", 1, 2); logging.error("m %(a)s", {"a": 5})
logging.log(25, "custom"); logging.critical("c")
flush()
root = logging.getLogger()
log = logging.getLogger("a.b")
print(root, log, log.parent, logging.getLogger("a"), log.parent.name, log.getEffectiveLevel(), log.level, log.isEnabledFor(10), log.hasHandlers(), log.handlers, root.handlers[0].level, logging.getLogger("a.b") is log, root.getChild("z").name, log.getChild("q").name)
log.setLevel("DEBUG")
log.debug("dbg")
try:
    1 / 0
except ZeroDivisionError:
    log.exception("failed")
log.error("info", exc_info=ValueError("v"))
flush()
h = logging.StreamHandler(out)
log.addHandler(h); log.propagate = False
for style, fmt in (("%", "%(levelname)-8s|%(name)s|%(message)s|%(levelno)d|%(funcName)s|%(module)s|%(filename)s|%(threadName)s|%(processName)s"), ("{", "{levelname:>9} {name} {message!r}"), ("$", "$levelname ${name} $message $$"), ("%", None)):
    h.setFormatter(logging.Formatter(fmt, style=style))
    log.info("msg %s", [1, 2])
flush()
h.setFormatter(logging.Formatter("%(asctime)s %(message)s", datefmt="%Y"))
r = logging.makeLogRecord({"msg": "x %s", "args": ("y",), "levelno": 20, "levelname": "INFO", "name": "n", "created": 86400.123, "msecs": 123.0})
print(h.format(r), r.getMessage(), r)
f = logging.Formatter("%(asctime)s")
print(f.format(r), f.formatTime(r), f.formatTime(r, "%H:%M"))
for fmt, st in (("plain", "%"), ("{", "{"), ("{a!z}", "{"), ("{a:zz}", "{"), ("$", "$"), ("x", "$"), ("x", "q"), ("{a.b} {c[0]}", "{"), ("%(a)s", "%")):
    show(lambda: logging.Formatter(fmt, style=st)._fmt)
show(logging.Formatter("%(missing)s").format, r)
print(logging.Formatter("%(extra)s", defaults={"extra": "D"}).format(r), logging.BufferingFormatter().format([r, r]))
h.setFormatter(None)
h.addFilter(logging.Filter("a.b")); h.addFilter(lambda rec: "skip" not in rec.msg)
log.info("keep"); log.info("skip me"); log.getChild("kid").info("child")
flush()
log.info("extra", extra={"user": "bob"})
show(log.info, "bad", extra={"message": 1})
show(log.log, "x", "y")
ad = logging.LoggerAdapter(log, {"u": 1})
h.setFormatter(logging.Formatter("%(u)s %(message)s"))
ad.info("adapted %s", 1); print(ad, ad.name, ad.isEnabledFor(10), ad.getEffectiveLevel())
flush()
h.setFormatter(None)
logging.disable(logging.INFO); log.info("off"); log.warning("on"); logging.disable(0); log.info("again")
flush()
print(logging.getLevelName(10), logging.getLevelName("ERROR"), logging.getLevelName(15), logging.getLevelName("X"), logging.getLevelNamesMapping())
logging.addLevelName(15, "NOTE")
print(logging.getLevelName(15), logging.getLevelName("NOTE"))
show(log.setLevel, "nope"); show(log.setLevel, None); show(logging.getLogger, 5)
mh = logging.handlers.MemoryHandler(3, target=h)
log2 = logging.getLogger("mem"); log2.addHandler(mh); log2.propagate = False; log2.setLevel(1)
h.filters.clear()
log2.info("one"); log2.info("two"); flush(); log2.error("flush"); flush(); log2.info("left"); mh.close(); flush()
class L(logging.Logger):
    pass
logging.setLoggerClass(L); print(type(logging.getLogger("newclass")).__name__, logging.getLoggerClass().__name__); logging.setLoggerClass(logging.Logger)
show(logging.setLoggerClass, int)
print(h, logging.NullHandler(), logging.Handler(5), logging.NullHandler().handle(r))
show(logging.Handler().emit, r)
show(logging.basicConfig, force=True, foo=1)
show(logging.basicConfig, force=True, stream=out, filename="x")
show(logging.basicConfig, force=True, handlers=[], stream=out)
show(logging.basicConfig, force=True, style="q")
logging.basicConfig(force=True, stream=out, format="{message}", style="{", level="WARNING")
logging.warning("basic"); logging.info("no"); flush()
cfg = {"version": 1, "formatters": {"f": {"format": "CFG %(levelname)s %(message)s"}}, "filters": {"x": {"name": "cfg"}}, "handlers": {"h": {"class": "logging.StreamHandler", "stream": out, "formatter": "f", "level": "INFO", "filters": ["x"]}},
       "loggers": {"cfg": {"handlers": ["h"], "level": "DEBUG", "propagate": False}}, "root": {"level": "ERROR", "handlers": ["h"]}}
logging.config.dictConfig(cfg)
logging.getLogger("cfg").info("in"); logging.getLogger("cfg").debug("no"); logging.getLogger("other").error("filtered"); flush()
print(log.disabled, logging.getLogger("cfg").handlers, root.level)
for bad in ({}, {"version": 2}, {"version": 1, "handlers": {"a": {"class": "no.such"}}}, {"version": 1, "loggers": {"q": {"level": "ZZ"}}}, {"version": 1, "handlers": {"a": {"class": "logging.NullHandler", "formatter": "zz"}}}):
    show(logging.config.dictConfig, bad)
def factory(*a, **k):
    rec = logging.LogRecord(*a, **k); rec.extra = "F"; return rec
logging.setLogRecordFactory(factory)
hh = logging.StreamHandler(out); hh.setFormatter(logging.Formatter("%(extra)s %(message)s %(lineno)d"))
l3 = logging.getLogger("fac"); l3.addHandler(hh); l3.propagate = False; l3.error("made"); flush()
logging.setLogRecordFactory(logging.LogRecord)
def wrapper():
    l3.error("stack", stacklevel=2)
hh.setFormatter(logging.Formatter("%(funcName)s %(message)s"))
def outer():
    wrapper()
outer(); l3.error("st", stack_info=True); print(out.getvalue().split("\n")[0], "Stack (most" in out.getvalue())
out.truncate(0); out.seek(0)
logging.captureWarnings(True); wl = logging.getLogger("py.warnings"); wl.addHandler(hh)
warnings.warn("careful"); print("UserWarning: careful" in out.getvalue()); logging.captureWarnings(False)
print(hh.setStream(io.StringIO()) is out, logging.root is root, logging.lastResort, logging.raiseExceptions)
logging.shutdown()
