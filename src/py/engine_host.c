/*
 * engine_host.c - requests of a program, and the host's replies.
 *
 * A native that needs the outside stops the run with a request; its details
 * are a tuple in root REQUEST.  The reply becomes the native's result: it is
 * written into register 0 of the trampoline on top of the stack, and the next
 * cs_run goes on from there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "base/utf8.h"
#include "py/engine_in.h"
#include "py/engine_value.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/type.h"
#include "py/vm/vm.h"

/* --- reading the request ------------------------------------------------- */

const char *cs_engine_ask(cs_engine *e, cs_ask *kind, size_t *len) {
  cs_ctx *ctx = &e->ctx;
  cs_value req;
  *len = 0;
  *kind = CS_ASK_NONE;
  if (cs_engine_wake(e) != CS_OK) return "";
  req = ctx->head->root[CS_ROOT_REQUEST];
  switch (ctx->head->request) {
    case CS_REQ_CALL: *kind = CS_ASK_CALL; break;
    case CS_REQ_OS: *kind = CS_ASK_OS; break;
    case CS_REQ_NAME: *kind = CS_ASK_NAME; break;
    case CS_REQ_WAIT: *kind = CS_ASK_WAIT; return "";
    default: return "";
  }
  if (!cs_is_tuple(req) || cs_tuple_len(ctx, req) == 0) return "";
  cs_value name = cs_tuple_at(ctx, req, 0);
  if (!cs_is_str(name)) return "";
  uint32_t n;
  const char *s = cs_str_data(ctx, name, &n);
  *len = n;
  return s;
}

static cs_value ask_arg(const cs_ctx *ctx, uint32_t i) {
  cs_value req = ctx->head->root[CS_ROOT_REQUEST];
  if (!cs_is_tuple(req) || cs_tuple_len(ctx, req) < 2) return CS_UNBOUND;
  cs_value args = cs_tuple_at(ctx, req, 1);
  if (!cs_is_tuple(args) || i >= cs_tuple_len(ctx, args)) return CS_UNBOUND;
  return cs_tuple_at(ctx, args, i);
}

bool cs_engine_ask_int(cs_engine *e, uint32_t i, int64_t *out) {
  cs_value v = ask_arg(&e->ctx, i);
  return cs_is_anyint(v) && cs_int_as_i64(&e->ctx, v, out);
}

uint64_t cs_engine_ask_id(const cs_engine *e) {
  return e->ctx.head->next_call;
}

uint64_t cs_engine_ask_object(const cs_engine *e) {
  const cs_ctx *ctx = &e->ctx;
  cs_value req = ctx->head->root[CS_ROOT_REQUEST];
  uint32_t at = ctx->head->request == CS_REQ_NAME ? 1 : 3;
  int64_t id;
  if (!cs_is_tuple(req) || cs_tuple_len(ctx, req) <= at) return 0;
  cs_value v = cs_tuple_at(ctx, req, at);
  return cs_is_anyint(v) && cs_int_as_i64(ctx, v, &id) ? (uint64_t)id : 0;
}

cs_status cs_engine_ask_wire(cs_engine *e, cs_wire *w) {
  cs_ctx *ctx = &e->ctx;
  cs_value req = ctx->head->root[CS_ROOT_REQUEST];
  uint32_t n = cs_is_tuple(req) ? cs_tuple_len(ctx, req) : 0;
  bool call = ctx->head->request == CS_REQ_CALL;
  bool args = call || ctx->head->request == CS_REQ_OS;
  size_t start = w->len;
  cs_status st = CS_OK;
  if (args && n > 1 && cs_is_tuple(cs_tuple_at(ctx, req, 1)))
    st = cs_engine_encode(e, cs_tuple_at(ctx, req, 1), w);
  else
    cs_wire_begin(w, CS_WIRE_TUPLE, 0);
  if (st == CS_OK && call && n > 2 && cs_is_dict(cs_tuple_at(ctx, req, 2)))
    st = cs_engine_encode(e, cs_tuple_at(ctx, req, 2), w);
  else
    cs_wire_begin(w, CS_WIRE_DICT, 0);
  if (w->status == CS_OK) cs_charge(ctx, (w->len - start) / 16);
  return w->status;
}

static bool is_utf8(const char *s, size_t n) {
  return cs_utf8_check((const uint8_t *)s, n, false, NULL) == n;
}

/* --- answering it -------------------------------------------------------- */

static void close_request(cs_ctx *ctx) {
  ctx->head->request = CS_REQ_NONE;
  ctx->head->root[CS_ROOT_REQUEST] = CS_NONE;
  ctx->head->next_call++;
}

static void answer(cs_engine *e, cs_value v) {
  cs_ctx *ctx = &e->ctx;
  if (!cs_engine_is_waiting(e)) return;
  cs_frame_regs(ctx, cs_frame_top(ctx))[0] = v;
  close_request(ctx);
}

/* Continue with the exception that was just thrown. */
static cs_status raise_here(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  close_request(ctx);
  cs_status st = cs_unwind(ctx);
  if (st == CS_CALLBACK || st == CS_OK) return CS_OK;
  return st;
}

/* The guest has no room for the reply: that is its MemoryError. */
static cs_status settle(cs_engine *e, cs_status st, cs_value v) {
  if (st == CS_RETRY) st = cs_throw_value(&e->ctx, CS_MemoryError, CS_UNBOUND);
  if (st == CS_THROW) return raise_here(e);
  if (st == CS_OK) answer(e, v);
  return st;
}

cs_status cs_engine_reply_int(cs_engine *e, int64_t n) {
  cs_value v;
  cs_status st = cs_int_new(&e->ctx, n, &v);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    st = cs_int_new(&e->ctx, n, &v);
  }
  return settle(e, st, v);
}

static cs_status reply_bytes(cs_engine *e, const void *data, size_t len) {
  cs_value v;
  if (len > UINT32_MAX) return CS_EINVAL;
  uint32_t n = (uint32_t)len;
  cs_status st = cs_bytes_new(&e->ctx, CS_L_BYTES, data, n, &v);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    st = cs_bytes_new(&e->ctx, CS_L_BYTES, data, n, &v);
  }
  return settle(e, st, v);
}

void *cs_engine_reply_room(cs_engine *e, size_t n) {
  cs_value v;
  uint8_t *data;
  cs_status st = cs_bytes_room(&e->ctx, CS_L_BYTES, n, &v, &data);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    st = cs_bytes_room(&e->ctx, CS_L_BYTES, n, &v, &data);
  }
  if (st != CS_OK) {
    (void)!settle(e, st, CS_NONE);
    return NULL;
  }
  e->ctx.head->root[CS_ROOT_REPLY] = v;
  return data;
}

cs_status cs_engine_reply_filled(cs_engine *e, size_t got) {
  cs_value v = e->ctx.head->root[CS_ROOT_REPLY];
  const uint8_t *data;
  uint32_t len;
  e->ctx.head->root[CS_ROOT_REPLY] = CS_NONE;
  if (!cs_bytes_view(&e->ctx, v, &data, &len) || got > len) return CS_EINVAL;
  if (got < len) return reply_bytes(e, data, got);
  answer(e, v);
  return CS_OK;
}

static cs_status throw_os(cs_ctx *ctx, int code, const char *text) {
  cs_value args[2], tuple, exc;
  args[0] = cs_int(code);
  cs_status st = cs_str_new(ctx, text, strlen(text), &args[1]);
  if (st == CS_OK) st = cs_tuple_new(ctx, args, 2, &tuple);
  if (st == CS_OK)
    st = cs_exc_new(ctx, cs_exc_obj_os_class(ctx, code), tuple, &exc);
  if (st == CS_OK)
    st = cs_instance_set(ctx, exc, cs_known(ctx, CS_N_errno_), args[0]);
  if (st == CS_OK)
    st = cs_instance_set(ctx, exc, cs_known(ctx, CS_N_strerror), args[1]);
  return st == CS_OK ? cs_throw_object(ctx, exc) : st;
}

cs_status cs_engine_reply_oserror(cs_engine *e, int code, const char *text) {
  cs_status st = throw_os(&e->ctx, code, text);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    st = throw_os(&e->ctx, code, text);
  }
  return settle(e, st, CS_NONE);
}

cs_status cs_engine_reply_error(cs_engine *e, const char *type,
                                const char *message) {
  cs_ctx *ctx = &e->ctx;
  if (!cs_engine_is_waiting(e)) return CS_EINVAL;
  if (!is_utf8(message, strlen(message))) return CS_EINVAL;
  cs_value text, args, exc;
  cs_status st = cs_str_new(ctx, message, strlen(message), &text);
  if (st == CS_OK) st = cs_tuple_new(ctx, &text, 1, &args);
  if (st == CS_OK)
    st = cs_exc_new(ctx, cs_engine_exc_by_name(ctx, type, strlen(type)), args,
                    &exc);
  if (st == CS_OK) st = cs_throw_object(ctx, exc);
  return settle(e, st, CS_NONE);
}

/* --- replies as bytes ---------------------------------------------------- */

/* The prelude finishes the value; its result is the answer. */
static cs_status answer_fixed(cs_engine *e, cs_value v, cs_value fixes) {
  cs_ctx *ctx = &e->ctx;
  cs_value args[2] = {v, fixes}, out;
  if (!cs_engine_is_waiting(e)) return CS_EINVAL;
  cs_status st =
      cs_call_intrinsic(ctx, CS_X_wire_fix, 2, args, CS_RET_PLAIN, 0, &out);
  if (st == CS_RETRY) {
    ctx->head->root[CS_ROOT_SCRATCH0] = v;
    ctx->head->root[CS_ROOT_SCRATCH1] = fixes;
    cs_engine_collect(e);
    st = cs_call_intrinsic(ctx, CS_X_wire_fix, 2, args, CS_RET_PLAIN, 0, &out);
  }
  if (st != CS_CALLBACK) return settle(e, st, out);
  close_request(ctx);
  return CS_OK;
}

/* What the program can await, with `v` inside; unfinished values are rooted. */
static cs_status as_future(cs_engine *e, int state, cs_value fixes,
                           cs_value *v) {
  cs_value future;
  cs_status st = cs_engine_make_future(e, state, *v, &future);
  if (st == CS_RETRY) {
    e->ctx.head->root[CS_ROOT_SCRATCH0] = *v;
    e->ctx.head->root[CS_ROOT_SCRATCH1] = fixes;
    cs_engine_collect(e);
    st = cs_engine_make_future(e, state, *v, &future);
  }
  if (st == CS_OK) *v = future;
  return st;
}

/* The answer to a name becomes a global, so that it is asked for once; without
 * room it will be asked for again. */
static void keep_name(cs_ctx *ctx, cs_value v) {
  cs_value req = ctx->head->root[CS_ROOT_REQUEST], name;
  if (!cs_is_tuple(req) || cs_tuple_len(ctx, req) != 1) return;
  if (!cs_is_str(cs_tuple_at(ctx, req, 0))) return;
  if (cs_str_intern(ctx, cs_tuple_at(ctx, req, 0), &name) != CS_OK) return;
  (void)!cs_dict_set(ctx, ctx->head->root[CS_ROOT_GLOBALS], name, v);
}

cs_status cs_engine_reply_wire(cs_engine *e, const void *bytes, size_t n) {
  cs_value v, fixes;
  if (!cs_engine_is_waiting(e)) return CS_EINVAL;
  cs_status st = cs_engine_decode_all(e, bytes, n, &v, &fixes);
  if (st == CS_OK && cs_engine_wants_future(e)) st = as_future(e, 1, fixes, &v);
  if (st == CS_OK && e->ctx.head->request == CS_REQ_NAME) keep_name(&e->ctx, v);
  if (st == CS_OK && !cs_is_none(fixes)) return answer_fixed(e, v, fixes);
  return settle(e, st, v);
}

cs_status cs_engine_reply_pending(cs_engine *e) {
  cs_value v;
  if (!cs_engine_is_waiting(e) || e->ctx.head->request != CS_REQ_CALL)
    return CS_EINVAL;
  cs_status st = cs_engine_make_pending(e, &v);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    st = cs_engine_make_pending(e, &v);
  }
  return settle(e, st, v);
}

static cs_status throw_name(cs_ctx *ctx, cs_value name) {
  cs_status st = cs_throw(ctx, CS_NameError, "name '%v' is not defined", name);
  if (st != CS_THROW) return st;
  return cs_instance_set(ctx, ctx->head->root[CS_ROOT_EXC],
                         cs_known(ctx, CS_N_name), name) == CS_OK
             ? CS_THROW
             : CS_RETRY;
}

cs_status cs_engine_reply_undefined(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  cs_value req = ctx->head->root[CS_ROOT_REQUEST];
  if (!cs_engine_is_waiting(e) || !cs_is_tuple(req) ||
      !cs_is_str(cs_tuple_at(ctx, req, 0)))
    return CS_EINVAL;
  cs_value name = cs_tuple_at(ctx, req, 0);
  bool attribute =
      ctx->head->request == CS_REQ_NAME && cs_tuple_len(ctx, req) > 1;
  cs_status st = attribute ? cs_throw(ctx, CS_AttributeError,
                                      "host object has no attribute '%v'", name)
                           : throw_name(ctx, name);
  return settle(e, st, CS_NONE);
}

cs_status cs_engine_reply_raise(cs_engine *e, const void *bytes, size_t n) {
  cs_ctx *ctx = &e->ctx;
  cs_value v, fixes;
  if (!cs_engine_is_waiting(e)) return CS_EINVAL;
  cs_status st = cs_engine_decode_all(e, bytes, n, &v, &fixes);
  if (st == CS_OK && !cs_is_exception(ctx, v)) return CS_EINVAL;
  if (st == CS_OK && cs_engine_is_async_call(e)) {
    st = as_future(e, 2, CS_NONE, &v);
    return settle(e, st, v);
  }
  if (st == CS_OK) st = cs_throw_object(ctx, v);
  return settle(e, st, v);
}

/* --- sys.argv, sys.path -------------------------------------------------- */

/* A list of texts that sys finds under `name`. */
static cs_status put_words(cs_ctx *ctx, const char *name, size_t n,
                           const char *const *argv) {
  cs_value list, key, v;
  cs_status st = cs_str_intern_bytes(ctx, name, strlen(name), &key);
  if (st == CS_OK) st = cs_list_new(ctx, NULL, 0, &list);
  if (st == CS_OK)
    st = cs_dict_set(ctx, ctx->head->root[CS_ROOT_STATE], key, list);
  for (size_t i = 0; st == CS_OK && i < n; i++) {
    st = cs_str_new(ctx, argv[i], strlen(argv[i]), &v);
    if (st == CS_OK) st = cs_list_append(ctx, list, v);
  }
  return st;
}

static cs_status set_words(cs_engine *e, const char *name, size_t n,
                           const char *const *words) {
  for (size_t i = 0; i < n; i++)
    if (!is_utf8(words[i], strlen(words[i]))) return CS_EINVAL;
  cs_status st = cs_engine_wake(e);
  if (st != CS_OK) return st;
  st = put_words(&e->ctx, name, n, words);
  if (st == CS_RETRY) {
    cs_engine_collect(e);
    st = put_words(&e->ctx, name, n, words);
  }
  return st == CS_RETRY ? CS_ELIMIT : st;
}

cs_status cs_engine_set_argv(cs_engine *e, size_t n, const char *const *argv) {
  return set_words(e, "argv", n, argv);
}

cs_status cs_engine_set_path(cs_engine *e, size_t n, const char *const *path) {
  return set_words(e, "path", n, path);
}
