"""_io - another name of io, under which its classes are pickled.

SPDX-License-Identifier: Apache-2.0
"""

from io import (BlockingIOError, BufferedRandom, BufferedReader, BufferedRWPair, BufferedWriter,
                BytesIO, DEFAULT_BUFFER_SIZE, FileIO, IncrementalNewlineDecoder, StringIO,
                TextIOWrapper, UnsupportedOperation, open, open_code, text_encoding)
from io import BufferedIOBase as _BufferedIOBase
from io import IOBase as _IOBase
from io import RawIOBase as _RawIOBase
from io import TextIOBase as _TextIOBase
