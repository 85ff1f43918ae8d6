/*
 * scan.c - reading a line of the log: strict, and never trusting it.
 *
 * A walk without recursion: objects nest at most DEEP levels, and lists do not
 * occur.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/scan.h"

#include <string.h>

#include "base/utf8.h"

#define DEEP 4

static const char *const names[CS_FIELDS] = {
#define X(name) #name,
    CS_AUDIT_FIELDS(X)
#undef X
};

const char *cs_scan_name(cs_audit_field f) {
  return names[f];
}

/* --- values -------------------------------------------------------------- */

typedef struct cursor {
  const char *at, *end;
} cursor;

static bool eat(cursor *c, char byte) {
  if (c->at == c->end || *c->at != byte) return false;
  c->at++;
  return true;
}

static bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

/* Behind a backslash: the escapes that canonical JSON has. */
static bool skip_escape(cursor *c) {
  if (c->at == c->end) return false;
  if (strchr("\"\\bfnrt", *c->at) && *c->at) {
    c->at++;
    return true;
  }
  if (c->end - c->at < 5 || memcmp(c->at, "u00", 3) != 0) return false;
  const char *h = c->at + 3;
  if ((h[0] != '0' && h[0] != '1') || !is_hex(h[1])) return false;
  if (h[0] == '0' && strchr("89acd", h[1])) return false; /* has a letter */
  c->at += 5;
  return true;
}

static bool skip_text(cursor *c) {
  if (!eat(c, '"')) return false;
  while (c->at < c->end && *c->at != '"') {
    unsigned char b = (unsigned char)*c->at;
    if (b < 0x20) return false;
    if (b == '\\') {
      c->at++;
      if (!skip_escape(c)) return false;
    } else if (b < 0x80) {
      c->at++;
    } else {
      uint32_t cp,
          width = cs_utf8_decode_check((const uint8_t *)c->at,
                                       (size_t)(c->end - c->at), false, &cp);
      if (width == 0) return false;
      c->at += width;
    }
  }
  return eat(c, '"');
}

/* No leading zero, no "-0", at most 18 digits. */
static bool skip_number(cursor *c) {
  bool minus = eat(c, '-');
  const char *first = c->at;
  while (c->at < c->end && *c->at >= '0' && *c->at <= '9') c->at++;
  size_t n = (size_t)(c->at - first);
  if (n == 0 || n > 18) return false;
  return *first != '0' || (n == 1 && !minus);
}

static bool skip_word(cursor *c, const char *word) {
  size_t n = strlen(word);
  if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0) return false;
  c->at += n;
  return true;
}

static bool skip_plain(cursor *c) {
  if (c->at == c->end) return false;
  if (*c->at == '"') return skip_text(c);
  if (*c->at == 't') return skip_word(c, "true");
  if (*c->at == 'f') return skip_word(c, "false");
  return skip_number(c);
}

/* Names must grow: that also keeps them from coming twice. */
static bool is_after(cs_scan_span before, cs_scan_span now) {
  size_t n = before.n < now.n ? before.n : now.n;
  int order = memcmp(before.at, now.at, n);
  return order < 0 || (order == 0 && before.n < now.n);
}

/* Name of the next member, without quotes, and the colon. */
static bool read_name(cursor *c, cs_scan_span *last) {
  const char *from = c->at;
  if (!skip_text(c)) return false;
  cs_scan_span name = {from + 1, (size_t)(c->at - from) - 2};
  if (memchr(name.at, '\\', name.n) || !eat(c, ':')) return false;
  if (last->at && !is_after(*last, name)) return false;
  *last = name;
  return true;
}

/* An object inside of the record. */
static bool skip_object(cursor *c) {
  cs_scan_span last[DEEP] = {{0}};
  int depth = 0;
  if (!eat(c, '{')) return false;
  for (;;) {
    if (!last[depth].at && eat(c, '}')) { /* an empty one */
      if (depth-- == 0) return true;
    } else {
      if (!read_name(c, &last[depth])) return false;
      if (eat(c, '{')) {
        if (++depth == DEEP) return false;
        last[depth] = (cs_scan_span){0};
        continue;
      }
      if (!skip_plain(c)) return false;
    }
    while (eat(c, '}')) /* behind a value */
      if (depth-- == 0) return true;
    if (!eat(c, ',')) return false;
  }
}

/* --- records ------------------------------------------------------------- */

static int field_of(cs_scan_span name) {
  for (int f = 0; f < CS_FIELDS; f++)
    if (strlen(names[f]) == name.n && memcmp(names[f], name.at, name.n) == 0)
      return f;
  return -1;
}

static bool is_hash(cs_scan_span s) {
  if (s.n != CS_LINE_HASH + 2) return false;
  for (size_t i = 1; i <= CS_LINE_HASH; i++)
    if (!is_hex(s.at[i])) return false;
  return true;
}

static bool is_number(cs_scan_span s) {
  return s.n && s.at[0] != '"';
}
static bool is_text(cs_scan_span s) {
  return s.n && s.at[0] == '"';
}

static bool is_record(cs_scan_line *l) {
  const cs_scan_span *f = l->field;
  int64_t seq, v;
  if (!is_hash(f[CS_FIELD_hash]) || !is_hash(f[CS_FIELD_prev])) return false;
  if (!is_text(f[CS_FIELD_kind]) || !is_text(f[CS_FIELD_t])) return false;
  if (!is_number(f[CS_FIELD_seq]) || !is_number(f[CS_FIELD_v])) return false;
  if (!cs_scan_number(l, CS_FIELD_seq, &seq) || seq < 1) return false;
  if (!cs_scan_number(l, CS_FIELD_v, &v) || v != 1) return false;
  l->seq = (uint64_t)seq;
  return l->hash_member.n != 0;
}

static bool read_member(cursor *c, cs_scan_span *last, cs_scan_line *out) {
  const char *from = c->at;
  if (!read_name(c, last)) return false;
  cs_scan_span v = {c->at, 0};
  bool object = c->at < c->end && *c->at == '{';
  if (!(object ? skip_object(c) : skip_plain(c))) return false;
  v.n = (size_t)(c->at - v.at);
  int f = field_of(*last);
  if (f < 0) return true;
  if (object != (f == CS_FIELD_data)) return false;
  out->field[f] = v;
  if (f == CS_FIELD_hash && c->at < c->end && *c->at == ',')
    out->hash_member = (cs_scan_span){from, (size_t)(c->at + 1 - from)};
  return true;
}

bool cs_scan_read(const char *text, size_t n, cs_scan_line *out) {
  cursor c = {text, text + n};
  cs_scan_span last = {0};
  *out = (cs_scan_line){0};
  if (!eat(&c, '{')) return false;
  do {
    if (!read_member(&c, &last, out)) return false;
  } while (eat(&c, ','));
  return eat(&c, '}') && c.at == c.end && is_record(out);
}

bool cs_scan_is_whole(const char *text, size_t n, const cs_scan_line *l) {
  char hash[CS_LINE_HASH + 1];
  const char *rest = l->hash_member.at + l->hash_member.n;
  cs_line_digest(text, (size_t)(l->hash_member.at - text), rest,
                 (size_t)(text + n - rest), hash);
  return cs_scan_has_hash(l, CS_FIELD_hash, hash);
}

bool cs_scan_has_hash(const cs_scan_line *l, cs_audit_field f,
                      const char hash[CS_LINE_HASH]) {
  return memcmp(l->field[f].at + 1, hash, CS_LINE_HASH) == 0;
}

bool cs_scan_is(const cs_scan_line *l, cs_audit_field f, const char *text) {
  size_t n = strlen(text);
  return l->field[f].n == n + 2 && memcmp(l->field[f].at + 1, text, n) == 0;
}

bool cs_scan_number(const cs_scan_line *l, cs_audit_field f, int64_t *out) {
  cs_scan_span s = l->field[f];
  if (s.n == 0 || !((s.at[0] >= '0' && s.at[0] <= '9') || s.at[0] == '-'))
    return false;
  int64_t v = 0;
  for (size_t i = s.at[0] == '-'; i < s.n; i++) v = 10 * v + (s.at[i] - '0');
  *out = s.at[0] == '-' ? -v : v;
  return true;
}

cs_scan_span cs_scan_datum(const cs_scan_line *l, const char *name) {
  cs_scan_span d = l->field[CS_FIELD_data], none = {0}, last = {0};
  cursor c = {d.at, d.at + d.n};
  if (d.n == 0 || !eat(&c, '{')) return none;
  while (read_name(&c, &last)) {
    const char *from = c.at;
    bool object = c.at < c.end && *c.at == '{';
    if (!(object ? skip_object(&c) : skip_plain(&c))) return none;
    if (strlen(name) == last.n && memcmp(name, last.at, last.n) == 0)
      return (cs_scan_span){from, (size_t)(c.at - from)};
    if (!eat(&c, ',')) return none;
  }
  return none;
}

static char unescape(const char *s, size_t *used) {
  static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
  *used = 2;
  const char *f = s[1] ? strchr(from, s[1]) : NULL;
  if (f) return to[f - from];
  if (s[1] != 'u') return s[1];
  *used = 6;
  int high = s[4] - '0', low = s[5] <= '9' ? s[5] - '0' : s[5] - 'a' + 10;
  return (char)(16 * high + low);
}

size_t cs_scan_text(cs_scan_span s, char *out, size_t room) {
  size_t n = 0, i = 1;
  if (room == 0) return 0;
  bool quoted = s.n >= 2 && s.at[0] == '"';
  size_t end = quoted ? s.n - 1 : s.n;
  for (i = quoted; i < end && n + 1 < room;) {
    size_t used = 1;
    out[n++] = quoted && s.at[i] == '\\' ? unescape(s.at + i, &used) : s.at[i];
    i += used;
  }
  out[n] = 0;
  return n;
}
