# Cells and free variables keep the order of their names, however many.
n = 90
source = "def f():\n"
source += "".join(f" v{i * 7 % n} = {i}\n" for i in range(n))
source += " def g():\n  return (" + ", ".join(f"v{i}" for i in range(n)) + ")\n return g\n"
space = {}
exec(source, space)
g = space["f"]()
print(g() == tuple(i * 13 % n for i in range(n)), g()[:5])
print(g.__code__.co_freevars[:4], len(g.__code__.co_freevars))
print(space["f"].__code__.co_cellvars == g.__code__.co_freevars)
