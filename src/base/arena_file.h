/*
 * arena_file.h - an arena's image from the middle of a file.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_ARENA_FILE_H
#define CS_BASE_ARENA_FILE_H

#include "base/arena.h"

/* As cs_arena_map_image, of the `len` bytes of `fd` that begin at `from`, a
 * page multiple: the file is the program that holds the image, mapped as the
 * loader maps it. */
cs_status cs_arena_map_file(cs_arena *a, int fd, uint64_t from, uint64_t offset,
                            uint64_t len) CS_MUST_CHECK;

#endif
