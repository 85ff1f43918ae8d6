/*
 * line.c - a record as a line of canonical JSON (RFC 8785, integers only).
 *
 * The members are written in the order of their names, which canonical JSON
 * wants; tests/unit/test_audit.c checks every line with the strict reader.  The
 * hash has its place in the middle, which is left free until it is known.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/line.h"

#include <stdio.h>
#include <string.h>

#include "audit/pen.h"
#include "base/utf8.h"
#include "base/weaken.h"
#include "digest/digest.h"

/* --- texts --------------------------------------------------------------- */

/* Characters that could move the eye of whoever reads the line: DEL, C1, line
 * separators, marks of direction. */
static bool is_sly(uint32_t cp) { /* redteam: L09 */
  if (cs_weaken("L09")) return false;
  return (cp >= 0x7F && cp <= 0x9F) || cp == 0x2028 || cp == 0x2029 ||
         (cp >= 0x200E && cp <= 0x200F) || (cp >= 0x202A && cp <= 0x202E) ||
         (cp >= 0x2066 && cp <= 0x2069) || cp == 0xFEFF;
}

static bool is_plain(unsigned char c) {
  return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

typedef signed char lanes __attribute__((vector_size(16)));

/* Copy sixteen bytes; are the first `n` of them plain?  Most of a line is, and
 * looking at one byte after the other would be half of what spelling costs.
 * (Bytes from 0x80 on are negative, hence not plain.) */
static inline bool copy_plain(char *out, const char *s, size_t n) {
  static const lanes index = {0, 1, 2,  3,  4,  5,  6,  7,
                              8, 9, 10, 11, 12, 13, 14, 15};
  lanes x, last = index - index + (signed char)(n < 16 ? n : 16);
  uint64_t good[2];
  memcpy(&x, s, sizeof x);
  memcpy(out, &x, sizeof x);
  lanes is =
      ((x >= 0x20) & (x != 0x7F) & (x != '"') & (x != '\\')) | (index >= last);
  memcpy(good, &is, sizeof good);
  return (good[0] & good[1]) == UINT64_MAX;
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

#define QUOTED(n) (7 * (n) + 2 + CS_MEMO_SLACK) /* at most, with slack */

/* Into room for QUOTED(n) bytes; returns the end. */
static char *put_quoted(char *p, const char *text, size_t n) {
  *p++ = '"';
  for (size_t i = 0; i < n;) {
    size_t used = 1;
    if (copy_plain(p, text + i, n - i)) {
      size_t step = n - i < 16 ? n - i : 16;
      i += step;
      p += step;
      continue;
    }
    while (is_plain((unsigned char)text[i])) *p++ = text[i++];
    unsigned char c = (unsigned char)text[i]; /* there is one */
    if (c < 0x80)
      p += escape(p, c);
    else
      p += put_wide(p, text + i, n - i, &used);
    i += used;
  }
  *p++ = '"';
  return p;
}

/* --- members ------------------------------------------------------------- */

typedef struct pen {
  cs_pen to;
  bool first; /* no member stands before the next one */
} pen;

static inline void raw(pen *p, const char *text, size_t n) {
  cs_pen_put(&p->to, text, n);
}

/* Names need no escapes (memo.c). */
static inline void key(pen *p, const char *name, size_t n) {
  if (!cs_pen_has_room(&p->to, CS_MEMO_KEY + 8)) return;
  *p->to.at = ',';
  p->to.at += !p->first;
  p->first = false;
  *p->to.at++ = '"';
  p->to.at = mempcpy(p->to.at, name, n);
  *p->to.at++ = '"';
  *p->to.at++ = ':';
}

/* A name that the compiler sees. */
#define NAME(p, literal) key(p, literal, sizeof(literal) - 1)

static void quote(pen *p, const char *text, size_t n) {
  if (!cs_pen_has_room(&p->to, QUOTED(n))) return;
  p->to.at = put_quoted(p->to.at, text, n);
}

/* A member with a text, if there is one. */
static void text(pen *p, const char *name, size_t n, cs_memo_text t) {
  if (!t.at) return;
  key(p, name, n);
  quote(p, t.at, t.n);
}

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

/* The reader takes 18 digits, and who told the number may be a worker that says
 * anything: more would make the line no record, and the log end with it. */
static void number(pen *p, int64_t v) {
  static const uint64_t most = 999999999999999999;
  uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
  if (!cs_pen_has_room(&p->to, 24)) return;
  if (v < 0) *p->to.at++ = '-';
  p->to.at += digits_of(u < most ? u : most, p->to.at);
}

#define NUMBER(p, literal, v) (NAME(p, literal), number(p, v))

static void data(pen *p, const cs_memo *m) {
  if (m->head.ndata == 0) return;
  NAME(p, "data");
  raw(p, "{", 1);
  p->first = true;
  for (uint32_t i = 0; i < m->head.ndata; i++) {
    const cs_memo_item *item = &m->data[i];
    key(p, item->key.at, item->key.n);
    if (item->text.at)
      quote(p, item->text.at, item->text.n);
    else
      number(p, item->number);
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
  if (ns < 0) ns = 0;
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

/* `"hash":"...",` is not part of what is hashed. */
#define MEMBER (8 + CS_LINE_HASH + 2)

/* Leave room for it behind the comma; returns where. */
static size_t skip_hash(pen *p) {
  raw(p, ",", 1);
  if (!cs_pen_has_room(&p->to, MEMBER)) return 0;
  p->to.at += MEMBER;
  p->first = true; /* its own comma is in there */
  return (size_t)(p->to.at - MEMBER - p->to.out->data);
}

#define TEXT(name) text(p, #name, sizeof #name - 1, m->text[CS_MEMO_##name])

static size_t write_members(pen *p, const cs_memo *m, uint64_t seq,
                            const char prev[CS_LINE_HASH]) {
  const cs_memo_head *h = &m->head;
  raw(p, "{", 1);
  TEXT(boot);
  if (h->has & CS_AUDIT_BYTES_IN) NUMBER(p, "bytes_in", h->bytes_in);
  if (h->has & CS_AUDIT_BYTES_OUT) NUMBER(p, "bytes_out", h->bytes_out);
  TEXT(capability);
  data(p, m);
  TEXT(decision);
  TEXT(depth);
  if (h->has & CS_AUDIT_EXIT_CODE) NUMBER(p, "exit_code", h->exit_code);
  size_t hash = skip_hash(p);
  TEXT(kind);
  TEXT(mechanism);
  NUMBER(p, "mono_ms", h->mono_ms);
  TEXT(object);
  TEXT(owner);
  TEXT(policy_hash);
  NAME(p, "prev");
  raw(p, "\"", 1);
  raw(p, prev, CS_LINE_HASH);
  raw(p, "\"", 1);
  TEXT(reason);
  TEXT(report_hash);
  TEXT(rule);
  TEXT(run);
  TEXT(sandbox);
  NAME(p, "seq");
  number(p, (int64_t)seq);
  TEXT(session);
  time_of(p, h->now_ns);
  TEXT(tool_call);
  NUMBER(p, "v", 1);
  TEXT(writer);
  raw(p, "}\n", 2);
  return hash;
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

cs_status cs_line_write(cs_buf *out, const cs_memo *m, uint64_t seq,
                        char hash[CS_LINE_HASH + 1]) {
  size_t before = out->len;
  if (!m->text[CS_MEMO_boot].at) return CS_ECORRUPT; /* it is before the hash */
  pen p = {.to = cs_pen_start(out), .first = true};
  size_t gap = write_members(&p, m, seq, hash);
  if (cs_pen_finish(&p.to, 0) != CS_OK) {
    out->len = before;
    cs_buf_seal(out);
    return p.to.status;
  }
  char *member = out->data + gap, *rest = member + MEMBER;
  cs_line_digest(out->data + before, gap - before, rest,
                 (size_t)(p.to.at - rest) - 1, hash);
  member = mempcpy(member, "\"hash\":\"", 8);
  member = mempcpy(member, hash, CS_LINE_HASH);
  memcpy(member, "\",", 2);
  return CS_OK;
}

cs_status cs_line_write_some(cs_buf *out, cs_memos *memos, size_t most,
                             uint64_t *seq, char hash[CS_LINE_HASH + 1]) {
  while (out->len < most && memos->at < memos->n) {
    const cs_memo *m = cs_memos_next(memos);
    cs_status st = m ? cs_line_write(out, m, *seq + 1, hash) : CS_ECORRUPT;
    if (st != CS_OK) return st;
    ++*seq;
  }
  return CS_OK;
}
