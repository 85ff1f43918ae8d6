/*
 * order.h - a request for a command, as an order for process 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_SANDBOX_KEEPER_ORDER_H
#define CS_SANDBOX_KEEPER_ORDER_H

#include "jail/control.h"
#include "sandbox/keeper/keeper.h"

typedef struct cs_order {
  const char **argv; /* owned; texts borrowed */
  char **env;        /* owned, texts too */
  const char *cwd;
  uint32_t flags;    /* CS_PLAN_* */
  uint32_t uid, gid; /* as the program sees them */
  bool input;        /* somebody will send bytes for stdin */
  unsigned rows, columns;
  int file; /* owned; -1: none */
  char room[96];
} cs_order;

/* Read and check a request.  `x->tty` and, of file operations, `x->sort` are
 * set. */
cs_status cs_order_read(cs_keeper *k, const json_t *q, cs_boxexec *x,
                        cs_order *o, cs_error *err) CS_MUST_CHECK;
/* Make its streams and send it. */
cs_status cs_order_send(cs_keeper *k, cs_boxexec *x, const cs_order *o,
                        cs_error *err) CS_MUST_CHECK;
/* The words of the command, for the audit log. */
void cs_order_print(const cs_order *o, cs_buf *out);
void cs_order_fini(cs_order *o);

/* A message of an exec and the process that sent it: 1; 0: none yet; -1: there
 * will be none. */
int cs_order_hear(int socket, cs_control *m, pid_t *pid);

bool cs_order_random(void *out, size_t n);

#endif
