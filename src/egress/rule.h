/*
 * rule.h - the judge: which rule allows a connection or a request.
 *
 * The rules of a policy become one block of bytes without pointers, so that
 * the host and the egress process judge by the same bytes with the same code.
 * The block is trusted: it goes from this program to itself.
 *
 * Judging is pure: no resolver, no clock, no memory.  Deny beats allow.  A
 * connection is allowed if some rule could allow a request on it; each request
 * is then judged with its method and path.  A rule that needs no approval is
 * preferred to one that does.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_RULE_H
#define CS_EGRESS_RULE_H

#include "base/buf.h"
#include "base/error.h"
#include "egress/code.h"
#include "egress/name.h"
#include "policy/policy.h"

#define CS_RULE_PORTS 64
#define CS_RULES_MAX  2048                 /* of both lists */
#define CS_RULES_SIZE ((size_t)(16 << 20)) /* bytes of a block */

typedef enum cs_egress_proto {
  CS_PROTO_HTTPS = 1,
  CS_PROTO_HTTP,
  CS_PROTO_TCP
} cs_egress_proto;

typedef struct cs_rule {
  uint32_t host;           /* text: x, *.x, **.x, *; "" for an address */
  uint32_t where;          /* text: "policy.yaml:31 egress.allow" */
  uint32_t methods, paths; /* texts one after the other, then ""; 0: all */
  cs_address address;
  uint16_t ports[CS_RULE_PORTS];
  uint16_t nports;
  uint8_t proto; /* a cs_egress_proto */
  bool deny, tunnel, upgrade, allow_private, approve;
  uint64_t max_out, max_in, max_requests; /* UINT64_MAX: no own limit */
} cs_rule;

typedef struct cs_rules { /* the head of a block */
  uint64_t size;
  uint32_t n, text; /* number of rules; offset of the texts */
  uint64_t max_out, max_in, max_requests, max_connections;
  bool socks;
  cs_rule at[];
} cs_rules;

static inline const char *cs_rules_text(const cs_rules *r, uint32_t off) {
  return (const char *)r + r->text + off;
}

/* The rules of a policy, appended to the empty buffer `out`.  CS_EINVAL: a
 * wildcard stands directly on a public suffix, or a rule is malformed. */
cs_status cs_rules_make(const cs_policy *p, cs_buf *out,
                        cs_error *err) CS_MUST_CHECK;

/* What somebody wants.  `method` NULL: only a connection. */
typedef struct cs_rule_ask {
  const cs_name *name;
  uint16_t port;
  cs_egress_proto proto;
  const char *method; /* C string */
  const char *path;   /* C string: as it came, without the query */
  bool upgrade;       /* it asks to leave HTTP */
} cs_rule_ask;

typedef struct cs_verdict {
  cs_egress_code code;
  uint32_t rule; /* its number, if one decided; UINT32_MAX: default-deny */
} cs_verdict;

#define CS_RULE_NONE UINT32_MAX

cs_verdict cs_rules_judge(const cs_rules *r, const cs_rule_ask *ask);

/* May this name be asked for at all: does any rule allow a connection to it,
 * on any port?  For the DNS answerer. */
bool cs_rules_knows(const cs_rules *r, const cs_name *name);

/* May an address be dialled for this port?  NULL: yes.  Otherwise the class
 * that it belongs to. */
const char *cs_rules_refuses(const cs_rules *r, const cs_address *a,
                             uint16_t port);

/* All ports of rules that allow, each once; returns how many, at most `room`.
 */
size_t cs_rules_ports(const cs_rules *r, uint16_t *out, size_t room);

/* "policy.yaml:31 egress.allow" or "default-deny". */
const char *cs_rules_where(const cs_rules *r, uint32_t rule);

#endif
