/*
 * interrupt.c - a chained SIGINT handler for the time of one call.
 *
 * The two variables are process-wide because a signal handler has nothing else;
 * only the main thread writes them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "interrupt.h"

#include <sys/syscall.h>
#include <unistd.h>

static cs_session *volatile running;
static struct sigaction chained;

static void on_sigint(int sig, siginfo_t *info, void *context) {
  if (running) cs_session_cancel(running);
  if (chained.sa_flags & SA_SIGINFO)
    chained.sa_sigaction(sig, info, context);
  else if (chained.sa_handler != SIG_DFL && chained.sa_handler != SIG_IGN)
    chained.sa_handler(sig);
}

static bool ours(const struct sigaction *act) {
  return (act->sa_flags & SA_SIGINFO) && act->sa_sigaction == on_sigint;
}

void cs_interrupt_begin(cs_interrupt *i, cs_session *s) {
  *i = (cs_interrupt){.outer = running};
  if (syscall(SYS_gettid) != getpid()) return;
  if (sigaction(SIGINT, NULL, &i->before) != 0) return;
  if (i->before.sa_handler == SIG_IGN || i->before.sa_handler == SIG_DFL)
    return; /* default: the process ends, as everybody expects */
  struct sigaction act = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
  act.sa_sigaction = on_sigint;
  sigemptyset(&act.sa_mask);
  if (!ours(&i->before)) chained = i->before;
  running = s;
  i->on = sigaction(SIGINT, &act, NULL) == 0;
}

void cs_interrupt_end(cs_interrupt *i) {
  if (!i->on) return;
  running = i->outer;
  (void)sigaction(SIGINT, &i->before, NULL);
}
