/*
 * wire_json_in.c - JSON text to wire messages.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "num/dtoa.h"
#include "text/wire_json.h"

#define DIGITS 4300 /* of a long int, as Python's own limit */

typedef struct scan {
  const char *s;
  size_t i, n;
  cs_wire *out;
} scan;

typedef struct level {
  size_t mark, count;
  bool dict;
} level;

static void skip_space(scan *p) {
  while (p->i < p->n && memchr(" \t\r\n", p->s[p->i], 4)) p->i++;
}

static bool take(scan *p, const char *word) {
  size_t n = strlen(word);
  if (p->n - p->i < n || memcmp(p->s + p->i, word, n) != 0) return false;
  p->i += n;
  return true;
}

/* --- numbers ------------------------------------------------------------- */

static size_t count_digits(const scan *p, size_t at) {
  size_t n = 0;
  while (at + n < p->n && p->s[at + n] >= '0' && p->s[at + n] <= '9') n++;
  return n;
}

/* An int of more than 18 digits. */
static bool put_long(scan *p, bool negative, const char *digits, size_t n) {
  uint8_t bytes[DIGITS / 2] = {0};
  size_t len = 0;
  if (n > DIGITS) return false;
  for (size_t i = 0; i < n; i++) {
    unsigned carry = (unsigned)(digits[i] - '0');
    for (size_t k = 0; k < len; k++) {
      carry += bytes[k] * 10u;
      bytes[k] = (uint8_t)carry;
      carry >>= 8;
    }
    if (carry) bytes[len++] = (uint8_t)carry;
  }
  cs_wire_bigint(p->out, negative, bytes, len);
  return true;
}

static bool put_int(scan *p, size_t from) {
  bool negative = p->s[from] == '-';
  const char *digits = p->s + from + negative;
  size_t n = p->i - from - negative;
  int64_t v = 0;
  if (n > 18) return put_long(p, negative, digits, n);
  for (size_t i = 0; i < n; i++) v = v * 10 + (digits[i] - '0');
  cs_wire_int(p->out, negative ? -v : v);
  return true;
}

static bool number(scan *p) {
  size_t from = p->i, k;
  bool whole = true;
  if (p->i < p->n && p->s[p->i] == '-') p->i++;
  k = count_digits(p, p->i);
  if (k == 0 || (k > 1 && p->s[p->i] == '0')) return false;
  p->i += k;
  if (p->i < p->n && p->s[p->i] == '.') {
    whole = false;
    k = count_digits(p, ++p->i);
    if (k == 0) return false;
    p->i += k;
  }
  if (p->i < p->n && (p->s[p->i] == 'e' || p->s[p->i] == 'E')) {
    whole = false;
    p->i++;
    if (p->i < p->n && (p->s[p->i] == '+' || p->s[p->i] == '-')) p->i++;
    k = count_digits(p, p->i);
    if (k == 0) return false;
    p->i += k;
  }
  if (whole) return put_int(p, from);
  bool negative = p->s[from] == '-';
  size_t n = p->i - from - negative;
  double v;
  if (cs_float_parse(p->s + from + negative, n, &v) != n || isinf(v))
    return false;
  cs_wire_float(p->out, negative ? -v : v);
  return true;
}

/* --- strings ------------------------------------------------------------- */

static bool hex4(scan *p, uint32_t *out) {
  uint32_t v = 0;
  if (p->n - p->i < 4) return false;
  for (int k = 0; k < 4; k++) {
    char c = p->s[p->i++];
    uint32_t d = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                 : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                 : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                        : 16;
    if (d == 16) return false;
    v = v << 4 | d;
  }
  *out = v;
  return true;
}

static size_t put_utf8(uint32_t cp, char *out) {
  if (cp < 0x80) {
    out[0] = (char)cp;
    return 1;
  }
  size_t n = cp < 0x800 ? 2 : cp < 0x10000 ? 3 : 4;
  for (size_t k = n - 1; k > 0; k--, cp >>= 6)
    out[k] = (char)(0x80 | (cp & 0x3F));
  out[0] = (char)((0xF00u >> n) | cp);
  return n;
}

static bool escape(scan *p, char *out, size_t *n) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  uint32_t cp, low;
  if (p->i >= p->n) return false;
  char c = p->s[p->i++];
  const char *at = c ? strchr(from, c) : NULL;
  if (at) {
    out[(*n)++] = to[at - from];
    return true;
  }
  if (c != 'u' || !hex4(p, &cp)) return false;
  if (cp >= 0xD800 && cp < 0xE000) { /* only as a pair */
    if (cp >= 0xDC00 || !take(p, "\\u") || !hex4(p, &low) || low < 0xDC00 ||
        low >= 0xE000)
      return false;
    cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
  }
  *n += put_utf8(cp, out + *n);
  return true;
}

/* Behind the opening quote.  The text is never longer than its source, so it
 * is built in the message itself and the length set at the end. */
static bool string(scan *p) {
  size_t end = p->i, n = 0;
  while (end < p->n && p->s[end] != '"') end += p->s[end] == '\\' ? 2 : 1;
  if (end >= p->n) return false;
  size_t mark = p->out->len;
  uint8_t *room = cs_wire_bytes_room(p->out, CS_WIRE_STR, end - p->i);
  if (!room) return false;
  char *out = (char *)room;
  while (p->i < end) {
    unsigned char c = (unsigned char)p->s[p->i];
    if (c < 0x20) return false;
    if (c != '\\') {
      out[n++] = p->s[p->i++];
    } else {
      p->i++;
      if (!escape(p, out, &n)) return false;
    }
  }
  p->i++;
  if (cs_utf8_check(room, n, false, NULL) != n) return false;
  for (int k = 0; k < 4; k++)
    p->out->data[mark + 1 + (size_t)k] = (uint8_t)(n >> (8 * k));
  p->out->len = mark + 5 + n;
  return true;
}

/* --- the document -------------------------------------------------------- */

static bool scalar(scan *p) {
  if (take(p, "null"))
    cs_wire_none(p->out);
  else if (take(p, "true"))
    cs_wire_bool(p->out, true);
  else if (take(p, "false"))
    cs_wire_bool(p->out, false);
  else if (take(p, "\""))
    return string(p);
  else
    return number(p);
  return true;
}

static bool key(scan *p) {
  skip_space(p);
  if (!take(p, "\"") || !string(p)) return false;
  skip_space(p);
  return take(p, ":");
}

/* After a value: commas and closing brackets.  False: no JSON. */
static bool go_on(scan *p, level *stack, size_t *depth) {
  while (*depth > 0) {
    level *l = &stack[*depth - 1];
    l->count++;
    skip_space(p);
    if (take(p, ",")) return !l->dict || key(p);
    if (!take(p, l->dict ? "}" : "]")) return false;
    cs_wire_end(p->out, l->mark, l->count);
    --*depth;
  }
  return true;
}

static bool document(scan *p) {
  level stack[CS_JSON_DEPTH];
  size_t depth = 0;
  do {
    skip_space(p);
    bool dict = take(p, "{");
    if (!dict && !take(p, "[")) {
      if (!scalar(p) || !go_on(p, stack, &depth)) return false;
      continue;
    }
    if (depth == CS_JSON_DEPTH) return false;
    level *l = &stack[depth++];
    *l = (level){.dict = dict};
    l->mark = cs_wire_open(p->out, dict ? CS_WIRE_DICT : CS_WIRE_LIST);
    skip_space(p);
    if (take(p, dict ? "}" : "]")) {
      cs_wire_end(p->out, l->mark, 0);
      depth--;
      if (!go_on(p, stack, &depth)) return false;
    } else if (dict && !key(p)) {
      return false;
    }
  } while (depth > 0 && p->out->status == CS_OK);
  skip_space(p);
  return p->i == p->n;
}

cs_status cs_wire_json_parse(const char *text, size_t n, cs_wire *out) {
  size_t mark = out->len;
  scan p = {.s = text, .n = n, .out = out};
  bool good = document(&p);
  if (out->status != CS_OK) return out->status;
  if (good) return CS_OK;
  out->len = mark;
  return CS_ECORRUPT;
}
