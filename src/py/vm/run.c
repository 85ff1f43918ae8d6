/*
 * run.c - the dispatch loop.
 *
 * Computed goto, one indirect jump per opcode; registers, constants and pc in
 * C locals, everything else in the arena.  The instructions are in op_*.inc,
 * their vocabulary in loop.h and loop_number.h: fast paths only, whatever needs
 * a decision is in slow_*.c.  Fuel falls by one per instruction; at zero the
 * poll path looks at limits, cancellation and the collector.
 *
 * An opcode that stops half-way (no space, a call into Python) either repeats
 * from its first word or is completed by the frame's return kind; nothing
 * visible changes before that.
 *
 * What the loop may rely on, and who sees to it: registers of the running frame
 * are committed memory (call_push.c), operands name registers and constants
 * that exist (the compiler, and verify_code.c for snapshots), jumps stay inside
 * the code (the same), and the last instruction never falls off the end. It
 * does not rely on the layout of any value: every access to an object stands
 * behind a test of its tag.
 *
 * Danger: `base` is constant while the loop runs because the arena never moves;
 * collections do not move objects either, but they may free what no register
 * names. A value in a C local is not a root across a call that can collect,
 * which is why results go to registers at once.
 *
 * Compiled apart, without stack protector and with its jumps kept separate:
 * tools/check/check_loop.sh counts them.
 *
 *  status of a slow path   what the loop does
 *  CS_OK                   stores the result, goes on
 *  CS_CALLBACK             frames changed: reloads
 *  CS_THROW                unwinds to a handler, or ends the run
 *  CS_RETRY                collects, runs the instruction again, once
 *  CS_STOP                 a limit: returns; the instruction runs again later
 *  CS_SUSPEND              the host is needed: returns; its reply goes to the
 *                          register that the request names
 *
 * Where to read on: loop.h for the words of this file, op_call.inc for the
 * longest instruction, slow_misc.c (cs_slow_poll) for what happens at zero
 * fuel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <math.h>

#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/iter.h"
#include "py/types/iter_unpack.h"
#include "py/types/type.h"
#include "py/vm/loop.h"
#include "py/vm/loop_number.h"
#include "py/vm/natives.h"
#include "py/vm/vm.h"

/* Is `v`, the result of a special method, right as it is? */
static inline bool returns_plain(uint8_t kind, cs_value v) {
  switch (kind) {
    case CS_RET_ARG:
    case CS_RET_ITER: return true;
    case CS_RET_NOTIMPL: return !cs_same(v, CS_NOTIMPL);
    case CS_RET_LEN: return cs_is_int(v) && cs_int_of(v) >= 0;
    case CS_RET_HASH: return cs_is_int(v) && cs_int_of(v) != -1;
    case CS_RET_REPR:
    case CS_RET_STR: return cs_is(v, CS_L_STR);
    case CS_RET_BOOL:
    case CS_RET_TRUTH: return cs_is_bool(v);
    case CS_RET_ITEROBJ:
    case CS_RET_LOOP: return cs_is(v, CS_L_ITER) || cs_is(v, CS_L_GEN);
    default: return false;
  }
}

/* Kinds of iterators that walk() knows. */
#define WALKED                                                             \
  (1u << CS_ITER_DICTKEYS | 1u << CS_ITER_DICTVALUES | 1u << CS_ITER_SET | \
   1u << CS_ITER_LISTREV)
#define IS_WALKED(it) ((it)->h.kind < 32 && WALKED >> (it)->h.kind & 1)

/* The next key or value of a dict, or item of a set or of a list backwards,
 * where nothing is in the way; false: look more closely. `it->b` is the length
 * when the iteration began and `it->c` the items left: a container that changed
 * its size is left to the slow path, which raises. The positions are small ints
 * made by ourselves, so ++ and -- on their bits count: the bias cancels out. */
static bool walk(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  assert(IS_WALKED(it));
  if (it->h.kind == CS_ITER_LISTREV) {
    /* A position of 0 wraps to a huge one, which is no index: the end. */
    uint64_t i = (uint64_t)cs_int_of(it->a) - 1;
    if (!cs_is_list(it->src) || i >= cs_list_len(ctx, it->src)) return false;
    *out = cs_list_at(ctx, it->src, (uint32_t)i);
    it->a.bits--;
    return true;
  }
  if (it->h.kind == CS_ITER_SET) {
    if (!cs_is(it->src, CS_L_SET) ||
        !cs_same(it->b, cs_int(CS_PTR(ctx, cs_set, it->src)->len)) ||
        cs_same(it->c, cs_int(0)))
      return false;
    uint32_t at = (uint32_t)cs_int_of(it->a);
    if (!cs_set_next(ctx, it->src, &at, out)) return false;
    it->a = cs_int(at);
    it->c.bits--;
    return true;
  }
  if (!cs_is(it->src, CS_L_DICT)) return false;
  const cs_dict *d = CS_PTR(ctx, cs_dict, it->src);
  uint32_t at = (uint32_t)cs_int_of(it->a);
  if (!cs_same(it->b, cs_int(d->len)) || cs_same(it->c, cs_int(0)) ||
      at >= d->used)
    return false;
  /* Deleted entries have no key: the slow path steps over them. */
  const cs_entry *e = &CS_AT(ctx, cs_table, d->table)->e[at];
  if (cs_is_unbound(e->key)) return false;
  *out = it->h.kind == CS_ITER_DICTKEYS ? e->key : e->value;
  it->a.bits++;
  it->c.bits--;
  return true;
}

/* Missing trailing arguments that have defaults; false: not so simple. The
 * registers up to nargs must be inside the checked part of the stack: FITS is
 * asked only afterwards. */
static bool fill_defaults(const cs_ctx *ctx, const cs_func *fn,
                          const cs_code *code, cs_value *regs, uint32_t n) {
  assert(!(code->flags & CS_CODE_VARARGS));
  if (n > code->nargs || !cs_is(fn->defaults, CS_L_TUPLE)) return false;
  const cs_tuple *d = CS_PTR(ctx, cs_tuple, fn->defaults);
  uint32_t missing = code->nargs - n;
  if (missing > d->len ||
      cs_off_of(ctx, regs + code->nargs) > ctx->head->stack_soft)
    return false;
  for (uint32_t i = 0; i < missing; i++)
    regs[n + i] = d->v[d->len - missing + i];
  return true;
}

/* isinstance(v, cls) where neither has a say of its own in it; UNBOUND: the
 * native decides. HCLASS: the class defines __class__, which isinstance
 * believes in CPython. */
static cs_value is_instance(const cs_ctx *ctx, cs_value v, cs_value cls) {
  if (!cs_is(cls, CS_L_TYPE)) return CS_UNBOUND;
  /* The class by layout or shape, as the object was made. */
  cs_off own = cs_class_of(ctx, v);
  if (own == cs_ref_off(cls)) return CS_TRUE;
  if (CS_PTR(ctx, cs_type, cls)->meta != ctx->image->cls[CS_L_TYPE] ||
      cs_type_at(ctx, own)->flags & (CS_TYPE_HCLASS | CS_TYPE_HGETATTRIBUTE))
    return CS_UNBOUND;
  return cs_bool(cs_type_sub(ctx, own, cs_ref_off(cls)));
}

/* Put the `n` arguments at `args`, in a generator, on the stack; two are always
 * copied, since there are registers behind every call. A frame has at least two
 * registers behind the last argument of every call (the compiler adds them), so
 * the copy cannot overrun and needs no branch in the common cases. */
static inline cs_value *lend(cs_value *to, const cs_value *args, uint32_t n) {
  to[0] = args[0];
  to[1] = args[1];
  for (uint32_t i = 2; UNLIKELY(i < n); i++) to[i] = args[i];
  return to;
}

/* The call `ins` of a generator will run again: with what became of its
 * arguments. Natives may have changed the arguments (a converted one stays
 * converted), and in a generator those are on the stack, not in its
 * registers. */
static void take_back(const cs_ctx *ctx, const cs_frame *fr, uint32_t ins) {
  uint32_t op = ins & 0xFF, a = (ins >> 8 & 0xFF) + 1;
  if (!(fr->flags & CS_FRAME_GEN) || op < CS_I_CALL || op > CS_I_CALLMKW)
    return;
  cs_values_copy(CS_AT(ctx, cs_value, fr->base) + a,
                 CS_AT(ctx, cs_value, fr->aux) + a, ins >> 16 & 0xFF);
}

/* Does the jump at `pc` lead back to the FORITER before `next`? `next` is
 * behind both words of the FORITER. */
static inline bool leads_back(const uint32_t *pc, const uint32_t *next) {
  return (*pc & 0xFF) == CS_I_JMPFOR && pc + 2 + (int32_t)pc[1] == next - 2;
}

/* Instructions that was_taken looks at. */
static const bool takes[256] = {[CS_I_LISTAPPEND] = true,
                                [CS_I_ADD] = true,
                                [CS_I_IADD] = true,
                                [CS_I_JT] = true,
                                [CS_I_JF] = true};

/* A generator whose FORITER stands before `next` yields `v` into register
 * `ret` of `up`: does the loop append it to its list, add it to a number, or
 * only test it, and go on?  Then that was done: three instructions. */
/* Only instructions that cannot call, raise or allocate are done here, and only
 * if the loop does nothing else with the item. `up` are the caller's registers.
 * Fuel for three instructions was checked by YIELD. */
static inline bool was_taken(cs_ctx *ctx, const uint32_t *next, cs_value *up,
                             uint32_t ret, cs_value v) {
  uint32_t op = *next & 0xFF;
  if (op == CS_I_LISTAPPEND) {
    cs_value list = up[*next >> 8 & 0xFF];
    cs_list *l = CS_PTR(ctx, cs_list, list);
    /* B is the item, A the list; there must be room without an allocation. */
    if ((*next >> 16 & 0xFF) != ret || !cs_is(list, CS_L_LIST) ||
        l->len >= l->cap || !leads_back(next + 1, next))
      return false;
    CS_AT(ctx, cs_array, l->items)->v[l->len++] = v;
  } else if (op == CS_I_ADD || op == CS_I_IADD) {
    cs_value *to = &up[*next >> 8 & 0xFF], sum;
    /* x += item: target and left operand are one register. */
    if (*next >> 24 != ret || (*next >> 16 & 0xFF) != (*next >> 8 & 0xFF) ||
        !leads_back(next + 1, next))
      return false;
    if (cs_is_float(*to) && cs_is_float(v))
      sum = cs_float_raw(cs_float_of(*to) + cs_float_of(v));
    else if (!cs_both_int(*to, v) || !cs_int_add(*to, v, &sum))
      return false;
    *to = sum;
  } else {
    if ((op != CS_I_JT && op != CS_I_JF) || (*next >> 8 & 0xFF) != ret ||
        !cs_is_bool(v))
      return false;
    bool jumps = cs_is_true(v) == (op == CS_I_JT);
    if (!leads_back(next + 2 + (jumps ? (int32_t)next[1] : 0), next))
      return false;
  }
  up[ret] = v;
  return true;
}

/* Inside the loop the arena's base is a local. */
#undef CS_AT
#undef CS_PTR
#define CS_AT(ctx, type, off) ((type *)(void *)(base + (off)))
#define CS_PTR(ctx, type, v)  CS_AT(ctx, type, cs_ref_off(v))
#define OFF(p)                ((cs_off)((const char *)(p)-base))

/* What the slow labels compute from an opcode's number holds only for this
 * order of ops.def. */
_Static_assert((int)CS_I_IMATMUL_K - CS_I_ADD == CS_B_MATMUL * 4 + 3 &&
                   (int)CS_I_JGE - CS_I_JLT == CS_C_GE &&
                   (int)CS_I_JLT_K - CS_I_JLT == COMPARISONS,
               "binary_slow, compare_slow");
_Static_assert(offsetof(cs_list, len) == offsetof(cs_tuple, len) &&
                   offsetof(cs_list, len) == offsetof(cs_dict, len) &&
                   offsetof(cs_list, len) == offsetof(cs_set, len),
               "IS_SIZED");

/* C locals hold what is read at every instruction; SYNC and RELOAD (loop.h)
 * keep them and the arena together. */
cs_status cs_vm_loop(cs_ctx *ctx) {
  static const void *const labels[256] = {
#define CS_I(name, words, operands, flow, text) [CS_I_##name] = &&op_##name,
#include "py/heap/ops.def"
#undef CS_I
      [CS_OPCODE_COUNT... 255] = &&op_NOP};
  assert(ctx->head->nframes > 0);
  char *const base = ctx->base;
  cs_head *const head = ctx->head;
  cs_frame *const frames = CS_AT(ctx, cs_frame, CS_FRAMES_BASE);
  cs_frame *fr;
  cs_value *R;
  const cs_value *K;
  const uint32_t *pc;
  uint32_t ins;
  int64_t fuel;
  cs_value out;
  cs_gen *cont;
  cs_status st;

  RELOAD();
  NEXT;

/* Fuel ran out before the instruction at pc - 1 was executed. SYNC(1) makes
 * that one the next. */
poll:
  SYNC(1);
  st = cs_slow_poll(ctx);
  if (st != CS_OK) goto status_poll;
  fuel = ctx->fuel;
  ins = *pc++;
  goto *labels[ins & 0xFF];

status_poll:
  if (st == CS_CALLBACK) {
    RELOAD();
    NEXT;
  }
  return st;

/* An instruction did not finish: everything needed to go on or to repeat it is
 * in the arena. */
status:
  switch ((int)st) {
    case CS_CALLBACK: RELOAD(); NEXT;
    /* The instruction runs again after a collection, from its first word; its
     * fuel was charged and is given back. */
    case CS_RETRY:
      fr->pc = OFF(pc);
      take_back(ctx, fr, pc[-1]);
      ctx->fuel = fuel + 1; /* neither it nor its work is charged twice */
      st = cs_slow_retry(ctx);
      if (st == CS_OK) {
        pc = CS_AT(ctx, const uint32_t, fr->pc) - 1;
        fuel = ctx->fuel;
        NEXT;
      }
      goto status;
    case CS_THROW: st = cs_unwind(ctx); goto status_unwound;
    case CS_STOP:
      fr->pc = OFF(pc - 1); /* would run again if resumed */
      take_back(ctx, fr, pc[-1]);
      return CS_STOP;
    default: return st;
  }

status_unwound:
  if (st == CS_CALLBACK) {
    RELOAD();
    NEXT;
  }
  return st;

#include "py/vm/op_attr.inc"
#include "py/vm/op_build.inc"
#include "py/vm/op_call.inc"
#include "py/vm/op_item.inc"
#include "py/vm/op_jump.inc"
#include "py/vm/op_name.inc"
#include "py/vm/op_number.inc"
#include "py/vm/op_return.inc"
}
