# audio.py - sounds.
#
# SPDX-License-Identifier: Apache-2.0
"""Sounds."""
from email import encoders
from email.mime.nonmultipart import MIMENonMultipart

__all__ = ["MIMEAudio"]

_STARTS = ((b"RIFF", "x-wav"), (b".snd", "basic"), (b"FORM", "x-aiff"))


def _kind_of(data):
    for start, kind in _STARTS:
        if data.startswith(start):
            return kind
    return None



class MIMEAudio(MIMENonMultipart):
    """A sound."""

    def __init__(self, _audiodata, _subtype=None,
                 _encoder=encoders.encode_base64, *, policy=None, **_params):
        if _subtype is None:
            _subtype = _kind_of(_audiodata)
        if _subtype is None:
            raise TypeError("Could not find audio MIME subtype")
        super().__init__("audio", _subtype, policy=policy, **_params)
        self.set_payload(_audiodata)
        _encoder(self)
