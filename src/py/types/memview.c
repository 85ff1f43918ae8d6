/*
 * memview.c - memoryview: items of another object's bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/memview.h"

#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/leaf.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"
#include "py/types/slice.h"

static cs_memview *view_at(const cs_ctx *ctx, cs_value v) {
  return CS_PTR(ctx, cs_memview, v);
}

/* --- making -------------------------------------------------------------- */

cs_status cs_memview_check(cs_ctx *ctx, cs_value v) {
  if (!(view_at(ctx, v)->h.flags & CS_VIEW_RELEASED)) return CS_OK;
  return cs_throw(ctx, CS_ValueError,
                  "operation forbidden on released memoryview object");
}

cs_status cs_memview_clone(cs_ctx *ctx, cs_value v, cs_value *out,
                           cs_memview **made) {
  cs_off off;
  CS_TRY(cs_memview_check(ctx, v));
  CS_TRY(cs_alloc(ctx, CS_L_MEMVIEW, sizeof(cs_memview), &off));
  cs_memview *to = CS_AT(ctx, cs_memview, off);
  const cs_memview *from = view_at(ctx, v);
  cs_obj head = to->h;
  *to = *from;
  to->h = head;
  to->h.flags = from->h.flags & (CS_VIEW_READONLY | CS_VIEW_COUNTED);
  if (to->h.flags & CS_VIEW_COUNTED)
    CS_PTR(ctx, cs_bytearray, cs_unwrap(ctx, to->src))->exports++;
  *made = to;
  *out = cs_ref(CS_L_MEMVIEW, off);
  return CS_OK;
}

cs_status cs_memview_new(cs_ctx *ctx, cs_value obj, cs_value *out) {
  cs_value inner = cs_unwrap(ctx, obj);
  cs_memview *m;
  if (cs_is_memview(inner)) return cs_memview_clone(ctx, inner, out, &m);
  if (!cs_is_bytes(inner) && !cs_is_bytearray(inner))
    return cs_throw(ctx, CS_TypeError,
                    "memoryview: a bytes-like object is required, not '%t'",
                    obj);
  cs_off off;
  CS_TRY(cs_alloc(ctx, CS_L_MEMVIEW, sizeof(cs_memview), &off));
  m = CS_AT(ctx, cs_memview, off);
  m->src = obj;
  m->len = m->count = cs_is_bytes(inner)
                          ? CS_PTR(ctx, cs_bytes, inner)->len
                          : CS_PTR(ctx, cs_bytearray, inner)->len;
  m->stride = 1;
  m->itemsize = 1;
  m->format[0] = 'B';
  m->shape = CS_NONE;
  if (cs_is_bytes(inner)) {
    m->h.flags = CS_VIEW_READONLY;
  } else if (cs_is_frozen(ctx, inner)) {
    m->h.flags = CS_VIEW_READONLY; /* memory of the image */
  } else {
    m->h.flags = CS_VIEW_COUNTED;
    CS_PTR(ctx, cs_bytearray, inner)->exports++;
  }
  *out = cs_ref(CS_L_MEMVIEW, off);
  return CS_OK;
}

cs_status cs_memview_len(cs_ctx *ctx, cs_value v, uint32_t *out) {
  CS_TRY(cs_memview_check(ctx, v));
  const cs_memview *m = view_at(ctx, v);
  *out = m->count;
  if (cs_is_tuple(m->shape))
    *out = (uint32_t)cs_int_of(cs_tuple_at(ctx, m->shape, 0));
  return CS_OK;
}

/* --- items --------------------------------------------------------------- */

uint32_t cs_memview_size(char format) {
  switch (format) {
    case 'b':
    case 'B':
    case 'c':
    case '?': return 1;
    case 'h':
    case 'H': return 2;
    case 'i':
    case 'I':
    case 'f': return 4;
    case 'l':
    case 'L':
    case 'q':
    case 'Q':
    case 'n':
    case 'N':
    case 'P':
    case 'd': return 8;
    default: return 0;
  }
}

static char format_of(const cs_memview *m) {
  return m->format[0] == '@' ? m->format[1] : m->format[0];
}

/* Address of item `i`; NULL if the bytes are no longer there. */
static uint8_t *item_at(const cs_ctx *ctx, const cs_memview *m, uint32_t i) {
  uint32_t len;
  uint8_t *data = cs_bytes_data(ctx, cs_unwrap(ctx, m->src), &len);
  int64_t at = (int64_t)m->start + (int64_t)i * m->stride;
  if (at < 0 || at + m->itemsize > len) return NULL;
  return data + at;
}

static cs_status gone(cs_ctx *ctx) {
  return cs_throw(ctx, CS_BufferError,
                  "memoryview: the bytes behind this view were resized");
}

static int64_t read_signed(const uint8_t *p, uint32_t size) {
  uint64_t u = 0;
  memcpy(&u, p, size);
  unsigned shift = 64 - 8 * size;
  return (int64_t)(u << shift) >> shift;
}

static cs_status unpack(cs_ctx *ctx, char format, const uint8_t *p,
                        cs_value *out) {
  uint64_t u = 0;
  float f;
  double d;
  switch (format) {
    case 'b':
    case 'h':
    case 'i':
    case 'l':
    case 'q':
    case 'n':
      return cs_int_new(ctx, read_signed(p, cs_memview_size(format)), out);
    case 'c': return cs_bytes_new(ctx, CS_L_BYTES, p, 1, out);
    case '?': *out = cs_bool(*p != 0); return CS_OK;
    case 'f':
      memcpy(&f, p, sizeof f);
      *out = cs_float((double)f);
      return CS_OK;
    case 'd':
      memcpy(&d, p, sizeof d);
      *out = cs_float(d);
      return CS_OK;
    default:
      memcpy(&u, p, cs_memview_size(format));
      return cs_int_new_u64(ctx, u, out);
  }
}

cs_status cs_memview_at(cs_ctx *ctx, cs_value v, uint32_t i, cs_value *out) {
  const cs_memview *m = view_at(ctx, v);
  const uint8_t *p = item_at(ctx, m, i);
  if (!p) return gone(ctx);
  if (m->itemsize == 1 && format_of(m) == 'B') {
    *out = cs_int(*p);
    return CS_OK;
  }
  return unpack(ctx, format_of(m), p, out);
}

/* --- storing ------------------------------------------------------------- */

static cs_status bad_value(cs_ctx *ctx, const cs_memview *m) {
  char text[8] = {0};
  memcpy(text, m->format, sizeof m->format);
  return cs_throw(ctx, CS_ValueError,
                  "memoryview: invalid value for format '%s'", text);
}

static cs_status bad_type(cs_ctx *ctx, const cs_memview *m) {
  char text[8] = {0};
  memcpy(text, m->format, sizeof m->format);
  return cs_throw(ctx, CS_TypeError, "memoryview: invalid type for format '%s'",
                  text);
}

/* The bits of an int in `size` bytes; false when it does not fit. */
static bool int_bits(const cs_ctx *ctx, cs_value v, uint32_t size,
                     bool is_signed, uint64_t *out) {
  int64_t i;
  if (!cs_int_as_i64(ctx, v, &i)) {
    if (is_signed || size < 8) return false;
    uint64_t tmp[1];
    uint32_t n;
    bool neg;
    const uint64_t *limbs = cs_int_limbs(ctx, v, tmp, &n, &neg);
    if (neg || n != 1) return false;
    *out = limbs[0];
    return true;
  }
  *out = (uint64_t)i;
  if (!is_signed) return i >= 0 && (size == 8 || i >> (8 * size) == 0);
  int64_t top = i >> (8 * size - 1);
  return top == 0 || top == -1;
}

static cs_status pack_int(cs_ctx *ctx, const cs_memview *m, cs_value v,
                          uint8_t *p) {
  char f = format_of(m);
  uint64_t u;
  bool is_signed =
      f == 'b' || f == 'h' || f == 'i' || f == 'l' || f == 'q' || f == 'n';
  v = cs_unwrap(ctx, v);
  if (!cs_is_anyint(v))
    return cs_args_has_index(ctx, v) ? CS_SLOW : bad_type(ctx, m);
  if (!int_bits(ctx, v, m->itemsize, is_signed, &u)) return bad_value(ctx, m);
  memcpy(p, &u, m->itemsize);
  return CS_OK;
}

static cs_status pack_float(cs_ctx *ctx, const cs_memview *m, cs_value v,
                            uint8_t *p) {
  double d;
  cs_value inner = cs_unwrap(ctx, v);
  if (cs_is_float(inner))
    d = cs_float_of(inner);
  else if (cs_is_anyint(inner))
    CS_TRY(cs_int_to_double(ctx, inner, &d));
  else
    return bad_type(ctx, m);
  float f = (float)d;
  if (format_of(m) == 'f')
    memcpy(p, &f, sizeof f);
  else
    memcpy(p, &d, sizeof d);
  return CS_OK;
}

/* Convert before the address is used: nothing is stored on failure. */
static cs_status pack(cs_ctx *ctx, const cs_memview *m, cs_value v,
                      uint8_t *p) {
  switch (format_of(m)) {
    case 'f':
    case 'd': return pack_float(ctx, m, v, p);
    case '?': {
      bool yes;
      CS_TRY(cs_op_truth(ctx, v, &yes));
      *p = yes;
      return CS_OK;
    }
    case 'c': {
      cs_value inner = cs_unwrap(ctx, v);
      if (!cs_is_bytes(inner)) return bad_type(ctx, m);
      if (CS_PTR(ctx, cs_bytes, inner)->len != 1) return bad_value(ctx, m);
      *p = CS_PTR(ctx, cs_bytes, inner)->data[0];
      return CS_OK;
    }
    default: return pack_int(ctx, m, v, p);
  }
}

/* --- subscripts ---------------------------------------------------------- */

static cs_status get_slice(cs_ctx *ctx, cs_value v, cs_value key,
                           cs_value *out) {
  cs_span span;
  cs_memview *m;
  if (cs_is_tuple(view_at(ctx, v)->shape))
    return cs_throw(ctx, CS_NotImplementedError,
                    "multi-dimensional slicing is not implemented");
  CS_TRY(cs_slice_span(ctx, CS_PTR(ctx, cs_slice, key), view_at(ctx, v)->count,
                       &span));
  CS_TRY(cs_memview_clone(ctx, v, out, &m));
  m->start = (uint32_t)((int64_t)m->start + span.start * m->stride);
  if (span.n == 0) m->start = view_at(ctx, v)->start;
  m->count = span.n;
  m->len = span.n * m->itemsize;
  if (span.n > 1) m->stride = (int32_t)(m->stride * span.step); /* fits */
  return CS_OK;
}

/* Index `key` in a dimension of `n`; CS_SLOW for __index__. */
static cs_status position(cs_ctx *ctx, cs_value key, int64_t n, uint32_t dim,
                          uint32_t *out) {
  int64_t i;
  cs_value inner = cs_unwrap(ctx, key);
  if (!cs_is_anyint(inner)) {
    if (cs_args_has_index(ctx, key)) return CS_SLOW;
    return cs_throw(ctx, CS_TypeError, "memoryview: invalid slice key");
  }
  if (!cs_int_as_i64(ctx, inner, &i))
    return cs_throw(ctx, CS_IndexError,
                    "cannot fit '%t' into an index-sized integer", key);
  if (i < 0) i += n;
  if (i < 0 || i >= n)
    return cs_throw(ctx, CS_IndexError, "index out of bounds on dimension %d",
                    (int64_t)dim);
  *out = (uint32_t)i;
  return CS_OK;
}

/* Item number of a tuple of indexes. */
static cs_status position_of(cs_ctx *ctx, const cs_memview *m, cs_value key,
                             uint32_t *out) {
  uint32_t n = cs_tuple_len(ctx, key), at = 0, i;
  uint32_t dims = cs_is_tuple(m->shape) ? cs_tuple_len(ctx, m->shape) : 1;
  if (n < dims)
    return cs_throw(ctx, CS_NotImplementedError,
                    "sub-views are not implemented");
  if (n > dims)
    return cs_throw(ctx, CS_TypeError,
                    "cannot index %d-dimension view with %d-element tuple",
                    (int64_t)dims, (int64_t)n);
  for (uint32_t d = 0; d < n; d++) {
    int64_t size =
        dims == 1 ? m->count : cs_int_of(cs_tuple_at(ctx, m->shape, d));
    CS_TRY(position(ctx, cs_tuple_at(ctx, key, d), size, d + 1, &i));
    at = at * (uint32_t)size + i;
  }
  *out = at;
  return CS_OK;
}

static cs_status locate(cs_ctx *ctx, cs_value v, cs_value key, uint32_t *out) {
  const cs_memview *m = view_at(ctx, v);
  if (cs_is_tuple(key)) return position_of(ctx, m, key, out);
  CS_TRY(position(ctx, key,
                  cs_is_tuple(m->shape)
                      ? cs_int_of(cs_tuple_at(ctx, m->shape, 0))
                      : m->count,
                  1, out));
  if (cs_is_tuple(m->shape))
    return cs_throw(ctx, CS_NotImplementedError,
                    "multi-dimensional sub-views are not implemented");
  return CS_OK;
}

cs_status cs_memview_getitem(cs_ctx *ctx, cs_value v, cs_value key,
                             cs_value *out) {
  uint32_t at;
  CS_TRY(cs_memview_check(ctx, v));
  if (cs_is(key, CS_L_SLICE)) return get_slice(ctx, v, key, out);
  CS_TRY(locate(ctx, v, key, &at));
  return cs_memview_at(ctx, v, at, out);
}

static cs_status set_slice(cs_ctx *ctx, cs_value v, cs_value key,
                           cs_value item) {
  cs_span span;
  const uint8_t *data;
  uint32_t n;
  const cs_memview *m = view_at(ctx, v);
  cs_value from = cs_unwrap(ctx, item), copy;
  if (cs_is_memview(from)) {
    CS_TRY(cs_memview_check(ctx, from));
    bool same = view_at(ctx, from)->itemsize == m->itemsize &&
                format_of(view_at(ctx, from)) == format_of(m);
    CS_TRY(cs_memview_bytes(ctx, from, CS_L_BYTES, &copy));
    if (!same) copy = ctx->image->empty_bytes;
  } else if (cs_bytes_view(ctx, from, &data, &n)) {
    CS_TRY(cs_bytes_new(ctx, CS_L_BYTES, data, n, &copy));
    if (format_of(m) != 'B') copy = ctx->image->empty_bytes;
  } else {
    return cs_throw(ctx, CS_TypeError,
                    "a bytes-like object is required, not '%t'", item);
  }
  CS_TRY(cs_slice_span(ctx, CS_PTR(ctx, cs_slice, key), m->count, &span));
  (void)cs_bytes_view(ctx, copy, &data, &n);
  if (n != (uint64_t)span.n * m->itemsize)
    return cs_throw(ctx, CS_ValueError,
                    "memoryview assignment: lvalue and rvalue have different "
                    "structures");
  cs_charge(ctx, span.n / 16);
  for (uint32_t i = 0; i < span.n; i++) {
    int64_t at = span.start + (int64_t)i * span.step;
    uint8_t *to = item_at(ctx, m, (uint32_t)at);
    if (!to) return gone(ctx);
    memcpy(to, data + (size_t)i * m->itemsize, m->itemsize);
  }
  return CS_OK;
}

cs_status cs_memview_setitem(cs_ctx *ctx, cs_value v, cs_value key,
                             cs_value item) {
  uint32_t at;
  uint8_t tmp[8];
  CS_TRY(cs_memview_check(ctx, v));
  const cs_memview *m = view_at(ctx, v);
  if (cs_is_unbound(item))
    return cs_throw(ctx, CS_TypeError, "cannot delete memory");
  if (m->h.flags & CS_VIEW_READONLY)
    return cs_throw(ctx, CS_TypeError, "cannot modify read-only memory");
  if (cs_is(key, CS_L_SLICE)) return set_slice(ctx, v, key, item);
  CS_TRY(locate(ctx, v, key, &at));
  CS_TRY(pack(ctx, m, item, tmp));
  uint8_t *to = item_at(ctx, m, at);
  if (!to) return gone(ctx);
  memcpy(to, tmp, m->itemsize);
  return CS_OK;
}

/* --- whole views --------------------------------------------------------- */

cs_status cs_memview_bytes(cs_ctx *ctx, cs_value v, uint32_t layout,
                           cs_value *out) {
  const cs_memview *m = view_at(ctx, v);
  uint64_t total = (uint64_t)m->count * m->itemsize;
  uint8_t *to;
  cs_charge(ctx, total / 16);
  CS_TRY(cs_bytes_room(ctx, layout, total, out, &to));
  const cs_patience patience = cs_charge_patience(ctx);
  for (uint32_t i = 0; i < m->count; i++) {
    const uint8_t *p = item_at(ctx, m, i);
    if (!p) return gone(ctx);
    if (i % 65536 == 65535 && cs_patience_ends(&patience)) return CS_STOP;
    memcpy(to + (size_t)i * m->itemsize, p, m->itemsize);
  }
  return CS_OK;
}

/* Are both plain bytes, so that equality is equality of bytes? */
static bool is_plain(const cs_memview *m) {
  return format_of(m) == 'B';
}

cs_status cs_memview_eq(cs_ctx *ctx, cs_value v, cs_value other, bool *out) {
  cs_value a = v, b = cs_unwrap(ctx, other);
  *out = cs_same(a, b);
  if (*out && !(is_plain(view_at(ctx, a)))) *out = false; /* NaN inside */
  if (cs_is_bytes(b) || cs_is_bytearray(b)) {
    if (view_at(ctx, a)->h.flags & CS_VIEW_RELEASED) return CS_OK;
    CS_TRY(cs_memview_new(ctx, b, &b));
    if (view_at(ctx, b)->h.flags & CS_VIEW_COUNTED) {
      view_at(ctx, b)->h.flags &= (uint8_t)~CS_VIEW_COUNTED;
      CS_PTR(ctx, cs_bytearray, view_at(ctx, b)->src)->exports--;
    }
  }
  if (*out || !cs_is_memview(b)) return CS_OK;
  const cs_memview *x = view_at(ctx, a), *y = view_at(ctx, b);
  if ((x->h.flags | y->h.flags) & CS_VIEW_RELEASED) {
    *out = cs_same(a, b);
    return CS_OK;
  }
  if (x->count != y->count) return CS_OK;
  for (uint32_t i = 0; i < x->count; i++) {
    cs_value p, q;
    bool same;
    cs_charge(ctx, i % 4 == 3);
    CS_TRY(cs_charge_look(ctx));
    CS_TRY(cs_memview_at(ctx, a, i, &p));
    CS_TRY(cs_memview_at(ctx, b, i, &q));
    CS_TRY(cs_eq_value(ctx, p, q, &same));
    if (!same) return CS_OK;
  }
  *out = true;
  return CS_OK;
}
