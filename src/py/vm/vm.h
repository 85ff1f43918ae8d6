/*
 * vm.h - the dispatch loop and the slow paths it is built on.
 *
 * Slow-path functions work on the frame stack in the arena only (head->nframes,
 * cs_frame), never on the loop's C locals.  Each returns
 *   CS_OK        done; the result, if any, is in `*out`;
 *   CS_CALLBACK  a frame was pushed, or the frames changed: reload and go on;
 *   CS_THROW, CS_RETRY, CS_SUSPEND, CS_STOP  as everywhere.
 * Before calling one the loop stores its pc (the instruction to continue with)
 * and the number of frames.
 *
 * Names: cs_slow_* is an instruction off its fast path, cs_call_* makes calls,
 * cs_ret_* delivers results, cs_gen_* are generators. `ret` is always a
 * register of the frame that is on top when the function is called, `kind` what
 * its result is for (cs_ret_kind in heap/native.h).
 *
 * Allocation: a function that answers CS_RETRY has changed nothing that the
 * instruction reads, so the loop can collect and run it again.
 *
 *  file            what leaves the loop for it
 *  call*.c         calls, arguments, frames
 *  ret.c           results with a condition
 *  gen.c, fiber.c  frames that are put aside
 *  unwind.c        exceptions
 *  slow_op.c       operators, comparisons, truth
 *  slow_attr.c     names, attributes, methods; inline caches
 *  slow_item.c     subscripts, iteration, unpacking
 *  slow_misc.c     the rest, polls and collections
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_VM_VM_H
#define CS_PY_VM_VM_H

#include "py/heap/frame.h"
#include "py/heap/icache.h"
#include "py/heap/int.h"
#include "py/heap/opcode.h"
#include "py/types/ops.h"

enum { /* cs_frame.mode of NOTIMPL frames: op in the low bits */
       CS_MODE_STAGE = 16, /* times 0..3 */
       CS_MODE_INPLACE = 64,
       CS_MODE_COMPARE = 128
};
enum { CS_MODE_BOOL = 1, CS_MODE_LEN = 2 }; /* of COND, NOT, TRUTH frames */

/* Values of cs_inline.slot that are no slot numbers: how the loop finishes the
 * access itself. Above all real slots, of which there are at most 2^16. */
#define CS_IC_GETTER \
  UINT32_MAX /* cs_inline.slot: target is a property's fget */
#define CS_IC_FIELD \
  (UINT32_MAX - 1) /* target: field of a named tuple, plus 1 */

#define CS_IC_DICT \
  (UINT32_MAX - 2) /* items are those of the dict that the instance wraps */
#define CS_IC_CALL    (UINT32_MAX - 3) /* target: the special method, a FUNC */
#define CS_IC_CLASSOF (UINT32_MAX - 4) /* target: the class itself */
#define CS_IC_INDICT \
  (UINT32_MAX - 5) /* target: entry of the instance's dict, plus 1 */
#define CS_IC_SETTER (UINT32_MAX - 6)  /* target: a property's fset */
#define CS_IC_LEAF   (UINT32_MAX - 7)  /* target: a native of two arguments */
#define CS_IC_LEAST  (UINT32_MAX - 15) /* from here on `slot` is none */
/* Added to the guard of an instance or class: what LOADMETHOD finds is a
 * static method, or a class method. */
#define CS_IC_STATIC 4u
#define CS_IC_CLASS  8u
#define CS_IC_RIGHT  1u /* in a guard: the shape of the right operand */

/* LOADMETHOD guards: the upper half of an exact built-in's value, the shape of
 * an instance, the class of a box plus 1 or of a generator plus 2.  The last
 * are offsets, of which those that could be an upper half are not remembered.
 * Its entries hold the function as a value: `slot` is the lower, `target` the
 * upper half.
 */
static inline uint32_t cs_inline_upper(cs_value v) {
  return (uint32_t)(v.bits >> 32);
}
static inline bool cs_inline_is_upper(uint32_t guard) {
  return guard >> 16 == (uint32_t)(CS_REF_FIRST >> 48);
}
static inline uint32_t cs_inline_cls(const cs_ctx *ctx, cs_value v) {
  uint32_t guard = cs_is(v, CS_L_BOX) ? CS_PTR(ctx, cs_box, v)->cls | 1
                                      : CS_PTR(ctx, cs_gen, v)->cls | 2;
  return cs_inline_is_upper(guard) ? 0 : guard;
}

#define CS_SLICE_FUEL 32768 /* instructions between two polls */
#define CS_OUT_SLICES 8     /* polls that output may wait: some milliseconds */
/* A native may convert arguments in place and needs no check of its own. */
#define CS_STACK_SLACK 32 /* registers a native may use behind its args */

/* Run the top frame until the MODULE frame ends (CS_OK), an exception leaves
 * it (CS_THROW), the host is needed (CS_SUSPEND) or a limit ends the run
 * (CS_STOP). */
cs_status cs_vm_loop(cs_ctx *ctx) CS_MUST_CHECK;

/* --- call.c -------------------------------------------------------------- */

/* Call `f` with the `n` values at `args` (an address on the value stack above
 * everything live in the running frame), of which the last ones have the names
 * in the tuple `kwnames` (UNBOUND: none).  A native that finishes at once
 * gives CS_OK and `*out`; otherwise frames are pushed and the result will be
 * delivered by `kind` to register `ret` of the frame that is on top now. */
cs_status cs_call_value(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                        cs_value kwnames, cs_ret_kind kind, uint32_t ret,
                        cs_value *out) CS_MUST_CHECK;
/* The same for a call that C code asked for (ctx->call): arguments are copied
 * behind the registers of the running frame. */
cs_status cs_call_wanted(cs_ctx *ctx, const cs_call *call, cs_ret_kind kind,
                         uint32_t ret, cs_value *out) CS_MUST_CHECK;
/* The same when its result is the result of the native that asked: no frame
 * stays between the caller, whose register `ret` gets it, and the called. */
cs_status cs_call_tail(cs_ctx *ctx, uint32_t ret, cs_value *out) CS_MUST_CHECK;
/* Call prelude function `intrinsic` with `n` arguments, likewise. */
cs_status cs_call_intrinsic(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                            const cs_value *args, cs_ret_kind kind,
                            uint32_t ret, cs_value *out) CS_MUST_CHECK;
/* f(*args, **kwargs) for CALLEX. */
cs_status cs_call_spread(cs_ctx *ctx, cs_value f, cs_value args,
                         cs_value kwargs, uint32_t ret,
                         cs_value *out) CS_MUST_CHECK;
/* The defaults of the last `missing` parameters; NULL: there are fewer. */
const cs_value *cs_call_defaults(const cs_ctx *ctx, const cs_func *fn,
                                 uint32_t missing);
/* Push a frame for `func` with registers at `regs`, arguments in place. */
cs_status cs_call_push(cs_ctx *ctx, cs_off func, cs_value *regs,
                       cs_ret_kind kind, uint32_t ret) CS_MUST_CHECK;
/* The same for a function that may have other code now. */
cs_status cs_call_push_code(cs_ctx *ctx, cs_off code, cs_off func,
                            cs_value *regs, cs_ret_kind kind,
                            uint32_t ret) CS_MUST_CHECK;
/* Is `self` of the class that defines the method?  So it was found; but the
 * registers of a snapshot may be forged.  False: look more closely. */
static inline bool cs_call_suits(const cs_ctx *ctx, const cs_native *nat,
                                 cs_value self) {
  assert(nat->owner);
  if (!(nat->h.flags & CS_NATIVE_METHOD)) return false;
  if (cs_is_ref(self)) {
    uint32_t l = cs_ref_type(self);
    if (l == CS_L_BOX) return CS_PTR(ctx, cs_box, self)->cls == nat->owner;
    return l <= CS_L_SHAPE && ctx->image->cls[l] == nat->owner;
  }
  return cs_is_int(self) && ctx->image->cls[CS_L_NUMINT] == nat->owner;
}
/* Native `f`, whose `n` registers at `args` are one per parameter, returned
 * CS_SLOW: call its twin, or what cs_call_value would do. */
cs_status cs_call_gave_up(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                          uint32_t ret, cs_value *out) CS_MUST_CHECK;
/* Let the native `intrinsic`, one that works in steps (cs_want_arg), begin with
 * `n` arguments; its other parameters are its state. */
cs_status cs_call_steps(cs_ctx *ctx, uint32_t intrinsic, uint32_t n,
                        const cs_value *args, cs_ret_kind kind, uint32_t ret,
                        cs_value *out) CS_MUST_CHECK;
/* Run the native of the trampoline frame on top. */
cs_status cs_call_native(cs_ctx *ctx, cs_value *out) CS_MUST_CHECK;
/* Make sure that `n` more frames can be pushed. Raises RecursionError, or
 * MemoryError if the arena is full. */
cs_status cs_call_depth(cs_ctx *ctx, uint32_t n) CS_MUST_CHECK;
/* Make sure registers up to `end` (an address) are usable. */
cs_status cs_call_stack(cs_ctx *ctx, const cs_value *end) CS_MUST_CHECK;
/* The same, but false instead of an exception. */
bool cs_call_fits(cs_ctx *ctx, const cs_value *end);

/* --- tool.c -------------------------------------------------------------- */

/* A call of the host function `f`: check the `n` arguments and leave the three
 * of the native _host_call in their place. */
cs_status cs_tool_pack(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                       cs_value kwnames) CS_MUST_CHECK;

/* --- bind.c -------------------------------------------------------------- */

/* Arrange `n` values at `regs` (the last named by `kwnames`) as the parameters
 * of `func`, in place. Raises TypeError with CPython's text. */
cs_status cs_bind_args(cs_ctx *ctx, const cs_func *func, cs_value *regs,
                       uint32_t n, cs_value kwnames) CS_MUST_CHECK;
/* The same for `npos` values and `nkw` more called `names`, if nothing is wrong
 * and nothing unusual; CS_SLOW: registers are as they were, ask cs_bind_args.
 */
cs_status cs_bind_quick(cs_ctx *ctx, const cs_func *func, cs_value *regs,
                        uint32_t npos, const cs_value *names,
                        uint32_t nkw) CS_MUST_CHECK;
/* The same for a native: one register per parameter. */
cs_status cs_bind_native(cs_ctx *ctx, const cs_native *nat, cs_value *regs,
                         uint32_t *n, cs_value kwnames) CS_MUST_CHECK;

/* --- brief.c ------------------------------------------------------------- */

/* ctx->brief. */
cs_status cs_brief_call(cs_ctx *ctx, cs_value f, const cs_value *args,
                        uint32_t n, cs_value *out) CS_MUST_CHECK;

/* --- frame_check.c ------------------------------------------------------- */

/* May `f` be on top of `up` (NULL: the first one)?  The objects that it names
 * are of their kinds; whether its generator runs in one frame only, and whether
 * there is room, is for the caller to see. */
bool cs_frame_fits(const cs_ctx *ctx, const cs_frame *f, const cs_frame *up);
/* May the code run with the closure of this function? */
bool cs_frame_runs(const cs_ctx *ctx, cs_off func, cs_off code);

/* --- fiber.c ------------------------------------------------------------- */

/* What the native of the trampoline frame on top wants with CS_NEED_FIBER. */
cs_status cs_fiber_switch(cs_ctx *ctx) CS_MUST_CHECK;

/* --- ret.c --------------------------------------------------------------- */

/* The frame on top ended with `v`: pop it and deliver by its kind. */
cs_status cs_ret_value(cs_ctx *ctx, cs_value v) CS_MUST_CHECK;
/* CS_RETRY: no room for what a return of the top frame may need. */
cs_status cs_ret_reserve(cs_ctx *ctx) CS_MUST_CHECK;
/* Deliver `v` to the (now) top frame as `done`, the record of the frame that
 * ended, says.  CS_CALLBACK: reload and go on. */
cs_status cs_ret_deliver(cs_ctx *ctx, const cs_frame *done,
                         cs_value v) CS_MUST_CHECK;
/* Set the mode of the frame that was pushed for a CS_CALLBACK. */
static inline cs_status cs_ret_mode(cs_ctx *ctx, cs_status st, uint8_t mode) {
  if (st == CS_CALLBACK) cs_frame_top(ctx)->mode = mode;
  return st;
}

/* --- dead.c -------------------------------------------------------------- */

/* Before a collection for the instruction before pc: empty the temporaries of
 * the top frame that are written before they are read. */
void cs_dead_clear(cs_ctx *ctx);

/* --- unwind.c ------------------------------------------------------------ */

/* The exception in root EXC leaves the instruction before pc of the top frame:
 * find a handler.  CS_CALLBACK: found, reload; CS_THROW: none. */
cs_status cs_unwind(cs_ctx *ctx) CS_MUST_CHECK;
/* The same for one that throw() brought in: its context stays as it is. */
cs_status cs_unwind_thrown(cs_ctx *ctx) CS_MUST_CHECK;
/* Prepare `raise exc [from cause]`: makes an instance, sets the context. */
cs_status cs_unwind_raise(cs_ctx *ctx, cs_value exc,
                          cs_value cause) CS_MUST_CHECK;
/* Does the exception match the class or tuple of classes? */
cs_status cs_unwind_match(cs_ctx *ctx, cs_value exc, cs_value cls,
                          bool *out) CS_MUST_CHECK;

/* --- gen.c --------------------------------------------------------------- */

/* A generator object for the frame that would start with `regs`. */
cs_status cs_gen_new(cs_ctx *ctx, cs_off func, const cs_value *regs,
                     cs_value *out) CS_MUST_CHECK;
/* Continue `gen` with `v`; its next value is delivered by `kind`. */
cs_status cs_gen_resume(cs_ctx *ctx, cs_value gen, cs_value v, cs_ret_kind kind,
                        uint32_t ret) CS_MUST_CHECK;
/* How SEND gets what a generator yields. */
#define CS_GEN_SENT(g) \
  ((g)->h.kind == CS_GENKIND_ASYNC ? CS_RET_ASEND : CS_RET_SEND)
/* The same, raising `exc` inside. */
cs_status cs_gen_throw(cs_ctx *ctx, cs_value gen, cs_value exc,
                       cs_ret_kind kind, uint32_t ret) CS_MUST_CHECK;
/* YIELD and GENRET of the frame on top. */
cs_status cs_gen_yield(cs_ctx *ctx, cs_value v) CS_MUST_CHECK;
cs_status cs_gen_return(cs_ctx *ctx, cs_value v) CS_MUST_CHECK;
/* The frame of a generator is being unwound: the exception to go on with. */
cs_status cs_gen_unwound(cs_ctx *ctx, cs_frame *f) CS_MUST_CHECK;

/* Which truth makes the fused jump `ins` jump? */
static inline bool cs_jump_wants(uint32_t ins) {
  if ((ins & 0xFF) == CS_I_JT) return true;
  return (ins & 0xFF) != CS_I_JF && ins >> 24;
}

/* --- slow.c: opcodes that left their fast path --------------------------- */

/* a op b for operands that the loop does not compute itself. */
cs_status cs_slow_binary(cs_ctx *ctx, cs_binop op, bool inplace, cs_value a,
                         cs_value b, uint32_t ret, cs_value *out) CS_MUST_CHECK;
/* Step `stage` of a binary operator or comparison between instances; `mode`
 * is CS_MODE_* | op | stage << 4. */
cs_status cs_slow_dispatch(cs_ctx *ctx, uint8_t mode, bool cond, cs_value a,
                           cs_value b, uint32_t ret,
                           cs_value *out) CS_MUST_CHECK;
cs_status cs_slow_unary(cs_ctx *ctx, cs_unop op, cs_value a, uint32_t ret,
                        cs_value *out) CS_MUST_CHECK;
/* Comparison whose truth is wanted (kind COND) or whose value (PLAIN). */
cs_status cs_slow_compare(cs_ctx *ctx, cs_cmp op, cs_value a, cs_value b,
                          cs_ret_kind kind, uint32_t ret,
                          cs_value *out) CS_MUST_CHECK;
/* The truth of `v` for a jump (kind COND), a value (TRUTH) or its negation
 * (NOT); `*out` is a bool with CS_OK. */
cs_status cs_slow_truth(cs_ctx *ctx, cs_value v, cs_ret_kind kind, uint32_t ret,
                        cs_value *out) CS_MUST_CHECK;
/* `item in container`, delivered like a truth. */
cs_status cs_slow_contains(cs_ctx *ctx, cs_value item, cs_value container,
                           cs_ret_kind kind, uint32_t ret,
                           cs_value *out) CS_MUST_CHECK;
/* The same after cs_dict_get or cs_set_has answered CS_SLOW. */
cs_status cs_slow_haskey(cs_ctx *ctx, cs_value item, cs_value table,
                         cs_ret_kind kind, uint32_t ret,
                         cs_value *out) CS_MUST_CHECK;
/* What an instance of a subclass of a built-in wraps, if the class has the
 * built-in's own method `name`; else UNBOUND. */
cs_value cs_slow_payload(cs_ctx *ctx, cs_value obj, cs_name_id name);
/* obj[key] for `ret`; errors have CPython's texts. */
cs_status cs_slow_getitem(cs_ctx *ctx, cs_value obj, cs_value key, uint32_t ret,
                          cs_value *out) CS_MUST_CHECK;
/* The same after cs_dict_get answered CS_SLOW. */
cs_status cs_slow_getkey(cs_ctx *ctx, cs_value dict, cs_value key, uint32_t ret,
                         cs_value *out) CS_MUST_CHECK;
/* obj[key] = v; what a __setitem__ returns is dropped. */
cs_status cs_slow_setitem(cs_ctx *ctx, cs_value obj, cs_value key,
                          cs_value v) CS_MUST_CHECK;
cs_status cs_slow_setkey(cs_ctx *ctx, cs_value dict, cs_value key,
                         cs_value v) CS_MUST_CHECK;
cs_status cs_slow_delitem(cs_ctx *ctx, cs_value obj,
                          cs_value key) CS_MUST_CHECK;
/* r[0][r[1]:r[2]]; r are three registers in a row. */
cs_status cs_slow_getslice(cs_ctx *ctx, cs_value *r, uint32_t ret,
                           cs_value *out) CS_MUST_CHECK;
/* iter(v); `kind` is ITEROBJ, or LOOP when a loop waits for it. */
cs_status cs_slow_iter(cs_ctx *ctx, cs_value v, cs_ret_kind kind, uint32_t ret,
                       cs_value *out) CS_MUST_CHECK;
/* Set up the loop state r[0..2]; kind LOOP when Python code is needed. */
cs_status cs_slow_forprep(cs_ctx *ctx, cs_value *r, cs_value v, uint32_t ret,
                          cs_value *out) CS_MUST_CHECK;
/* CS_OK with UNBOUND in `*out`: exhausted. */
cs_status cs_slow_foriter(cs_ctx *ctx, cs_value *state, uint32_t ret,
                          cs_value *out) CS_MUST_CHECK;
/* obj.name, and a note in `ic` for the instruction at `site` (an address inside
 * its code: hints only, never dereferenced). */
cs_status cs_slow_getattr(cs_ctx *ctx, cs_value obj, cs_value name,
                          uint32_t ret, cs_value *out, cs_inline *ic,
                          uint32_t site) CS_MUST_CHECK;
/* The same without a call: CS_CALLBACK, it is in ctx->call. */
cs_status cs_slow_peekattr(cs_ctx *ctx, cs_value obj, cs_value name,
                           cs_value *out, cs_inline *ic,
                           uint32_t site) CS_MUST_CHECK;
/* Remember for a call of class `cls` which function fills its instances. */
void cs_slow_cache_init(cs_ctx *ctx, cs_off cls, cs_inline *ic, uint32_t site);
/* Remember how `obj[...]` (name: __getitem__ or __setitem__) or `obj(...)`
 * works, if the loop can do it: a function, or the dict inside. */
void cs_slow_cache_special(cs_ctx *ctx, cs_value obj, cs_name_id name,
                           cs_inline *ic, uint32_t site);
/* Remember the method that `obj op ...` tries first, if it is a function: the
 * slot is the mode of its frame. */
/* Is it the special method, of two arguments, of a class that took over a
 * native of a C module for it, such as Decimal? */
bool cs_slow_is_leaf(const cs_ctx *ctx, cs_value method);
/* The special method `native` of a class that took it over from a C module, if
 * that ends at once; CS_SLOW: it does not, nothing happened. */
cs_status cs_slow_leaf(cs_ctx *ctx, cs_off native, cs_value a, cs_value b,
                       cs_value *out) CS_MUST_CHECK;
/* The same of three arguments: obj[key] = v. */
cs_status cs_slow_leaf_set(cs_ctx *ctx, cs_off native, cs_value self,
                           cs_value key, cs_value v) CS_MUST_CHECK;
void cs_slow_cache_binary(cs_ctx *ctx, cs_value obj, cs_binop op, bool inplace,
                          cs_inline *ic, uint32_t site);
/* The same for `number op obj`. */
void cs_slow_cache_right(cs_ctx *ctx, cs_value obj, cs_binop op, bool inplace,
                         cs_inline *ic, uint32_t site);
void cs_slow_cache_compare(cs_ctx *ctx, cs_value obj, cs_cmp op, cs_inline *ic,
                           uint32_t site);
cs_status cs_slow_setattr(cs_ctx *ctx, cs_value obj, cs_value name, cs_value v,
                          cs_inline *ic, uint32_t site) CS_MUST_CHECK;
cs_status cs_slow_delattr(cs_ctx *ctx, cs_value obj,
                          cs_value name) CS_MUST_CHECK;
/* out[0] is what to call and out[1] what goes first, UNBOUND for none. */
cs_status cs_slow_loadmethod(cs_ctx *ctx, cs_value obj, cs_value name,
                             uint32_t ret, cs_value out[2], cs_inline *ic,
                             uint32_t site) CS_MUST_CHECK;
/* The same for a special method of the class, as `with` looks it up. */
cs_status cs_slow_special(cs_ctx *ctx, cs_value obj, cs_name_id name,
                          uint32_t ret, cs_value out[2]) CS_MUST_CHECK;
/* The same for super().name in a method of `cls`. */
cs_status cs_slow_super(cs_ctx *ctx, cs_value cls, cs_value self, cs_value name,
                        uint32_t ret, cs_value out[2], cs_inline *ic,
                        uint32_t site) CS_MUST_CHECK;
/* The global or builtin `name`. ic NULL: no instruction asked, so neither a
 * cache nor the host is involved. */
cs_status cs_slow_global(cs_ctx *ctx, cs_off globals, cs_value name,
                         cs_value *out, cs_inline *ic,
                         uint32_t site) CS_MUST_CHECK;
cs_status cs_slow_setglobal(cs_ctx *ctx, cs_off globals, cs_value name,
                            cs_value v) CS_MUST_CHECK;
/* List displays and comprehensions; only a forged snapshot has no list. */
cs_status cs_slow_append(cs_ctx *ctx, cs_value list, cs_value v) CS_MUST_CHECK;
/* a, b = v: `n` values to the registers at dst, which are those from `ret`
 * on. */
cs_status cs_slow_unpack(cs_ctx *ctx, cs_value *dst, cs_value v, uint32_t n,
                         uint32_t ret) CS_MUST_CHECK;
cs_status cs_slow_send(cs_ctx *ctx, cs_value *value, cs_value it, uint32_t ret,
                       cs_value *out) CS_MUST_CHECK;
/* Opcodes that make or fill a container, a str or a function. */
cs_status cs_slow_build(cs_ctx *ctx, uint32_t ins, uint32_t word, cs_value *r,
                        const cs_value *k) CS_MUST_CHECK;
/* Everything rare: executes `ins` of the top frame as a whole. */
cs_status cs_slow_other(cs_ctx *ctx, uint32_t ins, uint32_t word, cs_value *r,
                        const cs_value *k) CS_MUST_CHECK;
/* Fuel slice is used up: refill, or CS_STOP. */
cs_status cs_slow_poll(cs_ctx *ctx) CS_MUST_CHECK;
/* An instruction had no space: collect; CS_THROW MemoryError the second time
 * at the same place, CS_OK to run it again. */
cs_status cs_slow_retry(cs_ctx *ctx) CS_MUST_CHECK;

#endif
