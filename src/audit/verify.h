/*
 * verify.h - reading a whole log: line by line over all of its files, checked.
 *
 * What is checked: every line is a record; numbers follow each other; each has
 * the hash of the one before; its own hash fits; the times of one writer do not
 * go back; every checkpoint is signed and names a record that is there.  The
 * first thing that is wrong ends the reading and is told with the number at
 * which it was found.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_AUDIT_VERIFY_H
#define CS_AUDIT_VERIFY_H

#include "audit/checkpoint.h"
#include "audit/scan.h"

/* Every good record, with its text; a result other than 0 ends the reading. */
typedef int cs_verify_each(void *with, const char *text, size_t n,
                           const cs_scan_line *l);

typedef struct cs_verify_plan {
  cs_verify_each *each; /* may be NULL */
  void *with;
  uint64_t expect_seq;     /* 0: nothing is expected */
  const char *expect_hash; /* 64 digits, or as many as are known */
  const char *key;         /* hex; checkpoints of other keys are bad; NULL: the
                              one of the log, if it is there */
} cs_verify_plan;

typedef struct cs_verify_report {
  bool ok;
  char why[80];    /* !ok: what is wrong */
  uint64_t broken; /* !ok: at which number */
  uint64_t records, seq;
  char hash[CS_LINE_HASH + 1]; /* of the last good record */
  unsigned files;
  uint64_t checkpoints, covered; /* how many; number of the last */
  uint64_t torn;                 /* bytes of an unfinished last line */
  bool stopped;                  /* `each` ended it */
} cs_verify_report;

/* CS_OK: the report tells, also of what is broken.  CS_EOS: it cannot be read.
 */
cs_status cs_verify(const char *path, const cs_verify_plan *plan,
                    cs_verify_report *out, cs_error *err) CS_MUST_CHECK;

#endif
