/*
 * wire_json.c - wire messages as JSON text.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/wire_json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/utf8.h"
#include "num/dtoa.h"

typedef struct level {
  uint64_t left;  /* values to come */
  bool dict, key; /* the next value is a key */
  bool first;
} level;

/* Escapes of one character: with a surrogate pair beyond the first plane. */
static cs_status put_escape(cs_buf *out, uint32_t c) {
  switch (c) {
    case '"': return cs_buf_put_text(out, "\\\"");
    case '\\': return cs_buf_put_text(out, "\\\\");
    case '\n': return cs_buf_put_text(out, "\\n");
    case '\r': return cs_buf_put_text(out, "\\r");
    case '\t': return cs_buf_put_text(out, "\\t");
    default:
      if (c <= 0xFFFF) return cs_buf_printf(out, "\\u%04x", (unsigned)c);
      return cs_buf_printf(out, "\\u%04x\\u%04x",
                           (unsigned)(0xD7C0 + (c >> 10)),
                           (unsigned)(0xDC00 + (c & 0x3FF)));
  }
}

/* Does the character at s[i] stand for itself?  Those that drive a terminal or
 * move the eye (8-bit controls, marks of direction) are escaped, though JSON
 * allows them: the text may be shown to somebody.  redteam: E05 */
static bool is_plain(const uint8_t *s, size_t i) {
  if (s[i] < 0x80)
    return s[i] >= 0x20 && s[i] != '"' && s[i] != '\\' && s[i] != 0x7F;
  return !cs_utf8_is_sly(cs_utf8_next(s, &i));
}

cs_status cs_wire_json_text(cs_buf *out, const char *text, size_t n) {
  const uint8_t *s = (const uint8_t *)text;
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < n;) {
    size_t from = i;
    while (i < n && is_plain(s, i)) (void)cs_utf8_next(s, &i);
    st = cs_buf_put(out, text + from, i - from);
    if (st == CS_OK && i < n) st = put_escape(out, cs_utf8_next(s, &i));
  }
  return st;
}

static cs_status put_string(cs_buf *out, const char *s, size_t n) {
  if (cs_utf8_check((const uint8_t *)s, n, false, NULL) != n)
    return CS_EINVAL; /* a lone surrogate */
  cs_status st = cs_buf_put(out, "\"", 1);
  if (st == CS_OK) st = cs_wire_json_text(out, s, n);
  return st == CS_OK ? cs_buf_put(out, "\"", 1) : st;
}

static cs_status put_scalar(cs_buf *out, const cs_wire_item *it) {
  char text[CS_FLOAT_REPR_MAX];
  switch ((int)it->tag) {
    case CS_WIRE_NONE: return cs_buf_put_text(out, "null");
    case CS_WIRE_TRUE: return cs_buf_put_text(out, "true");
    case CS_WIRE_FALSE: return cs_buf_put_text(out, "false");
    case CS_WIRE_INT: return cs_buf_printf(out, "%" PRId64, it->i);
    case CS_WIRE_FLOAT:
      if (!isfinite(it->f)) return CS_EINVAL;
      return cs_buf_put(out, text, cs_float_repr(it->f, text));
    case CS_WIRE_STR: return put_string(out, it->data, it->len);
    default: return CS_EINVAL;
  }
}

/* Comma or colon in front of the next value of `l`. */
static cs_status put_separator(cs_buf *out, level *l) {
  const char *text = l->first ? "" : l->dict && !l->key ? ": " : ", ";
  l->first = false;
  return cs_buf_put_text(out, text);
}

static cs_status print(cs_wire_in *in, cs_buf *out) {
  level stack[CS_JSON_DEPTH];
  size_t depth = 0;
  for (;;) {
    cs_wire_item it;
    level *l = depth ? &stack[depth - 1] : NULL;
    cs_status st = cs_wire_next(in, &it);
    if (st != CS_OK) return CS_ECORRUPT;
    if (l && l->key && it.tag != CS_WIRE_STR) return CS_EINVAL;
    if (l) st = put_separator(out, l);
    bool dict = it.tag == CS_WIRE_DICT;
    bool holds = dict || it.tag == CS_WIRE_LIST || it.tag == CS_WIRE_TUPLE;
    if (l) l->left--;
    if (l && l->dict) l->key = !l->key;
    if (st == CS_OK && holds) {
      if (depth == CS_JSON_DEPTH) return CS_EINVAL;
      stack[depth++] =
          (level){.left = it.parts, .dict = dict, .key = dict, .first = true};
      st = cs_buf_put_text(out, dict ? "{" : "[");
    } else if (st == CS_OK) {
      st = put_scalar(out, &it);
    }
    while (st == CS_OK && depth > 0 && stack[depth - 1].left == 0)
      st = cs_buf_put_text(out, stack[--depth].dict ? "}" : "]");
    if (st != CS_OK || depth == 0) return st;
  }
}

cs_status cs_wire_json_print(cs_wire_in *in, cs_buf *out) {
  size_t mark = out->len;
  cs_status st = print(in, out);
  if (st != CS_OK && out->data) {
    out->len = mark;
    cs_buf_seal(out);
  }
  return st;
}
