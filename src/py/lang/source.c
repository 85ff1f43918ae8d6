/*
 * source.c - encoding, line ends and forbidden bytes.
 *
 * Nearly every source is ASCII with '\n', so the work is one copy and three
 * scans at memory speed.  Only UTF-8, Latin-1 and ASCII are understood; other
 * cookies are refused with CPython's text for unknown encodings.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/lang/source.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

typedef enum encoding { ENC_UTF8, ENC_LATIN1, ENC_UNKNOWN } encoding;

static cs_status fail_plain(cs_unit *u, int32_t line, int32_t col,
                            const char *text) {
  u->failed = true;
  u->error = (cs_syntax_error){.line = line, .col = col};
  snprintf(u->error.text, sizeof u->error.text, "%s", text);
  return CS_ESYNTAX;
}

static bool is_cookie_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

/* Find "coding[:=] *name" in the comment line [s, end). */
static const char *find_cookie(const char *s, const char *end, size_t *len) {
  while (s < end && (*s == ' ' || *s == '\t' || *s == '\f')) s++;
  if (s == end || *s != '#') return NULL;
  for (; end - s > 7; s++) {
    if (memcmp(s, "coding", 6) != 0 || (s[6] != ':' && s[6] != '=')) continue;
    s += 7;
    while (s < end && (*s == ' ' || *s == '\t')) s++;
    const char *name = s;
    while (s < end && is_cookie_char(*s)) s++;
    *len = (size_t)(s - name);
    return *len ? name : NULL;
  }
  return NULL;
}

static bool has_prefix(const char *name, const char *prefix) {
  size_t n = strlen(prefix);
  return strncmp(name, prefix, n) == 0 && (name[n] == '\0' || name[n] == '-');
}

static encoding encoding_of(const char *name, size_t len) {
  char low[24] = {0};
  for (size_t i = 0; i < len && i < sizeof low - 1; i++) {
    char c = name[i] == '_' ? '-' : name[i];
    low[i] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
  }
  static const char *const utf8[] = {"utf-8", "utf8", "ascii", "us-ascii"};
  static const char *const latin1[] = {"latin-1", "iso-8859-1", "latin1",
                                       "iso-latin-1", "iso8859-1"};
  for (size_t i = 0; i < sizeof utf8 / sizeof *utf8; i++)
    if (has_prefix(low, utf8[i])) return ENC_UTF8;
  for (size_t i = 0; i < sizeof latin1 / sizeof *latin1; i++)
    if (has_prefix(low, latin1[i])) return ENC_LATIN1;
  return ENC_UNKNOWN;
}

static bool is_blank_or_comment(const char *s, const char *end) {
  while (s < end && (*s == ' ' || *s == '\t' || *s == '\f' || *s == '\r')) s++;
  return s == end || *s == '#';
}

/* The encoding declared in the first two lines. */
static cs_status detect(cs_unit *u, const char *s, const char *end,
                        encoding *out) {
  *out = ENC_UTF8;
  for (int line = 0; line < 2 && s < end; line++) {
    const char *nl = memchr(s, '\n', (size_t)(end - s));
    const char *stop = nl ? nl : end;
    size_t len;
    const char *name = find_cookie(s, stop, &len);
    if (name) {
      *out = encoding_of(name, len);
      if (*out != ENC_UNKNOWN) return CS_OK;
      char text[128];
      snprintf(text, sizeof text, "unknown encoding: %.*s",
               (int)(len > 80 ? 80 : len), name);
      return fail_plain(u, 0, -1, text);
    }
    if (!nl || !is_blank_or_comment(s, stop)) break;
    s = nl + 1;
  }
  return CS_OK;
}

static bool is_ascii(const char *s, size_t len) {
  return cs_utf8_is_ascii((const uint8_t *)s, len);
}

static cs_status check_utf8(cs_unit *u) {
  const uint8_t *s = (const uint8_t *)u->src;
  size_t bad = cs_utf8_check(s, u->len, false, NULL);
  if (bad == u->len) return CS_OK;
  int32_t line = 1;
  size_t line_at = 0;
  for (size_t i = 0; i < bad; i++)
    if (s[i] == '\n') line++, line_at = i + 1;
  bool start = s[bad] < 0xC2 || s[bad] > 0xF4;
  char text[128];
  snprintf(text, sizeof text,
           "(unicode error) 'utf-8' codec can't decode byte 0x%02x in "
           "position %zu: invalid %s byte",
           s[bad], bad - line_at, start ? "start" : "continuation");
  return fail_plain(u, line, (int32_t)(bad - line_at) + 1, text);
}

/* Copy with "\r\n" and lone '\r' as '\n'. */
static size_t copy_lines(char *out, const char *s, size_t len) {
  if (!memchr(s, '\r', len)) {
    memcpy(out, s, len);
    return len;
  }
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    if (s[i] != '\r') {
      out[n++] = s[i];
      continue;
    }
    out[n++] = '\n';
    if (i + 1 < len && s[i + 1] == '\n') i++;
  }
  return n;
}

static size_t from_latin1(char *out, const char *in, size_t len) {
  size_t n = 0;
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)in[i];
    if (c >= 0x80) out[n++] = (char)(0xC0 | c >> 6);
    out[n++] = (char)(c < 0x80 ? c : 0x80 | (c & 0x3F));
  }
  return n;
}

static cs_status load(cs_unit *u, const char *src, size_t len, encoding enc) {
  bool wide = enc == ENC_LATIN1 && !is_ascii(src, len);
  char *text = cs_scratch_take(u->scratch, len + CS_SOURCE_PAD);
  char *out =
      wide ? cs_scratch_take(u->scratch, 2 * len + CS_SOURCE_PAD) : text;
  if (!text || !out) return CS_ELIMIT;
  size_t n = copy_lines(text, src, len);
  if (wide) n = from_latin1(out, text, n);
  memset(out + n, 0, CS_SOURCE_PAD);
  u->src = out;
  u->len = n;
  return CS_OK;
}

cs_status cs_source_load(cs_unit *u, const char *src, size_t len) {
  if (len > CS_SOURCE_MAX) return CS_ELIMIT;
  if (len && memchr(src, '\0', len))
    return fail_plain(u, 0, 0, "source code string cannot contain null bytes");
  encoding enc = ENC_UTF8;
  if (!(u->flags & CS_UNIT_FROM_STR)) {
    if (len >= 3 && memcmp(src, "\xEF\xBB\xBF", 3) == 0) src += 3, len -= 3;
    cs_status st = detect(u, src, src + len, &enc);
    if (st != CS_OK) return st;
  }
  cs_status st = load(u, src, len, enc);
  if (st != CS_OK || is_ascii(u->src, u->len)) return st;
  return check_utf8(u);
}
