/*
 * dis.c - caisson dis: the instructions that a program is compiled to.
 *
 * The program is compiled and not run.  The engine's own module `dis` writes
 * the listing, in a fresh engine of this process: what runs there is the short
 * text below, the file is data for it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "cli/target.h"
#include "cli/verbs.h"
#include "py/engine.h"

/* sys.argv[1] is the name of the file, sys.argv[2] its text. */
static const char listing[] =
    "import dis, sys, traceback\n"
    "try:\n"
    "    code = compile(sys.argv[2], sys.argv[1], 'exec')\n"
    "except SyntaxError as e:\n"
    "    print(*traceback.format_exception_only(e), sep='', end='',\n"
    "          file=sys.stderr)\n"
    "    sys.exit(1)\n"
    "dis._list(code, sys.argv[2])\n";

static void write_output(cs_engine *e) {
  size_t len;
  int kind;
  const char *text = cs_engine_output(e, &len, &kind);
  while (len) {
    fwrite(text, 1, len, kind == 2 ? stderr : stdout);
    text = cs_engine_output(e, &len, &kind);
  }
}

static int outcome(const cs_settings *s, cs_engine *e, cs_stop stop) {
  size_t len;
  if (stop == CS_STOP_DONE) return 0;
  if (stop == CS_STOP_RAISED && cs_engine_exit_code(e) > 0) return 1;
  const char *why = cs_engine_error(e, &len);
  return cs_cli_fail(s, "cannot list the instructions",
                     why && len ? why : "the engine failed",
                     "list smaller files");
}

static int list_in(const cs_settings *s, cs_engine *e, const cs_target *t) {
  const char *argv[] = {"dis", t->name, t->text};
  if (cs_engine_set_argv(e, 3, argv) != CS_OK)
    return cs_cli_fail(s, "cannot read the program", "it is not valid UTF-8",
                       "save the file as UTF-8");
  cs_stop stop =
      cs_engine_start(e, listing, sizeof listing - 1, "<caisson dis>", 0);
  for (; stop == CS_STOP_FLUSH; stop = cs_run(e)) write_output(e);
  write_output(e);
  return outcome(s, e, stop);
}

static int list_target(const cs_settings *s, const cs_target *t) {
  cs_limits limits;
  cs_engine *e;
  if (strlen(t->text) != t->len)
    return cs_cli_fail(s, "cannot read the program",
                       "source code cannot contain null bytes",
                       "remove them from the file");
  cs_limits_default(&limits);
  if (cs_engine_new(&limits, &e) != CS_OK)
    return cs_cli_fail(s, "cannot start the engine", "no memory",
                       "close other programs");
  int code = list_in(s, e, t);
  cs_engine_free(e);
  return code;
}

int cs_cli_dis(const cs_settings *s) {
  cs_target t;
  int code = cs_target_load(s, 0, true, &t);
  if (code == 0) code = list_target(s, &t);
  cs_target_fini(&t);
  return code;
}
