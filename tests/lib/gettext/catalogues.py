# gettext: catalogues, plural forms, domains; _thread beside it.
import _thread
import gettext
import io
import struct
import threading


def show(f, *args):
    try:
        print(repr(f(*args)))
    except Exception as e:
        print(type(e).__name__, e)


def make(texts, order="<"):
    """A .mo file."""
    keys = sorted(texts)
    ids = b"\0".join(keys) + b"\0"
    values = b"\0".join(texts[k] for k in keys) + b"\0"
    start = 28 + 16 * len(keys)
    table, at = [], start
    for k in keys:
        table.append(struct.pack(order + "II", len(k), at))
        at += len(k) + 1
    for k in keys:
        table.append(struct.pack(order + "II", len(texts[k]), at))
        at += len(texts[k]) + 1
    head = struct.pack(order + "7I", 0x950412DE, 0, len(keys), 28,
                       28 + 8 * len(keys), 0, 0)
    return io.BytesIO(head + b"".join(table) + ids + values)


HEAD = ("Project-Id-Version: 1\nContent-Type: text/plain; charset=UTF-8\n"
        "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : "
        "n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n")
texts = {b"": HEAD.encode(), b"hello": "grüß".encode(),
         b"file\0files": "один\0два\0много".encode(),
         b"menu\x04open": b"auf", b"menu\x04item\0items": b"a\0b\0c"}
for order in "<>":
    t = gettext.GNUTranslations(make(texts, order))
    print(t.gettext("hello"), t.gettext("none"), t.charset(),
          sorted(t.info().items())[:2])
    print([t.ngettext("file", "files", n) for n in (0, 1, 2, 5, 11, 21, 22)])
    print(t.pgettext("menu", "open"), t.pgettext("other", "open"),
          [t.npgettext("menu", "item", "items", n) for n in (1, 2, 5)],
          t.npgettext("x", "a", "b", 2), t.ngettext("q", "r", 1))
t.add_fallback(gettext.GNUTranslations(make({b"": HEAD.encode(),
                                             b"extra": b"mehr"})))
print(t.gettext("extra"), t.gettext("hello"))
show(gettext.GNUTranslations, io.BytesIO(b"0123456789012345678901234567"))
n = gettext.NullTranslations()
print(n.gettext("a"), n.ngettext("a", "b", 2), n.pgettext("c", "m"),
      n.npgettext("c", "a", "b", 1), n.info(), n.charset())
for text in ("n != 1", "0", "n>1 ? n%3 : !n", "(n==1) + 2*3 - 4/2", "n &&",
             "n @ 2", "(n", "x", "n n", "n" * 1001):
    try:
        form = gettext.c2py(text)
        print(text, [form(i) for i in range(5)])
    except Exception as e:
        print(type(e).__name__)
print(gettext.gettext("x"), gettext.ngettext("a", "b", 3),
      gettext.pgettext("c", "m"), gettext.npgettext("c", "a", "b", 1),
      gettext.dgettext("d", "m"), gettext.dngettext("d", "a", "b", 1),
      gettext.dpgettext("d", "c", "m"),
      gettext.dnpgettext("d", "c", "a", "b", 2))
print(gettext.textdomain(), gettext.textdomain("mine"), gettext.textdomain(),
      gettext.bindtextdomain("mine", "/nowhere"),
      gettext.bindtextdomain("mine"))
print(gettext.find("mine", "/nowhere", ["de"]),
      gettext.find("mine", "/nowhere", ["de_AT.UTF-8"], all=True))
show(gettext.translation, "mine", "/nowhere", ["de"])
print(type(gettext.translation("mine", "/nowhere", ["de"], fallback=True)))
gettext.install("mine", "/nowhere", names=["ngettext"])
print(_("built in"), ngettext("a", "b", 1))
print(gettext.Catalog is gettext.translation)

# _thread
lock = _thread.allocate_lock()
with lock:
    print(lock.locked(), lock.acquire(False))
print(type(lock) is _thread.LockType, _thread.get_ident() ==
      threading.get_ident(), _thread.error is RuntimeError,
      _thread.get_native_id() > 0, _thread.TIMEOUT_MAX > 1e9)
r = _thread.RLock()
print(r.acquire(), r.acquire(), r.release(), r.release())
show(_thread.start_new_thread, 3, ())
show(_thread.start_new_thread, print, [])
show(_thread.start_new_thread, print, (), 3)
print(_thread.stack_size(), callable(_thread.allocate),
      callable(_thread.start_new), callable(_thread.interrupt_main))
try:
    _thread.exit()
except SystemExit:
    print("exit", callable(_thread.exit_thread))
done = threading.Event()
_thread.start_new_thread(lambda x: done.set(), (1,))
print(done.wait(5))
