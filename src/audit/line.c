/*
 * line.c - a record as a line of canonical JSON (RFC 8785, integers only).
 *
 * In a draft three bytes that no text can hold mark what chaining fills in.
 * The members are written in the order of their names, which canonical JSON
 * wants; tests/unit/test_audit.c checks every line with the strict reader.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/line.h"

#include <stdio.h>
#include <string.h>

#include "base/digest.h"
#include "base/utf8.h"

enum { AT_HASH = 1, AT_PREV = 2, AT_SEQ = 3 }; /* marks in a draft */

#define ITEMS 24   /* of data, at most */
#define ROOM  2048 /* bytes that most records fit into */

/* --- texts --------------------------------------------------------------- */

/* Characters that could move the eye of whoever reads the line: DEL, C1, line
 * separators, marks of direction. */
static bool is_sly(uint32_t cp) {
  return (cp >= 0x7F && cp <= 0x9F) || cp == 0x2028 || cp == 0x2029 ||
         (cp >= 0x200E && cp <= 0x200F) || (cp >= 0x202A && cp <= 0x202E) ||
         (cp >= 0x2066 && cp <= 0x2069) || cp == 0xFEFF;
}

static bool is_plain(unsigned char c) {
  return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

#define EACH(byte) (UINT64_C(0x0101010101010101) * (byte))

/* Does one of eight bytes have a value below `n` <= 0x80?  (Only with the top
 * bits of the others clear is the answer exact; we ask for that as well.) */
static uint64_t has_less(uint64_t x, uint64_t n) {
  return (x - EACH(n)) & ~x & EACH(0x80);
}

/* Are all eight plain?  Eight at a time make rendering twice as fast. */
static bool are_plain(const char *s) {
  uint64_t x;
  memcpy(&x, s, sizeof x);
  uint64_t quote = x ^ EACH('"'), slash = x ^ EACH('\\'), del = x ^ EACH(0x7F);
  return !((x & EACH(0x80)) | has_less(x, 0x20) | has_less(quote, 1) |
           has_less(slash, 1) | has_less(del, 1));
}

/* One ASCII character that needs an escape. */
static size_t escape(char *out, unsigned char c) {
  static const char hex[] = "0123456789abcdef";
  static const char from[] = "\"\\\b\f\n\r\t", to[] = "\"\\bfnrt";
  const char *f = c ? strchr(from, c) : NULL;
  if (f) {
    out[0] = '\\';
    out[1] = to[f - from];
    return 2;
  }
  if (c == 0x7F) {
    memcpy(out, "\\\\u007f", 7);
    return 7;
  }
  memcpy(out, "\\u00", 4);
  out[4] = hex[c >> 4];
  out[5] = hex[c & 15];
  return 6;
}

/* A character that is not ASCII, or a byte that is no text. */
static size_t put_wide(char *out, const char *s, size_t n, size_t *used) {
  uint32_t cp = 0;
  uint32_t width = cs_utf8_decode_check((const uint8_t *)s, n, false, &cp);
  if (width == 0) {
    *used = 1;
    return (size_t)sprintf(out, "\\\\x%02x", (unsigned char)*s);
  }
  *used = width;
  if (is_sly(cp)) return (size_t)sprintf(out, "\\\\u%04x", (unsigned)cp);
  memcpy(out, s, width);
  return width;
}

/* Into room for 7 * n + 2 bytes; returns the end. */
static char *put_quoted(char *p, const char *text, size_t n) {
  *p++ = '"';
  for (size_t i = 0; i < n;) {
    size_t from = i, used = 1;
    while (n - i >= 8 && are_plain(text + i)) i += 8;
    while (i < n && is_plain((unsigned char)text[i])) i++;
    p = mempcpy(p, text + from, i - from);
    if (i == n) break;
    unsigned char c = (unsigned char)text[i];
    if (c < 0x80)
      p += escape(p, c);
    else
      p += put_wide(p, text + i, n - i, &used);
    i += used;
  }
  *p++ = '"';
  return p;
}

cs_status cs_line_quote(cs_buf *out, const char *text, size_t n) {
  /* A byte becomes at most seven. */
  cs_status st = n > CS_LINE_MAX ? CS_ELIMIT : cs_buf_reserve(out, 7 * n + 8);
  if (st != CS_OK) return st;
  char *end = put_quoted(out->data + out->len, text, n);
  out->len = (size_t)(end - out->data);
  cs_buf_seal(out);
  return CS_OK;
}

/* --- members ------------------------------------------------------------- */

/* Writes between `at` and `end`, which is memory of `out`. */
typedef struct pen {
  cs_buf *out, *scratch;
  char *at, *end;
  const cs_secrets *secrets;
  cs_status status; /* the first failure sticks */
  bool first;
} pen;

/* Room for `n` bytes more; false: there is none. */
static bool has_room(pen *p, size_t n) {
  if ((size_t)(p->end - p->at) >= n) return true;
  if (p->status != CS_OK) return false;
  p->out->len = (size_t)(p->at - p->out->data);
  p->status = cs_buf_reserve(p->out, n + ROOM);
  if (p->status != CS_OK) return false;
  p->at = p->out->data + p->out->len;
  p->end = p->at + n + ROOM;
  return true;
}

static void raw(pen *p, const char *text, size_t n) {
  if (has_room(p, n)) p->at = mempcpy(p->at, text, n);
}

#define KEY 48 /* bytes of a name, at most */

/* Names are ours: they need no escapes. */
static void key(pen *p, const char *name, size_t n) {
  if (n > KEY) n = KEY;
  if (!has_room(p, KEY + 8)) return;
  *p->at = ',';
  p->at += !p->first;
  p->first = false;
  *p->at++ = '"';
  p->at = mempcpy(p->at, name, n);
  *p->at++ = '"';
  *p->at++ = ':';
}

/* A name that the compiler sees. */
#define NAME(p, literal) key(p, literal, sizeof(literal) - 1)

static void quote(pen *p, const char *text, size_t n) {
  if (!has_room(p, 7 * n + 8)) return;
  p->at = put_quoted(p->at, text, n);
}

/* Where the text may be cut: not inside of a character. */
static size_t cut(const char *text, size_t n, size_t most) {
  if (n <= most) return n;
  n = most;
  for (int i = 0; i < 3 && n > 0 && ((unsigned char)text[n] & 0xC0) == 0x80;)
    i++, n--;
  return n;
}

/* Secrets are hidden first and the text is cut then: no half of a secret is
 * left at the end. */
static void value(pen *p, const char *text, size_t n, size_t most) {
  if (p->status != CS_OK) return;
  if (p->secrets && p->secrets->n) {
    size_t look = most + p->secrets->longest;
    cs_buf_clear(p->scratch);
    p->status =
        cs_secrets_hide(p->secrets, text, n < look ? n : look, p->scratch);
    text = cs_buf_text(p->scratch);
    n = p->scratch->len;
  }
  if (p->status == CS_OK) quote(p, text, cut(text, n, most));
}

/* A member with a text, if there is one. */
static void text(pen *p, const char *name, size_t n, const char *s) {
  if (!s) return;
  key(p, name, n);
  value(p, s, strlen(s), CS_LINE_TEXT);
}

#define TEXT(p, literal, s) text(p, literal, sizeof(literal) - 1, s)

/* Decimal digits, at most 20; returns how many.  printf would be half of what a
 * record costs. */
static size_t digits_of(uint64_t v, char out[20]) {
  char text[20];
  size_t n = 0;
  do text[n++] = (char)('0' + v % 10);
  while ((v /= 10));
  for (size_t i = 0; i < n; i++) out[i] = text[n - 1 - i];
  return n;
}

static void number(pen *p, int64_t v) {
  if (!has_room(p, 24)) return;
  if (v < 0) *p->at++ = '-';
  p->at += digits_of(v < 0 ? 0 - (uint64_t)v : (uint64_t)v, p->at);
}

#define NUMBER(p, literal, v) (NAME(p, literal), number(p, v))

/* Sorted by key; the list is short. */
static size_t sort(const cs_audit_record *r, const cs_audit_item *out[ITEMS]) {
  size_t n = 0;
  for (size_t i = 0; i < r->ndata && n < ITEMS; i++) {
    size_t at = n++;
    for (; at > 0 && strcmp(out[at - 1]->key, r->data[i].key) > 0; at--)
      out[at] = out[at - 1];
    out[at] = &r->data[i];
  }
  return n;
}

static bool is_long(const char *name) {
  return strcmp(name, "code") == 0 || strcmp(name, "args") == 0;
}

static void data(pen *p, const cs_audit_record *r) {
  const cs_audit_item *item[ITEMS];
  if (r->ndata == 0) return;
  size_t n = sort(r, item);
  NAME(p, "data");
  raw(p, "{", 1);
  p->first = true;
  for (size_t i = 0; i < n; i++) {
    key(p, item[i]->key, strlen(item[i]->key));
    if (item[i]->text)
      value(p, item[i]->text, item[i]->len,
            is_long(item[i]->key) ? CS_LINE_CODE : CS_LINE_TEXT);
    else
      number(p, item[i]->number);
  }
  raw(p, "}", 1);
  p->first = false;
}

/* `width` digits of `v`, and what separates them from the next. */
static char *put_digits(char *out, int64_t v, int width, char then) {
  for (int i = width - 1; i >= 0; i--) {
    out[i] = (char)('0' + v % 10);
    v /= 10;
  }
  out[width] = then;
  return out + width + 1;
}

/* Year, month and day of a day since 1970-01-01: years begin in March, so that
 * the odd day is their last. */
static void date_of(int64_t days, int64_t *y, int64_t *m, int64_t *d) {
  days += 719468; /* since 0000-03-01 */
  int64_t era = days / 146097, doe = days % 146097;
  int64_t yoe = (doe - doe / 1460 + doe / 36524 - doe / 146096) / 365;
  int64_t doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
  int64_t month = (5 * doy + 2) / 153; /* from March */
  *d = doy - (153 * month + 2) / 5 + 1;
  *m = month < 10 ? month + 3 : month - 9;
  *y = yoe + era * 400 + (*m <= 2);
}

void cs_line_time(int64_t ns, char out[CS_LINE_TIME + 1]) {
  int64_t y, m, d, s = ns / 1000000000;
  date_of(s / 86400, &y, &m, &d);
  char *p = put_digits(out, y, 4, '-');
  p = put_digits(p, m, 2, '-');
  p = put_digits(p, d, 2, 'T');
  p = put_digits(p, s / 3600 % 24, 2, ':');
  p = put_digits(p, s / 60 % 60, 2, ':');
  p = put_digits(p, s % 60, 2, '.');
  p = put_digits(p, ns / 1000000 % 1000, 3, 'Z');
  *p = 0;
}

static void time_of(pen *p, int64_t ns) {
  char text[CS_LINE_TIME + 3] = "\"";
  cs_line_time(ns, text + 1);
  text[CS_LINE_TIME + 1] = '"';
  NAME(p, "t");
  raw(p, text, CS_LINE_TIME + 2);
}

static void write_members(pen *p, const cs_line_frame *f,
                          const cs_audit_record *r) {
  raw(p, "{", 1);
  TEXT(p, "boot", f->boot);
  if (r->has & CS_AUDIT_BYTES_IN) NUMBER(p, "bytes_in", r->bytes_in);
  if (r->has & CS_AUDIT_BYTES_OUT) NUMBER(p, "bytes_out", r->bytes_out);
  TEXT(p, "capability", r->capability);
  data(p, r);
  TEXT(p, "decision", r->decision);
  TEXT(p, "depth", r->depth);
  if (r->has & CS_AUDIT_EXIT_CODE) NUMBER(p, "exit_code", r->exit_code);
  raw(p, "\1", 1);
  TEXT(p, "kind", r->kind);
  TEXT(p, "mechanism", r->mechanism);
  NUMBER(p, "mono_ms", f->mono_ms);
  if (r->object) {
    NAME(p, "object");
    value(p, r->object, r->object_len, CS_LINE_TEXT);
  }
  TEXT(p, "owner", f->owner);
  TEXT(p, "policy_hash", f->policy_hash);
  NAME(p, "prev");
  raw(p, "\"\2\"", 3);
  TEXT(p, "reason", r->reason);
  TEXT(p, "report_hash", f->report_hash);
  TEXT(p, "rule", r->rule);
  TEXT(p, "run", r->run);
  TEXT(p, "sandbox", r->sandbox);
  NAME(p, "seq");
  raw(p, "\3", 1);
  TEXT(p, "session", r->session);
  time_of(p, f->now_ns);
  TEXT(p, "tool_call", r->tool_call);
  NUMBER(p, "v", 1);
  TEXT(p, "writer", f->writer);
  raw(p, "}\n", 2);
}

cs_status cs_line_render(cs_buf *out, const cs_line_frame *f,
                         const cs_audit_record *r, cs_buf *scratch) {
  size_t before = out->len;
  cs_status st = cs_buf_reserve(out, ROOM);
  if (st != CS_OK) return st;
  pen p = {.out = out,
           .scratch = scratch,
           .at = out->data + before,
           .end = out->data + before + ROOM,
           .secrets = f->secrets,
           .first = true};
  write_members(&p, f, r);
  out->len = p.status == CS_OK ? (size_t)(p.at - out->data) : before;
  cs_buf_seal(out);
  return p.status;
}

/* --- chaining ------------------------------------------------------------ */

void cs_line_digest(const char *a, size_t an, const char *b, size_t bn,
                    char hex[CS_LINE_HASH + 1]) {
  static const char digits[] = "0123456789abcdef";
  uint8_t out[32];
  cs_digest d;
  cs_digest_init(&d, CS_DIGEST_SHA256);
  cs_digest_update(&d, a, an);
  cs_digest_update(&d, b, bn);
  cs_digest_finish(&d, out, sizeof out);
  for (int i = 0; i < 32; i++) {
    hex[2 * i] = digits[out[i] >> 4];
    hex[2 * i + 1] = digits[out[i] & 15];
  }
  hex[CS_LINE_HASH] = 0;
}

/* `"hash":"...",` comes behind the comma that follows the mark: "boot" and
 * "kind" are around it in every record.  It is not part of what is hashed. */
#define MEMBER (8 + CS_LINE_HASH + 2)

cs_status cs_line_chain(cs_buf *out, const char *draft, size_t n, uint64_t seq,
                        char hash[CS_LINE_HASH + 1]) {
  const char *h = memchr(draft, AT_HASH, n);
  const char *end = draft + n;
  const char *v = h ? memchr(h, AT_PREV, (size_t)(end - h)) : NULL;
  const char *q = v ? memchr(v, AT_SEQ, (size_t)(end - v)) : NULL;
  if (!q || h[1] != ',' || end[-1] != '\n') return CS_ECORRUPT;
  cs_status st = cs_buf_reserve(out, n + MEMBER + CS_LINE_HASH + 24);
  if (st != CS_OK) return st;
  char *start = out->data + out->len, *p = start;
  p = mempcpy(p, draft, (size_t)(h - draft));
  *p++ = ',';
  char *member = p, *rest = p + MEMBER;
  p = mempcpy(rest, h + 2, (size_t)(v - h - 2));
  p = mempcpy(p, hash, CS_LINE_HASH);
  p = mempcpy(p, v + 1, (size_t)(q - v - 1));
  p += digits_of(seq, p);
  p = mempcpy(p, q + 1, (size_t)(end - q - 1));
  cs_line_digest(start, (size_t)(member - start), rest, (size_t)(p - rest) - 1,
                 hash);
  member = mempcpy(member, "\"hash\":\"", 8);
  member = mempcpy(member, hash, CS_LINE_HASH);
  memcpy(member, "\",", 2);
  out->len = (size_t)(p - out->data);
  cs_buf_seal(out);
  return CS_OK;
}
