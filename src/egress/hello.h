/*
 * hello.h - the first message of a TLS client, read without answering it.
 *
 * A pure parser over the bytes that have arrived so far.  The message may be
 * cut into any number of records; bytes after it are not looked at.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_HELLO_H
#define CS_EGRESS_HELLO_H

#include "egress/name.h"

#define CS_HELLO_MAX 16384 /* bytes, records included */

typedef enum cs_hello_state {
  CS_HELLO_MORE,    /* not all of it is here */
  CS_HELLO_DONE,    /* `has_sni`, `ech` and perhaps `sni` are known */
  CS_HELLO_BAD,     /* not TLS, or malformed, or too long */
  CS_HELLO_BAD_NAME /* it names a host that is no valid name */
} cs_hello_state;

typedef struct cs_hello {
  bool has_sni;
  bool ech; /* the name that is meant may be another one, encrypted */
  cs_name sni;
} cs_hello;

cs_hello_state cs_hello_read(const uint8_t *bytes, size_t n, cs_hello *out);

#endif
