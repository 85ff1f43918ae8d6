/*
 * memview_natives.c - methods and attributes of memoryview.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/dunder.h"
#include "py/types/leaf.h"
#include "py/types/memview.h"
#include "py/types/ops.h"
#include "py/types/type.h"

#define VIEW CS_PTR(ctx, cs_memview, args[0])

CS_LEAF(view_new) {
  cs_value inner = cs_unwrap(ctx, args[1]);
  if (cs_is_instance(inner)) return CS_SLOW; /* it may know __buffer__ */
  return cs_memview_new(ctx, args[1], out);
}

CS_LEAF(view_release) {
  cs_memview *m = VIEW;
  *out = CS_NONE;
  if (m->h.flags & CS_VIEW_COUNTED)
    CS_PTR(ctx, cs_bytearray, cs_unwrap(ctx, m->src))->exports--;
  m->h.flags = (uint8_t)((m->h.flags & CS_VIEW_READONLY) | CS_VIEW_RELEASED);
  return CS_OK;
}

CS_LEAF(view_enter) {
  CS_TRY(cs_memview_check(ctx, args[0]));
  CS_GIVE(args[0]);
}

CS_LEAF(view_exit) {
  return view_release(ctx, args, n, out);
}

/* --- contents ------------------------------------------------------------ */

CS_LEAF(view_tobytes) {
  CS_TRY(cs_memview_check(ctx, args[0]));
  cs_value order = cs_unwrap(ctx, args[1]);
  if (!cs_is_unbound(order) && !cs_is_none(order)) {
    if (!cs_is_str(order))
      return cs_throw(ctx, CS_TypeError,
                      "tobytes() argument 'order' must be str or None, not %t",
                      args[1]);
    if (!cs_str_eq_c(ctx, order, "C") && !cs_str_eq_c(ctx, order, "F") &&
        !cs_str_eq_c(ctx, order, "A"))
      return cs_throw(ctx, CS_ValueError, "order must be 'C', 'F' or 'A'");
  }
  return cs_memview_bytes(ctx, args[0], CS_L_BYTES, out);
}

/* Lists of lists for the last two dimensions and up, innermost first. */
static cs_status fold(cs_ctx *ctx, cs_value flat, cs_value shape,
                      cs_value *out) {
  for (uint32_t d = cs_tuple_len(ctx, shape); d > 1; d--) {
    uint32_t size = (uint32_t)cs_int_of(cs_tuple_at(ctx, shape, d - 1));
    uint32_t n = size ? cs_list_len(ctx, flat) / size : 0;
    cs_value rows, row;
    CS_TRY(cs_list_room(ctx, n, &rows));
    for (uint32_t i = 0; i < n; i++) {
      CS_TRY(cs_list_new(ctx, cs_list_items(ctx, flat) + (size_t)i * size, size,
                         &row));
      CS_TRY(cs_list_append(ctx, rows, row));
    }
    flat = rows;
  }
  *out = flat;
  return CS_OK;
}

CS_LEAF(view_tolist) {
  CS_TRY(cs_memview_check(ctx, args[0]));
  const cs_memview *m = VIEW;
  cs_value list, item;
  CS_TRY(cs_list_room(ctx, m->count, &list));
  cs_charge(ctx, m->count / 4);
  for (uint32_t i = 0; i < m->count; i++) {
    CS_TRY(cs_memview_at(ctx, args[0], i, &item));
    CS_TRY(cs_list_append(ctx, list, item));
  }
  if (cs_is_tuple(m->shape)) return fold(ctx, list, m->shape, out);
  CS_GIVE(list);
}

CS_LEAF(view_hex) {
  cs_value copy[3] = {CS_NONE, args[1], args[2]};
  CS_TRY(cs_memview_check(ctx, args[0]));
  CS_TRY(cs_memview_bytes(ctx, args[0], CS_L_BYTES, &copy[0]));
  return cs_bytes_hex(ctx, copy, 3, out);
}

CS_LEAF(view_toreadonly) {
  cs_memview *m;
  CS_TRY(cs_memview_clone(ctx, args[0], out, &m));
  m->h.flags |= CS_VIEW_READONLY;
  return CS_OK;
}

/* --- cast ---------------------------------------------------------------- */

static cs_status bad_format(cs_ctx *ctx) {
  return cs_throw(ctx, CS_ValueError,
                  "memoryview: destination format must be a native single "
                  "character format prefixed with an optional '@'");
}

static bool is_byte_format(const cs_memview *m) {
  char f = m->format[0] == '@' ? m->format[1] : m->format[0];
  return f == 'B' || f == 'b' || f == 'c';
}

/* Shape of a cast: a list or tuple of positive ints whose product fits. */
static cs_status cast_shape(cs_ctx *ctx, cs_value arg, cs_memview *m) {
  cs_value *dims, tuple;
  uint32_t n;
  uint64_t product = 1;
  if (!cs_seq_items(ctx, arg, &dims, &n))
    return cs_throw(ctx, CS_TypeError, "shape must be a list or a tuple");
  for (uint32_t i = 0; i < n; i++) {
    int64_t d;
    if (!cs_is_anyint(dims[i]))
      return cs_throw(ctx, CS_TypeError,
                      "memoryview.cast(): elements of shape must be integers");
    if (!cs_int_as_i64(ctx, dims[i], &d) || d <= 0 || d > UINT32_MAX)
      return cs_throw(ctx, CS_ValueError,
                      "memoryview.cast(): elements of shape must be integers "
                      "> 0");
    product *= (uint64_t)d;
    if (product > UINT32_MAX) break;
  }
  if (product * m->itemsize != m->len)
    return cs_throw(ctx, CS_TypeError,
                    "memoryview: product(shape) * itemsize != buffer size");
  if (n == 1) return CS_OK;
  CS_TRY(cs_tuple_new(ctx, dims, n, &tuple));
  m->shape = tuple;
  return CS_OK;
}

CS_LEAF(view_cast) {
  CS_TRY(cs_memview_check(ctx, args[0]));
  cs_value format = cs_unwrap(ctx, args[1]);
  cs_memview *m = VIEW;
  if (!cs_is_str(format))
    return cs_throw(ctx, CS_TypeError,
                    "cast() argument 'format' must be str, not %v",
                    cs_args_word(ctx, args[1]));
  if (m->count > 1 && m->stride != (int64_t)m->itemsize)
    return cs_throw(ctx, CS_TypeError,
                    "memoryview: casts are restricted to C-contiguous views");
  uint32_t len;
  const char *s = cs_str_data(ctx, format, &len);
  bool at = len == 2 && s[0] == '@';
  uint32_t size = len == 1 || at ? cs_memview_size(s[len - 1]) : 0;
  if (!size) return bad_format(ctx);
  uint32_t total = m->count * m->itemsize;
  bool from_bytes = is_byte_format(m);
  CS_TRY(cs_memview_clone(ctx, args[0], out, &m));
  memset(m->format, 0, sizeof m->format);
  memcpy(m->format, s, len);
  if (!from_bytes && !is_byte_format(m))
    return cs_throw(ctx, CS_TypeError,
                    "memoryview: cannot cast between two non-byte formats");
  if (total % size)
    return cs_throw(ctx, CS_TypeError,
                    "memoryview: length is not a multiple of itemsize");
  m->itemsize = size;
  m->stride = (int32_t)size;
  m->count = total / size;
  m->len = total;
  m->shape = CS_NONE;
  return cs_is_unbound(args[2]) ? CS_OK : cast_shape(ctx, args[2], m);
}

/* --- attributes ---------------------------------------------------------- */

#define GETTER(name, value)                 \
  CS_LEAF(get_##name) {                     \
    CS_TRY(cs_memview_check(ctx, args[0])); \
    const cs_memview *m = VIEW;             \
    (void)m;                                \
    CS_GIVE(value);                         \
  }
GETTER(obj, m->src)
GETTER(itemsize, cs_int(m->itemsize))
GETTER(nbytes, cs_int((int64_t)m->count * m->itemsize))
GETTER(readonly, cs_bool(m->h.flags &CS_VIEW_READONLY))
GETTER(ndim, cs_int(cs_is_tuple(m->shape) ? cs_tuple_len(ctx, m->shape) : 1))
GETTER(contiguous, cs_bool(m->count < 2 || m->stride == (int64_t)m->itemsize))
GETTER(f_contiguous,
       cs_bool((m->count < 2 || m->stride == (int64_t)m->itemsize) &&
               !cs_is_tuple(m->shape)))
GETTER(suboffsets, ctx->image->empty_tuple)
#undef GETTER

CS_LEAF(get_format) {
  CS_TRY(cs_memview_check(ctx, args[0]));
  const cs_memview *m = VIEW;
  return cs_str_new(ctx, m->format, strnlen(m->format, sizeof m->format), out);
}

CS_LEAF(get_shape) {
  CS_TRY(cs_memview_check(ctx, args[0]));
  const cs_memview *m = VIEW;
  if (cs_is_tuple(m->shape)) CS_GIVE(m->shape);
  cs_value count = cs_int(m->count);
  return cs_tuple_new(ctx, &count, 1, out);
}

CS_LEAF(get_strides) {
  CS_TRY(cs_memview_check(ctx, args[0]));
  const cs_memview *m = VIEW;
  cs_value one = cs_int(m->stride);
  if (!cs_is_tuple(m->shape)) return cs_tuple_new(ctx, &one, 1, out);
  uint32_t dims = cs_tuple_len(ctx, m->shape);
  CS_TRY(cs_tuple_new(ctx, NULL, dims, out));
  int64_t step = m->itemsize;
  for (uint32_t d = dims; d > 0; d--) {
    cs_tuple_items(ctx, *out)[d - 1] = cs_int(step);
    step *= cs_int_of(cs_tuple_at(ctx, m->shape, d - 1));
  }
  return CS_OK;
}

/* --- operators ----------------------------------------------------------- */

CS_LEAF(view_len) {
  uint32_t len;
  CS_TRY(cs_memview_len(ctx, args[0], &len));
  CS_GIVE(cs_int(len));
}

static cs_status compare(cs_ctx *ctx, cs_value *args, bool equal,
                         cs_value *out) {
  bool same;
  const uint8_t *s;
  uint32_t n;
  cs_value other = cs_unwrap(ctx, args[1]);
  if (!cs_is_memview(other) && !cs_bytes_view(ctx, other, &s, &n))
    CS_GIVE(CS_NOTIMPL);
  CS_TRY(cs_memview_eq(ctx, args[0], other, &same));
  CS_GIVE(cs_bool(same == equal));
}

CS_LEAF(view_eq) {
  return compare(ctx, args, true, out);
}
CS_LEAF(view_ne) {
  return compare(ctx, args, false, out);
}

const cs_native_def cs_memview_natives[] = {
    {"memoryview", "__new__", "($cls, object)", view_new},
    {"memoryview", "release", "($self, /)", view_release},
    {"memoryview", "__enter__", "($self, /)", view_enter},
    {"memoryview", "__exit__", "($self, *args)", view_exit},
    {"memoryview", "tobytes", "($self, /, order=None)", view_tobytes},
    {"memoryview", "tolist", "($self, /)", view_tolist},
    {"memoryview", "hex", "($self, /, sep=None, bytes_per_sep=1)", view_hex},
    {"memoryview", "toreadonly", "($self, /)", view_toreadonly},
    {"memoryview", "cast", "($self, /, format, shape=None)", view_cast},
    {"memoryview", "obj", "get", get_obj},
    {"memoryview", "itemsize", "get", get_itemsize},
    {"memoryview", "nbytes", "get", get_nbytes},
    {"memoryview", "readonly", "get", get_readonly},
    {"memoryview", "ndim", "get", get_ndim},
    {"memoryview", "contiguous", "get", get_contiguous},
    {"memoryview", "c_contiguous", "get", get_contiguous},
    {"memoryview", "f_contiguous", "get", get_f_contiguous},
    {"memoryview", "suboffsets", "get", get_suboffsets},
    {"memoryview", "format", "get", get_format},
    {"memoryview", "shape", "get", get_shape},
    {"memoryview", "strides", "get", get_strides},
    {"memoryview", "__len__", "($self, /)", view_len},
    {"memoryview", "__eq__", "($self, value, /)", view_eq},
    {"memoryview", "__ne__", "($self, value, /)", view_ne},
    {"memoryview", "__hash__", "($self, /)", cs_dunder_hash},
    {"memoryview", "__iter__", "($self, /)", cs_dunder_iter},
    {"memoryview", "__getitem__", "($self, key, /)", cs_dunder_getitem},
    {"memoryview", "__setitem__", "($self, key, value, /)", cs_dunder_setitem},
    {"memoryview", "__delitem__", "($self, key, /)", cs_dunder_delitem},
    CS_NATIVE_END};
