/*
 * target.c - the program that a verb is to run: -c CODE, a file or `-`.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/target.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/verbs.h"

static int unreadable(const cs_settings *s, const char *path,
                      const char *todo) {
  char what[200];
  snprintf(what, sizeof what, "cannot read '%.150s'", path);
  return cs_cli_fail(s, what, strerror(errno), todo);
}

int cs_target_unreadable(const cs_settings *s, const char *path) {
  return unreadable(s, path, "check the path");
}

static int nothing(const cs_settings *s) {
  char todo[80];
  snprintf(todo, sizeof todo, "see 'caisson help %s'", s->verb->name);
  return cs_cli_fail(s, "nothing to run", "no file and no -c CODE was given",
                     todo);
}

static int find_text(const cs_settings *s, int first, cs_target *t) {
  if (s->code) {
    t->name = "<string>";
    t->text = strdup(s->code);
    t->len = strlen(s->code);
    return 0;
  }
  const char *path = s->argv[first];
  t->from_stdin = strcmp(path, "-") == 0;
  t->name = t->from_stdin ? "<stdin>" : path;
  t->text = cs_lines_read_file(path, &t->len);
  return t->text
             ? 0
             : unreadable(s, path, "check the path, or pass the code with -c");
}

int cs_target_load(const cs_settings *s, int first, bool needed,
                   cs_target *out) {
  *out = (cs_target){0};
  if (!s->code && s->argc <= first) return needed ? nothing(s) : 0;
  int code = find_text(s, first, out);
  if (code) return code;
  int skip = first + (s->code ? 0 : 1);
  size_t extra = s->argc > skip ? (size_t)(s->argc - skip) : 0;
  out->argc = extra + 1;
  out->argv = calloc(out->argc, sizeof *out->argv);
  if (!out->text || !out->argv)
    return cs_cli_fail(s, "cannot load the program", "no memory",
                       "close other programs");
  out->argv[0] = s->code ? "-c" : s->argv[first];
  for (size_t i = 0; i < extra; i++)
    out->argv[i + 1] = s->argv[(size_t)skip + i];
  return 0;
}

void cs_target_fini(cs_target *t) {
  free(t->text);
  free(t->argv);
  *t = (cs_target){0};
}

int cs_target_pass(cs_guest *g, const cs_target *t) {
  cs_status st = cs_session_set_argv(g->session, t->argc, t->argv);
  if (st == CS_OK) return 0;
  return cs_cli_fail(g->settings, "cannot pass the arguments on",
                     st == CS_EINVAL ? "they are not valid UTF-8"
                                     : "they need more than the memory limit",
                     "change them or the limit");
}
