/*
 * builtin.c - built-in functions about one value.
 *
 * Each tries the built-in types first, then asks the value's class for the
 * special method and lets the VM call it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/equal.h"
#include "py/heap/intrinsics.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/number.h"
#include "py/types/op.h"
#include "py/types/op_seq.h"
#include "py/types/ops.h"
#include "py/types/special.h"
#include "py/types/type.h"

/* --- protocols ----------------------------------------------------------- */

static cs_status builtin_abs(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_status st = cs_op_unary(ctx, CS_U_ABS, args[0], out);
  if (st != CS_SLOW) return st;
  cs_value m = cs_special_find(ctx, args[0], CS_N___abs__);
  if (cs_is_unbound(m))
    return cs_throw(ctx, CS_TypeError, "bad operand type for abs(): '%t'",
                    args[0]);
  return cs_special_call(ctx, CS_RET_PLAIN, m, args[0], CS_UNBOUND);
}

/* len() by a native __len__ `m`: that of the built-in which an instance wraps,
 * or one that its class took over, such as a deque's.  CS_SLOW: neither. */
static cs_status len_by_native(cs_ctx *ctx, cs_value v, cs_value m,
                               cs_value *out) {
  if (!cs_is_instance(v) || !cs_is(m, CS_L_NATIVE)) return CS_SLOW;
  const cs_native *nat = CS_PTR(ctx, cs_native, m);
  uint32_t inner = cs_ref_type(v) >> 8;
  if (nat->owner)
    return inner && nat->owner == ctx->image->cls[inner]
               ? cs_op_len(ctx, cs_unwrap(ctx, v), out)
               : CS_SLOW;
  if (nat->max != 1 || !(nat->h.flags & CS_NATIVE_METHOD)) return CS_SLOW;
  cs_status st = ctx->leaf(nat->id)(ctx, &v, 1, out);
  return st == CS_OK && cs_is_int(*out) && cs_int_of(*out) >= 0 ? CS_OK
                                                                : CS_SLOW;
}

static cs_status builtin_len(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  if (cs_is_str(args[0])) {
    *out = cs_int(cs_str_chars(ctx, args[0]));
    return CS_OK;
  }
  if (cs_is_list(args[0])) {
    *out = cs_int(cs_list_len(ctx, args[0]));
    return CS_OK;
  }
  cs_status st = cs_op_len(ctx, args[0], out);
  if (st != CS_SLOW) return st;
  cs_value m = cs_special_find(ctx, args[0], CS_N___len__);
  if (cs_is_unbound(m))
    return cs_throw(ctx, CS_TypeError, "object of type '%t' has no len()",
                    args[0]);
  st = len_by_native(ctx, args[0], m, out);
  if (st != CS_SLOW) return st;
  return cs_special_call(ctx, CS_RET_LEN, m, args[0], CS_UNBOUND);
}

static cs_status builtin_hash(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  int64_t h;
  cs_status st = cs_hash_value(ctx, args[0], &h);
  if (st == CS_OK) return cs_int_new(ctx, h, out);
  if (st != CS_SLOW) return st;
  if (!cs_op_has_class(args[0]))
    return cs_special_prelude(ctx, CS_X_hash_slow, 1, args);
  cs_value m = cs_special_find(ctx, args[0], CS_N___hash__);
  if (cs_is_unbound(m) || cs_is_none(m))
    return cs_throw(ctx, CS_TypeError, "unhashable type: '%t'", args[0]);
  return cs_special_call(ctx, CS_RET_HASH, m, args[0], CS_UNBOUND);
}

static cs_status builtin_repr(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  bool alone;
  cs_value own = cs_special_text(ctx, args[0], 'r', true, &alone);
  if (!cs_is_unbound(own)) return cs_want_call1(ctx, CS_RET_REPR, own, args[0]);
  cs_status st = cs_op_repr(ctx, args[0], out);
  if (st != CS_SLOW) return st;
  cs_value m = cs_special_find(ctx, args[0], CS_N___repr__);
  if (cs_op_has_class(args[0]) && cs_is(m, CS_L_FUNC))
    return cs_special_call(ctx, CS_RET_REPR, m, args[0], CS_UNBOUND);
  return cs_special_prelude(ctx, CS_X_repr, 1, args);
}

static cs_status builtin_format(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  cs_value pair[2] = {args[0], cs_known(ctx, CS_N_empty)};
  if (!cs_is_unbound(args[1])) {
    pair[1] = cs_unwrap(ctx, args[1]);
    if (!cs_is_str(pair[1]))
      return cs_is_none(args[1])
                 ? cs_throw(ctx, CS_TypeError,
                            "format() argument 2 must be str, not None")
                 : cs_throw(ctx, CS_TypeError,
                            "format() argument 2 must be str, not %t", args[1]);
  }
  bool takes_spec;
  cs_value m = cs_special_text(ctx, pair[0], 0, cs_str_bytes(ctx, pair[1]) == 0,
                               &takes_spec);
  if (!cs_is_unbound(m))
    return cs_want_call(ctx, CS_RET_STR, m, takes_spec ? 2 : 1, pair);
  cs_status st = cs_op_format(ctx, pair[0], pair[1], out);
  return st == CS_SLOW ? cs_special_prelude(ctx, CS_X_format, 2, pair) : st;
}

static cs_status builtin_iter(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  if (!cs_is_unbound(args[1])) return CS_SLOW; /* iter(callable, sentinel) */
  cs_status st = cs_op_iter(ctx, args[0], out);
  if (st != CS_SLOW) return st;
  cs_value m = cs_special_find(ctx, args[0], CS_N___iter__);
  if (cs_op_has_class(args[0]) && cs_is(m, CS_L_FUNC))
    return cs_special_call(ctx, CS_RET_ITEROBJ, m, args[0], CS_UNBOUND);
  return cs_special_prelude(ctx, CS_X_iter, 1, args);
}

/* The end of an iterator: the default, or StopIteration. */
static cs_status at_end(cs_ctx *ctx, cs_value dflt, cs_value *out) {
  if (cs_is_unbound(dflt))
    return cs_throw_value(ctx, CS_StopIteration, CS_UNBOUND);
  *out = dflt;
  return CS_OK;
}

static cs_status builtin_next(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)n;
  cs_value it = args[0], v;
  cs_status st = cs_op_next(ctx, it, &v);
  if (st == CS_OK && cs_is_unbound(v)) return at_end(ctx, args[1], out);
  if (st == CS_OK) *out = v;
  if (st != CS_SLOW) return st;
  if (!cs_is_unbound(args[1])) return CS_SLOW; /* the twin catches */
  if (cs_is(it, CS_L_GEN) && CS_PTR(ctx, cs_gen, it)->h.kind == CS_GENKIND_GEN)
    return cs_want_resume(ctx, it, CS_NONE, CS_UNBOUND);
  cs_value m = cs_special_find(ctx, it, CS_N___next__);
  if (cs_is_unbound(m))
    return cs_throw(ctx, CS_TypeError, "'%t' object is not an iterator", it);
  return cs_special_call(ctx, CS_RET_PLAIN, m, it, CS_UNBOUND);
}

static cs_status builtin_callable(cs_ctx *ctx, cs_value *args, uint32_t n,
                                  cs_value *out) {
  (void)n;
  uint32_t l = cs_is_ref(args[0]) ? cs_ref_layout(args[0]) : 0;
  bool yes = l == CS_L_FUNC || l == CS_L_NATIVE || l == CS_L_METHOD ||
             l == CS_L_TYPE || l == CS_L_HOSTFUNC || l == CS_L_STATICMETHOD ||
             l == CS_L_ALIAS || l == CS_L_WEAKREF;
  if (!yes) yes = !cs_is_unbound(cs_special_find(ctx, args[0], CS_N___call__));
  *out = cs_bool(yes);
  return CS_OK;
}

/* Objects never move: the offset is an identity.  Values without a place get
 * numbers above every offset. */
static cs_status builtin_id(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)n;
  if (cs_is_ref(args[0])) {
    *out = cs_int(cs_ref_off(args[0]));
    return CS_OK;
  }
  uint64_t limbs[2] = {args[0].bits, 1};
  return cs_int_from_limbs(ctx, limbs, 2, false, out);
}

/* --- characters ---------------------------------------------------------- */

static cs_status builtin_chr(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_value v = cs_unwrap(ctx, args[0]);
  int64_t cp;
  if (!cs_is_anyint(v)) return cs_need(ctx, 0, CS_NEED_INDEX);
  if (!cs_int_as_i64(ctx, v, &cp) || cp > INT32_MAX || cp < INT32_MIN)
    return cs_throw(ctx, CS_OverflowError,
                    "Python int too large to convert to C int");
  if (cp < 0 || cp > 0x10FFFF)
    return cs_throw(ctx, CS_ValueError, "chr() arg not in range(0x110000)");
  return cs_str_char(ctx, (uint32_t)cp, out);
}

/* The only code point of {s, len}. */
static uint32_t decode(const unsigned char *s, uint32_t len) {
  if (len == 1) return s[0];
  uint32_t cp = s[0] & (0xFFu >> (len + 1));
  for (uint32_t i = 1; i < len; i++) cp = cp << 6 | (s[i] & 0x3Fu);
  return cp;
}

static cs_status builtin_ord(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_value v = cs_unwrap(ctx, args[0]);
  uint32_t len, chars;
  const unsigned char *s;
  if (cs_is_str(v)) {
    s = (const unsigned char *)cs_str_data(ctx, v, &len);
    chars = cs_str_chars(ctx, v);
  } else if (cs_is_bytes(v) || cs_is_bytearray(v)) {
    s = cs_bytes_data(ctx, v, &len);
    chars = len;
  } else {
    return cs_throw(ctx, CS_TypeError,
                    "ord() expected string of length 1, but %t found", args[0]);
  }
  if (chars != 1)
    return cs_throw(ctx, CS_TypeError,
                    "ord() expected a character, but string of length %d "
                    "found",
                    (int64_t)chars);
  *out = cs_int(cs_is_str(v) ? decode(s, len) : s[0]);
  return CS_OK;
}

/* --- digits -------------------------------------------------------------- */

/* A small int in base 2, 8 or 16, whose digits have `bits` bits. */
static cs_status small_digits(cs_ctx *ctx, int64_t i, int bits,
                              const char *prefix, cs_value *out) {
  char text[3 + 64], *at = text + sizeof text, *to;
  uint64_t m = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
  do {
    *--at = "0123456789abcdef"[m & ((1u << bits) - 1)];
    m >>= bits;
  } while (m);
  *--at = prefix[1];
  *--at = prefix[0];
  if (i < 0) *--at = '-';
  size_t n = (size_t)(text + sizeof text - at);
  cs_status st = cs_str_room(ctx, n, n, CS_STR_ASCII, out, &to);
  if (st == CS_OK) memcpy(to, at, n);
  return st;
}

static cs_status digits(cs_ctx *ctx, cs_value *args, int base,
                        const char *prefix, cs_value *out) {
  if (cs_is_int(args[0]))
    return small_digits(ctx, cs_int_of(args[0]), __builtin_ctz((unsigned)base),
                        prefix, out);
  cs_value v = cs_unwrap(ctx, args[0]), text;
  uint32_t len;
  char *to;
  if (!cs_is_anyint(v)) return cs_need(ctx, 0, CS_NEED_INDEX);
  cs_status st = cs_int_to_str(ctx, v, base, &text);
  if (st != CS_OK) return st;
  st = cs_str_room(ctx, cs_str_bytes(ctx, text) + 2u,
                   cs_str_bytes(ctx, text) + 2u, CS_STR_ASCII, out, &to);
  if (st != CS_OK) return st;
  const char *from = cs_str_data(ctx, text, &len);
  if (len && *from == '-') {
    *to++ = *from++;
    len--;
  }
  *to++ = prefix[0];
  *to++ = prefix[1];
  memcpy(to, from, len);
  return CS_OK;
}

static cs_status builtin_bin(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  return digits(ctx, args, 2, "0b", out);
}

static cs_status builtin_oct(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  return digits(ctx, args, 8, "0o", out);
}

static cs_status builtin_hex(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  return digits(ctx, args, 16, "0x", out);
}

/* --- types of one value -------------------------------------------------- */

static cs_status none_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                          cs_value *out) {
  (void)ctx;
  (void)args;
  (void)n;
  *out = CS_NONE;
  return CS_OK;
}

static cs_status ellipsis_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                              cs_value *out) {
  (void)ctx;
  (void)args;
  (void)n;
  *out = CS_ELLIPSIS;
  return CS_OK;
}

static cs_status notimpl_new(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)ctx;
  (void)args;
  (void)n;
  *out = CS_NOTIMPL;
  return CS_OK;
}

const cs_native_def cs_builtin_natives[] = {
    {".builtins", "abs", "(x, /)", builtin_abs},
    {".builtins", "len", "(obj, /)", builtin_len},
    {".builtins", "hash", "(obj, /)", builtin_hash},
    {".builtins", "repr", "(obj, /)", builtin_repr},
    {".builtins", "format", "(value, format_spec='', /)", builtin_format},
    {".builtins", "iter", "(object, sentinel=None, /)", builtin_iter},
    {".builtins", "next", "(iterator, default=None, /)", builtin_next},
    {".builtins", "callable", "(obj, /)", builtin_callable},
    {".builtins", "id", "(obj, /)", builtin_id},
    {".builtins", "chr", "(i, /)", builtin_chr},
    {".builtins", "ord", "(c, /)", builtin_ord},
    {".builtins", "bin", "(number, /)", builtin_bin},
    {".builtins", "oct", "(number, /)", builtin_oct},
    {".builtins", "hex", "(number, /)", builtin_hex},
    {"NoneType", "__new__", "($cls, /)", none_new},
    {"ellipsis", "__new__", "($cls, /)", ellipsis_new},
    {"NotImplementedType", "__new__", "($cls, /)", notimpl_new},
    CS_NATIVE_END};
