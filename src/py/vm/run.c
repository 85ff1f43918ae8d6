/*
 * run.c - the dispatch loop.
 *
 * Computed goto, one indirect jump per opcode; registers, constants and pc in
 * C locals, everything else in the arena.  Fast paths are here, whatever needs
 * a decision is in slow.c.  Fuel falls by one per instruction; at zero the
 * poll path looks at limits, cancellation and the collector.
 *
 * An opcode that stops half-way (no space, a call into Python) either repeats
 * from its first word or is completed by the frame's return kind; nothing
 * visible changes before that.
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
#include "py/vm/natives.h"
#include "py/vm/vm.h"

#define LIKELY(x)   __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

#define A  (ins >> 8 & 0xFF)
#define B  (ins >> 16 & 0xFF)
#define C  (ins >> 24)
#define BX (ins >> 16)
#define W  (*pc) /* second word: pc stands behind the first */
/* The same after a call, so that `ins` needs no register across it. */
#define LATE(byte) (((const uint8_t *)pc)[(byte)-4])
#define LATE_A     LATE(1)
#define LATE_C     LATE(3)

#define NEXT                             \
  do {                                   \
    if (UNLIKELY(--fuel < 0)) goto poll; \
    ins = *pc++;                         \
    goto *labels[ins & 0xFF];            \
  } while (0)
#define NEXT2 \
  do {        \
    pc++;     \
    NEXT;     \
  } while (0)
/* Jump relative to the end of the second word. */
#define JUMP                \
  do {                      \
    pc += 1 + (int32_t)*pc; \
    NEXT;                   \
  } while (0)
#define JUMP_IF(cond)            \
  do {                           \
    if ((cond) == (bool)C) JUMP; \
    NEXT2;                       \
  } while (0)

/* What an instruction reserved does not count for the next one.  Only tests
 * that let allocations fail care. */
#ifdef NDEBUG
#define FORGET_PROMISE() (void)0
#else
#define FORGET_PROMISE() (void)(ctx->torture_promise = 0)
#endif

/* Make the arena's view of the running frame complete; continue behind
 * `words` words of this instruction. */
#define SYNC(words)               \
  do {                            \
    fr->pc = OFF(pc + (words)-1); \
    ctx->fuel = fuel;             \
    FORGET_PROMISE();             \
  } while (0)

#define RELOAD()                                                        \
  do {                                                                  \
    fr = frames + head->nframes - 1;                                    \
    R = CS_AT(ctx, cs_value, fr->base);                                 \
    K = CS_AT(ctx, cs_array, CS_AT(ctx, cs_code, fr->code)->consts)->v; \
    pc = CS_AT(ctx, const uint32_t, fr->pc);                            \
    fuel = ctx->fuel;                                                   \
  } while (0)

/* Run a slow path with result in R[A]. */
#define SLOW(words, call)         \
  do {                            \
    SYNC(words);                  \
    st = (call);                  \
    if (st != CS_OK) goto status; \
    fuel = ctx->fuel;             \
    R[LATE_A] = out;              \
    pc += (words)-1;              \
    NEXT;                         \
  } while (0)
/* The same with result in R[C]: calls. */
#define SLOWC(words, call)        \
  do {                            \
    SYNC(words);                  \
    st = (call);                  \
    if (st != CS_OK) goto status; \
    fuel = ctx->fuel;             \
    R[LATE_C] = out;              \
    pc += (words)-1;              \
    NEXT;                         \
  } while (0)
/* Run a slow path without a result. */
#define SLOW0(words, call)        \
  do {                            \
    SYNC(words);                  \
    st = (call);                  \
    if (st != CS_OK) goto status; \
    fuel = ctx->fuel;             \
    pc += (words)-1;              \
    NEXT;                         \
  } while (0)
/* Run a slow path whose truth decides a jump. */
#define SLOWJ(call)                            \
  do {                                         \
    SYNC(2);                                   \
    st = (call);                               \
    if (st != CS_OK) goto status;              \
    fuel = ctx->fuel;                          \
    if (cs_is_true(out) == (bool)LATE_C) JUMP; \
    NEXT2;                                     \
  } while (0)

#define IS_INSTANCE(v)                           \
  (((uint32_t)((v).bits >> 32) & 0xFFFF00FFu) == \
   ((uint32_t)(CS_REF_FIRST >> 32) | CS_L_INSTANCE))
/* Instances of one shape may have different numbers of inline slots. */
#define INLINE_SLOTS(o)  ((o)->h.units * 2 - 2)
#define OUTER_SLOT(o, i) CS_AT(ctx, cs_array, (o)->ext)->v[(i)-INLINE_SLOTS(o)]

/* Is there room for a frame with registers at `regs`? */
#define FITS(regs, code)                                                     \
  LIKELY(OFF((regs) + (code)->nregs + CS_STACK_SLACK) <= head->stack_soft && \
         head->nframes < ctx->frame_soft)
/* Push it and go on there; the running frame continues at `after`. */
#define ENTER(f_, code_, regs_, ret_, kind_, flags_, aux_, after)           \
  do {                                                                      \
    uint8_t to_ = (uint8_t)(ret_);                                          \
    fr->pc = OFF(after);                                                    \
    head->nframes++;                                                        \
    fr++;                                                                   \
    fr->code = CS_AT(ctx, cs_func, f_)->code;                               \
    fr->base = OFF(regs_);                                                  \
    fr->func = (f_);                                                        \
    fr->aux = (aux_);                                                       \
    fr->ret = to_;                                                          \
    fr->kind = (kind_);                                                     \
    fr->flags = (flags_);                                                   \
    R = (regs_);                                                            \
    K = CS_AT(ctx, cs_array, (code_)->consts)->v;                           \
    pc = (const uint32_t *)(const void *)CS_AT(ctx, cs_raw, (code_)->insns) \
             ->data;                                                        \
    NEXT;                                                                   \
  } while (0)
/* Is the right operand certainly of no subclass of the class of the left one,
 * an instance? */
#define LEFT_FIRST(a, b)                                                   \
  (IS_INSTANCE(b)                                                          \
       ? CS_AT(ctx, cs_shape, CS_PTR(ctx, cs_instance, a)->shape)->cls ==  \
             CS_AT(ctx, cs_shape, CS_PTR(ctx, cs_instance, b)->shape)->cls \
       : !cs_is_ref(b) || cs_is(b, CS_L_STR) || IS_SIZED(b))
/* Call the special method that `ic` knows, with the operands below its
 * arguments (slow_op.c), if there is room. */
#define ENTER_SPECIAL(ic, a, b, ret_, kind_, after)                   \
  do {                                                                \
    const cs_code *code_ =                                            \
        CS_AT(ctx, cs_code, CS_AT(ctx, cs_func, (ic)->target)->code); \
    cs_value *regs_ = R + CS_AT(ctx, cs_code, fr->code)->nregs + 2;   \
    if (code_->nargs == 2 && FITS(regs_, code_)) {                    \
      regs_[-2] = regs_[0] = (a);                                     \
      regs_[-1] = regs_[1] = (b);                                     \
      fr[1].mode = (uint8_t)(ic)->slot;                               \
      ENTER((ic)->target, code_, regs_, ret_, kind_, 0, 0, after);    \
    }                                                                 \
  } while (0)
#define COMPARISONS 6u /* of cs_cmp that have a special method */
#define SITE        ((uint32_t)(uintptr_t)pc)
/* Does `ic`, or else the second place, know the guard? */
#define KNOWN(ic, g)                                 \
  (LIKELY((ic)->pc == SITE && (ic)->guard == (g)) || \
   ((ic) = cs_inline_second(ctx, SITE, (g)),         \
    (ic)->pc == SITE && (ic)->guard == (g)))
#define CODE_GEN (CS_CODE_GENERATOR | CS_CODE_COROUTINE | CS_CODE_ASYNCGEN)
#define INLINE   (&ctx->icache[(uintptr_t)pc >> 2 & (CS_INLINE_CACHE - 1)])

/* Continue the generator `gen_` with `sent_`, if it waits at a YIELD and there
 * is room for its frame; the running frame continues at `after`. */
#define RESUME(gen_, sent_, kind_, ret_, after)                               \
  do {                                                                        \
    cs_gen *g_ = CS_PTR(ctx, cs_gen, gen_);                                   \
    cs_value *regs_ = R + CS_AT(ctx, cs_code, fr->code)->nregs;               \
    if (LIKELY(g_->h.flags == CS_GEN_SUSPENDED &&                             \
               OFF(regs_ + g_->nregs + CS_STACK_SLACK) <= head->stack_soft && \
               head->nframes < ctx->frame_soft)) {                            \
      const cs_func *fn_ = CS_AT(ctx, cs_func, g_->func);                     \
      const cs_code *code_ = CS_AT(ctx, cs_code, fn_->code);                  \
      const uint32_t *at_ =                                                   \
          (const uint32_t *)(const void *)CS_AT(ctx, cs_raw, code_->insns)    \
              ->data +                                                        \
          g_->pc;                                                             \
      cs_value in_ = (sent_);                                                 \
      fr->pc = OFF(after);                                                    \
      cs_values_copy(regs_, g_->regs, at_[-1] >> 24);                         \
      head->nframes++;                                                        \
      fr++;                                                                   \
      *fr = (cs_frame){.code = fn_->code,                                     \
                       .base = OFF(regs_),                                    \
                       .func = g_->func,                                      \
                       .aux = cs_ref_off(gen_),                               \
                       .ret = (uint8_t)(ret_),                                \
                       .kind = (kind_),                                       \
                       .flags = CS_FRAME_GEN};                                \
      g_->h.flags = CS_GEN_RUNNING;                                           \
      cs_value outer_ = head->root[CS_ROOT_HANDLED];                          \
      if (UNLIKELY(!cs_is_none(g_->handled)))                                 \
        head->root[CS_ROOT_HANDLED] = g_->handled;                            \
      g_->handled = outer_;                                                   \
      R = regs_;                                                              \
      K = CS_AT(ctx, cs_array, code_->consts)->v;                             \
      pc = at_;                                                               \
      R[pc[-1] >> 8 & 0xFF] = in_; /* what the YIELD receives */              \
      NEXT;                                                                   \
    }                                                                         \
  } while (0)

/* What is not done here goes to `binary_slow`, which reads the instruction
 * again. */
#define BINARY(name, fast)       \
  op_##name : {                  \
    cs_value a = R[B], b = R[C]; \
    fast                         \
  }                              \
  goto binary_slow;              \
  op_##name##_K : {              \
    cs_value a = R[B], b = K[C]; \
    fast                         \
  }                              \
  goto binary_slow;              \
  op_I##name : {                 \
    cs_value a = R[B], b = R[C]; \
    fast                         \
  }                              \
  goto binary_slow;              \
  op_I##name##_K : {             \
    cs_value a = R[B], b = K[C]; \
    fast                         \
  }                              \
  goto binary_slow;

#define BOTH_FLOAT(a, b) (cs_is_float(a) && cs_is_float(b))

#define FAST_ADDSUB(intfn, sign)                             \
  if (LIKELY(cs_both_int(a, b))) {                           \
    cs_value sum;                                            \
    if (LIKELY(intfn(a, b, &sum))) {                         \
      R[A] = sum;                                            \
      NEXT;                                                  \
    }                                                        \
  } else if (BOTH_FLOAT(a, b)) {                             \
    R[A] = cs_float_raw(cs_float_of(a) sign cs_float_of(b)); \
    NEXT;                                                    \
  }

#define FAST_MUL                                                          \
  if (LIKELY(cs_both_int(a, b))) {                                        \
    int64_t p;                                                            \
    if (LIKELY(!__builtin_mul_overflow(cs_int_of(a), cs_int_of(b), &p) && \
               cs_int_fits(p))) {                                         \
      R[A] = cs_int(p);                                                   \
      NEXT;                                                               \
    }                                                                     \
  } else if (BOTH_FLOAT(a, b)) {                                          \
    R[A] = cs_float_raw(cs_float_of(a) * cs_float_of(b));                 \
    NEXT;                                                                 \
  }

#define FAST_TRUEDIV                                                          \
  if (BOTH_FLOAT(a, b)) {                                                     \
    double d = cs_float_of(b);                                                \
    if (LIKELY(d != 0)) {                                                     \
      R[A] = cs_float_raw(cs_float_of(a) / d);                                \
      NEXT;                                                                   \
    }                                                                         \
  } else if (cs_both_int(a, b) && cs_int_of(b) != 0) {                        \
    /* both below 2^50: exact in a double, so the quotient is rounded once */ \
    R[A] = cs_float_raw((double)cs_int_of(a) / (double)cs_int_of(b));         \
    NEXT;                                                                     \
  }

#define FAST_FLOORDIV                           \
  if (LIKELY(cs_both_int(a, b))) {              \
    int64_t x = cs_int_of(a), y = cs_int_of(b); \
    if (LIKELY(y > 0)) {                        \
      int64_t q = x / y;                        \
      R[A] = cs_int(q - (x % y < 0));           \
      NEXT;                                     \
    }                                           \
  }

#define FAST_MOD                                \
  if (LIKELY(cs_both_int(a, b))) {              \
    int64_t x = cs_int_of(a), y = cs_int_of(b); \
    if (LIKELY(y > 0)) {                        \
      int64_t m = x % y;                        \
      R[A] = cs_int(m < 0 ? m + y : m);         \
      NEXT;                                     \
    }                                           \
  }

#define FAST_BITS(sign)                            \
  if (LIKELY(cs_both_int(a, b))) {                 \
    R[A] = cs_int(cs_int_of(a) sign cs_int_of(b)); \
    NEXT;                                          \
  }

#define FAST_LSHIFT                             \
  if (LIKELY(cs_both_int(a, b))) {              \
    int64_t x = cs_int_of(a), y = cs_int_of(b); \
    if (y >= 0 && y < 49) {                     \
      int64_t r = (int64_t)((uint64_t)x << y);  \
      if (r >> y == x && cs_int_fits(r)) {      \
        R[A] = cs_int(r);                       \
        NEXT;                                   \
      }                                         \
    }                                           \
  }

#define FAST_RSHIFT                             \
  if (LIKELY(cs_both_int(a, b))) {              \
    int64_t x = cs_int_of(a), y = cs_int_of(b); \
    if (LIKELY(y >= 0)) {                       \
      R[A] = cs_int(x >> (y > 63 ? 63 : y));    \
      NEXT;                                     \
    }                                           \
  }

/* Biased ints order like unsigned words. */
#define COMPARE(name, sign)                                            \
  op_J##name : {                                                       \
    cs_value a = R[A], b = R[B];                                       \
    if (LIKELY(cs_both_int(a, b))) JUMP_IF(a.bits sign b.bits);        \
    if (BOTH_FLOAT(a, b)) JUMP_IF(cs_float_of(a) sign cs_float_of(b)); \
  }                                                                    \
  goto compare_slow;                                                   \
  op_J##name##_K : {                                                   \
    cs_value a = R[A], b = K[B];                                       \
    if (LIKELY(cs_both_int(a, b))) JUMP_IF(a.bits sign b.bits);        \
    if (BOTH_FLOAT(a, b)) JUMP_IF(cs_float_of(a) sign cs_float_of(b)); \
  }                                                                    \
  goto compare_slow;

/* LIST to FROZENSET: their lengths lie at the same place. */
#define IS_SIZED(v)                                    \
  ((uint32_t)((v).bits >> 32) -                        \
       ((uint32_t)(CS_REF_FIRST >> 32) | CS_L_LIST) <= \
   CS_L_FROZENSET - CS_L_LIST)
#define SIZE_OF(v) (CS_PTR(ctx, cs_list, v)->len)

/* An instance of a class without __bool__ and __len__. */
#define IS_TRUE_OBJECT(v)                                                 \
  (cs_is(v, CS_L_INSTANCE) &&                                             \
   !(CS_AT(ctx, cs_type,                                                  \
           CS_AT(ctx, cs_shape, CS_PTR(ctx, cs_instance, v)->shape)->cls) \
         ->flags &                                                        \
     CS_TYPE_HTRUTH))

/* Equal interned strings are identical, different ones differ. */
#define BOTH_INTERNED(a, b)                                             \
  (cs_is(a, CS_L_STR) && cs_is(b, CS_L_STR) &&                          \
   (CS_PTR(ctx, cs_str, a)->h.flags & CS_PTR(ctx, cs_str, b)->h.flags & \
    CS_STR_INTERNED))

/* The C function of a native. */
#define LEAF_OF(nat)                                                          \
  (cs_natives_table[(nat)->id / CS_NATIVE_TABLE][(nat)->id % CS_NATIVE_TABLE] \
       .fn)

#define BOTH_STR(a, b) (cs_is(a, CS_L_STR) && cs_is(b, CS_L_STR))

#define EQUALS(name, second, sign)                                     \
  op_##name : {                                                        \
    cs_value a = R[A], b = second;                                     \
    if (LIKELY(cs_both_int(a, b)) || BOTH_INTERNED(a, b))              \
      JUMP_IF(a.bits sign b.bits);                                     \
    if (BOTH_FLOAT(a, b)) JUMP_IF(cs_float_of(a) sign cs_float_of(b)); \
    if (BOTH_STR(a, b)) {                                              \
      ctx->fuel = fuel;                                                \
      bool same = cs_str_eq(ctx, a, b);                                \
      fuel = ctx->fuel;                                                \
      if ((same sign true) == (bool)LATE_C) JUMP;                      \
      NEXT2;                                                           \
    }                                                                  \
  }                                                                    \
  goto compare_slow;

/* x op y for values that C orders; other operators go the slow way. */
#define ORDER(op, x, y, r)                  \
  switch (op) {                             \
    case CS_C_LT: r = (x) < (y); break;     \
    case CS_C_LE: r = (x) <= (y); break;    \
    case CS_C_EQ:                           \
    case CS_C_IS: r = (x) == (y); break;    \
    case CS_C_NE:                           \
    case CS_C_ISNOT: r = (x) != (y); break; \
    case CS_C_GT: r = (x) > (y); break;     \
    case CS_C_GE: r = (x) >= (y); break;    \
    default: goto cmpv_slow;                \
  }

/* An int and a float together are computed as floats: ints of these are exact.
 */
#define MIXED(a, b) \
  (cs_is_int(a) ? cs_is_float(b) : cs_is_float(a) && cs_is_int(b))
#define TO_DOUBLE(v) (cs_is_int(v) ? (double)cs_int_of(v) : cs_float_of(v))

/* x op y; the caller knows that `op` is one of six. */
static inline bool in_order(cs_cmp op, double x, double y) {
  switch ((int)op) {
    case CS_C_LT: return x < y;
    case CS_C_LE: return x <= y;
    case CS_C_EQ: return x == y;
    case CS_C_NE: return x != y;
    case CS_C_GT: return x > y;
    default: return x >= y;
  }
}

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
    default: return false;
  }
}

/* Kinds of iterators that walk() knows. */
#define WALKED                                                             \
  (1u << CS_ITER_DICTKEYS | 1u << CS_ITER_DICTVALUES | 1u << CS_ITER_SET | \
   1u << CS_ITER_LISTREV)
#define IS_WALKED(it) ((it)->h.kind < 32 && WALKED >> (it)->h.kind & 1)

/* The next key or value of a dict, or item of a set or of a list backwards,
 * where nothing is in the way; false: look more closely. */
static bool walk(cs_ctx *ctx, cs_iter *it, cs_value *out) {
  if (it->h.kind == CS_ITER_LISTREV) {
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
  const cs_entry *e = &CS_AT(ctx, cs_table, d->table)->e[at];
  if (cs_is_unbound(e->key)) return false;
  *out = it->h.kind == CS_ITER_DICTKEYS ? e->key : e->value;
  it->a.bits++;
  it->c.bits--;
  return true;
}

/* Missing trailing arguments that have defaults; false: not so simple. */
static bool fill_defaults(const cs_ctx *ctx, const cs_func *fn,
                          const cs_code *code, cs_value *regs, uint32_t n) {
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

/* Inside the loop the arena's base is a local. */
#undef CS_AT
#undef CS_PTR
#define CS_AT(ctx, type, off) ((type *)(void *)(base + (off)))
#define CS_PTR(ctx, type, v)  CS_AT(ctx, type, cs_ref_off(v))
#define OFF(p)                ((cs_off)((const char *)(p)-base))

_Static_assert((int)CS_I_IMATMUL_K - CS_I_ADD == CS_B_MATMUL * 4 + 3 &&
                   (int)CS_I_JGE - CS_I_JLT == CS_C_GE &&
                   (int)CS_I_JLT_K - CS_I_JLT == COMPARISONS,
               "binary_slow, compare_slow");
_Static_assert(offsetof(cs_list, len) == offsetof(cs_tuple, len) &&
                   offsetof(cs_list, len) == offsetof(cs_dict, len) &&
                   offsetof(cs_list, len) == offsetof(cs_set, len),
               "IS_SIZED");

cs_status cs_vm_loop(cs_ctx *ctx) {
  static const void *const labels[256] = {
#define CS_I(name, words, text) [CS_I_##name] = &&op_##name,
#include "py/heap/ops.def"
#undef CS_I
      [CS_OPCODE_COUNT... 255] = &&op_NOP};
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
  cs_status st;

  RELOAD();
  NEXT;

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

status:
  switch ((int)st) {
    case CS_CALLBACK: RELOAD(); NEXT;
    case CS_RETRY:
      fr->pc = OFF(pc);
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
      return CS_STOP;
    default: return st;
  }

status_unwound:
  if (st == CS_CALLBACK) {
    RELOAD();
    NEXT;
  }
  return st;

op_NOP:
  NEXT;
op_LOADK:
  R[A] = K[BX];
  NEXT;
op_LOADKX:
  R[A] = K[W];
  NEXT2;
op_LOADI:
  R[A] = cs_int((int16_t)BX);
  NEXT;
op_LOADIMM:
  R[A] = CS_IMM(B);
  NEXT;
op_MOVE:
  R[A] = R[B];
  NEXT;

op_GETGLOBAL : {
  cs_off g = CS_AT(ctx, cs_func, fr->func)->globals;
  const cs_dict *d = CS_AT(ctx, cs_dict, g);
  const cs_inline *ic = INLINE;
  if (LIKELY(ic->pc == SITE && ic->guard == d->keyver)) {
    cs_off t = ic->target ? ic->target : d->table;
    R[A] = CS_AT(ctx, cs_table, t)->e[ic->slot].value;
    NEXT;
  }
  SLOW(1, cs_slow_global(ctx, g, K[BX], &out, INLINE, SITE));
}
op_SETGLOBAL : {
  cs_off g = CS_AT(ctx, cs_func, fr->func)->globals;
  cs_dict *d = CS_AT(ctx, cs_dict, g);
  const cs_inline *ic = INLINE;
  if (LIKELY(ic->pc == SITE && ic->guard == d->keyver && g >= CS_IMAGE_END)) {
    CS_AT(ctx, cs_table, d->table)->e[ic->slot].value = R[A];
    NEXT;
  }
  SYNC(1);
  st = cs_slow_setglobal(ctx, g, K[BX], R[A]);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  ins = pc[-1];
  g = CS_AT(ctx, cs_func, fr->func)->globals;
  uint32_t e = cs_dict_find_name(ctx, cs_ref(CS_L_DICT, g), K[BX]);
  ctx->cached = true;
  if (e != UINT32_MAX)
    *INLINE = (cs_inline){SITE, CS_AT(ctx, cs_dict, g)->keyver, e, 0};
  NEXT;
}

op_GETCELL : { /* only a forged snapshot has something else than a cell */
  if (LIKELY(cs_is(R[B], CS_L_CELL))) {
    cs_value v = CS_PTR(ctx, cs_cell, R[B])->v;
    if (LIKELY(!cs_is_unbound(v))) {
      R[A] = v;
      NEXT2;
    }
  }
  goto other2;
}
op_SETCELL:
  if (LIKELY(cs_is(R[A], CS_L_CELL) && cs_ref_off(R[A]) >= CS_IMAGE_END)) {
    CS_PTR(ctx, cs_cell, R[A])->v = R[B];
    NEXT;
  }
  goto other;
op_GETFREE : {
  cs_value closure = CS_AT(ctx, cs_func, fr->func)->closure;
  cs_value v = CS_PTR(ctx, cs_cell, CS_PTR(ctx, cs_tuple, closure)->v[B])->v;
  if (LIKELY(!cs_is_unbound(v))) {
    R[A] = v;
    NEXT2;
  }
  goto other2;
}
op_SETFREE : {
  cs_value closure = CS_AT(ctx, cs_func, fr->func)->closure;
  CS_PTR(ctx, cs_cell, CS_PTR(ctx, cs_tuple, closure)->v[BX])->v = R[A];
  NEXT;
}
op_LOADFREE : {
  cs_value closure = CS_AT(ctx, cs_func, fr->func)->closure;
  R[A] = CS_PTR(ctx, cs_tuple, closure)->v[BX];
  NEXT;
}
op_CHECK:
  if (LIKELY(!cs_is_unbound(R[A]))) NEXT;
  goto other;
op_CLEAR:
  for (uint32_t i = A, n = A + B; i < n; i++) R[i] = CS_UNBOUND;
  NEXT;

  BINARY(ADD, FAST_ADDSUB(cs_int_add, +))
  BINARY(SUB, FAST_ADDSUB(cs_int_sub, -))
  BINARY(MUL, FAST_MUL)
  BINARY(TRUEDIV, FAST_TRUEDIV)
  BINARY(FLOORDIV, FAST_FLOORDIV)
  BINARY(MOD, FAST_MOD)
  BINARY(LSHIFT, FAST_LSHIFT)
  BINARY(RSHIFT, FAST_RSHIFT)
  BINARY(AND, FAST_BITS(&))
  BINARY(OR, FAST_BITS(|))
  BINARY(XOR, FAST_BITS(^))
op_POW:
op_POW_K:
op_IPOW:
op_IPOW_K:
op_MATMUL:
op_MATMUL_K:
op_IMATMUL:
op_IMATMUL_K:
binary_slow : { /* four instructions each, in the order of cs_binop */
  uint32_t k = (ins & 0xFF) - CS_I_ADD;
  cs_value a = R[B], b = k & 1 ? K[C] : R[C];
  if (MIXED(a, b) && k < 4 * (CS_B_TRUEDIV + 1)) {
    double x = TO_DOUBLE(a), y = TO_DOUBLE(b);
    if (LIKELY(k >> 2 != CS_B_TRUEDIV || y != 0)) {
      R[A] = cs_float_raw(k >> 2 == CS_B_ADD   ? x + y
                          : k >> 2 == CS_B_SUB ? x - y
                          : k >> 2 == CS_B_MUL ? x * y
                                               : x / y);
      NEXT;
    }
  }
  if (IS_INSTANCE(a)) {
    const cs_inline *ic = INLINE;
    if (!KNOWN(ic, CS_PTR(ctx, cs_instance, a)->shape)) {
      cs_slow_cache_binary(ctx, a, (cs_binop)(k >> 2), k & 2, INLINE, SITE);
      ins = pc[-1];
    } else if (LEFT_FIRST(a, b)) {
      ENTER_SPECIAL(ic, a, b, A, CS_RET_NOTIMPL, pc);
    }
  }
  SLOW(1, cs_slow_binary(ctx, (cs_binop)(k >> 2), k & 2, a, b, A, &out));
}

op_NEG : {
  cs_value v = R[B];
  if (cs_is_float(v)) {
    R[A] = cs_float(-cs_float_of(v));
    NEXT;
  }
  if (cs_is_int(v) && cs_int_of(v) != CS_INT_MIN) {
    R[A] = cs_int(-cs_int_of(v));
    NEXT;
  }
  SLOW(1, cs_slow_unary(ctx, CS_U_NEG, R[B], A, &out));
}
op_POS:
  SLOW(1, cs_slow_unary(ctx, CS_U_POS, R[B], A, &out));
op_INVERT:
  SLOW(1, cs_slow_unary(ctx, CS_U_INVERT, R[B], A, &out));
op_NOT : {
  cs_value v = R[B];
  if (cs_is_bool(v)) {
    R[A] = cs_bool(cs_is_false(v));
    NEXT;
  }
  if (cs_is_int(v)) {
    R[A] = cs_bool(cs_int_of(v) == 0);
    NEXT;
  }
  if (cs_is_none(v) || IS_SIZED(v)) {
    R[A] = cs_bool(cs_is_none(v) || SIZE_OF(v) == 0);
    NEXT;
  }
  if (IS_TRUE_OBJECT(v)) {
    R[A] = CS_FALSE;
    NEXT;
  }
  SYNC(1);
  st = cs_slow_truth(ctx, v, CS_RET_NOT, A, &out);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  R[LATE_A] = cs_bool(!cs_is_true(out));
  NEXT;
}
op_CMPV : {
  cs_value a = R[B], b = R[C];
  bool r;
  if (cs_both_int(a, b)) {
    ORDER(W, a.bits, b.bits, r);
    R[A] = cs_bool(r);
    NEXT2;
  }
  if (W == CS_C_IS || W == CS_C_ISNOT) {
    R[A] = cs_bool((a.bits == b.bits) == (W == CS_C_IS));
    NEXT2;
  }
  if (BOTH_FLOAT(a, b)) {
    ORDER(W, cs_float_of(a), cs_float_of(b), r);
    R[A] = cs_bool(r);
    NEXT2;
  }
  if (BOTH_STR(a, b) && (W == CS_C_EQ || W == CS_C_NE)) {
    ctx->fuel = fuel;
    r = cs_str_eq(ctx, a, b);
    fuel = ctx->fuel;
    R[LATE_A] = cs_bool(r == (W == CS_C_EQ));
    NEXT2;
  }
cmpv_slow:
  if (IS_INSTANCE(a) && W <= CS_C_GE) {
    const cs_inline *ic = INLINE;
    if (!KNOWN(ic, CS_PTR(ctx, cs_instance, a)->shape)) {
      cs_slow_cache_compare(ctx, a, (cs_cmp)W, INLINE, SITE);
      ins = pc[-1];
    } else if (LEFT_FIRST(a, b)) {
      ENTER_SPECIAL(ic, a, b, A, CS_RET_NOTIMPL, pc + 1);
    }
  }
  SLOW(2, cs_slow_compare(ctx, (cs_cmp)W, a, b, CS_RET_PLAIN, A, &out));
}

  COMPARE(LT, <)
  COMPARE(LE, <=)
  COMPARE(GT, >)
  COMPARE(GE, >=)

  EQUALS(JEQ, R[B], ==)
  EQUALS(JEQ_K, K[B], ==)
  EQUALS(JNE, R[B], !=)
  EQUALS(JNE_K, K[B], !=)
compare_slow : { /* in the order of cs_cmp, twice */
  uint32_t k = (ins & 0xFF) - CS_I_JLT;
  cs_value a = R[A], b = k < COMPARISONS ? R[B] : K[B];
  cs_cmp op = (cs_cmp)(k < COMPARISONS ? k : k - COMPARISONS);
  if (MIXED(a, b)) JUMP_IF(in_order(op, TO_DOUBLE(a), TO_DOUBLE(b)));
  if (IS_INSTANCE(a)) {
    const cs_inline *ic = INLINE;
    if (!KNOWN(ic, CS_PTR(ctx, cs_instance, a)->shape))
      cs_slow_cache_compare(ctx, a, op, INLINE, SITE);
    else if (LEFT_FIRST(a, b))
      ENTER_SPECIAL(ic, a, b, 0, CS_RET_NOTIMPLC, pc + 1);
  }
  SLOWJ(cs_slow_compare(ctx, op, a, b, CS_RET_COND, 0, &out));
}

op_JIS:
  JUMP_IF(R[A].bits == R[B].bits);
op_JIS_K:
  JUMP_IF(R[A].bits == K[B].bits);
op_JIN : {
  cs_value v = R[B];
  if (cs_is(v, CS_L_SET) || cs_is(v, CS_L_DICT)) {
    bool yes = false;
    SYNC(2);
    if (cs_is(v, CS_L_SET)) {
      st = cs_set_has(ctx, v, R[A], &yes);
    } else {
      st = cs_dict_get(ctx, v, R[A], &out);
      yes = st == CS_OK && !cs_is_unbound(out);
    }
    if (LIKELY(st == CS_OK)) {
      fuel = ctx->fuel;
      if (yes == (bool)LATE_C) JUMP;
      NEXT2;
    }
    if (st != CS_SLOW) goto status;
    ins = pc[-1];
    SLOWJ(cs_slow_haskey(ctx, R[A], v, CS_RET_COND, 0, &out));
  }
}
  SLOWJ(cs_slow_contains(ctx, R[A], R[B], CS_RET_COND, 0, &out));
op_CONTAINSV:
  SLOW(1, cs_slow_contains(ctx, R[B], R[C], CS_RET_TRUTH, A, &out));

op_JMP:
  JUMP;
op_JT : {
  cs_value v = R[A];
  if (cs_is_true(v)) JUMP;
  if (cs_is_false(v) || cs_is_none(v)) NEXT2;
  if (cs_is_int(v)) {
    if (cs_int_of(v) != 0) JUMP;
    NEXT2;
  }
  if (IS_SIZED(v)) {
    if (SIZE_OF(v)) JUMP;
    NEXT2;
  }
  if (cs_is(v, CS_L_STR)) {
    if (CS_PTR(ctx, cs_str, v)->len) JUMP;
    NEXT2;
  }
  if (IS_TRUE_OBJECT(v)) JUMP;
  SYNC(2);
  st = cs_slow_truth(ctx, v, CS_RET_COND, 1, &out);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  if (cs_is_true(out)) JUMP;
  NEXT2;
}
op_JF : {
  cs_value v = R[A];
  if (cs_is_true(v)) NEXT2;
  if (cs_is_false(v) || cs_is_none(v)) JUMP;
  if (cs_is_int(v)) {
    if (cs_int_of(v) == 0) JUMP;
    NEXT2;
  }
  if (IS_SIZED(v)) {
    if (!SIZE_OF(v)) JUMP;
    NEXT2;
  }
  if (cs_is(v, CS_L_STR)) {
    if (!CS_PTR(ctx, cs_str, v)->len) JUMP;
    NEXT2;
  }
  if (IS_TRUE_OBJECT(v)) NEXT2;
  SYNC(2);
  st = cs_slow_truth(ctx, v, CS_RET_COND, 0, &out);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  if (!cs_is_true(out)) JUMP;
  NEXT2;
}

op_FORPREP : {
  cs_value v = R[B];
  if (cs_is(v, CS_L_LIST) || cs_is(v, CS_L_TUPLE)) {
    R[A] = v;
    R[A + 1] = cs_int(0);
    NEXT;
  }
  SYNC(1);
  st = cs_slow_forprep(ctx, &R[A], v, A, &out);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  NEXT;
}
op_JMPFOR: /* JMP, and the FORITER it leads to without another dispatch */
  pc += 1 + (int32_t)*pc;
  if (UNLIKELY(--fuel < 0)) goto poll;
  ins = *pc++;
  if (UNLIKELY((ins & 0xFF) != CS_I_FORITER)) goto *labels[ins & 0xFF];
op_FORITER : {
  cs_value *s = &R[B];
  cs_value it = s[0];
  if (cs_is(it, CS_L_RANGE) && cs_both_int(s[1], s[2])) {
    /* s[1] = next, s[2] = stop, step 1 */
    if (LIKELY(s[1].bits < s[2].bits)) {
      R[A] = s[1];
      s[1].bits++;
      NEXT2;
    }
    JUMP;
  }
  if (cs_is(it, CS_L_LIST)) {
    const cs_list *l = CS_PTR(ctx, cs_list, it);
    uint64_t i = (uint64_t)cs_int_of(s[1]);
    if (LIKELY(i < l->len)) {
      R[A] = CS_AT(ctx, cs_array, l->items)->v[i];
      s[1].bits++;
      NEXT2;
    }
    s[0] = CS_NONE;
    JUMP;
  }
  if (cs_is(it, CS_L_TUPLE)) {
    const cs_tuple *t = CS_PTR(ctx, cs_tuple, it);
    uint64_t i = (uint64_t)cs_int_of(s[1]);
    if (i < t->len) {
      R[A] = t->v[i];
      s[1].bits++;
      NEXT2;
    }
    JUMP;
  }
  if (cs_is(it, CS_L_GEN)) {
    RESUME(it, CS_NONE, CS_RET_ITER, A, pc + 1);
  } else if (cs_is(it, CS_L_ITER) && LIKELY(cs_ref_off(it) >= CS_IMAGE_END)) {
    cs_iter *x = CS_PTR(ctx, cs_iter, it);
    if (x->h.kind == CS_ITER_LIST && cs_is(x->src, CS_L_LIST)) {
      const cs_list *l = CS_PTR(ctx, cs_list, x->src);
      uint64_t i = (uint64_t)cs_int_of(x->a);
      if (LIKELY(i < l->len)) {
        R[A] = CS_AT(ctx, cs_array, l->items)->v[i];
        x->a.bits++;
        NEXT2;
      }
    } else if (x->h.kind == CS_ITER_RANGE) {
      int64_t left = cs_int_of(x->b);
      if (LIKELY(left > 1 && !cs_is_none(x->src))) {
        R[A] = x->a;
        x->a = cs_int(cs_int_of(x->a) + cs_int_of(x->c));
        x->b = cs_int(left - 1);
        NEXT2;
      }
    } else if (x->h.kind == CS_ITER_ASCII && cs_is(x->src, CS_L_STR)) {
      uint32_t len;
      const char *text = cs_str_data(ctx, x->src, &len);
      uint64_t i = (uint64_t)cs_int_of(x->a);
      if (LIKELY(i < len)) {
        R[A] = ctx->image->chr[(unsigned char)text[i]];
        x->a.bits++;
        NEXT2;
      }
    } else if (IS_WALKED(x)) {
      ctx->fuel = fuel;
      if (LIKELY(walk(ctx, x, &out))) {
        fuel = ctx->fuel;
        R[LATE_A] = out;
        NEXT2;
      }
      s = &R[LATE(2)];
      ins = pc[-1];
    } else if ((pc[1] & 0xFF) == CS_I_UNPACKT && (pc[1] >> 16 & 0xFF) == A) {
      SYNC(2);
      cs_unpacked got =
          cs_iter_unpack(ctx, it, pc[1] >> 24, &R[pc[1] >> 8 & 0xFF]);
      fuel = ctx->fuel;
      if (LIKELY(got == CS_UNPACK_DONE)) {
        fuel--; /* UNPACKT is done too */
        pc += 2;
        NEXT;
      }
      if (got == CS_UNPACK_END) JUMP;
      s = &R[LATE(2)];
      ins = pc[-1];
    }
  }
  SYNC(2);
  st = cs_slow_foriter(ctx, s, A, &out);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  if (cs_is_unbound(out)) JUMP;
  R[LATE_A] = out;
  NEXT2;
}
op_GETITER:
  SLOW(1, cs_slow_iter(ctx, R[B], CS_RET_ITEROBJ, A, &out));

op_GETATTR : {
  cs_value v = R[B];
  const cs_inline *ic = INLINE;
  if (LIKELY(IS_INSTANCE(v))) {
    const cs_instance *o = CS_PTR(ctx, cs_instance, v);
    if (LIKELY(KNOWN(ic, o->shape))) {
      if (LIKELY(!ic->target)) {
        cs_value x = LIKELY(ic->slot < INLINE_SLOTS(o))
                         ? o->slot[ic->slot]
                         : OUTER_SLOT(o, ic->slot);
        if (LIKELY(!cs_is_unbound(x))) {
          R[A] = x;
          NEXT2;
        }
      } else if (ic->slot == CS_IC_FIELD) { /* of a named tuple */
        const cs_tuple *t = CS_PTR(ctx, cs_tuple, o->slot[0]);
        if (LIKELY(ic->target <= t->len)) {
          R[A] = t->v[ic->target - 1];
          NEXT2;
        }
      } else if (ic->slot == CS_IC_INDICT) { /* its attributes are a dict */
        const cs_dict *d = CS_AT(ctx, cs_dict, o->ext);
        const cs_entry *e = &CS_AT(ctx, cs_table, d->table)->e[ic->target - 1];
        if (LIKELY(ic->target <= d->used && cs_same(e->key, K[W]))) {
          R[A] = e->value;
          NEXT2;
        }
      } else if (ic->slot == CS_IC_CLASSOF) {
        R[A] = cs_ref(CS_L_TYPE, ic->target);
        NEXT2;
      } else if (ic->slot != CS_IC_GETTER) { /* data of the class */
        R[A] = CS_AT(ctx, cs_table, ic->target)->e[ic->slot].value;
        NEXT2;
      } else {
        const cs_code *code =
            CS_AT(ctx, cs_code, CS_AT(ctx, cs_func, ic->target)->code);
        cs_value *regs = R + CS_AT(ctx, cs_code, fr->code)->nregs;
        if (code->flags & CS_CODE_SIMPLE && code->nargs == 1 &&
            FITS(regs, code)) {
          regs[0] = v;
          ENTER(ic->target, code, regs, A, CS_RET_PLAIN, 0, 0, pc + 1);
        }
      }
    }
  } else if (cs_is(v, CS_L_TYPE)) {
    if (KNOWN(ic, cs_ref_off(v))) {
      R[A] = CS_AT(ctx, cs_table, ic->target)->e[ic->slot].value;
      NEXT2;
    }
  } else if (cs_is(v, CS_L_MODULE)) {
    const cs_dict *d = CS_AT(ctx, cs_dict, cs_space_at(ctx, v));
    if (KNOWN(ic, d->keyver)) {
      R[A] = CS_AT(ctx, cs_table, d->table)->e[ic->slot].value;
      NEXT2;
    }
  }
  SLOW(2, cs_slow_getattr(ctx, v, K[W], A, &out, INLINE, SITE));
}
op_SETATTR : {
  cs_value v = R[A];
  if (LIKELY(IS_INSTANCE(v))) {
    cs_instance *o = CS_PTR(ctx, cs_instance, v);
    const cs_inline *ic = INLINE;
    if (LIKELY(KNOWN(ic, o->shape))) {
      if (LIKELY(ic->slot < INLINE_SLOTS(o))) {
        o->slot[ic->slot] = R[B];
        if (ic->target) o->shape = ic->target; /* a new attribute */
        NEXT2;
      }
      if (!ic->target) {
        OUTER_SLOT(o, ic->slot) = R[B];
        NEXT2;
      }
    }
  }
  SLOW0(2, cs_slow_setattr(ctx, v, K[W], R[B], INLINE, SITE));
}
op_DELATTR:
  SLOW0(2, cs_slow_delattr(ctx, R[A], K[W]));
op_LOADMETHOD : {
  cs_value v = R[B];
  const cs_inline *ic = INLINE;
  uint32_t guard = (uint32_t)(v.bits >> 32);
  if (LIKELY(ic->pc == SITE && ic->guard == guard)) { /* exact built-in */
  method_known:
    R[A + 1] = v;
    memcpy(&R[A], &ic->slot, sizeof *R);
    NEXT2;
  }
  if (LIKELY(IS_INSTANCE(v))) {
    guard = CS_PTR(ctx, cs_instance, v)->shape;
    if (LIKELY(KNOWN(ic, guard))) goto method_known;
  } else if (cs_is(v, CS_L_MODULE) || cs_is(v, CS_L_TYPE)) {
    /* nothing is bound: what GETATTR would find */
    cs_off table = 0;
    guard = cs_ref_off(v);
    if (cs_is(v, CS_L_MODULE)) {
      const cs_dict *d = CS_AT(ctx, cs_dict, cs_space_at(ctx, v));
      guard = d->keyver;
      table = d->table;
    }
    if (KNOWN(ic, guard)) {
      if (!table) table = ic->target;
      R[A + 1] = CS_UNBOUND;
      R[A] = CS_AT(ctx, cs_table, table)->e[ic->slot].value;
      NEXT2;
    }
  } else if (cs_is_ref(v)) {
    if (cs_is(v, CS_L_BOX))
      guard = CS_PTR(ctx, cs_box, v)->cls | 1;
    else if (cs_is(v, CS_L_GEN))
      guard = CS_PTR(ctx, cs_gen, v)->cls | 2;
    if (KNOWN(ic, guard)) goto method_known;
  }
  ic = INLINE;
  uint32_t how = ic->pc == SITE ? ic->guard ^ guard : 0;
  if ((how == CS_IC_STATIC || how == CS_IC_CLASS) &&
      (IS_INSTANCE(v) || cs_is(v, CS_L_TYPE))) { /* without the instance */
    cs_off cls = guard;
    if (IS_INSTANCE(v)) cls = CS_AT(ctx, cs_shape, guard)->cls;
    R[A + 1] = how == CS_IC_CLASS ? cs_ref(CS_L_TYPE, cls) : CS_UNBOUND;
    memcpy(&R[A], &ic->slot, sizeof *R);
    NEXT2;
  }
  cs_value pair[2];
  SYNC(2);
  st = cs_slow_loadmethod(ctx, v, K[W], A, pair, INLINE, SITE);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  R[LATE_A] = pair[0];
  R[LATE_A + 1] = pair[1];
  NEXT2;
}
op_LOADSPECIAL : {
  cs_value pair[2];
  SYNC(2);
  st = cs_slow_special(ctx, R[B], (cs_name_id)W, A, pair);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  R[LATE_A] = pair[0];
  R[LATE_A + 1] = pair[1];
  NEXT2;
}
op_LOADSUPER : {
  cs_value pair[2], self = R[B];
  if (LIKELY(IS_INSTANCE(self))) {
    const cs_inline *ic = INLINE;
    if (LIKELY(KNOWN(ic, CS_PTR(ctx, cs_instance, self)->shape) &&
               ic->slot == cs_ref_off(R[A]) && cs_is(R[A], CS_L_TYPE))) {
      R[A + 1] = self;
      R[A] = cs_ref(CS_L_FUNC, ic->target);
      NEXT2;
    }
  }
  SYNC(2);
  st = cs_slow_super(ctx, R[A], self, K[W], A, pair, INLINE, SITE);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  R[LATE_A] = pair[0];
  R[LATE_A + 1] = pair[1];
  NEXT2;
}

op_GETINDEX : {
  cs_value v = R[B], i = R[C];
  if (cs_is_int(i)) {
    int64_t n = cs_int_of(i);
    if (LIKELY(cs_is(v, CS_L_LIST))) {
      const cs_list *l = CS_PTR(ctx, cs_list, v);
      if (n < 0) n += l->len;
      if (LIKELY((uint64_t)n < l->len)) {
        R[A] = CS_AT(ctx, cs_array, l->items)->v[n];
        NEXT;
      }
    } else if (cs_is(v, CS_L_TUPLE)) {
      const cs_tuple *t = CS_PTR(ctx, cs_tuple, v);
      if (n < 0) n += t->len;
      if (LIKELY((uint64_t)n < t->len)) {
        R[A] = t->v[n];
        NEXT;
      }
    } else if (cs_is(v, CS_L_STR) && cs_str_is_ascii(ctx, v)) {
      uint32_t len;
      const char *text = cs_str_data(ctx, v, &len);
      if (n < 0) n += len;
      if (LIKELY((uint64_t)n < len)) {
        R[A] = ctx->image->chr[(unsigned char)text[n]];
        NEXT;
      }
    }
  }
  if (cs_is(v, CS_L_DICT)) {
    SYNC(1);
    st = cs_dict_get(ctx, v, i, &out);
    if (LIKELY(st == CS_OK && !cs_is_unbound(out))) {
      fuel = ctx->fuel;
      R[LATE_A] = out;
      NEXT;
    }
    ctx->fuel = fuel; /* it is looked for again */
    ins = pc[-1];
    if (st == CS_SLOW) SLOW(1, cs_slow_getkey(ctx, v, i, A));
  }
  if (IS_INSTANCE(v)) {
    const cs_instance *o = CS_PTR(ctx, cs_instance, v);
    const cs_inline *ic = INLINE;
    if (!KNOWN(ic, o->shape)) {
      cs_slow_cache_special(ctx, v, CS_N___getitem__, INLINE, SITE);
      ins = pc[-1];
    } else if (ic->slot == CS_IC_CALL) {
      const cs_code *code =
          CS_AT(ctx, cs_code, CS_AT(ctx, cs_func, ic->target)->code);
      cs_value *regs = R + CS_AT(ctx, cs_code, fr->code)->nregs;
      if (code->nargs == 2 && FITS(regs, code)) {
        regs[0] = v;
        regs[1] = i;
        ENTER(ic->target, code, regs, A, CS_RET_PLAIN, 0, 0, pc);
      }
    } else if (LIKELY(cs_is(o->slot[0], CS_L_DICT))) {
      SYNC(1);
      st = cs_dict_get(ctx, o->slot[0], i, &out);
      if (LIKELY(st == CS_OK && !cs_is_unbound(out))) {
        fuel = ctx->fuel;
        R[LATE_A] = out;
        NEXT;
      }
      ctx->fuel = fuel;
      ins = pc[-1];
    }
  }
  SLOW(1, cs_slow_getitem(ctx, v, i, A, &out));
}
op_GETINDEX_K : {
  cs_value v = R[B], i = K[C];
  if (cs_is(v, CS_L_DICT)) {
    if (cs_is(i, CS_L_STR)) { /* constants are interned */
      const cs_dict *d = CS_PTR(ctx, cs_dict, v);
      cs_inline *ic = INLINE; /* rows have their keys in one order */
      if (LIKELY(ic->pc == SITE && ic->slot < d->used)) {
        const cs_entry *e = &CS_AT(ctx, cs_table, d->table)->e[ic->slot];
        if (LIKELY(cs_same(e->key, i))) {
          R[A] = e->value;
          NEXT;
        }
      }
      uint32_t at = cs_dict_find_name(ctx, v, i);
      if (LIKELY(at != UINT32_MAX)) {
        *ic = (cs_inline){SITE, 0, at, 0};
        ctx->cached = true;
        R[A] = CS_AT(ctx, cs_table, d->table)->e[at].value;
        NEXT;
      }
    }
  } else if (cs_is_int(i)) {
    int64_t n = cs_int_of(i);
    if (LIKELY(cs_is(v, CS_L_LIST))) {
      const cs_list *l = CS_PTR(ctx, cs_list, v);
      if (n < 0) n += l->len;
      if (LIKELY((uint64_t)n < l->len)) {
        R[A] = CS_AT(ctx, cs_array, l->items)->v[n];
        NEXT;
      }
    } else if (cs_is(v, CS_L_TUPLE)) {
      const cs_tuple *t = CS_PTR(ctx, cs_tuple, v);
      if (n < 0) n += t->len;
      if (LIKELY((uint64_t)n < t->len)) {
        R[A] = t->v[n];
        NEXT;
      }
    } else if (cs_is(v, CS_L_STR) && cs_str_is_ascii(ctx, v)) {
      uint32_t len;
      const char *text = cs_str_data(ctx, v, &len);
      if (n < 0) n += len;
      if (LIKELY((uint64_t)n < len)) {
        R[A] = ctx->image->chr[(unsigned char)text[n]];
        NEXT;
      }
    }
  }
  SLOW(1, cs_slow_getitem(ctx, v, i, A, &out));
}
op_SETINDEX : {
  cs_value v = R[A], i = R[B];
  if (cs_is(v, CS_L_LIST) && cs_is_int(i) &&
      LIKELY(cs_ref_off(v) >= CS_IMAGE_END)) {
    const cs_list *l = CS_PTR(ctx, cs_list, v);
    int64_t n = cs_int_of(i);
    if (n < 0) n += l->len;
    if (LIKELY((uint64_t)n < l->len)) {
      CS_AT(ctx, cs_array, l->items)->v[n] = R[C];
      NEXT;
    }
  }
  if (cs_is(v, CS_L_DICT) && cs_ref_off(v) >= CS_IMAGE_END) {
    SYNC(1);
    st = cs_dict_set(ctx, v, i, R[C]);
    if (LIKELY(st == CS_OK)) {
      fuel = ctx->fuel;
      NEXT;
    }
    if (st != CS_SLOW) goto status;
    ctx->fuel = fuel;
    ins = pc[-1];
    SLOW0(1, cs_slow_setkey(ctx, v, i, R[C]));
  }
  if (IS_INSTANCE(v)) {
    const cs_instance *o = CS_PTR(ctx, cs_instance, v);
    const cs_inline *ic = INLINE;
    if (!KNOWN(ic, o->shape)) {
      cs_slow_cache_special(ctx, v, CS_N___setitem__, INLINE, SITE);
      ins = pc[-1];
    } else if (ic->slot == CS_IC_CALL) {
      const cs_code *code =
          CS_AT(ctx, cs_code, CS_AT(ctx, cs_func, ic->target)->code);
      cs_value *regs = R + CS_AT(ctx, cs_code, fr->code)->nregs;
      if (code->nargs == 3 && FITS(regs, code)) {
        regs[0] = v;
        regs[1] = i;
        regs[2] = R[C];
        ENTER(ic->target, code, regs, 0, CS_RET_DISCARD, 0, 0, pc);
      }
    } else if (LIKELY(cs_is(o->slot[0], CS_L_DICT) &&
                      cs_ref_off(o->slot[0]) >= CS_IMAGE_END)) {
      SYNC(1);
      st = cs_dict_set(ctx, o->slot[0], i, R[C]);
      if (LIKELY(st == CS_OK)) {
        fuel = ctx->fuel;
        NEXT;
      }
      if (st != CS_SLOW) goto status;
      ctx->fuel = fuel;
      ins = pc[-1];
    }
  }
  SLOW0(1, cs_slow_setitem(ctx, v, i, R[C]));
}
op_SETINDEX_K:
  SLOW0(1, cs_slow_setitem(ctx, R[A], K[B], R[C]));
op_DELINDEX:
  SLOW0(1, cs_slow_delitem(ctx, R[A], R[B]));
op_GETSLICE:
  SLOW(1, cs_slow_getslice(ctx, &R[B], A, &out));

  {
    uint32_t n;
    cs_value *args, leaf, first;
  op_CALLM:
    if (LIKELY(cs_is(R[A], CS_L_NATIVE))) { /* a method of a built-in */
      const cs_native *nat = CS_PTR(ctx, cs_native, R[A]);
      args = &R[A + 1];
      if (LIKELY((uint32_t)(args[0].bits >> 32) == nat->self && B <= nat->max &&
                 B >= nat->min)) {
        if (nat->h.kind == CS_QUICK_APPEND) {
          cs_list *l = CS_PTR(ctx, cs_list, args[0]);
          if (LIKELY(l->len < l->cap && cs_ref_off(args[0]) >= CS_IMAGE_END)) {
            CS_AT(ctx, cs_array, l->items)->v[l->len++] = args[1];
            R[C] = CS_NONE;
            NEXT;
          }
        } else if (nat->h.kind == CS_QUICK_SEND) {
          RESUME(args[0], args[1], CS_RET_PLAIN, C, pc);
        }
        for (uint32_t i = B; i < nat->max; i++) args[i] = CS_UNBOUND;
        SYNC(1);
        ctx->native = nat->id;
        st = LEAF_OF(nat)(ctx, args, nat->max, &out);
        if (LIKELY(st == CS_OK)) {
          fuel = ctx->fuel;
          R[LATE_C] = out;
          NEXT;
        }
        goto native_not_done;
      }
    }
    args = &R[A + 1];
    n = B;
    if (cs_is_unbound(args[0])) { /* a plain callable, not a method */
      args++;
      n--;
    }
    goto call;
  op_CALL:
    args = &R[A + 1];
    n = B;
  call:;
    cs_value f = R[A];
    if (LIKELY(cs_is(f, CS_L_FUNC))) {
      const cs_func *fn = CS_PTR(ctx, cs_func, f);
      const cs_code *code = CS_AT(ctx, cs_code, fn->code);
      if (LIKELY(code->flags & CS_CODE_SIMPLE)) {
        if ((LIKELY(code->nargs == n) ||
             fill_defaults(ctx, fn, code, args, n)) &&
            FITS(args, code))
          ENTER(cs_ref_off(f), code, args, C, CS_RET_PLAIN, 0, 0, pc);
      } else if (!(code->flags & CODE_GEN)) {
        if (FITS(args + n, code)) {
          SYNC(1);
          st = cs_bind_quick(ctx, fn, args, n, NULL, 0);
          if (st == CS_RETRY) goto status;
          fuel = ctx->fuel;
          ins = pc[-1];
          if (LIKELY(st == CS_OK))
            ENTER(cs_ref_off(f), code, args, C, CS_RET_PLAIN, 0, 0, pc);
        }
      } else if (code->nargs == n && code->nkwonly == 0 &&
                 !(code->flags & (CS_CODE_VARARGS | CS_CODE_VARKW))) {
        SLOWC(1, cs_gen_new(ctx, cs_ref_off(f), args, &out));
      }
    } else if (cs_is(f, CS_L_NATIVE)) {
      const cs_native *nat = CS_PTR(ctx, cs_native, f);
      if (nat->h.kind && n == 1) {
        if (nat->h.kind == CS_QUICK_NEXT) {
          if (cs_is(args[0], CS_L_GEN) &&
              CS_PTR(ctx, cs_gen, args[0])->h.kind == CS_GENKIND_GEN)
            RESUME(args[0], CS_NONE, CS_RET_PLAIN, C, pc);
        } else if (nat->h.kind == CS_QUICK_LEN) {
          if (LIKELY(IS_SIZED(args[0]))) {
            R[C] = cs_int(SIZE_OF(args[0]));
            NEXT;
          }
          if (cs_is(args[0], CS_L_STR)) {
            R[C] = cs_int(CS_PTR(ctx, cs_str, args[0])->chars);
            NEXT;
          }
        }
      }
      if (LIKELY(n + nat->kwonly <= nat->max && n >= nat->min)) {
        uint32_t count = n;
        if (!(nat->h.flags & CS_NATIVE_VARARGS))
          for (; count < nat->max; count++) args[count] = CS_UNBOUND;
        if (LIKELY(!nat->owner ||
                   (n > 0 && cs_call_suits(ctx, nat, args[0])))) {
          SYNC(1);
          ctx->native = nat->id;
          st = LEAF_OF(nat)(ctx, args, count, &out);
          if (LIKELY(st == CS_OK)) {
            fuel = ctx->fuel;
            R[LATE_C] = out;
            NEXT;
          }
        native_not_done:
          if (st == CS_THROW || st == CS_RETRY) goto status;
          if (st == CS_CALLBACK) {
            SLOWC(1, cs_call_tail(ctx, LATE_C, &out));
          }
          ins = pc[-1];
          f = R[A];
          nat = CS_PTR(ctx, cs_native, f);
          args = &R[A + 1];
          n = B;
          if (cs_is_unbound(args[0]) && (ins & 0xFF) == CS_I_CALLM) {
            args++;
            n--;
          }
          if (st == CS_SLOW) {
            if (!(nat->h.flags & CS_NATIVE_VARARGS)) n = nat->max;
            SLOWC(1, cs_call_gave_up(ctx, f, args, n, C, &out));
          }
        }
      }
    } else if (cs_is(f, CS_L_TYPE)) {
      /* The register before the arguments takes the class or instance. */
      const cs_type *t = CS_PTR(ctx, cs_type, f);
      const cs_inline *ic = INLINE;
      if (ic->pc == SITE && ic->guard == cs_ref_off(f)) {
        const cs_func *fn = CS_AT(ctx, cs_func, ic->target);
        const cs_code *code = CS_AT(ctx, cs_code, fn->code);
        if (LIKELY(code->flags & CS_CODE_SIMPLE) &&
            (LIKELY(code->nargs == n + 1) ||
             fill_defaults(ctx, fn, code, args - 1, n + 1)) &&
            FITS(args - 1, code)) {
          SYNC(1);
          st = cs_instance_new(ctx, cs_ref_off(f), &out);
          if (UNLIKELY(st != CS_OK)) goto status;
          args[-1] = out;
          ENTER(ic->target, code, args - 1, LATE_C, CS_RET_CTOR, CS_FRAME_CTOR,
                cs_ref_off(out), pc);
        }
      } else if (t->newid && !(t->flags & (CS_TYPE_METACALL | CS_TYPE_HNEW |
                                           CS_TYPE_ABSTRACT | CS_TYPE_HINIT))) {
        leaf = ctx->image->ctor[t->newid];
        first = f;
        goto call_leaf;
      } else {
        cs_slow_cache_init(ctx, cs_ref_off(f), INLINE, SITE);
        ins = pc[-1];
      }
    } else if (IS_INSTANCE(f) || cs_is(f, CS_L_METHOD)) {
      /* Likewise that register takes what the method is called on. */
      cs_value self = f, m = CS_UNBOUND;
      if (IS_INSTANCE(f)) {
        const cs_inline *ic = INLINE;
        if (KNOWN(ic, CS_PTR(ctx, cs_instance, f)->shape)) {
          m = cs_ref(CS_L_FUNC, ic->target);
        } else {
          cs_slow_cache_special(ctx, f, CS_N___call__, INLINE, SITE);
          ins = pc[-1];
        }
      } else {
        m = CS_PTR(ctx, cs_method, f)->func;
        self = CS_PTR(ctx, cs_method, f)->self;
        if (cs_is(m, CS_L_NATIVE) &&
            (!CS_PTR(ctx, cs_native, m)->owner ||
             cs_call_suits(ctx, CS_PTR(ctx, cs_native, m), self))) {
          leaf = m;
          first = self;
          goto call_leaf;
        }
      }
      if (LIKELY(cs_is(m, CS_L_FUNC))) {
        const cs_func *fn = CS_PTR(ctx, cs_func, m);
        const cs_code *code = CS_AT(ctx, cs_code, fn->code);
        if (LIKELY(code->flags & CS_CODE_SIMPLE) &&
            (LIKELY(code->nargs == n + 1) ||
             fill_defaults(ctx, fn, code, args - 1, n + 1)) &&
            FITS(args - 1, code)) {
          args[-1] = self;
          ENTER(cs_ref_off(m), code, args - 1, C, CS_RET_PLAIN, 0, 0, pc);
        }
      }
    }
  call_any:
    SLOWC(1, cs_call_value(ctx, f, args, n, CS_UNBOUND, CS_RET_PLAIN, C, &out));

  call_leaf : { /* `leaf` with `first` before the arguments */
    const cs_native *nat = CS_PTR(ctx, cs_native, leaf);
    if (n + 1 < nat->min || n + 1 + nat->kwonly > nat->max) goto call_any;
    cs_value before = args[-1];
    uint32_t count = n + 1;
    if (!(nat->h.flags & CS_NATIVE_VARARGS))
      for (; count < nat->max; count++) args[count - 1] = CS_UNBOUND;
    args[-1] = first;
    SYNC(1);
    ctx->native = nat->id;
    st = LEAF_OF(nat)(ctx, args - 1, count, &out);
    if (LIKELY(st == CS_OK)) {
      fuel = ctx->fuel;
      R[LATE_C] = out;
      NEXT;
    }
    if (st == CS_SLOW) {
      st = cs_call_gave_up(ctx, leaf, args - 1, count, LATE_C, &out);
      if (st == CS_CALLBACK) goto status;
      if (st == CS_OK) {
        fuel = ctx->fuel;
        R[LATE_C] = out;
        NEXT;
      }
    }
    args[-1] = before;
    if (st == CS_THROW || st == CS_RETRY) goto status;
    if (st == CS_CALLBACK) {
      SLOWC(1, cs_call_tail(ctx, LATE_C, &out));
    }
    ins = pc[-1];
    goto call_any;
  }

  op_CALLMKW:
    args = &R[A + 1];
    n = B;
    if (cs_is_unbound(args[0])) {
      args++;
      n--;
    }
    goto call_kw;
  op_CALLKW:
    args = &R[A + 1];
    n = B;
  call_kw:;
    cs_value kf = R[A];
    if (LIKELY(cs_is(kf, CS_L_FUNC))) {
      const cs_func *fn = CS_PTR(ctx, cs_func, kf);
      const cs_code *code = CS_AT(ctx, cs_code, fn->code);
      const cs_tuple *names = CS_PTR(ctx, cs_tuple, K[W]);
      if (!(code->flags & CODE_GEN) && FITS(args + n, code)) {
        SYNC(2);
        st = cs_bind_quick(ctx, fn, args, n - names->len, names->v, names->len);
        if (st == CS_RETRY) goto status;
        fuel = ctx->fuel;
        ins = pc[-1];
        if (LIKELY(st == CS_OK))
          ENTER(cs_ref_off(kf), code, args, C, CS_RET_PLAIN, 0, 0, pc + 1);
      }
    }
    SLOWC(2, cs_call_value(ctx, kf, args, n, K[W], CS_RET_PLAIN, C, &out));
  }
op_JSPREAD:
  if (LIKELY(cs_is(R[B], C ? CS_L_DICT : CS_L_TUPLE))) {
    R[A] = R[B];
    JUMP;
  }
  NEXT2;
op_CALLEX:
  SLOWC(1, cs_call_spread(ctx, R[A], R[A + 1], R[A + 2], C, &out));

op_RETNONE:
  out = CS_NONE;
  goto do_return;
op_RET:
  out = R[A];
do_return : {
  uint8_t kind = fr->kind, ret = fr->ret;
  if (LIKELY(kind == CS_RET_PLAIN)) {
  plain:
    head->nframes--;
    fr--;
    R = CS_AT(ctx, cs_value, fr->base);
    K = CS_AT(ctx, cs_array, CS_AT(ctx, cs_code, fr->code)->consts)->v;
    pc = CS_AT(ctx, const uint32_t, fr->pc);
    R[ret] = out;
    NEXT;
  }
  if (LIKELY(kind == CS_RET_CTOR && cs_is_none(out))) {
    out = cs_ref(CS_L_INSTANCE, fr->aux);
    goto plain;
  }
  if (returns_plain(kind, out)) goto plain;
  if (kind == CS_RET_DISCARD) {
    head->nframes--;
    fr--;
    R = CS_AT(ctx, cs_value, fr->base);
    K = CS_AT(ctx, cs_array, CS_AT(ctx, cs_code, fr->code)->consts)->v;
    pc = CS_AT(ctx, const uint32_t, fr->pc);
    NEXT;
  }
  if ((kind == CS_RET_COND || kind == CS_RET_NOTIMPLC) && cs_is_bool(out)) {
    head->nframes--;
    fr--;
    R = CS_AT(ctx, cs_value, fr->base);
    K = CS_AT(ctx, cs_array, CS_AT(ctx, cs_code, fr->code)->consts)->v;
    pc = CS_AT(ctx, const uint32_t, fr->pc);
    if (cs_is_true(out) == cs_jump_wants(pc[-2])) pc += (int32_t)pc[-1];
    NEXT;
  }
  SYNC(1);
  st = cs_ret_value(ctx, out);
  goto status_ret;
}
op_GENRET:
  SYNC(1);
  st = cs_gen_return(ctx, R[A]);
  goto status_ret;
op_YIELD : {
  if (LIKELY((fr->kind == CS_RET_ITER || fr->kind == CS_RET_SEND ||
              fr->kind == CS_RET_PLAIN) &&
             fr->flags & CS_FRAME_GEN)) { /* as in cs_gen_yield */
    cs_gen *g = CS_AT(ctx, cs_gen, fr->aux);
    uint8_t ret = fr->ret;
    out = R[B];
    cs_values_copy(g->regs, R, C);
    g->pc = (OFF(pc) - CS_AT(ctx, cs_code, fr->code)->insns -
             (cs_off)offsetof(cs_raw, data)) /
            4;
    g->h.flags = CS_GEN_SUSPENDED;
    cs_value inner = head->root[CS_ROOT_HANDLED];
    head->root[CS_ROOT_HANDLED] = g->handled;
    g->handled = cs_same(inner, g->handled) ? CS_NONE : inner;
    head->nframes--;
    fr--;
    R = CS_AT(ctx, cs_value, fr->base);
    K = CS_AT(ctx, cs_array, CS_AT(ctx, cs_code, fr->code)->consts)->v;
    pc = CS_AT(ctx, const uint32_t, fr->pc);
    R[ret] = out;
    NEXT;
  }
  SYNC(1);
  st = cs_gen_yield(ctx, R[B]);
}
status_ret:
  if (st == CS_CALLBACK) {
    RELOAD();
    NEXT;
  }
  if (st == CS_OK) return CS_OK; /* the MODULE frame ended */
  fr = frames + head->nframes - 1;
  pc = CS_AT(ctx, const uint32_t, fr->pc);
  goto status;
op_SEND:
  if (LIKELY(cs_is(R[B], CS_L_GEN))) RESUME(R[B], R[A], CS_RET_SEND, A, pc + 1);
  SYNC(2);
  st = cs_slow_send(ctx, &R[A], R[B], A, &out);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  JUMP; /* the inner iterator is finished: R[A] holds its value */

op_LIST:
  SLOW(1, cs_list_new(ctx, &R[B], C, &out));
op_TUPLE:
  SLOW(1, cs_tuple_new(ctx, &R[B], C, &out));
op_LISTAPPEND : {
  cs_value v = R[A];
  if (LIKELY(cs_is(v, CS_L_LIST))) {
    cs_list *l = CS_PTR(ctx, cs_list, v);
    if (LIKELY(l->len < l->cap)) {
      CS_AT(ctx, cs_array, l->items)->v[l->len++] = R[B];
      NEXT;
    }
  }
  SLOW0(1, cs_slow_append(ctx, v, R[B]));
}
op_UNPACKT:
op_UNPACK : {
  cs_value v = R[B];
  if (cs_is(v, CS_L_TUPLE)) {
    const cs_tuple *t = CS_PTR(ctx, cs_tuple, v);
    if (LIKELY(t->len == C)) {
      uint32_t n = C, a = A;
      for (uint32_t i = 0; i < n; i++) R[a + i] = t->v[i];
      NEXT;
    }
  } else if (cs_is(v, CS_L_LIST)) {
    const cs_list *l = CS_PTR(ctx, cs_list, v);
    if (LIKELY(l->len == C)) {
      const cs_value *items = CS_AT(ctx, cs_array, l->items)->v;
      uint32_t n = C, a = A;
      for (uint32_t i = 0; i < n; i++) R[a + i] = items[i];
      NEXT;
    }
  }
  SLOW0(1, cs_slow_unpack(ctx, &R[A], v, C, A));
}

op_NATIVE:
  SYNC(1);
  st = cs_call_native(ctx, &out);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  if (UNLIKELY(fr->kind != CS_RET_PLAIN)) { /* NATIVERET can be repeated */
    R[0] = out;
    NEXT;
  }
  goto do_return;
op_NATIVERET:
  out = R[0];
  goto do_return;

op_POPEXC:
  if (!cs_is_unbound(R[A + 1])) head->root[CS_ROOT_HANDLED] = R[A + 1];
  NEXT;
op_PUSHEXC:
  R[A + 1] = head->root[CS_ROOT_HANDLED];
  head->root[CS_ROOT_HANDLED] = R[A];
  NEXT;
op_INTRIN:
  R[A] = ctx->image->intrinsic[BX];
  NEXT;
op_SETRESULT:
  head->root[CS_ROOT_RESULT] = R[A];
  NEXT;
op_JNOEXC : {
  bool yes = false;
  SYNC(2);
  st = cs_unwind_match(ctx, R[A], R[B], &yes);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  if (!yes) JUMP;
  NEXT2;
}

op_FORMAT:
  if (C == 0 && cs_is(R[B], CS_L_STR)) { /* {text} */
    R[A] = R[B];
    NEXT;
  }
  goto build;
op_DICTSET:
  if (LIKELY(cs_is(R[A], CS_L_DICT) && cs_ref_off(R[A]) >= CS_IMAGE_END)) {
    SYNC(1);
    st = cs_dict_set(ctx, R[A], R[B], R[C]);
    if (LIKELY(st == CS_OK)) {
      fuel = ctx->fuel;
      NEXT;
    }
    ins = pc[-1];
  }
  goto build;
op_SETADD:
  if (LIKELY(cs_is(R[A], CS_L_SET) && cs_ref_off(R[A]) >= CS_IMAGE_END)) {
    SYNC(1);
    st = cs_set_add(ctx, R[A], R[B]);
    if (LIKELY(st == CS_OK)) {
      fuel = ctx->fuel;
      NEXT;
    }
    ins = pc[-1];
  }
  goto build;
op_SET:
op_DICT:
op_STRCAT:
op_SLICE:
op_LISTEXTEND:
op_SETUPDATE:
op_DICTUPDATE:
op_DICTMERGE:
op_LISTTUPLE:
build:
  SYNC(1);
  st = cs_slow_build(ctx, ins, 0, R, K);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  NEXT;
op_MAKEFUNC:
op_DICTK:
op_UNPACKEX:
  SYNC(2);
  st = cs_slow_build(ctx, ins, W, R, K);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  NEXT2;

op_DELGLOBAL:
op_GETNAME:
op_SETNAME:
op_DELNAME:
op_MAKECELL:
op_RAISE:
op_RAISEFROM:
op_RERAISE:
op_RAISEBARE:
op_NAMESPACE:
op_GLOBALS:
op_GETAWAIT:
op_GETYF:
op_STRJOIN:
other:
  SYNC(1);
  st = cs_slow_other(ctx, ins, 0, R, K);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  NEXT;
op_GETCLSFREE:
op_DELCELL:
op_DELFREE:
other2:
  SYNC(2);
  st = cs_slow_other(ctx, ins, W, R, K);
  if (st != CS_OK) goto status;
  fuel = ctx->fuel;
  NEXT2;
}
