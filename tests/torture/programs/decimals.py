"""Small decimals, csv rows: natives that fall back to Python half-way."""
import csv
import io
from decimal import Decimal as D

a, b = D("1.10"), D("2.345")
print(a + b, a - b, a * b, b.quantize(D("0.01")), a < b, a == D("1.1"), 3 - a)
print(sum([a, b, 1]), D("99999999999999") + D("1e-3"), a / 3, str(-b))
rows = list(csv.reader(["a,b", '1,"x', 'y",2', "3,4"]))
print(rows, list(csv.DictReader(["k,v", "1,2"])))
out = io.StringIO()
w = csv.DictWriter(out, ["a", "b"])
w.writerow({"b": 1, "a": "q,r"})
print(repr(out.getvalue()), list(io.StringIO("x\ny")))
