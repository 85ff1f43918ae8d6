/*
 * list.h - entries of a directory; inside of src/vfs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_LIST_H
#define CS_VFS_LIST_H

#include "vfs/place.h"

/* As cs_vfs_list, for a directory that is already found. */
int cs_list_place(cs_vfs *v, const cs_place *p, cs_vfs_each each, void *with);

#endif
