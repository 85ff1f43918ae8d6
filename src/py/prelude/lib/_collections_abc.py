"""_collections_abc - the abstract base classes of collections.abc.

The classes report `collections.abc` as their module; this file exists so
that other parts of the library can use them without the collections package.
Where a class is known by its methods, `_recognised_by` says so.

SPDX-License-Identifier: Apache-2.0
"""

from abc import _register_builtin

from _abc_containers import (ByteString, ItemsView, KeysView, Mapping,
                             MappingView, MutableMapping, MutableSequence,
                             MutableSet, Sequence, Set, ValuesView)
from _abc_protocols import (AsyncGenerator, AsyncIterable, AsyncIterator,
                            Awaitable, Callable, Collection, Container,
                            Coroutine, EllipsisType, FunctionType, Generator,
                            GenericAlias, Hashable, Iterable, Iterator,
                            Reversible, Sized, _CallableGenericAlias,
                            _recognised_by, async_generator,
                            bytearray_iterator, bytes_iterator, coroutine,
                            dict_itemiterator, dict_items, dict_keyiterator,
                            dict_keys, dict_valueiterator, dict_values,
                            generator, list_iterator, list_reverseiterator,
                            longrange_iterator, mappingproxy, range_iterator,
                            set_iterator, str_iterator, tuple_iterator,
                            zip_iterator)

__all__ = ["Awaitable", "Coroutine", "AsyncIterable", "AsyncIterator",
           "AsyncGenerator", "Hashable", "Iterable", "Iterator", "Generator",
           "Reversible", "Sized", "Container", "Callable", "Collection",
           "Set", "MutableSet", "Mapping", "MutableMapping", "MappingView",
           "KeysView", "ItemsView", "ValuesView", "Sequence",
           "MutableSequence", "ByteString"]

__name__ = "collections.abc"


# The built-in classes.
_register_builtin(Generator, generator)
_register_builtin(Coroutine, coroutine)
_register_builtin(AsyncGenerator, async_generator)
_register_builtin(Iterator, bytes_iterator, bytearray_iterator,
                  dict_keyiterator, dict_valueiterator, dict_itemiterator,
                  list_iterator, list_reverseiterator, range_iterator,
                  longrange_iterator, set_iterator, str_iterator,
                  tuple_iterator, zip_iterator)
_register_builtin(Set, frozenset)
_register_builtin(MutableSet, set)
_register_builtin(Mapping, mappingproxy)
_register_builtin(MutableMapping, dict)
_register_builtin(KeysView, dict_keys)
_register_builtin(ItemsView, dict_items)
_register_builtin(ValuesView, dict_values)
_register_builtin(Sequence, tuple, str, range, memoryview)
_register_builtin(ByteString, bytes, bytearray)
_register_builtin(MutableSequence, list, bytearray)
