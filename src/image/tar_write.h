/*
 * tar_write.h - write a tar: POSIX ustar headers, pax where they are too small.
 *
 * The same tree gives the same bytes: callers sort their entries, and nothing
 * here depends on time or machine.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_TAR_WRITE_H
#define CS_IMAGE_TAR_WRITE_H

#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"

typedef struct cs_tar_entry {
  const char *path, *link; /* link: "" unless type is '1' or '2' */
  char type;   /* '0' file, '1' hard link, '2' link, '5' directory */
  mode_t mode; /* permissions */
  uint32_t uid, gid;
  uint64_t size; /* '0' */
  int64_t mtime;
} cs_tar_entry;

typedef struct cs_tar {
  cs_status (*put)(void *user, const void *bytes, size_t n, cs_error *err);
  void *user;
} cs_tar;

/* The header of an entry; its `size` bytes follow through t->put, then
 * cs_tar_pad with the size. */
cs_status cs_tar_head(cs_tar *t, const cs_tar_entry *e,
                      cs_error *err) CS_MUST_CHECK;
cs_status cs_tar_pad(cs_tar *t, uint64_t size, cs_error *err) CS_MUST_CHECK;
/* Two empty blocks. */
cs_status cs_tar_end(cs_tar *t, cs_error *err) CS_MUST_CHECK;

#endif
