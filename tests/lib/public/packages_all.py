"""importlib.metadata, importlib.resources, importlib.machinery: packages in /tmp."""
# caisson: options --tmpfs /tmp

import importlib
import importlib.machinery as machinery
import importlib.metadata as metadata
import importlib.resources as resources
import os
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")
base = os.path.realpath(tempfile.mkdtemp())


def attempt(f, *args, **kw):
    try:
        return f(*args, **kw)
    except Exception as e:
        return f"{type(e).__name__}: {e}".replace(base, "BASE")


def put(name, text):
    path = os.path.join(base, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


put("boxed/__init__.py", "value = 5\n")
put("boxed/note.txt", "gr\u00fc\u00df\nline 2\n")
put("boxed/sub/deep.txt", "deep")
put("spread/part.py", "name = __name__\n")
sys.path.insert(0, base)
importlib.invalidate_caches()

import boxed  # noqa: E402
import spread.part  # noqa: E402

print(
    boxed.value,
    spread.part.name,
    type(boxed.__loader__) is machinery.SourceFileLoader,
    type(spread.__loader__) is machinery.NamespaceLoader,
    boxed.__loader__.name,
)
loader = machinery.SourceFileLoader("boxed", os.path.join(base, "boxed", "__init__.py"))
print(
    loader.is_package("boxed"),
    loader.get_filename("boxed").replace(base, "BASE"),
    loader.get_source("boxed"),
)
print(
    loader.get_data(os.path.join(base, "boxed/sub/deep.txt")),
    attempt(loader.get_data, base + "/none"),
)
for suffixes in (machinery.BYTECODE_SUFFIXES, machinery.EXTENSION_SUFFIXES):
    print(type(suffixes), all(s.startswith(".") for s in suffixes), ".py" in suffixes)

print(
    resources.read_text("boxed", "note.txt"), resources.read_binary(boxed, "note.txt")
)
print(
    attempt(resources.read_text, "boxed", "note.txt", encoding="ascii"),
    ascii(resources.read_text("boxed", "note.txt", "ascii", "replace")),
)
with (
    resources.open_text("boxed", "note.txt") as f,
    resources.open_binary("boxed", "note.txt") as g,
):
    print(f.readline(), g.read(3))
print(sorted(n for n in resources.contents("boxed") if n != "__pycache__"))
print(
    resources.is_resource("boxed", "note.txt"),
    resources.is_resource("boxed", "sub"),
    resources.is_resource("boxed", "none"),
)
for f in (
    resources.read_text,
    resources.read_binary,
    resources.open_text,
    resources.open_binary,
    resources.is_resource,
):
    print(
        f.__name__,
        attempt(f, "boxed", "none"),
        attempt(f, "no_such", "x"),
        attempt(f, "boxed"),
    )
top = resources.files("boxed")
print(
    top.name,
    top.is_dir(),
    (top / "sub" / "deep.txt").read_text(),
    top.joinpath("sub").is_file(),
    attempt(top.joinpath("none").read_bytes),
)
print(attempt(resources.files, "no.such"), attempt(resources.contents, "no_such"))
with resources.as_file(top / "note.txt") as path:
    print(path.name, path.exists(), path.stat().st_size)

for name in ("version", "requires", "files", "metadata", "distribution"):
    print(name, attempt(getattr(metadata, name), "no-such-thing"))
try:
    metadata.version("no-such-thing")
except metadata.PackageNotFoundError as e:
    print(isinstance(e, ModuleNotFoundError), e.name, e.args, str(e))
print(
    list(metadata.distributions(name="no-such-thing")),
    len(metadata.entry_points(group="no.such.group")),
    type(metadata.packages_distributions()),
)
