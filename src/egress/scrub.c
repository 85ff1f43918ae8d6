/*
 * scrub.c - values out of what servers answer.
 *
 * A stream is looked at with the bytes that were held back before it.  Held is
 * only what may still become a value: the longest end of the bytes so far that
 * is the begin of one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/mem.h"
#include "base/weaken.h"
#include "egress/vault.h"

void cs_scrub_init(cs_scrub *s, const cs_vault *secrets, const cs_name *host) {
  *s = (cs_scrub){.host = host};
  if (cs_vault_has(secrets, host) && !cs_weaken("egress.scrub"))
    s->secrets = secrets;
  cs_buf_init(&s->held, 64 * 1024 + 4 * CS_VAULT_VALUE);
}

void cs_scrub_fini(cs_scrub *s) {
  if (s->held.data) explicit_bzero(s->held.data, s->held.room);
  cs_buf_fini(&s->held);
}

/* The `i`-th text to take out and what to put in; false: there is none. */
static bool nth(const cs_scrub *s, size_t i, cs_span *out, cs_span *instead) {
  if (i < s->secrets->n) {
    const cs_vault_secret *x = &s->secrets->at[i];
    *out = (cs_span){x->value, cs_vault_binds(x, s->host) ? x->nvalue : 0};
    *instead = (cs_span){x->placeholder, strlen(x->placeholder)};
    return true;
  }
  *out = s->extra;
  *instead = s->instead;
  return i == s->secrets->n;
}

/* The leftmost text from `at` on. */
static bool find_next(const cs_scrub *s, size_t at, size_t *where,
                      cs_span *which, cs_span *instead) {
  cs_span out, with;
  *where = CS_MEM_NONE;
  for (size_t i = 0; nth(s, i, &out, &with); i++) {
    if (out.n == 0) continue;
    size_t found =
        cs_mem_find(s->held.data + at, s->held.len - at, out.at, out.n);
    if (found == CS_MEM_NONE || found + at > *where) continue;
    if (found + at == *where && out.n < which->n) continue;
    *where = found + at;
    *which = out;
    *instead = with;
  }
  return *where != CS_MEM_NONE;
}

/* How many of the last bytes are the begin of a text? */
static size_t held_back(const cs_scrub *s, size_t at) {
  cs_span out, with;
  size_t most = 0, have = s->held.len - at;
  const char *end = s->held.data + s->held.len;
  for (size_t i = 0; nth(s, i, &out, &with); i++) {
    size_t n = out.n ? out.n - 1 : 0;
    if (n > have) n = have;
    while (n > most && memcmp(end - n, out.at, n) != 0) n--;
    if (n > most) most = n;
  }
  return most;
}

cs_status cs_scrub_put(cs_scrub *s, const char *bytes, size_t n, bool last,
                       cs_buf *out) {
  size_t at = 0, found;
  cs_span which = {NULL, 0}, instead = {NULL, 0};
  if (!s->secrets) return cs_buf_put(out, bytes, n);
  cs_status st = cs_buf_put(&s->held, bytes, n);
  while (st == CS_OK && s->held.len > at &&
         find_next(s, at, &found, &which, &instead)) {
    st = cs_buf_put(out, s->held.data + at, found - at);
    if (st == CS_OK) st = cs_buf_put(out, instead.at, instead.n);
    at = found + which.n;
  }
  if (st != CS_OK || s->held.len == 0) return st;
  size_t keep = last ? 0 : held_back(s, at);
  st = cs_buf_put(out, s->held.data + at, s->held.len - at - keep);
  memmove(s->held.data, s->held.data + s->held.len - keep, keep);
  s->held.len = keep;
  return st;
}
