/*
 * control.c - caisson stop, kill, wait: the end of runs that have a name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/named.h"
#include "cli/sandboxed.h"
#include "cli/verbs.h"

static bool is_status(const json_t *o, const char *word) {
  const char *status = json_string_value(json_object_get(o, "status"));
  return status && strcmp(status, word) == 0;
}

static json_int_t pid_of(const json_t *o) {
  return json_integer_value(json_object_get(o, "pid"));
}

/* A handle of the process behind a name; -1: it does not run.  Between looking
 * and opening it may have ended and its number be somebody else's: only who
 * still holds the lock is the one that was meant. */
static int open_run(const char *name) {
  json_t *o = cs_named_look(name);
  json_int_t pid = is_status(o, "running") ? pid_of(o) : 0;
  json_decref(o);
  CS_AUTO_FD
  int fd = pid > 0 ? (int)syscall(SYS_pidfd_open, (pid_t)pid, 0) : -1;
  if (fd < 0) return -1;
  o = cs_named_look(name);
  bool same = is_status(o, "running") && pid_of(o) == pid;
  json_decref(o);
  return same ? cs_steal(&fd) : -1;
}

/* Has it ended within so many seconds?  Less than 0: wait for it. */
static bool wait_end(int fd, double seconds) {
  struct pollfd p = {.fd = fd, .events = POLLIN};
  int ms = seconds < 0 ? -1 : (int)(seconds * 1000), n;
  do n = poll(&p, 1, ms);
  while (n < 0 && errno == EINTR);
  return n == 1;
}

static void send_signal(int fd, int sig) {
  (void)syscall(SYS_pidfd_send_signal, fd, sig, NULL, 0);
}

/* --- one run ------------------------------------------------------------- */

typedef enum how { STOP, KILL, WAIT } how;

/* Ctrl-C first: what it printed so far is kept, and it says how it ended. */
static void end_run(const cs_settings *s, how what, int fd) {
  if (what == STOP) send_signal(fd, SIGINT);
  if (what == STOP && wait_end(fd, s->stop_timeout)) return;
  if (what != WAIT) send_signal(fd, SIGKILL);
  (void)wait_end(fd, -1);
}

/* Tell of it: a line, or an entry of `list`. */
static void tell(const cs_settings *s, how what, const char *name,
                 json_t *list) {
  json_t *o = cs_named_look(name); /* with --rm there is nothing any more */
  json_t *code = json_object_get(o, "exit_code");
  if (s->json)
    json_array_append_new(
        list, json_pack("{s:s, s:s, s:O*}", "name", name, "status",
                        is_status(o, "crashed") ? "crashed" : "stopped",
                        "exit_code", code));
  else if (what == WAIT)
    printf("%d\n", code ? (int)json_integer_value(code) : CS_EXIT_LIMIT);
  else if (!s->quiet)
    puts(name);
  json_decref(o);
}

static int one(const cs_settings *s, how what, const char *name, json_t *list) {
  char text[120];
  if (what != WAIT && cs_sandboxed_is(name)) {
    int code = cs_sandboxed_end(s, name, what == STOP ? "stop" : "kill");
    if (s->json)
      json_array_append_new(
          list, json_pack("{s:s, s:s}", "name", name, "status", "stopped"));
    else if (!code && !s->quiet)
      puts(name);
    return code;
  }
  json_t *o = cs_named_look(name);
  bool known = o != NULL;
  json_decref(o);
  snprintf(text, sizeof text, "cannot %s '%.64s'", s->verb->name, name);
  if (!known)
    return cs_cli_fail(s, text, "no run or sandbox has that name",
                       "see 'caisson ps --all'");
  CS_AUTO_FD
  int fd = open_run(name);
  if (fd >= 0) {
    end_run(s, what, fd);
    cs_named_mark(name, CS_EXIT_LIMIT);
  }
  tell(s, what, name, list);
  return 0;
}

static int all(const cs_settings *s, how what) {
  json_t *list = json_array();
  int code = 0;
  if (s->argc == 0)
    code = cs_cli_fail(s, "nothing to do", "no NAME was given",
                       "see 'caisson ps'");
  for (int i = 0; i < s->argc; i++) {
    int fault = one(s, what, s->argv[i], list);
    if (fault) code = fault; /* it was told; the others have their turn */
  }
  if (s->json && (!code || json_array_size(list))) {
    char *text = json_dumps(list, JSON_COMPACT);
    if (text) puts(text);
    free(text);
  }
  json_decref(list);
  return code;
}

int cs_cli_stop(const cs_settings *s) {
  return all(s, STOP);
}

int cs_cli_kill(const cs_settings *s) {
  return all(s, KILL);
}

int cs_cli_wait(const cs_settings *s) {
  return all(s, WAIT);
}
