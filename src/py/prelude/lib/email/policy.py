# policy.py - how messages are read and written.
#
# SPDX-License-Identifier: Apache-2.0
"""Policies of messages."""

__all__ = ["Policy", "Compat32", "compat32", "EmailPolicy", "default",
           "strict", "SMTP", "HTTP", "SMTPUTF8"]


class Policy:
    """A few settings; clone() gives others."""

    max_line_length = 78
    linesep = "\n"
    cte_type = "8bit"
    raise_on_defect = False
    mangle_from_ = False
    message_factory = None
    verify_generated_headers = True
    utf8 = False
    refold_source = "long"
    modern = False

    def __init__(self, **settings):
        for name, value in settings.items():
            if not hasattr(type(self), name):
                raise TypeError(f"{name!r} is an invalid keyword argument for "
                                f"{type(self).__name__}")
            self.__dict__[name] = value

    def clone(self, **settings):
        """The same with other settings."""
        return type(self)(**{**self.__dict__, **settings})

    def __add__(self, other):
        return self.clone(**other.__dict__)

    def __setattr__(self, name, value):
        raise AttributeError(f"{type(self).__name__!r} object attribute "
                             f"{name!r} is read-only")

    def __repr__(self):
        inside = ", ".join([f"{name}={value!r}"
                            for name, value in self.__dict__.items()])
        return f"{type(self).__name__}({inside})"


class Compat32(Policy):
    """Headers are plain texts."""

    mangle_from_ = True


class EmailPolicy(Policy):
    """Headers know what they are."""

    modern = True


Compat32.__module__ = "email._policybase"
compat32 = Compat32()
default = EmailPolicy()
strict = EmailPolicy(raise_on_defect=True)
SMTP = EmailPolicy(linesep="\r\n")
HTTP = EmailPolicy(linesep="\r\n", max_line_length=None)
SMTPUTF8 = EmailPolicy(linesep="\r\n", utf8=True)
