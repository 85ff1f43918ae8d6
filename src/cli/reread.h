/*
 * reread.h - has the owner changed the policy since it was read?
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_REREAD_H
#define CS_CLI_REREAD_H

#include "cli/cli.h"
#include "vfs/vfs.h"

typedef struct cs_reread {
  uint64_t read; /* the files as they were read */
  uint64_t seen; /* as they were the last time somebody looked */
} cs_reread;

/* They are being read now. */
void cs_reread_begin(cs_reread *r, const cs_settings *s);
/* Are they others, and did nobody change them since the last look?  Who writes
 * a file in two steps is not read in between.  Only once is this true. */
bool cs_reread_is_due(cs_reread *r, const cs_settings *s);

/* Can one of the files be changed through these mounts?  Then a program would
 * decide what it may do, and they must not be read again. */
bool cs_reread_is_shown(const cs_settings *s, const cs_mount_spec *mounts,
                        size_t n);

#endif
