/*
 * exec.c - pipes, a deadline, and the truth about how it ended.
 *
 * One thread, one loop (turn): output of the program to the sink, input to the
 * program, messages of process 1, clocks.  It ends when process 1 says that the
 * program has ended or when process 1 is dead; then everything in the jail is
 * killed and what is left in the pipes is read, which cannot block, since
 * nobody is alive to write.
 *
 * What process 1 says is believed about how the program ended, never about
 * limits: a deadline that has passed here, and memory that the group reports,
 * win (judge).  Of several reasons to end a program the first one is told.
 *
 * Units: times of the options in milliseconds, inside in microseconds of the
 * monotonic clock; output limits in bytes per stream.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail/exec.h"

#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "base/cleanup.h"

#define SLICE_MS 100
#define LOOK_US  20000 /* between two looks at the processor time */
#define CHUNK    (64 << 10)

/* One program from start to end; lives on the stack of cs_exec_run. */
typedef struct run {
  const cs_exec_options *o;
  cs_exec_result *result;
  cs_jail jail;
  int out[2];          /* owned read ends; -1: ended */
  int in;              /* owned write end; -1: closed */
  struct winsize size; /* of its terminal */
  int in_fd;           /* borrowed; -1: nothing more */
  int watch_fd;        /* borrowed; -1: none */
  const char *input;
  size_t input_len;
  char typed[4096]; /* from in_fd, not written yet */
  uint64_t start, deadline;
  uint64_t next_look; /* at the processor time */
  bool exited, dead;
  bool failed; /* there never was a program */
  int status;
  cs_error *err;
} run;

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

/* --- streams ------------------------------------------------------------- */

/* A program that had exited by itself before keeps that end: whoever is late
 * does not get to say why. */
static void end_with(run *r, cs_exec_end end) {
  if (r->result->end == CS_EXEC_EXITED && !r->exited) r->result->end = end;
  cs_jail_kill(&r->jail);
}

/* True: there may be more. False: nothing for now, or the end of the stream. */
static bool read_stream(run *r, int i) {
  assert(i == 0 || i == 1);
  assert(r->out[i] >= 0);
  char data[CHUNK];
  cs_exec_result *res = r->result;
  ssize_t n = read(r->out[i], data, sizeof data);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return false;
  if (n <= 0) {
    close(r->out[i]);
    r->out[i] = -1;
    return false;
  }
  /* What the sink may still get; everything else is counted only. */
  size_t room =
      r->o->output > res->bytes[i] ? (size_t)(r->o->output - res->bytes[i]) : 0;
  size_t keep = (size_t)n < room ? (size_t)n : room;
  assert(res->bytes[i] + keep <= r->o->output || keep == 0);
  res->bytes[i] += (uint64_t)n;
  if (keep < (size_t)n) res->truncated[i] = true;
  if (keep > 0 && r->o->sink && !r->o->sink(r->o->user, i + 1, data, keep))
    end_with(r, CS_EXEC_CANCELLED);
  return true;
}

/* On a terminal the end of the input is a key; twice, for behind a line that
 * has not ended the first one only hands it over. */
static void close_input(run *r) {
  if (r->in >= 0 && r->o->window && !r->exited) (void)!write(r->in, "\4\4", 2);
  if (r->in >= 0) close(r->in);
  r->in = -1;
}

static void feed(run *r) {
  assert(r->in >= 0 && r->input_len > 0);
  ssize_t n = write(r->in, r->input, r->input_len);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n < 0) { /* nobody reads any more */
    close_input(r);
    return;
  }
  assert((size_t)n <= r->input_len);
  r->input += n;
  r->input_len -= (size_t)n;
  if (r->input_len == 0 && r->in_fd < 0) close_input(r);
}

/* At the end of the input the program is told. */
static void take_typed(run *r) {
  assert(r->in_fd >= 0);
  assert(r->input_len == 0); /* or what was typed before is lost */
  ssize_t n = read(r->in_fd, r->typed, sizeof r->typed);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  r->input = r->typed;
  r->input_len = n > 0 ? (size_t)n : 0;
  if (n > 0) return;
  r->in_fd = -1;
  close_input(r);
}

/* --- process 1 ----------------------------------------------------------- */

/* `m` is the word of process 1, which is ours but inside: its numbers are for
 * the report alone. */
static void hear(run *r) {
  assert(!r->dead);
  cs_control m;
  cs_exec_result *res = r->result;
  if (cs_jail_hear(&r->jail, 0, &m) == CS_EOS) {
    r->dead = true;
    return;
  }
  switch ((cs_control_kind)m.kind) {
    case CS_CONTROL_EXITED:
      r->exited = true;
      r->status = m.value;
      res->user_us = m.user_us;
      res->system_us = m.system_us;
      res->peak_kib = m.peak_kib;
      break;
    case CS_CONTROL_NO_EXEC:
      res->end = CS_EXEC_NO_PROGRAM;
      snprintf(res->text, sizeof res->text, "cannot execute '%.120s': %s",
               m.text, strerror(m.value));
      break;
    case CS_CONTROL_FAILED:
      (void)cs_error_set(r->err, CS_EOS, "%s", m.text);
      r->failed = r->dead = true;
      break;
    case CS_CONTROL_STARTED:
    case CS_CONTROL_BUILT:
    case CS_CONTROL_WALLED:
    case CS_CONTROL_READY: break;
  }
}

/* --- the loop ------------------------------------------------------------ */

/* Milliseconds for poll: short enough to look at limits in time. */
static int time_left(const run *r) {
  uint64_t slice = r->o->cpu_ms ? LOOK_US / 1000 : SLICE_MS;
  if (r->deadline == 0) return (int)slice;
  uint64_t now = now_us();
  uint64_t left = r->deadline > now ? (r->deadline - now + 999) / 1000 : 0;
  return left < slice ? (int)left : (int)slice;
}

/* Looked at now and then: so much later than the limit may the end be, times
 * the number of processors. */
static bool is_exhausted(run *r) {
  assert(r->next_look >= r->start);
  uint64_t now = now_us(), us;
  if (r->o->cpu_ms == 0 || now < r->next_look) return false;
  r->next_look = now + LOOK_US;
  return cs_jail_time(&r->jail, &us) && us > r->o->cpu_ms * 1000;
}

static void fit_window(run *r) {
  struct winsize size = r->size;
  if (!r->o->window || r->out[0] < 0) return;
  r->o->window(r->o->user, &size);
  if (memcmp(&size, &r->size, sizeof size) == 0) return;
  r->size = size;
  (void)ioctl(r->out[0], TIOCSWINSZ, &size);
}

/* The first reason counts; see end_with. */
static void look_at_clock(run *r) {
  fit_window(r);
  if (r->deadline && now_us() >= r->deadline)
    end_with(r, CS_EXEC_TIMEOUT);
  else if (is_exhausted(r))
    end_with(r, CS_EXEC_CPU);
  else if (r->o->poll && r->o->poll(r->o->user))
    end_with(r, CS_EXEC_CANCELLED);
}

static void turn(run *r) {
  assert(!r->dead);
  bool typed = r->in >= 0 && r->input_len == 0 && r->in_fd >= 0;
  /* A negative descriptor is skipped by the kernel. */
  struct pollfd p[] = {{.fd = r->out[0], .events = POLLIN},
                       {.fd = r->out[1], .events = POLLIN},
                       {.fd = r->jail.control, .events = POLLIN},
                       {.fd = r->input_len > 0 ? r->in : -1, .events = POLLOUT},
                       {.fd = typed ? r->in_fd : -1, .events = POLLIN},
                       {.fd = r->watch_fd, .events = POLLIN}};
  if (poll(p, 6, time_left(r)) > 0) {
    for (int i = 0; i < 2; i++)
      if (p[i].revents) (void)read_stream(r, i);
    if (p[3].revents) feed(r);
    if (p[4].revents) take_typed(r);
    if (p[2].revents) hear(r);
    if (p[5].revents && !r->o->watch(r->o->user)) r->watch_fd = -1;
  }
  if (!r->exited) look_at_clock(r);
}

/* Everything is dead: what is in the pipes is all there will be. */
static void drain(run *r) {
  assert(r->jail.pidfd < 0); /* stopped: or reading could go on for ever */
  for (int i = 0; i < 2; i++) {
    while (r->out[i] >= 0 && read_stream(r, i)) {
    }
    if (r->out[i] >= 0) close(r->out[i]);
  }
}

/* Exit codes are those of a shell and of timeout(1), which scripts know. */
static void judge(run *r, bool oom) {
  assert(r->jail.pidfd < 0);
  cs_exec_result *res = r->result;
  res->wall_us = now_us() - r->start;
  if (res->end == CS_EXEC_EXITED && r->exited && WIFSIGNALED(r->status)) {
    res->signal = WTERMSIG(r->status);
    res->end = oom                      ? CS_EXEC_MEMORY
               : res->signal == SIGXCPU ? CS_EXEC_CPU
                                        : CS_EXEC_SIGNALED;
  }
  /* Groups of version 2 end as a whole, process 1 with them. */
  if (res->end == CS_EXEC_EXITED && !r->exited && oom) {
    res->signal = SIGKILL;
    res->end = CS_EXEC_MEMORY;
  }
  switch (res->end) {
    case CS_EXEC_EXITED:
      res->code = r->exited ? WEXITSTATUS(r->status) : 128 + SIGKILL;
      if (r->exited) break;
      res->end = CS_EXEC_SIGNALED; /* process 1 was killed from outside */
      res->signal = SIGKILL;
      break;
    case CS_EXEC_SIGNALED: res->code = 128 + res->signal; break;
    case CS_EXEC_TIMEOUT: res->code = 124; break;
    case CS_EXEC_MEMORY: res->code = 137; break;
    case CS_EXEC_CPU: res->code = 128 + SIGXCPU; break;
    case CS_EXEC_CANCELLED: res->code = 130; break;
    case CS_EXEC_NO_PROGRAM: res->code = WEXITSTATUS(r->status); break;
  }
}

/* Ours does not block, theirs does: the program expects ordinary pipes. */
static bool open_pipe(int *ours, int *theirs, bool we_read) {
  int p[2];
  if (pipe2(p, O_CLOEXEC) != 0) return false;
  *ours = we_read ? p[0] : p[1];
  *theirs = we_read ? p[1] : p[0];
  return fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

/* One that nobody else has: what is typed and printed there stays there. The
 * master end is held twice, for reading and for writing, and closed once
 * each. */
static cs_status launch_on_terminal(run *r, const cs_jail_kit *kit,
                                    const cs_jail_spec *spec) {
  cs_jail_spec s = *spec;
  CS_AUTO_FD
  int ours = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  CS_AUTO_FD
  int theirs = ours >= 0 && unlockpt(ours) == 0
                   ? ioctl(ours, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC)
                   : -1;
  if (theirs < 0) return cs_error_os(r->err, "no terminal for a jail");
  r->out[0] = fcntl(ours, F_DUPFD_CLOEXEC, 3);
  if (r->out[0] < 0) return cs_error_os(r->err, "no terminal for a jail");
  fit_window(r);
  s.flags |= CS_JAIL_TTY;
  for (int i = 0; i < 3; i++) s.stdio[i] = theirs;
  r->in = cs_steal(&ours);
  return cs_jail_start(kit, &s, &r->jail, r->err);
}

/* Without input there is no pipe: the program reads /dev/null. */
static cs_status launch(run *r, const cs_jail_kit *kit,
                        const cs_jail_spec *spec) {
  if (r->o->window) return launch_on_terminal(r, kit, spec);
  cs_jail_spec s = *spec;
  CS_AUTO_FD
  int in = -1;
  CS_AUTO_FD
  int out = -1;
  CS_AUTO_FD
  int error = -1;
  bool good =
      open_pipe(&r->out[0], &out, true) && open_pipe(&r->out[1], &error, true);
  if (good && (r->input_len > 0 || r->in_fd >= 0))
    good = open_pipe(&r->in, &in, false);
  if (!good) return cs_error_os(r->err, "no pipes for a jail");
  s.stdio[0] = in;
  s.stdio[1] = out;
  s.stdio[2] = error;
  return cs_jail_start(kit, &s, &r->jail, r->err);
}

/* On every way out the jail is stopped and every descriptor of `run` closed. */
cs_status cs_exec_run(const cs_jail_kit *kit, const cs_jail_spec *spec,
                      const cs_exec_options *o, cs_exec_result *out,
                      cs_error *err) {
  assert(out && (!o->input_len || o->input));
  cs_error own;
  run r = {.o = o,
           .result = out,
           .out = {-1, -1},
           .in = -1,
           .in_fd = o->input_fd,
           .watch_fd = o->watch_fd > 0 ? o->watch_fd : -1,
           .input = o->input,
           .input_len = o->input_len,
           .start = now_us(),
           .err = err ? err : &own};
  r.jail.pidfd = r.jail.control = -1;
  *out = (cs_exec_result){.end = CS_EXEC_EXITED};
  if (o->wall_ms) r.deadline = r.start + o->wall_ms * 1000;
  r.next_look = r.start + LOOK_US;
  /* A program that does not read must not kill us: the library sets no signal
   * handler, so the signal is held back here while we write. */
  sigset_t pipe_signal, before;
  sigemptyset(&pipe_signal);
  sigaddset(&pipe_signal, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
  cs_status st = launch(&r, kit, spec);
  while (st == CS_OK && !r.exited && !r.dead) turn(&r);
  bool oom = cs_cgroup_killed(&r.jail.group);
  cs_jail_stop(&r.jail);
  drain(&r);
  close_input(&r);
  struct timespec none = {0, 0};
  if (!sigismember(&before, SIGPIPE))
    (void)sigtimedwait(&pipe_signal, NULL, &none);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (st == CS_OK && r.failed) st = CS_EOS;
  if (st == CS_OK) judge(&r, oom);
  return st;
}
