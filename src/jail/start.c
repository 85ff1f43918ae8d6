/*
 * start.c - a Python with our script in it.
 *
 * The interpreter is started isolated (-I) and without writing bytecode (-B):
 * neither the environment nor the working directory can put a module in front
 * of the standard library's. The script's directory is on sys.path only while
 * it is imported.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/start.h"

#include <assert.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "jail/plan.h"
#include "jail/python.h"
#include "jail/verify.h"

extern const unsigned char cs_jail_runner_data[], cs_jail_runner_end[];
extern const unsigned char cs_jail_runner_pyc_data[], cs_jail_runner_pyc_end[];

#define FILES_MAX 4 /* of the caller */
#define GREET_MS  30000
#define SCRIPT    "/.caisson/caisson_runner.py"
/* The same compiled at build time, for interpreters of that version; others
 * look for another name and compile the text. */
#define COMPILED "/.caisson/__pycache__/caisson_runner." CS_RUNNER_TAG ".pyc"

/* Debian's, if the caller does not say. */
static const char *name_of(const char *python) {
  return python ? python : "/usr/bin/python3";
}

cs_status cs_start_python(const cs_jail_kit *kit, const cs_jail_spec *spec,
                          const cs_start *s, cs_jail *jail, cs_error *err) {
  const char *python = name_of(s->python);
  const char *const argv[] = {python, "-I", "-B", "-c", s->code, NULL};
  const unsigned char *from = cs_jail_runner_data;
  const unsigned char *code = cs_jail_runner_pyc_data;
  cs_jail_file files[3 + FILES_MAX] = {
      {SCRIPT, from, (size_t)(cs_jail_runner_end - from)},
      {COMPILED, code, (size_t)(cs_jail_runner_pyc_end - code)},
      s->extra};
  cs_jail_spec j = *spec;
  cs_python_parts parts;
  cs_status st = cs_python_find(python, &parts, err);
  if (st != CS_OK) return st;
  j.argv = argv;
  j.files = files;
  j.nfiles = s->extra.at ? 3 : 2;
  assert(spec->nfiles <= FILES_MAX);
  for (size_t i = 0; i < spec->nfiles; i++) files[j.nfiles++] = spec->files[i];
  j.show = parts.at;
  j.nshow = parts.n;
  memcpy(j.stdio, s->stdio, sizeof j.stdio);
  j.keep = &s->channel;
  j.nkeep = s->channel >= 0 ? 1 : 0;
  st = cs_jail_start(kit, &j, jail, err);
  cs_python_fini(&parts);
  return st;
}

int cs_start_plan(const cs_runner_spec *spec, const cs_jail *zygote,
                  cs_jail_parcel *box, cs_error *err) {
  const char *const none[] = {"zygote", NULL};
  cs_jail_spec j = spec->jail;
  cs_python_parts parts;
  if (cs_python_find(name_of(spec->python), &parts, err) != CS_OK) return -1;
  j.argv = none;
  j.show = parts.at;
  j.nshow = parts.n;
  /* The user on the host is the zygote's: its namespaces map no other. */
  int plan = cs_jail_plan(&j, zygote->uid, zygote->gid, box, err);
  cs_python_fini(&parts);
  return plan;
}

/* The sender of the first byte, by the kernel's word; 0: none came. */
static pid_t greet(cs_runner *r) {
  assert(r->channel >= 0);
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

/* The first byte of a fork comes with credentials by the kernel: its number is
 * true, whatever the fork says. */
cs_status cs_start_verify(const cs_runner_spec *spec, cs_runner *r,
                          cs_error *err) {
  cs_jail_spec j = spec->jail;
  cs_python_parts parts;
  pid_t program = greet(r);
  r->jail.program = program;
  if (program > 0) r->end = (int)syscall(SYS_pidfd_open, program, 0);
  r->greeted = program > 0;
  if (!r->greeted)
    return cs_error_set(err, CS_EOS, "the zygote gave no runner");
  cs_status st = cs_python_find(name_of(spec->python), &parts, err);
  if (st != CS_OK) return st;
  j.show = parts.at;
  j.nshow = parts.n;
  st = cs_verify_jail(&r->jail, &j, program, err);
  cs_python_fini(&parts);
  return st;
}
