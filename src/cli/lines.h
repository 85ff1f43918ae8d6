/*
 * lines.h - reading a descriptor line by line.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_LINES_H
#define CS_CLI_LINES_H

#include "base/buf.h"
#include "cli/watch.h"

typedef struct cs_lines {
  int fd;     /* borrowed; -1: always at the end */
  cs_buf buf; /* bytes read and not handed out   */
  size_t at;  /* start of the next line in buf   */
} cs_lines;

void cs_lines_init(cs_lines *l, int fd);
void cs_lines_fini(cs_lines *l);

/* The next line with its newline; `*len` 0 at the end.  Borrowed until the
 * next call.  NULL: the watch (may be NULL) ended the run. */
const char *cs_lines_next(cs_lines *l, const cs_watch *w, size_t *len);

/* All bytes of a file, "-" being stdin.  Owned by the caller; NULL with errno
 * on failure. */
char *cs_lines_read_file(const char *path, size_t *len);

#endif
