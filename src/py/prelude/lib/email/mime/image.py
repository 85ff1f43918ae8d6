# image.py - pictures.
#
# SPDX-License-Identifier: Apache-2.0
"""Pictures."""
from email import encoders
from email.mime.nonmultipart import MIMENonMultipart

__all__ = ["MIMEImage"]

_STARTS = ((b"\x89PNG\r\n\x1a\n", "png"), (b"GIF8", "gif"),
           (b"\xff\xd8\xff", "jpeg"), (b"BM", "bmp"), (b"MM", "tiff"),
           (b"II", "tiff"), (b"RIFF", "webp"))


def _kind_of(data):
    for start, kind in _STARTS:
        if data.startswith(start):
            return kind
    return None



class MIMEImage(MIMENonMultipart):
    """A picture."""

    def __init__(self, _imagedata, _subtype=None,
                 _encoder=encoders.encode_base64, *, policy=None, **_params):
        if _subtype is None:
            _subtype = _kind_of(_imagedata)
        if _subtype is None:
            raise TypeError("Could not guess image MIME subtype")
        super().__init__("image", _subtype, policy=policy, **_params)
        self.set_payload(_imagedata)
        _encoder(self)
