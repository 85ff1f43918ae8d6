/*
 * detach.c - runs in the background: -d.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/detach.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/named.h"
#include "cli/sandboxed.h"

/* Everything that the run says before it has its name. */
static void pass_on(int fd) {
  char text[4096];
  for (;;) {
    ssize_t n = read(fd, text, sizeof text);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    (void)!fwrite(text, 1, (size_t)n, stderr);
  }
}

/* The run itself: stdout and stderr are its log's. */
static void go_on(int out) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  (void)setsid();
  if (null >= 0) {
    (void)!dup2(null, STDIN_FILENO);
    (void)!dup2(null, STDOUT_FILENO);
    close(null);
  }
  (void)!dup2(out, STDERR_FILENO);
  close(out);
}

static int tell(const cs_settings *s, pid_t run) {
  int status = 0;
  json_t *o = cs_named_look(s->name);
  bool ours = json_integer_value(json_object_get(o, "pid")) == run;
  json_decref(o);
  if (!ours && waitpid(run, &status, 0) == run && WIFEXITED(status) &&
      WEXITSTATUS(status) != 0)
    return WEXITSTATUS(status); /* it has said why */
  if (s->json)
    printf(
        "{\"schema\": \"caisson.sandbox/1\", \"name\": \"%s\", \"pid\": "
        "%d}\n",
        s->name, (int)run);
  else if (!s->quiet)
    puts(s->name);
  return 0;
}

static int refuse(const cs_settings *s, const char *why, const char *todo) {
  return cs_cli_fail(s, "cannot run in the background", why, todo);
}

bool cs_detach(const cs_settings *s, int *code) {
  int fds[2];
  if (!s->detach) return false;
  /* A command in a sandbox is the keeper's: 'exec -d NAME -- PROGRAM'. */
  if (cs_sandboxed_exec_meant(s)) return false;
  if (!s->name || s->tty || s->input) {
    *code = !s->name ? refuse(s, "nobody could find it",
                              "give it a name with --name")
                     : refuse(s, "it has no terminal and no input there",
                              "leave -i and -t out");
    return true;
  }
  fflush(stdout);
  pid_t run = pipe2(fds, O_CLOEXEC) == 0 ? fork() : -1;
  if (run == 0) {
    close(fds[0]);
    go_on(fds[1]);
    return false;
  }
  if (run < 0) {
    *code = refuse(s, strerror(errno), "close programs");
    return true;
  }
  close(fds[1]);
  pass_on(fds[0]);
  close(fds[0]);
  *code = tell(s, run);
  return true;
}

void cs_detach_ready(const cs_settings *s) {
  int null = s->detach ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
  if (null < 0) return;
  (void)!dup2(null, STDERR_FILENO);
  close(null);
}
