# nonmultipart.py - parts without parts.
#
# SPDX-License-Identifier: Apache-2.0
"""Parts without parts."""
from email import errors
from email.mime.base import MIMEBase

__all__ = ["MIMENonMultipart"]


class MIMENonMultipart(MIMEBase):
    """A part that has no parts."""

    def attach(self, payload):
        raise errors.MultipartConversionError(
            "Cannot attach additional subparts to non-multipart/*")
