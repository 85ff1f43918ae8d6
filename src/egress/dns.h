/*
 * dns.h - messages of the domain name system: both ends of it.
 *
 * The answerer in the sandbox reads questions (cs_dns_question) and writes
 * answers of its own; the resolver on the host writes questions (cs_dns_ask)
 * and reads answers.  Names of the first are judged by name.h; answers of the
 * second are only believed if they repeat the question.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_DNS_H
#define CS_EGRESS_DNS_H

#include "egress/name.h"

#define CS_DNS_MAX       1232 /* bytes of a message over UDP */
#define CS_DNS_A         1
#define CS_DNS_AAAA      28
#define CS_DNS_ADDRESSES 16 /* of one answer; more are not looked at */

typedef struct cs_dns_question {
  uint16_t id;
  uint16_t type;
  bool recursion;
  bool good; /* `name` is a name */
  cs_name name;
  size_t end; /* of the question in the message */
} cs_dns_question;

/* False: not a query with one question; nobody answers it. */
bool cs_dns_read_question(const uint8_t *bytes, size_t n, cs_dns_question *out);

/* The answer to `q`, which was read from `query`: `address` NULL and `known`
 * false: no such name; NULL and known: no address of that type.  Returns its
 * length, at most CS_DNS_MAX. */
size_t cs_dns_answer(const uint8_t *query, const cs_dns_question *q, bool known,
                     const cs_address *address, uint8_t out[CS_DNS_MAX]);

/* A question for the host's resolver; returns its length. */
size_t cs_dns_ask(const cs_name *name, uint16_t type, uint16_t id,
                  uint8_t out[CS_DNS_MAX]);

typedef enum cs_dns_reply {
  CS_DNS_IGNORE, /* not an answer to this question */
  CS_DNS_FOUND,  /* perhaps without an address */
  CS_DNS_NONE,   /* there is no such name */
  CS_DNS_FAILED, /* the server cannot say */
  CS_DNS_CUT     /* ask again over TCP */
} cs_dns_reply;

typedef struct cs_dns_addresses {
  cs_address at[2 * CS_DNS_ADDRESSES];
  size_t n;
} cs_dns_addresses;

/* Read the answer to cs_dns_ask(name, type, id); its addresses are appended. */
cs_dns_reply cs_dns_read_answer(const uint8_t *bytes, size_t n,
                                const cs_name *name, uint16_t type, uint16_t id,
                                cs_dns_addresses *out);

#endif
