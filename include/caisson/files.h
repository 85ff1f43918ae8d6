/*
 * caisson/files.h - mounts and changed files: from part 3 of caisson.h.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CAISSON_FILES_H
#define CAISSON_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* === 3. Sessions: files ================================================== */

/* How a directory or file of the host is mounted: cs_session_mount. */
typedef enum cs_mount_mode {
  CS_MOUNT_OVERLAY = 0, /* writes stay in memory */
  CS_MOUNT_RO = 1,
  CS_MOUNT_RW = 2,     /* writes go to the host */
  CS_MOUNT_SEALED = 3, /* as RO, but a write is a PermissionError */
  CS_MOUNT_STRICT = 4  /* or-ed to one of them: no link leads anywhere from an
                          overlay, none with an absolute target from the
                          others; roots of mounts stay; no protected names */
} cs_mount_mode;

/* What became of a file: cs_session_artifacts, cs_session_changes. */
typedef enum cs_change_kind {
  CS_CHANGE_ADDED,
  CS_CHANGE_MODIFIED,
  CS_CHANGE_REMOVED,
  CS_CHANGE_MOVED /* a directory with its contents; `from` says where it was */
} cs_change_kind;

typedef struct cs_change {
  cs_change_kind kind;
  const char *path; /* as the program sees it; borrowed during the call */
  const char *from; /* NULL unless moved */
  char type;        /* 'f' file, 'd' directory, 'l' link; '?' when it is gone */
  uint64_t size;
  uint8_t sha256[32]; /* artifacts that are files, if `hashed` */
  bool hashed;
} cs_change;

/* Called for each; a result other than 0 ends the listing. */
typedef int (*cs_change_each)(void *with, const cs_change *c);

typedef struct cs_artifact_caps {
  size_t files;        /* listed at most; 1 000 */
  uint64_t file_bytes; /* a larger file is listed without digest; 256 MiB */
  uint64_t all_bytes;  /* read for digests at most; 1 GiB */
} cs_artifact_caps;

#endif
