# multipart.py - parts with parts.
#
# SPDX-License-Identifier: Apache-2.0
"""Parts with parts."""
from email.mime.base import MIMEBase

__all__ = ["MIMEMultipart"]


class MIMEMultipart(MIMEBase):
    """A part that has parts."""

    def __init__(self, _subtype="mixed", boundary=None, _subparts=None, *,
                 policy=None, **_params):
        super().__init__("multipart", _subtype, policy=policy, **_params)
        self._payload = []
        for part in _subparts or ():
            self.attach(part)
        if boundary:
            self.set_boundary(boundary)
