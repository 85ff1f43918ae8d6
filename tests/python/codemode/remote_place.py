"""A plugin of pytest: every CodeMode of the tests runs at a server.

Statement 59.  The server is started here and ends with the tests; it is reached
over a socket.  REMOTE.txt lists the tests that are about something else.
"""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from server import TOKEN, Server

from caisson.integrations.pydantic_ai import capability

PLACES = ("sandbox_url", "monty_sandbox", "monty_sandbox_url")
_plain = capability.CodeMode.__init__
_asked = []
_server = None


def _farther(self, *args, **options):
    given = {name for name, value in options.items() if value is not None}
    if not {*PLACES, "depth", "isolation"} & given:
        options["sandbox_url"] = _server.url
        _asked.append(options)
    _plain(self, *args, **options)


def pytest_configure(config):
    """Start the server."""
    global _server
    _server = Server("--max", "32")
    os.environ["CAISSON_WORKER_TOKEN"] = TOKEN
    capability.CodeMode.__init__ = _farther


def pytest_unconfigure(config):
    """End it; who dies must not look like who passes."""
    assert _server.process.poll() is None, "the server died"
    assert _server.close() == 0
    assert _asked
