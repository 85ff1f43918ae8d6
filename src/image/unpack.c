/*
 * unpack.c - start the process that unpacks, listen to it, end it.
 *
 * What comes through the pipe was written by a process that reads hostile
 * bytes: numbers are compared with the limits, the text is cut.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"

/* 0, 1, 2 on nothing; ours on 3, 4, 5; all else closed.  The sources are above
 * all targets, so that no dup2 overwrites one. */
static int prepare(posix_spawn_file_actions_t *fa, const int from[3]) {
  int rc = 0;
  for (int i = 0; i < 3 && rc == 0; i++)
    rc = posix_spawn_file_actions_addopen(fa, i, "/dev/null", O_RDWR, 0);
  for (int i = 0; i < 3 && rc == 0; i++)
    rc = posix_spawn_file_actions_adddup2(fa, from[i], CS_UNPACK_ROOT + i);
  if (rc == 0)
    rc = posix_spawn_file_actions_addclosefrom_np(fa, CS_UNPACK_REPORT + 1);
  return rc;
}

static int reset_signals(posix_spawnattr_t *attr) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  int rc = posix_spawnattr_setsigmask(attr, &none);
  if (rc == 0) rc = posix_spawnattr_setsigdefault(attr, &all);
  if (rc == 0)
    rc = posix_spawnattr_setflags(
        attr, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  return rc;
}

static int launch(const cs_unpack_job *job, const int from[3], pid_t *pid) {
  char name[] = CS_UNPACK_NAME, parent[24], flags[8], entries[24], bytes[24];
  char ratio[24];
  const cs_layer_limits *l = &job->limits;
  snprintf(parent, sizeof parent, "%ld", (long)getpid());
  snprintf(flags, sizeof flags, "-%s%s", job->keep_ids ? "k" : "",
           job->plain ? "p" : "");
  snprintf(entries, sizeof entries, "%llu", (unsigned long long)l->entries);
  snprintf(bytes, sizeof bytes, "%llu", (unsigned long long)l->bytes);
  snprintf(ratio, sizeof ratio, "%llu", (unsigned long long)l->ratio);
  char *argv[] = {name, parent, flags, entries, bytes, ratio, NULL};
  char *envp[] = {NULL};
  posix_spawn_file_actions_t fa;
  posix_spawnattr_t attr;
  int rc = posix_spawn_file_actions_init(&fa);
  if (rc != 0) return rc;
  rc = posix_spawnattr_init(&attr);
  if (rc == 0) {
    rc = prepare(&fa, from);
    if (rc == 0) rc = reset_signals(&attr);
    if (rc == 0)
      rc = posix_spawn(pid, job->program ? job->program : "/proc/self/exe", &fa,
                       &attr, argv, envp);
    posix_spawnattr_destroy(&attr);
  }
  posix_spawn_file_actions_destroy(&fa);
  return rc;
}

/* One whole report; false at the end of the pipe. */
static bool hear(int fd, cs_unpack_report *out) {
  size_t got = 0;
  while (got < sizeof *out) {
    ssize_t n = read(fd, (char *)out + got, sizeof *out - got);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    got += (size_t)n;
  }
  out->text[sizeof out->text - 1] = '\0';
  return true;
}

static cs_status judge(const cs_unpack_job *job, const cs_unpack_report *r,
                       cs_layer_result *out, cs_error *err) {
  if (r->status != CS_OK) {
    cs_status st = r->status == CS_ELIMIT || r->status == CS_EOS
                       ? (cs_status)r->status
                       : CS_ECORRUPT;
    return cs_error_set(err, st, "%s", r->text);
  }
  if (r->result.entries > job->limits.entries ||
      r->result.bytes > job->limits.bytes)
    return cs_error_set(err, CS_ELIMIT, "the image is too big");
  *out = r->result;
  return CS_OK;
}

static cs_status listen_to(const cs_unpack_job *job, int fd,
                           cs_layer_result *out, bool *stop, cs_error *err) {
  cs_unpack_report report;
  while (hear(fd, &report)) {
    if (report.final) return judge(job, &report, out, err);
    *stop = job->progress && job->progress(job->user, report.done);
    if (!*stop) continue;
    errno = ECANCELED;
    return cs_error_os(err, "unpacking was cancelled");
  }
  return cs_error_set(err, CS_ECORRUPT,
                      "the process that unpacks the image died");
}

static int reap(pid_t pid) {
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return -1;
  return status;
}

/* Descriptors 3 to 5 may be taken in this process: copies above them. */
static bool lift(const int from[3], int to[3]) {
  for (int i = 0; i < 3; i++) {
    to[i] = fcntl(from[i], F_DUPFD_CLOEXEC, CS_UNPACK_REPORT + 1);
    if (to[i] < 0) return false;
  }
  return true;
}

cs_status cs_unpack_run(const cs_unpack_job *job, cs_layer_result *out,
                        cs_error *err) {
  int ends[2], copies[3] = {-1, -1, -1};
  pid_t pid;
  bool stop = false;
  if (pipe2(ends, O_CLOEXEC) != 0)
    return cs_error_os(err, "cannot make a pipe");
  CS_AUTO_FD
  int in = ends[0];
  int from[3] = {job->root, job->blob, ends[1]};
  bool lifted = lift(from, copies);
  int rc = lifted ? launch(job, copies, &pid) : errno;
  close(ends[1]);
  for (int i = 0; i < 3; i++)
    if (copies[i] >= 0) close(copies[i]);
  if (rc != 0) {
    errno = rc;
    return cs_error_os(err, "cannot start the process that unpacks");
  }
  cs_status st = listen_to(job, in, out, &stop, err);
  if (stop || st != CS_OK) kill(pid, SIGKILL);
  int status = reap(pid);
  if (st == CS_ECORRUPT && WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
    return cs_error_set(err, CS_EOS,
                        "the process that unpacks made a forbidden system "
                        "call and was killed");
  return st;
}
