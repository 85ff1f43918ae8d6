/*
 * struct.c - module struct: formats, and records of several values.
 *
 * Errors are ValueErrors here; the Python half of the module turns them into
 * struct.error.  A format is read once to learn its size and number of
 * values, and again while values are converted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/struct.h"

#include <string.h>

#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/type.h"

extern const cs_native_def cs_struct_natives[];

#define SIZE_MAX_64 INT64_MAX

typedef struct reader {
  const char *p, *end;
  bool native, big;
  const char *wrong; /* text of the error, or NULL */
} reader;

typedef struct item {
  char code;
  uint64_t count;
  uint32_t size; /* of one value; 1 for x, s, p */
  uint64_t at;   /* offset in the record */
} item;

static uint32_t size_of(char code, bool native) {
  switch (code) {
    case 'x':
    case 'c':
    case 'b':
    case 'B':
    case '?':
    case 's':
    case 'p': return 1;
    case 'h':
    case 'H':
    case 'e': return 2;
    case 'i':
    case 'I':
    case 'f': return 4;
    case 'l':
    case 'L': return native ? 8 : 4;
    case 'q':
    case 'Q':
    case 'd': return 8;
    case 'n':
    case 'N':
    case 'P': return native ? 8 : 0;
    default: return 0;
  }
}

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The next item behind offset `*at`, which moves; false at the end or when
 * something is wrong. */
static bool next_item(reader *r, uint64_t *at, item *it) {
  while (r->p < r->end && is_space(*r->p)) r->p++;
  if (r->p == r->end) return false;
  it->count = 1;
  if (*r->p >= '0' && *r->p <= '9') {
    uint64_t n = 0;
    for (; r->p < r->end && *r->p >= '0' && *r->p <= '9'; r->p++) {
      if (n > (SIZE_MAX_64 - 9) / 10)
        return r->wrong = "total struct size too long", false;
      n = n * 10 + (uint64_t)(*r->p - '0');
    }
    if (r->p == r->end)
      return r->wrong = "repeat count given without format specifier", false;
    it->count = n;
  }
  it->code = *r->p++;
  it->size = size_of(it->code, r->native);
  if (it->size == 0) return r->wrong = "bad char in struct format", false;
  if (r->native) {
    uint64_t rest = *at % it->size;
    if (rest) *at += it->size - rest;
  }
  it->at = *at;
  if (it->count > (SIZE_MAX_64 - *at) / it->size)
    return r->wrong = "total struct size too long", false;
  *at += it->count * it->size;
  return true;
}

static cs_status open_format(cs_ctx *ctx, cs_value fmt, reader *r) {
  uint32_t n;
  const uint8_t *b;
  cs_value v = cs_unwrap(ctx, fmt);
  *r = (reader){.native = true};
  if (cs_is_str(v)) {
    r->p = cs_str_data(ctx, v, &n);
  } else if (cs_is(v, CS_L_BYTES) && cs_bytes_view(ctx, v, &b, &n)) {
    r->p = (const char *)b;
  } else {
    return cs_throw(ctx, CS_TypeError,
                    "Struct() argument 1 must be a str or bytes object, "
                    "not %t",
                    fmt);
  }
  r->end = r->p + n;
  char c = n ? *r->p : 0;
  if (c == '@' || c == '=' || c == '<' || c == '>' || c == '!') {
    r->native = c == '@';
    r->big = c == '>' || c == '!';
    r->p++;
  }
  return CS_OK;
}

/* Values that an item stands for. */
static uint64_t values_of(const item *it) {
  if (it->code == 'x') return 0;
  return it->code == 's' || it->code == 'p' ? 1 : it->count;
}

static cs_status measure(cs_ctx *ctx, cs_value fmt, uint64_t *size,
                         uint64_t *values) {
  reader r;
  item it;
  CS_TRY(open_format(ctx, fmt, &r));
  *size = *values = 0;
  while (next_item(&r, size, &it)) *values += values_of(&it);
  return r.wrong ? cs_throw(ctx, CS_ValueError, "%s", r.wrong) : CS_OK;
}

/* size(format) -> (bytes, values) */
CS_LEAF(struct_size) {
  uint64_t size, values;
  cs_value v[2];
  CS_TRY(measure(ctx, args[0], &size, &values));
  CS_TRY(cs_int_new_u64(ctx, size, &v[0]));
  CS_TRY(cs_int_new_u64(ctx, values, &v[1]));
  return cs_tuple_new(ctx, v, 2, out);
}

/* --- pack ---------------------------------------------------------------- */

static cs_status put_bytes(cs_ctx *ctx, cs_value v, const item *it,
                           uint8_t *to) {
  const uint8_t *data;
  uint32_t n;
  cs_value inner = cs_unwrap(ctx, v);
  bool ok = (cs_is(inner, CS_L_BYTES) || cs_is(inner, CS_L_BYTEARRAY)) &&
            cs_bytes_view(ctx, inner, &data, &n);
  if (it->code == 'c') {
    if (!cs_is(inner, CS_L_BYTES) || !ok || n != 1)
      return cs_throw(ctx, CS_ValueError,
                      "char format requires a bytes object of length 1");
    *to = data[0];
    return CS_OK;
  }
  if (!ok)
    return cs_throw(ctx, CS_ValueError,
                    "argument for '%c' must be a bytes object",
                    (uint32_t)it->code);
  uint64_t room = it->count;
  if (it->code == 'p') {
    if (room == 0) return CS_OK;
    room--;
    uint64_t shown = n < room ? n : room;
    *to++ = (uint8_t)(shown > 255 ? 255 : shown);
  }
  memcpy(to, data, n < room ? n : room);
  return CS_OK;
}

static cs_status put_item(cs_ctx *ctx, cs_value *args, uint32_t *i,
                          const reader *r, const item *it, uint8_t *to) {
  to += it->at;
  if (it->code == 's' || it->code == 'p')
    return put_bytes(ctx, args[(*i)++], it, to);
  for (uint64_t k = 0; k < values_of(it); k++, to += it->size) {
    uint32_t arg = (*i)++;
    CS_TRY(it->code == 'c' ? put_bytes(ctx, args[arg], it, to)
                           : cs_struct_put(ctx, args, arg, it->code, it->size,
                                           r->big, r->native, to));
  }
  return CS_OK;
}

/* pack(format, *values) */
CS_LEAF(struct_pack) {
  uint64_t size, values, at = 0;
  uint32_t i = 1;
  uint8_t *to;
  reader r;
  item it;
  if (n == 0) return cs_throw(ctx, CS_TypeError, "missing format argument");
  CS_TRY(measure(ctx, args[0], &size, &values));
  if (values != n - 1)
    return cs_throw(ctx, CS_ValueError,
                    "pack expected %u items for packing (got %u)", values,
                    (uint64_t)n - 1);
  cs_charge(ctx, size / 64 + n / 4);
  CS_TRY(cs_bytes_room(ctx, CS_L_BYTES, size, out, &to));
  CS_TRY(open_format(ctx, args[0], &r));
  while (next_item(&r, &at, &it)) CS_TRY(put_item(ctx, args, &i, &r, &it, to));
  return CS_OK;
}

/* --- unpack -------------------------------------------------------------- */

static cs_status get_bytes(cs_ctx *ctx, const item *it, const uint8_t *from,
                           cs_value *out) {
  uint64_t n = it->code == 'c' ? 1 : it->count;
  if (it->code == 'p' && n > 0) {
    uint64_t shown = *from++;
    n = shown < n - 1 ? shown : n - 1;
  }
  return cs_bytes_new(ctx, CS_L_BYTES, from, n, out);
}

#define FEW 12 /* items of a format that are not read twice */

/* unpack(format, buffer, offset): the record there, which must be whole.
 * Without an offset the buffer holds nothing else. */
CS_LEAF(struct_unpack) {
  uint64_t size = 0, values = 0, at = 0, i = 0;
  const uint8_t *data;
  uint32_t len, count = 0;
  reader r;
  item it, first[FEW];
  CS_TRY(open_format(ctx, args[0], &r));
  for (; next_item(&r, &size, &it); count++) {
    if (count < FEW) first[count] = it;
    values += values_of(&it);
  }
  if (r.wrong) return cs_throw(ctx, CS_ValueError, "%s", r.wrong);
  CS_TRY(cs_bytes_need(ctx, args, 1, &data, &len));
  int64_t offset = cs_is_int(args[2]) ? cs_int_of(args[2]) : 0;
  if (offset < 0 || size > len || (uint64_t)offset > len - size ||
      (cs_is_none(args[2]) && size != len))
    return cs_throw(ctx, CS_ValueError, "unpack requires a buffer of %u bytes",
                    size);
  if (values > UINT32_MAX) return cs_throw(ctx, CS_MemoryError, "too long");
  cs_charge(ctx, size / 64 + values / 4);
  CS_TRY(cs_tuple_new(ctx, NULL, (uint32_t)values, out));
  if (count > FEW) CS_TRY(open_format(ctx, args[0], &r));
  for (uint32_t j = 0; j < count; j++) {
    if (count <= FEW)
      it = first[j];
    else if (!next_item(&r, &at, &it))
      break;
    const uint8_t *from = data + offset + it.at;
    for (uint64_t k = values_of(&it); k > 0; k--, from += it.size) {
      cs_value v;
      bool text = it.code == 'c' || it.code == 's' || it.code == 'p';
      CS_TRY(text ? get_bytes(ctx, &it, from, &v)
                  : cs_struct_get(ctx, it.code, it.size, r.big, from, &v));
      cs_tuple_items(ctx, *out)[i++] = v;
    }
  }
  return CS_OK;
}

/* --- what programs call -------------------------------------------------- */

/* The twin meets the same problem again and says so by a struct.error. */
static cs_status unless_wrong(cs_ctx *ctx, cs_status st) {
  if (st != CS_THROW) return st;
  ctx->head->root[CS_ROOT_EXC] = CS_NONE;
  return CS_SLOW;
}

CS_LEAF(public_pack) {
  return unless_wrong(ctx, struct_pack(ctx, args, n, out));
}

CS_LEAF(public_unpack) {
  cs_value all[3] = {args[0], args[1], CS_NONE};
  if (!cs_is(args[1], CS_L_BYTES) && !cs_is(args[1], CS_L_BYTEARRAY))
    return CS_SLOW;
  return unless_wrong(ctx, struct_unpack(ctx, all, 3, out));
}

CS_LEAF(public_unpack_from) {
  cs_value all[3] = {args[0], args[1],
                     cs_is_unbound(args[2]) ? cs_int(0) : args[2]};
  if (!cs_is(args[1], CS_L_BYTES) || !cs_is_int(all[2])) return CS_SLOW;
  return unless_wrong(ctx, struct_unpack(ctx, all, 3, out));
}

CS_LEAF(public_calcsize) {
  uint64_t size, values;
  CS_TRY(unless_wrong(ctx, measure(ctx, args[0], &size, &values)));
  return cs_int_new_u64(ctx, size, out);
}

/* --- iter_unpack --------------------------------------------------------- */

enum { AT, BUFFER, LAST, FORMAT, SIZE, SLOTS }; /* sorted by name */

/* unpack_iterator.__next__(self) over bytes */
CS_LEAF(next_record) {
  if (!cs_is_instance(args[0]) || cs_is_frozen(ctx, args[0])) return CS_SLOW;
  cs_instance *o = CS_PTR(ctx, cs_instance, args[0]);
  if (o->h.units * 16u < offsetof(cs_instance, slot) + SLOTS * 8u ||
      !cs_is_int(o->slot[AT]) || !cs_is_int(o->slot[LAST]) ||
      !cs_is_int(o->slot[SIZE]) || !cs_is(o->slot[BUFFER], CS_L_BYTES))
    return CS_SLOW;
  int64_t at = cs_int_of(o->slot[AT]), next = at + cs_int_of(o->slot[SIZE]);
  if (at >= cs_int_of(o->slot[LAST]))
    return cs_throw_value(ctx, CS_StopIteration, CS_UNBOUND);
  if (!cs_int_fits(next)) return CS_SLOW;
  cs_value all[3] = {o->slot[FORMAT], o->slot[BUFFER], cs_int(at)};
  CS_TRY(unless_wrong(ctx, struct_unpack(ctx, all, 3, out)));
  o->slot[AT] = cs_int(next);
  return CS_OK;
}

const cs_native_def cs_struct_natives[] = {
    {"._struct", "size", "(format, /)", struct_size},
    {"._struct", "pack", "(*args)", struct_pack},
    {"._struct", "next_record", "($self, /)", next_record},
    {"._struct", "unpack", "(format, buffer, offset, /)", struct_unpack},
    {".struct", "pack", "(*args)", public_pack},
    {".struct", "unpack", "(format, buffer, /)", public_unpack},
    {".struct", "unpack_from", "(format, /, buffer, offset=0)",
     public_unpack_from},
    {".struct", "calcsize", "(format, /)", public_calcsize},
    CS_NATIVE_END};
