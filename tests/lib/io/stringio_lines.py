"""Lines of a StringIO in loops that change it."""
import io

f = io.StringIO('a\nb\n\nc')
print(list(f), f.tell(), f.readlines()); f.seek(2); print(f.readlines(), f.readline()); f.seek(0)
for line in f:
    print(repr(line), f.tell())
    if line == 'a\n': print('inner', repr(f.readline()))
f.seek(0); it = iter(f); print(next(it)); f.seek(0, 2); f.write('d\ne'); f.seek(4); print(list(it), f.readlines())
g = io.StringIO('é\nüü\n\u4e2d'); print([l for l in g], g.tell()); g.seek(2); print(g.readlines(), g.readline(3))
print(io.StringIO('a\r\nb\rc').readlines(), io.StringIO('a\r\nb\rc', newline=None).readlines(), io.StringIO('a\r\nb\rc', newline='').readlines(), io.StringIO('abc\ndef\n').readlines(2), io.StringIO('abc').readlines(None))
f.close()
for op in (lambda: list(f), lambda: f.readlines(), lambda: f.readline(), lambda: f.getvalue(), lambda: f.write('x'), lambda: next(f)):
    try: print(op())
    except ValueError as e: print(e)
for line in io.StringIO(''.join(f'{i}\n' for i in range(600))): last = line
print(repr(last), io.StringIO('x\ny').readline(1), io.StringIO('x\ny').readline(None))
g = io.StringIO('one\ntwo')
it = iter(g)
print(next(it), g.tell())
g.seek(0, 2)
g.write('more')
g.seek(4)
print(list(it))
