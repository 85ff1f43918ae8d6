# caisson: options --tmpfs /tmp
# Zones come from the package tzdata where there are no other files of them.
import os
import struct
import sys
import tempfile
from datetime import datetime, timedelta

root = tempfile.mkdtemp()
folder = os.path.join(root, "tzdata", "zoneinfo", "Test")
os.makedirs(folder)
for where in ("", "zoneinfo", "zoneinfo/Test"):
    with open(os.path.join(root, "tzdata", where, "__init__.py"), "w"):
        pass
block = struct.pack(">4s1s15s6l", b"TZif", b"2", b"", 0, 0, 0, 0, 1, 4)
kind = struct.pack(">lBB", 5400, 0, 0) + b"TST\0"
with open(os.path.join(folder, "Zone"), "wb") as f:
    f.write(block + kind + block + kind + b"\nTST-1:30\n")
sys.path.insert(0, root)
import zoneinfo

zone = zoneinfo.ZoneInfo("Test/Zone")
print(zone, repr(zone), zone.utcoffset(datetime(2024, 1, 1)), zone.tzname(datetime(2024, 7, 1)))
print(datetime(2024, 1, 1, tzinfo=zone).isoformat(), zone is zoneinfo.ZoneInfo("Test/Zone"))
try:
    zoneinfo.ZoneInfo("Test/None")
except zoneinfo.ZoneInfoNotFoundError as e:
    print(type(e).__name__)
