import csv, io

def show(f, *a, **k):
    try:
        print(repr(f(*a, **k)))
    except Exception as e:
        print(type(e).__name__, e)

texts = ["a,b,c\r\n1,2,3\n", 'a,"b ""q"" c",d\n', '"multi\nline",x\n', "a,b\n\nc,d\n", "", "\n", ",\n", ",,\n", '""\n', '"a"b,c\n', '"unclosed', "a\\,b,c\n", "a; b;c\n", "a , b\n", "a,b\rc,d", "x\ry\n", "' q',1\n", '1,"2",3.5\n', "é,日本\n", "a\0b\n", '"a","b"\n"c"\n', "a,b,c", '"a\n\n\nb",c\n', 'a"b,c\n', '"a" ,b\n', "\ta\tb\n"]
opts = [{}, {"delimiter": ";"}, {"skipinitialspace": True}, {"quoting": csv.QUOTE_NONE}, {"quoting": csv.QUOTE_NONE, "escapechar": "\\"}, {"escapechar": "\\"}, {"quotechar": "'"}, {"doublequote": False}, {"strict": True}, {"quoting": csv.QUOTE_NONNUMERIC}, {"dialect": "excel-tab"}, {"dialect": "unix"}, {"doublequote": False, "escapechar": "\\"}, {"quotechar": None}]
for t in texts:
    for o in opts:
        show(lambda: list(csv.reader(io.StringIO(t, newline=""), **o)))
rows = [["a", "b,c", 'd"e', "f\ng", "", None, 1, 2.5, 1e100, True, "h'i", " x ", "x\ry"], [""], [None], [], ["a;b", "\\"], [1, 2], "abc", ["é", "\t"]]
for o in opts + [{"quoting": csv.QUOTE_ALL}, {"lineterminator": "\n"}, {"lineterminator": "!"}]:
    for r in rows:
        def f():
            s = io.StringIO()
            w = csv.writer(s, **o)
            n = w.writerow(r)
            return n, s.getvalue()
        show(f)
show(lambda: csv.writer(io.StringIO()).writerow(5))
show(csv.writer, 5)
show(csv.reader, 5)
show(lambda: list(csv.reader([b"x"])))
show(lambda: list(csv.reader([5])))
for o in ({"delimiter": ""}, {"delimiter": "ab"}, {"delimiter": None}, {"delimiter": 5}, {"quotechar": "ab"}, {"quotechar": 3}, {"escapechar": "ab"}, {"quoting": 9}, {"quoting": "x"}, {"quotechar": None, "quoting": 1}, {"lineterminator": None}, {"lineterminator": 5}, {"foo": 1}, {"dialect": "nope"}, {"quotechar": ""}):
    show(lambda: list(csv.reader(["a"], **o)))
r = csv.reader(io.StringIO('a,"b\nc"\nd\n'))
print(next(r), r.line_num, next(r), r.line_num, r.dialect.delimiter, r.dialect.quoting, r.dialect.lineterminator)
csv.register_dialect("mine", delimiter="|", quoting=csv.QUOTE_ALL)
print(csv.list_dialects(), csv.get_dialect("mine").delimiter, list(csv.reader(["a|b"], "mine")))
csv.unregister_dialect("mine")
show(csv.unregister_dialect, "mine")
show(csv.get_dialect, "mine")
show(csv.register_dialect, 5)
print(csv.field_size_limit(), csv.field_size_limit(5))
show(lambda: list(csv.reader(["abcdefgh,1"])))
show(lambda: list(csv.reader(["abcde,1"])))
csv.field_size_limit(131072)
show(csv.field_size_limit, "x")
d = csv.DictReader(io.StringIO("x,y\n1,2\n3\n4,5,6\n\n7,8\n"), restkey="rest", restval="none")
print(d.fieldnames, list(d), d.line_num)
print(list(csv.DictReader(["1,2"], fieldnames=["p", "q"])), list(csv.DictReader([])))
s = io.StringIO()
w = csv.DictWriter(s, ["a", "b"], restval="-")
w.writeheader(); w.writerow({"a": 1}); w.writerows([{"b": 2, "a": 3}])
show(w.writerow, {"z": 1})
show(csv.DictWriter, s, [], extrasaction="x")
w = csv.DictWriter(s, ["a"], extrasaction="ignore"); w.writerow({"a": 1, "b": 2})
print(repr(s.getvalue()))
sn = csv.Sniffer()
for t in ("a,b,c\n1,2,3\n4,5,6\n", "a;b;c\n1;2;3\n", "'a':'b'\n'c':'d'\n", 'x\t"y z"\t1\nw\t"v"\t2\n', "name, age\nbob, 5\nal, 66\n", "abc", "a|b\nc|d\n", '"a", "b"\n"c", "d"\n'):
    def f():
        q = sn.sniff(t)
        return q.delimiter, q.quotechar, q.skipinitialspace, q.doublequote, sn.has_header(t)
    show(f)
show(sn.sniff, "a,b;c\nd,e;f\n", delimiters=";")
class D(csv.Dialect):
    delimiter = ":"
show(D)
class E(csv.excel):
    delimiter = ":"
print(list(csv.reader(["a:b"], E)), list(csv.reader(["a:b"], E())), issubclass(csv.Error, Exception))
