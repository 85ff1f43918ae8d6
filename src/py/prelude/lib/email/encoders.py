# encoders.py - ways to write the content of a part.
#
# SPDX-License-Identifier: Apache-2.0
"""Encoders of payloads."""
import base64
import quopri

__all__ = ["encode_7or8bit", "encode_base64", "encode_noop", "encode_quopri"]


def encode_base64(msg):
    """Write the content of a part in base64."""
    data = msg.get_payload(decode=True)
    msg.set_payload(base64.encodebytes(data).decode("ascii"))
    msg["Content-Transfer-Encoding"] = "base64"


def encode_quopri(msg):
    """Write the content of a part as quoted-printable."""
    data = msg.get_payload(decode=True)
    text = quopri.encodestring(data, quotetabs=True).replace(b" ", b"=20")
    msg.set_payload(text.decode("ascii"))
    msg["Content-Transfer-Encoding"] = "quoted-printable"


def encode_7or8bit(msg):
    """Say whether the content is plain ASCII."""
    data = msg.get_payload(decode=True)
    ascii = data is None or data.isascii()
    msg["Content-Transfer-Encoding"] = "7bit" if ascii else "8bit"


def encode_noop(msg):
    """Leave the content as it is."""
