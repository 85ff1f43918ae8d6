/*
 * json_scan.c - JSON text to values, without recursion.
 *
 * Items of open containers wait on one stack of values; a closing bracket
 * takes its part off and makes the list or dict in its final size.  Nothing is
 * visible before the end, so a parse that runs out of space can start again.
 *
 * Equal keys share one string: a small table by hash remembers the latest.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/json_scan.h"

#include "num/dtoa.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/builder.h"
#include "py/types/leaf.h"

#define DEPTH_MAX 994 /* where CPython's recursion limit ends it */
#define LOCAL     256
#define MEMO      256

typedef struct level {
  uint32_t base; /* first of its values on the stack */
  bool object;
} level;

typedef struct scan {
  cs_ctx *ctx;
  const uint8_t *s;
  uint32_t n, at;
  bool ascii, strict;
  cs_json_fault *fault;
  cs_value *v; /* stack of values */
  uint32_t len, cap;
  uint32_t depth;
  level levels[DEPTH_MAX];
  cs_value memo[MEMO];
  cs_value local[LOCAL];
} scan;

static cs_status wrong(scan *c, const char *msg, uint32_t at) {
  c->fault->msg = msg;
  c->fault->at = at;
  return CS_ESYNTAX;
}

uint32_t cs_json_skip(const uint8_t *s, uint32_t n, uint32_t at) {
  while (at < n &&
         (s[at] == ' ' || s[at] == '\n' || s[at] == '\t' || s[at] == '\r'))
    at++;
  return at;
}

static void skip(scan *c) {
  c->at = cs_json_skip(c->s, c->n, c->at);
}

static cs_status push(scan *c, cs_value v) {
  if (c->len == c->cap) {
    cs_off off;
    CS_TRY(cs_alloc(c->ctx, CS_L_RAW,
                    offsetof(cs_raw, data) + c->cap * 2 * sizeof(cs_value),
                    &off));
    cs_value *more = (void *)CS_AT(c->ctx, cs_raw, off)->data;
    memcpy(more, c->v, c->len * sizeof *more);
    c->v = more;
    c->cap *= 2;
  }
  c->v[c->len++] = v;
  return CS_OK;
}

/* --- strings ------------------------------------------------------------- */

/* First byte from `at` on that ends a plain run: quote, backslash, control. */
static uint32_t plain_run(const uint8_t *s, uint32_t n, uint32_t at) {
  const uint64_t ones = UINT64_C(0x0101010101010101), high = ones << 7;
  while (at + 8 <= n) {
    uint64_t w, q, b;
    memcpy(&w, s + at, 8);
    q = w ^ (ones * '"');
    b = w ^ (ones * '\\');
    uint64_t hit =
        ((q - ones) & ~q) | ((b - ones) & ~b) | ((w - ones * 0x20) & ~w);
    hit &= high;
    if (hit) return at + (uint32_t)__builtin_ctzll(hit) / 8;
    at += 8;
  }
  while (at < n && s[at] != '"' && s[at] != '\\' && s[at] >= 0x20) at++;
  return at;
}

/* Four hexadecimal digits; -1 if they are not. */
static int32_t hex4(const uint8_t *p) {
  int32_t v = 0;
  for (int i = 0; i < 4; i++) {
    int32_t c = p[i], d;
    if (c >= '0' && c <= '9')
      d = c - '0';
    else if (c >= 'a' && c <= 'f')
      d = c - 'a' + 10;
    else if (c >= 'A' && c <= 'F')
      d = c - 'A' + 10;
    else
      return -1;
    v = v << 4 | d;
  }
  return v;
}

/* The escape whose letter is at `at`; moves behind it. */
static cs_status escape_u(scan *c, uint32_t *at, uint32_t *cp) {
  uint32_t u = *at, end = u + 5;
  if (end >= c->n) return wrong(c, "Invalid \\uXXXX escape", u);
  int32_t v = hex4(c->s + u + 1);
  if (v < 0) return wrong(c, "Invalid \\uXXXX escape", u);
  if (v >= 0xD800 && v < 0xDC00 && end + 6 < c->n && c->s[end] == '\\' &&
      c->s[end + 1] == 'u') {
    int32_t low = hex4(c->s + end + 2);
    if (low < 0) return wrong(c, "Invalid \\uXXXX escape", end + 1);
    if (low >= 0xDC00 && low < 0xE000) {
      v = 0x10000 + ((v - 0xD800) << 10) + (low - 0xDC00);
      end += 6;
    }
  }
  *cp = (uint32_t)v;
  *at = end;
  return CS_OK;
}

static cs_status escape(scan *c, uint32_t *at, uint32_t *cp) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  uint8_t letter = c->s[*at];
  if (letter == 'u') return escape_u(c, at, cp);
  const char *p = letter ? strchr(from, letter) : NULL;
  if (!p) return wrong(c, "Invalid \\escape", *at - 1);
  *cp = (uint8_t)to[p - from];
  ++*at;
  return CS_OK;
}

/* A string with escapes, from `start` on; the first special byte is at `at`. */
static cs_status long_string(scan *c, uint32_t start, uint32_t at,
                             cs_value *out) {
  cs_builder b;
  uint32_t from = start;
  cs_builder_init(&b, c->ctx);
  for (;;) {
    if (at > from) {
      const char *part = (const char *)c->s + from;
      if (c->ascii)
        cs_builder_ascii(&b, part, at - from);
      else
        cs_builder_text(&b, part, at - from);
    }
    if (at >= c->n)
      return wrong(c, "Unterminated string starting at", start - 1);
    uint8_t ch = c->s[at];
    if (ch == '"') break;
    from = at;
    if (ch != '\\') {
      if (c->strict) return wrong(c, "Invalid control character at", at);
      at = plain_run(c->s, c->n, at + 1);
      continue;
    }
    uint32_t cp, next = at + 1;
    if (next >= c->n)
      return wrong(c, "Unterminated string starting at", start - 1);
    CS_TRY(escape(c, &next, &cp));
    cs_builder_char(&b, cp);
    from = next;
    at = plain_run(c->s, c->n, from);
  }
  c->at = at + 1;
  return cs_builder_finish(&b, out);
}

/* c->at is behind the opening quote. */
static cs_status string(scan *c, cs_value *out) {
  uint32_t start = c->at, at = plain_run(c->s, c->n, start);
  if (at >= c->n || c->s[at] != '"') return long_string(c, start, at, out);
  c->at = at + 1;
  uint32_t len = at - start;
  if (!c->ascii || len < 2)
    return cs_str_new(c->ctx, (const char *)c->s + start, len, out);
  char *data;
  CS_TRY(cs_str_room(c->ctx, len, len, CS_STR_ASCII, out, &data));
  memcpy(data, c->s + start, len);
  return CS_OK;
}

/* The same for a key: equal ones are one object. */
static cs_status key(scan *c, cs_value *out) {
  uint32_t start = c->at, at = plain_run(c->s, c->n, start);
  if (at >= c->n || c->s[at] != '"') return long_string(c, start, at, out);
  uint32_t len = at - start, known;
  const char *text = (const char *)c->s + start;
  uint32_t h = cs_str_hash_bytes(text, len);
  cs_value *m = &c->memo[h % MEMO];
  c->at = at + 1;
  if (cs_is_str(*m)) {
    const char *s = cs_str_data(c->ctx, *m, &known);
    if (known == len && memcmp(s, text, len) == 0) CS_GIVE(*m);
  }
  CS_TRY(cs_str_new(c->ctx, text, len, out));
  if (!cs_is_frozen(c->ctx, *out)) {
    cs_str *s = CS_PTR(c->ctx, cs_str, *out);
    s->hash = h;
    s->h.flags |= CS_STR_HASHED;
  }
  *m = *out;
  return CS_OK;
}

/* --- numbers and words --------------------------------------------------- */

static bool is_digit(const scan *c, uint32_t i) {
  return i < c->n && c->s[i] >= '0' && c->s[i] <= '9';
}

static cs_status decimal(scan *c, uint32_t end, bool neg, cs_value *out) {
  double d;
  uint32_t from = c->at + neg;
  (void)cs_float_parse((const char *)c->s + from, end - from, &d);
  c->at = end;
  CS_GIVE(cs_float(neg ? -d : d));
}

static cs_status word(scan *c, const char *text, cs_value v, cs_value *out) {
  uint32_t len = (uint32_t)strlen(text);
  if (c->n - c->at < len || memcmp(c->s + c->at, text, len) != 0)
    return wrong(c, "Expecting value", c->at);
  c->at += len;
  CS_GIVE(v);
}

static cs_status number(scan *c, cs_value *out) {
  uint32_t i = c->at;
  bool neg = c->s[i] == '-', real = false;
  if (neg && i + 1 < c->n && c->s[i + 1] == 'I')
    return word(c, "-Infinity", cs_float(-(double)__builtin_inf()), out);
  i += neg;
  if (!is_digit(c, i)) return wrong(c, "Expecting value", c->at);
  uint32_t first = i;
  uint64_t value = 0;
  if (c->s[i] == '0')
    i++;
  else
    while (is_digit(c, i)) value = value * 10 + (c->s[i++] - '0');
  uint32_t digits = i - first;
  if (i + 1 < c->n && c->s[i] == '.' && is_digit(c, i + 1)) {
    real = true;
    for (i++; is_digit(c, i);) i++;
  }
  if (i < c->n && (c->s[i] == 'e' || c->s[i] == 'E')) {
    uint32_t e = i + 1;
    if (e < c->n && (c->s[e] == '+' || c->s[e] == '-')) e++;
    if (is_digit(c, e)) {
      real = true;
      while (is_digit(c, e)) e++;
      i = e;
    }
  }
  if (real) return decimal(c, i, neg, out);
  if (digits < 15) {
    c->at = i;
    CS_GIVE(cs_int(neg ? -(int64_t)value : (int64_t)value));
  }
  CS_TRY(cs_int_parse(c->ctx, (const char *)c->s + c->at, i - c->at, 10, out));
  c->at = i;
  return CS_OK;
}

static cs_status atom(scan *c, cs_value *out) {
  if (c->at >= c->n) return wrong(c, "Expecting value", c->at);
  switch (c->s[c->at]) {
    case '"': c->at++; return string(c, out);
    case 't': return word(c, "true", CS_TRUE, out);
    case 'f': return word(c, "false", CS_FALSE, out);
    case 'n': return word(c, "null", CS_NONE, out);
    case 'N': return word(c, "NaN", cs_float((double)__builtin_nan("")), out);
    case 'I':
      return word(c, "Infinity", cs_float((double)__builtin_inf()), out);
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9': return number(c, out);
    default: return wrong(c, "Expecting value", c->at);
  }
}

/* --- containers ---------------------------------------------------------- */

static cs_status open_level(scan *c, bool object) {
  if (c->depth == DEPTH_MAX)
    return cs_throw(c->ctx, CS_RecursionError,
                    "maximum recursion depth exceeded while decoding a JSON "
                    "%s from a unicode string",
                    object ? "object" : "array");
  c->levels[c->depth++] = (level){.base = c->len, .object = object};
  c->at++;
  skip(c);
  return CS_OK;
}

static cs_status close_level(scan *c, cs_value *out) {
  const level *l = &c->levels[--c->depth];
  cs_value *v = c->v + l->base;
  uint32_t n = c->len - l->base;
  c->len = l->base;
  c->at++;
  if (!l->object) return cs_list_new(c->ctx, v, n, out);
  CS_TRY(cs_dict_new(c->ctx, n / 2, out));
  for (uint32_t i = 0; i < n; i += 2)
    CS_TRY(cs_dict_set(c->ctx, *out, v[i], v[i + 1]));
  if (cs_dict_len(c->ctx, *out) < n / 2) c->fault->twice = true;
  return CS_OK;
}

/* A key, its colon, up to the value. */
static cs_status open_member(scan *c) {
  cs_value k;
  if (c->at >= c->n || c->s[c->at] != '"')
    return wrong(c, "Expecting property name enclosed in double quotes", c->at);
  c->at++;
  CS_TRY(key(c, &k));
  CS_TRY(push(c, k));
  if (c->at >= c->n || c->s[c->at] != ':') skip(c);
  if (c->at >= c->n || c->s[c->at] != ':')
    return wrong(c, "Expecting ':' delimiter", c->at);
  c->at++;
  skip(c);
  return CS_OK;
}

/* A value is complete: what follows it?  `*more`: another value does. */
static cs_status after(scan *c, cs_value *v, bool *more) {
  for (;;) {
    *more = false;
    if (c->depth == 0) return CS_OK;
    const level *l = &c->levels[c->depth - 1];
    CS_TRY(push(c, *v));
    skip(c);
    uint8_t ch = c->at < c->n ? c->s[c->at] : 0;
    if (ch == ',') {
      c->at++;
      skip(c);
      *more = true;
      return l->object ? open_member(c) : CS_OK;
    }
    if (ch != (l->object ? '}' : ']'))
      return wrong(c, "Expecting ',' delimiter", c->at);
    CS_TRY(close_level(c, v));
  }
}

/* Open containers until there is a value: an atom or an empty container. */
static cs_status first_value(scan *c, cs_value *v) {
  for (;;) {
    uint8_t ch = c->at < c->n ? c->s[c->at] : 0;
    if (ch != '{' && ch != '[') return atom(c, v);
    CS_TRY(open_level(c, ch == '{'));
    uint8_t next = c->at < c->n ? c->s[c->at] : 0;
    if (next == (ch == '{' ? '}' : ']')) return close_level(c, v);
    if (ch == '{') CS_TRY(open_member(c));
  }
}

static void start(scan *c, cs_ctx *ctx, const uint8_t *s, uint32_t n,
                  bool ascii, bool strict, cs_json_fault *fault) {
  c->ctx = ctx;
  c->s = s;
  c->n = n;
  c->ascii = ascii;
  c->strict = strict;
  c->fault = fault;
  fault->twice = false;
  c->v = c->local;
  c->cap = LOCAL;
  c->len = c->depth = 0;
}

cs_status cs_json_scan(cs_ctx *ctx, const uint8_t *s, uint32_t n, bool ascii,
                       bool strict, uint32_t *at, cs_value *out,
                       cs_json_fault *fault) {
  scan c;
  bool more = true;
  start(&c, ctx, s, n, ascii, strict, fault);
  for (uint32_t i = 0; i < MEMO; i++) c.memo[i] = CS_NONE;
  c.at = *at;
  while (more) {
    CS_TRY(first_value(&c, out));
    CS_TRY(after(&c, out, &more));
  }
  *at = c.at;
  return CS_OK;
}

cs_status cs_json_scan_string(cs_ctx *ctx, const uint8_t *s, uint32_t n,
                              bool ascii, bool strict, uint32_t *at,
                              cs_value *out, cs_json_fault *fault) {
  scan c;
  start(&c, ctx, s, n, ascii, strict, fault);
  c.at = *at;
  CS_TRY(string(&c, out));
  *at = c.at;
  return CS_OK;
}
