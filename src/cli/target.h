/*
 * target.h - the program that a verb is to run: -c CODE, a file or `-`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_TARGET_H
#define CS_CLI_TARGET_H

#include "cli/guest.h"

typedef struct cs_target {
  const char *name; /* what tracebacks call it */
  char *text;       /* owned; NULL: none was given */
  size_t len;
  size_t argc;       /* sys.argv */
  const char **argv; /* owned */
  bool from_stdin;
} cs_target;

/* Read the program: -c, else the operand at `first`; arguments follow.  When
 * there is neither and it is not `needed`, the target stays empty.  Returns 0,
 * or an exit code after a message; cs_target_fini in any case. */
int cs_target_load(const cs_settings *s, int first, bool needed,
                   cs_target *out);
void cs_target_fini(cs_target *t);

/* Give the session its sys.argv. */
int cs_target_pass(cs_guest *g, const cs_target *t);

/* "cannot read 'path'", with errno. */
int cs_target_unreadable(const cs_settings *s, const char *path);

#endif
