/*
 * bucket.h - a workspace in an S3 bucket: pull it, push what changed.
 *
 * cs_bucket_pull copies every object under the prefix into a directory and
 * notes, for each, the object's ETag and the file's size and times (the base).
 * cs_bucket_push compares the directory with the base and the bucket with the
 * base.  If an object that would be written or deleted changed in the bucket
 * meanwhile, nothing is written: the push is refused and names it.  Each write
 * is conditional besides (If-Match, If-None-Match), so that a change between
 * the comparison and the write is refused too, for that object.
 *
 * The base is bytes (JSON) that the caller keeps beside the sandbox.  Renaming
 * is a write and a deletion: not atomic.  Symbolic links, empty directories,
 * modes and owners are not stored.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BUCKET_BUCKET_H
#define CS_BUCKET_BUCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"

#define CS_BUCKET_FILE_MAX  (UINT64_C(1) << 30) /* one file */
#define CS_BUCKET_TOTAL_MAX (UINT64_C(4) << 30) /* the workspace */
#define CS_BUCKET_FILES     100000
#define CS_BUCKET_BASE_MAX  ((size_t)64 << 20) /* bytes of a base */

typedef struct cs_bucket cs_bucket;

/* All texts are copied. */
typedef struct cs_bucket_options {
  const char *endpoint; /* "https://s3.example[:PORT]"; http:// for loopback */
  const char *region;   /* NULL: us-east-1 */
  const char *bucket;
  const char *prefix;                  /* "" or "team/": a part of the bucket */
  const char *access, *secret, *token; /* token may be NULL */
  const char *ca_file;                 /* NULL: the system's */
} cs_bucket_options;

cs_status cs_bucket_open(const cs_bucket_options *options, cs_bucket **out,
                         cs_error *err) CS_MUST_CHECK;
void cs_bucket_close(cs_bucket *b); /* NULL is allowed */

typedef struct cs_bucket_counts {
  uint64_t files, bytes; /* that were copied */
  uint64_t added, changed, deleted;
  uint64_t skipped; /* keys that are no paths; links and special files */
} cs_bucket_counts;

/* Copy the objects into the empty directory `dir`; `base` (initialized with
 * CS_BUCKET_BASE_MAX) receives what push needs. */
cs_status cs_bucket_pull(cs_bucket *b, int dir, cs_buf *base,
                         cs_bucket_counts *counts, cs_error *err) CS_MUST_CHECK;

/* What happened to one path. */
typedef enum cs_bucket_change {
  CS_BUCKET_ADD,
  CS_BUCKET_CHANGE,
  CS_BUCKET_DELETE
} cs_bucket_change;

typedef struct cs_bucket_push_options {
  /* May be NULL.  May this path be written?  False: it is left alone. */
  bool (*allow)(void *user, const char *path, cs_bucket_change change);
  /* May be NULL.  What became of a path; `why` is NULL if it was done. */
  void (*tell)(void *user, const char *path, cs_bucket_change change,
               const char *why);
  void *user;
  bool dry_run; /* compare and tell, write nothing */
} cs_bucket_push_options;

/* Push the differences between `dir` and `base`, which is updated for every
 * object that was written, also when the call fails half-way.  CS_EINVAL with
 * os EEXIST: a conflict, nothing was written. */
cs_status cs_bucket_push(cs_bucket *b, int dir, cs_buf *base,
                         const cs_bucket_push_options *options,
                         cs_bucket_counts *counts, cs_error *err) CS_MUST_CHECK;

#endif
