"""collections.abc - abstract base classes of containers.

SPDX-License-Identifier: Apache-2.0
"""

from _collections_abc import (
    AsyncGenerator, AsyncIterable, AsyncIterator, Awaitable, ByteString,
    Callable, Collection, Container, Coroutine, Generator, Hashable,
    ItemsView, Iterable, Iterator, KeysView, Mapping, MappingView,
    MutableMapping, MutableSequence, MutableSet, Reversible, Sequence, Set,
    Sized, ValuesView, _CallableGenericAlias, __all__)
