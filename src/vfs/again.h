/*
 * again.h - requests that were answered before, by a file system that is gone.
 *
 * A journal holds requests and their answers.  Going through them in order
 * brings a fresh file system to the state of the old one: changes in overlays
 * are made again, files of the host are opened again without being created or
 * emptied, and nothing on the host changes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_AGAIN_H
#define CS_VFS_AGAIN_H

#include "base/os_call.h"
#include "base/wire.h"
#include "vfs/vfs.h"

/* `args` is one TUPLE, as for cs_vfs_call.  False: what went well then fails
 * now, so the host's files are not what they were. */
bool cs_vfs_again(cs_vfs *v, cs_oscall call, const void *args, size_t len,
                  const void *reply, size_t reply_len,
                  int64_t now) CS_MUST_CHECK;

/* Would this request change something on the host?  `*same`: doing it a second
 * time leaves the host as doing it once does. */
bool cs_vfs_again_reaches(cs_vfs *v, cs_oscall call, const void *args,
                          size_t len, bool *same);

#endif
