# daemons.py: A daemon thread ends where it would wait for another thread.
# SPDX-License-Identifier: Apache-2.0
#
# A session has one thread: start() runs a thread to its end.  Nobody could wake
# a daemon that waits, and the program must not wait for it, so it is stopped.
import threading

wake = threading.Event()


def watch():
    print("watching")
    wake.wait()
    print("woken")


thread = threading.Thread(target=watch, daemon=True)
thread.start()
#> watching
wake.set()
thread.join()
print(thread.is_alive())
#> False
