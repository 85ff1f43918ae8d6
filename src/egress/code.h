/*
 * code.h - why something was refused: one word everywhere.
 *
 * The same word stands in the HTTP reply, in the result of the run and in the
 * audit log.  Columns: name in C, word, HTTP status, what it means.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_CODE_H
#define CS_EGRESS_CODE_H

#define CS_EGRESS_CODES(X)                                                    \
  X(OK, "ok", 200, "allowed")                                                 \
  X(NOT_ALLOWED, "not_allowed", 403,                                          \
    "no rule of egress.allow names this "                                     \
    "host and port")                                                          \
  X(DENIED, "denied_by_rule", 403, "a rule of egress.deny names this host")   \
  X(BAD_NAME, "bad_name", 403, "this is not a valid name of a host")          \
  X(ADDRESS_CLASS, "address_class", 403,                                      \
    "the name leads to an address that "                                      \
    "is not public, or to this machine")                                      \
  X(RESOLVE, "resolve_failed", 403,                                           \
    "the name could not be resolved or "                                      \
    "reached")                                                                \
  X(MISMATCH, "name_mismatch", 421,                                           \
    "the names of connection, TLS and "                                       \
    "request differ")                                                         \
  X(NO_SNI, "no_sni", 403, "the TLS connection does not name its host")       \
  X(ECH, "ech", 403, "the TLS connection encrypts the name of its host")      \
  X(METHOD, "method", 403, "the rule for this host does not list the method") \
  X(PATH, "path", 403, "the rule for this host does not list the path")       \
  X(PROTOCOL, "protocol", 403,                                                \
    "the rule for this host does not allow this "                             \
    "protocol, or the message is malformed")                                  \
  X(BUDGET, "budget", 403,                                                    \
    "a limit of bytes, requests or connections is "                           \
    "reached")                                                                \
  X(SECRET, "secret_misuse", 403,                                             \
    "a placeholder of a secret was sent to a "                                \
    "host that the secret is not bound to")                                   \
  X(APPROVAL, "needs_approval", 403,                                          \
    "the rule for this host wants the "                                       \
    "owner to agree")                                                         \
  X(TLS_UPSTREAM, "tls_upstream", 403,                                        \
    "the certificate of the server could "                                    \
    "not be verified")                                                        \
  X(DOWN, "interceptor_down", 403, "TLS interception does not work")

typedef enum cs_egress_code {
#define X(name, word, status, text) CS_EGRESS_##name,
  CS_EGRESS_CODES(X)
#undef X
      CS_EGRESS_CODE_COUNT
} cs_egress_code;

/* "not_allowed"; and the sentence. */
const char *cs_egress_code_word(cs_egress_code code);
const char *cs_egress_code_text(cs_egress_code code);
int cs_egress_code_status(cs_egress_code code);

#endif
