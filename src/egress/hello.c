/*
 * hello.c - the first message of a TLS client, read without answering it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/hello.h"

#include <string.h>

enum { RECORD_HANDSHAKE = 22, MESSAGE_HELLO = 1 };
enum { EXTENSION_SNI = 0, EXTENSION_ECH = 0xfe0d, EXTENSION_ESNI = 0xffce };

/* Bytes that are read from the front; `bad` once one was missing. */
typedef struct cut {
  const uint8_t *at;
  size_t n;
  bool bad;
} cut;

static const uint8_t *take(cut *c, size_t n) {
  const uint8_t *at = c->at;
  if (c->bad || n > c->n) {
    c->bad = true;
    return NULL;
  }
  c->at += n;
  c->n -= n;
  return at;
}

static size_t number(cut *c, size_t width) {
  size_t value = 0;
  const uint8_t *at = take(c, width);
  for (size_t i = 0; at && i < width; i++) value = value << 8 | at[i];
  return value;
}

/* A vector with its length in `width` bytes before it. */
static cut vector(cut *c, size_t width) {
  size_t n = number(c, width);
  const uint8_t *at = take(c, n);
  return at ? (cut){at, n, false} : (cut){NULL, 0, true};
}

/* --- records ------------------------------------------------------------- */

/* Put the records' contents one after the other, until the message is whole.
 */
static cs_hello_state join(const uint8_t *bytes, size_t n, uint8_t *out,
                           size_t *len) {
  size_t have = 0, need = 4;
  cut c = {bytes, n, false};
  while (have < need) {
    if (c.n == 0 && n >= CS_HELLO_MAX) return CS_HELLO_BAD;
    if (c.n > 0 && c.at[0] != RECORD_HANDSHAKE) return CS_HELLO_BAD;
    if (c.n > 1 && c.at[1] != 3) return CS_HELLO_BAD; /* SSLv2 and others */
    (void)number(&c, 1);
    (void)number(&c, 2);
    size_t size = number(&c, 2);
    if (c.bad) return CS_HELLO_MORE;
    if (size == 0 || have + size > CS_HELLO_MAX) return CS_HELLO_BAD;
    const uint8_t *body = take(&c, size);
    if (!body) return CS_HELLO_MORE;
    memcpy(out + have, body, size);
    have += size;
    if (out[0] != MESSAGE_HELLO) return CS_HELLO_BAD;
    if (have >= 4)
      need = 4 + ((size_t)out[1] << 16 | (size_t)out[2] << 8 | out[3]);
    if (need > CS_HELLO_MAX) return CS_HELLO_BAD;
  }
  *len = need;
  return CS_HELLO_DONE;
}

/* --- the message --------------------------------------------------------- */

/* redteam: H11 - exactly one name, of type host_name; no address. */
static cs_hello_state read_sni(cut body, cs_hello *out) {
  cut list = vector(&body, 2);
  size_t type = number(&list, 1);
  cut name = vector(&list, 2);
  if (list.bad || name.bad || list.n || body.n || type != 0 || out->has_sni)
    return CS_HELLO_BAD;
  out->has_sni = true;
  if (cs_name_read((const char *)name.at, name.n, &out->sni) ||
      out->sni.address.family)
    return CS_HELLO_BAD_NAME;
  return CS_HELLO_DONE;
}

static cs_hello_state read_extensions(cut list, cs_hello *out) {
  cs_hello_state st = CS_HELLO_DONE;
  while (list.n && !list.bad && st == CS_HELLO_DONE) {
    size_t type = number(&list, 2);
    cut body = vector(&list, 2);
    if (body.bad) return CS_HELLO_BAD;
    if (type == EXTENSION_SNI) st = read_sni(body, out);
    if (type == EXTENSION_ECH || type == EXTENSION_ESNI) out->ech = true;
  }
  return list.bad ? CS_HELLO_BAD : st;
}

static cs_hello_state read_message(cut c, cs_hello *out) {
  (void)take(&c, 2 + 32); /* version, random */
  (void)vector(&c, 1);    /* session */
  (void)vector(&c, 2);    /* ciphers */
  (void)vector(&c, 1);    /* compressions */
  if (c.bad) return CS_HELLO_BAD;
  if (c.n == 0) return CS_HELLO_DONE; /* no extensions: no name */
  cut list = vector(&c, 2);
  if (list.bad || c.n) return CS_HELLO_BAD;
  return read_extensions(list, out);
}

cs_hello_state cs_hello_read(const uint8_t *bytes, size_t n, cs_hello *out) {
  uint8_t message[CS_HELLO_MAX];
  size_t len = 0;
  *out = (cs_hello){.has_sni = false};
  cs_hello_state st = join(bytes, n, message, &len);
  if (st != CS_HELLO_DONE) return st;
  return read_message((cut){message + 4, len - 4, false}, out);
}
