/*
 * line.h - a record as a line of canonical JSON (RFC 8785, integers only).
 *
 * A record becomes a line in two steps.  Rendering makes a draft, which has
 * everything but its place in the log; chaining gives it that place: number,
 * hash of the line before, its own hash.  The same draft at the same place is
 * the same line, byte for byte, which is how a recovery knows what it has
 * written already.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_LINE_H
#define CS_AUDIT_LINE_H

#include "audit/audit.h"
#include "audit/secret.h"
#include "base/buf.h"

#define CS_LINE_TEXT 1024         /* bytes of a text; longer ones are cut */
#define CS_LINE_CODE (256u << 10) /* of code and arguments, in full */
#define CS_LINE_MAX  (4u << 20)   /* of a line; escapes make texts longer */
#define CS_LINE_HASH 64           /* hex digits */
#define CS_LINE_TIME 24           /* 2026-01-31T23:59:59.999Z */

/* What all records of a writer have in common, and the time. */
typedef struct cs_line_frame {
  const char *boot, *writer, *owner, *policy_hash, *report_hash;
  const cs_secrets *secrets; /* borrowed */
  int64_t now_ns;            /* since 1970 */
  int64_t mono_ms;
} cs_line_frame;

/* Append the draft of `r`, with a newline.  `scratch` is memory. */
cs_status cs_line_render(cs_buf *out, const cs_line_frame *f,
                         const cs_audit_record *r,
                         cs_buf *scratch) CS_MUST_CHECK;

/* Append the draft in `draft` (with its newline) as record `seq`; `hash` is
 * that of the line before and becomes its own. */
cs_status cs_line_chain(cs_buf *out, const char *draft, size_t n, uint64_t seq,
                        char hash[CS_LINE_HASH + 1]) CS_MUST_CHECK;

/* A time after 1970 in RFC 3339, UTC, with milliseconds. */
void cs_line_time(int64_t ns, char out[CS_LINE_TIME + 1]);

/* SHA-256 of a text in two parts, in hex. */
void cs_line_digest(const char *a, size_t an, const char *b, size_t bn,
                    char hex[CS_LINE_HASH + 1]);

/* Append `text` as a JSON string: bytes that are no UTF-8 as \xNN, control
 * characters of Unicode as \uNNNN, so that the line is safe to look at. */
cs_status cs_line_quote(cs_buf *out, const char *text, size_t n) CS_MUST_CHECK;

#endif
