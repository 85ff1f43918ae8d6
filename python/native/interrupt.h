/*
 * interrupt.h - Ctrl-C reaches a program that runs in the main thread.
 *
 * Python notes a signal and acts on it when its own code runs again, which a
 * guest without end would prevent.  While the main thread is inside a session,
 * SIGINT therefore first cancels that session and then does what it did before.
 * The previous handler is back as soon as the call returns.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PYTHON_INTERRUPT_H
#define CS_PYTHON_INTERRUPT_H

#include <signal.h>

#include "caisson.h"

typedef struct cs_interrupt {
  bool on;
  cs_session *outer; /* a tool may run another session */
  struct sigaction before;
} cs_interrupt;

/* Does nothing outside the main thread, or where SIGINT is ignored. */
void cs_interrupt_begin(cs_interrupt *i, cs_session *s);
void cs_interrupt_end(cs_interrupt *i);

#endif
