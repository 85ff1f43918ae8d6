# threads.py: Threads take turns where one waits; a hopeless wait raises.
# SPDX-License-Identifier: Apache-2.0
#
# A session runs one thread at a time: start() lets a thread run until it waits
# or ends, and a thread that never waits is not interrupted.  So everything that
# happens is the same in every run and after every snapshot.  A wait that no
# other thread is left to end would last for ever: it raises RuntimeError.
import threading

lock = threading.Lock()
lock.acquire()
try:
    lock.acquire()
except RuntimeError as error:
    print(error)
    #> this wait can never end: no thread is left that could wake it
