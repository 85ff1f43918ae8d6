"""Tars of a workspace: portable when they leave, checked when they come."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from agents.sandbox.errors import (
    WorkspaceArchiveReadError,
    WorkspaceArchiveWriteError,
)
from agents.sandbox.util.tar_utils import (
    UnsafeTarMemberError,
    rebase_symlink_target,
    validate_tarfile,
)


def portable_archive(data: bytes, root: str) -> io.IOBase:
    """Leave out pipes and devices, make hard links copies, and links to the
    root relative; names are relative to the root.
    """
    out = io.BytesIO()
    try:
        with (
            tarfile.open(fileobj=io.BytesIO(data), mode="r:") as old,
            tarfile.open(fileobj=out, mode="w", format=tarfile.PAX_FORMAT) as new,
        ):
            for member in old:
                _copy(old, new, member, root)
    except (tarfile.TarError, KeyError, OSError) as exc:
        raise WorkspaceArchiveReadError(path=Path(root), cause=exc) from exc
    out.seek(0)
    return out


def _copy(
    old: tarfile.TarFile, new: tarfile.TarFile, member: tarfile.TarInfo, root: str
) -> None:
    name = member.name.removeprefix("./") or "."
    copy = tarfile.TarInfo(name)
    copy.mode, copy.mtime, copy.type = member.mode, member.mtime, member.type
    content = None
    if member.issym():
        copy.linkname = rebase_symlink_target(
            member.linkname, link_name=name, root=root
        )
    elif member.islnk() or member.isreg():
        target = old.getmember(member.linkname) if member.islnk() else member
        content = old.extractfile(target)
        copy.type, copy.size = tarfile.REGTYPE, target.size
    elif not member.isdir():
        return
    new.addfile(copy, content)


def check_archive(stream: io.IOBase, root: Path) -> bytes:
    """Read a tar and refuse it as a whole if any member leaves the root."""
    pieces = []
    while piece := stream.read(1 << 20):
        if not isinstance(piece, bytes | bytearray):
            raise WorkspaceArchiveWriteError(
                path=root, context={"reason": "non_bytes_tar_payload"}
            )
        pieces.append(bytes(piece))
    data = b"".join(pieces)
    plain = io.BytesIO()
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:*") as archive:
            validate_tarfile(archive, allow_external_symlink_targets=False)
            _unpack_compression(plain, archive)
    except UnsafeTarMemberError as exc:
        raise WorkspaceArchiveWriteError(
            path=root, context={"reason": exc.reason, "member": exc.member}, cause=exc
        ) from exc
    except (tarfile.TarError, OSError, EOFError) as exc:
        raise WorkspaceArchiveWriteError(path=root, cause=exc) from exc
    return plain.getvalue()


def _unpack_compression(plain: io.BytesIO, archive: tarfile.TarFile) -> None:
    """Give plain tar: the image may have no program for the compression."""
    source = archive.fileobj
    assert source is not None
    source.seek(0)
    while piece := source.read(1 << 20):
        plain.write(piece)
