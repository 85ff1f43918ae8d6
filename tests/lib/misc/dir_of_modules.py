"""Every name that dir() lists can be had."""
import mimetypes
import zoneinfo

for module in (mimetypes, zoneinfo):
    print([name for name in dir(module) if not hasattr(module, name)])
