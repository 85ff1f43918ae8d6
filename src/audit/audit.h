/*
 * audit.h - the audit log: who did what, in a file that shows if it was changed.
 *
 * One JSON object per line; each has the hash of the one before it
 * (docs/audit-format.md).  Any number of threads and processes write one log.
 *
 * Acknowledged means: when cs_audit_put has returned, the record outlives this
 * process, however it dies.  Up to some hundred records a second go straight to
 * the log; what comes faster waits in a file mapping of this writer (the spool)
 * and is appended in batches; whoever opens the log next takes over what a
 * killed writer left there.
 *
 * caisson.h repeats the types of this file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_AUDIT_H
#define CS_AUDIT_AUDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

typedef struct cs_audit cs_audit;

enum { /* cs_audit_options.flags */
  CS_AUDIT_FULL = 1,    /* code and arguments in the clear, not as digests */
  CS_AUDIT_OPTIONAL = 2 /* programs run also when it cannot be written */
};
enum { /* cs_audit_options.sync */
  CS_AUDIT_BATCH = 0, /* to the disk at most once a second */
  CS_AUDIT_ALWAYS = 1 /* before a record is acknowledged */
};

typedef struct cs_audit_options {
  size_t size;       /* cs_audit_options_init sets it and the defaults */
  const char *path;  /* NULL: audit.jsonl in the user's state directory */
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

void cs_audit_options_init(cs_audit_options *o);

/* CS_EOS: it cannot be written; CS_ECORRUPT: its end was changed; CS_EINVAL: the
 * file belongs to somebody else. */
cs_status cs_audit_open(const cs_audit_options *o, cs_audit **out,
                        cs_error *err) CS_MUST_CHECK;
/* After the last session that uses it was closed. */
void cs_audit_close(cs_audit *a);

/* Append a record.  CS_EOS: it could not be written, and is not in the log. */
cs_status cs_audit_put(cs_audit *a, const cs_audit_record *r,
                       cs_error *err) CS_MUST_CHECK;
/* Write what waits, to the log and to the disk. */
cs_status cs_audit_flush(cs_audit *a, cs_error *err) CS_MUST_CHECK;

/* From now on this value appears as [secret:NAME] in every record.  Values of
 * less than four bytes cannot be told from other text and are refused. */
cs_status cs_audit_secret(cs_audit *a, const char *name, const void *value,
                          size_t len) CS_MUST_CHECK;
/* Hashes that every later record has; NULL: as it is. */
void cs_audit_policy(cs_audit *a, const char *policy_hash,
                     const char *report_hash);

uint32_t cs_audit_flags(const cs_audit *a);
const char *cs_audit_path(const cs_audit *a);

/* "ses_" or another prefix of up to four bytes and 128 random bits in hex. */
#define CS_AUDIT_ID 40
bool cs_audit_new_id(const char *prefix, char out[CS_AUDIT_ID]);

/* The default of cs_audit_options.path; false: there is no state directory. */
bool cs_audit_default_path(char *out, size_t room);

#endif
