"""unittest.mock - objects that stand for others and record their use.

SPDX-License-Identifier: Apache-2.0
"""

from unittest.mock._calls import (ANY, DEFAULT, _Call, _CallList, call,
                                  sentinel)
from unittest.mock._core import (CallableMixin, InvalidSpecError, Mock,
                                 NonCallableMock, seal)
from unittest.mock._core import is_callable as _callable
from unittest.mock._magic import (AsyncMock, AsyncMockMixin, MagicMixin,
                                  MagicMock, NonCallableMagicMock,
                                  PropertyMock)
from unittest.mock._autospec import create_autospec, mock_open
from unittest.mock._patch import _patch, _patch_dict, patch

__all__ = ("Mock", "MagicMock", "patch", "sentinel", "DEFAULT", "ANY",
           "call", "create_autospec", "AsyncMock", "FILTER_DIR",
           "NonCallableMock", "NonCallableMagicMock", "mock_open",
           "PropertyMock", "seal")

FILTER_DIR = True

for _item in (_Call, _CallList, CallableMixin, InvalidSpecError, Mock,
              NonCallableMock, seal, AsyncMock, AsyncMockMixin, MagicMixin,
              MagicMock, NonCallableMagicMock, PropertyMock,
              create_autospec, mock_open, _patch, _patch_dict,
              type(sentinel), type(DEFAULT), type(ANY)):
    _item.__module__ = "unittest.mock"
