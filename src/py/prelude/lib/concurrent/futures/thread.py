# concurrent/futures/thread.py - where ThreadPoolExecutor also lives.
#
# SPDX-License-Identifier: Apache-2.0
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import _BrokenThreadPool as BrokenThreadPool
