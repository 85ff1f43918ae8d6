"""A plugin of pytest: every CodeMode of the tests runs at depth ``process``.

Statement 59.  PROCESS.txt lists the tests that a real kernel answers otherwise.
"""

from caisson.integrations.pydantic_ai import capability

_plain = capability.CodeMode.__init__


def _deeper(self, *args, **options):
    if not {"os_access", "depth", "pause_on_approval"} & set(options):
        options["depth"] = "process"
    _plain(self, *args, **options)


capability.CodeMode.__init__ = _deeper
