import logging, sys
print(logging.Logger.root)
logging.getLogger("x.y.z"); logging.getLogger("x")
print(sorted(logging.Logger.manager.loggerDict), logging.getLogger("x.y.z").parent)
logging.getLogger("x.y"); print(logging.getLogger("x.y.z").parent, logging.getLogger("x.y").parent)
h=logging.StreamHandler(sys.stdout); logging.getLogger("x").addHandler(h)
logging.raiseExceptions=False
logging.getLogger("x.y.z").error("%d", "no"); logging.getLogger().log("q","r")
logging.getLogger("x").exception("e"); logging.getLogger("x").fatal("f")
print(logging.Logger, logging.getLogger("x").debug.__name__, logging.LogRecord, logging.lastResort)
def f(): logging.getLogger("x").warning("here %s", 1)
h.setFormatter(logging.Formatter("%(funcName)s %(lineno)d %(threadName)s %(process)s %(msecs)d"[:-23])); f()
logging.getLogger("zz").warning("last"); sys.stderr.flush()
logging.lastResort=None; logging.getLogger("zz").warning("last")
