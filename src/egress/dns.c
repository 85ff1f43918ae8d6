/*
 * dns.c - messages of the domain name system: both ends of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/dns.h"

#include <assert.h>
#include <string.h>

#define HEAD     12
#define CLASS_IN 1
#define JUMPS    32 /* of compressed names: more is a loop */

static uint16_t get16(const uint8_t *at) {
  return (uint16_t)(at[0] << 8 | at[1]);
}

static void put16(uint8_t *at, unsigned value) {
  at[0] = (uint8_t)(value >> 8);
  at[1] = (uint8_t)value;
}

/* --- names --------------------------------------------------------------- */

/* Read the name at `*at` as text with dots.  A byte of a label that is a dot
 * itself becomes a NUL, which no name has.  False: malformed. */
static bool read_labels(const uint8_t *bytes, size_t n, size_t *at,
                        char text[256], size_t *len) {
  size_t i = *at, end = 0, jumps = 0;
  *len = 0;
  for (;;) {
    if (i >= n) return false;
    size_t size = bytes[i++];
    if (size == 0) break;
    if ((size & 0xc0) == 0xc0) {
      if (i >= n || ++jumps > JUMPS) return false;
      if (!end) end = i + 1;
      i = (size & 0x3f) << 8 | bytes[i];
      continue;
    }
    if (size > 63 || size > n - i || *len + size + 1 > 255) return false;
    if (*len) text[(*len)++] = '.';
    for (size_t k = 0; k < size; k++, i++)
      text[(*len)++] = bytes[i] == '.' ? 0 : (char)bytes[i];
  }
  *at = end ? end : i;
  return true;
}

/* --- the answerer -------------------------------------------------------- */

bool cs_dns_read_question(const uint8_t *bytes, size_t n,
                          cs_dns_question *out) {
  char text[256];
  size_t at = HEAD, len;
  *out = (cs_dns_question){.id = 0};
  if (n < HEAD || n > CS_DNS_MAX) return false;
  bool query = (bytes[2] & 0xf8) == 0; /* not a reply, opcode 0 */
  if (!query || get16(bytes + 4) != 1) return false;
  if (!read_labels(bytes, n, &at, text, &len) || n - at < 4) return false;
  out->id = get16(bytes);
  out->recursion = bytes[2] & 1;
  out->type = get16(bytes + at);
  out->end = at + 4;
  out->good = get16(bytes + at + 2) == CLASS_IN &&
              cs_name_read(text, len, &out->name) == NULL;
  return true;
}

static size_t put_address(uint8_t *out, const cs_address *a) {
  size_t size = a->family == 4 ? 4 : 16;
  put16(out, 0xc000 | HEAD); /* the name of the question */
  put16(out + 2, a->family == 4 ? CS_DNS_A : CS_DNS_AAAA);
  put16(out + 4, CLASS_IN);
  put16(out + 6, 0);
  put16(out + 8, 30); /* seconds */
  put16(out + 10, (unsigned)size);
  memcpy(out + 12, a->bytes, size);
  return 12 + size;
}

size_t cs_dns_answer(const uint8_t *query, const cs_dns_question *q, bool known,
                     const cs_address *address, uint8_t out[CS_DNS_MAX]) {
  assert(q->end >= HEAD + 5 && q->end <= CS_DNS_MAX - 28);
  memcpy(out, query, q->end);
  put16(out + 2, 0x8480u | (q->recursion ? 0x100u : 0) | (known ? 0 : 3));
  put16(out + 6, address ? 1 : 0);
  put16(out + 8, 0);
  put16(out + 10, 0);
  return q->end + (address ? put_address(out + q->end, address) : 0);
}

/* --- the resolver -------------------------------------------------------- */

size_t cs_dns_ask(const cs_name *name, uint16_t type, uint16_t id,
                  uint8_t out[CS_DNS_MAX]) {
  size_t at = HEAD;
  memset(out, 0, HEAD);
  put16(out, id);
  out[2] = 1; /* recursion desired */
  put16(out + 4, 1);
  for (size_t from = 0; from < name->len;) {
    const char *dot = memchr(name->text + from, '.', name->len - from);
    size_t n = dot ? (size_t)(dot - name->text) - from : name->len - from;
    out[at++] = (uint8_t)n;
    memcpy(out + at, name->text + from, n);
    at += n;
    from += n + 1;
  }
  out[at++] = 0;
  put16(out + at, type);
  put16(out + at + 2, CLASS_IN);
  return at + 4;
}

static bool is_name(const char *text, size_t len, const cs_name *name) {
  cs_name read;
  return !cs_name_read(text, len, &read) && cs_name_equal(&read, name);
}

/* Does the message repeat our question?  `*at` is then after it. */
static bool repeats(const uint8_t *bytes, size_t n, const cs_name *name,
                    uint16_t type, uint16_t id, size_t *at) {
  char text[256];
  size_t len;
  *at = HEAD;
  if (n < HEAD || get16(bytes) != id || !(bytes[2] & 0x80) ||
      get16(bytes + 4) != 1 || !read_labels(bytes, n, at, text, &len) ||
      n - *at < 4 || get16(bytes + *at) != type ||
      get16(bytes + *at + 2) != CLASS_IN)
    return false;
  *at += 4;
  return is_name(text, len, name);
}

static void add(cs_dns_addresses *out, uint16_t type, const uint8_t *data,
                size_t size, size_t most) {
  cs_address a = {.family = type == CS_DNS_A ? 4 : 6};
  if (size != (type == CS_DNS_A ? 4 : 16) || out->n == most) return;
  memcpy(a.bytes, data, size);
  out->at[out->n++] = a;
}

/* The answer section.  We ask a recursive resolver that the host trusts, so
 * every address of the asked type in it belongs to the name, whatever chain of
 * aliases leads there. */
static bool read_records(const uint8_t *bytes, size_t n, size_t at,
                         uint16_t type, cs_dns_addresses *out) {
  char text[256];
  size_t len, most = out->n + CS_DNS_ADDRESSES;
  const size_t room = sizeof out->at / sizeof *out->at;
  if (most > room) most = room;
  for (unsigned left = get16(bytes + 6); left > 0; left--) {
    if (!read_labels(bytes, n, &at, text, &len) || n - at < 10) return false;
    uint16_t got = get16(bytes + at), class = get16(bytes + at + 2);
    size_t size = get16(bytes + at + 8);
    at += 10;
    if (size > n - at) return false;
    if (got == type && class == CLASS_IN)
      add(out, type, bytes + at, size, most);
    at += size;
  }
  return true;
}

cs_dns_reply cs_dns_read_answer(const uint8_t *bytes, size_t n,
                                const cs_name *name, uint16_t type, uint16_t id,
                                cs_dns_addresses *out) {
  size_t at;
  if (!repeats(bytes, n, name, type, id, &at)) return CS_DNS_IGNORE;
  if (bytes[2] & 2) return CS_DNS_CUT;
  unsigned code = bytes[3] & 15;
  if (code == 3) return CS_DNS_NONE;
  if (code != 0 || !read_records(bytes, n, at, type, out)) return CS_DNS_FAILED;
  return CS_DNS_FOUND;
}
