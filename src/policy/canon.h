/*
 * canon.h - a policy as canonical JSON (RFC 8785), and its hash.
 *
 * Two policies that mean the same have the same bytes: every field is there,
 * defaults included; keys are sorted; numbers are integers; units, comments,
 * order and quoting of the file are gone.  `extends` is gone as well, because
 * it was followed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_CANON_H
#define CS_POLICY_CANON_H

#include "base/buf.h"
#include "policy/policy.h"

#define CS_POLICY_JSON_MAX (UINT32_C(16) << 20)

/* "sha256:" and 64 hexadecimal digits, with a NUL; as in caisson.h */
#define CS_POLICY_HASH 72

/* Append the whole policy.  CS_EOS, CS_ELIMIT: no room. */
cs_status cs_canon_policy(const cs_policy *p, cs_buf *out) CS_MUST_CHECK;
/* The same as a file that can be read again: limits.cpus as a decimal. */
cs_status cs_canon_file(const cs_policy *p, cs_buf *out) CS_MUST_CHECK;
/* Append one value, or a text as a JSON string. */
cs_status cs_canon_value(const cs_pvalue *v, cs_buf *out) CS_MUST_CHECK;
cs_status cs_canon_text(const char *text, cs_buf *out) CS_MUST_CHECK;
cs_status cs_canon_hash(const cs_policy *p,
                        char out[CS_POLICY_HASH]) CS_MUST_CHECK;

#endif
