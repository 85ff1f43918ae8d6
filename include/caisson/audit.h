/*
 * caisson/audit.h - audit logs: part 6 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_AUDIT_H
#define CAISSON_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "caisson/status.h"

/* === 6. Audit ============================================================ */

/*
 * An audit log is a file of one JSON object per line about everything that
 * sessions do: runs, calls, files that were opened, refusals, limits,
 * snapshots, commits.  Each line has the hash of the one before it;
 * docs/audit-format.md has the bytes, `caisson audit` reads them.
 *
 *   cs_audit_options_init(&ao); ao.path = "audit.jsonl";
 *   cs_audit_open(&ao, &log, &err);
 *   o.audit = log;                      for any number of sessions
 *   ...
 *   cs_audit_close(log);                after the last of them
 *
 * What is promised.  A record that was acknowledged (cs_audit_put has returned,
 * a session has gone on) is not lost when the process is killed.  A run does
 * not start, and one that runs ends with LIMIT "audit", when its record cannot
 * be written, unless CS_AUDIT_OPTIONAL says otherwise.  Any number of threads
 * and processes of one user write the same log.  Code and arguments are
 * recorded as digests, values of secrets never.  A log that was opened before a
 * fork cannot be used in the child.
 */

enum {                    /* cs_audit_options.flags */
       CS_AUDIT_FULL = 1, /* code and arguments in the clear, not as digests */
       CS_AUDIT_OPTIONAL = 2 /* programs run also when it cannot be written */
};
enum {                     /* cs_audit_options.sync */
       CS_AUDIT_BATCH = 0, /* to the disk at most once a second */
       CS_AUDIT_ALWAYS = 1 /* before a record is acknowledged */
};

typedef struct cs_audit_options {
  size_t size;      /* cs_audit_options_init sets it and the defaults */
  const char *path; /* NULL: audit.jsonl in the user's state directory */
  uint32_t flags;
  int sync;
  const char *owner; /* who is responsible; NULL: the user's number */
  uint64_t rotate;   /* bytes after which another file begins; 64 MiB */
} cs_audit_options;

typedef struct cs_audit_item { /* of `data` */
  const char *key;
  const char *text; /* NULL: `number` */
  size_t len;
  int64_t number;
} cs_audit_item;

enum { /* cs_audit_record.has */
       CS_AUDIT_BYTES_IN = 1,
       CS_AUDIT_BYTES_OUT = 2,
       CS_AUDIT_EXIT_CODE = 4
};

/* Everything but `kind` may be absent: NULL, or not in `has`.  Texts may be any
 * bytes. */
typedef struct cs_audit_record {
  const char *kind; /* "run.start" */
  const char *session, *run, *sandbox, *tool_call;
  const char *depth, *decision, *capability, *rule, *mechanism, *reason;
  const char *object;
  size_t object_len;
  uint32_t has;
  int64_t bytes_in, bytes_out, exit_code;
  const cs_audit_item *data;
  size_t ndata;
} cs_audit_record;
CS_API void cs_audit_options_init(cs_audit_options *o);

/* CS_EOS: it cannot be written; CS_ECORRUPT: its end was changed; CS_EINVAL:
 * the file belongs to somebody else. */
CS_API cs_status cs_audit_open(const cs_audit_options *o, cs_audit **out,
                               cs_error *err) CS_CHECK;
/* After the last session that uses it was closed. */
CS_API void cs_audit_close(cs_audit *a);

/* Append a record of the host's own.  CS_EOS: it could not be written, and is
 * not in the log.  CS_EINVAL: a name in `data` is empty, longer than 48 bytes
 * or not of letters, digits and "_-./:"; of equal ones the first counts. */
CS_API cs_status cs_audit_put(cs_audit *a, const cs_audit_record *r,
                              cs_error *err) CS_CHECK;
/* Write what waits, to the log and to the disk. */
CS_API cs_status cs_audit_flush(cs_audit *a, cs_error *err) CS_CHECK;

/* From now on this value appears as [secret:NAME] in every record.  Values of
 * less than four bytes cannot be told from other text: CS_EINVAL.  Variables of
 * cs_session_put_env whose name speaks of a key, token, secret, password or
 * credential are hidden without being asked. */
CS_API cs_status cs_audit_secret(cs_audit *a, const char *name,
                                 const void *value, size_t len) CS_CHECK;
/* Hashes that every later record has; NULL: as it is. */
CS_API void cs_audit_policy(cs_audit *a, const char *policy_hash,
                            const char *report_hash);

#endif
