/*
 * vault.h - values that the sandbox never sees.
 *
 * The program in the sandbox holds a placeholder, "csph_<name>_<32 hex>", made
 * anew for each sandbox.  A value stands in for it only on the way to a host
 * that the secret is bound to, at one of its sites, over a connection whose
 * server was verified.
 *
 * Values live in one mapping that is locked in memory, left out of core dumps
 * and wiped at the end.  Nothing here prints one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_VAULT_H
#define CS_EGRESS_VAULT_H

#include "base/buf.h"
#include "base/error.h"
#include "egress/http.h"
#include "egress/name.h"

#define CS_VAULT_MAX       64
#define CS_VAULT_VALUE     8192
#define CS_VAULT_NAME      64
#define CS_VAULT_HOSTS     4096
#define CS_VAULT_PLACEHELD 160 /* room for a placeholder */

enum { /* sites */
       CS_SITE_HEADER = 1,
       CS_SITE_BASIC = 2,
       CS_SITE_QUERY = 4,
       CS_SITE_BODY = 8
};

typedef struct cs_vault_secret {
  char name[CS_VAULT_NAME];
  char placeholder[CS_VAULT_PLACEHELD];
  char hosts[CS_VAULT_HOSTS]; /* rules, each with a NUL, then an empty one */
  uint32_t sites;
  uint32_t nvalue; /* 0: revoked */
  char value[CS_VAULT_VALUE];
} cs_vault_secret;

typedef struct cs_vault {
  cs_vault_secret *at; /* owned mapping */
  size_t n, room;
  bool locked;
} cs_vault;

/* Room for `room` secrets.  CS_EOS: the memory cannot be locked. */
cs_status cs_vault_open(cs_vault *s, size_t room, cs_error *err) CS_MUST_CHECK;
void cs_vault_close(cs_vault *s); /* wipes */

/* Add one, or give one of that name a new value; no value revokes it. */
cs_status cs_vault_put(cs_vault *s, const cs_vault_secret *from,
                       cs_error *err) CS_MUST_CHECK;

/* 1 to 8192 bytes without NUL, CR and LF? */
bool cs_vault_is_valid(const char *value, size_t n);

/* Is it bound to this host? */
bool cs_vault_binds(const cs_vault_secret *s, const cs_name *host);
bool cs_vault_has(const cs_vault *s, const cs_name *host);

/* --- requests ------------------------------------------------------------ */

/* How the placeholders of one request are to be treated. */
typedef struct cs_swap {
  const cs_vault *secrets;
  const cs_name *host;
  bool trusted;  /* intercepted TLS: values may be sent to bound hosts */
  bool misused;  /* out: one was on its way to a host it is not bound to */
  bool plain;    /* out: one went out unchanged, which is worth a record */
  uint32_t used; /* out: values that were put in */
  char who[CS_VAULT_NAME]; /* out: which one was misused or left alone */
  cs_buf basic; /* out: the last credentials that were written, encoded; wiped
                   by cs_swap_fini */
  cs_buf given; /* and as the sandbox had written them */
} cs_swap;

void cs_swap_init(cs_swap *w, const cs_vault *s, const cs_name *host,
                  bool trusted);
void cs_swap_fini(cs_swap *w);

/* Append a header's value, a target or a body to `out`, with values in the
 * place of placeholders.  With `misused` set nothing may be sent. */
cs_status cs_swap_header(cs_swap *w, cs_span name, cs_span value, cs_buf *out);
cs_status cs_swap_target(cs_swap *w, cs_span target, cs_buf *out);
cs_status cs_swap_body(cs_swap *w, cs_span body, cs_buf *out);
/* Is a secret with this site bound to the host? */
bool cs_swap_has_site(const cs_swap *w, uint32_t site);

/* --- replies ------------------------------------------------------------- */

/* Takes values out of a stream of bytes, also where they are cut in pieces. */
typedef struct cs_scrub {
  const cs_vault *secrets; /* NULL: nothing to take out */
  const cs_name *host;
  cs_span extra, instead; /* borrowed: one more text to replace; n 0: none */
  cs_buf held;            /* bytes that may begin a value */
} cs_scrub;

void cs_scrub_init(cs_scrub *s, const cs_vault *secrets, const cs_name *host);
void cs_scrub_fini(cs_scrub *s);
/* Append to `out` what is certain; `last`: no more bytes will come. */
cs_status cs_scrub_put(cs_scrub *s, const char *bytes, size_t n, bool last,
                       cs_buf *out) CS_MUST_CHECK;

#endif
