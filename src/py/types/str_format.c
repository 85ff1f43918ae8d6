/*
 * str_format.c - str.format and str.format_map.
 *
 * A format string is a sequence of literals and fields
 *
 *   { name or number, then .attr or [key] ... ! conversion : spec }
 *
 * where the spec may contain fields itself, one level deep.  An attribute or
 * an item that needs Python code, or a value with its own __format__, makes
 * the whole call CS_SLOW: the prelude's twin walks the same fields (through
 * _format_parse) and calls them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/utf8.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/format.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/quote.h"
#include "py/types/repr.h"
#include "py/types/type.h"

typedef struct span {
  size_t from, to;
} span;

/* One step of the format string: a literal, then possibly a field. */
typedef struct markup {
  span literal;
  bool field;
  bool nested; /* the spec contains fields */
  span name;
  uint32_t conversion; /* code point, 0: none */
  span spec;
} markup;

typedef struct parser {
  cs_ctx *ctx;
  const char *s;
  size_t at, end;
} parser;

static cs_status bad(cs_ctx *ctx, const char *text) {
  return cs_throw(ctx, CS_ValueError, text);
}

/* --- fields -------------------------------------------------------------- */

/* Literal text up to a field, a doubled brace (whose first half belongs to
 * it) or the end. */
static cs_status next_literal(parser *p, markup *m, bool *more) {
  m->literal.from = p->at;
  *more = false;
  while (p->at < p->end && p->s[p->at] != '{' && p->s[p->at] != '}') p->at++;
  m->literal.to = p->at;
  if (p->at == p->end) return CS_OK;
  char c = p->s[p->at++];
  bool doubled = p->at < p->end && p->s[p->at] == c;
  if (doubled) {
    m->literal.to = p->at++;
    return CS_OK;
  }
  if (c == '}') return bad(p->ctx, "Single '}' encountered in format string");
  if (p->at == p->end)
    return bad(p->ctx, "Single '{' encountered in format string");
  *more = true;
  return CS_OK;
}

/* The name ends at } ! or :, except inside brackets. */
static cs_status next_name(parser *p, markup *m, char *stop) {
  bool bracket = false;
  m->name.from = p->at;
  for (; p->at < p->end; p->at++) {
    char c = p->s[p->at];
    if (c == '{' && !bracket)
      return bad(p->ctx, "unexpected '{' in field name");
    if (c == '[') bracket = true;
    if (c == ']') bracket = false;
    if (!bracket && (c == '}' || c == ':' || c == '!')) {
      m->name.to = p->at++;
      *stop = c;
      return CS_OK;
    }
  }
  return bad(p->ctx, "expected '}' before end of string");
}

static cs_status next_conversion(parser *p, markup *m, char *stop) {
  if (p->at >= p->end)
    return bad(p->ctx, "end of string while looking for conversion specifier");
  m->conversion = cs_utf8_next((const uint8_t *)p->s, &p->at);
  if (p->at >= p->end) return bad(p->ctx, "unmatched '{' in format spec");
  *stop = p->s[p->at++];
  if (*stop == ':' || *stop == '}') return CS_OK;
  return bad(p->ctx, "expected ':' after conversion specifier");
}

static cs_status next_spec(parser *p, markup *m) {
  uint32_t depth = 1;
  m->spec.from = p->at;
  for (; p->at < p->end; p->at++) {
    char c = p->s[p->at];
    if (c == '{') {
      m->nested = true;
      depth++;
    } else if (c == '}' && --depth == 0) {
      m->spec.to = p->at++;
      return CS_OK;
    }
  }
  return bad(p->ctx, "unmatched '{' in format spec");
}

static cs_status next_markup(parser *p, markup *m) {
  *m = (markup){.field = false};
  char stop = '}';
  cs_status st = next_literal(p, m, &m->field);
  if (st != CS_OK || !m->field) return st;
  st = next_name(p, m, &stop);
  if (st == CS_OK && stop == '!') st = next_conversion(p, m, &stop);
  if (st == CS_OK && stop == ':') st = next_spec(p, m);
  return st;
}

/* --- what a field names -------------------------------------------------- */

typedef struct filler {
  cs_ctx *ctx;
  const char *s;        /* the format string */
  const cs_value *args; /* positional; NULL for format_map */
  uint32_t nargs;
  cs_value kwargs; /* mapping or None */
  int64_t next;    /* automatic numbers so far */
  bool manual;
} filler;

/* A decimal number; -1: not one; -2: too large. */
static int64_t number(const char *s, size_t n) {
  int64_t v = 0;
  if (n == 0) return -1;
  for (size_t i = 0; i < n; i++) {
    if (s[i] < '0' || s[i] > '9') return -1;
    if (v > (INT64_MAX - 9) / 10) return -2;
    v = v * 10 + (s[i] - '0');
  }
  return v;
}

static cs_status too_many_digits(cs_ctx *ctx) {
  return bad(ctx, "Too many decimal digits in format string");
}

static cs_status positional(filler *f, int64_t index, cs_value *out) {
  if (!f->args) return bad(f->ctx, "Format string contains positional fields");
  if (index >= f->nargs)
    return cs_throw(f->ctx, CS_IndexError,
                    "Replacement index %d out of range for positional args "
                    "tuple",
                    index);
  *out = f->args[index];
  return CS_OK;
}

static cs_status keyword(filler *f, const char *s, size_t n, cs_value *out) {
  cs_value key, v = CS_UNBOUND;
  cs_status st = cs_str_intern_bytes(f->ctx, s, n, &key);
  if (st != CS_OK) return st;
  if (!cs_is_none(f->kwargs) && !cs_is_dict(f->kwargs))
    return cs_op_getitem(f->ctx, f->kwargs, key, out);
  if (cs_is_dict(f->kwargs)) st = cs_dict_get(f->ctx, f->kwargs, key, &v);
  if (st != CS_OK) return st;
  if (cs_is_unbound(v)) return cs_throw_value(f->ctx, CS_KeyError, key);
  *out = v;
  return CS_OK;
}

/* The part before the first . or [ */
static cs_status first_part(filler *f, const char *s, size_t n, cs_value *out) {
  int64_t index = number(s, n);
  if (index == -2) return too_many_digits(f->ctx);
  if (n > 0 && index < 0) return keyword(f, s, n, out);
  bool automatic = n == 0;
  if (automatic && f->manual)
    return bad(f->ctx,
               "cannot switch from manual field specification to automatic "
               "field numbering");
  if (!automatic && f->next > 0)
    return bad(f->ctx,
               "cannot switch from automatic field numbering to manual field "
               "specification");
  if (automatic)
    index = f->next++;
  else
    f->manual = true;
  return positional(f, index, out);
}

static cs_status attribute(cs_ctx *ctx, const char *s, size_t n, cs_value *v) {
  cs_value name;
  cs_status st = cs_str_intern_bytes(ctx, s, n, &name);
  if (st == CS_OK) st = cs_attr_get(ctx, *v, name, v);
  return st == CS_CALLBACK ? CS_SLOW : st;
}

static cs_status item(cs_ctx *ctx, const char *s, size_t n, cs_value *v) {
  int64_t index = number(s, n);
  cs_value key;
  cs_status st;
  if (index == -2) return too_many_digits(ctx);
  st = index >= 0 ? cs_int_new(ctx, index, &key) : cs_str_new(ctx, s, n, &key);
  if (st == CS_OK) st = cs_op_getitem(ctx, *v, key, v);
  return st;
}

/* One ".attr" or "[key]" at `*at`. */
static cs_status next_access(parser *p, bool *is_attr, span *key) {
  char c = p->s[p->at++];
  key->from = p->at;
  *is_attr = c == '.';
  if (c == '.') {
    while (p->at < p->end && p->s[p->at] != '.' && p->s[p->at] != '[') p->at++;
    key->to = p->at;
  } else if (c == '[') {
    while (p->at < p->end && p->s[p->at] != ']') p->at++;
    if (p->at == p->end) return bad(p->ctx, "Missing ']' in format string");
    key->to = p->at++;
  } else {
    return bad(p->ctx,
               "Only '.' or '[' may follow ']' in format field specifier");
  }
  if (key->from == key->to)
    return bad(p->ctx, "Empty attribute in format string");
  return CS_OK;
}

static size_t first_length(const char *s, size_t from, size_t to) {
  size_t at = from;
  while (at < to && s[at] != '.' && s[at] != '[') at++;
  return at - from;
}

static cs_status get_field(filler *f, span name, cs_value *out) {
  size_t n = first_length(f->s, name.from, name.to);
  cs_status st = first_part(f, f->s + name.from, n, out);
  parser p = {f->ctx, f->s, name.from + n, name.to};
  while (st == CS_OK && p.at < p.end) {
    bool is_attr;
    span key;
    st = next_access(&p, &is_attr, &key);
    if (st != CS_OK) break;
    st = is_attr ? attribute(f->ctx, f->s + key.from, key.to - key.from, out)
                 : item(f->ctx, f->s + key.from, key.to - key.from, out);
  }
  return st;
}

/* --- output -------------------------------------------------------------- */

static cs_status convert(cs_builder *b, cs_value v, uint32_t how) {
  cs_ctx *ctx = b->ctx;
  if (how == 's') return cs_repr_put_str(b, v);
  if (how == 'r') return cs_repr_put(b, v);
  if (how == 'a') {
    cs_value text;
    cs_status st = cs_op_repr(ctx, v, &text);
    if (st == CS_OK) cs_quote_ascii(b, text);
    return st;
  }
  if (how > 32 && how < 127)
    return cs_throw(ctx, CS_ValueError, "Unknown conversion specifier %c", how);
  char hex[9];
  size_t at = sizeof hex - 1;
  hex[at] = 0;
  do hex[--at] = "0123456789abcdef"[how & 15];
  while (how >>= 4);
  return cs_throw(ctx, CS_ValueError, "Unknown conversion specifier \\x%s",
                  hex + at);
}

static cs_status put_field(cs_builder *b, cs_value v, uint32_t conversion,
                           const char *spec, size_t n) {
  if (!conversion) return cs_format_put(b, v, spec, n);
  if (n == 0) return convert(b, v, conversion);
  cs_builder tmp;
  cs_value text;
  cs_builder_init(&tmp, b->ctx);
  cs_status st = convert(&tmp, v, conversion);
  if (st == CS_OK) st = cs_builder_finish(&tmp, &text);
  return st == CS_OK ? cs_format_put(b, text, spec, n) : st;
}

static void put_literal(cs_builder *b, const char *s, span x) {
  if (x.to > x.from) cs_builder_text(b, s + x.from, x.to - x.from);
}

/* Fill in the fields of a specifier. */
static cs_status expand_spec(filler *f, cs_builder *b, span spec) {
  parser p = {f->ctx, f->s, spec.from, spec.to};
  while (p.at < p.end) {
    markup m;
    cs_value v;
    cs_status st = next_markup(&p, &m);
    if (st != CS_OK) return st;
    put_literal(b, f->s, m.literal);
    if (!m.field) continue;
    if (m.nested) return bad(f->ctx, "Max string recursion exceeded");
    st = get_field(f, m.name, &v);
    if (st == CS_OK)
      st = put_field(b, v, m.conversion, f->s + m.spec.from,
                     m.spec.to - m.spec.from);
    if (st != CS_OK) return st;
  }
  return b->status;
}

static cs_status fill_field(filler *f, cs_builder *b, const markup *m) {
  cs_value v;
  cs_status st = get_field(f, m->name, &v);
  if (st != CS_OK) return st;
  if (!m->nested)
    return put_field(b, v, m->conversion, f->s + m->spec.from,
                     m->spec.to - m->spec.from);
  cs_builder spec;
  cs_builder_init(&spec, f->ctx);
  st = expand_spec(f, &spec, m->spec);
  return st == CS_OK ? put_field(b, v, m->conversion, spec.data, spec.len) : st;
}

static cs_status format_all(filler *f, cs_value fmt, cs_value *out) {
  uint32_t n;
  cs_builder b;
  f->s = cs_str_data(f->ctx, fmt, &n);
  cs_builder_init(&b, f->ctx);
  cs_charge(f->ctx, n / 16);
  if (n && !memchr(f->s, '{', n) && !memchr(f->s, '}', n)) {
    *out = fmt; /* nothing to fill in: the very same object, as in CPython */
    return CS_OK;
  }
  parser p = {f->ctx, f->s, 0, n};
  while (p.at < p.end) {
    markup m;
    cs_status st = next_markup(&p, &m);
    if (st != CS_OK) return st;
    put_literal(&b, f->s, m.literal);
    if (m.field) st = fill_field(f, &b, &m);
    if (st != CS_OK) return st;
    cs_charge(f->ctx, 1);
  }
  return cs_builder_finish(&b, out);
}

/* Calls with keywords go to the twin, which calls _format_fill. */
static cs_status str_format(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  filler f = {.ctx = ctx, .args = args + 1, .nargs = n - 1, .kwargs = CS_NONE};
  return format_all(&f, args[0], out);
}

/* _format_fill(text, args, kwargs): str.format with everything. */
CS_LEAF_TAKES(format_fill, ANY) {
  if (!cs_is_str(args[0]) || !cs_is_tuple(args[1]) || !cs_is_dict(args[2]))
    return CS_SLOW;
  filler f = {.ctx = ctx,
              .args = cs_tuple_items(ctx, args[1]),
              .nargs = cs_tuple_len(ctx, args[1]),
              .kwargs = args[2]};
  return format_all(&f, args[0], out);
}

static cs_status str_format_map(cs_ctx *ctx, cs_value *args, uint32_t n,
                                cs_value *out) {
  (void)n;
  if (cs_is_instance(args[1])) return CS_SLOW; /* may define __missing__ */
  filler f = {.ctx = ctx, .kwargs = args[1]};
  return format_all(&f, args[0], out);
}

/* --- for the prelude ----------------------------------------------------- */

static cs_status piece(cs_ctx *ctx, const char *s, span x, cs_value *out) {
  return cs_str_new(ctx, s + x.from, x.to - x.from, out);
}

/* _format_parse(text): list of (literal, name, spec, conversion), where name
 * is None without a field: what _string.formatter_parser gives. */
CS_LEAF_TAKES(format_parse, ANY) {
  cs_value text = cs_unwrap(ctx, args[0]), list;
  if (!cs_is_str(text))
    return cs_throw(ctx, CS_TypeError, "expected str, got %t", args[0]);
  uint32_t len;
  const char *s = cs_str_data(ctx, text, &len);
  cs_status st = cs_list_room(ctx, 4, &list);
  parser p = {ctx, s, 0, len};
  while (st == CS_OK && p.at < p.end) {
    markup m;
    cs_value v[4] = {CS_NONE, CS_NONE, CS_NONE, CS_NONE}, tuple;
    st = next_markup(&p, &m);
    if (st == CS_OK) st = piece(ctx, s, m.literal, &v[0]);
    if (st == CS_OK && m.field) st = piece(ctx, s, m.name, &v[1]);
    if (st == CS_OK && m.field) st = piece(ctx, s, m.spec, &v[2]);
    if (st == CS_OK && m.conversion) st = cs_str_char(ctx, m.conversion, &v[3]);
    if (st == CS_OK) st = cs_tuple_new(ctx, v, 4, &tuple);
    if (st == CS_OK) st = cs_list_append(ctx, list, tuple);
  }
  *out = list;
  return st;
}

/* _format_name(name): (first, [(is_attr, key), ...]), as
 * _string.formatter_field_name_split; numbers become ints. */
CS_LEAF_TAKES(format_name, ANY) {
  cs_value text = cs_unwrap(ctx, args[0]), v[2], list;
  if (!cs_is_str(text))
    return cs_throw(ctx, CS_TypeError, "expected str, got %t", args[0]);
  uint32_t len;
  const char *s = cs_str_data(ctx, text, &len);
  size_t first = first_length(s, 0, len);
  int64_t index = number(s, first);
  if (index == -2) return too_many_digits(ctx);
  cs_status st = index >= 0 ? cs_int_new(ctx, index, &v[0])
                            : cs_str_new(ctx, s, first, &v[0]);
  if (st == CS_OK) st = cs_list_room(ctx, 2, &list);
  parser p = {ctx, s, first, len};
  while (st == CS_OK && p.at < p.end) {
    bool is_attr;
    span key;
    cs_value pair[2], tuple;
    st = next_access(&p, &is_attr, &key);
    if (st != CS_OK) break;
    index = is_attr ? -1 : number(s + key.from, key.to - key.from);
    if (index == -2) return too_many_digits(ctx);
    pair[0] = cs_bool(is_attr);
    st = index >= 0 ? cs_int_new(ctx, index, &pair[1])
                    : piece(ctx, s, key, &pair[1]);
    if (st == CS_OK) st = cs_tuple_new(ctx, pair, 2, &tuple);
    if (st == CS_OK) st = cs_list_append(ctx, list, tuple);
  }
  if (st != CS_OK) return st;
  v[1] = list;
  return cs_tuple_new(ctx, v, 2, out);
}

const cs_native_def cs_str_format_natives[] = {
    {"str", "format", "($self, *args)", str_format},
    {"str", "format_map", "($self, mapping, /)", str_format_map},
    {".intrinsics", "_format_parse", "(text, /)", format_parse},
    {".intrinsics", "_format_name", "(name, /)", format_name},
    {".intrinsics", "_format_fill", "(text, args, kwargs, /)", format_fill},
    CS_NATIVE_END};
