/*
 * sandboxed_run.c - caisson run --image: one command in a sandbox of its own.
 *
 * The sandbox is ephemeral: its layer is memory, and it goes when we go,
 * however that happens.  A source file of the host (a path with '/' that ends
 * in .py, .sh or .js, by its spelling alone) is read here and run by the
 * interpreter of the image, so that a script can begin with
 * "#!/usr/bin/env -S caisson run --image REF".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/sandboxed.h"
#include "cli/target.h"
#include "cli/verbs.h"

#include "audit/audit.h"

#define WORDS_MAX 256
#define FILE_MAX  (8 << 20) /* a frame */

/* What runs a file of that name; NULL: it is no source file. */
static const char *interpreter_of(const char *path) {
  static const char *const known[][2] = {
      {".py", "python3"}, {".sh", "sh"}, {".js", "node"}};
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; strchr(path, '/') && dot && i < 3; i++)
    if (strcmp(dot, known[i][0]) == 0) return known[i][1];
  return NULL;
}

static char *read_source(const char *path) {
  struct stat st;
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat(fd, &st) != 0 || st.st_size > FILE_MAX / 2) return NULL;
  char *text = calloc(1, (size_t)st.st_size + 1);
  for (off_t done = 0; text && done < st.st_size;) {
    ssize_t n = read(fd, text + done, (size_t)(st.st_size - done));
    if (n <= 0) break;
    done += n;
  }
  return text;
}

typedef struct words {
  char *argv[WORDS_MAX + 1];
  int argc;
} words;

/* The image's own command, if nothing else is asked for. */
static void take_command(words *w, const json_t *reply) {
  const json_t *list =
      json_object_get(json_object_get(reply, "image"), "command");
  for (size_t i = 0; i < json_array_size(list) && w->argc < WORDS_MAX; i++)
    w->argv[w->argc++] =
        (char *)(uintptr_t)json_string_value(json_array_get(list, i));
}

static int run_in(const cs_settings *s, const char *name, const json_t *reply) {
  static char at_file[] = "/proc/self/fd/10";
  words w = {.argc = 0};
  cs_settings inside = *s;
  CS_AUTO_FREE
  char *source = NULL;
  const char *by = s->argc > 0 ? interpreter_of(s->argv[0]) : NULL;
  if (by) {
    source = read_source(s->argv[0]);
    if (!source) return cs_target_unreadable(s, s->argv[0]);
    inside.code_file = source;
    w.argv[w.argc++] = (char *)(uintptr_t)by;
    w.argv[w.argc++] = at_file;
  }
  for (int i = by ? 1 : 0; i < s->argc && w.argc < WORDS_MAX; i++)
    w.argv[w.argc++] = s->argv[i];
  if (w.argc == 0 && s->code) inside.shell = s->code;
  if (w.argc == 0 && !s->code) take_command(&w, reply);
  if (w.argc == 0 && !s->code)
    return cs_cli_fail(s, "no command", "the image names none",
                       "write 'caisson run --image REF -- PROGRAM'");
  return cs_sandboxed_exec(&inside, name, w.argv, w.argc);
}

int cs_sandboxed_run(const cs_settings *s) {
  char id[CS_AUDIT_ID], name[48];
  int code = 0, lease = -1;
  (void)cs_audit_new_id("run_", id);
  snprintf(name, sizeof name, "run-%.12s", id + 4);
  json_t *request = cs_sandboxed_request(s, name, &code);
  if (!request) return code;
  json_object_set_new(request, "ephemeral", json_true());
  json_object_set_new(request, "at_once", json_true());
  json_t *reply = cs_sandboxed_call(s, request, &lease, &code);
  if (!reply) return code;
  code = run_in(s, name, reply);
  json_decref(reply);
  (void)!cs_sandboxed_end(s, name, "remove");
  cs_cleanup_fd(&lease);
  return code;
}
