# asyncio/mixins.py - binding an object to the loop that first uses it.
#
# SPDX-License-Identifier: Apache-2.0
from asyncio import events


class _LoopBoundMixin:
    _loop = None

    def _get_loop(self):
        loop = events._get_running_loop()
        if loop is None:
            raise RuntimeError("no running event loop")
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise RuntimeError(f"{self!r} is bound to a different event "
                               "loop")
        return loop
