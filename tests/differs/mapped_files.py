# mapped_files.py: An mmap is a copy of the file.
# SPDX-License-Identifier: Apache-2.0
# caisson: options --tmpfs /tmp
#
# Its bytes are read when it is made; what others write later is not seen, and its
# own changes reach the file by flush() and close().  It is also a bytearray, so
# that regular expressions and slices work on it.
import mmap

with open("/tmp/data", "w+b") as f:
    f.write(b"one")
    f.flush()
    m = mmap.mmap(f.fileno(), 0)
    f.seek(0)
    f.write(b"two")
    f.flush()
    print(m[:], isinstance(m, bytearray))
#> b'one' True
