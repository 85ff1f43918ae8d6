/*
 * heap.c - heapq and bisect over plain lists of built-in items.
 *
 * Comparisons that need Python code end a native with CS_SLOW; therefore all
 * of them happen before anything moves.  The order of comparisons is that of
 * CPython.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/seq.h"
#include "py/types/leaf.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"

#define LEVELS 32

/* a < b; CS_SLOW when C cannot tell. */
static cs_status less(cs_ctx *ctx, cs_value a, cs_value b, bool *out) {
  cs_value r;
  if (cs_both_int(a, b)) {
    *out = cs_int_of(a) < cs_int_of(b);
    return CS_OK;
  }
  CS_TRY(cs_op_compare(ctx, CS_C_LT, a, b, &r));
  *out = cs_is_true(r);
  return cs_charge_look(ctx);
}

/* In a heap of maxima everything is the other way round. */
static cs_status before(cs_ctx *ctx, bool max, cs_value a, cs_value b,
                        bool *out) {
  return max ? less(ctx, b, a, out) : less(ctx, a, b, out);
}

static cs_status heap_of(cs_ctx *ctx, cs_value v, cs_value **items,
                         uint32_t *n) {
  *items = NULL;
  *n = 0;
  if (!cs_is_list(v)) return CS_SLOW; /* the twin refuses or unwraps */
  if (cs_is_frozen(ctx, v)) return cs_op_refuse(ctx);
  *items = cs_list_items(ctx, v);
  *n = cs_list_len(ctx, v);
  return CS_OK;
}

/* Where `item`, seen at `pos`, rises to; not above `start`. */
static cs_status find_rise(cs_ctx *ctx, bool max, const cs_value *h,
                           uint32_t start, uint32_t pos, cs_value item,
                           uint32_t *out) {
  while (pos > start) {
    uint32_t parent = (pos - 1) >> 1;
    bool up;
    CS_TRY(before(ctx, max, item, h[parent], &up));
    if (!up) break;
    pos = parent;
  }
  *out = pos;
  return CS_OK;
}

/* Put `item` at the root `pos` of a heap of `n`: the smaller children move up
 * to a leaf, then the item rises to its place. */
static cs_status sink(cs_ctx *ctx, bool max, cs_value *h, uint32_t n,
                      uint32_t pos, cs_value item) {
  uint32_t path[LEVELS + 1], depth = 0;
  path[0] = pos;
  for (uint32_t child = 2 * pos + 1; child < n && depth < LEVELS;
       child = 2 * child + 1) {
    if (child + 1 < n) {
      bool left;
      CS_TRY(before(ctx, max, h[child], h[child + 1], &left));
      if (!left) child++;
    }
    path[++depth] = child;
  }
  /* After the move h[path[k]] holds what was at path[k + 1]. */
  uint32_t at = depth;
  while (at > 0) {
    bool up;
    CS_TRY(before(ctx, max, item, h[path[at]], &up));
    if (!up) break;
    at--;
  }
  for (uint32_t k = 0; k < at; k++) h[path[k]] = h[path[k + 1]];
  h[path[at]] = item;
  return CS_OK;
}

CS_LEAF(heap_push) {
  cs_value *h;
  uint32_t len, at;
  CS_TRY(heap_of(ctx, args[0], &h, &len));
  CS_TRY(find_rise(ctx, false, h, 0, len, args[1], &at));
  CS_TRY(cs_list_append(ctx, args[0], args[1]));
  h = cs_list_items(ctx, args[0]);
  for (uint32_t pos = len; pos > at; pos = (pos - 1) >> 1)
    h[pos] = h[(pos - 1) >> 1];
  h[at] = args[1];
  CS_GIVE(CS_NONE);
}

static cs_status pop(cs_ctx *ctx, cs_value list, bool max, cs_value *out) {
  cs_value *h;
  uint32_t len;
  CS_TRY(heap_of(ctx, list, &h, &len));
  if (len == 0) return cs_throw(ctx, CS_IndexError, "index out of range");
  cs_value first = h[0], last = h[len - 1];
  if (len > 1) CS_TRY(sink(ctx, max, h, len - 1, 0, last));
  h[len - 1] = CS_NONE;
  CS_PTR(ctx, cs_list, list)->len = len - 1;
  CS_GIVE(first);
}

CS_LEAF(heap_pop) {
  return pop(ctx, args[0], false, out);
}
CS_LEAF(heap_pop_max) {
  return pop(ctx, args[0], true, out);
}

static cs_status replace(cs_ctx *ctx, cs_value list, cs_value item, bool max,
                         cs_value *out) {
  cs_value *h, first;
  uint32_t len;
  CS_TRY(heap_of(ctx, list, &h, &len));
  if (len == 0) return cs_throw(ctx, CS_IndexError, "index out of range");
  first = h[0];
  CS_TRY(sink(ctx, max, h, len, 0, item));
  CS_GIVE(first);
}

CS_LEAF(heap_replace) {
  return replace(ctx, args[0], args[1], false, out);
}
CS_LEAF(heap_replace_max) {
  return replace(ctx, args[0], args[1], true, out);
}

CS_LEAF(heap_pushpop) {
  cs_value *h;
  uint32_t len;
  bool smaller = false;
  CS_TRY(heap_of(ctx, args[0], &h, &len));
  if (len) CS_TRY(less(ctx, h[0], args[1], &smaller));
  if (!smaller) CS_GIVE(args[1]);
  return replace(ctx, args[0], args[1], false, out);
}

/* A heap half made is still the same list: the twin starts from there. */
static cs_status make(cs_ctx *ctx, cs_value list, bool max, cs_value *out) {
  cs_value *h;
  uint32_t len;
  CS_TRY(heap_of(ctx, list, &h, &len));
  CS_TRY(cs_charge_big(ctx, len / 2));
  for (uint32_t i = len / 2; i-- > 0;) CS_TRY(sink(ctx, max, h, len, i, h[i]));
  CS_GIVE(CS_NONE);
}

CS_LEAF(heap_heapify) {
  return make(ctx, args[0], false, out);
}
CS_LEAF(heap_heapify_max) {
  return make(ctx, args[0], true, out);
}

/* --- bisect -------------------------------------------------------------- */

/* Arguments a, x, lo, hi, key. */
static cs_status search(cs_ctx *ctx, cs_value *args, bool right,
                        uint32_t *out) {
  cs_value *v;
  uint32_t len;
  if (!cs_seq_items(ctx, args[0], &v, &len)) return CS_SLOW;
  if (!cs_is_unbound(args[4]) && !cs_is_none(args[4])) return CS_SLOW;
  int64_t lo = 0, hi = len;
  if (!cs_is_unbound(args[2])) {
    if (!cs_is_int(args[2])) return CS_SLOW;
    lo = cs_int_of(args[2]);
  }
  if (!cs_is_unbound(args[3]) && !cs_is_none(args[3])) {
    if (!cs_is_int(args[3])) return CS_SLOW;
    hi = cs_int_of(args[3]);
  }
  if (lo < 0) return cs_throw(ctx, CS_ValueError, "lo must be non-negative");
  if (hi < 0 || hi > len || lo > len) return CS_SLOW;
  while (lo < hi) {
    int64_t mid = (lo + hi) / 2;
    bool yes;
    if (right)
      CS_TRY(less(ctx, args[1], v[mid], &yes));
    else
      CS_TRY(less(ctx, v[mid], args[1], &yes));
    if (yes == right)
      hi = mid;
    else
      lo = mid + 1;
  }
  *out = (uint32_t)lo;
  return CS_OK;
}

static cs_status find(cs_ctx *ctx, cs_value *args, bool right, cs_value *out) {
  uint32_t at;
  CS_TRY(search(ctx, args, right, &at));
  CS_GIVE(cs_int(at));
}

static cs_status insert(cs_ctx *ctx, cs_value *args, bool right,
                        cs_value *out) {
  uint32_t at;
  if (!cs_is_list(args[0])) return CS_SLOW;
  CS_TRY(search(ctx, args, right, &at));
  CS_TRY(cs_op_seq_splice_list(ctx, args[0], at, 0, &args[1], 1));
  CS_GIVE(CS_NONE);
}

CS_LEAF(bisect_right) {
  return find(ctx, args, true, out);
}
CS_LEAF(bisect_left) {
  return find(ctx, args, false, out);
}
CS_LEAF(insort_right) {
  return insert(ctx, args, true, out);
}
CS_LEAF(insort_left) {
  return insert(ctx, args, false, out);
}

extern const cs_native_def cs_heap_natives[];
const cs_native_def cs_heap_natives[] = {
    {".heapq", "heappush", "(heap, item, /)", heap_push},
    {".heapq", "heappop", "(heap, /)", heap_pop},
    {".heapq", "heapreplace", "(heap, item, /)", heap_replace},
    {".heapq", "heappushpop", "(heap, item, /)", heap_pushpop},
    {".heapq", "heapify", "(heap, /)", heap_heapify},
    {".heapq", "_heappop_max", "(heap, /)", heap_pop_max},
    {".heapq", "_heapreplace_max", "(heap, item, /)", heap_replace_max},
    {".heapq", "_heapify_max", "(heap, /)", heap_heapify_max},
#define WHERE "(a, x, lo=0, hi=None, *, key=None)"
    {".bisect", "bisect_right", WHERE, bisect_right},
    {".bisect", "bisect_left", WHERE, bisect_left},
    {".bisect", "insort_right", WHERE, insort_right},
    {".bisect", "insort_left", WHERE, insort_left},
    CS_NATIVE_END};
