# caisson: options --tmpfs /tmp
"""TimedRotatingFileHandler: when, names of old files, what is deleted."""
import datetime, logging, logging.handlers, os, tempfile, time

base = tempfile.mkdtemp()
path = os.path.join(base, 'app.log')
cls = logging.handlers.TimedRotatingFileHandler
for when in ('S', 'm', 'H', 'D', 'midnight', 'W0', 'w6'):
    h = cls(path, when=when, interval=2, utc=True, delay=True)
    print(h.when, h.interval, h.suffix, h.extMatch.pattern, h.backupCount, h.utc, h.atTime,
          getattr(h, 'dayOfWeek', None), h.stream)
    h.close()
for when in ('X', 'W', 'W7', 'W12', ''):
    try:
        cls(path, when=when, delay=True)
    except ValueError as e:
        print(e)
at = datetime.time(13, 45, 30)
for when in ('S', 'H', 'MIDNIGHT', 'W0', 'W3', 'W6'):
    for atTime in (None, at):
        h = cls(path, when=when, interval=1, utc=True, delay=True, atTime=atTime)
        print(when, [h.computeRollover(t) for t in (0, 86399, 86400, 1e9, 1700000000, 1700056000, 49530)])
        h.close()
try:
    h = cls(path, when='D', interval=1, utc=True, atTime=5, delay=True)
    h.computeRollover(5)
    print('ok')
except Exception as e:
    print(type(e).__name__)


def write(handler, text):
    handler.emit(logging.LogRecord('n', 20, 'f', 1, text, (), None))


h = cls(path, when='S', interval=3600, backupCount=2, utc=True)
write(h, 'one')
print(h.shouldRollover(None) in (0, False), h.rolloverAt > time.time() + 3000)
stamps = [1000000000, 1000003600, 1000007200, 1000010800]
for stamp in stamps:
    h.rolloverAt = stamp
    write(h, f'at {stamp}')
    print(sorted(os.listdir(base)), h.rolloverAt > time.time())
with open(path) as f:
    print(f.read())
with open(path + '.2001-09-09_03-46-40') as f:
    print(f.read())
open(path + '.notes', 'w').close()
open(path + '.2001-09-09_05-46-41.txt', 'w').close()
print([os.path.basename(p) for p in h.getFilesToDelete()])
h.backupCount = 1
print([os.path.basename(p) for p in h.getFilesToDelete()])
h.namer = lambda name: name + '.old'
h.rolloverAt = stamps[0]
h.doRollover()
print(sorted(os.listdir(base)))
h.namer, h.rotator = None, lambda a, b: print('rotate', os.path.basename(a), os.path.basename(b))
h.rolloverAt = stamps[1]
h.doRollover()
h.close()
old = cls(path, when='midnight', utc=True)
print(old.rolloverAt - time.time() <= 86400, old.rolloverAt % 86400)
old.close()
os.utime(path, (1e9, 1e9))
old = cls(path, when='midnight', utc=True)
print(old.rolloverAt)
print(bool(old.shouldRollover(None)))
old.close()
