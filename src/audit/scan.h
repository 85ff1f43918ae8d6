/*
 * scan.h - reading a line of the log: strict, and never trusting it.
 *
 * Only canonical JSON passes: names in order and once, no spaces, integers,
 * the shortest escapes, UTF-8.  So every record has exactly one spelling.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_SCAN_H
#define CS_AUDIT_SCAN_H

#include "audit/line.h"

/* The members of a record, in the order in which they stand. */
/* clang-format off */
#define CS_AUDIT_FIELDS(X) \
  X(boot) X(bytes_in) X(bytes_out) X(capability) X(data) X(decision) \
  X(depth) X(exit_code) X(hash) X(kind) X(mechanism) X(mono_ms) X(object) \
  X(owner) X(policy_hash) X(prev) X(reason) X(report_hash) X(rule) X(run) \
  X(sandbox) X(seq) X(session) X(t) X(tool_call) X(v) X(writer)
/* clang-format on */

typedef enum cs_audit_field {
#define X(name) CS_FIELD_##name,
  CS_AUDIT_FIELDS(X)
#undef X
      CS_FIELDS
} cs_audit_field;

typedef struct cs_scan_span { /* of the line, borrowed; n 0: absent */
  const char *at;
  size_t n;
} cs_scan_span;

typedef struct cs_scan_line {
  cs_scan_span field[CS_FIELDS]; /* values; texts with their quotes */
  cs_scan_span hash_member;      /* `"hash":"...",` */
  uint64_t seq;
} cs_scan_line;

const char *cs_scan_name(cs_audit_field f);

/* Is the text, without its newline, a record?  Members with other names are
 * stepped over. */
bool cs_scan_read(const char *text, size_t n, cs_scan_line *out);
/* Does its hash fit? */
bool cs_scan_is_whole(const char *text, size_t n, const cs_scan_line *l);
/* Is the hash-valued field `f` equal to these 64 digits? */
bool cs_scan_has_hash(const cs_scan_line *l, cs_audit_field f,
                      const char hash[CS_LINE_HASH]);
/* Is the text field `f` this text?  Only for texts that need no escape. */
bool cs_scan_is(const cs_scan_line *l, cs_audit_field f, const char *text);
/* The number in field `f`; false: there is none. */
bool cs_scan_number(const cs_scan_line *l, cs_audit_field f, int64_t *out);
/* The member `name` of data, as it stands; n 0: absent. */
cs_scan_span cs_scan_datum(const cs_scan_line *l, const char *name);
/* Copy a text without quotes and escapes; cut at the room, with a NUL. */
size_t cs_scan_text(cs_scan_span s, char *out, size_t room);

#endif
