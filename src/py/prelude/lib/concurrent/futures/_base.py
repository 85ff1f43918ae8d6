# concurrent/futures/_base.py - where Future also lives.
#
# SPDX-License-Identifier: Apache-2.0
from concurrent.futures import (ALL_COMPLETED, FIRST_COMPLETED,
                                FIRST_EXCEPTION, BrokenExecutor,
                                CancelledError, Error, Executor, Future,
                                InvalidStateError, TimeoutError,
                                as_completed, wait)
