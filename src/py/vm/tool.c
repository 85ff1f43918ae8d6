/*
 * tool.c - calls of host functions: check the arguments, pack them.
 *
 * A tool is a HOSTFUNC: a name, and optionally a Python function whose
 * signature is the tool's. The call becomes the three arguments of the
 * prelude's _host_call, which stops the run with a request; nothing of the host
 * is called from here.
 *
 * What reaches the host is data: a name, a tuple and a dict of values that the
 * wire format can carry. Whether the tool may be called at all is decided there
 * (session/tool.c), under the policy, with the arguments known.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/vm/vm.h"

/* Bind a copy of the arguments to the tool's signature: that raises what a
 * Python function would, and the host sees them as they were given. The copy
 * lies above the arguments and is wiped afterwards: registers above the frame
 * are expected to be zero by the collector. */
static cs_status check(cs_ctx *ctx, cs_value f, const cs_value *args,
                       uint32_t n, cs_value kwnames) {
  assert(cs_is(f, CS_L_FUNC));
  const cs_func *fn = CS_PTR(ctx, cs_func, f);
  uint32_t nregs = CS_AT(ctx, cs_code, fn->code)->nregs;
  /* Eight registers of distance: bind works in place and may write a few more
   * than it was given. */
  cs_value *copy = CS_AT(ctx, cs_value, cs_off_of(ctx, args + n + 8));
  cs_status st = cs_call_stack(ctx, copy + n + nregs);
  if (st != CS_OK) return st;
  memcpy(copy, args, n * sizeof *copy);
  st = cs_bind_args(ctx, fn, copy, n, kwnames);
  memset(copy, 0, (n + nregs) * sizeof *copy); /* the collector looks here */
  return st;
}

/* `args` are the values, one for each name. */
static cs_status pack_keywords(cs_ctx *ctx, const cs_value *args,
                               cs_value kwnames, cs_value *out) {
  uint32_t n = cs_tuple_len(ctx, kwnames);
  cs_status st = cs_dict_new(ctx, n, out);
  for (uint32_t i = 0; st == CS_OK && i < n; i++)
    st = cs_dict_set(ctx, *out, cs_tuple_at(ctx, kwnames, i), args[i]);
  return st;
}

/* args[0..2] are written at the end only, so a CS_RETRY repeats the call with
 * the arguments as they were; cs_call_reserved made sure of the room. */
cs_status cs_tool_pack(cs_ctx *ctx, cs_value f, cs_value *args, uint32_t n,
                       cs_value kwnames) {
  assert(cs_is(f, CS_L_HOSTFUNC));
  const cs_hostfunc *tool = CS_PTR(ctx, cs_hostfunc, f);
  uint32_t nkw = cs_is_unbound(kwnames) ? 0 : cs_tuple_len(ctx, kwnames);
  cs_value tuple, dict = CS_NONE;
  cs_status st = CS_OK;
  if (cs_is(tool->check, CS_L_FUNC))
    st = check(ctx, tool->check, args, n, kwnames);
  if (st == CS_OK) st = cs_tuple_new(ctx, args, n - nkw, &tuple);
  if (st == CS_OK && nkw)
    st = pack_keywords(ctx, args + n - nkw, kwnames, &dict);
  if (st != CS_OK) return st;
  args[0] = f;
  args[1] = tuple;
  args[2] = dict;
  return CS_OK;
}
