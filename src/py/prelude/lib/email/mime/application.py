# application.py - data of programs.
#
# SPDX-License-Identifier: Apache-2.0
"""Data of programs."""
from email import encoders
from email.mime.nonmultipart import MIMENonMultipart

__all__ = ["MIMEApplication"]


class MIMEApplication(MIMENonMultipart):
    """Data for some program."""

    def __init__(self, _data, _subtype="octet-stream",
                 _encoder=encoders.encode_base64, *, policy=None, **_params):
        super().__init__("application", _subtype, policy=policy, **_params)
        self.set_payload(_data)
        _encoder(self)
