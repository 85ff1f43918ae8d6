/*
 * serve.h - the egress process, from its start to its end.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_EGRESS_SERVE_H
#define CS_EGRESS_SERVE_H

#include <stdbool.h>

/* argv[0] of the process; a detached one is not the child of who starts it. */
#define CS_EGRESS_NAME          "caisson-egress"
#define CS_EGRESS_NAME_DETACHED "caisson-egress-detached"

/* Descriptors that it finds. */
enum { CS_EGRESS_FD_CONTROL = 3, CS_EGRESS_FD_POST = 4 };

/* Was this program started to be one? */
bool cs_egress_called(int argc, char *const *argv);
int cs_egress_main(char *const *argv);

#endif
