# changed.py: a comparison that empties the heap is answered by an error.
# SPDX-License-Identifier: Apache-2.0
import heapq
h=[]
class E(int):
    def __lt__(self,o):
        h.clear(); return NotImplemented
for f in (lambda: heapq.heappushpop(h,1), lambda: heapq.heappush(h,E(5)), lambda: heapq.heapify(h), lambda: heapq.heappop(h), lambda: heapq.heapreplace(h,E(1)), lambda: heapq._heapify_max(h)):
    for n in (1,2,3,7):
        h[:]=[E(i) for i in range(n)]
        try: f(); print('none')
        except (IndexError,RuntimeError) as e: print('refused')
