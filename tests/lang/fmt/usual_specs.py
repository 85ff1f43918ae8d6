"""The specifiers most programs use, and their neighbours."""
specs = ["", "5", "<5", ">5", "^5", "^6", "*^7", "0>6", "05", "0", "00", "5d",
         "05d", ",", "8,", "08,", ",d", "d", "s", "5s", "<8s", ".2", ".2f",
         "8.2f", "<8.2f", "^9.1f", "08.2f", ",.2f", "12,.2f", "012,.2f", "f",
         ".0f", "10f", "_>10.3f", ">", "<", "5.10f", ".10f", "x", "5x", "+d",
         "=5", "0=5", "5,f", "1.1f", "<0", "é>4", "é>4s", "200", "201", "%",
         ".1%", "#x", "c", "5.f", "<<4", ">>4", "5<", "z.1f", " d", "=+7.1f"]
values = [0, 7, -7, 1234567, -1234567, 10**15, -(10**18), True, 3.14159,
          -2.5, 0.0, -0.0, 1e22, 123456.789, -0.004, float("inf"),
          float("nan"), "", "a", "abc", "héé", "x" * 12, None]
for v in values:
    row = []
    for s in specs:
        try:
            row.append(format(v, s))
        except Exception as e:
            row.append(f"{type(e).__name__}: {e}")
    print(row)
name, n, x = "ab", 42, 2.5
print(f"{name:>6}|{name:<6}|{name:^6}|{n:4}|{n:<4}|{n:04d}|{x:6.2f}|{n:.1f}")
w = 9
print(f"{name:>{w}}|{x:{w}.3f}|{n:0{w}}|{name!r:>{w}}|{name!s:*<{w}}")
