/*
 * meta.h - attributes of entries, and making new ones; inside of src/vfs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_META_H
#define CS_VFS_META_H

#include <time.h>

#include "vfs/place.h"

void cs_meta_of_node(const cs_mount *m, const cs_node *n, cs_vfs_stat *out);
void cs_meta_of_stat(const cs_mount *m, const struct stat *st,
                     cs_vfs_stat *out);
/* Attributes of what stands at `p`. */
void cs_meta_of_place(const cs_place *p, cs_vfs_stat *out);
void cs_meta_times(int64_t atime, int64_t mtime, struct timespec out[2]);

/* A new entry in memory at the empty place `p`; `*out` is borrowed. */
int cs_meta_new_entry(cs_vfs *v, cs_place *p, cs_node_kind kind, uint32_t mode,
                      cs_node **out);

#endif
