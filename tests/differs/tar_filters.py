# tar_filters.py: tarfile has the filters that CPython got with 3.11.4.
# SPDX-License-Identifier: Apache-2.0
#
# extractall(filter="data") and the like; without one everything is unpacked, as
# in CPython 3.11. bzip2 and xz are not known: CompressionError.
import io
import tarfile
from tarfile import (
    AbsoluteLinkError, AbsolutePathError, FilterError, LinkOutsideDestinationError,
    OutsideDestinationError, SpecialFileError, data_filter, fully_trusted_filter, tar_filter)


def entry(name, kind=tarfile.REGTYPE, link=""):
    info = tarfile.TarInfo(name)
    info.type, info.linkname, info.mode, info.uid = kind, link, 0o777, 7
    return info


for filter in (fully_trusted_filter, tar_filter, data_filter):
    for info in (entry("a"), entry("../up"), entry("/root"), entry("dev", tarfile.CHRTYPE),
                 entry("l", tarfile.SYMTYPE, "/etc"), entry("l", tarfile.SYMTYPE, "../../x")):
        try:
            kept = filter(info, "/dest")
            print(kept.name, oct(kept.mode) if kept.mode else None, kept.uid)
        except FilterError as error:
            print(type(error).__name__, error)
print([issubclass(kind, FilterError) for kind in (
    AbsoluteLinkError, AbsolutePathError, LinkOutsideDestinationError, OutsideDestinationError,
    SpecialFileError)])
#> a 0o777 7
#> ../up 0o777 7
#> /root 0o777 7
#> dev 0o777 7
#> l 0o777 7
#> l 0o777 7
#> a 0o755 7
#> OutsideDestinationError '../up' would be extracted to, '/up', which is outside the destination
#> root 0o755 7
#> dev 0o755 7
#> l 0o755 7
#> l 0o755 7
#> a 0o755 None
#> OutsideDestinationError '../up' would be extracted to, '/up', which is outside the destination
#> root 0o755 None
#> SpecialFileError 'dev' is a special file
#> AbsoluteLinkError 'l' is a link to an absolute path
#> LinkOutsideDestinationError 'l' would link to, '/x', which is outside the destination
#> [True, True, True, True, True]
try:
    tarfile.open(fileobj=io.BytesIO(b"x"), mode="r:bz2")
except tarfile.CompressionError as error:
    print(error)
#> bz2 module is not available
