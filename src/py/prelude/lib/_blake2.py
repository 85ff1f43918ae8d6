"""_blake2 - the BLAKE2 hash functions, under the name of CPython's module.

SPDX-License-Identifier: Apache-2.0
"""

from hashlib import blake2b, blake2s

__all__ = ["blake2b", "blake2s"]
