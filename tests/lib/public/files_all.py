# caisson: options --tmpfs /tmp
"""os, os.path, shutil, tempfile, glob, logging.handlers, zipfile: public names."""
import genericpath, glob, io, logging, logging.handlers, os, pathlib, posixpath, queue, shutil, stat, tempfile, zipfile

base = os.path.realpath(tempfile.mkdtemp())
os.chdir(base)


def attempt(f, *args, **kw):
    try:
        return clean(f(*args, **kw))
    except Exception as e:
        return clean(f'{type(e).__name__}: {e}')


def clean(x):
    return x.replace(base, 'BASE') if isinstance(x, str) else x


def put(name, text='text'):
    with open(name, 'w') as f:
        f.write(text)


put('a.txt')
os.makedirs('d/e')
put('d/f.txt', 'other')
os.symlink('a.txt', 'link')
print(os.path.getsize('a.txt'), os.path.getmtime('a.txt') > 0, os.path.getatime('a.txt') > 0, os.path.getctime('a.txt') > 0, attempt(os.path.getsize, 'nope'), posixpath.lexists('link'), posixpath.samefile('a.txt', 'link'), attempt(posixpath.realpath, 'link'), attempt(posixpath.realpath, 'no/such/../x'), attempt(posixpath.realpath, 'nope', strict=True))
with open('a.txt') as f, open('link') as g:
    print(posixpath.sameopenfile(f.fileno(), g.fileno()), posixpath.samestat(os.stat('a.txt'), os.fstat(f.fileno())))
print(genericpath.commonprefix(['abc', 'abd']), genericpath.exists('a.txt'), genericpath.exists('x'), genericpath.isfile('d'), genericpath.isdir('d'), genericpath.getsize('a.txt'), genericpath.samefile('a.txt', 'link'))
os.environ['HOME'] = '/home/me'
os.environ['VAR'] = 'value'
print(posixpath.expanduser('~/x'), posixpath.expandvars('$VAR/${VAR}x/$NOPE/$'), posixpath.altsep, posixpath.extsep, posixpath.pathsep, posixpath.devnull, posixpath.defpath, posixpath.pardir, posixpath.supports_unicode_filenames)
os.putenv('A', 'b')
os.unsetenv('A')
print(os.getenvb(b'VAR') if os.supports_bytes_environ else '', os.environb[b'VAR'], os.get_exec_path({'PATH': '/a:/b'}), clean(os.getcwdb().decode()), os.cpu_count() is None or os.cpu_count() > 0, isinstance(os.umask(0o22), int), type(os.uname()).__name__, len(os.uname()), type(os.times()).__name__, isinstance(os.getuid(), int), isinstance(os.getgid(), int), isinstance(os.geteuid(), int), isinstance(os.getegid(), int), isinstance(os.getppid(), int))
os.renames('d/f.txt', 'n/m/f.txt')
print(sorted(os.listdir('n/m')), os.path.exists('d/e'), isinstance(os.stat('a.txt'), os.stat_result), os.SEEK_SET, os.SEEK_CUR, os.SEEK_END, os.access('a.txt', os.W_OK), os.access('a.txt', os.X_OK), os.access('nope', os.F_OK))
with os.scandir('.') as it:
    entries = sorted(it, key=lambda e: e.name)
print([(e.name, e.is_dir(), e.is_file(), e.is_symlink(), e.is_file(follow_symlinks=False), isinstance(e, os.DirEntry), os.fspath(e)) for e in entries])
print(issubclass(pathlib.Path, os.PathLike), pathlib.Path('a') == pathlib.PosixPath('a'), attempt(os.fspath, 5))
with open('a.txt', 'r+b') as f:
    f.write(b'T')
    f.flush()
    os.fsync(f.fileno())
print(shutil.which('nothing_of_that_name'), tuple(shutil.get_terminal_size((1, 2))) is not None, shutil.disk_usage('.').total > 0, os.terminal_size((3, 4)))
shutil.copyfileobj(io.StringIO('abc'), out := io.StringIO())
print(out.getvalue())
os.chmod('a.txt', 0o640)
put('b.txt')
shutil.copymode('a.txt', 'b.txt')
print(oct(stat.S_IMODE(os.stat('b.txt').st_mode)))
shutil.copystat('a.txt', 'b.txt')
print(os.stat('a.txt').st_mtime == os.stat('b.txt').st_mtime)
print(attempt(shutil.copyfile, 'a.txt', 'a.txt'), attempt(shutil.copyfile, 'nope', 'x'), attempt(shutil.copy, 'a.txt', 'd'), attempt(shutil.copytree, 'd', 'n'), attempt(shutil.move, 'd', 'd/e'), issubclass(shutil.SameFileError, shutil.Error), issubclass(shutil.SpecialFileError, OSError), issubclass(shutil.ExecError, OSError), attempt(shutil.chown, 'a.txt'))
print(sorted(glob.iglob('**/*.txt', recursive=True)), sorted(glob.glob('*', root_dir='n')), glob.escape('a*[b]?'), list(glob.iglob('nope*')))
print(tempfile.gettempdir(), tempfile.gettempdirb(), tempfile.gettempprefix(), tempfile.gettempprefixb(), tempfile.tempdir in (None, '/tmp'), tempfile.mktemp('.x', 'p', base).startswith(base + '/p'))

log = logging.getLogger('x')
log.propagate = False
log.setLevel(logging.NOTSET + 1)
rotating = logging.handlers.RotatingFileHandler('r.log', maxBytes=30, backupCount=2)
log.addHandler(rotating)
for i in range(8):
    log.info('message %d', i)
rotating.close()
log.removeHandler(rotating)
print([(n, open(n).read()) for n in sorted(os.listdir('.')) if n.startswith('r.log')])
memory = logging.handlers.MemoryHandler(3, logging.ERROR, target := logging.StreamHandler(stream := io.StringIO()))
log.addHandler(memory)
log.info('one')
print(repr(stream.getvalue()), len(memory.buffer))
log.error('two')
print(repr(stream.getvalue()), len(memory.buffer))
log.removeHandler(memory)
q = queue.Queue()
handler = logging.handlers.QueueHandler(q)
log.addHandler(handler)
log.critical('to %s', 'queue')
record = q.get()
print(record.getMessage(), record.levelname, record.args, logging.FATAL == logging.CRITICAL, logging.WARN, logging.BASIC_FORMAT, logging.getLogRecordFactory() is logging.LogRecord)
log.removeHandler(handler)
listener = logging.handlers.QueueListener(q, target)
listener.handle(record)
print(repr(stream.getvalue()), isinstance(rotating, logging.handlers.BaseRotatingHandler), issubclass(logging.handlers.MemoryHandler, logging.handlers.BufferingHandler), issubclass(logging.handlers.WatchedFileHandler, logging.FileHandler))

print(attempt(zipfile.ZipFile, 'a.txt'), attempt(zipfile.ZipFile, 'nope.zip'), zipfile.BadZipfile is zipfile.BadZipFile is zipfile.error, issubclass(zipfile.LargeZipFile, Exception), zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
