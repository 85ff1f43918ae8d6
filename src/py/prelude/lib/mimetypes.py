# mimetypes.py - types of files by their names.
#
# The tables are the registered types; what a program adds belongs to the
# session.
#
# SPDX-License-Identifier: Apache-2.0
"""MIME types of files, by their names."""
import os
import posixpath
import urllib.parse

from _caisson import session_state

__all__ = ["knownfiles", "inited", "MimeTypes", "guess_type",
           "guess_all_extensions", "guess_extension", "add_type", "init",
           "read_mime_types", "suffix_map", "encodings_map", "types_map",
           "common_types"]

knownfiles = []
inited = True
_suffix_map = {".svgz": ".svg.gz", ".tgz": ".tar.gz", ".taz": ".tar.gz",
              ".tz": ".tar.gz", ".tbz2": ".tar.bz2", ".txz": ".tar.xz"}
_encodings_map = {".gz": "gzip", ".Z": "compress", ".bz2": "bzip2",
                 ".xz": "xz", ".br": "br"}
_types_map = {
    ".js": "application/javascript",
    ".mjs": "application/javascript",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".doc": "application/msword",
    ".dot": "application/msword",
    ".wiz": "application/msword",
    ".nq": "application/n-quads",
    ".nt": "application/n-triples",
    ".bin": "application/octet-stream",
    ".a": "application/octet-stream",
    ".dll": "application/octet-stream",
    ".exe": "application/octet-stream",
    ".o": "application/octet-stream",
    ".obj": "application/octet-stream",
    ".so": "application/octet-stream",
    ".oda": "application/oda",
    ".pdf": "application/pdf",
    ".p7c": "application/pkcs7-mime",
    ".ps": "application/postscript",
    ".ai": "application/postscript",
    ".eps": "application/postscript",
    ".trig": "application/trig",
    ".m3u": "application/vnd.apple.mpegurl",
    ".m3u8": "application/vnd.apple.mpegurl",
    ".xls": "application/vnd.ms-excel",
    ".xlb": "application/vnd.ms-excel",
    ".ppt": "application/vnd.ms-powerpoint",
    ".pot": "application/vnd.ms-powerpoint",
    ".ppa": "application/vnd.ms-powerpoint",
    ".pps": "application/vnd.ms-powerpoint",
    ".pwz": "application/vnd.ms-powerpoint",
    ".wasm": "application/wasm",
    ".bcpio": "application/x-bcpio",
    ".cpio": "application/x-cpio",
    ".csh": "application/x-csh",
    ".dvi": "application/x-dvi",
    ".gtar": "application/x-gtar",
    ".hdf": "application/x-hdf",
    ".h5": "application/x-hdf5",
    ".latex": "application/x-latex",
    ".mif": "application/x-mif",
    ".cdf": "application/x-netcdf",
    ".nc": "application/x-netcdf",
    ".p12": "application/x-pkcs12",
    ".pfx": "application/x-pkcs12",
    ".ram": "application/x-pn-realaudio",
    ".pyc": "application/x-python-code",
    ".pyo": "application/x-python-code",
    ".sh": "application/x-sh",
    ".shar": "application/x-shar",
    ".swf": "application/x-shockwave-flash",
    ".sv4cpio": "application/x-sv4cpio",
    ".sv4crc": "application/x-sv4crc",
    ".tar": "application/x-tar",
    ".tcl": "application/x-tcl",
    ".tex": "application/x-tex",
    ".texi": "application/x-texinfo",
    ".texinfo": "application/x-texinfo",
    ".roff": "application/x-troff",
    ".t": "application/x-troff",
    ".tr": "application/x-troff",
    ".man": "application/x-troff-man",
    ".me": "application/x-troff-me",
    ".ms": "application/x-troff-ms",
    ".ustar": "application/x-ustar",
    ".src": "application/x-wais-source",
    ".xsl": "application/xml",
    ".rdf": "application/xml",
    ".wsdl": "application/xml",
    ".xpdl": "application/xml",
    ".zip": "application/zip",
    ".3gp": "audio/3gpp",
    ".3gpp": "audio/3gpp",
    ".3g2": "audio/3gpp2",
    ".3gpp2": "audio/3gpp2",
    ".aac": "audio/aac",
    ".adts": "audio/aac",
    ".loas": "audio/aac",
    ".ass": "audio/aac",
    ".au": "audio/basic",
    ".snd": "audio/basic",
    ".mp3": "audio/mpeg",
    ".mp2": "audio/mpeg",
    ".opus": "audio/opus",
    ".aif": "audio/x-aiff",
    ".aifc": "audio/x-aiff",
    ".aiff": "audio/x-aiff",
    ".ra": "audio/x-pn-realaudio",
    ".wav": "audio/x-wav",
    ".avif": "image/avif",
    ".bmp": "image/bmp",
    ".gif": "image/gif",
    ".ief": "image/ief",
    ".jpg": "image/jpeg",
    ".jpe": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".heic": "image/heic",
    ".heif": "image/heif",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".tiff": "image/tiff",
    ".tif": "image/tiff",
    ".ico": "image/vnd.microsoft.icon",
    ".ras": "image/x-cmu-raster",
    ".pnm": "image/x-portable-anymap",
    ".pbm": "image/x-portable-bitmap",
    ".pgm": "image/x-portable-graymap",
    ".ppm": "image/x-portable-pixmap",
    ".rgb": "image/x-rgb",
    ".xbm": "image/x-xbitmap",
    ".xpm": "image/x-xpixmap",
    ".xwd": "image/x-xwindowdump",
    ".eml": "message/rfc822",
    ".mht": "message/rfc822",
    ".mhtml": "message/rfc822",
    ".nws": "message/rfc822",
    ".css": "text/css",
    ".csv": "text/csv",
    ".html": "text/html",
    ".htm": "text/html",
    ".n3": "text/n3",
    ".txt": "text/plain",
    ".bat": "text/plain",
    ".c": "text/plain",
    ".h": "text/plain",
    ".ksh": "text/plain",
    ".pl": "text/plain",
    ".srt": "text/plain",
    ".rtx": "text/richtext",
    ".tsv": "text/tab-separated-values",
    ".vtt": "text/vtt",
    ".py": "text/x-python",
    ".etx": "text/x-setext",
    ".sgm": "text/x-sgml",
    ".sgml": "text/x-sgml",
    ".vcf": "text/x-vcard",
    ".xml": "text/xml",
    ".mp4": "video/mp4",
    ".mpeg": "video/mpeg",
    ".m1v": "video/mpeg",
    ".mpa": "video/mpeg",
    ".mpe": "video/mpeg",
    ".mpg": "video/mpeg",
    ".mov": "video/quicktime",
    ".qt": "video/quicktime",
    ".webm": "video/webm",
    ".avi": "video/x-msvideo",
    ".movie": "video/x-sgi-movie",
}

_common_types = {
    ".rtf": "application/rtf",
    ".midi": "audio/midi",
    ".mid": "audio/midi",
    ".jpg": "image/jpg",
    ".pict": "image/pict",
    ".pct": "image/pict",
    ".pic": "image/pict",
    ".webp": "image/webp",
    ".xul": "text/xul",
}


class MimeTypes:
    """Types and extensions, strict ones and others."""

    def __init__(self, filenames=(), strict=True):
        self.encodings_map = dict(_encodings_map)
        self.suffix_map = dict(_suffix_map)
        self.types_map = ({}, {})
        self.types_map_inv = ({}, {})
        for ext, type in _types_map.items():
            self.add_type(type, ext, True)
        for ext, type in _common_types.items():
            self.add_type(type, ext, False)
        for name in filenames:
            self.read(name, strict)

    def add_type(self, type, ext, strict=True):
        """Let an extension stand for a type."""
        self.types_map[strict][ext] = type
        exts = self.types_map_inv[strict].setdefault(type, [])
        if ext not in exts:
            exts.append(ext)

    def guess_type(self, url, strict=True):
        """Type and encoding of a URL or a path, by its extension."""
        path = os.fspath(url)
        scheme, rest = urllib.parse._splittype(path)
        if scheme == "data":
            return _type_of_data(rest), None
        if len(scheme or "") > 1:
            path = rest
        stem, ext = posixpath.splitext(path)
        while ext.lower() in self.suffix_map:
            longer = stem + self.suffix_map[ext.lower()]
            stem, ext = posixpath.splitext(longer)
        encoding = self.encodings_map.get(ext)
        if encoding is not None:
            ext = posixpath.splitext(stem)[1]
        found = self.types_map[True].get(ext.lower())
        if found is None and not strict:
            found = self.types_map[False].get(ext.lower())
        return found, encoding

    def guess_all_extensions(self, type, strict=True):
        """All extensions of a type."""
        tables = (True,) if strict else (True, False)
        found = [ext for table in tables
                 for ext in self.types_map_inv[table].get(type.lower(), ())]
        return [*dict.fromkeys(found)]

    def guess_extension(self, type, strict=True):
        """One extension of a type, or None."""
        found = self.guess_all_extensions(type, strict)
        return found[0] if found else None

    def read(self, filename, strict=True):
        """Take over the types in a file."""
        with open(filename, encoding="utf-8") as fp:
            self.readfp(fp, strict)

    def readfp(self, fp, strict=True):
        """Take over the types in an open file."""
        for line in fp:
            words = line.partition("#")[0].split()
            for suffix in words[1:]:
                self.add_type(words[0], "." + suffix, strict)


def _type_of_data(rest):
    """The type in a data: URL, or None if it is not one."""
    head, comma, _ = rest.partition(",")
    if not comma:
        return None
    kind = head.partition(";")[0]
    return kind if "/" in kind and "=" not in kind else "text/plain"


def _db():
    return session_state("mimetypes", MimeTypes)


def guess_type(url, strict=True):
    """Type and encoding of a URL or a path, by its extension."""
    return _db().guess_type(url, strict)


def guess_all_extensions(type, strict=True):
    """All extensions of a type."""
    return _db().guess_all_extensions(type, strict)


def guess_extension(type, strict=True):
    """One extension of a type, or None."""
    return _db().guess_extension(type, strict)


def add_type(type, ext, strict=True):
    """Let an extension stand for a type."""
    return _db().add_type(type, ext, strict)


def __getattr__(name):
    # the tables belong to the session
    if name == "types_map":
        return _db().types_map[True]
    if name == "common_types":
        return _db().types_map[False]
    if name in ("suffix_map", "encodings_map"):
        return getattr(_db(), name)
    raise AttributeError(f"module 'mimetypes' has no attribute {name!r}")


def __dir__():
    return sorted([*_OWN_NAMES, "types_map", "common_types", "suffix_map",
                   "encodings_map"])


def init(files=None):
    """Take over the types in files; without them start again."""
    db = _db()
    if files is None:
        vars(db).update(vars(MimeTypes()))
    for name in files or ():
        if os.path.isfile(name):
            db.read(name)


def read_mime_types(file):
    """The extensions that a mime.types file defines, or None."""
    try:
        f = open(file, encoding="utf-8")
    except OSError:
        return None
    with f:
        db = MimeTypes()
        db.readfp(f, True)
        return db.types_map[True]


# What dir() shows: later globals() is only what a program may see.
_OWN_NAMES = [name for name in globals() if name != "session_state"]
