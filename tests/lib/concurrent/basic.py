from concurrent.futures import *
import concurrent.futures as cf
with ThreadPoolExecutor(max_workers=2) as ex:
    print(list(ex.map(lambda x, y: x + y, [1, 2, 3], [10, 20, 30])), ex.submit(pow, 2, 5).result())
    f = ex.submit(lambda: 1 / 0)
    print(type(f.exception()).__name__, f.done(), f.cancelled())
    try:
        f.result()
    except ZeroDivisionError as e:
        print(e)
    fs = [ex.submit(str, i) for i in range(3)]
    done, not_done = wait(fs)
    print(len(done), len(not_done), sorted(x.result() for x in as_completed(fs)))
    got = []
    f = ex.submit(int, "5")
    f.add_done_callback(lambda x: got.append(x.result()))
    f.result()
try:
    ex.submit(int)
except RuntimeError as e:
    print(e)
try:
    ThreadPoolExecutor(0)
except ValueError as e:
    print(e)
f = Future()
print(f.done(), f.running(), f.cancel(), f.cancelled())
try:
    f.result()
except CancelledError as e:
    print("cancelled")
f = Future(); f.set_result(3)
print(f.result(), cf.FIRST_COMPLETED)
try:
    f.set_result(4)
except cf.InvalidStateError as e:
    print("invalid")
