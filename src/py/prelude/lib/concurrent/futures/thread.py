# concurrent/futures/thread.py - where ThreadPoolExecutor also lives.
#
# SPDX-License-Identifier: Apache-2.0
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor

BrokenThreadPool = BrokenExecutor
