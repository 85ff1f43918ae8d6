from contextvars import *
import contextvars


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, str(e).split(" at 0x")[0])


print(contextvars.__all__)
v = ContextVar("v")
d = ContextVar("d", default=5)
show(v.get)
print(v.get(1), d.get(), d.get(7), v.name, repr(d).split(" at ")[0])
t = v.set(10)
print(v.get(), t.old_value is Token.MISSING, t.var is v, repr(Token.MISSING))
t2 = v.set(20)
print(t2.old_value, v.get())
v.reset(t2)
print(v.get())
show(v.reset, t2)
show(d.reset, t)
show(v.reset, 5)
ctx = copy_context()


def body(x):
    print("in", v.get(), ctx[v])
    v.set(x)
    tok = v.set(x + 1)
    return v.get(), ctx[v], tok


r = ctx.run(body, 99)
print(r[:2], v.get(), ctx[v], v in ctx, d in ctx, len(ctx), ctx.get(d, "no"), [x.name for x in ctx], list(ctx.values()))
show(v.reset, r[2])
show(lambda: ctx[d])
show(lambda: ctx["x"])
show(lambda: ctx.run(lambda: ctx.run(print)))
v.reset(t)
show(v.get)
e = Context()
print(len(e), e == Context(), e.copy() == e, e.run(v.get, "empty"))
show(ContextVar, 5)
show(Token)


def fail():
    v.set("lost")
    raise ValueError("x")


show(e.run, fail)
print(e[v], v.get("unset"))
