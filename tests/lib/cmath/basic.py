import cmath
inf, nan = float("inf"), float("nan")
pts = [-inf, -1e308, -2.5, -1.0, -1e-10, -1e-300, -0.0, 0.0, 1e-300, 0.3, 1.0, 3.7, 50.0, 800.0, 1e200, inf, nan]
for name in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "log", "log10", "phase", "polar", "sin", "sinh", "sqrt", "tan", "tanh", "isfinite", "isnan", "isinf"):
    f = getattr(cmath, name)
    for a in pts:
        row = []
        for b in pts:
            if name == 'phase' and abs(a) == 1e200:
                continue
            try:
                row.append(repr(f(complex(a, b))))
            except Exception as e:
                row.append(type(e).__name__ + ":" + str(e))
        print(name, a, " ".join(row))
for r in pts:
    for p in pts:
        try:
            print(r, p, cmath.rect(r, p))
        except Exception as e:
            print(r, p, type(e).__name__, e)
print(cmath.log(8, 2), cmath.log(1j, 10), cmath.sqrt(-1), cmath.exp(1j * cmath.pi), cmath.isclose(1, 1 + 1e-12j), cmath.isclose(1, 2), cmath.pi, cmath.e, cmath.tau, cmath.inf, cmath.nan, cmath.infj, cmath.nanj, cmath.sqrt(4), cmath.phase(-1))
for bad in (lambda: cmath.sqrt("x"), lambda: cmath.log(0), lambda: cmath.log(2, 0), lambda: cmath.isclose(1, 1, rel_tol=-1), lambda: cmath.exp(None), lambda: cmath.log(2, 1)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
