"""zlib: streams with their headers and trailers; C codes what is between.

A decompressor keeps what follows the start of the latest block, and the
output before it as far as matches reach; a compressor does its work in
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
    return 'zlib', 2


class _Sum:
    """What the trailer of a stream is compared with."""

    def __init__(self, kind):
        self.kind = kind
        self.value = 1 if kind == 'zlib' else 0
        self.size = 0

    def take(self, out):
        if self.kind == 'zlib':
            self.value = adler32(out, self.value)
        elif self.kind == 'gzip':
            self.value = crc32(out, self.value)
        self.size += len(out)

    def check(self, data, end):
        """The end of the trailer at `end`, or None when it is not there."""
        if self.kind == 'raw':
            return end
        width = 4 if self.kind == 'zlib' else 8
        tail = data[end:end + width]
        if len(tail) < width:
            return None
        if int.from_bytes(tail[:4], 'big' if width == 4 else 'little') != (
                self.value):
            _bad('incorrect data check')
        if width == 8 and int.from_bytes(tail[4:], 'little') != (
                self.size & 0xffffffff):
            _bad('incorrect length check')
        return end + width


def decompress(data, /, wbits=MAX_WBITS, bufsize=DEF_BUF_SIZE):
    stream = decompressobj(wbits)
    out = stream.decompress(data)
    if not stream.eof:
        raise error('Error -5 while decompressing data: incomplete or '
                    'truncated stream')
    return out


def _head(level, wbits, zdict):
    """What stands before a stream."""
    if wbits < 0:
        return b''
    if wbits > 15:
        return bytes((0x1f, 0x8b, 8, 0, 0, 0, 0, 0,
                      2 if level == 9 else 4 if level == 1 else 0, 3))
    kind = 0 if level in (0, 1) else 1 if 2 <= level <= 5 else (
        3 if level > 6 else 2)
    head = (wbits - 8 << 4 | 8) << 8 | kind << 6
    if zdict:
        head |= 32
    head += 31 - head % 31
    return head.to_bytes(2, 'big') + (
        adler32(zdict).to_bytes(4, 'big') if zdict else b'')


def compress(data, /, level=-1, wbits=MAX_WBITS):
    data = _bytes(data)
    if not -1 <= level <= 9:
        raise error('Bad compression level')
    stream = _Compress(level, wbits)
    stream.compress(data)
    return stream.flush()


# --- objects ---------------------------------------------------------------------------


class _Compress:
    def __init__(self, level, wbits, zdict=b''):
        self._level = level
        self._start = _head(level, wbits, zdict)
        self._sum = _Sum('raw' if wbits < 0 else 'gzip' if wbits > 15
                         else 'zlib')
        self._parts = []
        self._done = False

    def compress(self, data, /):
        if self._done:
            raise error('Error -2 while compressing data: inconsistent '
                        'stream state')
        self._parts.append(_bytes(data))
        return b''

    def flush(self, mode=Z_FINISH, /):
        if mode == Z_NO_FLUSH:
            return b''
        if self._done or not 0 < mode <= Z_BLOCK:
            raise error('Error -2 while flushing: inconsistent stream state')
        self._done = mode == Z_FINISH
        data = b''.join(self._parts)
        self._parts = []
        self._sum.take(data)
        out = self._start + _deflate(data, self._level, self._done)
        self._start = b''
        if not self._done or self._sum.kind == 'raw':
            return out
        if self._sum.kind == 'zlib':
            return out + self._sum.value.to_bytes(4, 'big')
        return (out + self._sum.value.to_bytes(4, 'little')
                + (self._sum.size & 0xffffffff).to_bytes(4, 'little'))

    def copy(self):
        if self._done:
            raise ValueError('Inconsistent stream state')
        return _twin_of(self, _parts=self._parts[:])

    __copy__ = copy

    def __deepcopy__(self, memo, /):
        return self.copy()


def _twin_of(stream, **changes):
    """A stream that goes on from the same state."""
    other = object.__new__(type(stream))
    other.__dict__.update(stream.__dict__)
    if stream._sum is not None:
        other._sum = object.__new__(_Sum)
        other._sum.__dict__.update(stream._sum.__dict__)
    other.__dict__.update(changes)
    return other


class _Decompress:
    def __init__(self, wbits, zdict):
        self._wbits = wbits
        self._zdict = zdict
        self._sum = None  # the header was not read yet
        self._data = b''  # from the byte on where the latest block begins
        self._bit = 0  # of that byte
        self._window = b''
        self._given = 0  # bytes of the latest blocks given away
        self.unused_data = b''
        self.unconsumed_tail = b''
        self.eof = False

    def _begin(self):
        """Read the header; False when it is not complete."""
        kind, start = _start(self._data, self._wbits)
        if start is None:
            return False
        if kind == 'zlib' and self._data[1] & 32:
            if len(self._data) < 6:
                return False
            if not self._zdict:
                raise error('Error 2 while decompressing data')
            if int.from_bytes(self._data[2:6], 'big') != adler32(self._zdict):
                raise error('Error -3 while setting zdict: invalid input '
                            'data')
            start = 6
        elif kind != 'raw':
            self._zdict = b''
        self._window = self._zdict
        self._data = self._data[start:]
        self._sum = _Sum(kind)
        return True

    def _advance(self, out, bit, size):
        """The latest block begins at `bit`, after `size` bytes of output."""
        if not 0 < size <= self._given:
            return
        self._sum.take(out[:size])
        self._window = (self._window + out[:size])[-32768:]
        self._data = self._data[bit // 8:]
        self._bit = bit % 8
        self._given -= size

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
        if self._sum is None and not self._begin():
            return b''
        return self._decode(max_length)

    def _decode(self, max_length):
        limit = self._given + max_length + 1 if max_length else 0
        outcome, out, end, why, bit, size = _inflate(
            self._data, self._bit, limit, self._window)
        if outcome == 3:
            _bad(why)
        fresh = out[self._given:]
        if max_length and len(fresh) > max_length:
            fresh = fresh[:max_length]
            self._given += max_length
            self.unconsumed_tail = self._data[-1:]
            self._advance(out, bit, size)
            return fresh
        self._given = len(out)
        if outcome == 0:
            self._end(out, end)
        else:
            self._advance(out, bit, size)
        return fresh

    def _end(self, out, end):
        """The stream is complete; is its trailer?"""
        total = _twin_of(self)._sum
        total.take(out)
        end = total.check(self._data, end)
        if end is not None:
            self.eof = True
            self.unused_data = self._data[end:]
            self._data = b''

    def flush(self, length=DEF_BUF_SIZE, /):
        if length <= 0:
            raise ValueError('length must be greater than zero')
        if self.eof:
            return b''
        return self.decompress(self.unconsumed_tail)

    def copy(self):
        return _twin_of(self)

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
    zdict = b'' if zdict is None else _bytes(zdict)
    if zdict and wbits > 15:
        raise ValueError('Invalid dictionary')
    return _Compress(level, wbits, zdict)


def decompressobj(wbits=MAX_WBITS, zdict=b''):
    if not (-15 <= wbits <= -8 or wbits == 0 or 8 <= wbits <= 15
            or 24 <= wbits <= 31 or 40 <= wbits <= 47):
        raise ValueError('Invalid initialization option')
    try:
        zdict = _bytes(zdict)
    except TypeError:
        raise TypeError(
            'zdict argument must support the buffer protocol') from None
    return _Decompress(wbits, zdict)
