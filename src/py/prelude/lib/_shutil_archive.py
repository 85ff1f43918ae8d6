# _shutil_archive.py - archives of whole trees.
#
# ZIP and tar, also with gzip, are known from the start; a program may register
# other kinds, which stay in its session.
#
# SPDX-License-Identifier: Apache-2.0
"""Archives of whole trees."""
import os
import tarfile
import zipfile

from _caisson import session_state


class ReadError(OSError):
    """An archive could not be read."""


class RegistryError(Exception):
    """A kind of archive is not known, or known already."""


ReadError.__module__ = RegistryError.__module__ = "shutil"


# ------------------------------------------------------------------- writing


def _members(base):
    """(path on disk, name in the archive) of a tree, folders first."""
    if base != os.curdir:
        yield base
    for folder, folders, files in os.walk(base):
        for name in [*sorted(folders), *files]:
            yield os.path.join(folder, name)


def _write_zip(base_name, base_dir, root_dir=None, verbose=0, dry_run=0,
               logger=None):
    target = base_name + ".zip"
    parent = os.path.dirname(base_name)
    if parent and not os.path.exists(parent):
        if logger is not None:
            logger.info("creating %s", parent)
        if not dry_run:
            os.makedirs(parent)
    if logger is not None:
        logger.info("creating '%s' and adding '%s' to it", target, base_dir)
    if not dry_run:
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            _add_members(archive, base_dir, root_dir, logger)
    return target if root_dir is None else os.path.abspath(target)


def _add_members(archive, base_dir, root_dir, logger):
    start = base_dir if root_dir is None else os.path.join(root_dir, base_dir)
    start = os.path.normpath(start)
    for path in _members(start):
        name = path if root_dir is None else os.path.relpath(path, root_dir)
        name = os.path.normpath(name)
        if name == os.curdir:
            continue
        if not os.path.isdir(path) and path != start and not os.path.isfile(path):
            continue
        archive.write(path, name)
        if logger is not None:
            logger.info("adding '%s'", name)


def _write_tar(base_name, base_dir, compress="gzip", verbose=0, dry_run=0,
               owner=None, group=None, logger=None):
    if compress not in (None, "gzip"):
        raise ValueError("bad value for 'compress', or compression format "
                         f"not supported : {compress}")
    target = base_name + (".tar.gz" if compress else ".tar")
    parent = os.path.dirname(target)
    if parent and not os.path.exists(parent) and not dry_run:
        os.makedirs(parent)
    if logger is not None:
        logger.info("Creating tar archive")
    if not dry_run:
        with tarfile.open(target, "w:gz" if compress else "w") as archive:
            archive.add(base_dir)
    return target


def _writers():
    return session_state("shutil.writers", lambda: {
        "gztar": (_write_tar, [("compress", "gzip")], "gzip'ed tar-file"),
        "tar": (_write_tar, [("compress", None)], "uncompressed tar file"),
        "zip": (_write_zip, [], "ZIP file")})


def get_archive_formats():
    """Sorted pairs of the name of a kind and what it is."""
    return sorted((name, entry[2]) for name, entry in _writers().items())


def register_archive_format(name, function, extra_args=None, description=""):
    """Make a kind of archive known to make_archive."""
    extra_args = [] if extra_args is None else extra_args
    if not callable(function):
        raise TypeError(f"The {function} object is not callable")
    if not isinstance(extra_args, (tuple, list)):
        raise TypeError("extra_args needs to be a sequence")
    for pair in extra_args:
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise TypeError("extra_args elements are : (arg_name, value)")
    _writers()[name] = (function, extra_args, description)


def unregister_archive_format(name):
    """Forget a kind of archive."""
    del _writers()[name]


def make_archive(base_name, format, root_dir=None, base_dir=None, verbose=0,
                 dry_run=0, owner=None, group=None, logger=None):
    """Write the tree base_dir, seen from root_dir; the archive's name."""
    try:
        function, extra, _ = _writers()[format]
    except KeyError:
        raise ValueError(f"unknown archive format {format!r}") from None
    base_name = os.fspath(base_name)
    base_dir = os.curdir if base_dir is None else base_dir
    options = {"dry_run": dry_run, "logger": logger, **dict(extra)}
    if function is _write_zip:
        if root_dir is not None:
            base_name = os.path.abspath(base_name)
            options["root_dir"] = os.fspath(root_dir)
        return function(base_name, base_dir, **options)
    options["owner"], options["group"] = owner, group
    if root_dir is None:
        return function(base_name, base_dir, **options)
    base_name, before = os.path.abspath(base_name), os.getcwd()
    os.chdir(root_dir)
    try:
        return function(base_name, base_dir, **options)
    finally:
        os.chdir(before)


# ------------------------------------------------------------------- reading


def _read_zip(filename, extract_dir):
    if not zipfile.is_zipfile(filename):
        raise ReadError(f"{filename} is not a zip file")
    with zipfile.ZipFile(filename) as archive:
        for info in archive.infolist():
            name = info.filename
            if name.startswith("/") or ".." in name:
                continue  # it would lead out of the folder
            target = os.path.join(extract_dir, *name.split("/"))
            os.makedirs(os.path.dirname(target), exist_ok=True)
            if not name.endswith("/"):
                with open(target, "wb") as file:
                    file.write(archive.read(name))


def _read_tar(filename, extract_dir, *, filter=None):
    try:
        archive = tarfile.open(filename)
    except tarfile.TarError:
        raise ReadError(f"{filename} is not a compressed or uncompressed "
                        "tar file") from None
    with archive:
        archive.extractall(extract_dir, filter=filter)


def _readers():
    return session_state("shutil.readers", lambda: {
        "tar": ([".tar"], _read_tar, [], "uncompressed tar file"),
        "zip": ([".zip"], _read_zip, [], "ZIP file"),
        "gztar": ([".tar.gz", ".tgz"], _read_tar, [], "gzip'ed tar-file")})


def get_unpack_formats():
    """Sorted triples: name of a kind, its file name endings, what it is."""
    return sorted((name, entry[0], entry[3])
                  for name, entry in _readers().items())


def register_unpack_format(name, extensions, function, extra_args=None,
                           description=""):
    """Make a kind of archive known to unpack_archive."""
    known = {ending: other for other, entry in _readers().items()
             for ending in entry[0]}
    for ending in extensions:
        if ending in known:
            raise RegistryError(
                f'{ending} is already registered for "{known[ending]}"')
    if not callable(function):
        raise TypeError("The registered function must be a callable")
    extra_args = [] if extra_args is None else extra_args
    _readers()[name] = (extensions, function, extra_args, description)


def unregister_unpack_format(name):
    """Forget a kind of archive."""
    del _readers()[name]


def _kind_of(filename):
    for name, entry in _readers().items():
        if any(filename.endswith(ending) for ending in entry[0]):
            return name
    return None


def unpack_archive(filename, extract_dir=None, format=None, *, filter=None):
    """Write the members of an archive to a folder, the current one if None."""
    extract_dir = os.getcwd() if extract_dir is None else extract_dir
    extract_dir, filename = os.fspath(extract_dir), os.fspath(filename)
    given = {} if filter is None else {"filter": filter}
    if format is None:
        format = _kind_of(filename)
        if format is None:
            raise ReadError(f"Unknown archive format '{filename}'")
    try:
        _, function, extra, _ = _readers()[format]
    except KeyError:
        raise ValueError(f"Unknown unpack format '{format}'") from None
    function(filename, extract_dir, **dict(extra), **given)
