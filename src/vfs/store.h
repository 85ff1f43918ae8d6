/*
 * store.h - overlays, open files and the current directory as bytes.
 *
 * What a session changed travels with its snapshot; the host's directories do
 * not: whoever loads the bytes mounts them again, at the same places.  Host
 * paths are not in the bytes.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_STORE_H
#define CS_VFS_STORE_H

#include "base/wire.h"
#include "vfs/vfs.h"

/* Append one value.  CS_ELIMIT: larger than the message may be. */
cs_status cs_store_dump(cs_vfs *v, cs_wire *w) CS_MUST_CHECK;

/* Bring a file system with fresh mounts into the state of the bytes, which
 * may come from anywhere.  CS_ECORRUPT: no such state; CS_EINVAL: an overlay is
 * not mounted; CS_ELIMIT: over the limit of a mount.  After a failure only
 * cs_vfs_free is of use. */
cs_status cs_store_load(cs_vfs *v, const void *bytes, size_t n) CS_MUST_CHECK;

/* Give the open handle `got` the number it had before; CS_ECORRUPT if that is
 * none, or in use.  `got` is closed on failure. */
cs_status cs_store_place(cs_vfs *v, int got, int64_t number) CS_MUST_CHECK;

#endif
