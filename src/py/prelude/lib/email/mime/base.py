# base.py - what all parts have in common.
#
# SPDX-License-Identifier: Apache-2.0
"""What all parts have in common."""
import email.message
from email import policy as policies

__all__ = ["MIMEBase"]


class MIMEBase(email.message.Message):
    """A part with a type."""

    def __init__(self, _maintype, _subtype, *, policy=None, **_params):
        super().__init__(policy or policies.compat32)
        self.add_header("Content-Type", f"{_maintype}/{_subtype}", **_params)
        self["MIME-Version"] = "1.0"
