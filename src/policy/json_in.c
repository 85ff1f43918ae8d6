/*
 * json_in.c - one JSON document (RFC 8259) becomes a tree.
 *
 * libyaml reads most JSON, but not every escape; so what begins as JSON is
 * read here.  Numbers, true, false and null become plain scalars, as YAML has
 * them; what they mean is for the schema to say.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "policy/tree.h"

typedef struct cs_json_in {
  cs_tree *t;
  const char *at, *end;
  uint32_t line, column; /* of `at` */
  cs_buf text;           /* the string that is being read */
} cs_json_in;

static cs_status refuse(cs_json_in *in, const char *what) {
  return cs_tree_fault(in->t, in->line, in->column, what);
}

static char peek(const cs_json_in *in) {
  return in->at < in->end ? *in->at : 0;
}

static void step(cs_json_in *in) {
  if (*in->at == '\n') {
    in->line++;
    in->column = 1;
  } else if (cs_utf8_is_start((uint8_t)*in->at)) {
    in->column++;
  }
  in->at++;
}

static void skip_space(cs_json_in *in) {
  while (in->at < in->end && memchr(" \t\r\n", *in->at, 4)) step(in);
}

/* --- strings ------------------------------------------------------------- */

/* Four hexadecimal digits. */
static bool take_hex(cs_json_in *in, uint32_t *out) {
  uint32_t n = 0;
  for (int i = 0; i < 4; i++) {
    char c = peek(in);
    uint32_t d = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                 : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10
                 : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A') + 10
                                        : 16;
    if (d == 16) return false;
    n = n << 4 | d;
    step(in);
  }
  *out = n;
  return true;
}

/* The second half of a surrogate pair. */
static bool take_low(cs_json_in *in, uint32_t *out) {
  if (peek(in) != '\\') return false;
  step(in);
  if (peek(in) != 'u') return false;
  step(in);
  return take_hex(in, out) && *out >= 0xDC00 && *out <= 0xDFFF;
}

static cs_status take_unicode(cs_json_in *in) {
  uint32_t cp, low;
  uint8_t bytes[CS_UTF8_LONGEST];
  if (!take_hex(in, &cp))
    return refuse(in, "not JSON: \\u needs four hexadecimal digits");
  if (cp >= 0xDC00 && cp <= 0xDFFF)
    return refuse(in, "not JSON: half a surrogate pair");
  if (cp >= 0xD800 && cp <= 0xDBFF) {
    if (!take_low(in, &low))
      return refuse(in, "not JSON: half a surrogate pair");
    cp = 0x10000 + ((cp - 0xD800) << 10) + (low - 0xDC00);
  }
  uint32_t n = cs_utf8_encode(cp, bytes);
  return cs_buf_put(&in->text, bytes, n);
}

static cs_status take_escape(cs_json_in *in) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  char c = peek(in);
  if (c == 'u') {
    step(in);
    return take_unicode(in);
  }
  const char *found = c ? strchr(from, c) : NULL;
  if (!found) return refuse(in, "not JSON: no such escape");
  step(in);
  return cs_buf_put(&in->text, to + (found - from), 1);
}

static cs_status take_chars(cs_json_in *in) {
  for (;;) {
    if (in->at == in->end)
      return refuse(in, "not JSON: a text without its closing quote");
    char c = *in->at;
    if ((unsigned char)c < 32)
      return refuse(in, "not JSON: a control character in a text");
    step(in);
    if (c == '"') return CS_OK;
    cs_status st = c == '\\' ? take_escape(in) : cs_buf_put(&in->text, &c, 1);
    if (st != CS_OK) return st;
  }
}

static cs_status take_string(cs_json_in *in) {
  uint32_t line = in->line, column = in->column;
  step(in);
  cs_buf_clear(&in->text);
  cs_status st = take_chars(in);
  if (st == CS_EINVAL) return st;
  if (st != CS_OK) return cs_fault_memory(in->t->fault);
  return cs_tree_scalar(in->t, cs_buf_text(&in->text), in->text.len, false,
                        line, column);
}

/* --- numbers and names -----------------------------------------------------
 */

static cs_status take_word(cs_json_in *in) {
  const char *start = in->at;
  uint32_t line = in->line, column = in->column;
  while (in->at < in->end && !memchr(" \t\r\n,:]}[{\"", *in->at, 11)) step(in);
  size_t n = (size_t)(in->at - start);
  bool number = n && (start[0] == '-' || (start[0] >= '0' && start[0] <= '9'));
  bool known = (n == 4 && memcmp(start, "true", 4) == 0) ||
               (n == 5 && memcmp(start, "false", 5) == 0) ||
               (n == 4 && memcmp(start, "null", 4) == 0);
  if (!number && !known)
    return cs_tree_fault(in->t, line, column,
                         "not JSON: texts and keys stand in double quotes");
  return cs_tree_scalar(in->t, start, n, true, line, column);
}

/* --- structure --------------------------------------------------------------
 */

static bool in_map(const cs_json_in *in) {
  const cs_tree *t = in->t;
  return t->depth && t->level[t->depth - 1].self.kind == CS_PV_MAP;
}

/* A value, or the opening of one. */
static cs_status take_value(cs_json_in *in, bool *opened) {
  char c = peek(in);
  uint32_t line = in->line, column = in->column;
  *opened = c == '{' || c == '[';
  if (*opened) {
    step(in);
    return cs_tree_open(in->t, c == '{' ? CS_PV_MAP : CS_PV_LIST, line, column);
  }
  return c == '"' ? take_string(in) : take_word(in);
}

static cs_status take_key(cs_json_in *in) {
  if (peek(in) != '"')
    return refuse(in, "not JSON: texts and keys stand in double quotes");
  cs_status st = take_string(in);
  if (st != CS_OK) return st;
  skip_space(in);
  if (peek(in) != ':')
    return refuse(in, "not JSON: ':' is missing behind a key");
  step(in);
  skip_space(in);
  return CS_OK;
}

/* Behind a value: a comma, or the ends of what it stands in. */
static cs_status take_ends(cs_json_in *in, bool opened) {
  while (in->t->depth) {
    skip_space(in);
    char c = peek(in), close = in_map(in) ? '}' : ']';
    if (c == close) {
      step(in);
      cs_status st = cs_tree_close(in->t);
      if (st != CS_OK) return st;
      opened = false;
      continue;
    }
    if (opened) return CS_OK;
    if (c != ',') return refuse(in, "not JSON: ',' or an end is missing");
    step(in);
    skip_space(in);
    return CS_OK;
  }
  return CS_OK;
}

static cs_status read_document(cs_json_in *in) {
  cs_status st = CS_OK;
  do {
    bool opened;
    if (in_map(in)) st = take_key(in);
    if (st == CS_OK) st = take_value(in, &opened);
    if (st == CS_OK) st = take_ends(in, opened);
  } while (st == CS_OK && in->t->depth);
  if (st != CS_OK) return st;
  skip_space(in);
  return in->at == in->end ? CS_OK
                           : refuse(in, "a second document in one file");
}

cs_status cs_json_read(cs_tree *t, const char *text, size_t n) {
  cs_json_in in = {.t = t, .at = text, .end = text + n, .line = 1, .column = 1};
  cs_buf_init(&in.text, CS_TREE_BYTES);
  skip_space(&in);
  cs_status st = read_document(&in);
  cs_buf_fini(&in.text);
  return st;
}
