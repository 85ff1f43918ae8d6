/*
 * text.c - text that a guest wrote, made fit for a model and a screen.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/utf8.h"
#include "base/weaken.h"

#define ESC 0x1B

/* --- cleaning ------------------------------------------------------------ */

/* Where an escape sequence that starts at `s` ends.  A string sequence (OSC and
 * its kin) without an end is only its two first bytes: it must not swallow the
 * rest. */
static size_t skip_escape(const uint8_t *s, size_t n) {
  if (n < 2) return n;
  size_t i = 2;
  if (s[1] == '[') {
    while (i < n && s[i] >= 0x20 && s[i] < 0x40) i++;
    return i < n && s[i] >= 0x40 && s[i] < 0x7F ? i + 1 : i;
  }
  if (s[1] && strchr("P]X^_", s[1])) {
    for (; i < n && i < 4096 && s[i] != '\n'; i++) {
      if (s[i] == 0x07) return i + 1;
      if (s[i] == ESC && i + 1 < n && s[i + 1] == '\\') return i + 2;
    }
    return 2;
  }
  while (i < n && s[i - 1] >= 0x20 && s[i - 1] < 0x30) i++;
  return s[1] >= 0x20 && s[1] < 0x7F ? i : 1;
}

static bool is_shown(uint32_t cp) {
  if (cp == '\n' || cp == '\t') return true;
  return cp >= 0x20 && !(cp >= 0x7F && cp < 0xA0);
}

cs_status cs_text_clean(const char *text, size_t n, cs_buf *out, bool *exact) {
  const uint8_t *s = (const uint8_t *)text;
  cs_status st = CS_OK;
  if (exact) *exact = true;
  if (cs_weaken("L07")) return cs_buf_put(out, text, n); /* redteam: L07 */
  for (size_t i = 0, plain = 0; st == CS_OK && i < n; plain = i) {
    uint32_t cp = 0, w = 0;
    while (i < n && (w = cs_utf8_decode_check(s + i, n - i, false, &cp)) &&
           is_shown(cp))
      i += w;
    st = cs_buf_put(out, s + plain, i - plain);
    if (st != CS_OK || i >= n) break;
    if (w == 0) {
      if (exact) *exact = false;
      st = cs_buf_put(out, "\xEF\xBF\xBD", 3);
      for (i++; i < n && !cs_utf8_is_start(s[i]);) i++;
    } else {
      i += cp == ESC ? skip_escape(s + i, n - i) : w;
    }
  }
  return st;
}

json_t *cs_text_json(const char *s, size_t n) {
  cs_buf b;
  cs_buf_init(&b, 4 * n + 16);
  json_t *v = NULL;
  if (cs_text_clean(s, n, &b, NULL) == CS_OK)
    v = json_stringn_nocheck(cs_buf_text(&b), b.len);
  cs_buf_fini(&b);
  return v;
}

json_t *cs_text_name(const char *name) {
  const uint8_t *s = (const uint8_t *)name;
  size_t n = strlen(name);
  cs_buf b;
  cs_status st = CS_OK;
  cs_buf_init(&b, 4 * n + 16);
  for (size_t i = 0; st == CS_OK && i < n;) {
    uint32_t cp = 0, w = cs_utf8_decode_check(s + i, n - i, false, &cp);
    bool plain = w && is_shown(cp) && !cs_utf8_is_sly(cp) && cp != '\\';
    bool as_is = plain || (w && cs_weaken("L07")); /* redteam: L07 */
    if (as_is)
      st = cs_buf_put(&b, s + i, w);
    else if (w && cp == '\\')
      st = cs_buf_put_text(&b, "\\\\");
    else
      st = cs_buf_printf(&b, "\\x%02x", s[i]);
    i += as_is ? w : 1;
  }
  json_t *v = st == CS_OK ? json_stringn_nocheck(cs_buf_text(&b), b.len) : NULL;
  cs_buf_fini(&b);
  return v;
}

size_t cs_text_cut(const char *s, size_t n, size_t most) {
  if (n <= most) return n;
  size_t i = most;
  while (i > 0 && i + 3 > most && !cs_utf8_is_start((uint8_t)s[i])) i--;
  return i;
}

void cs_text_quote(const char *s, size_t n, char out[512]) {
  size_t at = 0, shown = 0, i = 0;
  out[at++] = '"';
  while (i < n && shown < 120) {
    uint32_t cp,
        w = cs_utf8_decode_check((const uint8_t *)s + i, n - i, false, &cp);
    bool plain = w && is_shown(cp) && !cs_utf8_is_sly(cp);
    if (!plain || cp == '"' || cp == '\\') {
      if (at > 500) break;
      unsigned shape = w && (cp == '"' || cp == '\\') ? 0 : 1;
      at += (size_t)(shape ? snprintf(out + at, 8, "\\x%02x", (uint8_t)s[i])
                           : snprintf(out + at, 8, "\\%c", s[i]));
      i++;
    } else {
      memcpy(out + at, s + i, w);
      at += w;
      i += w;
    }
    shown++;
  }
  if (i < n) at += (size_t)snprintf(out + at, 8, "...");
  out[at++] = '"';
  out[at] = '\0';
}

/* --- base64 -------------------------------------------------------------- */

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

json_t *cs_text_base64(const void *data, size_t n) {
  const uint8_t *s = data;
  char *out = malloc(n / 3 * 4 + 5);
  size_t at = 0;
  if (!out) return NULL;
  for (size_t i = 0; i < n; i += 3) {
    size_t k = n - i < 3 ? n - i : 3;
    uint32_t v = (uint32_t)s[i] << 16 | (k > 1 ? (uint32_t)s[i + 1] << 8 : 0) |
                 (k > 2 ? s[i + 2] : 0u);
    out[at++] = digits[v >> 18];
    out[at++] = digits[v >> 12 & 63];
    out[at++] = k > 1 ? digits[v >> 6 & 63] : '=';
    out[at++] = k > 2 ? digits[v & 63] : '=';
  }
  json_t *v = json_stringn_nocheck(out, at);
  free(out);
  return v;
}

static int digit_of(char c) {
  const char *p = c ? strchr(digits, c) : NULL;
  return p ? (int)(p - digits) : -1;
}

/* Four characters; returns how many bytes they are, 0: they are wrong. */
static size_t take_group(const char *s, bool last, char *out) {
  size_t pad = (size_t)(s[3] == '=') + (s[3] == '=' && s[2] == '=');
  uint32_t v = 0;
  if (pad && !last) return 0;
  for (size_t i = 0; i < 4; i++) {
    int d = i >= 4 - pad ? 0 : digit_of(s[i]);
    if (d < 0) return 0;
    v = v << 6 | (uint32_t)d;
  }
  if (pad && v & (pad == 1 ? 0xFFu : 0xFFFFu)) return 0; /* not canonical */
  for (size_t i = 0; i < 3 - pad; i++) out[i] = (char)(v >> (16 - 8 * i));
  return 3 - pad;
}

char *cs_text_unbase64(const char *s, size_t n, size_t *len) {
  if (n % 4) return NULL;
  char *out = malloc(n / 4 * 3 + 1);
  size_t at = 0;
  for (size_t i = 0; out && i < n; i += 4) {
    size_t k = take_group(s + i, i + 4 == n, out + at);
    if (k == 0) {
      free(out);
      return NULL;
    }
    at += k;
  }
  if (out) out[at] = '\0';
  *len = at;
  return out;
}

/* --- names and times ----------------------------------------------------- */

bool cs_text_id(const char *prefix, char out[CS_TEXT_ID]) {
  uint8_t bits[16];
  if (getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits) return false;
  int n = snprintf(out, CS_TEXT_ID, "%.12s", prefix);
  for (size_t i = 0; i < sizeof bits; i++)
    n += snprintf(out + n, CS_TEXT_ID - (size_t)n, "%02x", bits[i]);
  return true;
}

bool cs_text_same(const char *a, size_t n, const char *b, size_t m) {
  volatile uint8_t differs = n != m;
  for (size_t i = 0; i < n; i++)
    differs = (uint8_t)(differs | ((uint8_t)a[i] ^ (uint8_t)b[m ? i % m : 0]));
  return !differs;
}

uint64_t cs_text_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}
