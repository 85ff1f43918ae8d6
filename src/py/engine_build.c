/*
 * engine_build.c - run the prelude and collect what C code refers to.
 *
 * Core files share one namespace, which starts with the natives of
 * ".intrinsics".  Functions `_x_name` become intrinsics, entries of
 * `_twin_table` become the slow twins of natives, public names become
 * built-ins.  Library files are then imported one by one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/engine_build.h"

#include <stdio.h>
#include <stdlib.h>

#include "py/heap/dict.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/lang/emit_unit.h"
#include "py/types/type.h"
#include "py/vm/boot.h"
#include "py/vm/natives.h"

static cs_status run_file(cs_engine *e, const cs_source_file *f,
                          cs_value globals) {
  cs_ctx *ctx = &e->ctx;
  cs_value name, code, func;
  cs_status st = cs_str_new(ctx, f->path, strlen(f->path), &name);
  if (st != CS_OK) return st;
  cs_source s = {.text = f->text,
                 .len = f->len,
                 .filename = name,
                 .mode = CS_MODE_EXEC,
                 .options = CS_EMIT_PRELUDE};
  ctx->head->fuel_left = UINT64_C(1) << 40;
  ctx->fuel = 0;
  st = cs_engine_compile_source(e, &s, &code);
  if (st == CS_OK) st = cs_engine_function(ctx, code, globals, &func);
  if (st == CS_OK && cs_engine_call(e, func, NULL, 0) != CS_STOP_DONE)
    st = CS_THROW;
  if (st == CS_THROW) cs_engine_note_error(e);
  return st;
}

/* Numbers of layouts and classes for `_layout_of` and `_class_at`, so that the
 * prelude names what object.h and ctx.h number. */
static cs_status name_numbers(cs_ctx *ctx, cs_value globals) {
  static const struct {
    const char *name;
    int number;
  } numbers[] = {
      {"_LAYOUT_FUNC", CS_L_FUNC},
      {"_LAYOUT_NATIVE", CS_L_NATIVE},
      {"_LAYOUT_INSTANCE", CS_L_INSTANCE},
      {"_LAYOUT_ITER", CS_L_ITER},
      {"_LAYOUT_GEN", CS_L_GEN},
      {"_LAYOUT_UNION", CS_L_UNION},
      {"_CLASS_CALLITER", CS_CLASS_SPECIAL + CS_CLS_CALLITER},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    cs_value key;
    cs_status st = cs_str_intern_bytes(ctx, numbers[i].name,
                                       (uint32_t)strlen(numbers[i].name), &key);
    if (st == CS_OK)
      st = cs_dict_set(ctx, globals, key, cs_int(numbers[i].number));
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

static cs_status core_globals(cs_engine *e, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value key, m;
  cs_status st = cs_str_intern_bytes(ctx, "intrinsics", 10, &key);
  if (st != CS_OK) return st;
  m = cs_dict_get_name(ctx, ctx->image->modules, key);
  if (!cs_is(m, CS_L_MODULE)) return CS_ECORRUPT;
  *out = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, m)->dict);
  st = cs_dict_set(ctx, *out, cs_known(ctx, CS_N___name__),
                   cs_known(ctx, CS_N_builtins));
  return st == CS_OK ? name_numbers(ctx, *out) : st;
}

static void note_intrinsic(cs_ctx *ctx, const char *name, uint32_t len,
                           cs_value v) {
  static const char *const names[] = {
#define X(name) #name,
      CS_INTRINSIC_LIST(X)
#undef X
  };
  for (uint32_t i = 0; i < CS_X_COUNT; i++)
    if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
      ctx->image->intrinsic[i] = v;
}

static cs_status export_names(cs_ctx *ctx, cs_value globals) {
  uint32_t pos = 0;
  cs_value key, v;
  while (cs_dict_next(ctx, globals, &pos, &key, &v)) {
    uint32_t len;
    const char *s = cs_str_data(ctx, key, &len);
    if (len > 3 && memcmp(s, "_x_", 3) == 0)
      note_intrinsic(ctx, s + 3, len - 3, v);
    bool shown = s[0] != '_' &&
                 (cs_is(v, CS_L_FUNC) || cs_is_type(v) || cs_is_instance(v));
    if (len > 2 && memcmp(s, "__", 2) == 0 && cs_is(v, CS_L_FUNC)) shown = true;
    if (!shown) continue;
    cs_status st = cs_dict_set(ctx, ctx->image->builtins, key, v);
    if (st != CS_OK) return st;
  }
  return CS_OK;
}

static cs_status note_twins(cs_ctx *ctx, cs_value globals, bool last) {
  cs_value key, table, v;
  cs_status st = cs_str_intern_bytes(ctx, "_twin_table", 11, &key);
  if (st != CS_OK) return st;
  table = cs_dict_get_name(ctx, globals, key);
  if (!cs_is_dict(table)) return CS_OK;
  uint32_t pos = 0;
  while (cs_dict_next(ctx, table, &pos, &key, &v)) {
    uint32_t len, id;
    const char *s = cs_str_data(ctx, key, &len);
    if (cs_natives_find(s, len, &id))
      ctx->image->slow[id] = v;
    else if (last)
      fprintf(stderr, "prelude: no native for twin %.*s\n", (int)len, s);
  }
  return CS_OK;
}

/* Import every library file by calling the core's _build_import. */
static cs_status import_library(cs_engine *e, cs_value globals) {
  cs_ctx *ctx = &e->ctx;
  cs_value key, f, name;
  cs_status st = cs_str_intern_bytes(ctx, "_build_import", 13, &key);
  if (st != CS_OK) return st;
  f = cs_dict_get_name(ctx, globals, key);
  for (size_t i = 0; i < e->nfiles && cs_is(f, CS_L_FUNC); i++) {
    const char *n = e->files[i].name;
    if (n[0] == ':') continue;
    st = cs_str_intern_bytes(ctx, n, strlen(n), &name);
    if (st != CS_OK) return st;
    ctx->head->fuel_left = UINT64_C(1) << 40;
    ctx->fuel = 0;
    if (cs_engine_call(e, f, &name, 1) == CS_STOP_DONE) continue;
    cs_engine_note_error(e);
    fprintf(stderr, "prelude: %s: %s\n", n, e->error ? e->error : "failed");
    return CS_THROW;
  }
  return CS_OK;
}

cs_status cs_engine_build_image(cs_engine *e) {
  cs_ctx *ctx = &e->ctx;
  cs_value globals;
  cs_status st = cs_boot_image(ctx);
  if (st == CS_OK) st = cs_dict_new(ctx, 8, &ctx->head->root[CS_ROOT_MODULES]);
  if (st == CS_OK)
    st = cs_list_new(ctx, NULL, 0, &ctx->head->root[CS_ROOT_CLASSES]);
  ctx->image->special[CS_CLS_LIBRARY] = ctx->head->root[CS_ROOT_CLASSES];
  if (st == CS_OK) st = core_globals(e, &globals);
  for (size_t i = 0; st == CS_OK && i < e->nfiles; i++) {
    if (e->files[i].name[0] != ':') continue;
    st = run_file(e, &e->files[i], globals);
    if (st == CS_OK) st = export_names(ctx, globals);
    if (st == CS_OK) st = note_twins(ctx, globals, false);
  }
  if (st == CS_OK) st = note_twins(ctx, globals, true);
  if (st == CS_OK) st = import_library(e, globals);
  if (st == CS_OK)
    st = note_twins(ctx, globals, false); /* those of the library */
  if (st == CS_OK) st = cs_space_finish(ctx);
  return st;
}
