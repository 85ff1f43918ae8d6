"""Rows: lists, generators and streams as sources; what a mapping gives."""
import csv
import functools
import io


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


LINES = ['a,b,c\n', '1,"x,y",3\r\n', '"said ""hi""",,\n', '\n', '"two\n',
         'lines",5,6\n', 'é,ü,"ß"\n', 'end']
for source in (LINES, tuple(LINES), iter(LINES), (x for x in LINES),
               io.StringIO("".join(LINES)), map(str, LINES)):
    r = csv.reader(source)
    for row in r:
        print(r.line_num, row)
    print(list(r))

r = csv.reader(LINES)
it = iter(r)
print(next(r), next(it), next(r), r.line_num, list(it), r.line_num)

show(lambda: list(csv.reader(["a", b"b"])))
show(lambda: list(csv.reader(["a\rb"])))
show(lambda: list(csv.reader(["a\nb,c"])))
show(lambda: list(csv.reader(['"open'])))
show(lambda: list(csv.reader(['"open'], strict=True)))
show(lambda: list(csv.reader(['"a"b,c'], strict=True)))
show(lambda: list(csv.reader(['"a"b,c'])))
print(list(csv.reader(['a b "c d" ', " x"], delimiter=" ")))
print(list(csv.reader(["a;b;'c;d'"], delimiter=";", quotechar="'")))
print(list(csv.reader(["a\tb"], "excel-tab")), list(csv.reader(["a,b"], csv.excel)))
old = csv.field_size_limit(4)
show(lambda: list(csv.reader(["abc,abcdefgh"])))
show(lambda: list(csv.reader(["abc,abcd"])))
csv.field_size_limit(old)


def failing():
    yield "a,b"
    raise ValueError("source")


def fetch():
    r = csv.reader(failing())
    print(next(r))
    return next(r)


show(fetch)
show(lambda: list(csv.reader(failing())))
show(csv.reader, 5)

d = csv.DictReader(LINES)
for row in d:
    print(d.line_num, row)
print(list(csv.DictReader(["a,b", "1", "", "1,2,3"], restkey="more", restval="?")))
d = csv.DictReader(["1,2", "3,4"], fieldnames=["x", "y"])
print(next(d), d.line_num, list(d), d.fieldnames)
print([r["a"] for r in csv.DictReader(io.StringIO("a,b\n1,2\n\n3,4\n"))])


def written(names, rows, **kw):
    out = io.StringIO()
    w = csv.DictWriter(out, names, **kw)
    w.writeheader()
    for row in rows:
        w.writerow(row)
    return out.getvalue()


print(repr(written(["a", "b"], [{"a": 1, "b": 2}, {"b": 3, "a": None}, {"a": "x"}, {}])))
show(written, ["a", "b"], [{"a": 1, "c": 2}])
show(written, ["a", "a"], [{"a": 1, "b": 2}])
print(repr(written(["a", "a"], [{"a": 1}])))
print(repr(written(["a", "b"], [{"a": 1, "c": 2, 5: 6}], extrasaction="ignore")))
show(written, ["a", 5], [{"a": 1, 5: 2}])
show(written, ["a"], [{"a": 1, 5: 2}])


class Sub(dict):
    def get(self, key, default=None):
        return "own"


print(repr(written(["a"], [Sub(a=1)])))
print(repr(written(("a", "b"), [{"b": 'q"uote', "a": "x,y"}], restval="-")))
many = [f"n{i}" for i in range(70)]
print(len(written(many, [dict.fromkeys(many, 1)])))
show(written, many, [dict.fromkeys(many + ["more"], 1)])

s = io.StringIO("one\ntwo\nthree")
print([line for line in s], s.tell(), s.read(), s.seek(4), list(s))
s = io.StringIO("start")
print(s.write("S"), s.getvalue(), s.tell(), s.seek(0, 2), s.write("!"), s.getvalue())
s = io.StringIO(None)
print(repr(s.getvalue()))
show(io.StringIO, 5)
show(io.StringIO, "a\r\nb", newline="x")
print(repr(io.StringIO("a\r\nb\n", newline=None).getvalue()))
s = io.StringIO("a\nb\n")
for line in s:
    s.close()
    break
show(lambda: next(iter(s)))

# callables with a native call inside map and sorted
p = functools.partial(pow, 2)
print(list(map(p, range(5))), sorted([3, 1, 2], key=functools.partial(max, 2)))
print(list(map(functools.partial(int, base=2), ["1", "10"])))
show(lambda: list(map(functools.partial(int), ["1", "x"])))
c = functools.cache(lambda x: x % 3)
print(list(map(c, range(7))), sorted(range(7), key=c), c.cache_info())

# itemgetter in natives
from operator import itemgetter
rows = [(2, "b"), (1, "a"), (3, "c")]
print(sorted(rows, key=itemgetter(0)), list(map(itemgetter(1), rows)),
      list(map(itemgetter(-1), rows)), max(rows, key=itemgetter(0)))
print(list(map(itemgetter("k"), [{"k": 1}, {"k": 2}])),
      list(map(itemgetter(slice(1)), [[1, 2], [3]])),
      list(map(itemgetter(0, 1), rows)))
show(lambda: list(map(itemgetter(5), rows)))
show(lambda: list(map(itemgetter("x"), [{"k": 1}])))
show(lambda: list(map(itemgetter("x"), rows)))


class Rows(list):
    def __getitem__(self, i):
        return "own"


print(list(map(itemgetter(0), [Rows([1]), [1], "ab"])))
