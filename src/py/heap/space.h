/*
 * space.h - the namespace of a module.
 *
 * Modules of the library are objects of the image, the same for every session:
 * importing one copies nothing.  A session that changes such a module, or asks
 * for its __dict__, gets a dict of its own first (root SPACES, by the module's
 * number), which from then on is what everybody in the session sees, library
 * code that imported the module included.  Functions of the library keep the
 * image's dict as their globals.
 *
 * A lazy module has names that no two sessions can share (sys.stdout).  They
 * are missing until its dict is made, which therefore Python code does
 * (CS_X_module_*); so: a lazy module with a dict of its own is complete.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_HEAP_SPACE_H
#define CS_PY_HEAP_SPACE_H

#include "py/heap/ctx.h"

enum { /* cs_module.h.flags */
       CS_MODULE_LAZY = 1,
       CS_MODULE_ALIAS = 2 /* the image has it under a second name too */
};

/* The session's own dict of a library module, or None. */
static inline cs_value cs_space_private(const cs_ctx *ctx, const cs_module *m) {
  cs_value all = ctx->head->root[CS_ROOT_SPACES];
  if (m->number == 0 || cs_is_none(all)) return CS_NONE;
  return CS_PTR(ctx, cs_tuple, all)->v[m->number - 1];
}

/* The dict in force; not to be written to. */
static inline cs_off cs_space_at(const cs_ctx *ctx, cs_value module) {
  const cs_module *m = CS_PTR(ctx, cs_module, module);
  cs_value own = cs_space_private(ctx, m);
  return cs_is_none(own) ? m->dict : cs_ref_off(own);
}

static inline cs_value cs_space_of(const cs_ctx *ctx, cs_value module) {
  return cs_ref(CS_L_DICT, cs_space_at(ctx, module));
}

/* Is `v` of the engine, so that no program may get it?  Registers of library
 * code have such values. */
static inline bool cs_space_hides(const cs_ctx *ctx, cs_value v) {
  return (cs_is(v, CS_L_NATIVE) || cs_is(v, CS_L_DICT)) &&
         cs_ref_off(v) < CS_HEAP_BASE &&
         CS_AT(ctx, cs_obj, cs_ref_off(v))->flags & CS_NATIVE_INNER;
}

/* Is something missing that only Python code can make? */
static inline bool cs_space_is_lazy(const cs_ctx *ctx, cs_value module) {
  const cs_module *m = CS_PTR(ctx, cs_module, module);
  return m->h.flags & CS_MODULE_LAZY && cs_is_none(cs_space_private(ctx, m));
}

/* The dict to write to, made now if the module is still the image's. */
cs_status cs_space_own(cs_ctx *ctx, cs_value module,
                       cs_value *dict) CS_MUST_CHECK;

/* What importing gives for a module of the image that is not in sys.modules:
 * itself; or, if it was there before, a module of its own that starts anew. */
cs_status cs_space_enter(cs_ctx *ctx, cs_value module,
                         cs_value *out) CS_MUST_CHECK;

/* What a program gets to see as the globals `dict` of running code.  Library
 * code has the engine's helpers among its globals, so for that it is a new dict
 * with nothing but `__name__`. */
cs_status cs_space_shown(cs_ctx *ctx, cs_value dict,
                         cs_value *out) CS_MUST_CHECK;

/* Image builder: number the modules, take out what programs do not see.
 * A module may name its own such names in `_hidden_names`. */
cs_status cs_space_finish(cs_ctx *ctx) CS_MUST_CHECK;

/* For the snapshot verifier: is this a root SPACES that fits the image? */
bool cs_space_check(const cs_ctx *ctx, cs_value spaces);

#endif
