/*
 * pack.h - a directory as a layer.
 *
 * For `import` and for the changes of a sandbox.  The directory may have been
 * written by a guest: it is walked by descriptors, links are read and never
 * followed, devices, sockets and FIFOs are left out (but a character device 0:0
 * is overlayfs's whiteout), setuid bits and extended attributes too.  Entries
 * are sorted by name, so that the same tree gives the same layer.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_PACK_H
#define CS_IMAGE_PACK_H

#include <stdbool.h>

#include "image/tar_write.h"

typedef struct cs_pack {
  int dir;            /* borrowed */
  bool overlay;       /* an upper directory: whiteouts mean something */
  uint32_t first_uid; /* taken away from uids and gids */
  bool as_root;       /* every owner becomes 0 */
} cs_pack;

/* Write the tar of it. */
cs_status cs_pack_tree(const cs_pack *p, cs_tar *t,
                       cs_error *err) CS_MUST_CHECK;

#endif
