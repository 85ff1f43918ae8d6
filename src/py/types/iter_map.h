/*
 * iter_map.h - map and starmap as leaf iterators.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_TYPES_ITER_MAP_H
#define CS_PY_TYPES_ITER_MAP_H

#include "py/types/iter.h"

static inline bool cs_iter_map_is(const cs_iter *it) {
  return it->h.kind == CS_ITER_MAP || it->h.kind == CS_ITER_STARMAP;
}
/* Kinds that no other leaf iterator may advance: they can stop at a call that
 * needs the loop (CS_SLOW), or belong together in pairs. */
static inline bool cs_iter_map_alone(const cs_iter *it) {
  return it->h.kind >= CS_ITER_DRAIN;
}

/* cs_op_next for them.  CS_SLOW: a call that needs the loop is due; the item
 * waits in the iterator. */
cs_status cs_iter_map_next(cs_ctx *ctx, cs_iter *it,
                           cs_value *out) CS_MUST_CHECK;
/* After CS_SLOW: the call that is due.  False: not one that C can express. */
bool cs_iter_map_call(const cs_ctx *ctx, const cs_iter *it, cs_call *call);
/* The call was made (or failed): the item is used up. */
void cs_iter_map_done(cs_iter *it);

/* map.__new__ */
cs_leaf cs_iter_map_new;

/* Append to `list`, which is private, what a map of one iterable has left, for
 * as long as nothing else has to be done; then go on with cs_op_next. */
cs_status cs_iter_map_all(cs_ctx *ctx, cs_iter *it,
                          cs_value list) CS_MUST_CHECK;

#endif
