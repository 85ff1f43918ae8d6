/*
 * worklayer.h - what a sandbox changed in its overlay workspace.
 *
 * The upper directory of an overlayfs is compared with the host's directory
 * below it.  Both are open and everything in them is reached by descriptor: the
 * upper directory was written by a guest, which may still be writing, and the
 * host's may be changed by anybody meanwhile.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_WORKLAYER_H
#define CS_SANDBOX_WORKLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

typedef enum cs_work_kind {
  CS_WORK_ADDED,
  CS_WORK_MODIFIED,
  CS_WORK_DELETED
} cs_work_kind;

typedef struct cs_work_change {
  char *path; /* owned; below the workspace, without a leading slash */
  cs_work_kind kind;
  mode_t mode;   /* with the type; of what is new, or of what is deleted */
  uint64_t size; /* of a new file */
  /* Length of the part of `path` that is a directory of the host which the
   * sandbox removed and made again; 0: there is none.  What lies below it can
   * only be committed together. */
  size_t replaced;
} cs_work_change;

typedef struct cs_work_list {
  cs_work_change *at; /* owned; a directory comes before what it holds */
  size_t n, room;
} cs_work_list;

#define CS_WORK_CHANGES 200000 /* that one listing can hold */

/* Compare.  CS_ELIMIT: there are too many changes; CS_EOS: something cannot be
 * read. */
cs_status cs_worklayer_list(int upper, int lower, cs_work_list *out,
                            cs_error *err) CS_MUST_CHECK;
void cs_worklayer_fini(cs_work_list *l);

/* Open `path` below `dir` without following a link anywhere; -1 with errno. */
int cs_worklayer_open(int dir, const char *path, int flags);

/* Does this directory or file of the layer carry overlayfs's attribute? */
bool cs_worklayer_has_mark(int fd, const char *mark);
/* Remove the attribute, if it is there. */
void cs_worklayer_clear_mark(int fd, const char *mark);

#endif
