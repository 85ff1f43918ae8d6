# attributes_of_builtins.py: Extra attributes of built-in exceptions.
# SPDX-License-Identifier: Apache-2.0

def get(f):
    try:
        f()
    except BaseException as e:
        return e


e = get(lambda: undefined_thing)
print(type(e).__name__, e.name, e)
e = get(lambda: [].nope)
print(type(e).__name__, e.name, e.obj, e)
e = get(lambda: (5).nope)
print(e.name, e.obj)
e = get(lambda: __import__('no_such_mod'))
print(type(e).__name__, e.name, e.path, e.msg)
e = get(lambda: exec('from sys import no_such'))
print(type(e).__name__, e.name, e.msg[:40])
e = get(lambda: 'é'.encode('ascii'))
print(type(e).__name__, e.encoding, e.object, e.start, e.end, e.reason, e)
e = get(lambda: b'a\xff\xfeb'.decode('utf-8'))
print(type(e).__name__, e.encoding, e.object, e.start, e.end, e.reason, e)
e = get(lambda: '\ud800'.encode('utf-8'))
print(e)
e = get(lambda: exec('x = = 1'))
print(type(e).__name__, e.msg, e.lineno, e.offset, e.text, e.filename, e.end_lineno, e.end_offset, e.print_file_and_line)
e = get(lambda: next(iter([])))
print(type(e).__name__, e.value)
e = get(lambda: exit_now())
print(type(e).__name__)
e = SystemExit(3)
print(e.code, SystemExit().code, SystemExit(1, 2).code, SystemExit('m').code)
e = OSError(2, 'No such file', 'name.txt')
print(type(e).__name__, e.errno, e.strerror, e.filename, e.args, e)
print(type(OSError(13, 'x')).__name__, OSError('just text'), OSError(5, 'x').filename, repr(OSError(1, 'a')), OSError(1, 'a', 'f', None, 'g'))
e = OSError('one')
print(e.errno, e.strerror, e.filename)
e = ImportError('m', name='n', path='p')
print(e.msg, e.name, e.path, e, repr(e))
e = NameError('m', name='q')
print(e.name, NameError('x').name)
e = AttributeError('m', name='q', obj=5)
print(e.name, e.obj)
e = StopIteration(1, 2)
print(e.value, e.args)
e = SyntaxError('m', ('f', 1, 2, 'text', 3, 4))
print(e.filename, e.lineno, e.offset, e.text, e.end_lineno, e.end_offset, e)
print(SyntaxError('m'), SyntaxError('m').lineno, SyntaxError(), SyntaxError('m', ('f', 3, None, None)))
e = UnicodeDecodeError('enc', b'abc', 0, 1, 'why')
print(e, e.args, e.object)
e.reason = 'changed'
print(e)


def err(f):
    try:
        print(repr(f()))
    except Exception as x:
        print(type(x).__name__, x)


err(lambda: UnicodeDecodeError('a')); err(lambda: UnicodeEncodeError('a', 'b', 'c', 1, 'r')); err(lambda: NameError(nope=1)); err(lambda: ImportError(x=1))
err(lambda: SyntaxError('m', 5)); err(lambda: SyntaxError('m', (1, 2))); err(lambda: ValueError(x=1)); err(lambda: StopIteration(value=1)); err(lambda: KeyError(1, k=2))
err(lambda: UnicodeEncodeError('enc', 'abc', 1, 2, 'r')); err(lambda: UnicodeTranslateError('abc', 0, 1, 'r')); err(lambda: str(UnicodeEncodeError('e', 'abcd', 1, 3, 'r')))
