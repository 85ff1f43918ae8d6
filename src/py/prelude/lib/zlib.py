"""zlib: streams with their headers and trailers; C codes what is between.

Objects that work piece by piece keep what they were given: a decompressor
decodes from the start of the stream again, a compressor does its work in
flush().
"""

MAX_WBITS = 15
DEFLATED = 8
DEF_MEM_LEVEL = 8
DEF_BUF_SIZE = 16384
ZLIB_VERSION = ZLIB_RUNTIME_VERSION = '1.2.13'
Z_NO_COMPRESSION = 0
Z_BEST_SPEED = 1
Z_BEST_COMPRESSION = 9
Z_DEFAULT_COMPRESSION = -1
Z_FILTERED = 1
Z_HUFFMAN_ONLY = 2
Z_RLE = 3
Z_FIXED = 4
Z_DEFAULT_STRATEGY = 0
Z_NO_FLUSH = 0
Z_PARTIAL_FLUSH = 1
Z_SYNC_FLUSH = 2
Z_FULL_FLUSH = 3
Z_FINISH = 4
Z_BLOCK = 5
Z_TREES = 6


class error(Exception):
    __module__ = 'zlib'


def _bytes(data):
    if type(data) is bytes:
        return data
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError("a bytes-like object is required, not "
                        f"'{type(data).__name__}'") from None


def _bad(text):
    raise error(f'Error -3 while decompressing data: {text}')


# --- headers -------------------------------------------------------------------------


def _gzip_start(data):
    """Where the stream begins; None when the header is not complete."""
    if len(data) < 10:
        return None
    if data[2] != 8:
        _bad('unknown compression method')
    flags = data[3]
    at = 10
    if flags & 4:
        if len(data) < at + 2:
            return None
        at += 2 + int.from_bytes(data[at:at + 2], 'little')
    for bit in (8, 16):
        if flags & bit:
            end = data.find(b'\0', at)
            if end < 0:
                return None
            at = end + 1
    if flags & 2:
        at += 2
    return at if at <= len(data) else None


def _start(data, wbits):
    """(kind, offset of the raw stream); offset None: more input needed."""
    if wbits < 0:
        return 'raw', 0
    gzip = wbits >= 32 and data[:2] == b'\x1f\x8b' or 16 <= wbits < 32
    if gzip:
        if data[:2] != b'\x1f\x8b'[:len(data)]:
            _bad('incorrect header check')
        return 'gzip', _gzip_start(data)
    if len(data) < 2:
        return 'zlib', None
    if (data[0] << 8 | data[1]) % 31:
        _bad('incorrect header check')
    if data[0] & 15 != 8:
        _bad('unknown compression method')
    if data[0] >> 4 > 7:
        _bad('invalid window size')
    return 'zlib', 6 if data[1] & 32 else 2


def _finish(kind, data, end, out):
    """Check the trailer; its end, or None when it is not there yet."""
    if kind == 'raw':
        return end
    size = 4 if kind == 'zlib' else 8
    tail = data[end:end + size]
    if len(tail) < size:
        return None
    if kind == 'zlib':
        if int.from_bytes(tail, 'big') != adler32(out):
            _bad('incorrect data check')
    else:
        if int.from_bytes(tail[:4], 'little') != crc32(out):
            _bad('incorrect data check')
        if int.from_bytes(tail[4:], 'little') != len(out) & 0xffffffff:
            _bad('incorrect length check')
    return end + size


def _decode(data, wbits, limit=0):
    """(output, end of the stream or None)"""
    kind, start = _start(data, wbits)
    if start is None:
        return b'', None
    outcome, out, end, why = _inflate(data, start, limit)
    if outcome == 3:
        _bad(why)
    if outcome:
        return out, None
    return out, _finish(kind, data, end, out)


def decompress(data, /, wbits=MAX_WBITS, bufsize=DEF_BUF_SIZE):
    data = _bytes(data)
    out, end = _decode(data, wbits)
    if end is None:
        raise error('Error -5 while decompressing data: incomplete or '
                    'truncated stream')
    return out


def _wrap(raw, data, level, wbits):
    if wbits < 0:
        return raw
    if wbits > 15:
        head = bytes((0x1f, 0x8b, 8, 0, 0, 0, 0, 0,
                      2 if level == 9 else 4 if level == 1 else 0, 3))
        return (head + raw + crc32(data).to_bytes(4, 'little')
                + (len(data) & 0xffffffff).to_bytes(4, 'little'))
    kind = 0 if level in (0, 1) else 1 if 2 <= level <= 5 else (
        3 if level > 6 else 2)
    head = (wbits - 8 << 4 | 8) << 8 | kind << 6
    head += 31 - head % 31
    return head.to_bytes(2, 'big') + raw + adler32(data).to_bytes(4, 'big')


def compress(data, /, level=-1, wbits=MAX_WBITS):
    data = _bytes(data)
    if not -1 <= level <= 9:
        raise error('Bad compression level')
    return _wrap(_deflate(data, level), data, level, wbits)


# --- objects ---------------------------------------------------------------------------


class _Compress:
    def __init__(self, level, wbits, zdict=None):
        self._level = level
        self._wbits = wbits
        self._parts = []
        self._done = False

    def compress(self, data, /):
        if self._done:
            raise error('Error -2 while compressing data: inconsistent '
                        'stream state')
        self._parts.append(_bytes(data))
        return b''

    def flush(self, mode=Z_FINISH, /):
        if mode != Z_FINISH or self._done:
            return b''
        self._done = True
        data = b''.join(self._parts)
        self._parts = []
        return _wrap(_deflate(data, self._level), data, self._level,
                     self._wbits)

    def copy(self):
        if self._done:
            raise ValueError('Inconsistent stream state')
        other = _Compress(self._level, self._wbits)
        other._parts = self._parts[:]
        return other

    __copy__ = copy

    def __deepcopy__(self, memo, /):
        return self.copy()


class _Decompress:
    def __init__(self, wbits):
        self._wbits = wbits
        self._data = b''
        self._given = 0
        self.unused_data = b''
        self.unconsumed_tail = b''
        self.eof = False

    def decompress(self, data, /, max_length=0):
        if max_length < 0:
            raise ValueError('max_length must be non-negative')
        data = _bytes(data)
        if self.eof:
            self.unused_data += data
            return b''
        if self.unconsumed_tail:
            data = data[len(self.unconsumed_tail):]
        self._data += data
        self.unconsumed_tail = b''
        out, end = _decode(self._data, self._wbits)
        fresh = out[self._given:]
        if max_length and len(fresh) > max_length:
            fresh = fresh[:max_length]
            self._given += max_length
            self.unconsumed_tail = self._data[-1:]
            return fresh
        self._given = len(out)
        if end is not None:
            self.eof = True
            self.unused_data = self._data[end:]
            self._data = b''
        return fresh

    def flush(self, length=DEF_BUF_SIZE, /):
        if length <= 0:
            raise ValueError('length must be greater than zero')
        if self.eof:
            return b''
        return self.decompress(b'')

    def copy(self):
        other = _Decompress(self._wbits)
        other.__dict__.update(self.__dict__)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo, /):
        return self.copy()


_Compress.__name__ = _Compress.__qualname__ = 'Compress'
_Decompress.__name__ = _Decompress.__qualname__ = 'Decompress'


def compressobj(level=-1, method=DEFLATED, wbits=MAX_WBITS,
                memLevel=DEF_MEM_LEVEL, strategy=0, zdict=None):
    if (not -1 <= level <= 9 or method != DEFLATED
            or not 8 <= (wbits & 15 if wbits > 15 else abs(wbits)) <= 15):
        raise ValueError('Invalid initialization option')
    return _Compress(level, wbits, zdict)


def decompressobj(wbits=MAX_WBITS, zdict=b''):
    if not (-15 <= wbits <= -8 or wbits == 0 or 8 <= wbits <= 15
            or 24 <= wbits <= 31 or 40 <= wbits <= 47):
        raise ValueError('Invalid initialization option')
    return _Decompress(wbits)
