/*
 * engine_tool.c - tools of the host: definition, futures, pending calls.
 *
 * A tool with a signature carries a Python function with that signature and
 * an empty body: calling it checks the arguments exactly as CPython would,
 * then the host is asked.  A call that the host answers with "pending" gives
 * the program a HostFuture (prelude/lib/_host.py), kept by number in the
 * session's state until the host settles it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "py/engine_lib.h"
#include "py/engine_make.h"
#include "py/engine_value.h"
#include "py/heap/dict.h"
#include "py/heap/frame.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

/* --- definition ---------------------------------------------------------- */

/* A name, or a module's name, a dot and a name. */
static bool is_name(const char *s) {
  const char *start = s;
  bool dotted = false;
  for (const char *p = s; *p; p++) {
    unsigned char c = (unsigned char)*p;
    bool letter = c == '_' || c >= 0x80 || (unsigned)((c | 32) - 'a') < 26u;
    if (c == '.' && !dotted && p > start) {
      dotted = true;
      start = p + 1;
    } else if (!letter && (p == start || (unsigned)(c - '0') >= 10u)) {
      return false;
    }
  }
  return *start != 0;
}

/* Run "def name(signature): pass" in a namespace of its own. */
static cs_status make_check(cs_engine *e, const char *name,
                            const char *signature, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value *root = ctx->head->root, file, code, globals, f, key;
  size_t room = strlen(name) + strlen(signature) + 80;
  char *text = malloc(room);
  if (!text) return CS_EOS;
  int len = snprintf(text, room,
                     "from __future__ import annotations\ndef %s%s: pass\n",
                     name, signature);
  cs_status st = cs_str_new(ctx, "<tool>", 6, &file);
  root[CS_ROOT_SCRATCH3] = st == CS_OK ? file : CS_NONE;
  cs_source s = {
      .text = text, .len = (size_t)len, .filename = file, .mode = CS_MODE_EXEC};
  if (st == CS_OK) st = cs_engine_compile_source(e, &s, &code);
  free(text);
  if (st != CS_OK) return st;
  root[CS_ROOT_SCRATCH3] = code;
  st = cs_dict_new(ctx, 4, &globals);
  if (st != CS_OK) return st;
  root[CS_ROOT_SCRATCH2] = globals;
  st = cs_engine_function(ctx, code, globals, &f);
  if (st != CS_OK) return st;
  if (cs_engine_call(e, f, NULL, 0) != CS_STOP_DONE) return CS_THROW;
  st = cs_str_intern_bytes(ctx, name, strlen(name), &key);
  if (st != CS_OK) return st;
  *out = cs_dict_get_name(ctx, globals, key);
  return cs_is(*out, CS_L_FUNC) ? CS_OK : CS_EINVAL;
}

/* The namespace of a module that the host makes; new ones go to sys.modules. */
static cs_status module_dict(cs_ctx *ctx, const char *name, size_t n,
                             cs_value *out) {
  cs_value key, m, modules = ctx->head->root[CS_ROOT_MODULES];
  cs_off off;
  cs_status st = cs_str_intern_bytes(ctx, name, n, &key);
  if (st != CS_OK) return st;
  m = cs_dict_get_name(ctx, modules, key);
  if (cs_is(m, CS_L_MODULE)) {
    if (cs_space_is_lazy(ctx, m)) return CS_EINVAL;
    st = cs_space_own(ctx, m, out);
    return st == CS_OK && cs_is_frozen(ctx, *out) ? CS_EINVAL : st;
  }
  st = cs_dict_new(ctx, 4, out);
  if (st == CS_OK)
    st = cs_dict_set(ctx, *out, cs_known(ctx, CS_N___name__), key);
  if (st == CS_OK) st = cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off);
  if (st != CS_OK) return st;
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(*out);
  return cs_dict_set(ctx, modules, key, cs_ref(CS_L_MODULE, off));
}

/* "f" lives in __main__, "tools.f" in the module tools. */
static cs_status add_tool(cs_engine *e, const char *name, const char *doc,
                          cs_value check, uint32_t flags) {
  cs_ctx *ctx = &e->ctx;
  const char *dot = strchr(name, '.'), *last = dot ? dot + 1 : name;
  cs_value home = ctx->head->root[CS_ROOT_GLOBALS];
  cs_value key, full, f, text = CS_NONE;
  cs_status st = cs_str_intern_bytes(ctx, last, strlen(last), &key);
  if (st == CS_OK) st = cs_str_new(ctx, name, strlen(name), &full);
  if (st == CS_OK && dot)
    st = module_dict(ctx, name, (size_t)(dot - name), &home);
  if (st == CS_OK && doc) st = cs_str_new(ctx, doc, strlen(doc), &text);
  if (st == CS_OK) st = cs_engine_make_tool(ctx, full, &f);
  if (st != CS_OK) return st;
  cs_hostfunc *h = CS_PTR(ctx, cs_hostfunc, f);
  h->doc = text;
  h->check = check;
  h->h.flags = flags & CS_ENGINE_TOOL_ASYNC ? CS_HOSTFUNC_ASYNC : 0;
  return cs_dict_set(ctx, home, key, f);
}

cs_status cs_engine_add_tool(cs_engine *e, const char *name,
                             const char *signature, const char *doc,
                             uint32_t flags) {
  cs_ctx *ctx = &e->ctx;
  cs_value check = CS_NONE;
  if (!is_name(name)) return CS_EINVAL;
  if (doc && cs_utf8_check((const uint8_t *)doc, strlen(doc), false, NULL) !=
                 strlen(doc))
    return CS_EINVAL;
  cs_status st = CS_OK;
  if (signature) {
    if (cs_engine_is_waiting(e)) return CS_EINVAL;
    ctx->head->fuel_left = e->limits.fuel;
    ctx->fuel = 0;
    cs_engine_collect(e); /* room for what follows, or there is none */
    const char *dot = strchr(name, '.');
    st = make_check(e, dot ? dot + 1 : name, signature, &check);
    cs_alloc_pace(ctx);
  }
  if (st == CS_OK) st = add_tool(e, name, doc, check, flags);
  if (st == CS_RETRY) {
    ctx->head->root[CS_ROOT_SCRATCH2] = check;
    cs_engine_collect(e);
    st = add_tool(e, name, doc, check, flags);
  }
  if (st == CS_THROW) {
    cs_engine_note_error(e);
    return CS_ESYNTAX;
  }
  return st == CS_RETRY ? CS_ELIMIT : st;
}

/* --- futures ------------------------------------------------------------- */

static cs_status set(cs_ctx *ctx, cs_value obj, const char *name, cs_value v) {
  return cs_engine_lib_set(ctx, obj, name, v);
}

/* `state` as in _host.py: 0 pending, 1 value, 2 exception. */
cs_status cs_engine_make_future(cs_engine *e, int state, cs_value value,
                                cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value req = ctx->head->root[CS_ROOT_REQUEST], number;
  cs_off cls = cs_engine_lib_class(e, CS_LIB_HOSTFUTURE);
  if (!cls || !cs_is_tuple(req) || cs_tuple_len(ctx, req) == 0)
    return CS_EINVAL;
  cs_value name = cs_tuple_at(ctx, req, 0);
  cs_status st = cs_int_new(ctx, (int64_t)ctx->head->next_call, &number);
  if (st == CS_OK) st = cs_instance_new(ctx, cls, out);
  if (st == CS_OK) st = set(ctx, *out, "_number", number);
  if (st == CS_OK) st = set(ctx, *out, "_state", cs_int(state));
  if (st == CS_OK) st = set(ctx, *out, "_value", value);
  if (st == CS_OK) st = set(ctx, *out, "_waiters", CS_NONE);
  if (st == CS_OK) st = set(ctx, *out, "_steps", CS_NONE);
  if (st == CS_OK) st = set(ctx, *out, "__name__", name);
  if (st == CS_OK) st = set(ctx, *out, "__qualname__", name);
  return st;
}

/* The dict behind _host.pending_calls(). */
static cs_status registry(cs_ctx *ctx, bool make, cs_value *out) {
  cs_value key, state = ctx->head->root[CS_ROOT_STATE];
  cs_status st = cs_engine_lib_name(ctx, "host_futures", &key);
  if (st != CS_OK) return st;
  *out = cs_dict_get_name(ctx, state, key);
  if (cs_is_dict(*out)) return CS_OK;
  if (!make) return CS_EINVAL;
  st = cs_dict_new(ctx, 4, out);
  return st == CS_OK ? cs_dict_set(ctx, state, key, *out) : st;
}

cs_status cs_engine_make_pending(cs_engine *e, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value table, number;
  cs_status st = registry(ctx, true, &table);
  if (st == CS_OK) st = cs_engine_make_future(e, 0, CS_NONE, out);
  if (st == CS_OK) st = cs_int_new(ctx, (int64_t)ctx->head->next_call, &number);
  return st == CS_OK ? cs_dict_set(ctx, table, number, *out) : st;
}

size_t cs_engine_pending(cs_engine *e, uint64_t *ids, size_t max) {
  cs_ctx *ctx = &e->ctx;
  cs_value table, key, v;
  uint32_t pos = 0;
  size_t n = 0;
  if (registry(ctx, false, &table) != CS_OK) return 0;
  while (cs_dict_next(ctx, table, &pos, &key, &v)) {
    int64_t id;
    if (!cs_is_anyint(key) || !cs_int_as_i64(ctx, key, &id)) continue;
    if (n < max) ids[n] = (uint64_t)id;
    n++;
  }
  return n;
}

double cs_engine_ask_timeout(const cs_engine *e) {
  const cs_ctx *ctx = &e->ctx;
  cs_value req = ctx->head->root[CS_ROOT_REQUEST], v = CS_NONE;
  if (cs_is_tuple(req) && cs_tuple_len(ctx, req) > 0)
    v = cs_tuple_at(ctx, req, 0);
  if (cs_is_int(v)) return (double)cs_int_of(v);
  if (cs_is_float(v) && cs_float_of(v) >= 0) return cs_float_of(v);
  return -1;
}

/* Does the program await the call's result at once?  Below the native is the
 * caller. */
static bool is_awaited(const cs_ctx *ctx) {
  if (ctx->head->nframes < 2) return false;
  const cs_frame *f = cs_frame_at(ctx, ctx->head->nframes - 2);
  if (f->flags & CS_FRAME_NATIVE) return false;
  const cs_code *c = CS_AT(ctx, cs_code, f->code);
  cs_off start = cs_off_of(ctx, CS_AT(ctx, cs_raw, c->insns)->data);
  if (f->pc < start || f->pc >= start + c->ninsns * 4) return false;
  return (*CS_AT(ctx, uint32_t, f->pc) & 0xFF) == CS_I_GETAWAIT;
}

bool cs_engine_wants_future(const cs_engine *e) {
  const cs_ctx *ctx = &e->ctx;
  cs_value req = ctx->head->root[CS_ROOT_REQUEST];
  if (ctx->head->request != CS_REQ_CALL || !cs_is_tuple(req)) return false;
  uint32_t n = cs_tuple_len(ctx, req);
  if (n > 4 && cs_is_true(cs_tuple_at(ctx, req, 4))) return true;
  return n > 4 && is_awaited(ctx);
}

bool cs_engine_is_async_call(const cs_engine *e) {
  const cs_ctx *ctx = &e->ctx;
  cs_value req = ctx->head->root[CS_ROOT_REQUEST];
  return ctx->head->request == CS_REQ_CALL && cs_is_tuple(req) &&
         cs_tuple_len(ctx, req) > 4 && cs_is_true(cs_tuple_at(ctx, req, 4));
}
