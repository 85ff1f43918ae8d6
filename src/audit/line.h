/*
 * line.h - a record as a line of canonical JSON (RFC 8785, integers only).
 *
 * A memo (memo.h) becomes a line when it gets its place in the log: number,
 * hash of the line before, its own hash.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_LINE_H
#define CS_AUDIT_LINE_H

#include "audit/memo.h"

#define CS_LINE_MAX  (4u << 20) /* of a line; escapes make texts longer */
#define CS_LINE_HASH 64         /* hex digits */
#define CS_LINE_TIME 24         /* 2026-01-31T23:59:59.999Z */

/* Append the memo as record `seq`; `hash` is that of the line before and
 * becomes its own.  In texts bytes that are no UTF-8 become \\xNN, control
 * characters of Unicode \\uNNNN, so that the line is safe to look at. */
cs_status cs_line_write(cs_buf *out, const cs_memo *m, uint64_t seq,
                        char hash[CS_LINE_HASH + 1]) CS_MUST_CHECK;
/* The next `memos`, until there are `most` bytes of lines, behind record `seq`,
 * which becomes the last one.  CS_ECORRUPT: the bytes are no memos. */
cs_status cs_line_write_some(cs_buf *out, cs_memos *memos, size_t most,
                             uint64_t *seq,
                             char hash[CS_LINE_HASH + 1]) CS_MUST_CHECK;

/* A time after 1970 in RFC 3339, UTC, with milliseconds. */
void cs_line_time(int64_t ns, char out[CS_LINE_TIME + 1]);

/* SHA-256 of a text in two parts, in hex. */
void cs_line_digest(const char *a, size_t an, const char *b, size_t bn,
                    char hex[CS_LINE_HASH + 1]);

#endif
