/*
 * pickle_write.c - objects as a pickle of protocol 4 or 5.
 *
 * emit() writes what it can: None, bools, ints, floats, str, bytes, tuples,
 * lists, dicts, sets and instances of classes that the Pickler of the prelude
 * (prelude/lib/_pickle_write.py) has put into `kinds`: nothing in them decides
 * how they are pickled.  Anything else it hands back; the Pickler writes that
 * one, or adds a script of how to write it, and calls again.
 *
 * What is half done is a list of frames: a container, how many steps of it are
 * taken, and for a dict or set the place of the entry.  A script is a tuple of
 * pairs (what to do, an object) with the place SCRIPT.  A step reserves all it
 * needs before it changes anything, so it can be repeated for want of space.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/kinds.h"
#include "py/types/leaf.h"
#include "py/types/op_seq.h"
#include "py/types/type.h"

#define FRAME 65536u /* bytes after which a frame ends */
#define BATCH 1000u  /* items of a list or dict between two marks */
#define STEPS 2048u  /* in one call */

enum { OF, STEP, PLACE, FRAME_SLOTS }; /* a frame of the list */

/* What a script does with an object: write what makes it, write its bytes, or
 * remember that it is on top of the stack now. */
enum { SCRIPT_SAVE, SCRIPT_RAW, SCRIPT_MEMO };
#define SCRIPT 1 /* PLACE of a script; that of other tuples is 0 */

typedef struct writer {
  cs_ctx *ctx;
  cs_value out, memo, todo, kinds;
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

/* Room for `n` frames more. */
static cs_status reserve_frames(const writer *w, uint32_t n) {
  uint32_t depth = cs_list_len(w->ctx, w->todo);
  if (CS_PTR(w->ctx, cs_list, w->todo)->cap >= depth + n * FRAME_SLOTS)
    return CS_OK;
  return cs_list_reserve(w->ctx, w->todo, 2 * depth + 8 * FRAME_SLOTS);
}

static cs_status open_container(const writer *w, cs_value obj) {
  uint32_t n = 0;
  CS_TRY(reserve(w, 2));
  CS_TRY(reserve_frames(w, 1));
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

/* A set is filled after it was made, a frozenset made of what it holds. */
static cs_status open_set(const writer *w, cs_value obj) {
  CS_TRY(reserve(w, 2));
  CS_TRY(reserve_frames(w, 1));
  if (cs_is(obj, CS_L_FROZENSET)) {
    put(w, "(", 1);
  } else {
    CS_TRY(memoize(w, obj));
    put(w, "\x8f\x94", 2);
  }
  if (cs_is(obj, CS_L_FROZENSET) || cs_set_len(w->ctx, obj) > 0) push(w, obj);
  return CS_OK;
}

/* Does an attribute of the instance itself say how it is pickled? */
static bool decides(const writer *w, cs_value obj) {
  static const cs_name_id names[] = {CS_N___reduce_ex__, CS_N___reduce__,
                                     CS_N___getstate__};
  for (uint32_t i = 0; i < sizeof names / sizeof names[0]; i++)
    if (!cs_is_unbound(
            cs_instance_get(w->ctx, obj, cs_known(w->ctx, names[i]))))
      return true;
  return false;
}

/* An instance: its class was written before, its attributes follow. */
static cs_status open_instance(const writer *w, cs_value obj, bool *plain) {
  cs_value cls = cs_ref(CS_L_TYPE, cs_shape_of(w->ctx, obj)->cls), known;
  const cs_type *t = CS_PTR(w->ctx, cs_type, cls);
  int64_t number;
  uint8_t code[8];
  *plain = false;
  if (t->layout != CS_L_INSTANCE ||
      t->flags & (CS_TYPE_EXCEPTION | CS_TYPE_NODICT))
    return CS_OK;
  CS_TRY(cs_dict_get(w->ctx, w->kinds, cs_int(cs_ref_off(cls)), &known));
  if (cs_is_unbound(known) || decides(w, obj)) return CS_OK;
  CS_TRY(recall(w, cls, &number));
  if (number < 0) return CS_OK;
  uint32_t n = get_code(code, number);
  code[n++] = ')';
  code[n++] = 0x81;
  code[n++] = 0x94;
  CS_TRY(reserve(w, n));
  CS_TRY(reserve_frames(w, 1));
  CS_TRY(memoize(w, obj));
  put(w, code, n);
  push(w, obj);
  *plain = true;
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
  *plain = cs_is_ref(obj);
  if (!*plain) return CS_OK;
  if (cs_is_anyint(obj)) {
    *plain = cs_int_as_i64(w->ctx, obj, &number);
    return *plain ? save_int(w, number) : CS_OK;
  }
  CS_TRY(recall(w, obj, &number));
  if (number >= 0) return write_out(w, code, get_code(code, number));
  if (cs_is_str(obj) || cs_is(obj, CS_L_BYTES)) return save_text(w, obj, plain);
  if (cs_is_tuple(obj) || cs_is_list(obj) || cs_is_dict(obj))
    return open_container(w, obj);
  if (cs_is_set(obj)) return open_set(w, obj);
  if (cs_is_instance(obj)) return open_instance(w, obj, plain);
  *plain = false;
  return CS_OK;
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

/* Sets take two steps for an element, as lists do, frozensets one. */
static bool next_element(const writer *w, const cs_value *frame, uint32_t at,
                         part *p) {
  uint64_t step = (uint64_t)cs_int_of(frame[STEP]);
  bool single = cs_is(frame[OF], CS_L_FROZENSET);
  p->count = (uint32_t)(single ? step : step / 2);
  if (!cs_set_next(w->ctx, frame[OF], &at, &p->item)) return false;
  if (!single && step % 2 == 0) {
    before_item(p, p->count, 2, (char)0x90);
    p->item = CS_UNBOUND;
  }
  return true;
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
  if (cs_is_set(obj)) return next_element(w, frame, at, p);
  p->count = (uint32_t)(step / 3);
  if (!cs_dict_next(w->ctx, obj, &at, &p->item, &value)) return false;
  if (step % 3 == 0) {
    before_item(p, p->count, cs_dict_len(w->ctx, obj), 'u');
    p->item = CS_UNBOUND;
  }
  if (step % 3 == 2) p->item = value;
  return true;
}

static bool is_script(const cs_value *frame) {
  return cs_is_tuple(frame[OF]) && cs_same(frame[PLACE], cs_int(SCRIPT));
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

static cs_status close_frozenset(const writer *w, cs_value obj) {
  uint8_t code[8] = {'1'};
  int64_t number;
  CS_TRY(recall(w, obj, &number));
  if (number >= 0) return write_out(w, code, 1 + get_code(code + 1, number));
  CS_TRY(reserve(w, 2));
  CS_TRY(memoize(w, obj));
  put(w, "\x91\x94", 2);
  return CS_OK;
}

static cs_status close_container(const writer *w, cs_value obj,
                                 uint32_t count) {
  if (cs_is_tuple(obj)) return close_tuple(w, obj);
  if (cs_is(obj, CS_L_FROZENSET)) return close_frozenset(w, obj);
  if (cs_is_set(obj)) {
    bool full = count % BATCH == 0; /* an empty batch ends them, too */
    return write_out(w, full ? "\x90(\x90" : "\x90", full ? 3 : 1);
  }
  if (cs_is_list(obj)) return write_out(w, count == 1 ? "a" : "e", 1);
  if (count == 1) return write_out(w, "s", 1);
  bool whole = count % BATCH == 0; /* an empty batch ends them */
  return write_out(w, whole ? "u(u" : "u", whole ? 3 : 1);
}

/* The state of an instance: a dict of its attributes, then BUILD. */
static cs_status next_of_instance(const writer *w, const cs_value *frame,
                                  part *p, bool *more) {
  *p = (part){.item = CS_UNBOUND};
  *more = cs_same(frame[STEP], cs_int(0));
  if (!*more) return write_out(w, "b", 1);
  bool in_dict = cs_shape_of(w->ctx, frame[OF])->h.flags & CS_SHAPE_DICT;
  CS_TRY(in_dict ? cs_instance_dict(w->ctx, frame[OF], &p->item)
                 : cs_instance_attributes(w->ctx, frame[OF], &p->item));
  cs_charge(w->ctx, cs_dict_len(w->ctx, p->item));
  *more = cs_dict_len(w->ctx, p->item) > 0;
  return CS_OK;
}

/* SCRIPT_MEMO: like the end of a tuple, for an object that may be there. */
static cs_status remember(const writer *w, cs_value obj) {
  uint8_t code[8] = {'0'};
  int64_t number;
  if (!cs_is_ref(obj)) return CS_OK;
  CS_TRY(recall(w, obj, &number));
  if (number >= 0) return write_out(w, code, 1 + get_code(code + 1, number));
  CS_TRY(reserve(w, 1));
  CS_TRY(memoize(w, obj));
  put(w, "\x94", 1);
  return CS_OK;
}

/* The next pair of a script: it is obeyed, or gives the item to be saved. */
static cs_status next_of_script(const writer *w, const cs_value *frame, part *p,
                                bool *more) {
  uint64_t i = (uint64_t)cs_int_of(frame[STEP]) * 2;
  *p = (part){.item = CS_UNBOUND};
  *more = i + 1 < cs_tuple_len(w->ctx, frame[OF]);
  if (!*more) return CS_OK;
  const cs_value *pair = cs_tuple_items(w->ctx, frame[OF]) + i;
  if (cs_same(pair[0], cs_int(SCRIPT_MEMO))) return remember(w, pair[1]);
  if (cs_same(pair[0], cs_int(SCRIPT_RAW)) && cs_is(pair[1], CS_L_BYTES)) {
    uint32_t n;
    const uint8_t *data = cs_bytes_data(w->ctx, pair[1], &n);
    return write_out(w, data, n);
  }
  p->item = pair[1];
  return CS_OK;
}

/* One step of the frame on top; `*other`: (what the caller must write,), or
 * True: the output must be made a frame of before an item is written. */
static cs_status step_on(const writer *w, cs_value *other) {
  uint32_t top = cs_list_len(w->ctx, w->todo) - FRAME_SLOTS;
  cs_value *frame = &cs_list_items(w->ctx, w->todo)[top], key, value;
  bool plain = true, script = is_script(frame);
  part p;
  if (script || cs_is_instance(frame[OF])) {
    bool more;
    CS_TRY(script ? next_of_script(w, frame, &p, &more)
                  : next_of_instance(w, frame, &p, &more));
    if (!more) {
      pop(w);
      return CS_OK;
    }
  } else if (!next_part(w, frame, &p)) {
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
  } else if (cs_is_set(frame[OF]) && !cs_is_unbound(p.item)) {
    uint32_t at = (uint32_t)cs_int_of(frame[PLACE]);
    (void)cs_set_next(w->ctx, frame[OF], &at, &key);
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
  bool known = cs_is_list(f[OF]) || cs_is_tuple(f[OF]) || cs_is_dict(f[OF]) ||
               cs_is_set(f[OF]) || cs_is_instance(f[OF]);
  return known && cs_is_int(f[STEP]) && cs_int_of(f[STEP]) >= 0 &&
         cs_is_int(f[PLACE]) && cs_int_of(f[PLACE]) >= 0 &&
         cs_int_of(f[PLACE]) <= UINT32_MAX;
}

static bool is_writer(const cs_ctx *ctx, const writer *w) {
  return cs_is(w->out, CS_L_BYTEARRAY) && cs_is_dict(w->memo) &&
         cs_is_list(w->todo) && cs_is_dict(w->kinds) &&
         !cs_is_frozen(ctx, w->out) && !cs_is_frozen(ctx, w->memo) &&
         !cs_is_frozen(ctx, w->todo);
}

static cs_status misused(cs_ctx *ctx) {
  return cs_throw(ctx, CS_TypeError, "bad arguments of a library helper");
}

static cs_status go_on(const writer *w, cs_value *out) {
  cs_value other = CS_UNBOUND;
  for (uint32_t i = 0; cs_list_len(w->ctx, w->todo) > 0; i++) {
    if (!is_frame(w->ctx, w->todo)) return misused(w->ctx);
    if (i >= STEPS) CS_GIVE(CS_TRUE);
    CS_TRY(step_on(w, &other));
    cs_charge(w->ctx, 1);
    if (!cs_is_unbound(other)) CS_GIVE(other);
  }
  CS_GIVE(CS_NONE);
}

/* emit(out, memo, todo, kinds): go on with what is to do.  None: that is done;
 * True: call again, the frame may be full; (obj,): write that, then call again.
 */
CS_LEAF_TAKES(emit, ANY, OWN_DICT, OWN_LIST, DICT) {
  writer w = {ctx, args[0], args[1], args[2], args[3]};
  if (!is_writer(ctx, &w)) return misused(ctx);
  return go_on(&w, out);
}

/* begin(out, memo, todo, kinds, obj): write one object or begin it; False: it
 * is none of those */
CS_LEAF_TAKES(begin, ANY, OWN_DICT, OWN_LIST, DICT, ANY) {
  writer w = {ctx, args[0], args[1], args[2], args[3]};
  bool plain;
  if (!is_writer(ctx, &w)) return misused(ctx);
  CS_TRY(save(&w, args[4], &plain));
  CS_GIVE(cs_bool(plain));
}

/* PROTO, for what is not tiny a FRAME, what was written, STOP. */
static cs_status framed(const writer *w, uint8_t proto, cs_value *out) {
  uint32_t len, n = 2;
  const uint8_t *body = cs_bytes_data(w->ctx, w->out, &len);
  uint8_t head[11] = {0x80, proto};
  uint64_t size = (uint64_t)len + 1;
  if (size >= 4) {
    head[n++] = 0x95;
    memcpy(head + n, &size, 8);
    n += 8;
  }
  uint8_t *to;
  CS_TRY(cs_bytes_room(w->ctx, CS_L_BYTES, n + size, out, &to));
  memcpy(to, head, n);
  if (len) memcpy(to + n, body, len);
  to[n + len] = '.';
  return CS_OK;
}

/* dumps(obj, protocol): the pickle, if it is short and all plain; else how far
 * it came: (out, memo, todo, what emit() gave) */
CS_LEAF_TAKES(dumps, ANY, SMALL) {
  writer w = {.ctx = ctx};
  bool plain;
  cs_value rest = CS_NONE;
  int64_t proto = cs_int_of(args[1]);
  if (proto < 4 || proto > 5) return misused(ctx);
  CS_TRY(cs_bytes_new(ctx, CS_L_BYTEARRAY, NULL, 0, &w.out));
  CS_TRY(cs_dict_new(ctx, 0, &w.memo));
  CS_TRY(cs_dict_new(ctx, 0, &w.kinds));
  CS_TRY(cs_list_new(ctx, NULL, 0, &w.todo));
  CS_TRY(save(&w, args[0], &plain));
  if (!plain) CS_TRY(cs_tuple_new(ctx, &args[0], 1, &rest));
  if (plain) CS_TRY(go_on(&w, &rest));
  if (cs_is_none(rest) && CS_PTR(ctx, cs_bytearray, w.out)->len < FRAME)
    return framed(&w, (uint8_t)proto, out);
  cs_value all[4] = {w.out, w.memo, w.todo, rest};
  return cs_tuple_new(ctx, all, 4, out);
}

extern const cs_native_def cs_pickle_write_natives[];
const cs_native_def cs_pickle_write_natives[] = {
    {"._plain_pickle", "emit", "(out, memo, todo, kinds, /)", emit},
    {"._plain_pickle", "dumps", "(obj, protocol, /)", dumps},
    {"._plain_pickle", "begin", "(out, memo, todo, kinds, obj, /)", begin},
    CS_NATIVE_END};
