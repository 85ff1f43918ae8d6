/*
 * save.h - snapshots as files: writing them, and saying what is in one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_SAVE_H
#define CS_CLI_SAVE_H

#include "cli/guest.h"

typedef struct cs_saved {
  const char *path; /* borrowed; NULL: nothing was written */
  size_t bytes;
  char sha256[65];
} cs_saved;

/* Write the session's state to `path` ("-": stdout); the file appears complete
 * or not at all, readable for its owner only.  Returns 0, or an exit code after
 * a message. */
int cs_save_session(cs_guest *g, const char *path, cs_saved *out);

/* "wrote N bytes to FILE; ..." on stderr. */
void cs_save_tell(const cs_saved *saved, const cs_event *ev);

/* `pattern` with the number in place of its first %. */
void cs_save_number(const char *pattern, uint64_t i, char *out, size_t room);

/* Print what a loaded snapshot is; returns the exit code. */
int cs_save_describe(cs_guest *g, const char *path, const void *bytes,
                     size_t len);

#endif
