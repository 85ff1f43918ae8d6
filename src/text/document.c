/*
 * document.c - read JSON with an explicit stack of open lists and maps.
 *
 * Decoded texts are never longer than their source, so one allocation of the
 * document's size holds all of them and pointers into it stay valid.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "text/document.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"

#define MEMBERS_MAX 16384 /* of one map: bounds the search for equal keys */

typedef struct reader {
  cs_document *d;
  const char *at, *end;
  uint32_t open[CS_DOCUMENT_DEPTH]; /* lists and maps around `at` */
  uint32_t last[CS_DOCUMENT_DEPTH]; /* their latest child */
  uint32_t depth;
} reader;

static void skip_space(reader *r) {
  while (r->at < r->end &&
         (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' || *r->at == '\r'))
    r->at++;
}

static bool take(reader *r, char c) {
  if (r->at == r->end || *r->at != c) return false;
  r->at++;
  return true;
}

/* --- texts --------------------------------------------------------------- */

static bool hex4(reader *r, uint32_t *out) {
  if (r->end - r->at < 4) return false;
  *out = 0;
  for (int i = 0; i < 4; i++) {
    char c = *r->at++;
    uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                     : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                            : 16;
    if (digit == 16) return false;
    *out = *out << 4 | digit;
  }
  return true;
}

/* \uXXXX, or two of them for one character above U+FFFF; never NUL. */
static bool escaped_code(reader *r, uint32_t *out) {
  uint32_t low;
  if (!hex4(r, out) || *out == 0 || (*out >= 0xDC00 && *out <= 0xDFFF))
    return false;
  if (*out < 0xD800 || *out > 0xDBFF) return true;
  if (!take(r, '\\') || !take(r, 'u') || !hex4(r, &low) || low < 0xDC00 ||
      low > 0xDFFF)
    return false;
  *out = 0x10000 + ((*out - 0xD800) << 10) + (low - 0xDC00);
  return true;
}

static bool escape(reader *r, char **to) {
  static const char from[] = "\"\\/bfnrt", into[] = "\"\\/\b\f\n\r\t";
  uint32_t code;
  if (r->at == r->end) return false;
  char c = *r->at++;
  const char *known = c ? strchr(from, c) : NULL;
  if (known) {
    *(*to)++ = into[known - from];
    return true;
  }
  if (c != 'u' || !escaped_code(r, &code)) return false;
  *to += cs_utf8_encode(code, (uint8_t *)*to);
  return true;
}

/* The text after an opening quote; NULL: malformed. */
static const char *read_text(reader *r) {
  char *start = r->d->texts + r->d->used, *to = start;
  while (r->at < r->end && *r->at != '"') {
    if ((unsigned char)*r->at < ' ') return NULL;
    if (*r->at == '\\') {
      r->at++;
      if (!escape(r, &to)) return NULL;
    } else {
      *to++ = *r->at++;
    }
  }
  if (!take(r, '"')) return NULL;
  *to++ = '\0';
  r->d->used += (size_t)(to - start);
  return start;
}

static bool digits(reader *r) {
  const char *start = r->at;
  while (r->at < r->end && *r->at >= '0' && *r->at <= '9') r->at++;
  return r->at > start;
}

static const char *read_number(reader *r) {
  const char *start = r->at;
  (void)take(r, '-');
  if (!take(r, '0') && !digits(r)) return NULL;
  if (take(r, '.') && !digits(r)) return NULL;
  if (r->at < r->end && (*r->at == 'e' || *r->at == 'E')) {
    r->at++;
    if (!take(r, '+')) (void)take(r, '-');
    if (!digits(r)) return NULL;
  }
  size_t n = (size_t)(r->at - start);
  char *copy = r->d->texts + r->d->used;
  memcpy(copy, start, n);
  copy[n] = '\0';
  r->d->used += n + 1;
  return copy;
}

/* --- nodes --------------------------------------------------------------- */

static uint32_t hash_key(const char *key) {
  uint32_t h = 2166136261u;
  for (; *key; key++) h = (h ^ (unsigned char)*key) * 16777619u;
  return h;
}

/* A new node, linked to what is open; CS_DOCUMENT_NONE: no room. */
static uint32_t add_node(reader *r, cs_document_kind kind, const char *key) {
  cs_document *d = r->d;
  if (d->n == CS_DOCUMENT_NODES) return CS_DOCUMENT_NONE;
  if (d->n == d->room) {
    uint32_t room = d->room ? 2 * d->room : 64;
    void *more = realloc(d->nodes, room * sizeof *d->nodes);
    if (!more) return CS_DOCUMENT_NONE;
    d->nodes = more;
    d->room = room;
  }
  uint32_t id = d->n++;
  d->nodes[id] = (cs_document_node){.kind = kind,
                                    .next = CS_DOCUMENT_NONE,
                                    .child = CS_DOCUMENT_NONE,
                                    .key = key,
                                    .key_hash = key ? hash_key(key) : 0};
  if (r->depth == 0) return id;
  uint32_t parent = r->open[r->depth - 1], *last = &r->last[r->depth - 1];
  if (*last == CS_DOCUMENT_NONE)
    d->nodes[parent].child = id;
  else
    d->nodes[*last].next = id;
  *last = id;
  d->nodes[parent].count++;
  return id;
}

static bool has_key(const cs_document *d, uint32_t map, const char *key) {
  return cs_document_get(d, map, key) != CS_DOCUMENT_NONE;
}

static bool word(reader *r, const char *text) {
  size_t n = strlen(text);
  if ((size_t)(r->end - r->at) < n || memcmp(r->at, text, n) != 0) return false;
  r->at += n;
  return true;
}

/* null, true, false, a number or a text. */
static bool read_scalar(reader *r, const char *key) {
  const char *text = NULL;
  bool truth = false;
  cs_document_kind kind = CS_DOCUMENT_NULL;
  if (take(r, '"')) {
    kind = CS_DOCUMENT_TEXT;
    text = read_text(r);
    if (!text) return false;
  } else if (word(r, "true") || word(r, "false")) {
    kind = CS_DOCUMENT_BOOL;
    truth = r->at[-2] == 'u';
  } else if (!word(r, "null")) {
    kind = CS_DOCUMENT_NUMBER;
    text = read_number(r);
    if (!text) return false;
  }
  uint32_t id = add_node(r, kind, key);
  if (id == CS_DOCUMENT_NONE) return false;
  r->d->nodes[id].text = text;
  r->d->nodes[id].truth = truth;
  return true;
}

static bool open_node(reader *r, cs_document_kind kind, const char *key) {
  if (r->depth == CS_DOCUMENT_DEPTH) return false;
  uint32_t id = add_node(r, kind, key);
  if (id == CS_DOCUMENT_NONE) return false;
  r->open[r->depth] = id;
  r->last[r->depth++] = CS_DOCUMENT_NONE;
  return true;
}

/* A value; lists and maps are only opened. */
static bool read_value(reader *r, const char *key) {
  skip_space(r);
  if (take(r, '{')) return open_node(r, CS_DOCUMENT_MAP, key);
  if (take(r, '[')) return open_node(r, CS_DOCUMENT_LIST, key);
  return read_scalar(r, key);
}

/* The next item of what is open, or its end. */
static bool read_item(reader *r) {
  uint32_t id = r->open[r->depth - 1];
  cs_document_node *node = &r->d->nodes[id];
  bool map = node->kind == CS_DOCUMENT_MAP;
  const char *key = NULL;
  skip_space(r);
  if (take(r, map ? '}' : ']')) {
    r->depth--;
    return true;
  }
  if (node->count > 0 && !take(r, ',')) return false;
  if (map) {
    skip_space(r);
    if (!take(r, '"') || !(key = read_text(r))) return false;
    if (node->count >= MEMBERS_MAX || has_key(r->d, id, key)) return false;
    skip_space(r);
    if (!take(r, ':')) return false;
  }
  return read_value(r, key);
}

/* Is it UTF-8 without NUL?  Escapes are judged where they are decoded. */
static bool is_text(const char *bytes, size_t n) {
  return !memchr(bytes, '\0', n) &&
         cs_utf8_check((const uint8_t *)bytes, n, false, NULL) == n;
}

cs_status cs_document_parse(cs_document *d, const char *bytes, size_t n,
                            cs_error *err) {
  *d = (cs_document){0};
  reader r = {.d = d, .at = bytes, .end = bytes + n};
  bool good = n > 0 && is_text(bytes, n);
  d->texts = malloc(n + 2); /* a text with its NUL replaces two quotes; a
                               number at the very end needs one byte more */
  if (!d->texts) return cs_error_set(err, CS_EOS, "out of memory");
  good = good && read_value(&r, NULL);
  while (good && r.depth > 0) good = read_item(&r);
  skip_space(&r);
  if (good && r.at == r.end) return CS_OK;
  bool full = d->n == CS_DOCUMENT_NODES;
  cs_document_fini(d);
  return full ? cs_error_set(err, CS_ELIMIT, "a JSON document is too large")
              : cs_error_set(err, CS_ECORRUPT,
                             "malformed JSON at byte %zu of %zu",
                             (size_t)(r.at - bytes), n);
}

void cs_document_fini(cs_document *d) {
  free(d->nodes);
  free(d->texts);
  *d = (cs_document){0};
}

/* --- reading ------------------------------------------------------------- */

bool cs_document_is(const cs_document *d, uint32_t node,
                    cs_document_kind kind) {
  return node < d->n && d->nodes[node].kind == kind;
}

uint32_t cs_document_first(const cs_document *d, uint32_t node) {
  return node < d->n ? d->nodes[node].child : CS_DOCUMENT_NONE;
}

uint32_t cs_document_next(const cs_document *d, uint32_t node) {
  return node < d->n ? d->nodes[node].next : CS_DOCUMENT_NONE;
}

uint32_t cs_document_get(const cs_document *d, uint32_t map, const char *key) {
  if (!cs_document_is(d, map, CS_DOCUMENT_MAP)) return CS_DOCUMENT_NONE;
  uint32_t hash = hash_key(key);
  for (uint32_t i = d->nodes[map].child; i != CS_DOCUMENT_NONE;
       i = d->nodes[i].next)
    if (d->nodes[i].key_hash == hash && strcmp(d->nodes[i].key, key) == 0)
      return i;
  return CS_DOCUMENT_NONE;
}

const char *cs_document_text(const cs_document *d, uint32_t map,
                             const char *key) {
  uint32_t id = cs_document_get(d, map, key);
  return cs_document_is(d, id, CS_DOCUMENT_TEXT) ? d->nodes[id].text : NULL;
}

bool cs_document_size(const cs_document *d, uint32_t map, const char *key,
                      uint64_t *out) {
  uint32_t id = cs_document_get(d, map, key);
  if (!cs_document_is(d, id, CS_DOCUMENT_NUMBER)) return false;
  const char *text = d->nodes[id].text;
  size_t n = strlen(text);
  if (n > 16 || strspn(text, "0123456789") != n) return false;
  uint64_t v = 0;
  for (; *text; text++) v = v * 10 + (uint64_t)(*text - '0');
  if (v >= UINT64_C(1) << 53) return false;
  *out = v;
  return true;
}

cs_status cs_document_quote(cs_buf *out, const char *text) {
  cs_status st = cs_buf_put_text(out, "\"");
  for (; st == CS_OK && *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      st = cs_buf_printf(out, "\\%c", c);
    else if (c < ' ' || c == 127)
      st = cs_buf_printf(out, "\\u%04x", c);
    else
      st = cs_buf_put(out, text, 1);
  }
  return st == CS_OK ? cs_buf_put_text(out, "\"") : st;
}
