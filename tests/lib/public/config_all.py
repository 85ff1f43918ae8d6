"""configparser, getopt, codecs, mimetypes, copyreg: public names, errors."""
import codecs, configparser, copyreg, getopt, io, mimetypes, queue, sched


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f'{type(e).__name__}: {e}'


TEXT = '''
[DEFAULT]
base = /srv
[one]
path = %(base)s/one
flag = yes
count = 3
ratio = 0.5
loop = %(loop)s
missing = %(nothing)s
bad = %(x
many =
    a
    b
[two]
; a remark
key: value
empty
'''
for interpolation in (configparser.BasicInterpolation(), configparser.ExtendedInterpolation(), configparser.LegacyInterpolation(), None):
    c = configparser.ConfigParser(allow_no_value=True, interpolation=interpolation)
    c.read_string(TEXT)
    print(type(interpolation).__name__, c.sections(), c.defaults(), type(c['one']).__name__)
    for option in ('path', 'loop', 'missing', 'bad', 'many', 'nope'):
        print(option, attempt(c.get, 'one', option), attempt(c.get, 'one', option, raw=True))
c = configparser.ConfigParser(allow_no_value=True)
c.read_string(TEXT)
print(c.getboolean('one', 'flag'), c.getint('one', 'count'), c.getfloat('one', 'ratio'), attempt(c.getint, 'one', 'flag'), attempt(c.getboolean, 'one', 'count'))
print(attempt(c.get, 'zero', 'x'), attempt(c.get, 'zero', 'x', fallback=7), c.has_section('one'), c.has_option('two', 'empty'), c['two']['empty'], attempt(lambda: c['nope']), attempt(lambda: c['two']['nope']))
print(attempt(c.add_section, 'one'), attempt(c.add_section, 'DEFAULT'), attempt(c.set, 'zero', 'a', 'b'), attempt(c.set, 'one', 'a', 5), attempt(c.set, 'one', 'a', '%'), c.remove_option('two', 'key'), c.remove_section('two'), c.remove_section('two'))
for text in ('x = 1', '[a]\nx=1\n[a]', '[a]\nx=1\nx=2', '[a]\nnonsense', '[a\n', '[a]\n  x = 1\n y'):
    print(repr(text), attempt(configparser.ConfigParser().read_string, text))
proxy = c['one']
print(isinstance(proxy, configparser.SectionProxy), proxy.name, proxy.getint('count'), proxy.get('zz', 'fallback'), sorted(proxy), 'flag' in proxy, proxy.parser is c, type(c.converters).__name__)
c = configparser.ConfigParser(converters={'list': str.split})
c.read_dict({'s': {'l': 'a b', 'n': 1}})
print(c.getlist('s', 'l'), c['s'].getlist('l'), isinstance(c.converters, configparser.ConverterMapping))
out = io.StringIO()
c.write(out)
c.write(out, space_around_delimiters=False)
print(repr(out.getvalue()), configparser.DEFAULTSECT, configparser.MAX_INTERPOLATION_DEPTH)
c['s']['new'] = 'x'
print(dict(c['s']), attempt(c['s'].__setitem__, 'bad', 1), c.popitem(), len(c))
e = configparser.DuplicateOptionError('s', 'o', 'file', 3)
print(e, e.section, e.option, e.lineno, configparser.DuplicateSectionError('s'), configparser.NoOptionError('o', 's'), configparser.NoSectionError('s'), configparser.MissingSectionHeaderError('f', 1, 'l'))
print(configparser.InterpolationError('o', 's', 'm'), configparser.InterpolationDepthError('o', 's', 'r'), configparser.InterpolationMissingOptionError('o', 's', 'r', 'ref'), configparser.InterpolationSyntaxError('o', 's', 'm'), configparser.ParsingError('f'), issubclass(configparser.Interpolation, object))

for args, short, long in ((['-a', '-b', 'x', 'rest', '-c'], 'ab:c', []), (['--alpha', '--beta=2', '--be', '3', 'r'], '', ['alpha', 'beta=']), (['-z'], 'a', []), (['-b'], 'b:', []), (['--no'], '', ['yes']), (['--al'], '', ['alpha', 'also']), (['--alpha=1'], '', ['alpha']), (['--beta'], '', ['beta=']), (['-a', '--', '-b'], 'ab', []), (['-ab'], 'ab', []), (['-'], 'a', [])):
    print(args, attempt(getopt.getopt, args, short, long), attempt(getopt.gnu_getopt, args, short, long))
print(attempt(getopt.gnu_getopt, ['x', '-a', 'y'], '+a'), getopt.error is getopt.GetoptError, getopt.GetoptError('m', 'o').opt, getopt.GetoptError('m', 'o').msg)

for name in ('utf-8', 'UTF8', 'latin-1', 'cp1252', 'utf-16', 'ascii', 'nope', 'rot13', 'hex'):
    print(name, attempt(lambda: codecs.lookup(name).name), attempt(lambda: codecs.getencoder(name)('aé')), attempt(lambda: codecs.getdecoder(name)(b'ab')))
for name in 'strict_errors ignore_errors replace_errors backslashreplace_errors xmlcharrefreplace_errors namereplace_errors'.split():
    f = getattr(codecs, name)
    print(name, attempt(f, UnicodeEncodeError('ascii', 'aé中b', 1, 3, 'why')), attempt(f, UnicodeDecodeError('ascii', b'a\xffb', 1, 2, 'why')), attempt(f, 5))
enc = codecs.getincrementalencoder('utf-16')()
print(enc.encode('a'), enc.encode('b', True), isinstance(enc, codecs.IncrementalEncoder))
dec = codecs.getincrementaldecoder('utf-8')('replace')
print(repr(dec.decode(b'\xc3')), repr(dec.decode(b'\xa9\xe4')), repr(dec.decode(b'', True)), isinstance(dec, codecs.IncrementalDecoder), dec.getstate())
b = io.BytesIO()
w = codecs.getwriter('utf-8')(b)
w.write('é\n')
w.writelines(['a', 'b\n'])
print(b.getvalue(), isinstance(w, codecs.StreamWriter))
b.seek(0)
r = codecs.getreader('utf-8')(b)
print(repr(r.readline()), r.read(), isinstance(r, codecs.StreamReader))
b = io.BytesIO()
both = codecs.StreamReaderWriter(b, codecs.getreader('latin-1'), codecs.getwriter('latin-1'))
both.write('é')
print(b.getvalue())
re_ = codecs.EncodedFile(io.BytesIO('é'.encode('latin-1')), 'utf-8', 'latin-1')
print(re_.read(), isinstance(re_, codecs.StreamRecoder))
print(list(codecs.iterencode(['a', 'é'], 'utf-8')), list(codecs.iterdecode([b'\xc3', b'\xa9'], 'utf-8')), codecs.escape_decode(b'a\\n')[0], codecs.charmap_build('ab') is not None)
codecs.register_error('mine', lambda e: ('?', e.end))
print('aé'.encode('ascii', 'mine'), attempt(codecs.lookup_error, 'nope'), attempt(codecs.register_error, 'x', 5), attempt(codecs.register, 5))


def search(name):
    return codecs.CodecInfo(lambda s, e='strict': (b'<' + s.encode() + b'>', len(s)), None, name='odd') if name == 'odd' else None


codecs.register(search)
print('x'.encode('odd'))
codecs.unregister(search)

m = mimetypes.MimeTypes()
print(m.guess_type('a.html'), m.guess_type('a.tar.gz'), m.guess_type('a.nope'), m.guess_extension('text/html'), 'text/html' in m.types_map_inv[1] if hasattr(m, 'types_map_inv') else '')
m.add_type('x/y', '.zz')
print(m.guess_type('f.zz'), m.guess_all_extensions('x/y'), mimetypes.suffix_map['.tgz'], mimetypes.encodings_map['.gz'], mimetypes.common_types['.jpg'], mimetypes.types_map['.txt'], mimetypes.inited in (True, False), type(mimetypes.knownfiles).__name__)
m.readfp(io.StringIO('a/b one two # x\n'))
print(m.guess_type('q.two'), mimetypes.read_mime_types('/nonexistent/file'))

print(attempt(copyreg.constructor, 5), copyreg.constructor(len), attempt(copyreg.pickle, int, 5))
copyreg.add_extension('mod', 'name', 0xF0)
print(attempt(copyreg.add_extension, 'mod', 'name', 0xF1), attempt(copyreg.add_extension, 'm', 'n', 0))
copyreg.remove_extension('mod', 'name', 0xF0)
copyreg.clear_extension_cache()
print(attempt(copyreg.remove_extension, 'mod', 'name', 0xF0))

log = []
clock = iter(range(100))
s = sched.scheduler(lambda: next(clock), lambda t: log.append(('sleep', t)))
s.enter(5, 1, log.append, ('b',))
first = s.enter(5, 0, log.append, ('a',))
last = s.enterabs(99, 1, log.append, argument=('never',))
print(len(s.queue), s.empty(), first.priority, s.queue[0].argument)
s.cancel(last)
s.run()
print(log, s.empty(), attempt(s.cancel, last))
q = queue.Queue(1)
q.put(1)
print(attempt(q.put_nowait, 2), q.full(), q.get(), attempt(q.get_nowait), attempt(q.get, True, 0), issubclass(queue.Full, Exception), issubclass(queue.Empty, Exception), attempt(q.put, 1, True, -1))
