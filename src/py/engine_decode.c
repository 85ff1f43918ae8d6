/*
 * engine_decode.c - guest values from bytes that may come from anywhere.
 *
 * One pass with its own stack.  A container is made with the size that its
 * head says (the reader has checked that so many bytes follow) and filled as
 * its parts arrive; kinds with a fixed number of parts collect them in a tuple
 * first.  There are no cycles: a value can only name what came before.
 *
 * What needs Python code to finish, a dict whose keys have a __hash__ of their
 * own or a time zone that is read from a file, goes to the list of fixes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/engine_make.h"
#include "py/engine_value.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/number.h"
#include "py/types/type.h"

typedef struct level {
  cs_value v;   /* container, or tuple of parts */
  cs_value key; /* DICT: waits for its value; else UNBOUND */
  cs_wire_item head;
  uint64_t left;
  uint32_t pos;
  bool open; /* hashing it now would be wrong: fixes are due inside */
  bool slow; /* keys go to the fixes from here on */
  bool bad_key;
} level;

typedef struct build {
  cs_engine *e;
  cs_ctx *ctx;
  cs_value fixes; /* list or None */
  uint32_t depth, room;
  bool again;   /* needs a larger stack */
  level *stack; /* [room] */
} build;

#define SHALLOW 8 /* levels that most values get along with */

static cs_status add_fix(build *b, int op, cs_value a, cs_value k, cs_value v) {
  cs_value row[4] = {cs_int(op), a, k, v};
  if (cs_is_none(b->fixes)) {
    cs_status st = cs_list_new(b->ctx, NULL, 0, &b->fixes);
    if (st != CS_OK) return st;
  }
  return cs_list_extend(b->ctx, b->fixes, row, 4);
}

/* --- values without parts ------------------------------------------------ */

static cs_status make_big(cs_ctx *ctx, const cs_wire_item *it, cs_value *out) {
  uint64_t limb[8];
  size_t n = (it->len + 7) / 8;
  if (n <= 8) {
    memset(limb, 0, sizeof limb);
    memcpy(limb, it->data, it->len);
    return cs_int_from_limbs(ctx, limb, n, it->negative, out);
  }
  cs_off off; /* aligned room for the limbs; garbage afterwards */
  cs_status st = cs_alloc(ctx, CS_L_RAW, sizeof(cs_raw) + n * 8, &off);
  if (st != CS_OK) return st;
  cs_raw *raw = CS_AT(ctx, cs_raw, off);
  raw->cap = raw->fill = (uint32_t)(n * 8);
  memcpy(raw->data, it->data, it->len);
  return cs_int_from_limbs(ctx, (const uint64_t *)(const void *)raw->data, n,
                           it->negative, out);
}

static cs_status make_atom(build *b, const cs_wire_item *it, cs_value *out) {
  cs_ctx *ctx = b->ctx;
  *out = CS_NONE;
  switch ((int)it->tag) {
    case CS_WIRE_NONE: return CS_OK;
    case CS_WIRE_FALSE: *out = CS_FALSE; return CS_OK;
    case CS_WIRE_TRUE: *out = CS_TRUE; return CS_OK;
    case CS_WIRE_ELLIPSIS: *out = CS_ELLIPSIS; return CS_OK;
    case CS_WIRE_NOTIMPL: *out = CS_NOTIMPL; return CS_OK;
    case CS_WIRE_INT: return cs_int_new(ctx, it->i, out);
    case CS_WIRE_BIGINT: return make_big(ctx, it, out);
    case CS_WIRE_FLOAT: *out = cs_float(it->f); return CS_OK;
    case CS_WIRE_COMPLEX: return cs_complex_new(ctx, it->f, it->g, out);
    case CS_WIRE_STR: return cs_str_new(ctx, it->data, it->len, out);
    case CS_WIRE_BYTES:
      return cs_bytes_new(ctx, CS_L_BYTES, it->data, it->len, out);
    case CS_WIRE_BYTEARRAY:
      return cs_bytes_new(ctx, CS_L_BYTEARRAY, it->data, it->len, out);
    case CS_WIRE_DATE: return cs_engine_make_date(b->e, it, out);
    case CS_WIRE_TIMEDELTA: return cs_engine_make_delta(b->e, it, out);
    case CS_WIRE_PATH: return cs_engine_make_path(b->e, it, out);
    case CS_WIRE_UUID: return cs_engine_make_uuid(b->e, it, out);
    case CS_WIRE_CYCLE:
      return cs_throw(ctx, CS_ValueError, "Circular reference detected");
    case CS_WIRE_DEEP:
      return cs_throw(ctx, CS_ValueError, "value is nested too deeply");
    default: return CS_ECORRUPT;
  }
}

/* --- containers ---------------------------------------------------------- */

static cs_status open_level(build *b, const cs_wire_item *it) {
  cs_ctx *ctx = b->ctx;
  if (b->depth == b->room) {
    b->again = true;
    return CS_ECORRUPT;
  }
  level *l = &b->stack[b->depth];
  *l = (level){.key = CS_UNBOUND, .head = *it, .left = it->parts};
  cs_status st;
  switch ((int)it->tag) {
    case CS_WIRE_LIST: st = cs_list_new(ctx, NULL, it->count, &l->v); break;
    case CS_WIRE_SET: st = cs_set_new(ctx, CS_L_SET, &l->v); break;
    case CS_WIRE_FROZENSET: st = cs_set_new(ctx, CS_L_FROZENSET, &l->v); break;
    case CS_WIRE_DICT: st = cs_dict_new(ctx, it->count, &l->v); break;
    default: st = cs_tuple_new(ctx, NULL, (uint32_t)it->parts, &l->v);
  }
  if (st == CS_OK) b->depth++;
  return st;
}

/* Store or leave it to Python; order of keys must stay, so once one is left
 * the others follow. */
static cs_status put_key(build *b, level *l, cs_value key, cs_value v,
                         bool open) {
  bool dict = l->head.tag == CS_WIRE_DICT;
  cs_status st = CS_SLOW;
  if (!l->slow && !open)
    st = dict ? cs_dict_set(b->ctx, l->v, key, v)
              : cs_set_add(b->ctx, l->v, key);
  if (st != CS_SLOW) return st;
  l->slow = l->open = true;
  return add_fix(b, dict ? 0 : 1, l->v, key, v);
}

static cs_status put_part(build *b, level *l, cs_value v, bool open) {
  l->left--;
  switch ((int)l->head.tag) {
    case CS_WIRE_LIST:
      cs_list_items(b->ctx, l->v)[l->pos++] = v;
      l->open |= open;
      return CS_OK;
    case CS_WIRE_SET:
    case CS_WIRE_FROZENSET: return put_key(b, l, v, CS_NONE, open);
    case CS_WIRE_DICT: {
      if (cs_is_unbound(l->key)) {
        l->key = v;
        l->bad_key = open;
        return CS_OK;
      }
      cs_value key = l->key;
      l->key = CS_UNBOUND;
      l->open |= open;
      return put_key(b, l, key, v, l->bad_key);
    }
    default:
      cs_tuple_items(b->ctx, l->v)[l->pos++] = v;
      l->open |= open;
      return CS_OK;
  }
}

static cs_status finish(build *b, const level *l, cs_value *out) {
  const cs_value *part =
      cs_is_tuple(l->v) ? cs_tuple_items(b->ctx, l->v) : NULL;
  switch ((int)l->head.tag) {
    case CS_WIRE_LIST:
    case CS_WIRE_TUPLE:
    case CS_WIRE_SET:
    case CS_WIRE_FROZENSET:
    case CS_WIRE_DICT: *out = l->v; return CS_OK;
    case CS_WIRE_ZONE: {
      cs_status st = cs_engine_make_zone(b->e, part[0], out);
      return st == CS_OK ? add_fix(b, 2, *out, part[0], CS_NONE) : st;
    }
    default: return cs_engine_make(b->e, &l->head, part, out);
  }
}

/* --- the loop ------------------------------------------------------------ */

/* Give `v` to the level on top, and close every level that is complete. */
static cs_status deliver(build *b, cs_value v, bool open, cs_value *out) {
  while (b->depth > 0) {
    level *l = &b->stack[b->depth - 1];
    cs_status st = put_part(b, l, v, open);
    if (st != CS_OK || l->left > 0) return st;
    st = finish(b, l, &v);
    if (st != CS_OK) return st;
    open = l->open || l->head.tag == CS_WIRE_ZONE;
    b->depth--;
  }
  *out = v;
  return CS_OK;
}

static cs_status build_all(build *b, cs_wire_in *in, cs_value *out) {
  cs_wire_item it;
  cs_value v = CS_NONE;
  b->fixes = CS_NONE;
  b->depth = 0;
  b->again = false;
  do {
    if (cs_wire_next(in, &it) != CS_OK) return CS_ECORRUPT;
    bool whole = it.parts == 0;
    cs_status st;
    if (whole && (it.tag < CS_WIRE_LIST || it.tag > CS_WIRE_DICT)) {
      st = make_atom(b, &it, &v);
    } else {
      st = open_level(b, &it);
      if (whole && st == CS_OK) v = b->stack[--b->depth].v;
    }
    if (st == CS_OK && whole) st = deliver(b, v, false, &v);
    if (st != CS_OK) return st;
  } while (b->depth > 0);
  *out = v;
  return CS_OK;
}

/* Apart, because a frame of this size costs even when it is not touched. */
static __attribute__((noinline)) cs_status build_deep(build *b, cs_wire_in *in,
                                                      cs_value *out) {
  level stack[CS_WIRE_DEPTH];
  b->stack = stack;
  b->room = CS_WIRE_DEPTH;
  return build_all(b, in, out);
}

cs_status cs_engine_decode(cs_engine *e, cs_wire_in *in, cs_value *out,
                           cs_value *fixes) {
  level stack[SHALLOW];
  cs_wire_in start = *in;
  build b = {.e = e, .ctx = &e->ctx, .room = SHALLOW, .stack = stack};
  cs_status st = build_all(&b, in, out);
  if (b.again) {
    *in = start;
    st = build_deep(&b, in, out);
  }
  *fixes = b.fixes;
  return st;
}

cs_status cs_engine_decode_all(cs_engine *e, const void *bytes, size_t n,
                               cs_value *out, cs_value *fixes) {
  cs_wire_in in = cs_wire_read(bytes, n);
  cs_charge(&e->ctx, n / 16);
  cs_status st = cs_engine_decode(e, &in, out, fixes);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    in = cs_wire_read(bytes, n);
    st = cs_engine_decode(e, &in, out, fixes);
  }
  if (st == CS_RETRY)
    return cs_throw_value(&e->ctx, CS_MemoryError, CS_UNBOUND);
  if (st == CS_OK && in.at != in.end) return CS_ECORRUPT;
  return st;
}
