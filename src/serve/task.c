/*
 * task.c - calls that became tasks.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "serve/proto.h"

bool cs_task_take(cs_link *l, const cs_rpc_message *m) {
  (void)l;
  (void)m;
  return false;
}

bool cs_task_is_wanted(const cs_link *l, const cs_rpc_message *m) {
  (void)l;
  (void)m;
  return false;
}
