/*
 * audit.h - the audit log: who did what, in a file that shows if it was
 * changed.
 *
 * The public half is part 6 of caisson.h.  Acknowledged means: when
 * cs_audit_put has returned, the record outlives this process, however it dies.
 * The first records go straight to the log; later ones wait in a file mapping
 * of this writer (the spool) and are appended in batches, within a twentieth of
 * a second; whoever opens the log next takes over what a killed writer left
 * there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_AUDIT_H
#define CS_AUDIT_AUDIT_H

#include "base/buf.h"
#include "base/error.h"
#include "base/status.h"
#include "base/wire.h"

#include "caisson/audit.h"

/* Names of runs: a random key of the session, and their number.  Nobody who
 * knows some of them can guess another. */
#define CS_AUDIT_KEY 16

/* Who tells: a session under its policy.  Zeroed, with hashes or without (then
 * they are those of cs_audit_policy); the rest belongs to the log. */
typedef struct cs_audit_voice {
  uint32_t since; /* state of the log it was packed in */
  uint32_t texts; /* cs_memo_shared, packed */
  cs_buf bytes;
  char policy_hash[80], report_hash[80]; /* maybe with "sha256:" */
  uint8_t run_key[CS_AUDIT_KEY];         /* of the names of its runs */
} cs_audit_voice;
void cs_audit_voice_fini(cs_audit_voice *v);

/* Where a record waits that others may repeat; zeroed: nowhere. */
typedef struct cs_audit_stem {
  uint64_t epoch; /* of the spool */
  uint32_t at;
} cs_audit_stem;

/* cs_audit_put for records of a session, whose names in `data` are ours.
 * `stem`, if there is one, learns where it waits. */
cs_status cs_audit_tell(cs_audit *a, cs_audit_voice *v,
                        const cs_audit_record *r, cs_audit_stem *stem,
                        cs_error *err) CS_MUST_CHECK;

/* A record that differs from one before only in its time, its run, and, in this
 * order, bytes_out and the numbers of its data. */
typedef struct cs_audit_again {
  uint64_t run;          /* its number, under the key of the voice */
  int64_t mono_ns;       /* when; at most now */
  const int64_t *number; /* of each that the other one has */
  uint32_t count;
} cs_audit_again;

/* Put it.  False: the other one does not wait any more, or this one would have
 * to be looked at for secrets; tell it in full. */
bool cs_audit_repeat(cs_audit *a, const cs_audit_voice *v,
                     const cs_audit_stem *stem,
                     const cs_audit_again *r) CS_MUST_CHECK;

uint32_t cs_audit_flags(const cs_audit *a);
int cs_audit_sync(const cs_audit *a); /* CS_AUDIT_BATCH, CS_AUDIT_ALWAYS */
const char *cs_audit_path(const cs_audit *a);

/* "ses_" or another prefix of up to four bytes and 128 random bits in hex. */
#define CS_AUDIT_ID 40
bool cs_audit_new_id(const char *prefix, char out[CS_AUDIT_ID]);
/* The same with bits that the caller has. */
void cs_audit_spell_id(const char *prefix, const uint8_t bits[16],
                       char out[CS_AUDIT_ID]);

/* "run_" and 128 bits in hex that nobody can guess without the key. */
void cs_audit_spell_run(const uint8_t key[CS_AUDIT_KEY], uint64_t number,
                        char out[CS_AUDIT_ID]);

/* Would showing what is open as `host` to a program show it the log and its
 * key, or with `writable` let it change them?  Such a mount is refused. */
bool cs_audit_guards(const cs_audit *a, int host, bool writable);

/* The default of cs_audit_options.path; false: there is no state directory. */
bool cs_audit_default_path(char *out, size_t room);

#endif
