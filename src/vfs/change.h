/*
 * change.h - what a session changed: listing, committing, dropping.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_CHANGE_H
#define CS_VFS_CHANGE_H

#include "base/digest.h"
#include "vfs/vfs.h"

typedef enum cs_change_kind {
  CS_CHANGE_ADDED,
  CS_CHANGE_MODIFIED,
  CS_CHANGE_REMOVED,
  CS_CHANGE_MOVED /* a directory with its contents; `from` says where it was */
} cs_change_kind;

typedef struct cs_change {
  cs_change_kind kind;
  const char *path; /* virtual; borrowed during the call */
  const char *from; /* virtual; NULL unless moved */
  char type;        /* 'f', 'd', 'l'; '?' when it is gone */
  uint64_t size;
  uint8_t sha256[32]; /* artifacts that are files */
  bool hashed;
} cs_change;

/* A result other than 0 ends the listing and is returned. */
typedef int (*cs_change_each)(void *with, const cs_change *c);

/* How all overlays differ from the host's directories. */
int cs_change_list(cs_vfs *v, cs_change_each each, void *with);

/* Write the overlay at `at` to its host directory and empty it.  First every
 * entry is checked: nothing happens (CS_EINVAL) when one is protected, is a
 * link that leaves the mount, or cannot be stored.  Each file appears under its
 * name complete or not at all; no link on the host is followed.  CS_EOS: the
 * host refused half-way; what is written stays, the overlay still holds
 * everything, and committing again goes on. */
cs_status cs_change_commit(cs_vfs *v, const char *at,
                           cs_error *err) CS_MUST_CHECK;

/* Forget the changes of the overlay at `at`.  Open files keep their content. */
cs_status cs_change_drop(cs_vfs *v, const char *at,
                         cs_error *err) CS_MUST_CHECK;

/* Do either for every overlay; commit leaves out those without a host
 * directory.  Stops at the first failure. */
cs_status cs_change_commit_all(cs_vfs *v, cs_error *err) CS_MUST_CHECK;
cs_status cs_change_drop_all(cs_vfs *v, cs_error *err) CS_MUST_CHECK;

/* --- artifacts: what one run did, in overlays and writable mounts -------- */

typedef struct cs_artifact_caps {
  size_t files;        /* listed at most */
  uint64_t file_bytes; /* a larger file is listed without digest */
  uint64_t all_bytes;  /* read for digests at most */
} cs_artifact_caps;

void cs_artifact_caps_default(cs_artifact_caps *caps);

/* A run begins: forget what was touched before. */
void cs_artifact_start(cs_vfs *v);
/* Everything that was created, changed or removed since and that `wants` (NULL:
 * everything) says yes to; sorted by path.  `*cut` tells that a cap left
 * something out. */
typedef bool cs_artifact_wants(void *with, const char *path);
int cs_artifact_list(cs_vfs *v, const cs_artifact_caps *caps,
                     cs_artifact_wants *wants, cs_change_each each, void *with,
                     bool *cut);

#endif
