/*
 * cputime.c - what time.process_time tells: processor time, not waiting time.
 *
 * The program's own time is what passed while it ran, as for its limits; of
 * that it gets as much as the processor worked for the thread or the worker it
 * runs in.  A reading compares with the one before, so that runs that never ask
 * cost nothing.  The time before the first one, and time in a thread or a
 * worker that it has left meanwhile, count in full: nobody measured them.
 *
 * It never goes back: both clocks only go on, and so does the lesser step.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "session/session_in.h"

/* Which clock counts for this session now; `who` tells clocks apart.  False:
 * there is none, as for a worker on another machine. */
static bool find_clock(const cs_session *s, clockid_t *clock, int64_t *who) {
  if (!s->port.ops->pid) {
    *clock = CLOCK_THREAD_CPUTIME_ID;
    *who = syscall(SYS_gettid);
    return true;
  }
  pid_t pid = s->port.ops->pid(s->port.engine);
  *who = -(int64_t)pid;
  return pid != 0 && clock_getcpuclockid(pid, clock) == 0;
}

int64_t cs_session_cpu_time(cs_session *s) {
  cs_cpu_reading *last = &s->cpu, now = {.ran = s->before_ns + s->run_ns};
  clockid_t clock;
  struct timespec t;
  if (find_clock(s, &clock, &now.who) && clock_gettime(clock, &t) == 0)
    now.cpu = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
  else
    now.who = 0;
  uint64_t ran = now.ran > last->ran ? now.ran - last->ran : 0, step = ran;
  if (now.who != 0 && now.who == last->who && now.cpu - last->cpu < ran)
    step = now.cpu - last->cpu;
  now.told = last->told + step;
  *last = now;
  return (int64_t)now.told;
}
