/*
 * call_type.c - calling a class.
 *
 * What type.__call__ does, `__new__` and then `__init__`, costs two calls of
 * Python code when it is written out.  Here the common classes are recognised
 * by flags that their type keeps up to date (types/type.c): one without a
 * constructor of its own, one whose `__init__` is a function, one whose
 * `__new__` is all there is.  Everything else goes to the prelude.
 *
 * Danger: the flags are hints about the class as it is now; a class body that
 * assigns __init__ later updates them (types/type.c), and inline caches with
 * it. Nothing here may be remembered across a call.
 *
 * Example: class P: def __init__(self, x): self.x = x. P(1) allocates an
 * instance with the class's root shape, shifts the argument up, puts the
 * instance in front and pushes the frame of __init__ with the flag CTOR; the
 * frame's return then delivers the instance instead of None.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/types/type.h"
#include "py/vm/call.h"

/* An instance of a class derived from object or from a container that its
 * __init__ fills; CS_SLOW for others. An exact built-in layout would have to go
 * through its constructor: for those the prelude is asked. */
static cs_status new_self(cs_ctx *ctx, cs_off cls, cs_value *out) {
  cs_value payload;
  cs_status st;
  switch (cs_type_at(ctx, cls)->layout >> 8) {
    case 0: return cs_instance_new(ctx, cls, out);
    case CS_L_LIST: st = cs_list_new(ctx, NULL, 0, &payload); break;
    case CS_L_DICT: st = cs_dict_new(ctx, 0, &payload); break;
    case CS_L_SET: st = cs_set_new(ctx, CS_L_SET, &payload); break;
    default: return CS_SLOW;
  }
  return st == CS_OK ? cs_instance_wrap(ctx, cls, payload, out) : st;
}

/* Class without a constructor that looks at arguments: allocate here and let a
 * Python __init__ fill it. CS_SLOW: __init__ is not a function, ask the
 * prelude; nothing was made. The instance is reachable from the new frame (aux)
 * while __init__ runs. */
static cs_status call_init(cs_ctx *ctx, cs_off cls, cs_value *args, uint32_t n,
                           cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                           cs_value *out) {
  assert(cs_type_at(ctx, cls)->h.type == CS_L_TYPE);
  cs_value init = cs_type_find(ctx, cls, cs_known(ctx, CS_N___init__));
  if (!cs_is(init, CS_L_FUNC)) return CS_SLOW;
  const cs_code *code = CS_AT(ctx, cs_code, CS_PTR(ctx, cs_func, init)->code);
  if (code->flags & (CS_CODE_GENERATOR | CS_CODE_COROUTINE)) return CS_SLOW;
  cs_value self;
  cs_status st = new_self(ctx, cls, &self);
  if (st != CS_OK) return st;
  /* BaseException.__new__ keeps the arguments, whatever __init__ does. */
  if (cs_type_at(ctx, cls)->flags & CS_TYPE_EXCEPTION) {
    uint32_t nkw = cs_is_unbound(kwnames) ? 0 : cs_tuple_len(ctx, kwnames);
    st =
        cs_tuple_new(ctx, args, n - nkw, cs_exc_member(ctx, self, CS_EXC_ARGS));
    if (st != CS_OK) return st;
  }
  cs_call_shift(args, n, self);
  /* Other kinds deliver the instance by the frame's flag. */
  if (kind == CS_RET_PLAIN) kind = CS_RET_CTOR;
  st = cs_call_func(ctx, init, args, n + 1, kwnames, kind, ret, out);
  if (st == CS_CALLBACK) {
    assert(cs_frame_top(ctx)->flags == 0);
    cs_frame_top(ctx)->aux = cs_ref_off(self);
    cs_frame_top(ctx)->flags = CS_FRAME_CTOR;
  }
  return st;
}

/* The __new__ of a class that leaves __init__ to object: calling the class is
 * calling it.  UNBOUND for every other class. */
static cs_value only_new(cs_ctx *ctx, cs_off cls) {
  uint32_t flags = cs_type_at(ctx, cls)->flags;
  if (!(flags & CS_TYPE_HNEW) || flags & CS_TYPE_HINIT) return CS_UNBOUND;
  cs_value init = cs_type_find(ctx, cls, cs_known(ctx, CS_N___init__));
  if (!cs_is(init, CS_L_NATIVE) ||
      CS_PTR(ctx, cs_native, init)->owner != ctx->image->cls[CS_L_INSTANCE])
    return CS_UNBOUND;
  cs_value made = cs_type_find(ctx, cls, cs_known(ctx, CS_N___new__));
  if (cs_is(made, CS_L_STATICMETHOD))
    made = CS_PTR(ctx, cs_property, made)->fget;
  /* A native that works on the class itself, as those of C modules do. */
  bool direct =
      cs_is(made, CS_L_NATIVE) && CS_PTR(ctx, cs_native, made)->owner == 0;
  return direct || cs_is(made, CS_L_FUNC) ? made : CS_UNBOUND;
}

/* The cases in their order: a native constructor; an __init__ to run on a bare
 * instance; no constructor and no arguments; a __new__ that is everything; else
 * type.__call__ in the prelude, which does all of it and reports errors. */
cs_status cs_call_make(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                       cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                       cs_value *out) {
  cs_off cls = cs_ref_off(f);
  const cs_type *t = cs_type_at(ctx, cls);
  assert(cs_is_type(f));
  cs_status st;
  /* No __new__ of its own, and nothing abstract left. */
  bool plain = !(t->flags & (CS_TYPE_HNEW | CS_TYPE_ABSTRACT));
  if (plain && !(t->flags & CS_TYPE_HINIT) && t->newid) {
    cs_call_shift(args, n, f);
    return cs_call_direct(ctx, ctx->image->ctor[t->newid], args, n + 1, kwnames,
                          kind, ret, out);
  }
  bool bare = t->layout == CS_L_INSTANCE;
  /* A loop or a native that waits takes the instance only from a bare class:
   * others may have their payload replaced. */
  if (plain && (t->flags & CS_TYPE_HINIT) &&
      (t->layout & 0xFF) == CS_L_INSTANCE &&
      (kind == CS_RET_PLAIN ||
       (bare && (kind == CS_RET_ITER || kind == CS_RET_ARG)))) {
    st = call_init(ctx, cls, args, n, kwnames, kind, ret, out);
    if (st != CS_SLOW) return st;
  }
  if (plain && !(t->flags & CS_TYPE_HINIT) && n == 0)
    return cs_instance_new(ctx, cls, out);
  cs_value made = only_new(ctx, cls);
  if (!cs_is_unbound(made)) {
    cs_call_shift(args, n, f);
    if (cs_is(made, CS_L_NATIVE))
      return cs_call_direct(ctx, made, args, n + 1, kwnames, kind, ret, out);
    return cs_call_func(ctx, made, args, n + 1, kwnames, kind, ret, out);
  }
  cs_call_shift(args, n, f);
  return cs_call_reserved(ctx, ctx->image->intrinsic[CS_X_type_call], args,
                          n + 1, kwnames, kind, ret, out);
}

/* The metaclass has a __call__ of its own: it decides, as for any instance. */
cs_status cs_call_type(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                       cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                       cs_value *out) {
  const cs_type *t = CS_PTR(ctx, cs_type, f);
  if (!(t->flags & CS_TYPE_METACALL))
    return cs_call_make(ctx, f, args, n, kwnames, kind, ret, out);
  cs_value call = cs_type_find(ctx, t->meta, cs_known(ctx, CS_N___call__));
  if (!cs_is(call, CS_L_FUNC)) { /* __call__ = dict, a partial ... */
    cs_status st = cs_attr_bind(ctx, call, f, t->meta, &call);
    return st == CS_OK
               ? cs_call_reserved(ctx, call, args, n, kwnames, kind, ret, out)
               : st;
  }
  cs_call_shift(args, n, f);
  return cs_call_reserved(ctx, call, args, n + 1, kwnames, kind, ret, out);
}
