/*
 * tree.h - whole directories: empty them, copy them, count them.
 *
 * What is in them was written by guests.  Everything goes by descriptor, no
 * link is followed, no file system is left, and depth is bounded: nothing here
 * recurses.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_TREE_H
#define CS_SANDBOX_TREE_H

#include <stdint.h>

#include "base/error.h"

/* Remove everything in `dir`, which stays. */
cs_status cs_tree_empty(int dir, cs_error *err) CS_MUST_CHECK;

/* Copy everything in `from` to the empty `to`: contents (shared blocks where
 * the file system can), modes, owners, times, attributes, hard links as copies.
 */
cs_status cs_tree_copy(int from, int to, cs_error *err) CS_MUST_CHECK;

/* Bytes and files in `dir`. */
cs_status cs_tree_count(int dir, uint64_t *bytes, uint64_t *files,
                        cs_error *err) CS_MUST_CHECK;

#endif
