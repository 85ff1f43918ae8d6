/*
 * import.c - import statements, as far as they need no Python code.
 *
 * Modules of the library lie executed in the image: to import one is to find
 * it there and to enter it into sys.modules.  Everything else (files of the
 * guest, relative names, an __import__ of its own, a module that was taken out
 * of sys.modules after the session had changed it) is CS_SLOW: the prelude's
 * twin starts again from the beginning, and what was entered stays entered.
 *
 * ctx->image->modules has every library module, executed, as the image was
 * built; CS_ROOT_MODULES is sys.modules of the session. A module is entered at
 * most once per session (head->entered has a bit for each): the copy of its
 * variables is made when the first one is written (heap/space.c).
 *
 * `import os.path` in this file: "os" is found in the image and entered into
 * sys.modules, then "os.path", which is an alias of posixpath, is entered under
 * both names, and the name `os` is what the statement binds.
 *
 * CS_SLOW gives up at any point; the modules entered so far stay, exactly as an
 * import that fails half-way leaves them in CPython.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/heap/dict.h"
#include "py/heap/native.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/kinds.h"
#include "py/vm/natives.h"

extern const cs_native_def cs_import_natives[];

/* Does an import statement there mean the engine's own __import__? */
static bool is_plain(cs_ctx *ctx, cs_value globals) {
  cs_value name = cs_known(ctx, CS_N___import__);
  cs_value b = cs_dict_get_name(ctx, globals, cs_known(ctx, CS_N___builtins__));
  if (!cs_is_dict(b)) b = ctx->head->root[CS_ROOT_BUILTINS];
  return cs_same(b, ctx->image->builtins) ||
         cs_same(cs_dict_get_name(ctx, b, name),
                 cs_dict_get_name(ctx, ctx->image->builtins, name));
}

/* The interned str of a part of a dotted name. `from` and `to` count bytes;
 * dots are ASCII, so no character is cut. */
static cs_status part(cs_ctx *ctx, cs_value name, uint32_t from, uint32_t to,
                      cs_value *out) {
  assert(from <= to);
  uint32_t len;
  const char *s = cs_str_data(ctx, name, &len);
  /* The whole name is interned already. */
  if (from == 0 && to == len) {
    *out = name;
    return CS_OK;
  }
  return cs_str_intern_bytes(ctx, s + from, to - from, out);
}

/* Does nothing of the session lie between the two?  Then the module is bound
 * in its package, as importing leaves it. */
static bool is_image(const cs_ctx *ctx, cs_value package, cs_value module) {
  return cs_is(package, CS_L_MODULE) && cs_is(module, CS_L_MODULE) &&
         CS_PTR(ctx, cs_module, module)->number &&
         CS_PTR(ctx, cs_module, package)->number &&
         cs_is_none(cs_space_private(ctx, CS_PTR(ctx, cs_module, package)));
}

/* Is bytes [from, to) of the name bound to the module in its package? */
static cs_status check_bound(cs_ctx *ctx, cs_value package, cs_value name,
                             uint32_t from, uint32_t to, cs_value module) {
  cs_value child;
  /* Bound when the image was built, and nothing has been written since. */
  if (is_image(ctx, package, module)) return CS_OK;
  if (!cs_is(package, CS_L_MODULE)) return CS_SLOW;
  CS_TRY(part(ctx, name, from, to, &child));
  cs_value now = cs_dict_get_name(ctx, cs_space_of(ctx, package), child);
  return cs_same(now, module) ? CS_OK : CS_SLOW;
}

/* One bit per module of the image; a module that was entered and taken out
 * again must be executed anew, which is Python's business. */
static bool is_first(const cs_ctx *ctx, cs_value module) {
  uint32_t n = CS_PTR(ctx, cs_module, module)->number;
  return n && !(ctx->head->entered[(n - 1) / 32] & 1u << (n - 1) % 32);
}

/* A module of the image becomes one of the session's. */
static cs_status enter(cs_ctx *ctx, cs_value name, cs_value module) {
  if (!is_first(ctx, module)) return CS_SLOW;
  CS_TRY(cs_dict_set(ctx, ctx->head->root[CS_ROOT_MODULES], name, module));
  return cs_space_enter(ctx, module, &module);
}

/* A module under any of its names (os.path is posixpath): its own goes first.
 */
static cs_status find_alias(cs_ctx *ctx, cs_value name, cs_value module) {
  cs_value modules = ctx->head->root[CS_ROOT_MODULES];
  cs_value d = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, module)->dict);
  cs_value own = cs_dict_get_name(ctx, d, cs_known(ctx, CS_N___name__));
  cs_value now = cs_dict_get_name(ctx, modules, own);
  if (cs_is_unbound(now))
    CS_TRY(enter(ctx, own, module));
  else if (!cs_same(now, module))
    return CS_SLOW;
  return cs_same(own, name) ? CS_OK : cs_dict_set(ctx, modules, name, module);
}

/* The module called `name`, an interned str, entered into sys.modules. */
static cs_status find(cs_ctx *ctx, cs_value name, cs_value *out) {
  cs_value modules = ctx->head->root[CS_ROOT_MODULES];
  *out = cs_dict_get_name(ctx, modules, name);
  /* sys.modules[name] = None forbids the import: the error is Python's. */
  if (cs_is_none(*out)) return CS_SLOW;
  if (!cs_is_unbound(*out)) return CS_OK;
  cs_value m = cs_dict_get_name(ctx, ctx->image->modules, name);
  if (!cs_is(m, CS_L_MODULE)) return CS_SLOW;
  *out = m;
  if (CS_PTR(ctx, cs_module, m)->h.flags & CS_MODULE_ALIAS)
    return find_alias(ctx, name, m);
  return enter(ctx, name, m);
}

/* The offset of the next dot, or the length of the name. */
static uint32_t next_dot(cs_ctx *ctx, cs_value name, uint32_t from) {
  assert(from <= CS_PTR(ctx, cs_str, name)->len);
  uint32_t len;
  const char *s = cs_str_data(ctx, name, &len);
  const char *dot = memchr(s + from, '.', len - from);
  return dot ? (uint32_t)(dot - s) : len;
}

/* a.b.c: each package before what is in it. `*top` is the first package, which
 * `import a.b` binds, `*module` the last. */
static cs_status load(cs_ctx *ctx, cs_value name, cs_value *top,
                      cs_value *module) {
  uint32_t from = 0, len = CS_PTR(ctx, cs_str, name)->len;
  cs_value package = CS_NONE, whole;
  for (;;) {
    uint32_t to = next_dot(ctx, name, from);
    CS_TRY(part(ctx, name, 0, to, &whole));
    CS_TRY(find(ctx, whole, module));
    if (from == 0)
      *top = *module;
    else
      CS_TRY(check_bound(ctx, package, name, from, to, *module));
    if (to == len) return CS_OK;
    package = *module;
    from = to + 1;
  }
}

/* Are all names of `from m import ...` there, so that none is a submodule to
 * load? */
static bool has_names(cs_ctx *ctx, cs_value module, cs_value names) {
  if (!cs_is(module, CS_L_MODULE) || !cs_is_tuple(names)) return false;
  cs_value d = cs_space_of(ctx, module);
  if (cs_is_unbound(cs_dict_get_name(ctx, d, cs_known(ctx, CS_N___path__))))
    return true;
  for (uint32_t i = 0; i < cs_tuple_len(ctx, names); i++)
    if (!cs_is_str(cs_tuple_at(ctx, names, i)) ||
        cs_is_unbound(cs_dict_get_name(ctx, d, cs_tuple_at(ctx, names, i))))
      return false;
  return true;
}

/* _import_statement(name, globals, fromlist, level), as the compiler calls it:
 * names are interned, fromlist is None or a tuple. */
CS_LEAF_TAKES(import_statement, ANY) {
  cs_value top = CS_NONE, module;
  if (ctx->building || !cs_same(args[3], cs_int(0)) || !cs_is_dict(args[1]) ||
      !cs_is_str(args[0]) ||
      !(CS_PTR(ctx, cs_str, args[0])->h.flags & CS_STR_INTERNED) ||
      !cs_is_dict(ctx->head->root[CS_ROOT_MODULES]) || !is_plain(ctx, args[1]))
    return CS_SLOW;
  CS_TRY(load(ctx, args[0], &top, &module));
  if (!cs_is_none(args[2]) && !has_names(ctx, module, args[2])) return CS_SLOW;
  CS_GIVE(cs_is_none(args[2]) ? top : module);
}

/* _import_name(module, name) */
CS_LEAF_TAKES(import_name, ANY, STR) {
  if (!cs_is(args[0], CS_L_MODULE)) return CS_SLOW;
  cs_value v = cs_dict_get_name(ctx, cs_space_of(ctx, args[0]), args[1]);
  if (cs_is_unbound(v)) return CS_SLOW;
  CS_GIVE(v);
}

/* By the first byte: no other character has that of the underscore. */
static bool is_public(const cs_ctx *ctx, cs_value key) {
  uint32_t len;
  return cs_is_str(key) && *cs_str_data(ctx, key, &len) != '_';
}

/* _import_all(module, namespace): by __all__, else every public name. */
CS_LEAF_TAKES(import_all, ANY) {
  cs_value d, all, key, v;
  if (ctx->building || !cs_is(args[0], CS_L_MODULE) || !cs_is_dict(args[1]) ||
      cs_is_frozen(ctx, args[1]) || cs_space_is_lazy(ctx, args[0]))
    return CS_SLOW;
  d = cs_space_of(ctx, args[0]);
  cs_charge(ctx, cs_dict_len(ctx, d) / 4);
  all = cs_dict_get_name(ctx, d, cs_known(ctx, CS_N___all__));
  *out = CS_NONE;
  uint32_t pos = 0;
  if (cs_is_unbound(all)) {
    while (cs_dict_next(ctx, d, &pos, &key, &v))
      if (is_public(ctx, key)) CS_TRY(cs_dict_set(ctx, args[1], key, v));
    return CS_OK;
  }
  cs_value *names;
  uint32_t count = 0;
  if (!cs_seq_items(ctx, all, &names, &count)) return CS_SLOW;
  for (uint32_t i = 0; i < count; i++) {
    key = names[i];
    if (!cs_is_str(key)) return CS_SLOW;
    CS_TRY(cs_dict_get(ctx, d, key, &v));
    if (cs_is_unbound(v)) return CS_SLOW;
    CS_TRY(cs_dict_set(ctx, args[1], key, v));
  }
  return CS_OK;
}

/* --- for the prelude ----------------------------------------------------- */

/* Searches without interning: a program that asks for many names must not fill
 * the table of strs. */
static cs_value find_in_image(cs_ctx *ctx, cs_value name) {
  if (!cs_is_str(name)) return CS_NONE;
  cs_value key = cs_str_find_interned(ctx, name);
  if (cs_is_unbound(key)) return CS_NONE;
  cs_value m = cs_dict_get_name(ctx, ctx->image->modules, key);
  return cs_is(m, CS_L_MODULE) ? m : CS_NONE;
}

/* _image_module(name): the image's module, or None */
CS_LEAF_TAKES(image_module, ANY) {
  CS_GIVE(find_in_image(ctx, args[0]));
}

/* _image_import(name): the module for sys.modules, or None */
CS_LEAF_TAKES(image_import, ANY) {
  cs_value m = find_in_image(ctx, args[0]);
  if (cs_is_none(m) || ctx->building) CS_GIVE(m);
  return cs_space_enter(ctx, m, out);
}

/* _own_space(module): its dict, made the session's own */
CS_LEAF_TAKES(own_space, MODULE) {
  if (!cs_is(args[0], CS_L_MODULE))
    return cs_throw(ctx, CS_TypeError, "module expected");
  return cs_space_own(ctx, args[0], out);
}

/* _new_module(name) */
CS_LEAF_TAKES(new_module, STR) {
  cs_value dict, name;
  cs_off off;
  CS_TRY(cs_dict_new(ctx, 8, &dict));
  CS_TRY(cs_str_intern(ctx, args[0], &name));
  CS_TRY(cs_dict_set(ctx, dict, cs_known(ctx, CS_N___name__), name));
  CS_TRY(cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off));
  CS_AT(ctx, cs_module, off)->dict = cs_ref_off(dict);
  CS_GIVE(cs_ref(CS_L_MODULE, off));
}

/* _image_add(name, module): make a module part of the image */
CS_LEAF_TAKES(image_add, STR, MODULE) {
  cs_value key;
  *out = CS_NONE;
  if (!ctx->building) return CS_OK;
  CS_TRY(cs_str_intern(ctx, args[0], &key));
  return cs_dict_set(ctx, ctx->image->modules, key, args[1]);
}

const cs_native_def cs_import_natives[] = {
    {".intrinsics", "_import_statement", "(name, globals, fromlist, level, /)",
     import_statement},
    {".intrinsics", "_import_name", "(module, name, /)", import_name},
    {".intrinsics", "_import_all", "(module, namespace, /)", import_all},
    {".intrinsics", "_image_module", "(name, /)", image_module},
    {".intrinsics", "_image_import", "(name, /)", image_import},
    {".intrinsics", "_own_space", "(module, /)", own_space},
    {".intrinsics", "_new_module", "(name, /)", new_module},
    {".intrinsics", "_image_add", "(name, module, /)", image_add},
    CS_NATIVE_END};
