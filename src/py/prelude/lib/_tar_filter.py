# _tar_filter.py - what of a tar archive may be unpacked, and how.
#
# SPDX-License-Identifier: Apache-2.0
"""Filters of tarfile.extractall()."""
import os

from _tar_header import TarError


class FilterError(TarError):
    """A filter refuses an entry."""

    what = "is refused"

    def __init__(self, tarinfo, path=None):
        self.tarinfo, self._path = tarinfo, path
        where = "" if path is None else f", {path!r},"
        super().__init__(self.what.format(tarinfo, where))


class AbsolutePathError(FilterError):
    """The name of an entry starts at the root."""

    what = "member {0.name!r} has an absolute path"


class OutsideDestinationError(FilterError):
    """An entry would land outside of the destination."""

    what = "{0.name!r} would be extracted to{1} which is outside the destination"


class SpecialFileError(FilterError):
    """An entry is a device or the like."""

    what = "{0.name!r} is a special file"


class AbsoluteLinkError(FilterError):
    """A link leads to the root."""

    what = "{0.name!r} is a link to an absolute path"


class LinkOutsideDestinationError(FilterError):
    """A link leads out of the destination."""

    what = "{0.name!r} would link to{1} which is outside the destination"


for _error in (FilterError, AbsolutePathError, OutsideDestinationError,
               SpecialFileError, AbsoluteLinkError,
               LinkOutsideDestinationError):
    _error.__module__ = "tarfile"


def _is_inside(path, folder):
    return os.path.commonpath([path, folder]) == folder


def _changes(member, folder, for_data):
    """What a filter alters in an entry, after it has checked it."""
    changes = {}
    name = member.name
    if name.startswith(("/", os.sep)):
        name = changes["name"] = member.path.lstrip("/" + os.sep)
    if os.path.isabs(name):
        raise AbsolutePathError(member)
    target = os.path.realpath(os.path.join(folder, name))
    if not _is_inside(target, folder):
        raise OutsideDestinationError(member, target)
    mode = member.mode
    if mode is not None:
        mode &= 0o755
        if for_data:
            mode = _data_mode(member, mode)
        if mode != member.mode:
            changes["mode"] = mode
    if for_data:
        changes |= dict.fromkeys(
            [key for key in ("uid", "gid", "uname", "gname")
             if getattr(member, key) is not None])
        _check_link(member, name, folder)
    return changes


def _data_mode(member, mode):
    """Files can be read, and executed by all or by none; others as usual."""
    if member.isreg() or member.islnk():
        if not mode & 0o100:
            mode &= ~0o111
        return mode | 0o600
    if member.isdir() or member.issym():
        return None
    raise SpecialFileError(member)


def _check_link(member, name, folder):
    if not (member.islnk() or member.issym()):
        return
    if os.path.isabs(member.linkname):
        raise AbsoluteLinkError(member)
    start = os.path.join(folder, os.path.dirname(name)) if member.issym() \
        else folder
    target = os.path.realpath(os.path.join(start, member.linkname))
    if not _is_inside(target, folder):
        raise LinkOutsideDestinationError(member, target)


def fully_trusted_filter(member, dest_path):
    """Unpack everything as it is."""
    return member


def tar_filter(member, dest_path):
    """Unpack as tar does: nothing outside of the destination."""
    changes = _changes(member, os.path.realpath(dest_path), False)
    return member.replace(**changes, deep=False) if changes else member


def data_filter(member, dest_path):
    """Unpack data only: no owners, no devices, no links that lead out."""
    changes = _changes(member, os.path.realpath(dest_path), True)
    return member.replace(**changes, deep=False) if changes else member


BY_NAME = {"fully_trusted": fully_trusted_filter, "tar": tar_filter,
           "data": data_filter}

for _filter in BY_NAME.values():
    _filter.__module__ = "tarfile"
