/*
 * pickle_write.c - plain data as a pickle of protocol 4 or 5.
 *
 * emit() writes what it can: None, bools, ints, floats, str, bytes, tuples,
 * lists and dicts.  Anything else it hands back to the Pickler of the prelude
 * (prelude/lib/_pickle_write.py), which writes that one and calls again.
 *
 * What is half done is a list of frames: a container, how many steps of it are
 * taken, and for a dict the place of the entry.  A step reserves all it needs
 * before it changes anything, so it can be repeated for want of space.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/leaf.h"
#include "py/types/op_seq.h"

#define FRAME 65536u /* bytes after which a frame ends */
#define BATCH 1000u  /* items of a list or dict between two marks */
#define STEPS 2048u  /* in one call */

enum { OF, STEP, PLACE, FRAME_SLOTS }; /* a frame of the list */

typedef struct writer {
  cs_ctx *ctx;
  cs_value out, memo, todo;
} writer;

/* --- output -------------------------------------------------------------- */

static cs_status reserve(const writer *w, uint32_t n) {
  uint32_t len = CS_PTR(w->ctx, cs_bytearray, w->out)->len;
  return cs_op_seq_reserve(w->ctx, w->out, (uint64_t)len + n);
}

/* Append what was reserved. */
static void put(const writer *w, const void *data, uint32_t n) {
  cs_bytearray *b = CS_PTR(w->ctx, cs_bytearray, w->out);
  if (n) memcpy(CS_AT(w->ctx, cs_raw, b->buf)->data + b->len, data, n);
  b->len += n;
}

static cs_status write_out(const writer *w, const void *data, uint32_t n) {
  CS_TRY(reserve(w, n));
  put(w, data, n);
  return CS_OK;
}

/* `code`, then the lowest `n` bytes of a number. */
static uint32_t with_number(uint8_t *to, char code, uint64_t number,
                            uint32_t n) {
  to[0] = (uint8_t)code;
  memcpy(to + 1, &number, n); /* little-endian, as every machine we run on */
  return n + 1;
}

/* --- the memo ------------------------------------------------------------ */

static cs_status memoize(const writer *w, cs_value obj) {
  cs_value pair[2] = {cs_int(cs_dict_len(w->ctx, w->memo)), obj}, entry;
  CS_TRY(cs_tuple_new(w->ctx, pair, 2, &entry));
  return cs_dict_set(w->ctx, w->memo, cs_int(cs_ref_off(obj)), entry);
}

/* The number of an object that was written before, or -1. */
static cs_status recall(const writer *w, cs_value obj, int64_t *number) {
  cs_value entry;
  *number = -1;
  CS_TRY(cs_dict_get(w->ctx, w->memo, cs_int(cs_ref_off(obj)), &entry));
  if (cs_is_tuple(entry) && cs_tuple_len(w->ctx, entry) > 0 &&
      cs_is_int(cs_tuple_at(w->ctx, entry, 0)))
    *number = cs_int_of(cs_tuple_at(w->ctx, entry, 0));
  return CS_OK;
}

static uint32_t get_code(uint8_t *to, int64_t number) {
  return number < 256 ? with_number(to, 'h', (uint64_t)number, 1)
                      : with_number(to, 'j', (uint64_t)number, 4);
}

/* --- one object ---------------------------------------------------------- */

static cs_status save_int(const writer *w, int64_t i) {
  uint8_t code[16];
  uint32_t n = 1;
  if (i >= 0 && i < 256) {
    n = with_number(code, 'K', (uint64_t)i, 1);
  } else if (i >= 0 && i < 65536) {
    n = with_number(code, 'M', (uint64_t)i, 2);
  } else if (i >= INT32_MIN && i <= INT32_MAX) {
    n = with_number(code, 'J', (uint64_t)i, 4);
  } else { /* as few bytes as keep the sign */
    while (n < 8 && (i >> (8 * n - 1)) != (i < 0 ? -1 : 0)) n++;
    code[0] = 0x8a;
    code[1] = (uint8_t)n;
    memcpy(code + 2, &i, n);
    n += 2;
  }
  return write_out(w, code, n);
}

static cs_status save_float(const writer *w, double d) {
  uint64_t bits;
  uint8_t code[9] = {'G'};
  if (d != d) d = __builtin_nan(""); /* ours has a sign */
  memcpy(&bits, &d, 8);
  bits = __builtin_bswap64(bits);
  memcpy(code + 1, &bits, 8);
  return write_out(w, code, 9);
}

/* A str or bytes; long ones are outside of frames, and not written here. */
static cs_status save_text(const writer *w, cs_value obj, bool *plain) {
  uint32_t len, n;
  uint8_t code[5];
  bool text = cs_is_str(obj);
  const void *data = text ? (const void *)cs_str_data(w->ctx, obj, &len)
                          : cs_bytes_data(w->ctx, obj, &len);
  *plain = len < FRAME;
  if (!*plain) return CS_OK;
  n = len < 256 ? with_number(code, text ? (char)0x8c : 'C', len, 1)
                : with_number(code, text ? 'X' : 'B', len, 4);
  CS_TRY(reserve(w, len + 6));
  CS_TRY(memoize(w, obj));
  put(w, code, n);
  put(w, data, len);
  put(w, "\x94", 1);
  return CS_OK;
}

static void push(const writer *w, cs_value obj) {
  cs_list *l = CS_PTR(w->ctx, cs_list, w->todo);
  cs_value *top = &cs_list_items(w->ctx, w->todo)[l->len];
  top[OF] = obj;
  top[STEP] = top[PLACE] = cs_int(0);
  l->len += FRAME_SLOTS;
}

static cs_status open_container(const writer *w, cs_value obj) {
  uint32_t depth = cs_list_len(w->ctx, w->todo), n = 0;
  CS_TRY(reserve(w, 2));
  if (CS_PTR(w->ctx, cs_list, w->todo)->cap < depth + FRAME_SLOTS)
    CS_TRY(cs_list_reserve(w->ctx, w->todo, 2 * depth + 8 * FRAME_SLOTS));
  if (cs_is_tuple(obj)) {
    n = cs_tuple_len(w->ctx, obj);
    if (n == 0) put(w, ")", 1);
    if (n > 3) put(w, "(", 1);
  } else {
    CS_TRY(memoize(w, obj));
    n = cs_is_list(obj) ? cs_list_len(w->ctx, obj) : cs_dict_len(w->ctx, obj);
    put(w, cs_is_list(obj) ? "]\x94" : "}\x94", 2);
  }
  if (n > 0) push(w, obj);
  return CS_OK;
}

/* Write one object, or begin it; `*plain` false: somebody else must. */
static cs_status save(const writer *w, cs_value obj, bool *plain) {
  int64_t number;
  uint8_t code[5];
  *plain = true;
  if (cs_is_int(obj)) return save_int(w, cs_int_of(obj));
  if (cs_is_float(obj)) return save_float(w, cs_float_of(obj));
  if (cs_is_none(obj)) return write_out(w, "N", 1);
  if (cs_is_bool(obj))
    return write_out(w, cs_is_true(obj) ? "\x88" : "\x89", 1);
  *plain = cs_is_str(obj) || cs_is(obj, CS_L_BYTES) || cs_is_tuple(obj) ||
           cs_is_list(obj) || cs_is_dict(obj);
  if (!*plain) return CS_OK;
  CS_TRY(recall(w, obj, &number));
  if (number >= 0) return write_out(w, code, get_code(code, number));
  if (cs_is_str(obj) || cs_is(obj, CS_L_BYTES)) return save_text(w, obj, plain);
  return open_container(w, obj);
}

/* --- the parts of containers --------------------------------------------- */

/* The next part of a container: its number, what to write before it, and the
 * part itself; UNBOUND: there are no more. */
typedef struct part {
  char before[3];
  uint32_t nbefore, count;
  cs_value item;
} part;

static void before_item(part *p, uint64_t i, uint32_t n, char end) {
  p->nbefore = 0;
  if (i > 0 && i % BATCH == 0) p->before[p->nbefore++] = end;
  if (i % BATCH == 0 && n > 1) p->before[p->nbefore++] = '(';
}

/* Lists take two steps for an item (what is before it, itself), dicts three
 * for an entry, tuples one. */
static bool next_part(const writer *w, const cs_value *frame, part *p) {
  uint64_t step = (uint64_t)cs_int_of(frame[STEP]);
  cs_value obj = frame[OF], value;
  p->nbefore = 0;
  p->item = CS_UNBOUND;
  if (cs_is_tuple(obj)) {
    p->count = (uint32_t)step;
    if (step < cs_tuple_len(w->ctx, obj))
      p->item = cs_tuple_at(w->ctx, obj, (uint32_t)step);
    return !cs_is_unbound(p->item);
  }
  if (cs_is_list(obj)) {
    uint32_t n = cs_list_len(w->ctx, obj);
    p->count = (uint32_t)(step / 2);
    if (p->count >= n) return false;
    if (step % 2 == 0) before_item(p, p->count, n, 'e');
    if (step % 2) p->item = cs_list_at(w->ctx, obj, p->count);
    return true;
  }
  uint32_t at = (uint32_t)cs_int_of(frame[PLACE]);
  p->count = (uint32_t)(step / 3);
  if (!cs_dict_next(w->ctx, obj, &at, &p->item, &value)) return false;
  if (step % 3 == 0) {
    before_item(p, p->count, cs_dict_len(w->ctx, obj), 'u');
    p->item = CS_UNBOUND;
  }
  if (step % 3 == 2) p->item = value;
  return true;
}

static void pop(const writer *w) {
  CS_PTR(w->ctx, cs_list, w->todo)->len -= FRAME_SLOTS;
}

static cs_status close_tuple(const writer *w, cs_value obj) {
  uint32_t n = cs_tuple_len(w->ctx, obj), have = 0;
  uint8_t code[8];
  int64_t number;
  CS_TRY(recall(w, obj, &number));
  if (number >= 0) { /* a cycle through this tuple made it already */
    if (n > 3) code[have++] = '1';
    for (uint32_t i = 0; i < n && n <= 3; i++) code[have++] = '0';
    have += get_code(code + have, number);
    return write_out(w, code, have);
  }
  CS_TRY(reserve(w, 2));
  CS_TRY(memoize(w, obj));
  code[0] = n > 3 ? 't' : (uint8_t)(0x84 + n);
  code[1] = 0x94;
  put(w, code, 2);
  return CS_OK;
}

static cs_status close_container(const writer *w, cs_value obj,
                                 uint32_t count) {
  if (cs_is_tuple(obj)) return close_tuple(w, obj);
  if (cs_is_list(obj)) return write_out(w, count == 1 ? "a" : "e", 1);
  if (count == 1) return write_out(w, "s", 1);
  bool whole = count % BATCH == 0; /* an empty batch ends them */
  return write_out(w, whole ? "u(u" : "u", whole ? 3 : 1);
}

/* One step of the frame on top; `*other`: (what the caller must write,), or
 * True: the output must be made a frame of before an item is written. */
static cs_status step_on(const writer *w, cs_value *other) {
  uint32_t top = cs_list_len(w->ctx, w->todo) - FRAME_SLOTS;
  cs_value *frame = &cs_list_items(w->ctx, w->todo)[top], key, value;
  bool plain = true;
  part p;
  if (!next_part(w, frame, &p)) {
    CS_TRY(close_container(w, frame[OF], p.count));
    pop(w);
    return CS_OK;
  }
  bool full = CS_PTR(w->ctx, cs_bytearray, w->out)->len >= FRAME;
  if (full && !cs_is_unbound(p.item)) {
    *other = CS_TRUE;
    return CS_OK;
  }
  if (p.nbefore) CS_TRY(write_out(w, p.before, p.nbefore));
  if (!cs_is_unbound(p.item)) CS_TRY(save(w, p.item, &plain));
  if (!plain) CS_TRY(cs_tuple_new(w->ctx, &p.item, 1, other));
  frame = &cs_list_items(w->ctx, w->todo)[top]; /* the list may have grown */
  uint64_t step = (uint64_t)cs_int_of(frame[STEP]);
  if (cs_is_dict(frame[OF]) && step % 3 == 2) {
    uint32_t at = (uint32_t)cs_int_of(frame[PLACE]);
    (void)cs_dict_next(w->ctx, frame[OF], &at, &key, &value);
    frame[PLACE] = cs_int(at);
  }
  frame[STEP] = cs_int((int64_t)step + 1);
  return CS_OK;
}

/* The last frame is one of ours?  Anybody can call, with any list. */
static bool is_frame(const cs_ctx *ctx, cs_value todo) {
  uint32_t n = cs_list_len(ctx, todo);
  if (n % FRAME_SLOTS) return false;
  const cs_value *f = &cs_list_items(ctx, todo)[n - FRAME_SLOTS];
  return (cs_is_list(f[OF]) || cs_is_tuple(f[OF]) || cs_is_dict(f[OF])) &&
         cs_is_int(f[STEP]) && cs_int_of(f[STEP]) >= 0 && cs_is_int(f[PLACE]) &&
         cs_int_of(f[PLACE]) >= 0 && cs_int_of(f[PLACE]) <= UINT32_MAX;
}

static bool is_writer(const cs_ctx *ctx, const writer *w) {
  return cs_is(w->out, CS_L_BYTEARRAY) && cs_is_dict(w->memo) &&
         cs_is_list(w->todo) && !cs_is_frozen(ctx, w->out) &&
         !cs_is_frozen(ctx, w->memo) && !cs_is_frozen(ctx, w->todo);
}

static cs_status misused(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError, "bad arguments of a library helper");
}

/* emit(out, memo, todo): go on with what is to do.  None: that is done; True:
 * call again, the frame may be full; (obj,): write that, then call again. */
CS_LEAF(emit) {
  writer w = {ctx, args[0], args[1], args[2]};
  cs_value other = CS_UNBOUND;
  if (!is_writer(ctx, &w)) return misused(ctx);
  for (uint32_t i = 0; cs_list_len(ctx, w.todo) > 0; i++) {
    if (!is_frame(ctx, w.todo)) return misused(ctx);
    if (i >= STEPS) CS_GIVE(CS_TRUE);
    CS_TRY(step_on(&w, &other));
    cs_charge(ctx, 1);
    if (!cs_is_unbound(other)) CS_GIVE(other);
  }
  CS_GIVE(CS_NONE);
}

/* begin(out, memo, todo, obj): write one object or begin it; False: it is
 * none of those */
CS_LEAF(begin) {
  writer w = {ctx, args[0], args[1], args[2]};
  bool plain;
  if (!is_writer(ctx, &w)) return misused(ctx);
  CS_TRY(save(&w, args[3], &plain));
  CS_GIVE(cs_bool(plain));
}

extern const cs_native_def cs_pickle_write_natives[];
const cs_native_def cs_pickle_write_natives[] = {
    {"._plain_pickle", "emit", "(out, memo, todo, /)", emit},
    {"._plain_pickle", "begin", "(out, memo, todo, obj, /)", begin},
    CS_NATIVE_END};
