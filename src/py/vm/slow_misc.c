/*
 * slow_misc.c - the rare instructions, and what happens between instructions.
 *
 * Two groups. Between instructions: fuel, output, finalizers, collections; here
 * the state is complete and a run may stop. And instructions so rare that a
 * fast path would only make the loop larger; they get the registers `r`, the
 * constants `k` and their own words, and write their result themselves.
 *
 * Operands are those of ops.def; the verifier has checked that they name
 * registers and constants that exist, but not what is in them: each function
 * tests the layout before it reads.
 *
 * Fuel, in numbers: head->fuel_left is what the run may still spend, fuel_used
 * what it has. A slice of CS_SLICE_FUEL is taken from one and added to the
 * other in advance; ctx->fuel counts it down. Work of natives is charged to
 * ctx->fuel, which may fall far below zero: that debt is paid at the next poll,
 * and a run that cannot pay it has reached its limit. A run that stops gives
 * back the rest of its slice, so that the sum is exact to the instruction
 * whatever the slices were.
 *
 * Retries: an instruction that had no space is repeated once after a
 * collection, with the collector's pace off, so that "no space" then means the
 * limit. saved_fuel holds the slice meanwhile, and ctx->retried where it
 * happened.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/mem.h"
#include "py/heap/code.h"
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/op_set.h"
#include "py/types/special.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

#define A  (ins >> 8 & 0xFF)
#define B  (ins >> 16 & 0xFF)
#define C  (ins >> 24)
#define BX (ins >> 16)

/* Not for trampolines, whose `func` is a count. */
static cs_func *top_func(cs_ctx *ctx) {
  assert(!(cs_frame_top(ctx)->flags & CS_FRAME_NATIVE));
  return CS_AT(ctx, cs_func, cs_frame_top(ctx)->func);
}

/* --- between instructions ------------------------------------------------ */

/* Temporaries that are dead where the top frame is may name big objects: they
 * are not marked.  `repeat`: the instruction before pc runs again. */
static void note_stack(cs_ctx *ctx, bool repeat) {
  assert(ctx->head->nframes > 0);
  const cs_frame *f = cs_frame_top(ctx);
  cs_off end = cs_frame_end(ctx, f);
  if (!(f->flags & CS_FRAME_NATIVE)) {
    const cs_code *c = CS_AT(ctx, cs_code, f->code);
    uint32_t pc = (f->pc - c->insns - (cs_off)offsetof(cs_raw, data)) / 4;
    /* The compiler knows how many registers are in use at each instruction. */
    uint32_t height = cs_code_height(ctx, c, pc - repeat);
    end = f->base + height * 8;
    if (f->flags & CS_FRAME_GEN) { /* the generator is marked as a whole */
      for (uint32_t i = height; i < c->nregs; i++)
        cs_frame_regs(ctx, f)[i] = CS_UNBOUND;
      end = cs_frame_place(f);
    }
  }
  ctx->head->stack_top = end;
}

/* Only at a safepoint: nothing but registers and roots holds a value now. */
static void collect(cs_ctx *ctx, bool repeat) {
  note_stack(ctx, repeat);
  cs_gc_collect(ctx);
}

/* The one instruction that ran without a threshold is over. saved_fuel is what
 * the slice had left; one unit of it paid for the repeat. */
static bool end_retry(cs_ctx *ctx) {
  if (!ctx->retried) return false;
  ctx->retried = 0;
  ctx->fuel += ctx->saved_fuel - 1;
  cs_alloc_pace(ctx);
  return ctx->fuel >= 0;
}

/* Stop before the next instruction. It is charged when the run goes on; work of
 * natives that the slice did not cover is charged now. `debt` is how far fuel
 * fell below zero, `why` a CS_LIMIT_* for the host. */
static cs_status pause(cs_ctx *ctx, uint64_t debt, uint32_t why) {
  cs_head *h = ctx->head;
  /* One of it is the next instruction's, which has not run. */
  uint64_t due = debt > 0 ? debt - 1 : 0;
  if (due > h->fuel_left) due = h->fuel_left;
  h->fuel_left -= due;
  h->fuel_used += due;
  ctx->fuel = 0;
  ctx->limit_kind = why;
  return CS_STOP;
}

/* Objects died whose class has __del__: call it before the next instruction.
 * Without room for a frame it is put off. CS_CALLBACK: a frame was pushed. An
 * exception of the call itself is lost, as CPython only reports those of
 * __del__. */
static cs_status run_finals(cs_ctx *ctx) {
  cs_value out;
  /* A frame for them was pushed and has not begun. */
  if (cs_frame_top(ctx)->kind == CS_RET_DEL) return CS_OK; /* about to */
  cs_status st =
      cs_call_intrinsic(ctx, CS_X_run_finals, 0, NULL, CS_RET_DEL, 0, &out);
  if (st == CS_THROW) ctx->head->root[CS_ROOT_EXC] = CS_NONE;
  return st == CS_CALLBACK ? CS_CALLBACK : CS_OK;
}

/* A program that computes for long must not sit on what it printed. */
static bool is_output_due(cs_ctx *ctx) {
  if (ctx->head->out_fill == 0 || !ctx->streams) {
    ctx->out_age = 0;
    return false;
  }
  if (++ctx->out_age <= CS_OUT_SLICES) return false;
  ctx->out_age = 0;
  return true;
}

/* Fuel is handed out in slices: head->fuel_left is what the run may still use,
 * ctx->fuel the rest of the slice. Taking a slice counts it as used; pause()
 * gives back what was not. */
cs_status cs_slow_poll(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  /* This poll only ends the slice of one instruction. */
  if (end_retry(ctx)) return CS_OK;
  uint64_t debt = ctx->fuel < 0 ? (uint64_t)-ctx->fuel : 0;
  /* Cancellation first: it must work in a run without fuel, too. */
  if ((ctx->interrupt && *ctx->interrupt) ||
      (ctx->poll && ctx->poll(ctx->poll_arg)))
    return pause(ctx, debt, CS_LIMIT_INTERRUPT);
  /* What is left is spent, so that "used" is exactly the limit. */
  if (h->fuel_left < debt) { /* cannot pay for the next instruction */
    h->fuel_used += h->fuel_left;
    h->fuel_left = 0;
    ctx->fuel = 0;
    ctx->limit_kind = CS_LIMIT_FUEL;
    return CS_STOP;
  }
  /* The run goes on at once: the host only takes what was printed. */
  if (is_output_due(ctx)) return pause(ctx, debt, CS_LIMIT_FLUSH);
  /* Tests: a slice of one instruction, so that a collection, or a dump and
   * load, happens between any two. */
  uint64_t slice = ctx->torture & CS_TORTURE_GC ? 0 : CS_SLICE_FUEL;
  if (ctx->torture & CS_TORTURE_SNAP) {
    if (!ctx->torture_moved) return pause(ctx, debt, CS_LIMIT_SLICE);
    ctx->torture_moved = false;
    slice = ctx->torture_slice - 1; /* one is the debt */
  }
  h->fuel_left -= debt;
  if (slice > h->fuel_left) slice = h->fuel_left;
  h->fuel_left -= slice;
  h->fuel_used += debt + slice;
  if (ctx->torture & CS_TORTURE_GC) collect(ctx, false);
  ctx->fuel = (int64_t)slice;
  ctx->look_at = -CS_LONG_WORK;
  cs_alloc_pace(ctx);
  return h->ripe ? run_finals(ctx) : CS_OK;
}

/* Collect and let the instruction run once more with everything up to the
 * limit; the slice is cut short so that cs_slow_poll sees its end. The second
 * failure at one place is the memory limit. ctx->owed is work that was put off
 * until the instruction succeeds: it is charged now. */
cs_status cs_slow_retry(cs_ctx *ctx) {
  assert(ctx->head->nframes > 0);
  cs_off at = cs_frame_top(ctx)->pc;
  /* The same instruction failed right after a collection. */
  if (ctx->retried == at) {
    ctx->retried = 0;
    ctx->fuel += ctx->saved_fuel;
    cs_charge(ctx, ctx->owed);
    ctx->owed = 0;
    cs_alloc_unpace(ctx);
    return cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  }
  if (ctx->retried) ctx->fuel += ctx->saved_fuel;
  cs_dead_clear(ctx);
  collect(ctx, true);
  ctx->retried = at;
  ctx->saved_fuel = ctx->fuel;
  ctx->fuel = 1;
  cs_alloc_unpace(ctx);
  return CS_OK;
}

/* --- names --------------------------------------------------------------- */

/* 3.11's text, with "cannot access". */
static cs_status unbound_local(cs_ctx *ctx, cs_value name) {
  return cs_throw(ctx, CS_UnboundLocalError,
                  "cannot access local variable '%v' where it is not "
                  "associated with a value",
                  name);
}

/* The name of a NameError, for the suggestions of a traceback. */
static cs_status with_name(cs_ctx *ctx, cs_status st, cs_value name) {
  if (st == CS_THROW)
    (void)!cs_instance_set(ctx, ctx->head->root[CS_ROOT_EXC],
                           cs_known(ctx, CS_N_name), name);
  return st;
}

static cs_status unbound_free(cs_ctx *ctx, cs_value name) {
  cs_status st = cs_throw(ctx, CS_NameError,
                          "cannot access free variable '%v' where it is not "
                          "associated with a value in enclosing scope",
                          name);
  return with_name(ctx, st, name);
}

/* As slow_attr.c has it, for names that are not globals. */
static cs_status no_name(cs_ctx *ctx, cs_value name) {
  return with_name(
      ctx, cs_throw(ctx, CS_NameError, "name '%v' is not defined", name), name);
}

/* A name in a class body: its namespace first, which __prepare__ may have made
 * anything at all, then globals. */
static cs_status get_name(cs_ctx *ctx, uint32_t ins, cs_value *r,
                          cs_value name) {
  cs_value v;
  /* Nearly always: only __prepare__ makes another mapping. */
  if (cs_is_dict(r[0])) {
    cs_value ns = r[0];
    v = cs_dict_get_name(ctx, ns, name);
    if (cs_is_unbound(v)) {
      cs_status st =
          cs_slow_global(ctx, top_func(ctx)->globals, name, &v, NULL, 0);
      if (st != CS_OK) return st;
    }
    r[A] = v;
    return CS_OK;
  }
  cs_value args[3] = {r[0], name, cs_ref(CS_L_DICT, top_func(ctx)->globals)};
  cs_status st =
      cs_call_intrinsic(ctx, CS_X_dict_get, 3, args, CS_RET_PLAIN, A, &v);
  if (st == CS_OK) r[A] = v;
  return st;
}

/* A missing name is a NameError, not a KeyError. */
static cs_status del_name(cs_ctx *ctx, cs_value ns, cs_value name) {
  cs_value old;
  if (!cs_is_dict(ns)) return cs_slow_delitem(ctx, ns, name);
  cs_status st = cs_dict_del(ctx, ns, name, &old);
  if (st != CS_OK) return st;
  return cs_is_unbound(old) ? no_name(ctx, name) : CS_OK;
}

/* A free variable in a class body may be hidden by a name of its namespace. */
static cs_status get_class_free(cs_ctx *ctx, uint32_t ins, cs_value *r,
                                cs_value name) {
  cs_value v = CS_UNBOUND;
  if (cs_is_dict(r[0])) v = cs_dict_get_name(ctx, r[0], name);
  if (cs_is_unbound(v)) {
    cs_value cell = cs_tuple_at(ctx, top_func(ctx)->closure, B);
    v = CS_PTR(ctx, cs_cell, cell)->v;
  }
  if (cs_is_unbound(v)) return unbound_free(ctx, name);
  r[A] = v;
  return CS_OK;
}

/* Only the instructions of a forged snapshot get here. */
static cs_status broken(cs_ctx *ctx) {
  return cs_throw(ctx, CS_SystemError, "bad operand of an instruction");
}

/* The register's value moves into a new cell, which takes its place. */
static cs_status make_cell(cs_ctx *ctx, cs_value *reg) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_CELL, sizeof(cs_cell), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_cell, off)->v = *reg;
  *reg = cs_ref(CS_L_CELL, off);
  return CS_OK;
}

/* While the image is built cells are not private yet. */
static cs_status set_cell(cs_ctx *ctx, cs_value cell, cs_value v) {
  if (!cs_is(cell, CS_L_CELL) || cs_is_frozen(ctx, cell))
    return cs_throw(ctx, CS_SystemError, "SETCELL without a cell");
  CS_PTR(ctx, cs_cell, cell)->v = v;
  return CS_OK;
}

/* `local`: which of the two texts an unbound one gets. */
static cs_status del_cell(cs_ctx *ctx, cs_value cell, cs_value name,
                          bool local) {
  if (!cs_is(cell, CS_L_CELL) || cs_is_frozen(ctx, cell))
    return cs_throw(ctx, CS_SystemError, "DELCELL without a cell");
  cs_cell *c = CS_PTR(ctx, cs_cell, cell);
  if (cs_is_unbound(c->v))
    return local ? unbound_local(ctx, name) : unbound_free(ctx, name);
  c->v = CS_UNBOUND;
  return CS_OK;
}

/* --- functions ----------------------------------------------------------- */

/* What calls rely on.  The compiler sees to it; a forged snapshot may not. */
static bool good_parts(const cs_ctx *ctx, const cs_func *f) {
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  uint32_t want = cs_tuple_len(ctx, c->freevars);
  if (!cs_is_none(f->defaults) && !cs_is_tuple(f->defaults)) return false;
  if (!cs_is_none(f->kwdefaults) && !cs_is_dict(f->kwdefaults)) return false;
  if (cs_is_none(f->closure)) return want == 0;
  if (!cs_is_tuple(f->closure) || cs_tuple_len(ctx, f->closure) != want)
    return false;
  for (uint32_t i = 0; i < want; i++)
    if (!cs_is(cs_tuple_at(ctx, f->closure, i), CS_L_CELL)) return false;
  return true;
}

/* W: 1 defaults, 2 kwdefaults, 4 annotations, 8 closure, in R[A+1], ... The
 * object is complete before it is checked, since a collection may see it; a bad
 * one is made harmless before the error is raised. */
static cs_status make_func(cs_ctx *ctx, uint32_t ins, uint32_t w, cs_value *r,
                           const cs_value *k) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_FUNC, sizeof(cs_func), &off);
  if (st != CS_OK) return st;
  const cs_code *code = CS_PTR(ctx, cs_code, k[BX]);
  const cs_value *x = &r[A + 1];
  cs_func *f = CS_AT(ctx, cs_func, off);
  f->code = cs_ref_off(k[BX]);
  f->globals = top_func(ctx)->globals;
  f->name = code->name;
  f->qualname = code->qualname;
  f->doc = code->doc;
  f->defaults = w & 1 ? *x++ : CS_NONE;
  f->kwdefaults = w & 2 ? *x++ : CS_NONE;
  f->annotations = w & 4 ? *x++ : CS_NONE;
  f->closure = w & 8 ? *x++ : CS_NONE;
  f->dict = CS_NONE;
  f->type_params = CS_NONE;
  f->module = CS_NONE;
  /* Calls read defaults and closures without a test of their own. */
  if (!good_parts(ctx, f)) {
    f->defaults = f->kwdefaults = f->closure = CS_NONE; /* it stays behind */
    f->code = cs_ref_off(ctx->image->trampoline);
    return broken(ctx);
  }
  cs_value mod = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, f->globals),
                                  cs_known(ctx, CS_N___name__));
  f->module = cs_is_unbound(mod) ? CS_NONE : mod;
  r[A] = cs_ref(CS_L_FUNC, off);
  return CS_OK;
}

/* --- building ------------------------------------------------------------ */

/* CS_SLOW: an item's __hash__ or __eq__ is Python code; the prelude builds it
 * from a list. */
static cs_status build_set(cs_ctx *ctx, uint32_t ins, cs_value *r) {
  cs_value set, v;
  cs_status st = cs_set_new(ctx, CS_L_SET, &set);
  for (uint32_t i = 0; st == CS_OK && i < C; i++)
    st = cs_set_add(ctx, set, r[B + i]);
  if (st == CS_OK) r[A] = set;
  if (st != CS_SLOW) return st;
  cs_value list;
  st = cs_list_new(ctx, &r[B], C, &list);
  if (st != CS_OK) return st;
  st = cs_call_intrinsic(ctx, CS_X_build_set, 1, &list, CS_RET_PLAIN, A, &v);
  if (st == CS_OK) r[A] = v;
  return st;
}

/* C pairs, key and value alternating from R[B]. */
static cs_status build_dict(cs_ctx *ctx, uint32_t ins, cs_value *r) {
  cs_value d, v;
  cs_status st = cs_dict_new(ctx, C, &d);
  for (uint32_t i = 0; st == CS_OK && i < C; i++)
    st = cs_dict_set(ctx, d, r[B + 2 * i], r[B + 2 * i + 1]);
  if (st == CS_OK) r[A] = d;
  if (st != CS_SLOW) return st;
  cs_value list;
  st = cs_list_new(ctx, &r[B], 2 * C, &list);
  if (st != CS_OK) return st;
  st = cs_call_intrinsic(ctx, CS_X_build_dict, 1, &list, CS_RET_PLAIN, A, &v);
  if (st == CS_OK) r[A] = v;
  return st;
}

/* Keys are a constant tuple of strs: dicts of one display share a shape of
 * table, which cs_dict_from_names copies. */
static cs_status build_dict_k(cs_ctx *ctx, uint32_t ins, cs_value keys,
                              cs_value *r) {
  uint32_t n = cs_tuple_len(ctx, keys);
  cs_value d;
  cs_status st =
      cs_dict_from_names(ctx, cs_tuple_items(ctx, keys), &r[B], n, &d);
  if (st == CS_OK) r[A] = d;
  if (st != CS_SLOW) return st;
  st = cs_dict_new(ctx, n, &d);
  for (uint32_t i = 0; st == CS_OK && i < n; i++)
    st = cs_dict_set(ctx, d, cs_tuple_at(ctx, keys, i), r[B + i]);
  if (st == CS_OK) r[A] = d;
  return st;
}

/* An f-string's parts, all strs already. Lengths are summed in 64 bits;
 * cs_str_room refuses what no str can hold. */
static cs_status concat(cs_ctx *ctx, uint32_t ins, cs_value *r) {
  /* Bytes and characters; a str keeps both. */
  uint64_t len = 0, chars = 0;
  uint8_t flags = CS_STR_ASCII;
  for (uint32_t i = 0; i < C; i++) {
    if (!cs_is_str(r[B + i])) return cs_throw(ctx, CS_SystemError, "STRCAT");
    const cs_str *s = CS_PTR(ctx, cs_str, r[B + i]);
    len += s->len;
    chars += s->chars;
    if (!(s->h.flags & CS_STR_ASCII)) flags &= (uint8_t)~CS_STR_ASCII;
    flags |= s->h.flags & CS_STR_SURROGATE;
  }
  cs_value out;
  char *at;
  cs_charge(ctx, len / 64);
  cs_status st = cs_str_room(ctx, len, chars, flags, &out, &at);
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < C; i++) {
    uint32_t n;
    const char *s = cs_str_data(ctx, r[B + i], &n);
    cs_mem_copy(at, s, n);
    at += n;
  }
  r[A] = out;
  return CS_OK;
}

/* C registers from R[B]: two or three. */
static cs_status build_slice(cs_ctx *ctx, uint32_t ins, cs_value *r) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_SLICE, sizeof(cs_slice), &off);
  if (st != CS_OK) return st;
  cs_slice *s = CS_AT(ctx, cs_slice, off);
  s->start = r[B];
  s->stop = r[B + 1];
  s->step = C == 3 ? r[B + 2] : CS_NONE;
  r[A] = cs_ref(CS_L_SLICE, off);
  return CS_OK;
}

/* An intrinsic of two arguments whose result is not wanted. */
static cs_status call_x(cs_ctx *ctx, uint32_t x, cs_value a, cs_value b) {
  cs_value args[2] = {a, b}, out;
  return cs_call_intrinsic(ctx, x, 2, args, CS_RET_DISCARD, 0, &out);
}

/* `call`: the callee is in the register before the list. */
static cs_status extend_list(cs_ctx *ctx, const cs_value *list, cs_value v,
                             bool call) {
  cs_value *items;
  uint32_t n;
  if (cs_seq_items(ctx, v, &items, &n)) {
    cs_charge(ctx, n / 4);
    return cs_list_extend(ctx, *list, items, n);
  }
  if (!call) return call_x(ctx, CS_X_list_extend, *list, v);
  cs_value args[3] = {*list, v, list[-1]}, out;
  return cs_call_intrinsic(ctx, CS_X_list_extend, 3, args, CS_RET_DISCARD, 0,
                           &out);
}

/* A key whose __hash__ or __eq__ is Python code is added in steps. */
static cs_status add_to_set(cs_ctx *ctx, cs_value set, cs_value v) {
  cs_status st = cs_set_add(ctx, set, v);
  if (st != CS_SLOW) return st;
  cs_value pair[2] = {set, v}, out;
  return cs_call_steps(ctx, CS_X_set_key_add, 2, pair, CS_RET_DISCARD, 0, &out);
}

/* {*other} and {**other}: built-ins here, the rest in the prelude. */
static cs_status update_set(cs_ctx *ctx, cs_value set, cs_value other) {
  cs_status st = CS_SLOW;
  if (cs_is_set(other)) st = cs_set_update(ctx, set, other);
  return st == CS_SLOW ? call_x(ctx, CS_X_set_update, set, other) : st;
}

static cs_status update_dict(cs_ctx *ctx, cs_value dict, cs_value other) {
  cs_status st = CS_SLOW;
  if (cs_is_dict(other)) st = cs_op_dict_update(ctx, dict, other);
  return st == CS_SLOW ? call_x(ctx, CS_X_dict_update, dict, other) : st;
}

/* The same for a dict display or comprehension. */
static cs_status set_in_dict(cs_ctx *ctx, cs_value d, cs_value key,
                             cs_value v) {
  cs_status st = cs_dict_set(ctx, d, key, v);
  if (st != CS_SLOW) return st;
  return cs_slow_setkey(ctx, d, key, v);
}

/* a, *b, c = v: w has the counts before and after the star. */
static cs_status unpack_ex(cs_ctx *ctx, uint32_t ins, uint32_t w, cs_value *r) {
  uint32_t before = w & 0xFFFF, after = w >> 16, have;
  cs_value *items;
  if (!cs_seq_items(ctx, r[B], &items, &have)) {
    cs_value args[3] = {r[B], cs_int(before), cs_int(after)}, out;
    return cs_call_intrinsic(ctx, CS_X_unpack_ex, 3, args, CS_RET_UNPACK, A,
                             &out);
  }
  if (have < before + after)
    return cs_throw(ctx, CS_ValueError,
                    "not enough values to unpack (expected at least %d, got "
                    "%d)",
                    (int64_t)(before + after), (int64_t)have);
  cs_value rest;
  uint32_t mid = have - before - after;
  cs_status st = cs_list_new(ctx, items + before, mid, &rest);
  if (st != CS_OK) return st;
  for (uint32_t i = 0; i < before; i++) r[A + i] = items[i];
  r[A + before] = rest;
  for (uint32_t i = 0; i < after; i++)
    r[A + before + 1 + i] = items[before + mid + i];
  return CS_OK;
}

/* --- formatting ---------------------------------------------------------- */

/* C: bits 0 to 6 the conversion ('r', 's', 'a' or 0), bit 7 a format in
 * R[B+1]. */
static cs_status format_value(cs_ctx *ctx, uint32_t ins, cs_value *r) {
  uint32_t conv = C & 127;
  cs_value v = r[B], out;
  cs_value spec = C & 128 ? r[B + 1] : cs_known(ctx, CS_N_empty);
  if (!cs_is_str(spec)) return broken(ctx);
  bool plain = !(C & 128) || cs_str_bytes(ctx, spec) == 0;
  bool takes_spec;
  /* A __format__, __str__ or __repr__ in Python: it is called directly, and its
   * result checked by the kind of its frame. */
  cs_value own = cs_special_text(ctx, v, conv, plain, &takes_spec);
  if (!cs_is_unbound(own)) {
    ctx->call = (cs_call){.func = own,
                          .arg = {v, spec},
                          .n = takes_spec ? 2 : 1,
                          .kind = conv == 'r' ? CS_RET_REPR : CS_RET_STR,
                          .aux = CS_UNBOUND};
    return cs_call_tail(ctx, A, &out);
  }
  cs_status st = CS_SLOW;
  if (conv == 0)
    st = cs_op_format(ctx, v, spec, &out);
  else if (conv == 's' && plain)
    st = cs_op_str(ctx, v, &out);
  else if (conv == 'r' && plain)
    st = cs_op_repr(ctx, v, &out);
  if (st == CS_OK) r[A] = out;
  if (st != CS_SLOW) return st;
  cs_value args[3] = {v, spec, cs_int(conv)};
  st = cs_call_intrinsic(ctx, CS_X_format, 3, args, CS_RET_PLAIN, A, &out);
  if (st == CS_OK) r[A] = out;
  return st;
}

/* --- raising ------------------------------------------------------------- */

/* ctx->reraise keeps the traceback from getting this line twice. */
static cs_status raise_again(cs_ctx *ctx, cs_value exc) {
  if (!cs_is_exception(ctx, exc))
    return cs_throw(ctx, CS_SystemError, "RERAISE without an exception");
  ctx->head->root[CS_ROOT_EXC] = exc;
  ctx->reraise = true;
  return CS_THROW;
}

/* `raise` alone: what sys.exc_info() shows. */
static cs_status raise_bare(cs_ctx *ctx) {
  cs_value exc = ctx->head->root[CS_ROOT_HANDLED];
  if (cs_is_none(exc))
    return cs_throw(ctx, CS_RuntimeError, "No active exception to reraise");
  return raise_again(ctx, exc);
}

/* An asynchronous generator is driven by the SEND that follows; for others the
 * prelude finds what to await. */
static cs_status get_next(cs_ctx *ctx, uint32_t ins, cs_value *r) {
  cs_value v = r[B], out;
  cs_gen *g = cs_is(v, CS_L_GEN) ? CS_PTR(ctx, cs_gen, v) : NULL;
  if (g && g->h.kind == CS_GENKIND_ASYNC) {
    if (cs_is_true(g->extra))
      return cs_throw(ctx, CS_RuntimeError,
                      "anext(): asynchronous generator is already running");
    g->extra = CS_TRUE;
    r[A] = v;
    return CS_OK;
  }
  cs_status st =
      cs_call_intrinsic(ctx, CS_X_anext, 1, &v, CS_RET_PLAIN, A, &out);
  if (st == CS_OK) r[A] = out;
  return st;
}

/* C: 0 await, 1 and 2 the two ends of `async with`, 3 `async for`; the
 * prelude's text of an error depends on it. */
static cs_status get_await(cs_ctx *ctx, uint32_t ins, cs_value *r) {
  if (C == 3) return get_next(ctx, ins, r);
  cs_value v = r[B], out;
  if (cs_is(v, CS_L_GEN) && CS_PTR(ctx, cs_gen, v)->h.kind == CS_GENKIND_CORO) {
    if (CS_PTR(ctx, cs_gen, v)->h.flags == CS_GEN_RUNNING)
      return cs_throw(ctx, CS_RuntimeError,
                      "coroutine is being awaited already");
    r[A] = v;
    return CS_OK;
  }
  if (cs_is(v, CS_L_GEN) && CS_PTR(ctx, cs_gen, v)->h.kind == CS_GENKIND_GEN &&
      cs_is_true(CS_PTR(ctx, cs_gen, v)->extra)) { /* of the prelude */
    r[A] = v;
    return CS_OK;
  }
  cs_value args[2] = {v, cs_int(C)};
  cs_status st =
      cs_call_intrinsic(ctx, CS_X_await_iter, 2, args, CS_RET_PLAIN, A, &out);
  if (st == CS_OK) r[A] = out;
  return st;
}

/* A coroutine may only be delegated to from one, or from the library. */
static cs_status get_yield_from(cs_ctx *ctx, uint32_t ins, cs_value *r) {
  cs_value out;
  if (cs_is(r[B], CS_L_GEN) &&
      CS_PTR(ctx, cs_gen, r[B])->h.kind != CS_GENKIND_ASYNC) {
    bool inside = CS_AT(ctx, cs_code, cs_frame_top(ctx)->code)->flags &
                  (CS_CODE_COROUTINE | CS_CODE_PRELUDE);
    if (CS_PTR(ctx, cs_gen, r[B])->h.kind == CS_GENKIND_CORO && !inside)
      return cs_throw(ctx, CS_TypeError,
                      "cannot 'yield from' a coroutine object in a "
                      "non-coroutine generator");
    r[A] = r[B];
    return CS_OK;
  }
  cs_status st = cs_slow_iter(ctx, r[B], CS_RET_ITEROBJ, A, &out);
  if (st == CS_OK) r[A] = out;
  return st;
}

/* CS_SLOW: not an instruction about names. */
static cs_status other_names(cs_ctx *ctx, uint32_t ins, uint32_t w, cs_value *r,
                             const cs_value *k) {
  switch (ins & 0xFF) {
    case CS_I_DELGLOBAL:
      return del_name(ctx, cs_ref(CS_L_DICT, top_func(ctx)->globals), k[BX]);
    case CS_I_GETNAME: return get_name(ctx, ins, r, k[BX]);
    case CS_I_SETNAME:
      return cs_is_dict(r[0]) ? cs_dict_set(ctx, r[0], k[BX], r[A])
                              : cs_slow_setitem(ctx, r[0], k[BX], r[A]);
    case CS_I_DELNAME: return del_name(ctx, r[0], k[BX]);
    case CS_I_GETCLSFREE: return get_class_free(ctx, ins, r, k[w]);
    case CS_I_MAKECELL: return make_cell(ctx, &r[A]);
    case CS_I_GETCELL: return unbound_local(ctx, k[w]);
    case CS_I_SETCELL: return set_cell(ctx, r[A], r[B]);
    case CS_I_DELCELL: return del_cell(ctx, r[A], k[w], true);
    case CS_I_GETFREE: return unbound_free(ctx, k[w]);
    case CS_I_DELFREE:
      return del_cell(ctx, cs_tuple_at(ctx, top_func(ctx)->closure, B), k[w],
                      false);
    case CS_I_CHECK: return unbound_local(ctx, k[BX]);
    default: return CS_SLOW;
  }
}

/* The container that an instruction adds to; 0: it adds to none. */
static uint32_t container_of(uint32_t ins) {
  switch (ins & 0xFF) {
    case CS_I_LISTEXTEND: return CS_L_LIST;
    case CS_I_SETADD:
    case CS_I_SETUPDATE: return CS_L_SET;
    case CS_I_DICTSET:
    case CS_I_DICTUPDATE:
    case CS_I_DICTMERGE: return CS_L_DICT;
    default: return 0;
  }
}

/* A frozen list, of the image, is in forged code only. */
cs_status cs_slow_append(cs_ctx *ctx, cs_value list, cs_value v) {
  if (!cs_is_list(list) || cs_is_frozen(ctx, list)) return broken(ctx);
  return cs_list_append(ctx, list, v);
}

/* container_of is asked first: whatever is added to must be what the
 * instruction says, and not belong to the image. */
cs_status cs_slow_build(cs_ctx *ctx, uint32_t ins, uint32_t w, cs_value *r,
                        const cs_value *k) {
  uint32_t wants = container_of(ins);
  if (wants && (!cs_is(r[A], wants) || cs_is_frozen(ctx, r[A])))
    return broken(ctx);
  switch (ins & 0xFF) {
    case CS_I_MAKEFUNC: return make_func(ctx, ins, w, r, k);
    case CS_I_SET: return build_set(ctx, ins, r);
    case CS_I_DICT: return build_dict(ctx, ins, r);
    case CS_I_DICTK: return build_dict_k(ctx, ins, k[w], r);
    case CS_I_STRCAT: return concat(ctx, ins, r);
    case CS_I_SLICE: return build_slice(ctx, ins, r);
    case CS_I_LISTEXTEND: return extend_list(ctx, &r[A], r[B], C);
    case CS_I_SETADD: return add_to_set(ctx, r[A], r[B]);
    case CS_I_SETUPDATE: return update_set(ctx, r[A], r[B]);
    case CS_I_DICTSET: return set_in_dict(ctx, r[A], r[B], r[C]);
    case CS_I_DICTUPDATE: return update_dict(ctx, r[A], r[B]);
    case CS_I_DICTMERGE: {
      cs_value args[3] = {r[A], r[B], r[C]}, out;
      return cs_call_intrinsic(ctx, CS_X_dict_merge, 3, args, CS_RET_DISCARD, 0,
                               &out);
    }
    case CS_I_LISTTUPLE: {
      cs_value out;
      if (!cs_is_list(r[B])) return broken(ctx);
      cs_status st = cs_tuple_new(ctx, cs_list_items(ctx, r[B]),
                                  cs_list_len(ctx, r[B]), &out);
      if (st == CS_OK) r[A] = out;
      return st;
    }
    case CS_I_UNPACKEX: return unpack_ex(ctx, ins, w, r);
    case CS_I_FORMAT: return format_value(ctx, ins, r);
    default: return cs_throw(ctx, CS_SystemError, "unknown opcode");
  }
}

/* Names first, as they are the most; an opcode that is in neither list cannot
 * come from ops.def. */
cs_status cs_slow_other(cs_ctx *ctx, uint32_t ins, uint32_t word, cs_value *r,
                        const cs_value *k) {
  cs_status st = other_names(ctx, ins, word, r, k);
  if (st != CS_SLOW) return st;
  switch (ins & 0xFF) {
    case CS_I_RAISE: return cs_unwind_raise(ctx, r[A], CS_UNBOUND);
    case CS_I_RAISEFROM: return cs_unwind_raise(ctx, r[A], r[B]);
    case CS_I_RERAISE: return raise_again(ctx, r[A]);
    case CS_I_RAISEBARE: return raise_bare(ctx);
    case CS_I_NAMESPACE: r[A] = r[0]; return CS_OK;
    case CS_I_GLOBALS:
      r[A] = cs_ref(CS_L_DICT, top_func(ctx)->globals);
      return CS_OK;
    case CS_I_GETAWAIT: return get_await(ctx, ins, r);
    case CS_I_GETYF: return get_yield_from(ctx, ins, r);
    default: return cs_throw(ctx, CS_SystemError, "unknown opcode");
  }
}
