/*
 * start.c - a Python with our script in it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/start.h"

#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail/plan.h"
#include "jail/verify.h"

extern const unsigned char cs_jail_runner_data[], cs_jail_runner_end[];
extern const unsigned char cs_jail_runner_pyc_data[], cs_jail_runner_pyc_end[];

#define GREET_MS 30000
#define SCRIPT   "/.caisson/caisson_runner.py"
/* The same compiled at build time, for interpreters of that version; others
 * look for another name and compile the text. */
#define COMPILED "/.caisson/__pycache__/caisson_runner." CS_RUNNER_TAG ".pyc"

/* An interpreter outside of the system directories brings its own: its program
 * and what belongs to it in the prefix two levels above, and the same of what a
 * virtual environment points to.  Never the prefix itself: that of
 * ~/.local/bin/python3 has the user's keys in it, and our own (redteam: M04).
 */
#define SHOWN_MAX 24

typedef struct shown {
  char path[SHOWN_MAX][PATH_MAX];
  const char *list[SHOWN_MAX + 1];
  size_t n;
} shown;

static void show(shown *s, const char *path) {
  struct stat st;
  if (s->n == SHOWN_MAX || strcmp(path, "/usr") == 0 ||
      strncmp(path, "/usr/", 5) == 0 || stat(path, &st) != 0)
    return; /* is there anyway, or is not there at all */
  for (size_t i = 0; i < s->n; i++) { /* one beneath the other is enough */
    size_t n = strlen(s->path[i]);
    if (strncmp(path, s->path[i], n) == 0 && (path[n] == '/' || path[n] == 0))
      return;
  }
  snprintf(s->path[s->n], sizeof s->path[0], "%s", path);
  s->list[s->n] = s->path[s->n];
  s->n++;
  s->list[s->n] = NULL;
}

/* Cut the last part of a path; false: there is nothing above it. */
static bool cut(char path[PATH_MAX]) {
  char *slash = strrchr(path, '/');
  if (!slash || slash == path) return false;
  *slash = 0;
  return true;
}

static bool has(const char *dir, const char *name) {
  char path[PATH_MAX];
  struct stat st;
  int n = snprintf(path, sizeof path, "%s/%s", dir, name);
  return n > 0 && (size_t)n < sizeof path && stat(path, &st) == 0;
}

static void show_in(shown *s, const char *dir, const char *name) {
  char path[PATH_MAX];
  int n = snprintf(path, sizeof path, "%s/%s", dir, name);
  if (n > 0 && (size_t)n < sizeof path) show(s, path);
}

/* Data of packages lies in "share" of environments; elsewhere others' do. */
static void show_prefix(shown *s, const char *prefix) {
  static const char *const names[] = {"lib", "lib64", "libexec", "ssl",
                                      "pyvenv.cfg"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    show_in(s, prefix, names[i]);
  if (!has(prefix, "pyvenv.cfg") && !has(prefix, "conda-meta")) return;
  show_in(s, prefix, "share");
  show_in(s, prefix, "etc");
}

static void show_program(shown *s, const char *file) {
  char path[PATH_MAX];
  if (strlen(file) >= sizeof path) return;
  memcpy(path, file, strlen(file) + 1);
  if (!cut(path)) return;
  const char *last = strrchr(path, '/');
  show(s, strcmp(last, "/bin") == 0 ? path : file);
  if (cut(path)) show_prefix(s, path);
}

static void show_python(shown *s, const char *python) {
  char target[PATH_MAX];
  show_program(s, python);
  if (realpath(python, target)) show_program(s, target);
}

static const char *name_of(const char *python) {
  return python ? python : "/usr/bin/python3";
}

cs_status cs_start_python(const cs_jail_kit *kit, const cs_jail_spec *spec,
                          const cs_start *s, cs_jail *jail, cs_error *err) {
  const char *python = name_of(s->python);
  const char *const argv[] = {python, "-I", "-B", "-c", s->code, NULL};
  const unsigned char *from = cs_jail_runner_data;
  const unsigned char *code = cs_jail_runner_pyc_data;
  cs_jail_file files[] = {
      {SCRIPT, from, (size_t)(cs_jail_runner_end - from)},
      {COMPILED, code, (size_t)(cs_jail_runner_pyc_end - code)},
      s->extra};
  shown more = {.n = 0};
  cs_jail_spec j = *spec;
  show_python(&more, python);
  j.argv = argv;
  j.files = files;
  j.nfiles = s->extra.at ? 3 : 2;
  if (more.n > 0) j.show = more.list;
  memcpy(j.stdio, s->stdio, sizeof j.stdio);
  j.keep = &s->channel;
  j.nkeep = s->channel >= 0 ? 1 : 0;
  return cs_jail_start(kit, &j, jail, err);
}

int cs_start_plan(const cs_runner_spec *spec, const cs_jail *zygote,
                  cs_jail_parcel *box, cs_error *err) {
  const char *const none[] = {"zygote", NULL};
  shown more = {.n = 0};
  cs_jail_spec j = spec->jail;
  show_python(&more, name_of(spec->python));
  j.argv = none;
  if (more.n > 0) j.show = more.list;
  return cs_jail_plan(&j, zygote->uid, zygote->gid, box, err);
}

/* The sender of the first byte, by the kernel's word; 0: none came. */
static pid_t greet(cs_runner *r) {
  char c;
  struct iovec io = {&c, 1};
  struct ucred who = {0};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof who)];
  } u;
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &u,
                     .msg_controllen = sizeof u};
  if (!cs_jail_await(r->channel, POLLIN, GREET_MS) ||
      recvmsg(r->channel, &h, 0) != 1)
    return 0;
  struct cmsghdr *got = CMSG_FIRSTHDR(&h);
  if (got && got->cmsg_type == SCM_CREDENTIALS &&
      got->cmsg_len >= CMSG_LEN(sizeof who))
    memcpy(&who, CMSG_DATA(got), sizeof who);
  return who.pid;
}

cs_status cs_start_verify(const cs_runner_spec *spec, cs_runner *r,
                          cs_error *err) {
  shown more = {.n = 0};
  cs_jail_spec j = spec->jail;
  show_python(&more, name_of(spec->python));
  if (more.n > 0) j.show = more.list;
  pid_t program = greet(r);
  r->jail.program = program;
  if (program > 0) r->end = (int)syscall(SYS_pidfd_open, program, 0);
  r->greeted = program > 0;
  if (!r->greeted)
    return cs_error_set(err, CS_EOS, "the zygote gave no runner");
  return cs_verify_jail(&r->jail, &j, program, err);
}
