/*
 * file.h - what everything that keeps a file needs: whole reads and writes,
 * names that survive.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_FILE_H
#define CS_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* `fd` as a number above 2, of which others think that they are the terminal: a
 * host that closed them must not print into our file.  -1 (errno): it was that
 * already, or there is none left; `fd` is closed then. */
int cs_file_above(int fd);

/* Exactly `n` bytes at `at`; false: errno, or 0 when the file is shorter. */
bool cs_file_read_at(int fd, void *out, size_t n, uint64_t at);

/* All of them, at the file's position; `*done` counts what was written, also
 * after a failure (errno). */
bool cs_file_write(int fd, const void *bytes, size_t n, size_t *done);

/* Make the name `path` durable: it lives in its directory. */
cs_status cs_file_sync_name(const char *path, cs_error *err) CS_MUST_CHECK;

#endif
