/*
 * bind_quick.c - arguments become parameters when nothing is wrong.
 *
 * Keyword names are interned, so a parameter is found by comparing bits.  All
 * values are gathered outside the registers first: whatever does not fit (too
 * many or missing arguments, unknown names) is left to bind.c, which finds the
 * registers as they were and knows the error texts.
 *
 * Called for most calls with keywords or defaults, so it allocates only for
 * *args and **kwargs and touches no memory beyond PARAMS values of C stack.
 * Danger: an allocation can answer CS_RETRY; therefore the registers are
 * written after the last one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/vm/vm.h"

#define PARAMS 24 /* more go the long way */

typedef struct quick {
  cs_ctx *ctx;
  const cs_func *fn;
  const cs_code *code;
  const cs_value *params; /* their names */
  uint32_t have;          /* parameters that are in place */
  uint32_t total;         /* without *args and **kwargs */
  uint32_t rest;          /* bit per keyword that goes to **kwargs */
  cs_value *value;        /* of the parameters from `have` on */
} quick;

/* Keyword `k` is called `name`: where does it go? False: given twice, or
 * unknown without **kwargs; bind.c has the text. */
static bool take_keyword(quick *q, uint32_t k, cs_value name, cs_value v) {
  for (uint32_t i = q->code->nposonly; i < q->total; i++) {
    if (!cs_same(q->params[i], name)) continue;
    /* Parameters below `have` got a positional argument. */
    if (i < q->have) return false; /* given twice */
    q->value[i] = v;
    return true;
  }
  assert(k < 32); /* a bit each; PARAMS is below */
  q->rest |= 1u << k;
  return q->code->flags & CS_CODE_VARKW;
}

/* Values for parameters that are UNBOUND in q->value. False: one has none. */
static bool fill_defaults(quick *q) {
  assert(q->have <= q->total);
  uint32_t nargs = q->code->nargs, i = q->have, have = 0;
  const cs_value *d = NULL;
  if (cs_is_tuple(q->fn->defaults)) {
    d = cs_tuple_items(q->ctx, q->fn->defaults);
    have = cs_tuple_len(q->ctx, q->fn->defaults);
  }
  for (; i < nargs; i++) {
    if (!cs_is_unbound(q->value[i])) continue;
    /* `have` defaults belong to the last parameters. */
    if (i + have < nargs) return false;
    q->value[i] = d[i + have - nargs];
  }
  for (; i < q->total; i++) {
    if (!cs_is_unbound(q->value[i])) continue;
    if (!cs_is_dict(q->fn->kwdefaults)) return false;
    q->value[i] = cs_dict_get_name(q->ctx, q->fn->kwdefaults, q->params[i]);
    if (cs_is_unbound(q->value[i])) return false;
  }
  return true;
}

/* The dict for **kwargs. `names` and `values` are those of all keywords; `rest`
 * says by bits which ones no parameter took. */
static cs_status collect(const quick *q, const cs_value *names,
                         const cs_value *values, cs_value *out) {
  uint32_t rest = q->rest;
  cs_status st = cs_dict_new(q->ctx, (uint32_t)__builtin_popcount(rest), out);
  for (; st == CS_OK && rest; rest &= rest - 1) {
    uint32_t k = (uint32_t)__builtin_ctz(rest);
    st = cs_dict_set(q->ctx, *out, names[k], values[k]);
  }
  return st;
}

/* The three loops: places for keywords, defaults, then everything into the
 * registers. `regs[npos + k]` is read before any register is written, and
 * `value` has room for PARAMS because `total` was compared with it. */
cs_status cs_bind_quick(cs_ctx *ctx, const cs_func *fn, cs_value *regs,
                        uint32_t npos, const cs_value *names, uint32_t nkw) {
  const cs_code *code = CS_AT(ctx, cs_code, fn->code);
  cs_value value[PARAMS]; /* not cleared: most calls need a few */
  quick q = {.ctx = ctx,
             .fn = fn,
             .code = code,
             .params = cs_tuple_items(ctx, code->varnames),
             .have = npos < code->nargs ? npos : code->nargs,
             .total = (uint32_t)code->nargs + code->nkwonly,
             .value = value};
  /* Everything that could need an error text or more than PARAMS places. */
  bool many = npos > code->nargs && !(code->flags & CS_CODE_VARARGS);
  if (many || q.total > PARAMS || nkw > PARAMS ||
      cs_tuple_len(ctx, code->varnames) < q.total)
    return CS_SLOW;
  assert(q.have <= q.total && q.total <= code->nregs);
  for (uint32_t i = q.have; i < q.total; i++) q.value[i] = CS_UNBOUND;
  for (uint32_t k = 0; k < nkw; k++)
    if (!take_keyword(&q, k, names[k], regs[npos + k])) return CS_SLOW;
  if (!fill_defaults(&q)) return CS_SLOW;
  cs_value star = CS_UNBOUND, kwargs = CS_UNBOUND;
  cs_status st = CS_OK;
  if (code->flags & CS_CODE_VARARGS)
    st = cs_tuple_new(ctx, regs + q.have, npos - q.have, &star);
  if (st == CS_OK && code->flags & CS_CODE_VARKW)
    st = collect(&q, names, regs + npos, &kwargs);
  if (st != CS_OK) return st;
  /* From here on nothing can fail. */
  for (uint32_t i = q.have; i < q.total; i++) regs[i] = q.value[i];
  uint32_t at = q.total;
  if (code->flags & CS_CODE_VARARGS) regs[at++] = star;
  if (code->flags & CS_CODE_VARKW) regs[at] = kwargs;
  return CS_OK;
}
