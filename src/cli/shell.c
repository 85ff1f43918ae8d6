/*
 * shell.c - caisson shell: a prompt at the depth that was asked for.
 *
 * In the engine it is the Python prompt of repl.c; in a jail a login shell that
 * reads our stdin, on a terminal of its own where we have one.  `-c` is the one
 * place where a text is handed to a shell, and that runs in a jail.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>
#include <unistd.h>

#include "base/depth.h"
#include "cli/sandboxed.h"
#include "cli/verbs.h"

int cs_cli_shell(const cs_settings *s) {
  char program[] = "/bin/sh", login[] = "-l";
  char *argv[] = {program, login, NULL, NULL};
  cs_settings jailed = *s;
  bool deep = s->depth && cs_depth_named_can(s->depth, CS_IS_JAIL);
  if (s->code && s->depth && !deep && !cs_depth_is_auto(s->depth))
    return cs_cli_fail(s, "no shell there", "only depth process has one",
                       "leave --depth out, or use 'caisson run -c'");
  if (s->argc == 1) return cs_sandboxed_shell(s, s->argv[0]);
  if (s->argc > 1)
    return cs_cli_fail(s, "too many arguments", "shell takes no script",
                       "write 'caisson shell -c SCRIPT', or 'caisson exec "
                       "-- PROGRAM'");
  if (!s->code && !deep) return cs_cli_repl(s);
  jailed.shell = s->code;
  jailed.code = NULL;
  jailed.argv = argv;
  jailed.argc = 2;
  jailed.input = true;
  jailed.tty |= !s->code && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  return cs_cli_exec(&jailed);
}
