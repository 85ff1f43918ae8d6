/*
 * deque.c - the hot methods of collections.deque.
 *
 * The class is the prelude's; its instances keep a ring buffer in five slots
 * that these natives work on.  Whatever does not look as expected goes to the
 * twin in Python.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/mod/num_arg.h"
#include "py/types/iter.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

enum { BUF, HEAD, MAXLEN, COUNT, VERSION, SLOTS }; /* sorted by name */

typedef struct ring {
  cs_value *slot; /* of the instance */
  cs_value *v;    /* the buffer      */
  uint32_t mask, head, n;
} ring;

/* View `self`; false unless everything is as the class keeps it. */
static bool open_ring(const cs_ctx *ctx, cs_value self, ring *r) {
  if (!cs_is_instance(self) || cs_is_frozen(ctx, self)) return false;
  cs_instance *o = CS_PTR(ctx, cs_instance, self);
  if (o->h.units * 16u < offsetof(cs_instance, slot) + SLOTS * 8u) return false;
  r->slot = o->slot;
  cs_value buf = r->slot[BUF];
  if (!cs_is_list(buf) || !cs_is_int(r->slot[HEAD]) ||
      !cs_is_int(r->slot[COUNT]) || !cs_is_int(r->slot[VERSION]) ||
      cs_is_frozen(ctx, buf))
    return false;
  uint32_t size = cs_list_len(ctx, buf);
  int64_t head = cs_int_of(r->slot[HEAD]), n = cs_int_of(r->slot[COUNT]);
  if (size == 0 || (size & (size - 1)) || head < 0 || head >= size || n < 0 ||
      n > size)
    return false;
  r->v = cs_list_items(ctx, buf);
  r->mask = size - 1;
  r->head = (uint32_t)head;
  r->n = (uint32_t)n;
  return true;
}

static void commit(ring *r) {
  r->slot[HEAD] = cs_int(r->head);
  r->slot[COUNT] = cs_int(r->n);
  r->slot[VERSION].bits++;
}

/* Twice the room; the first item moves to the start. */
static cs_status grow(cs_ctx *ctx, ring *r) {
  uint32_t size = r->mask + 1;
  cs_value list;
  CS_TRY(cs_list_new(ctx, NULL, size * 2, &list));
  cs_value *to = cs_list_items(ctx, list);
  for (uint32_t i = 0; i < r->n; i++) to[i] = r->v[(r->head + i) & r->mask];
  cs_charge(ctx, r->n / 8);
  r->slot[BUF] = list;
  r->v = to;
  r->mask = size * 2 - 1;
  r->head = 0;
  r->slot[HEAD] = cs_int(0);
  return CS_OK;
}

static bool is_full(const ring *r) {
  return cs_is_int(r->slot[MAXLEN]) &&
         r->n >= (uint64_t)cs_int_of(r->slot[MAXLEN]);
}

CS_LEAF(deque_append) {
  ring r;
  *out = CS_NONE;
  if (!open_ring(ctx, args[0], &r)) return CS_SLOW;
  if (is_full(&r)) {
    if (r.n == 0) return CS_OK;
    r.v[r.head] = CS_NONE;
    r.head = (r.head + 1) & r.mask;
    r.n--;
  } else if (r.n > r.mask) {
    CS_TRY(grow(ctx, &r));
  }
  r.v[(r.head + r.n) & r.mask] = args[1];
  r.n++;
  commit(&r);
  return CS_OK;
}

CS_LEAF(deque_appendleft) {
  ring r;
  *out = CS_NONE;
  if (!open_ring(ctx, args[0], &r)) return CS_SLOW;
  if (is_full(&r)) {
    if (r.n == 0) return CS_OK;
    r.n--;
    r.v[(r.head + r.n) & r.mask] = CS_NONE;
  } else if (r.n > r.mask) {
    CS_TRY(grow(ctx, &r));
  }
  r.head = (r.head - 1) & r.mask;
  r.v[r.head] = args[1];
  r.n++;
  commit(&r);
  return CS_OK;
}

static cs_status take(cs_ctx *ctx, cs_value self, bool left, cs_value *out) {
  ring r;
  if (!open_ring(ctx, self, &r)) return CS_SLOW;
  if (r.n == 0) return cs_throw(ctx, CS_IndexError, "pop from an empty deque");
  r.n--;
  uint32_t at = left ? r.head : (r.head + r.n) & r.mask;
  *out = r.v[at];
  r.v[at] = CS_NONE;
  if (left) r.head = (r.head + 1) & r.mask;
  commit(&r);
  return CS_OK;
}

CS_LEAF(deque_pop) {
  return take(ctx, args[0], false, out);
}
CS_LEAF(deque_popleft) {
  return take(ctx, args[0], true, out);
}

CS_LEAF(deque_len) {
  ring r;
  if (!open_ring(ctx, args[0], &r)) return CS_SLOW;
  CS_GIVE(cs_int(r.n));
}

CS_LEAF(deque_bool) {
  ring r;
  if (!open_ring(ctx, args[0], &r)) return CS_SLOW;
  CS_GIVE(cs_bool(r.n > 0));
}

CS_LEAF(deque_getitem) {
  ring r;
  if (!cs_is_int(args[1]) || !open_ring(ctx, args[0], &r)) return CS_SLOW;
  int64_t i = cs_int_of(args[1]);
  if (i < 0) i += r.n;
  if (i < 0 || i >= r.n)
    return cs_throw(ctx, CS_IndexError, "deque index out of range");
  CS_GIVE(r.v[(r.head + (uint32_t)i) & r.mask]);
}

CS_LEAF(deque_setitem) {
  ring r;
  *out = CS_NONE;
  if (!cs_is_int(args[1]) || !open_ring(ctx, args[0], &r)) return CS_SLOW;
  int64_t i = cs_int_of(args[1]);
  if (i < 0) i += r.n;
  if (i < 0 || i >= r.n)
    return cs_throw(ctx, CS_IndexError, "deque index out of range");
  r.v[(r.head + (uint32_t)i) & r.mask] = args[2];
  return CS_OK;
}

/* Equality that needs Python code is the twin's from the start. */
CS_LEAF(deque_contains) {
  ring r;
  bool same = false;
  if (!open_ring(ctx, args[0], &r)) return CS_SLOW;
  for (uint32_t i = 0; i < r.n && !same; i++) {
    cs_value item = r.v[(r.head + i) & r.mask];
    same = cs_same(item, args[1]);
    if (same || cs_both_int(item, args[1])) continue;
    CS_TRY(cs_eq_value(ctx, item, args[1], &same));
    CS_TRY(cs_charge_look(ctx));
  }
  cs_charge(ctx, r.n / 4);
  CS_GIVE(cs_bool(same));
}

/* extend(list or tuple): all or nothing, so that it can run again. */
CS_LEAF(deque_extend) {
  ring r;
  cs_value *from;
  uint32_t more;
  *out = CS_NONE;
  if (!cs_seq_items(ctx, args[1], &from, &more) ||
      !open_ring(ctx, args[0], &r) || cs_is_int(r.slot[MAXLEN]))
    return CS_SLOW;
  while ((uint64_t)r.n + more > (uint64_t)r.mask + 1) {
    if (r.mask >= UINT32_MAX / 16) return CS_SLOW;
    CS_TRY(grow(ctx, &r));
  }
  if (!cs_seq_items(ctx, args[1], &from, &more)) return CS_SLOW;
  for (uint32_t i = 0; i < more; i++)
    r.v[(r.head + r.n + i) & r.mask] = from[i];
  cs_charge(ctx, more / 8);
  r.n += more;
  commit(&r);
  return CS_OK;
}

CS_LEAF(deque_iter) {
  ring r;
  if (!open_ring(ctx, args[0], &r)) return CS_SLOW;
  return cs_iter_new(ctx, CS_ITER_DEQUE, args[0], cs_int(0), r.slot[VERSION],
                     cs_int(r.n), out);
}

/* Items change ends one by one, on the shorter way round. */
CS_LEAF(deque_rotate) {
  ring r;
  int64_t by = 1;
  *out = CS_NONE;
  if (!cs_is_unbound(args[1])) {
    if (!cs_is_int(args[1])) return CS_SLOW;
    by = cs_int_of(args[1]);
  }
  if (!open_ring(ctx, args[0], &r)) return CS_SLOW;
  if (r.n < 2) return CS_OK;
  by %= r.n;
  if (by > r.n / 2) by -= r.n;
  if (by < -(int64_t)(r.n / 2)) by += r.n;
  cs_charge(ctx, (uint64_t)(by < 0 ? -by : by) / 8);
  for (; by > 0; by--) {
    uint32_t last = (r.head + r.n - 1) & r.mask;
    cs_value v = r.v[last];
    r.v[last] = CS_NONE;
    r.head = (r.head - 1) & r.mask;
    r.v[r.head] = v;
  }
  for (; by < 0; by++) {
    cs_value v = r.v[r.head];
    r.v[r.head] = CS_NONE;
    r.v[(r.head + r.n) & r.mask] = v;
    r.head = (r.head + 1) & r.mask;
  }
  commit(&r);
  return CS_OK;
}

/* deque(iterable, maxlen), not of a derived class. */
CS_LEAF(deque_make) {
  cs_value *from = NULL, buf, bound = args[2];
  uint32_t count = 0, size = 8;
  if (cs_is_unbound(bound)) bound = CS_NONE;
  bool fits = cs_is_none(bound) || (cs_is_int(bound) && cs_int_of(bound) >= 0);
  if (!fits || !cs_type_is_maker(ctx, args[0]) ||
      (!cs_is_unbound(args[1]) && !cs_seq_items(ctx, args[1], &from, &count)) ||
      count > UINT32_MAX / 16)
    return CS_SLOW;
  if (!cs_is_none(bound) && cs_int_of(bound) < count) {
    from += count - cs_int_of(bound);
    count = (uint32_t)cs_int_of(bound);
  }
  while (size < count) size *= 2;
  CS_TRY(cs_list_new(ctx, NULL, size, &buf));
  CS_TRY(cs_instance_new(ctx, cs_ref_off(args[0]), out));
  if (count) cs_values_copy(cs_list_items(ctx, buf), from, count);
  cs_charge(ctx, count / 8);
  cs_value *slot = CS_PTR(ctx, cs_instance, *out)->slot;
  slot[BUF] = buf;
  slot[HEAD] = slot[VERSION] = cs_int(0);
  slot[MAXLEN] = bound;
  slot[COUNT] = cs_int(count);
  return CS_OK;
}

extern const cs_native_def cs_deque_natives[];
const cs_native_def cs_deque_natives[] = {
    {"._deque", "append", "($self, x, /)", deque_append},
    {"._deque", "appendleft", "($self, x, /)", deque_appendleft},
    {"._deque", "pop", "($self, /)", deque_pop},
    {"._deque", "popleft", "($self, /)", deque_popleft},
    {"._deque", "__len__", "($self, /)", deque_len},
    {"._deque", "__bool__", "($self, /)", deque_bool},
    {"._deque", "__getitem__", "($self, index, /)", deque_getitem},
    {"._deque", "__iter__", "($self, /)", deque_iter},
    {"._deque", "rotate", "($self, n=1, /)", deque_rotate},
    {"._deque", "__setitem__", "($self, index, value, /)", deque_setitem},
    {"._deque", "__contains__", "($self, value, /)", deque_contains},
    {"._deque", "deque", "($cls, iterable=(), maxlen=None)", deque_make},
    {"._deque", "extend", "($self, iterable, /)", deque_extend},
    CS_NATIVE_END};
