"""quopri - quoted-printable data (RFC 1521).

SPDX-License-Identifier: Apache-2.0
"""

import binascii

__all__ = ["encode", "decode", "encodestring", "decodestring"]


def encodestring(s, quotetabs=False, header=False):
    """Encode bytes."""
    return binascii.b2a_qp(s, quotetabs=quotetabs, header=header)


def decodestring(s, header=False):
    """Decode bytes."""
    return binascii.a2b_qp(s, header=header)


def encode(input, output, quotetabs, header=False):
    """Encode one binary file into another."""
    output.write(binascii.b2a_qp(input.read(), quotetabs=quotetabs, header=header))


def decode(input, output, header=False):
    """Decode one binary file into another."""
    output.write(binascii.a2b_qp(input.read(), header=header))
