/*
 * init.h - the first process of a jail: start the program, reap, end.
 *
 * When it exits, for whatever reason, the kernel kills everything else in the
 * jail before the exit is seen outside.
 *
 * Descriptors in the jail: 3 is the control socket, held by process 1 alone;
 * the gate, if there is one, is moved to the next number; everything else
 * is closed before the program runs.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_INIT_H
#define CS_JAIL_INSIDE_INIT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"
#include "jail/control.h"
#include "jail/plan.h"

/* Tell the host; a host that is gone is found out by the loop. */
void cs_init_tell(int control, cs_control_kind kind, int value,
                  const char *text);

#define CS_INIT_FDS (1 + CS_CONTROL_SHOWN)

/* Send a message with at most CS_INIT_FDS descriptors; false: nobody takes it.
 */
bool cs_init_pass(int socket, const void *data, size_t len, const int *fds,
                  size_t n);

/* Take a message and its descriptors, of which there is room for `*n` and
 * become `*n`; its length.  -1: there will be none, or it is no such message.
 */
ssize_t cs_init_take(int socket, void *data, size_t room, int *fds, size_t *n);

/* Host name and, if the plan has them, the loopback device and the listeners of
 * a way out. */
cs_status cs_init_dress(const cs_plan *plan, cs_error *err) CS_MUST_CHECK;

/* Wait until the host lets the program start; exits without a host. */
void cs_init_wait(int control);

/* The gate (walls.h) that the program passes us over `socket`; -1: none came.
 */
int cs_init_take_gate(int socket);

/* Do what one call at the gate asks for, or refuse it (names.h).  False: there
 * is nobody any more. */
bool cs_init_answer(const cs_plan *plan, int gate);

/* A program that starts no other passes us its gate (walls.h) over `socket`:
 * let its one execve through.  Gives the gate, at which all others are refused;
 * -1: there is none, and the kernel refuses them itself. */
int cs_init_let_through(int socket);

/* Reap until `program` (-1: none of ours) is gone or the host closes `control`,
 * and answer what comes to `gate` (-1: none); never returns. Everything that is
 * left in the jail dies with it. */
_Noreturn void cs_init_serve(const cs_plan *plan, int control, int program,
                             int gate);

#endif
