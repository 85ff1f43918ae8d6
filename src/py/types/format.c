/*
 * format.c - format(value, spec) for built-in values.
 *
 * text/fmtspec.h reads specifiers and lays out; here they meet the values.
 * Every piece is first tried in the room the builder has, and again after
 * growing if that was not enough.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/format.h"

#include <math.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "num/dtoa.h"
#include "num/int_text.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/str.h"
#include "py/types/args.h"
#include "py/types/leaf.h"
#include "py/types/ops.h"
#include "py/types/repr.h"
#include "py/types/type.h"

#define NAME_MAX_BYTES 200 /* of a type name in a message */

cs_status cs_format_error(cs_ctx *ctx, cs_exc_id exc, const cs_fmterror *err) {
  cs_value text;
  cs_status st = cs_str_new(ctx, err->text, err->len, &text);
  return st == CS_OK ? cs_throw_value(ctx, exc, text) : st;
}

/* --- laying out ---------------------------------------------------------- */

/* A piece of `need` bytes did not fit, or was written: settle the builder.
 * `ascii`: what was written is known to be.  True: try again. */
static bool settle(cs_builder *b, cs_status *st, size_t len, bool ascii) {
  if (*st == CS_OK) {
    const uint8_t *s = (const uint8_t *)b->data + b->len;
    cs_builder_wrote(b, len, ascii ? len : cs_utf8_count(s, len));
    return false;
  }
  if (*st != CS_ELIMIT) return false;
  *st = CS_OK;
  if (cs_builder_room(b, len == SIZE_MAX ? UINT64_MAX : len)) return true;
  *st = b->status;
  return false;
}

cs_status cs_format_text(cs_builder *b, const cs_fmtspec *f, const char *s,
                         size_t n, size_t chars) {
  cs_status st;
  size_t len;
  if (b->status != CS_OK) return b->status;
  do
    st = cs_fmtspec_text(f, s, n, chars, b->data + b->len, b->cap - b->len,
                         &len);
  while (settle(b, &st, len, n == chars && f->fill < 128));
  return st;
}

/* A single text value may hold surrogates; so may the fill. */
static cs_status put_text(cs_builder *b, const cs_fmtspec *f, cs_value str) {
  uint32_t n;
  const char *s = cs_str_data(b->ctx, str, &n);
  b->marks |= CS_PTR(b->ctx, cs_str, str)->h.flags & CS_STR_SURROGATE;
  if (cs_utf8_is_surrogate(f->fill)) b->marks |= CS_STR_SURROGATE;
  return cs_format_text(b, f, s, n, cs_str_chars(b->ctx, str));
}

static cs_status lay_int(cs_builder *b, const cs_fmtspec *f, bool neg,
                         const char *digits, size_t n) {
  cs_status st;
  size_t len;
  if (b->status != CS_OK) return b->status;
  do
    st = cs_fmtspec_int(f, neg, digits, n, b->data + b->len, b->cap - b->len,
                        &len);
  while (settle(b, &st, len, f->fill < 128));
  return st;
}

cs_status cs_format_float(cs_builder *b, const cs_fmtspec *f, double x) {
  cs_status st;
  size_t len;
  if (f->precision > INT32_MAX)
    return cs_throw(b->ctx, CS_ValueError, "precision too big");
  if (b->status != CS_OK) return b->status;
  do st = cs_fmtspec_float(f, x, b->data + b->len, b->cap - b->len, &len);
  while (settle(b, &st, len, f->fill < 128));
  return st;
}

/* --- int ----------------------------------------------------------------- */

static size_t small_digits(uint64_t u, unsigned base, char *end) {
  char *p = end;
  unsigned shift = base == 16 ? 4 : base == 8 ? 3 : 1;
  do *--p = "0123456789abcdef"[u & (base - 1)];
  while (u >>= shift);
  return (size_t)(end - p);
}

cs_status cs_format_int(cs_builder *b, const cs_fmtspec *f, cs_value v) {
  unsigned base = cs_fmtspec_base(f);
  if (cs_is_bool(v)) v = cs_int(cs_is_true(v));
  if (cs_is_int(v)) {
    char text[64];
    int64_t i = cs_int_of(v);
    uint64_t u = i < 0 ? (uint64_t)-i : (uint64_t)i;
    if (base == 10) {
      unsigned n = cs_int_print_u64(u, text);
      return lay_int(b, f, i < 0, text, n);
    }
    size_t n = small_digits(u, base, text + sizeof text);
    return lay_int(b, f, i < 0, text + sizeof text - n, n);
  }
  cs_value text;
  uint32_t n;
  cs_status st = cs_int_to_str(b->ctx, v, (int)base, &text);
  if (st != CS_OK) return st;
  const char *s = cs_str_data(b->ctx, text, &n);
  bool neg = s[0] == '-';
  return lay_int(b, f, neg, s + neg, n - neg);
}

static cs_status put_char(cs_builder *b, const cs_fmtspec *f, cs_value v) {
  int64_t cp;
  if (!cs_int_as_i64(b->ctx, v, &cp))
    return cs_throw(b->ctx, CS_OverflowError,
                    "Python int too large to convert to C long");
  if (cp < 0 || cp > CS_UTF8_MAX)
    return cs_throw(b->ctx, CS_OverflowError, "%%c arg not in range(0x110000)");
  cs_value text;
  cs_status st = cs_str_char(b->ctx, (uint32_t)cp, &text);
  return st == CS_OK ? put_text(b, f, text) : st;
}

static cs_status put_int(cs_builder *b, const cs_fmtspec *f, cs_value v) {
  if (f->type == 'c') return put_char(b, f, v);
  if (!cs_fmtspec_is_float_type(f)) return cs_format_int(b, f, v);
  double x;
  cs_status st = cs_int_to_double(b->ctx, v, &x);
  return st == CS_OK ? cs_format_float(b, f, x) : st;
}

/* --- complex ------------------------------------------------------------- */

/* One part of a complex number: grouped and signed, not padded. */
static cs_status put_part(cs_builder *b, const cs_fmtspec *f, double x,
                          char sign) {
  cs_fmtspec part = *f;
  part.width = -1;
  part.sign = sign;
  char type = f->type == 0 ? 'r' : f->type == 'n' ? 'g' : (char)f->type;
  if (type == 'r' && f->precision >= 0) type = 'g';
  unsigned flags = (f->alt ? CS_FLOAT_ALT : 0u) |
                   (f->no_neg_zero ? CS_FLOAT_NO_NEG_ZERO : 0u);
  if (f->precision > 100000)
    return cs_throw(b->ctx, CS_ValueError, "precision too big");
  cs_builder tmp;
  cs_builder_init(&tmp, b->ctx);
  size_t n, len;
  cs_status st;
  do
    st = cs_float_format(x, type, (int)f->precision, flags, tmp.data, tmp.cap,
                         &n);
  while (st == CS_ELIMIT && cs_builder_room(&tmp, n));
  if (tmp.status != CS_OK) return tmp.status;
  if (st != CS_OK) return st;
  do
    st = cs_fmtspec_number(&part, tmp.data, n, b->data + b->len,
                           b->cap - b->len, &len);
  while (settle(b, &st, len, f->fill < 128));
  return st;
}

static cs_status put_complex(cs_builder *b, const cs_fmtspec *f, double re,
                             double im) {
  bool bare = f->type == 0 && re == 0 && !signbit(re);
  bool parens = f->type == 0 && !bare;
  cs_builder tmp;
  cs_builder_init(&tmp, b->ctx);
  if (parens) cs_builder_c(&tmp, "(");
  cs_status st = CS_OK;
  if (!bare) st = put_part(&tmp, f, re, f->sign);
  if (st == CS_OK) st = put_part(&tmp, f, im, bare ? f->sign : '+');
  cs_builder_c(&tmp, parens ? "j)" : "j");
  if (st != CS_OK) return st;
  if (tmp.status != CS_OK) return tmp.status;
  cs_fmtspec whole = *f;
  whole.precision = -1;
  return cs_format_text(b, &whole, tmp.data, tmp.len, tmp.chars);
}

/* --- any value ----------------------------------------------------------- */

static cs_fmtkind kind_of(cs_value v) {
  if (cs_is_str(v)) return CS_FMT_STR;
  if (cs_is_float(v)) return CS_FMT_FLOAT;
  return cs_is(v, CS_L_COMPLEX) ? CS_FMT_COMPLEX : CS_FMT_INT;
}

/* The specifier was refused: once more, with the name for the message. */
static cs_status refuse(cs_ctx *ctx, cs_fmtkind kind, cs_value shown,
                        const char *spec, size_t n) {
  cs_fmtspec f;
  cs_fmterror err = {.len = 0};
  char name[NAME_MAX_BYTES + 1];
  uint32_t len;
  const char *s = cs_str_data(ctx, cs_type_name_of(ctx, shown), &len);
  if (len > NAME_MAX_BYTES) len = NAME_MAX_BYTES;
  memcpy(name, s, len);
  name[len] = 0;
  if (cs_fmtspec_parse(spec, n, kind, name, &f, &err) == CS_OK)
    (void)!cs_fmtspec_check(&f, kind, name, &err);
  return cs_format_error(ctx, CS_ValueError, &err);
}

/* `v` is a str or number; `shown` is what messages name the type of. */
static cs_status put_value(cs_builder *b, cs_value v, cs_value shown,
                           const char *spec, size_t n) {
  cs_ctx *ctx = b->ctx;
  cs_fmtspec f;
  cs_fmterror err;
  cs_fmtkind kind = kind_of(v);
  cs_charge(ctx, n / 16);
  if (cs_fmtspec_parse(spec, n, kind, "", &f, &err) != CS_OK ||
      cs_fmtspec_check(&f, kind, "", &err) != CS_OK)
    return refuse(ctx, kind, shown, spec, n);
  switch (kind) {
    case CS_FMT_STR: return put_text(b, &f, v);
    case CS_FMT_FLOAT: return cs_format_float(b, &f, cs_float_of(v));
    case CS_FMT_COMPLEX: {
      const cs_complex *c = CS_PTR(ctx, cs_complex, v);
      return put_complex(b, &f, c->re, c->im);
    }
    case CS_FMT_INT:
    default: return put_int(b, &f, v);
  }
}

static bool has_format(cs_value v) {
  return cs_is_str(v) || cs_is_float(v) || cs_is_anyint(v) ||
         cs_is(v, CS_L_COMPLEX);
}

static cs_status unsupported(cs_ctx *ctx, cs_value v) {
  return cs_throw(ctx, CS_TypeError,
                  "unsupported format string passed to %t.__format__", v);
}

/* Values whose class may define __format__. */
static bool has_class(cs_value v) {
  return cs_is_ref(v) &&
         (cs_ref_layout(v) == CS_L_INSTANCE || cs_ref_layout(v) == CS_L_BOX ||
          cs_ref_layout(v) == CS_L_TYPE);
}

cs_status cs_format_put(cs_builder *b, cs_value v, const char *spec, size_t n) {
  cs_ctx *ctx = b->ctx;
  if (has_format(v))
    return n ? put_value(b, v, v, spec, n) : cs_repr_put_str(b, v);
  if (has_class(v)) {
    cs_repr_how how = cs_repr_find(ctx, v, CS_N___format__);
    if (how == CS_REPR_PYTHON) return CS_SLOW;
    cs_value inner = cs_unwrap(ctx, v);
    if (n && has_format(inner)) return put_value(b, inner, v, spec, n);
  }
  return n ? unsupported(ctx, v) : cs_repr_put_str(b, v);
}

/* --- the usual specifiers ------------------------------------------------ */

#define QUICK_WIDTH 200 /* columns */
#define QUICK_TEXT  400 /* bytes of a number, grouped */

typedef struct quick { /* [[fill]align][0][width][,][.precision][type] */
  char fill, align, type;
  bool zero, comma;
  int precision; /* -1: none */
  uint32_t width;
} quick;

static bool quick_align(char c) {
  return c == '<' || c == '>' || c == '^';
}

/* False: something rarer, or wrong. */
static bool quick_read(const char *s, uint32_t n, quick *q) {
  *q = (quick){.fill = ' ', .precision = -1};
  uint32_t i = 0;
  if (n >= 2 && quick_align(s[1])) {
    if (s[0] & 0x80) return false;
    q->fill = s[0];
    q->align = s[1];
    i = 2;
  } else if (quick_align(s[0])) {
    q->align = s[i++];
  }
  if (i < n && s[i] == '0') {
    if (q->align) return false;
    q->zero = true;
    i++;
  }
  for (; i < n && s[i] >= '0' && s[i] <= '9'; i++) {
    q->width = q->width * 10 + (uint32_t)(s[i] - '0');
    if (q->width > QUICK_WIDTH) return false;
  }
  if (i < n && s[i] == ',') {
    q->comma = true;
    i++;
  }
  if (i + 1 < n && s[i] == '.' && s[i + 1] >= '0' && s[i + 1] <= '9') {
    q->precision = s[i + 1] - '0';
    i += 2;
  }
  if (i < n) q->type = s[i++];
  return i == n && !(q->zero && q->comma);
}

/* Digits with a comma between thousands, in front of `end`. */
static char *quick_group(const char *digits, uint32_t n, char *end) {
  for (uint32_t i = 0; i < n; i++) {
    if (i && i % 3 == 0) *--end = ',';
    *--end = digits[n - 1 - i];
  }
  return end;
}

/* Pad the `n` ASCII bytes of `body`. */
static cs_status quick_pad(cs_ctx *ctx, const quick *q, char align,
                           const char *body, uint32_t n, cs_value *out) {
  uint32_t total = q->width > n ? q->width : n, pad = total - n;
  if (total < 2) return cs_str_new(ctx, pad ? &q->fill : body, total, out);
  char *to;
  cs_charge(ctx, total / 64);
  cs_status st = cs_str_room(ctx, total, total, CS_STR_ASCII, out, &to);
  if (st != CS_OK) return st;
  uint32_t left = align == '<' ? 0 : align == '>' ? pad : pad / 2;
  for (uint32_t i = 0; i < left; i++) *to++ = q->fill;
  cs_mem_copy(to, body, n);
  to += n;
  for (uint32_t i = left; i < pad; i++) *to++ = q->fill;
  return CS_OK;
}

/* A number: its digits before and the text behind the point. */
static cs_status quick_number(cs_ctx *ctx, const quick *q, const char *text,
                              uint32_t n, cs_value *out) {
  char body[QUICK_TEXT + QUICK_WIDTH], *end = body + sizeof body, *p;
  bool neg = text[0] == '-';
  uint32_t whole = neg;
  while (whole < n && text[whole] >= '0' && text[whole] <= '9') whole++;
  p = end - (n - whole);
  memcpy(p, text + whole, n - whole);
  if (q->comma) {
    p = quick_group(text + neg, whole - neg, p);
  } else {
    p -= whole - neg;
    memcpy(p, text + neg, whole - neg);
  }
  while (q->zero && (uint32_t)(end - p) + neg < q->width) *--p = '0';
  if (neg) *--p = '-';
  return quick_pad(ctx, q, q->align ? q->align : '>', p, (uint32_t)(end - p),
                   out);
}

/* CS_SLOW: not one of these. */
static cs_status quick_format(cs_ctx *ctx, cs_value v, const char *spec,
                              uint32_t n, cs_value *out) {
  quick q;
  if (!quick_read(spec, n, &q)) return CS_SLOW;
  if (cs_is_str(v)) {
    if (!cs_str_is_ascii(ctx, v) || q.zero || q.comma || q.precision >= 0 ||
        (q.type && q.type != 's'))
      return CS_SLOW;
    uint32_t len;
    const char *s = cs_str_data(ctx, v, &len);
    if (len >= q.width) CS_GIVE(v);
    return quick_pad(ctx, &q, q.align ? q.align : '<', s, len, out);
  }
  char text[QUICK_TEXT / 2];
  size_t len = 0;
  if (cs_is_int(v) && q.precision < 0 && (!q.type || q.type == 'd')) {
    int64_t i = cs_int_of(v);
    text[0] = '-';
    len = cs_int_print_u64((uint64_t)(i < 0 ? -i : i), text + (i < 0));
    return quick_number(ctx, &q, text, (uint32_t)len + (i < 0), out);
  }
  if (q.type != 'f' || !(cs_is_float(v) || cs_is_int(v))) return CS_SLOW;
  double x = cs_is_int(v) ? (double)cs_int_of(v) : cs_float_of(v);
  if (!(x > -1e100 && x < 1e100) ||
      cs_float_format(x, 'f', q.precision, 0, text, sizeof text, &len) != CS_OK)
    return CS_SLOW;
  return quick_number(ctx, &q, text, (uint32_t)len, out);
}

cs_status cs_op_format(cs_ctx *ctx, cs_value v, cs_value spec, cs_value *out) {
  uint32_t n;
  const char *s = cs_str_data(ctx, spec, &n);
  if (n == 0 && !has_class(v)) return cs_op_str(ctx, v, out);
  cs_status st = n ? quick_format(ctx, v, s, n, out) : CS_SLOW;
  if (st != CS_SLOW) return st;
  cs_builder b;
  cs_builder_init(&b, ctx);
  st = cs_format_put(&b, v, s, n);
  return st == CS_OK ? cs_builder_finish(&b, out) : st;
}

/* __format__ of str and numbers; self is an exact one. */
static cs_status format_self(cs_ctx *ctx, cs_value *args, uint32_t n,
                             cs_value *out) {
  (void)n;
  cs_value spec = cs_unwrap(ctx, args[1]);
  if (!cs_is_str(spec))
    return cs_throw(ctx, CS_TypeError,
                    "__format__() argument must be str, not %v",
                    cs_args_word(ctx, args[1]));
  return cs_op_format(ctx, args[0], spec, out);
}

const cs_native_def cs_format_natives[] = {
    {"str", "__format__", "($self, format_spec, /)", format_self},
    {"int", "__format__", "($self, format_spec, /)", format_self},
    {"float", "__format__", "($self, format_spec, /)", format_self},
    {"complex", "__format__", "($self, format_spec, /)", format_self},
    CS_NATIVE_END};
