/*
 * within.h - is one directory inside of another?  By what they are.
 *
 * Names lie: whoever may write a directory can swap a link in it between two
 * looks.  Here both directories are open already; one is the other, or has it
 * above itself, if ".." leads there, by device and inode.  A second mount of
 * the same directory is the same directory.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_WITHIN_H
#define CS_BASE_WITHIN_H

#include <stddef.h>

typedef enum cs_within {
  CS_WITHIN_NO,
  CS_WITHIN_YES,
  CS_WITHIN_UNKNOWN /* a directory above it cannot be searched, or moved */
} cs_within;

/* Where does `inner` (a directory or a file, O_PATH will do) lie? */
cs_within cs_within_is(int inner, int outer);

/* O_PATH of what is at `path`, links followed, never one of the three streams;
 * -1 with errno. */
int cs_within_open(const char *path);

/* The same, but only the first `base` bytes of the path may lead through links:
 * the rest lies below them.  0, or all that the path has: as above.  ELOOP: a
 * link is in the rest. */
int cs_within_open_in(const char *path, size_t base);

#endif
