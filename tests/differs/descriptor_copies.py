# descriptor_copies.py: Redirecting descriptor 1 does not redirect print().
# SPDX-License-Identifier: Apache-2.0
# caisson: options --tmpfs /tmp
#
# os.dup2() changes what os.write() and os.read() reach; the streams of sys write to
# the host and not to a descriptor.
import os

with open("/tmp/out", "w+b") as f:
    saved = os.dup(1)
    os.dup2(f.fileno(), 1)
    os.write(1, b"kept")
    print("shown")
    os.dup2(saved, 1)
    f.seek(0)
    print(f.read())
#> shown
#> b'kept'
