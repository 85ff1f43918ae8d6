/*
 * command.h - a program of the user that answers tools: its pipes, its end.
 *
 * Started without a shell, in a process group of its own that is ended as one.
 * Nothing here blocks: what it has not read yet waits in `to`, what it wrote is
 * collected in `from`, and the last of what it said on stderr in `said`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_TOOLS_COMMAND_H
#define CS_TOOLS_COMMAND_H

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/buf.h"

#define CS_COMMAND_FDS  4   /* of one program, for poll */
#define CS_COMMAND_SAID 400 /* bytes of stderr that are kept */

typedef struct cs_command {
  pid_t pid;               /* 0: not running */
  int pidfd, in, out, err; /* owned; -1: closed */
  cs_buf to, from;
  size_t sent; /* bytes of `to` that are gone */
  char said[CS_COMMAND_SAID];
  size_t said_len;
  bool last;   /* nothing follows `to`: its stdin ends */
  bool silent; /* what it says on stderr is not passed on */
  bool ended;
  int status; /* ended: as waitpid gives it */
} cs_command;

/* Start `command`, split at spaces; quotes keep words together, nothing is
 * expanded.  Returns 0 or errno; ENOEXEC: there is no word in it.  After a
 * failure nothing is left. */
int cs_command_start(cs_command *p, const char *command);
/* End it: politely if it can leave by itself within a second. */
void cs_command_stop(cs_command *p);
/* End it now. */
void cs_command_kill(cs_command *p);

/* It has closed its output: most likely it ends, and tells how. */
void cs_command_leaves(cs_command *p);

/* What to poll for, CS_COMMAND_FDS entries. */
void cs_command_wants(const cs_command *p, struct pollfd *fds);
/* Read and write what is possible; notices its end. */
void cs_command_move(cs_command *p);

#endif
