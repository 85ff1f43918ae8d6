/*
 * init.h - the first process of a jail: start the program, reap, end.
 *
 * When it exits, for whatever reason, the kernel kills everything else in the
 * jail before the exit is seen outside.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_INSIDE_INIT_H
#define CS_JAIL_INSIDE_INIT_H

#include "base/error.h"
#include "jail/control.h"

/* Tell the host; a host that is gone is found out by the loop. */
void cs_init_tell(int control, cs_control_kind kind, int value,
                  const char *text);

/* Reap until `program` is gone or the host closes `control`; never returns. */
_Noreturn void cs_init_serve(int control, int program);

#endif
