/*
 * swap.c - values in the place of placeholders, on the way out.
 *
 * Only a placeholder that stands alone counts: with a letter, a digit, '_' or
 * '-' next to it, it is part of another word (redteam: I08).
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/weaken.h"
#include "egress/vault.h"

#define BASIC_MAX 16384 /* bytes of credentials */

void cs_swap_init(cs_swap *w, const cs_vault *s, const cs_name *host,
                  bool trusted) {
  *w = (cs_swap){.secrets = s, .host = host, .trusted = trusted};
  cs_buf_init(&w->basic, 2 * BASIC_MAX);
  cs_buf_init(&w->given, 2 * BASIC_MAX);
}

static void wipe(cs_buf *b) {
  if (b->data) explicit_bzero(b->data, b->room);
  cs_buf_fini(b);
}

void cs_swap_fini(cs_swap *w) {
  wipe(&w->basic);
  wipe(&w->given);
}

bool cs_swap_has_site(const cs_swap *w, uint32_t site) {
  for (size_t i = 0; i < w->secrets->n; i++)
    if (w->secrets->at[i].sites & site &&
        cs_vault_binds(&w->secrets->at[i], w->host))
      return true;
  return false;
}

/* --- finding ------------------------------------------------------------- */

static bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* The next placeholder from `at` on that stands alone, the leftmost of all
 * secrets; false: none. */
static bool find_next(const cs_swap *w, cs_span in, size_t at, size_t *where,
                      const cs_vault_secret **which) {
  *where = CS_MEM_NONE;
  for (size_t i = 0; i < w->secrets->n; i++) {
    const cs_vault_secret *s = &w->secrets->at[i];
    size_t n = strlen(s->placeholder), from = at;
    while (from < in.n) {
      size_t found = cs_mem_find(in.at + from, in.n - from, s->placeholder, n);
      if (found == CS_MEM_NONE) break;
      found += from;
      bool alone = (found == 0 || !is_word(in.at[found - 1])) &&
                   (found + n == in.n || !is_word(in.at[found + n]));
      if (alone && found < *where) {
        *where = found;
        *which = s;
      }
      if (alone) break;
      from = found + 1;
    }
  }
  return *where != CS_MEM_NONE;
}

/* --- replacing ----------------------------------------------------------- */

static cs_status put_escaped(cs_buf *out, const char *bytes, size_t n) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < n; i++) {
    bool plain = is_word(bytes[i]) || bytes[i] == '.' || bytes[i] == '~';
    st = plain ? cs_buf_put(out, bytes + i, 1)
               : cs_buf_printf(out, "%%%02X", (unsigned char)bytes[i]);
  }
  return st;
}

static void note(cs_swap *w, const cs_vault_secret *s, bool *what) {
  *what = true;
  memcpy(w->who, s->name, sizeof w->who);
}

/* May this value be written here?  redteam: I02 */
static bool may_swap(cs_swap *w, const cs_vault_secret *s, uint32_t site) {
  bool bound = w->trusted && cs_vault_binds(s, w->host);
  if (cs_weaken("egress.secrets")) bound = true;
  if (!bound && site != CS_SITE_BODY) {
    note(w, s, &w->misused);
    return false;
  }
  if (bound && s->sites & site && s->nvalue) return true;
  note(w, s, &w->plain);
  return false;
}

static cs_status replace(cs_swap *w, cs_span in, uint32_t site, cs_buf *out) {
  size_t at = 0, found;
  const cs_vault_secret *s = NULL;
  cs_status st = CS_OK;
  while (st == CS_OK && find_next(w, in, at, &found, &s)) {
    size_t n = strlen(s->placeholder);
    st = cs_buf_put(out, in.at + at, found - at);
    at = found + n;
    if (st != CS_OK) break;
    if (!may_swap(w, s, site)) {
      st = cs_buf_put(out, s->placeholder, n);
      continue;
    }
    w->used++;
    st = site == CS_SITE_QUERY ? put_escaped(out, s->value, s->nvalue)
                               : cs_buf_put(out, s->value, s->nvalue);
  }
  return st == CS_OK ? cs_buf_put(out, in.at + at, in.n - at) : st;
}

/* --- Basic --------------------------------------------------------------- */

static const char digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static cs_status encode(const char *bytes, size_t n, cs_buf *out) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < n; i += 3) {
    uint32_t v = 0;
    for (size_t k = 0; k < 3; k++)
      v = v << 8 | (i + k < n ? (unsigned char)bytes[i + k] : 0);
    char four[4] = {digits[v >> 18 & 63], digits[v >> 12 & 63],
                    i + 1 < n ? digits[v >> 6 & 63] : '=',
                    i + 2 < n ? digits[v & 63] : '='};
    st = cs_buf_put(out, four, 4);
  }
  return st;
}

/* False: not base64. */
static bool decode(cs_span in, cs_buf *out) {
  uint32_t v = 0, bits = 0;
  while (in.n && in.at[in.n - 1] == '=') in.n--;
  for (size_t i = 0; i < in.n; i++) {
    const char *d = in.at[i] ? strchr(digits, in.at[i]) : NULL;
    if (!d) return false;
    v = v << 6 | (uint32_t)(d - digits);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    char c = (char)(v >> bits & 255);
    if (cs_buf_put(out, &c, 1) != CS_OK) return false;
  }
  return true;
}

static bool is_basic(cs_span name, cs_span value, cs_span *credentials) {
  if (!cs_http_is(name, "authorization") &&
      !cs_http_is(name, "proxy-authorization"))
    return false;
  if (value.n < 7 || value.at[5] != ' ' ||
      !cs_http_is((cs_span){value.at, 5}, "basic"))
    return false;
  *credentials = (cs_span){value.at + 6, value.n - 6};
  while (credentials->n && credentials->at[0] == ' ')
    credentials->at++, credentials->n--;
  return true;
}

static cs_status swap_basic(cs_swap *w, cs_span value, cs_span credentials,
                            cs_buf *out) {
  cs_buf open, changed;
  uint32_t before = w->used;
  cs_buf_init(&open, BASIC_MAX);
  cs_buf_init(&changed, BASIC_MAX);
  cs_status st = CS_OK;
  if (decode(credentials, &open))
    st = replace(w, (cs_span){cs_buf_text(&open), open.len}, CS_SITE_BASIC,
                 &changed);
  if (st != CS_OK || w->used == before) {
    if (st == CS_OK) st = cs_buf_put(out, value.at, value.n);
  } else {
    cs_buf_clear(&w->basic);
    cs_buf_clear(&w->given);
    st = encode(changed.data, changed.len, &w->basic);
    if (st == CS_OK) st = cs_buf_put(&w->given, credentials.at, credentials.n);
    if (st == CS_OK) st = cs_buf_put_text(out, "Basic ");
    if (st == CS_OK) st = cs_buf_put(out, w->basic.data, w->basic.len);
  }
  wipe(&open);
  wipe(&changed);
  return st;
}

/* --- sites --------------------------------------------------------------- */

cs_status cs_swap_header(cs_swap *w, cs_span name, cs_span value, cs_buf *out) {
  cs_span credentials;
  if (w->secrets->n == 0) return cs_buf_put(out, value.at, value.n);
  if (is_basic(name, value, &credentials))
    return swap_basic(w, value, credentials, out);
  return replace(w, value, CS_SITE_HEADER, out);
}

cs_status cs_swap_target(cs_swap *w, cs_span target, cs_buf *out) {
  if (w->secrets->n == 0) return cs_buf_put(out, target.at, target.n);
  const char *mark = memchr(target.at, '?', target.n);
  size_t path = mark ? (size_t)(mark - target.at) : target.n, found;
  const cs_vault_secret *s = NULL;
  /* A path is no site: never a value there. */
  if (find_next(w, (cs_span){target.at, path}, 0, &found, &s)) {
    bool bound = w->trusted && cs_vault_binds(s, w->host);
    note(w, s, bound ? &w->plain : &w->misused);
  }
  cs_status st = cs_buf_put(out, target.at, path);
  if (st != CS_OK || !mark) return st;
  return replace(w, (cs_span){mark, target.n - path}, CS_SITE_QUERY, out);
}

cs_status cs_swap_body(cs_swap *w, cs_span body, cs_buf *out) {
  return replace(w, body, CS_SITE_BODY, out);
}
