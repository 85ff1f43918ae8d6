/*
 * iter_state.c - iterators of built-ins taken apart, for copy and pickle.
 *
 * Only what a program could have given the iterator itself comes out: the
 * container and a position.  The prelude makes CPython's reduce tuples of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/types/iter.h"
#include "py/types/kinds.h"

#define NO_TOTAL 256 /* flag for the prelude: an accumulate without a total */

static cs_value shown(cs_value v) {
  return cs_is_unbound(v) ? CS_NONE : v;
}

/* Kinds that cannot be taken apart: what they hold is not for programs. */
static bool is_closed(uint32_t kind) {
  return kind == CS_ITER_MEMVIEW || kind == CS_ITER_DEQUE ||
         kind == CS_ITER_DRAIN || kind == CS_ITER_GROUPER ||
         kind == CS_ITER_MATCHES || kind == CS_ITER_ELEMENTS;
}

/* _iter_parts(it): (kind, src, a, b, c, flags), or None if it is closed */
CS_LEAF_TAKES(iter_parts, ANY) {
  if (!cs_is(args[0], CS_L_ITER)) CS_GIVE(CS_NONE);
  const cs_iter *it = CS_PTR(ctx, cs_iter, args[0]);
  if (is_closed(it->h.kind)) CS_GIVE(CS_NONE);
  bool no_total = it->h.kind == CS_ITER_ACCUMULATE && cs_is_unbound(it->a);
  cs_value v[6] = {
      cs_int(it->h.kind), shown(it->src),
      shown(it->a),       shown(it->b),
      shown(it->c),       cs_int(it->h.flags | (no_total ? NO_TOTAL : 0))};
  return cs_tuple_new(ctx, v, 6, out);
}

/* _iter_clone(it): another iterator at the same place */
CS_LEAF_TAKES(iter_clone, ANY) {
  if (!cs_is(args[0], CS_L_ITER)) CS_GIVE(CS_NONE);
  const cs_iter *it = CS_PTR(ctx, cs_iter, args[0]);
  if (it->h.kind > CS_ITER_SEQREV) CS_GIVE(CS_NONE);
  return cs_iter_new(ctx, it->h.kind, it->src, it->a, it->b, it->c, out);
}

const cs_native_def cs_iter_state_natives[] = {
    {".intrinsics", "_iter_parts", "(it, /)", iter_parts},
    {".intrinsics", "_iter_clone", "(it, /)", iter_clone},
    CS_NATIVE_END};
