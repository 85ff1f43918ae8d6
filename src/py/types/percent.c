/*
 * percent.c - str % args and bytes % args.
 *
 * Arguments are taken from a tuple, or the one value is the only argument; a
 * key switches to items of the mapping.  Order matters for which error a
 * program sees: key, then '*' arguments, then the argument, then the type.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/bytes.h"
#include "py/types/format.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/quote.h"
#include "py/types/repr.h"
#include "py/types/type.h"
#include "text/pctspec.h"

typedef struct state {
  cs_builder *b;
  cs_ctx *ctx;
  const char *s; /* the format */
  size_t n;
  bool bytes;
  cs_value args;    /* as given */
  cs_value tuple;   /* arguments to take in order, or UNBOUND */
  cs_value mapping; /* or UNBOUND */
  int64_t next;     /* index in the tuple; of one value: 0 or 1 */
  cs_value single;  /* the only argument, without a tuple */
} state;

/* --- arguments ----------------------------------------------------------- */

/* Does C CPython see a mapping: anything that can be subscripted? */
static bool is_mapping(cs_ctx *ctx, cs_value v, bool bytes) {
  if (!cs_is_ref(v)) return false;
  cs_value inner = cs_unwrap(ctx, v);
  if (cs_is_tuple(inner) || cs_is_str(inner)) return false;
  switch (cs_ref_layout(inner)) {
    case CS_L_BYTES:
    case CS_L_BYTEARRAY: return !bytes;
    case CS_L_DICT:
    case CS_L_LIST:
    case CS_L_RANGE:
    case CS_L_MEMVIEW:
    case CS_L_PROXY:
    case CS_L_ALIAS: return true;
    case CS_L_INSTANCE:
    case CS_L_BOX: {
      cs_value f = cs_type_find(ctx, cs_class_of(ctx, v),
                                cs_known(ctx, CS_N___getitem__));
      return !cs_is_unbound(f) && !cs_is_none(f);
    }
    default: return false;
  }
}

static cs_status next_arg(state *p, cs_value *out) {
  bool one = cs_is_unbound(p->tuple);
  uint32_t have = one ? 1 : cs_tuple_len(p->ctx, p->tuple);
  if (p->next >= have)
    return cs_throw(p->ctx, CS_TypeError,
                    "not enough arguments for format string");
  *out = one ? p->single : cs_tuple_at(p->ctx, p->tuple, (uint32_t)p->next);
  p->next++;
  return CS_OK;
}

static cs_status take_key(state *p, const cs_pctspec *spec) {
  cs_value key;
  if (cs_is_unbound(p->mapping))
    return cs_throw(p->ctx, CS_TypeError, "format requires a mapping");
  cs_status st =
      p->bytes ? cs_bytes_new(p->ctx, CS_L_BYTES, p->s + spec->key,
                              spec->key_len, &key)
               : cs_str_new(p->ctx, p->s + spec->key, spec->key_len, &key);
  if (st == CS_OK) st = cs_op_getitem(p->ctx, p->mapping, key, &p->single);
  p->tuple = CS_UNBOUND;
  p->next = 0;
  return st;
}

static cs_status take_star(state *p, int64_t *out) {
  cs_value v;
  cs_status st = next_arg(p, &v);
  if (st != CS_OK) return st;
  v = cs_unwrap(p->ctx, v);
  if (!cs_is_anyint(v)) return cs_throw(p->ctx, CS_TypeError, "* wants int");
  return cs_args_i64(p->ctx, v, out);
}

static cs_status take_stars(state *p, cs_pctspec *spec) {
  int64_t i;
  if (spec->width_star) {
    cs_status st = take_star(p, &i);
    if (st != CS_OK) return st;
    cs_pctspec_set_width(spec, i);
  }
  if (spec->prec_star) {
    cs_status st = take_star(p, &i);
    if (st != CS_OK) return st;
    if (i > INT32_MAX || i < INT32_MIN)
      return cs_throw(p->ctx, CS_OverflowError,
                      "Python int too large to convert to C int");
    cs_pctspec_set_precision(spec, i);
  }
  return CS_OK;
}

/* --- text ---------------------------------------------------------------- */

/* Cut and pad bytes, or text if it is known to be ASCII. */
static void put_bytes(state *p, const cs_pctspec *spec, const void *data,
                      uint64_t n) {
  if (spec->precision >= 0 && (uint64_t)spec->precision < n)
    n = (uint64_t)spec->precision;
  uint64_t pad = 0;
  if (spec->width > 0 && (uint64_t)spec->width > n)
    pad = (uint64_t)spec->width - n;
  if (!spec->left) cs_builder_fill(p->b, ' ', pad);
  cs_builder_ascii(p->b, data, n);
  if (spec->left) cs_builder_fill(p->b, ' ', pad);
}

static cs_status convert(cs_builder *b, cs_value v, uint32_t type) {
  if (type == 's') return cs_repr_put_str(b, v);
  if (type == 'r') return cs_repr_put(b, v);
  cs_value text;
  cs_status st = cs_op_repr(b->ctx, v, &text);
  if (st == CS_OK) cs_quote_ascii(b, text);
  return st;
}

static cs_status put_str(state *p, const cs_pctspec *spec, cs_value v) {
  if (spec->width < 0 && spec->precision < 0)
    return convert(p->b, v, spec->type);
  cs_builder tmp;
  cs_builder_init(&tmp, p->ctx);
  cs_status st = convert(&tmp, v, spec->type);
  if (st != CS_OK) return st;
  if (tmp.status != CS_OK) return tmp.status;
  p->b->marks |= tmp.marks;
  cs_fmtspec f = cs_pctspec_convert(spec);
  return cs_format_text(p->b, &f, tmp.data, tmp.len, tmp.chars);
}

/* %b and %s of bytes; %a and %r are ASCII text. */
static cs_status put_of_bytes(state *p, const cs_pctspec *spec, cs_value v) {
  const uint8_t *data;
  uint32_t n;
  if (spec->type == 'a' || spec->type == 'r') {
    cs_builder tmp;
    cs_builder_init(&tmp, p->ctx);
    cs_status st = convert(&tmp, v, 'a');
    if (st != CS_OK) return st;
    if (tmp.status != CS_OK) return tmp.status;
    put_bytes(p, spec, tmp.data, tmp.len);
    return CS_OK;
  }
  if (cs_bytes_view(p->ctx, v, &data, &n)) {
    put_bytes(p, spec, data, n);
    return CS_OK;
  }
  cs_value f = cs_type_find(p->ctx, cs_class_of(p->ctx, v),
                            cs_known(p->ctx, CS_N___bytes__));
  if (cs_is(f, CS_L_FUNC)) return CS_SLOW;
  return cs_throw(p->ctx, CS_TypeError,
                  "%%b requires a bytes-like object, or an object that "
                  "implements __bytes__, not '%t'",
                  v);
}

static cs_status put_char(state *p, const cs_pctspec *spec, cs_value v) {
  int64_t i;
  cs_value inner = cs_unwrap(p->ctx, v), text = inner;
  if (cs_is_anyint(inner)) {
    if (!cs_int_as_i64(p->ctx, inner, &i) || i < 0 || i > CS_UTF8_MAX)
      return cs_throw(p->ctx, CS_OverflowError,
                      "%%c arg not in range(0x110000)");
    cs_status st = cs_str_char(p->ctx, (uint32_t)i, &text);
    if (st != CS_OK) return st;
  } else if (cs_args_has_index(p->ctx, v)) {
    return CS_SLOW;
  } else if (!cs_is_str(inner) || cs_str_chars(p->ctx, inner) != 1) {
    return cs_throw(p->ctx, CS_TypeError, "%%c requires int or char");
  }
  cs_pctspec s = *spec;
  s.precision = -1;
  s.type = 's';
  return put_str(p, &s, text);
}

static cs_status put_byte(state *p, const cs_pctspec *spec, cs_value v) {
  const uint8_t *data;
  uint32_t n;
  int64_t i;
  uint8_t byte;
  cs_value inner = cs_unwrap(p->ctx, v);
  if (cs_is_anyint(inner)) {
    if (!cs_int_as_i64(p->ctx, inner, &i) || i < 0 || i > 255)
      return cs_throw(p->ctx, CS_OverflowError, "%%c arg not in range(256)");
    byte = (uint8_t)i;
  } else if (!cs_is(inner, CS_L_MEMVIEW) &&
             cs_bytes_view(p->ctx, inner, &data, &n) && n == 1) {
    byte = data[0];
  } else if (cs_args_has_index(p->ctx, v)) {
    return CS_SLOW;
  } else {
    return cs_throw(p->ctx, CS_TypeError,
                    "%%c requires an integer in range(256) or a single byte");
  }
  cs_pctspec s = *spec;
  s.precision = -1;
  put_bytes(p, &s, &byte, 1);
  return CS_OK;
}

/* --- numbers ------------------------------------------------------------- */

static bool is_instance_like(cs_value v) {
  return cs_is_ref(v) &&
         (cs_ref_layout(v) == CS_L_INSTANCE || cs_ref_layout(v) == CS_L_BOX);
}

static cs_status put_int(state *p, const cs_pctspec *spec, cs_value v) {
  cs_value inner = cs_unwrap(p->ctx, v);
  uint32_t shown = p->bytes && spec->type == 'i' ? 'd' : spec->type;
  bool strict = spec->type == 'o' || spec->type == 'x' || spec->type == 'X';
  if (cs_is_float(inner) && !strict) {
    cs_status st = cs_int_from_double(p->ctx, cs_float_of(inner), &inner);
    if (st != CS_OK) return st;
  }
  if (!cs_is_anyint(inner)) {
    if (is_instance_like(v) && !cs_is_str(inner)) return CS_SLOW;
    return cs_throw(p->ctx, CS_TypeError,
                    strict ? "%%%c format: an integer is required, not %t"
                           : "%%%c format: a real number is required, not %t",
                    shown, v);
  }
  cs_fmtspec f = cs_pctspec_convert(spec);
  return cs_format_int(p->b, &f, inner);
}

static cs_status put_float(state *p, const cs_pctspec *spec, cs_value v) {
  cs_value inner = cs_unwrap(p->ctx, v);
  double x;
  if (cs_is_float(inner)) {
    x = cs_float_of(inner);
  } else if (cs_is_anyint(inner)) {
    cs_status st = cs_int_to_double(p->ctx, inner, &x);
    if (st != CS_OK) return st;
  } else if (is_instance_like(v) && !cs_is_str(inner)) {
    return CS_SLOW;
  } else {
    return cs_throw(p->ctx, CS_TypeError,
                    p->bytes ? "float argument required, not %t"
                             : "must be real number, not %t",
                    v);
  }
  cs_fmtspec f = cs_pctspec_convert(spec);
  return cs_format_float(p->b, &f, x);
}

/* --- the loop ------------------------------------------------------------ */

static cs_status put_conversion(state *p, const cs_pctspec *spec, cs_value v) {
  switch (spec->type) {
    case 's':
    case 'r':
    case 'a': return p->bytes ? put_of_bytes(p, spec, v) : put_str(p, spec, v);
    case 'b':
      if (p->bytes) return put_of_bytes(p, spec, v);
      break;
    case 'c': return p->bytes ? put_byte(p, spec, v) : put_char(p, spec, v);
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X': return put_int(p, spec, v);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': return put_float(p, spec, v);
    default: break;
  }
  cs_fmterror err;
  cs_pctspec_unsupported(spec, p->s, p->bytes, &err);
  return cs_format_error(p->ctx, CS_ValueError, &err);
}

/* %s and %d without anything between, of a str format: most specifiers. */
static cs_status put_bare(state *p, char type, size_t *at) {
  cs_value v;
  cs_status st = next_arg(p, &v);
  if (st != CS_OK) return st;
  *at += 2;
  if (type == 's')
    st = cs_repr_put_str(p->b, v);
  else if (cs_is_int(v))
    cs_builder_int(p->b, cs_int_of(v));
  else
    st =
        put_int(p, &(cs_pctspec){.width = -1, .precision = -1, .type = 'd'}, v);
  return st == CS_OK ? p->b->status : st;
}

static cs_status put_spec(state *p, size_t *at) {
  cs_pctspec spec;
  cs_fmterror err;
  cs_value v;
  if (*at + 1 < p->n && p->s[*at + 1] == '%') {
    cs_builder_c(p->b, "%");
    *at += 2;
    return CS_OK;
  }
  if (!p->bytes && *at + 1 < p->n &&
      (p->s[*at + 1] == 's' || p->s[*at + 1] == 'd'))
    return put_bare(p, p->s[*at + 1], at);
  bool key = *at + 1 < p->n && p->s[*at + 1] == '(';
  if (key && cs_is_unbound(p->mapping))
    return cs_throw(p->ctx, CS_TypeError, "format requires a mapping");
  if (cs_pctspec_parse(p->s, p->n, *at, p->bytes, &spec, &err) != CS_OK)
    return cs_format_error(p->ctx, CS_ValueError, &err);
  *at = spec.end;
  cs_status st = CS_OK;
  if (spec.has_key) st = take_key(p, &spec);
  if (st == CS_OK) st = take_stars(p, &spec);
  if (st == CS_OK) st = next_arg(p, &v);
  if (st == CS_OK) st = put_conversion(p, &spec, v);
  return st == CS_OK ? p->b->status : st;
}

static void put_literal(state *p, size_t from, size_t to) {
  if (p->bytes)
    cs_builder_ascii(p->b, p->s + from, to - from);
  else
    cs_builder_text(p->b, p->s + from, to - from);
}

static cs_status format_all(state *p) {
  for (size_t at = 0; at < p->n;) {
    const char *hit = memchr(p->s + at, '%', p->n - at);
    size_t to = hit ? (size_t)(hit - p->s) : p->n;
    if (to > at) put_literal(p, at, to);
    at = to;
    if (!hit) break;
    cs_status st = put_spec(p, &at);
    if (st == CS_OK) st = p->b->status;
    if (st != CS_OK) return st;
    cs_charge(p->ctx, 1);
    st = cs_charge_look(p->ctx);
    if (st != CS_OK) return st;
  }
  bool one = cs_is_unbound(p->tuple);
  uint32_t have = one ? 1 : cs_tuple_len(p->ctx, p->tuple);
  if (p->next < have && cs_is_unbound(p->mapping))
    return cs_throw(p->ctx, CS_TypeError,
                    "not all arguments converted during %s formatting",
                    p->bytes ? "bytes" : "string");
  return CS_OK;
}

static void begin(state *p, cs_builder *b, cs_value fmt, cs_value args) {
  cs_ctx *ctx = b->ctx;
  uint32_t n;
  *p = (state){.b = b,
               .ctx = ctx,
               .args = args,
               .tuple = CS_UNBOUND,
               .mapping = CS_UNBOUND,
               .single = args,
               .bytes = !cs_is_str(fmt)};
  if (p->bytes) {
    const uint8_t *data;
    (void)cs_bytes_view(ctx, fmt, &data, &n);
    p->s = (const char *)data;
  } else {
    p->s = cs_str_data(ctx, fmt, &n);
  }
  p->n = n;
  if (cs_is_tuple(cs_unwrap(ctx, args)))
    p->tuple = cs_unwrap(ctx, args);
  else if (is_mapping(ctx, args, p->bytes))
    p->mapping = args;
}

cs_status cs_str_percent(cs_ctx *ctx, cs_value fmt, cs_value args,
                         cs_value *out) {
  cs_builder b;
  state p;
  cs_builder_init(&b, ctx);
  begin(&p, &b, fmt, args);
  cs_charge(ctx, p.n / 16);
  cs_status st = format_all(&p);
  if (st != CS_OK) return st;
  return p.bytes ? cs_builder_bytes(&b, cs_ref_layout(fmt), out)
                 : cs_builder_finish(&b, out);
}

/* --- for the prelude ----------------------------------------------------- */

static cs_status piece(state *p, size_t from, size_t to, cs_value *out) {
  if (p->bytes)
    return cs_bytes_new(p->ctx, CS_L_BYTES, p->s + from, to - from, out);
  return cs_str_new(p->ctx, p->s + from, to - from, out);
}

/* One specifier at `*at` as (key or None, text without key, type, stars). */
static cs_status spec_tuple(state *p, size_t *at, cs_value *out) {
  cs_pctspec spec;
  cs_fmterror err;
  cs_value v[4] = {CS_NONE};
  if (cs_pctspec_parse(p->s, p->n, *at, p->bytes, &spec, &err) != CS_OK)
    return cs_format_error(p->ctx, CS_ValueError, &err);
  size_t body = spec.has_key ? spec.key + spec.key_len + 1 : *at + 1;
  size_t type = spec.end - (p->bytes ? 1 : cs_utf8_width(spec.type));
  *at = spec.end;
  v[3] = cs_int((spec.width_star ? 1 : 0) + (spec.prec_star ? 1 : 0));
  cs_status st = CS_OK;
  if (spec.has_key) st = piece(p, spec.key, spec.key + spec.key_len, &v[0]);
  if (st == CS_OK) st = piece(p, body, type, &v[1]);
  if (st == CS_OK) st = cs_str_char(p->ctx, spec.type, &v[2]);
  return st == CS_OK ? cs_tuple_new(p->ctx, v, 4, out) : st;
}

/* _percent_parse(fmt): list of literals (str or bytes) and tuples. */
CS_LEAF_TAKES(percent_parse, TEXT) {
  cs_builder b;
  state p;
  cs_value list, v;
  cs_builder_init(&b, ctx);
  begin(&p, &b, args[0], CS_NONE);
  cs_status st = cs_list_room(ctx, 4, &list);
  for (size_t at = 0; st == CS_OK && at < p.n;) {
    const char *hit = memchr(p.s + at, '%', p.n - at);
    size_t to = hit ? (size_t)(hit - p.s) : p.n;
    bool percent = hit && to + 1 < p.n && p.s[to + 1] == '%';
    if (to > at || percent) {
      st = piece(&p, at, to + percent, &v);
      at = to + (percent ? 2 : 0);
    } else {
      st = spec_tuple(&p, &at, &v);
    }
    if (st == CS_OK) st = cs_list_append(ctx, list, v);
  }
  *out = list;
  return st;
}

const cs_native_def cs_percent_natives[] = {
    {".intrinsics", "_percent_parse", "(fmt, /)", percent_parse},
    CS_NATIVE_END};
