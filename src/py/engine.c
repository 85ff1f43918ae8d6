/*
 * engine.c - sessions: start, run, stop; and the requests served in here.
 *
 * This is the only file that calls the dispatch loop.  Requests that need the
 * compiler are answered on the spot, invisible to the host; everything else
 * becomes a stop.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/engine.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/scratch.h"
#include "base/utf8.h"
#include "py/engine_in.h"
#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/lang/emit_unit.h"
#include "py/lang/parse.h"
#include "py/lang/scope.h"
#include "py/lang/tree.h"
#include "py/lang/tree_read.h"
#include "py/snap/draft.h"
#include "py/types/bytes.h"
#include "py/types/ops.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "py/vm/vm.h"

void cs_limits_default(cs_limits *l) {
  *l = (cs_limits){.memory = UINT64_C(256) << 20,
                   .fuel = UINT64_C(10000000000),
                   .output = UINT64_C(64) << 20,
                   .recursion = 1000,
                   .source = UINT64_C(4) << 20,
                   .compile = UINT64_C(256) << 20};
}

/* --- compiling ----------------------------------------------------------- */

static void collect(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  h->stack_top =
      h->nframes ? cs_frame_end(ctx, cs_frame_top(ctx)) : CS_STACK_BASE;
  cs_gc_collect(ctx);
  cs_alloc_unpace(ctx);
}

static cs_status set_attr(cs_ctx *ctx, cs_value exc, cs_name_id name,
                          cs_value v) {
  return cs_instance_set(ctx, exc, cs_known(ctx, name), v);
}

/* The line of an error with its end.  Passes after the parser look it up in
 * the file, as CPython does: text that has none gives None. */
static cs_status error_line(cs_ctx *ctx, const cs_unit *u, const cs_source *s,
                            cs_value *out) {
  size_t len;
  const char *at = cs_unit_line(u, (uint32_t)u->error.line, &len);
  *out = CS_NONE;
  if (u->root && !s->file) return CS_OK;
  if (cs_utf8_check((const uint8_t *)at, len, false, NULL) != len)
    return CS_OK; /* bytes that are no text cannot be shown */
  bool ended = at + len < u->src + u->len;
  if (u->error.bare) return cs_str_new(ctx, at, len, out);
  if (ended || s->mode == CS_MODE_EVAL)
    return cs_str_new(ctx, at, len + ended, out);
  cs_value parts[2];
  cs_status st = cs_str_new(ctx, at, len, &parts[0]);
  if (st == CS_OK) st = cs_str_new(ctx, "\n", 1, &parts[1]);
  return st == CS_OK ? cs_op_binary(ctx, CS_B_ADD, parts[0], parts[1], out)
                     : st;
}

/* The exception for a syntax error, raised. */
cs_status cs_engine_raise_syntax(cs_ctx *ctx, const cs_unit *u,
                                 const cs_source *s) {
  static const uint8_t cls[] = {[CS_ERROR_SYNTAX] = CS_SyntaxError,
                                [CS_ERROR_INDENTATION] = CS_IndentationError,
                                [CS_ERROR_TAB] = CS_TabError,
                                [CS_ERROR_MEMORY] = CS_MemoryError,
                                [CS_ERROR_VALUE] = CS_ValueError,
                                [CS_ERROR_RECURSION] = CS_RecursionError};
  const cs_syntax_error *er = &u->error;
  cs_exc_id id = (cs_exc_id)cls[er->kind];
  cs_value text, line, args[2], detail[6], exc, tuple;
  cs_status st = cs_str_new(ctx, er->text, strlen(er->text), &text);
  if (st != CS_OK) return st;
  if (er->kind >= CS_ERROR_MEMORY) return cs_throw_value(ctx, id, text);
  st = error_line(ctx, u, s, &line);
  if (st != CS_OK) return st;
  bool at_end = s->mode == CS_MODE_EVAL && !u->root && er->col == er->end_col &&
                (uint64_t)er->col > u->len; /* nothing left to point at */
  detail[0] = s->filename;
  bool nothing = s->mode == CS_MODE_EVAL && u->len == 0;
  detail[1] = cs_int(nothing ? 0 : er->line);
  detail[2] = cs_int(at_end ? 0 : er->col);
  detail[3] = line;
  detail[4] = cs_int(nothing ? 0 : er->end_line);
  detail[5] = cs_int(at_end ? 0 : er->end_col);
  args[0] = text;
  st = cs_tuple_new(ctx, detail, 6, &args[1]);
  if (st == CS_OK) st = cs_tuple_new(ctx, args, 2, &tuple);
  if (st == CS_OK) st = cs_exc_new(ctx, cs_exc_class(ctx, id), tuple, &exc);
  static const uint16_t name[] = {CS_N_filename,   CS_N_lineno,
                                  CS_N_offset,     CS_N_text,
                                  CS_N_end_lineno, CS_N_end_offset};
  for (size_t i = 0; st == CS_OK && i < 6; i++)
    st = set_attr(ctx, exc, (cs_name_id)name[i], detail[i]);
  if (st == CS_OK) st = set_attr(ctx, exc, CS_N_msg, text);
  if (st == CS_OK) st = set_attr(ctx, exc, CS_N_print_file_and_line, CS_NONE);
  return st == CS_OK ? cs_throw_object(ctx, exc) : st;
}

/* Scratch that every compilation may take, whatever the session holds. */
#define SCRATCH_FREE (UINT64_C(8) << 20)

/* A compilation's temporaries count against the memory limit like the heap;
 * without this a program would have both limits at once. */
static void limit_scratch(cs_engine *e) {
  const cs_head *h = e->ctx.head;
  uint64_t used = cs_alloc_live(h) + h->external;
  uint64_t room = (h->limit > used ? h->limit - used : 0) + SCRATCH_FREE;
  if (e->building || room > e->limits.compile) room = e->limits.compile;
  cs_scratch_limit(&e->slot->scratch, (size_t)room);
}

cs_status cs_engine_parse(cs_engine *e, const cs_source *s, cs_unit *u) {
  cs_scratch_reset(&e->slot->scratch);
  limit_scratch(e);
  cs_status st = cs_unit_init(u, &e->slot->scratch, s->unit_flags);
  if (st == CS_OK)
    st = cs_is_tuple(s->tree) ? cs_tree_read(&e->ctx, u, s->mode, s->tree)
                              : cs_parse_module(u, s->text, s->len, s->mode);
  if (st != CS_OK || s->options & CS_EMIT_TREE) return st;
  return cs_scope_build(u);
}

/* One warning, as the prelude's _give_warnings takes it. */
static cs_status warning_tuple(cs_ctx *ctx, const cs_warning *w,
                               cs_value filename, cs_value *out) {
  cs_value v[8] = {cs_bool(w->deprecated),
                   CS_NONE,
                   filename,
                   cs_int(w->line),
                   cs_int(w->col),
                   cs_int(w->end_line),
                   cs_int(w->end_col),
                   cs_bool(w->shows_line)};
  size_t n = strlen(w->text);
  assert(cs_utf8_is_ascii((const uint8_t *)w->text, n));
  cs_status st = cs_str_new(ctx, w->text, n, &v[1]);
  return st == CS_OK ? cs_tuple_new(ctx, v, 8, out) : st;
}

/* What the compiler warns of waits in the session's state for code that can
 * tell: _compiled(), or what starts the program. */
static cs_status note_warnings(cs_engine *e, const cs_unit *u,
                               const cs_source *s) {
  cs_ctx *ctx = &e->ctx;
  cs_value list, item, key;
  if (!u->warnings || e->building || s->options & CS_EMIT_PRELUDE) return CS_OK;
  cs_status st = cs_list_new(ctx, NULL, 0, &list);
  for (const cs_warning *w = u->warnings; w && st == CS_OK; w = w->next) {
    st = warning_tuple(ctx, w, s->filename, &item);
    if (st == CS_OK) st = cs_list_append(ctx, list, item);
  }
  if (st == CS_OK) st = cs_str_intern_bytes(ctx, "compiler.warnings", 17, &key);
  if (st == CS_OK)
    st = cs_dict_set(ctx, ctx->head->root[CS_ROOT_STATE], key, list);
  e->warned = st == CS_OK;
  return st;
}

/* What a large source took counts while the heap grows beside it. */
static void count_scratch(cs_engine *e) {
  uint64_t held = e->slot->scratch.held;
  if (held <= SCRATCH_FREE || e->building) return;
  e->ctx.head->external = held - SCRATCH_FREE;
  cs_alloc_unpace(&e->ctx);
}

/* The program goes on and may use all of its memory: give this back. */
static void drop_scratch(cs_engine *e) {
  cs_scratch_reset(&e->slot->scratch);
  if (!e->ctx.head->external) return;
  e->ctx.head->external = 0;
  cs_alloc_pace(&e->ctx);
}

static cs_status compile_once(cs_engine *e, const cs_source *s, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_unit u;
  cs_value source = CS_NONE;
  cs_status st = cs_engine_parse(e, s, &u);
  count_scratch(e);
  bool tree = s->options & CS_EMIT_TREE;
  if (st == CS_OK) st = note_warnings(e, &u, s);
  if (st == CS_OK && tree) return cs_tree_build(ctx, &u, out);
  if (st == CS_OK && !e->building && !cs_is_tuple(s->tree)) {
    /* kept for tracebacks; invalid bytes would have been refused */
    st = cs_str_new(ctx, u.src, u.len, &source);
  }
  if (st == CS_OK)
    st = cs_emit_unit(ctx, &u, s->filename, source, s->options, out);
  if (st == CS_ESYNTAX) return cs_engine_raise_syntax(ctx, &u, s);
  return st;
}

/* Without a message where there is no room for one. */
static cs_status too_complex(cs_ctx *ctx) {
  cs_status st =
      cs_throw(ctx, CS_MemoryError, "source is too complex to compile");
  return st == CS_RETRY ? cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND) : st;
}

cs_status cs_engine_compile_source(cs_engine *e, const cs_source *s,
                                   cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_charge(ctx, s->len / 8 + 1);
  if (s->len > e->limits.source)
    return cs_throw(ctx, CS_MemoryError,
                    "source text of %u bytes is over the limit of %u",
                    (uint64_t)s->len, e->limits.source);
  int64_t fuel = ctx->fuel;
  cs_status st = compile_once(e, s, out);
  drop_scratch(e);
  bool tight = st == CS_ELIMIT && e->slot->scratch.limit < e->limits.compile;
  if (st == CS_ELIMIT && !tight) return too_complex(ctx);
  if (st != CS_RETRY && !tight) return st;
  ctx->fuel = fuel; /* constants that were folded are not paid twice */
  collect(ctx);
  st = compile_once(e, s, out);
  drop_scratch(e);
  cs_alloc_pace(ctx);
  if (st == CS_ELIMIT) return too_complex(ctx);
  return st == CS_RETRY ? cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND) : st;
}

/* --- requests served here ------------------------------------------------ */

/* The native of the top trampoline gets `v` as its result. */
static void answer(cs_ctx *ctx, cs_value v) {
  cs_frame_regs(ctx, cs_frame_top(ctx))[0] = v;
}

/* (source, filename, mode, flags): eight bits each for the parser and the
 * emitter, then one for text that comes from a file. */
static cs_status serve_compile(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  cs_value req = ctx->head->root[CS_ROOT_REQUEST];
  const cs_value *a = cs_tuple_items(ctx, req);
  uint32_t len = 0;
  const uint8_t *bytes = NULL;
  bool is_text = cs_is_str(a[0]);
  /* _compile() looked at them, but a request may come from a snapshot. */
  bool is_tree = cs_is_tuple(a[0]);
  if ((!is_text && !is_tree && !cs_bytes_view(ctx, a[0], &bytes, &len)) ||
      !cs_is_str(a[1]) || !cs_is_int(a[2]) || cs_int_of(a[2]) < 0 ||
      cs_int_of(a[2]) > CS_MODE_FUNC || !cs_is_int(a[3]))
    return CS_ECORRUPT;
  cs_source s = {.text = is_text   ? cs_str_data(ctx, a[0], &len)
                         : is_tree ? ""
                                   : (const char *)bytes,
                 .tree = is_tree ? a[0] : CS_NONE,
                 .filename = a[1],
                 .mode = (cs_mode)cs_int_of(a[2]),
                 .unit_flags = (uint32_t)cs_int_of(a[3]) & 0xFF,
                 .options = (uint32_t)(cs_int_of(a[3]) >> 8) & 0xFF,
                 .file = cs_int_of(a[3]) >> 16 & 1};
  s.len = len;
  cs_value code;
  cs_status st = cs_engine_compile_source(e, &s, &code);
  if (st == CS_OK) answer(ctx, code);
  return st;
}

static cs_status serve_source(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  cs_value name = cs_tuple_at(ctx, ctx->head->root[CS_ROOT_REQUEST], 0), out;
  answer(ctx, CS_NONE);
  for (size_t i = 0; i < e->nfiles; i++) {
    if (!cs_str_eq_c(ctx, name, e->files[i].name)) continue;
    cs_status st = cs_str_new(ctx, e->files[i].text, e->files[i].len, &out);
    if (st == CS_OK) answer(ctx, out);
    return st;
  }
  return CS_OK;
}

/* A reply may have raised what nothing in the program catches. */
static cs_status serve_call(cs_engine *e) {
  cs_now how = e->now ? e->now(e->now_arg) : CS_NOW_STOP;
  if (how == CS_NOW_STOP) return CS_SUSPEND;
  if (e->ctx.head->nframes == 0) return CS_THROW;
  if (how == CS_NOW_GO_ON) return CS_OK;
  e->ctx.limit_kind = CS_LIMIT_FLUSH;
  return CS_STOP;
}

/* The arguments are written only because that is what the program pays for. */
static cs_status serve_clock(cs_engine *e) {
  uint8_t room[256];
  cs_wire w;
  cs_ask kind;
  size_t n;
  int64_t ns;
  if (!e->clock || cs_engine_has_output(e)) return CS_SUSPEND;
  const char *name = cs_engine_ask(e, &kind, &n);
  if (!e->clock(e->clock_arg, name, n, &ns)) return CS_SUSPEND;
  cs_wire_init_fixed(&w, room, sizeof room);
  if (cs_engine_ask_wire(e, &w) != CS_OK) return CS_SUSPEND;
  cs_status st = cs_engine_reply_int(e, ns);
  return e->ctx.head->nframes == 0 ? CS_THROW : st;
}

/* CS_OK: answered, run on.  CS_SUSPEND: for the host. */
static cs_status serve(cs_engine *e) {
  cs_status st;
  switch (e->ctx.head->request) {
    case CS_REQ_CALL: return serve_call(e);
    case CS_REQ_OS: return serve_clock(e);
    case CS_REQ_COMPILE: st = serve_compile(e); break;
    case CS_REQ_SOURCE: st = serve_source(e); break;
    default: return CS_SUSPEND;
  }
  e->ctx.head->request = CS_REQ_NONE;
  if (st != CS_THROW) return st;
  st = cs_unwind(&e->ctx);
  return st == CS_CALLBACK ? CS_OK : st;
}

/* --- running ------------------------------------------------------------- */

/* Unused fuel of the slice goes back: a dump knows no slices. */
static void settle_fuel(cs_ctx *ctx) {
  cs_head *h = ctx->head;
  if (ctx->retried) {
    ctx->fuel += ctx->saved_fuel;
    ctx->retried = 0;
  }
  if (ctx->fuel > 0) {
    h->fuel_left += (uint64_t)ctx->fuel;
    h->fuel_used -= (uint64_t)ctx->fuel;
  } else if (ctx->fuel < 0) {
    uint64_t debt = (uint64_t)-ctx->fuel;
    h->fuel_left -= debt < h->fuel_left ? debt : h->fuel_left;
    h->fuel_used += debt;
  }
  ctx->fuel = 0;
}

static cs_stop stop_for_host(cs_engine *e) {
  switch (e->ctx.head->request) {
    case CS_REQ_WAIT: return CS_STOP_WAIT;
    default: return CS_STOP_CALL;
  }
}

/* Torture: continue in a loaded copy without what was given up, whose dump
 * must be the same again. */
static cs_status move(cs_engine *e) {
  void *first, *second = NULL;
  size_t n, m = 0;
  if (!(e->ctx.torture & CS_TORTURE_SNAP)) return CS_OK;
  cs_status st = cs_engine_dump_tidy(e, &first, &n);
  if (st != CS_OK) return st;
  st = cs_engine_park(e);
  if (st == CS_OK) memcpy(e->parked, first, n); /* both have one size */
  if (st == CS_OK) st = cs_engine_wake(e);
  if (st == CS_OK) st = cs_engine_dump_tidy(e, &second, &m);
  if (st == CS_OK && (n != m || memcmp(first, second, n) != 0))
    st = CS_ECORRUPT;
  free(first);
  free(second);
  e->ctx.torture_moved = true;
  return st;
}

static cs_stop loop(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  for (;;) {
    cs_status st = cs_vm_loop(ctx);
    if (st == CS_SUSPEND) {
      st = serve(e);
      cs_status moved = move(e);
      if (moved != CS_OK) st = moved;
    } else if (st == CS_STOP && ctx->limit_kind == CS_LIMIT_SLICE) {
      st = move(e);
    } else if (st == CS_OK) {
      return CS_STOP_DONE;
    }
    switch ((int)st) {
      case CS_OK: break;
      case CS_SUSPEND: return stop_for_host(e);
      case CS_THROW: return CS_STOP_RAISED;
      case CS_STOP:
        return ctx->limit_kind == CS_LIMIT_FLUSH ? CS_STOP_FLUSH
                                                 : CS_STOP_LIMIT;
      default: e->status = st; return CS_STOP_FAILED;
    }
  }
}

void cs_engine_collect(cs_engine *e) {
  collect(&e->ctx);
}

cs_stop cs_run(cs_engine *e) {
  e->status = cs_engine_wake(e);
  if (e->status != CS_OK) return CS_STOP_FAILED;
  /* no frame left: nothing caught the exception a reply raised */
  e->ctx.streams = true;
  cs_stop stop = e->ctx.head->nframes ? loop(e) : CS_STOP_RAISED;
  e->ctx.streams = false;
  settle_fuel(&e->ctx);
  e->ctx.head->stop = stop;
  if (stop == CS_STOP_RAISED) cs_engine_note_error(e);
  if (stop == CS_STOP_LIMIT) cs_engine_note_limit(e);
  return stop;
}

/* Code that is cut off runs no `finally`: undo what would block the next run,
 * an event loop that still counts as running, threads, of which the wrong one
 * may seem to run, and containers being printed. */
static void clean_up(cs_ctx *ctx) {
  static const char *const keys[] = {"asyncio", "threading", "threads"};
  cs_value *root = ctx->head->root, key, had;
  root[CS_ROOT_REPRS] = CS_NONE;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if (cs_str_intern_bytes(ctx, keys[i], (uint32_t)strlen(keys[i]), &key) ==
        CS_OK)
      (void)!cs_dict_del(ctx, root[CS_ROOT_STATE], key, &had);
}

void cs_engine_abandon(cs_engine *e) {
  cs_head *h = e->ctx.head;
  if (h->nframes > 0 && !e->building && cs_is_dict(h->root[CS_ROOT_STATE]))
    clean_up(&e->ctx);
  if (h->request >= CS_REQ_CALL) h->next_call++; /* no number is used twice */
  h->nframes = 0;
  h->request = CS_REQ_NONE;
  h->root[CS_ROOT_HANDLED] = CS_NONE;
  h->root[CS_ROOT_EXC] = CS_NONE;
  h->root[CS_ROOT_REQUEST] = CS_NONE;
}

/* Code from the host must fit even into a session that is full, or nobody
 * could ever free anything again: it gets this much on top. */
#define LOAN (UINT64_C(1) << 20)

static void lend(cs_engine *e) {
  e->ctx.head->limit += LOAN - e->lent;
  e->lent = LOAN;
  cs_alloc_pace(&e->ctx);
}

static void take_back(cs_engine *e) {
  if (!e->lent) return;
  e->ctx.head->limit -= e->lent;
  e->lent = 0;
  cs_alloc_pace(&e->ctx);
}

/* Call `f(args...)` on an empty frame stack; the result goes to root REPLY. */
cs_stop cs_engine_call(cs_engine *e, cs_value f, const cs_value *args,
                       uint32_t n) {
  cs_ctx *ctx = &e->ctx;
  cs_value *regs = CS_AT(ctx, cs_value, CS_STACK_BASE), out;
  cs_engine_abandon(e);
  for (uint32_t i = 0; i < n; i++) regs[i] = args[i];
  cs_status st =
      cs_call_value(ctx, f, regs, n, CS_UNBOUND, CS_RET_MODULE, 0, &out);
  if (st == CS_RETRY) {
    assert(n <= 3);
    ctx->head->root[CS_ROOT_REPLY] = f;
    for (uint32_t i = 0; i < n; i++)
      ctx->head->root[CS_ROOT_SCRATCH0 + i] = args[i];
    collect(ctx); /* wipes the stack */
    for (uint32_t i = 0; i < n; i++) regs[i] = args[i];
    st = cs_call_value(ctx, f, regs, n, CS_UNBOUND, CS_RET_MODULE, 0, &out);
  }
  if (st == CS_RETRY) st = cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  take_back(e);
  if (st == CS_CALLBACK) return loop(e);
  if (st == CS_OK) ctx->head->root[CS_ROOT_REPLY] = out;
  return st == CS_OK ? CS_STOP_DONE : CS_STOP_RAISED;
}

cs_status cs_engine_function(cs_ctx *ctx, cs_value code, cs_value globals,
                             cs_value *out) {
  cs_off off;
  cs_status st = cs_alloc(ctx, CS_L_FUNC, sizeof(cs_func), &off);
  if (st != CS_OK) return st;
  cs_func *f = CS_AT(ctx, cs_func, off);
  f->code = cs_ref_off(code);
  f->globals = cs_ref_off(globals);
  f->name = f->qualname = cs_known(ctx, CS_N_module_);
  f->defaults = f->kwdefaults = f->closure = f->annotations = CS_NONE;
  f->dict = f->doc = f->module = f->type_params = CS_NONE;
  *out = cs_ref(CS_L_FUNC, off);
  return CS_OK;
}

/* __file__ of the main module, and its text for linecache.  Without memory
 * the program just does not find them. */
static cs_status note_file(cs_ctx *ctx, cs_value code, cs_value filename) {
  cs_value *root = ctx->head->root, key, texts;
  cs_status st = cs_str_intern_bytes(ctx, "__file__", 8, &key);
  if (st == CS_OK) st = cs_dict_set(ctx, root[CS_ROOT_GLOBALS], key, filename);
  if (st == CS_OK) st = cs_str_intern_bytes(ctx, "source_text", 11, &key);
  if (st != CS_OK) return st;
  texts = cs_dict_get_name(ctx, root[CS_ROOT_STATE], key);
  if (!cs_is_dict(texts)) {
    st = cs_dict_new(ctx, 1, &texts);
    if (st == CS_OK) st = cs_dict_set(ctx, root[CS_ROOT_STATE], key, texts);
  }
  if (st != CS_OK) return st;
  return cs_dict_set(ctx, texts, filename, CS_PTR(ctx, cs_code, code)->source);
}

/* A new run: nothing is left of the last one but the session's state. */
static void begin(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  cs_engine_abandon(e);
  ctx->retried = 0;
  lend(e);
  e->warned = false;
  ctx->head->root[CS_ROOT_RESULT] = CS_UNBOUND;
  ctx->head->root[CS_ROOT_SCRATCH3] = CS_NONE;
  ctx->head->fuel_left = e->limits.fuel;
  ctx->head->fuel_used = 0;
  ctx->memory_hits = ctx->recursion_hits = 0;
  ctx->head->out_total = 0;
  ctx->fuel = 0;
}

/* The name as a value, kept by a root while its source is compiled. */
static cs_status name_file(cs_ctx *ctx, const char *filename, cs_value *name) {
  cs_status st = cs_str_new(ctx, filename, strlen(filename), name);
  if (st == CS_RETRY) {
    collect(ctx);
    st = cs_str_new(ctx, filename, strlen(filename), name);
  }
  ctx->head->root[CS_ROOT_SCRATCH3] = *name;
  if (st == CS_RETRY) st = cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  return st;
}

static cs_source source_of(const cs_draft_key *key, cs_value name) {
  cs_source s = {.text = key->text,
                 .len = key->len,
                 .filename = name,
                 .mode = CS_MODE_EXEC,
                 .unit_flags = CS_UNIT_TOP_AWAIT,
                 .file = key->filename[0] != '<'};
  if (key->flags & CS_START_RESULT) s.options |= CS_EMIT_RESULT;
  if (key->flags & CS_START_RETURN) s.unit_flags |= CS_UNIT_TOP_RETURN;
  if (key->flags & CS_START_LATE) s.unit_flags |= CS_UNIT_ANNOTATIONS;
  if (key->flags & CS_START_INTERACTIVE) {
    s.options |= CS_EMIT_INTERACTIVE;
    s.mode = CS_MODE_SINGLE;
  }
  return s;
}

cs_status cs_engine_compile(cs_engine *e, const char *text, size_t len,
                            const char *filename, uint32_t flags) {
  cs_ctx *ctx = &e->ctx;
  cs_status st = cs_engine_wake(e);
  if (st != CS_OK) return st;
  begin(e);
  cs_draft_key key = {text, filename, len, flags};
  cs_draft_found found = len > e->limits.source
                             ? CS_DRAFT_NONE
                             : cs_draft_find(e->pool, ctx, &key);
  if (found == CS_DRAFT_USED) return CS_OK;
  cs_head before;
  if (found == CS_DRAFT_WANTED) before = *ctx->head;
  cs_value name = CS_NONE, code;
  st = name_file(ctx, filename, &name);
  cs_source s = source_of(&key, name);
  if (st == CS_OK) st = cs_engine_compile_source(e, &s, &code);
  if (st == CS_OK) {
    ctx->head->root[CS_ROOT_SCRATCH3] = code;
    if (s.file) (void)!note_file(ctx, code, name);
    if (found == CS_DRAFT_WANTED && !e->warned)
      cs_draft_keep(e->pool, ctx, &key, &before);
  }
  return st == CS_THROW ? CS_ESYNTAX : st;
}

cs_stop cs_engine_exec(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  e->status = cs_engine_wake(e);
  if (e->status != CS_OK) return CS_STOP_FAILED;
  cs_value code = ctx->head->root[CS_ROOT_SCRATCH3], f = CS_UNBOUND;
  cs_value globals = ctx->head->root[CS_ROOT_GLOBALS];
  cs_status st = CS_THROW; /* compilation failed: its exception */
  if (cs_is(code, CS_L_CODE)) st = cs_engine_function(ctx, code, globals, &f);
  if (st == CS_RETRY) {
    collect(ctx);
    st = cs_engine_function(ctx, code, globals, &f);
  }
  if (st == CS_RETRY) st = cs_throw_value(ctx, CS_MemoryError, CS_UNBOUND);
  if (st != CS_OK) {
    take_back(e);
    cs_engine_note_error(e);
    return CS_STOP_RAISED;
  }
  cs_value main = f;
  uint32_t n = 0;
  if (CS_PTR(ctx, cs_code, code)->flags & CS_CODE_COROUTINE || e->warned) {
    f = ctx->image->intrinsic[CS_X_run_main]; /* top-level await */
    n = 1;
  }
  ctx->streams = true;
  cs_stop stop = cs_engine_call(e, f, &main, n);
  ctx->streams = false;
  settle_fuel(ctx);
  ctx->head->stop = stop;
  if (stop == CS_STOP_RAISED) cs_engine_note_error(e);
  if (stop == CS_STOP_LIMIT) cs_engine_note_limit(e);
  return stop;
}

cs_stop cs_engine_start(cs_engine *e, const char *text, size_t len,
                        const char *filename, uint32_t flags) {
  cs_status st = cs_engine_compile(e, text, len, filename, flags);
  if (st == CS_OK || st == CS_ESYNTAX) return cs_engine_exec(e);
  if (!e->parked) take_back(e);
  e->status = st;
  return CS_STOP_FAILED;
}

/* Is there a list or dict with entries in the session's state? */
static bool has_state(cs_ctx *ctx, const char *key) {
  cs_value state = ctx->head->root[CS_ROOT_STATE], name;
  if (!cs_is_dict(state)) return false;
  if (cs_str_intern_bytes(ctx, key, (uint32_t)strlen(key), &name) != CS_OK)
    return false;
  cs_value v = cs_dict_get_name(ctx, state, name);
  if (cs_is_dict(v)) return cs_dict_len(ctx, v) > 0;
  return cs_is_list(v) && cs_list_len(ctx, v) > 0;
}

/* Is there an object that something is to happen to at the end? */
static bool has_finals(const cs_ctx *ctx) {
  cs_value finals = ctx->head->root[CS_ROOT_FINALS];
  if (!cs_is_list(finals)) return false;
  for (uint32_t i = 0; i < cs_list_len(ctx, finals); i++) {
    cs_value v = cs_list_at(ctx, finals, i);
    if (!cs_is(v, CS_L_GEN) || !cs_gen_is_over(CS_PTR(ctx, cs_gen, v)))
      return true;
  }
  return false;
}

cs_stop cs_engine_finish(cs_engine *e, bool last) {
  cs_ctx *ctx = &e->ctx;
  if (e->parked) return CS_STOP_DONE;
  bool rich = cs_engine_is_rich(ctx, ctx->head->root[CS_ROOT_RESULT]);
  if (!rich && !has_state(ctx, "io.dirty") && !has_state(ctx, "uncaught") &&
      !ctx->head->coros &&
      !(last && (has_finals(ctx) || has_state(ctx, "atexit") ||
                 has_state(ctx, "threads"))))
    return CS_STOP_DONE;
  cs_value arg[] = {cs_bool(last), ctx->head->root[CS_ROOT_RESULT]};
  uint32_t n = rich ? 2 : 1;
  cs_stop stop = cs_engine_call(e, ctx->image->intrinsic[CS_X_finish], arg, n);
  settle_fuel(ctx);
  ctx->head->stop = stop;
  if (stop == CS_STOP_LIMIT) cs_engine_note_limit(e);
  return stop;
}

void cs_engine_interrupt(cs_engine *e, bool on) {
  e->interrupt = on;
}

void cs_engine_torture(cs_engine *e, uint32_t mode, uint64_t n) {
  e->ctx.torture = mode;
  e->ctx.torture_n = mode & CS_TORTURE_SNAP ? 0 : n;
  e->ctx.torture_slice = n;
  e->ctx.torture_moved = false;
  e->ctx.torture_promise = 0;
}
