/*
 * fiber.c - a part of the stack that is put aside and taken up again.
 *
 * fiber_go(f) calls f.  When something in there calls fiber_park(), all frames
 * above fiber_go leave the stack, and fiber_go returns them, in a BOX;
 * fiber_go(box) puts them back and lets fiber_park return None.  Threads are
 * made of this: see threading.py.
 *
 * A program that got hold of such a box could not look into it.  Its values are
 * ordinary ones, so that the collector and snapshots have nothing to learn. But
 * snapshots may be forged, so they are judged like a frame of a snapshot:
 * handled exception, number of frames, six values for each frame, registers
 * from the end of fiber_go's frame to that of the last one, and a number for
 * every 32 of them, whose bits tell which are unbound.
 *
 * Ownership: a box is used once. take_up() clears it, so two threads can never
 * hold the same frames, and a copy of a session has its own box.
 *
 *  box of a fiber
 *    0            the exception that was handled, or None
 *    1            n, the number of frames
 *    2 + 6 i      CODE FUNC PC PLACE AUX BITS of frame i, outermost first
 *    2 + 6 n      registers, from the end of fiber_go's frame to that of the
 *                 last frame
 *    then         a mask of 32 bits for every 32 registers: which are unbound
 *
 * PC is counted in bytes from the first instruction, PLACE in bytes from the
 * end of fiber_go's frame: both survive a collection and a snapshot, addresses
 * would not.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/box.h"
#include "py/heap/seq.h"
#include "py/types/kinds.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "py/vm/vm.h"

enum { STATE, OUTER, RESULT }; /* registers of fiber_go */
enum { CODE, FUNC, PC, PLACE, AUX, BITS, WORDS };
#define HEAD 2
#define OWN  (CS_FRAME_GEN | CS_FRAME_NATIVE | CS_FRAME_CTOR)

/* Arena offset of the first instruction; a frame's pc is stored relative to it,
 * because code may have been moved by a collection. */
static cs_off first_pc(const cs_ctx *ctx, cs_off code) {
  return CS_AT(ctx, cs_code, code)->insns + (cs_off)offsetof(cs_raw, data);
}

/* What a program may see as sys.exc_info(): anything else in a forged box would
 * be read as an exception by C. */
static bool may_be_handled(const cs_ctx *ctx, cs_value v) {
  return cs_is_none(v) || cs_is_exception(ctx, v);
}

/* Registers tell how far it is: RESULT is there when the fiber has stopped. */
CS_LEAF_TAKES(fiber_go, ANY) {
  if (cs_is_unbound(args[RESULT])) return cs_need(ctx, RESULT, CS_NEED_FIBER);
  if (may_be_handled(ctx, args[OUTER]))
    ctx->head->root[CS_ROOT_HANDLED] = args[OUTER];
  *out = args[RESULT];
  return CS_OK;
}

/* Without a fiber_go below it park() raises RuntimeError. */
static cs_status fiber_park(cs_ctx *ctx, cs_value *args, uint32_t n,
                            cs_value *out) {
  (void)args, (void)n, (void)out;
  return cs_need(ctx, 0, CS_NEED_FIBER);
}

/* Compared by the C function: ids may differ between builds. */
static bool is_native(const cs_ctx *ctx, const cs_frame *f, cs_leaf *leaf) {
  return f->flags & CS_FRAME_NATIVE &&
         cs_natives_leaf(CS_AT(ctx, cs_native, f->aux)->id) == leaf;
}

/* --- putting aside ------------------------------------------------------- */

/* The number of the frame of fiber_go; 0: none is there. */
static uint32_t find_go(const cs_ctx *ctx) {
  for (uint32_t i = ctx->head->nframes; i-- > 0;)
    if (is_native(ctx, cs_frame_at(ctx, i), fiber_go)) return i;
  return 0;
}

/* The frame's `aux` as a value that the collector can follow. */
static cs_value aux_of(const cs_ctx *ctx, const cs_frame *f) {
  switch (f->flags & OWN) {
    case CS_FRAME_GEN: return cs_ref(CS_L_GEN, cs_frame_gen(f));
    case CS_FRAME_NATIVE: return cs_ref(CS_L_NATIVE, f->aux);
    case CS_FRAME_CTOR: return cs_ref(CS_AT(ctx, cs_obj, f->aux)->type, f->aux);
    default: return CS_NONE;
  }
}

/* Six values for one frame; `from` is the end of fiber_go's frame, to which
 * places on the stack are relative. */
static void put_frame(const cs_ctx *ctx, const cs_frame *f, cs_off from,
                      cs_value *to) {
  assert(f->pc >= first_pc(ctx, f->code));
  bool native = f->flags & CS_FRAME_NATIVE;
  to[CODE] = cs_ref(CS_L_CODE, f->code);
  to[FUNC] = native ? cs_int(f->func) : cs_ref(CS_L_FUNC, f->func);
  to[PC] = cs_int(f->pc - first_pc(ctx, f->code));
  to[PLACE] = cs_int(cs_frame_place(f) - from);
  to[AUX] = aux_of(ctx, f);
  to[BITS] = cs_int((uint32_t)f->ret | (uint32_t)f->kind << 8 |
                    (uint32_t)f->flags << 16 | (uint32_t)f->mode << 24);
}

/* No program may ever see an unbound value. UNBOUND becomes None with a bit
 * set: a program that got at the box must not meet a value that is no
 * object. */
static void put_regs(const cs_value *from, uint32_t n, cs_value *to) {
  cs_value *masks = to + n;
  for (uint32_t i = 0; i < n; i += 32) {
    uint32_t bits = 0;
    for (uint32_t k = i; k < n && k < i + 32; k++) {
      bool unbound = cs_is_unbound(from[k]);
      to[k] = unbound ? CS_NONE : from[k];
      bits |= (uint32_t)unbound << (k - i);
    }
    masks[i / 32] = cs_int(bits);
  }
}

/* Frames above `go` leave the stack and fiber_go returns the box. */
static cs_status park(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  /* Frames above fiber_go, fiber_park's own included. */
  uint32_t go = find_go(ctx), n = h->nframes - 1 - go;
  if (go == 0) return cs_throw(ctx, CS_RuntimeError, "no fiber runs here");
  cs_off from = cs_frame_end(ctx, cs_frame_at(ctx, go));
  uint32_t regs = (cs_frame_end(ctx, cs_frame_top(ctx)) - from) / 8;
  /* In values of 8 bytes; limited by the stack, so the sum cannot wrap. */
  uint32_t len = HEAD + n * WORDS + regs + (regs + 31) / 32;
  cs_value box;
  cs_status st = cs_box_new(ctx, CS_BOX_FIBER, len, 0, &box);
  if (st != CS_OK) return st;
  cs_charge(ctx, len / 8);
  cs_value *to = cs_box_values(ctx, box);
  assert(CS_PTR(ctx, cs_box, box)->nvalues == len);
  to[0] = h->root[CS_ROOT_HANDLED];
  to[1] = cs_int(n);
  to += HEAD;
  for (uint32_t i = 0; i < n; i++, to += WORDS)
    put_frame(ctx, cs_frame_at(ctx, go + 1 + i), from, to);
  put_regs(CS_AT(ctx, cs_value, from), regs, to);
  assert(go + 1 <= h->nframes);
  h->nframes = go + 1;
  cs_frame_regs(ctx, cs_frame_top(ctx))[RESULT] = box;
  return CS_CALLBACK;
}

/* --- taking up ----------------------------------------------------------- */

/* An int from the box, between 0 and `most`. */
static bool get_number(cs_value v, uint32_t most, uint32_t *out) {
  if (!cs_is_int(v) || cs_int_of(v) < 0 || cs_int_of(v) > most) return false;
  *out = (uint32_t)cs_int_of(v);
  return true;
}

/* Nobody else may run in its registers. */
static bool is_free(const cs_ctx *ctx, const cs_frame *f) {
  assert(f->flags & CS_FRAME_GEN);
  const cs_gen *g = CS_AT(ctx, cs_gen, cs_frame_gen(f));
  if (g->h.flags != CS_GEN_RUNNING) return false;
  for (const cs_frame *o = cs_frame_at(ctx, 0); o < f; o++)
    if (o->flags & CS_FRAME_GEN && o->base == f->base) return false;
  return true;
}

/* Everything here comes from the box and is checked for its layout before it
 * becomes an offset. */
static bool get_aux(const cs_ctx *ctx, cs_value v, cs_off place, cs_frame *f) {
  f->base = place;
  switch (f->flags & OWN) {
    case 0: return true;
    case CS_FRAME_GEN:
      if (!cs_is(v, CS_L_GEN)) return false;
      f->base = cs_off_of(ctx, CS_PTR(ctx, cs_gen, v)->regs);
      f->aux = place;
      return is_free(ctx, f);
    case CS_FRAME_NATIVE:
      f->aux = cs_is_ref(v) ? cs_ref_off(v) : 0;
      return cs_is(v, CS_L_NATIVE);
    case CS_FRAME_CTOR:
      f->aux = cs_is_ref(v) ? cs_ref_off(v) : 0;
      return cs_is_instance(v);
    default: return false;
  }
}

/* The frame at `f`, on top of the one before it, from its six values. */
static bool get_frame(const cs_ctx *ctx, const cs_value *at, cs_off from,
                      cs_frame *f) {
  uint32_t pc, place, bits, count = 0;
  if (!cs_is(at[CODE], CS_L_CODE) || !get_number(at[PC], CS_HEAP_BASE, &pc) ||
      !get_number(at[PLACE], CS_STACK_END - from, &place) ||
      !get_number(at[BITS], UINT32_MAX, &bits))
    return false;
  /* Written above the top frame, where it does not count yet. */
  *f = (cs_frame){.code = cs_ref_off(at[CODE]),
                  .ret = (uint8_t)bits,
                  .kind = (uint8_t)(bits >> 8),
                  .flags = (uint8_t)(bits >> 16),
                  .mode = (uint8_t)(bits >> 24)};
  f->pc = first_pc(ctx, f->code) + pc;
  if (f->flags & CS_FRAME_NATIVE ? !get_number(at[FUNC], 100000, &count)
                                 : !cs_is(at[FUNC], CS_L_FUNC))
    return false;
  f->func = f->flags & CS_FRAME_NATIVE ? count : cs_ref_off(at[FUNC]);
  return get_aux(ctx, at[AUX], from + place, f) && cs_frame_fits(ctx, f, f - 1);
}

/* All frames above the top one; `*high` is the end of the longest, `*regs` the
 * number of registers.  False: they are none that park() wrote. */
static bool get_frames(cs_ctx *ctx, const cs_value *at, uint32_t n,
                       uint32_t *regs, cs_off *high) {
  cs_frame *f = cs_frame_top(ctx), *last = f + n;
  cs_off from = cs_frame_end(ctx, f);
  *high = from;
  for (f++; f <= last; f++, at += WORDS) {
    if (!get_frame(ctx, at, from, f)) return false;
    cs_off end = cs_frame_end(ctx, f);
    if (end > *high) *high = end;
  }
  /* The outermost frame must be the one that fiber_go called, the innermost
   * fiber_park: nothing else was ever put aside. */
  f = last - n + 1;
  *regs = (cs_frame_end(ctx, last) - from) / 8;
  return f->kind == CS_RET_ARG && f->ret == RESULT &&
         is_native(ctx, last, fiber_park);
}

/* A mask that is no number leaves its registers bound: they hold values
 * then. */
static void get_regs(const cs_value *from, uint32_t n, cs_value *to) {
  const cs_value *masks = from + n;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t bits = 0;
    bool known = get_number(masks[i / 32], UINT32_MAX, &bits);
    to[i] = known && bits >> i % 32 & 1 ? CS_UNBOUND : from[i];
  }
}

/* One text for everything that is wrong: only forged boxes get here. */
static cs_status refuse(cs_ctx *ctx) {
  return cs_throw(ctx, CS_ValueError, "this is no fiber that waits");
}

/* Frames are written above the top one while they are judged, without being
 * counted: a refusal leaves nframes alone and they never existed. */
static cs_status take_up(cs_ctx *ctx, cs_value state) {
  assert(cs_box_is(ctx, state, CS_BOX_FIBER));
  uint32_t len = CS_PTR(ctx, cs_box, state)->nvalues, n = 0, regs;
  cs_value *at = cs_box_values(ctx, state);
  cs_off from = cs_frame_end(ctx, cs_frame_top(ctx)), high;
  if (len < HEAD + WORDS || !get_number(at[1], (len - HEAD) / WORDS, &n) ||
      n == 0 || !may_be_handled(ctx, at[0]))
    return refuse(ctx);
  cs_status st = cs_call_depth(ctx, n);
  if (st != CS_OK) return st;
  /* The frames say how many registers there are; the box must have exactly
   * those. */
  if (!get_frames(ctx, at + HEAD, n, &regs, &high) ||
      len != HEAD + n * WORDS + regs + (regs + 31) / 32)
    return refuse(ctx);
  st = cs_call_stack(ctx, CS_AT(ctx, cs_value, high) + CS_STACK_SLACK);
  if (st != CS_OK) return st;
  cs_charge(ctx, len / 8);
  get_regs(at + HEAD + n * WORDS, regs, CS_AT(ctx, cs_value, from));
  assert(ctx->head->nframes + n <= ctx->head->recursion_limit);
  ctx->head->nframes += n;
  ctx->head->root[CS_ROOT_HANDLED] = at[0];
  for (uint32_t i = 0; i < len; i++) at[i] = CS_NONE; /* it goes on once */
  return CS_OK;
}

/* --- the two natives, in their frames ------------------------------------- */

/* A function that has not started: an ordinary call whose result lands in
 * RESULT. */
static cs_status call_first(cs_ctx *ctx, cs_value f) {
  cs_call call = {.func = f, .kind = CS_RET_ARG, .aux = CS_UNBOUND};
  cs_value out;
  cs_value *regs = cs_frame_regs(ctx, cs_frame_top(ctx));
  cs_status st = cs_call_wanted(ctx, &call, CS_RET_ARG, RESULT, &out);
  if (st == CS_OK) regs[RESULT] = out;
  if (st == CS_CALLBACK) ctx->head->root[CS_ROOT_HANDLED] = CS_NONE;
  return st == CS_CALLBACK ? CS_OK : st;
}

/* need.arg tells which of the two natives is on top. */
cs_status cs_fiber_switch(cs_ctx *ctx) {
  assert(cs_frame_top(ctx)->flags & CS_FRAME_NATIVE);
  cs_frame *f = cs_frame_top(ctx);
  if (ctx->need.arg != RESULT) return park(ctx);
  cs_value *regs = cs_frame_regs(ctx, f),
           outer = ctx->head->root[CS_ROOT_HANDLED];
  bool parked = cs_box_is(ctx, regs[STATE], CS_BOX_FIBER);
  f->pc -= 4; /* fiber_go runs again when there is a result */
  cs_status st =
      parked ? take_up(ctx, regs[STATE]) : call_first(ctx, regs[STATE]);
  if (st == CS_OK) regs[OUTER] = outer;
  if (st == CS_RETRY || st == CS_THROW) f->pc += 4;
  return st == CS_OK ? CS_CALLBACK : st;
}

extern const cs_native_def cs_fiber_natives[];
const cs_native_def cs_fiber_natives[] = {
    {".intrinsics", "_fiber_go", "(fiber, outer=None, result=None, /)",
     fiber_go},
    {".intrinsics", "_fiber_park", "()", fiber_park},
    CS_NATIVE_END};
