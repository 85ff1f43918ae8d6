/*
 * engine_ops.c - the tables there are, in the order in which they are asked.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "depth/engine_ops.h"

#include <assert.h>

const cs_engine_ops *cs_engine_ops_for(const cs_options *o) {
  static const cs_engine_ops *const all[] = {&cs_process_ops, &cs_worker_ops,
                                             &cs_interp_ops};
  size_t i = 0;
  while (!all[i]->takes(o)) i++; /* the last one takes everything */
  assert(i < sizeof all / sizeof all[0]);
  return all[i];
}
