/*
 * boot.c - build the native part of the warm image.
 *
 * Order matters only at the start: `object` and `type` refer to each other,
 * strings need the character table, everything else hangs on those.
 *
 * Runs once per image, at build time or when the first session of a process
 * starts, with ctx->building set: every object lands below CS_IMAGE_END and is
 * frozen afterwards. There is no Python code yet, so everything is done by C
 * and a failure can only mean that the arena is too small.
 *
 * The order of natives.def and of the X-macro lists decides object addresses,
 * hence the fingerprint of the image: appending is safe, sorting makes
 * snapshots of older builds unreadable.
 *
 * What exists after each step, so that the next one may use it:
 *
 *  boot_strings      chr[], name[], the empty tuple; classes do not exist yet
 *  boot_types        one class per layout of CS_LAYOUT_LIST
 *  boot_exceptions   one class per row of exc.def
 *  register_types    every class by its printed name; classes that share a
 *                    layout; iterators
 *  boot_natives      NATIVE objects in class dicts and module dicts; classes
 *                    of boxes, made when their first native names them
 *  boot_builtins     the names of the builtins module
 *  boot_trampoline   the code under which natives run in a frame of their own
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/vm/boot.h"

#include "py/heap/box.h"
#include "py/heap/dict.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/iter.h"
#include "py/types/type.h"
#include "py/vm/natives.h"
#include "py/vm/signature.h"
#include "py/vm/vm.h"

#define TRY(call)                 \
  do {                            \
    cs_status st_ = (call);       \
    if (st_ != CS_OK) return st_; \
  } while (0)

/* --- strings ------------------------------------------------------------- */

/* Interns the known names. chr[] are the one-character strs of Latin-1; names
 * are addressed by number (cs_known) and never looked up again. */
static cs_status boot_strings(cs_ctx *ctx) {
  static const char *const text[] = {
#define CS_N(id, s) s,
#include "py/heap/names.def"
#undef CS_N
  };
  cs_image *im = ctx->image;
  /* Name 0 is the empty one: "no name" is a valid index. */
  TRY(cs_str_intern_bytes(ctx, "", 0, &im->name[0]));
  for (uint32_t c = 0; c < 256; c++) {
    char b[2] = {(char)c, 0};
    size_t n = 1;
    /* Two bytes of UTF-8 for the upper half of Latin-1. */
    if (c >= 0x80) {
      b[0] = (char)(0xC0 | c >> 6);
      b[1] = (char)(0x80 | (c & 0x3F));
      n = 2;
    }
    TRY(cs_str_intern_bytes(ctx, b, n, &im->chr[c]));
  }
  for (uint32_t i = 0; i < CS_NAME_COUNT; i++)
    TRY(cs_str_intern_bytes(ctx, text[i], strlen(text[i]), &im->name[i]));
  TRY(cs_tuple_new(ctx, NULL, 0, &im->empty_tuple));
  return CS_OK;
}

/* --- types --------------------------------------------------------------- */

/* A class with an empty dict, the flags given and the MRO of its single base.
 * `name` may be dotted: the part before the last dot is the module. A class
 * inherits the number of inline slots and the constructor of its base; what a
 * built-in adds comes with its natives. */
static cs_status make_type(cs_ctx *ctx, const char *name, cs_off base,
                           uint32_t layout, uint32_t flags, cs_off *out) {
  assert(layout && name[0]);
  const char *dot = strrchr(name, '.');
  const char *shown = dot ? dot + 1 : name;
  cs_value dict, str, tuple, module;
  TRY(cs_dict_new(ctx, 8, &dict));
  TRY(cs_str_intern_bytes(ctx, shown, strlen(shown), &str));
  TRY(cs_alloc(ctx, CS_L_TYPE, sizeof(cs_type), out));
  cs_off shape;
  TRY(cs_alloc(ctx, CS_L_SHAPE, sizeof(cs_shape), &shape));
  if (dot) {
    TRY(cs_str_intern_bytes(ctx, name, (size_t)(dot - name), &module));
    TRY(cs_dict_set(ctx, dict, cs_known(ctx, CS_N___module__), module));
  }
  TRY(cs_dict_set(ctx, dict, cs_known(ctx, CS_N___doc__), CS_NONE));
  /* The root shape of the class: instances without attributes have it. */
  cs_shape *s = CS_AT(ctx, cs_shape, shape);
  s->cls = *out;
  s->name = CS_NONE;
  cs_type *t = CS_AT(ctx, cs_type, *out);
  t->name = t->qualname = str;
  t->dict = cs_ref_off(dict);
  t->meta = ctx->image->cls[CS_L_TYPE];
  t->flags = flags | (dot ? (uint32_t)CS_TYPE_DOTTED : 0u);
  t->layout = layout;
  t->shape = shape;
  t->solid = *out;
  t->doc = CS_NONE;
  /* A built-in has one base, whose MRO follows it in its own. */
  if (base) {
    const cs_type *b = cs_type_at(ctx, base);
    s->count = CS_AT(ctx, cs_shape, b->shape)->count;
    t->newid = b->newid;
    if (layout == CS_L_INSTANCE) t->solid = b->solid;
    t->flags |= b->flags & (CS_TYPE_EXCEPTION | CS_TYPE_META);
  }
  t->inline_cap = s->count;
  cs_value self = cs_type_value(*out), bases = cs_type_value(base);
  TRY(cs_tuple_new(ctx, &bases, base ? 1 : 0, &t->bases));
  uint32_t n = base ? cs_tuple_len(ctx, cs_type_at(ctx, base)->mro) : 0;
  TRY(cs_tuple_new(ctx, NULL, n + 1, &tuple));
  cs_tuple_items(ctx, tuple)[0] = self;
  for (uint32_t i = 0; i < n; i++)
    cs_tuple_items(ctx, tuple)[i + 1] =
        cs_tuple_at(ctx, cs_type_at(ctx, base)->mro, i);
  t->mro = tuple;
  return CS_OK;
}

/* Flags by layout. FINAL is the default on purpose: a new layout cannot be a
 * base class until somebody says that its payload can be wrapped. */
static uint32_t type_flags(uint32_t layout) {
  switch (layout) {
    case CS_L_LIST:
    case CS_L_TUPLE:
    case CS_L_RANGE:
    case CS_L_MEMVIEW:
      return CS_TYPE_SEQUENCE | (layout == CS_L_RANGE ? CS_TYPE_FINAL : 0u);
    case CS_L_DICT: return CS_TYPE_MAPPING;
    case CS_L_PROXY: return CS_TYPE_MAPPING | CS_TYPE_FINAL;
    case CS_L_STR:
    case CS_L_BYTES:
    case CS_L_BYTEARRAY:
    case CS_L_NUMINT:
    case CS_L_NUMFLOAT:
    case CS_L_COMPLEX:
    case CS_L_SET:
    case CS_L_FROZENSET:
    case CS_L_TYPE:
    case CS_L_INSTANCE:
    case CS_L_MODULE:
    case CS_L_PROPERTY:
    case CS_L_CLASSMETHOD:
    case CS_L_STATICMETHOD:
    case CS_L_SUPER:
    case CS_L_WEAKREF:
    case CS_L_BIGINT:
    case CS_L_ALIAS: return 0;
    default: return CS_TYPE_FINAL;
  }
}

/* `object` has no base and no metaclass until `type` exists; both are patched.
 * BIGINT is a second layout of int, so it shares its class. */
static cs_status boot_types(cs_ctx *ctx) {
  assert(ctx->image->name[0].bits); /* strings first */
  static const struct {
    uint16_t layout;
    const char *name;
  } list[] = {
#define X(name, number, text) {number, text},
      CS_LAYOUT_LIST(X)
#undef X
  };
  /* Offsets by layout; 0 until the class exists. */
  cs_off *cls = ctx->image->cls;
  TRY(make_type(ctx, "object", 0, CS_L_INSTANCE, 0, &cls[CS_L_INSTANCE]));
  cs_off object = cls[CS_L_INSTANCE];
  TRY(make_type(ctx, "type", object, CS_L_TYPE, CS_TYPE_META, &cls[CS_L_TYPE]));
  cs_type_at(ctx, object)->meta = cls[CS_L_TYPE];
  cs_type_at(ctx, cls[CS_L_TYPE])->meta = cls[CS_L_TYPE];
  ctx->image->special[CS_CLS_OBJECT] = cs_type_value(object);
  TRY(make_type(ctx, "int", object, CS_L_NUMINT, 0, &cls[CS_L_NUMINT]));
  /* Before the loop below, which would make a class of its own for it. */
  cls[CS_L_BIGINT] = cls[CS_L_NUMINT];
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    uint32_t l = list[i].layout;
    if (!list[i].name[0] || cls[l]) continue;
    cs_off base = l == CS_L_NUMBOOL ? cls[CS_L_NUMINT] : object;
    TRY(make_type(ctx, list[i].name, base, l, type_flags(l), &cls[l]));
  }
  return CS_OK;
}

/* One class per row of exc.def, whose order has bases first. BaseException is
 * solid: the members that C reads by slot begin there. */
static cs_status boot_exceptions(cs_ctx *ctx) {
  static const struct {
    const char *name;
    cs_exc_id base;
  } list[] = {
#define CS_EXC(name, number, base) {#name, CS_##base},
#include "py/heap/exc.def"
#undef CS_EXC
  };
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++) {
    cs_off base =
        i == 0 ? ctx->image->cls[CS_L_INSTANCE] : ctx->image->exc[list[i].base];
    cs_off *t = &ctx->image->exc[i];
    TRY(make_type(ctx, list[i].name, base, CS_L_INSTANCE, CS_TYPE_EXCEPTION,
                  t));
    /* BaseException: its members are slots that C reads by number. */
    if (i == 0) {
      cs_type_at(ctx, *t)->solid = *t;
      CS_AT(ctx, cs_shape, cs_type_at(ctx, *t)->shape)->count = CS_EXC_MEMBERS;
      cs_type_at(ctx, *t)->inline_cap = CS_EXC_MEMBERS;
    }
  }
  /* ExceptionGroup is a BaseExceptionGroup and an Exception. */
  cs_type *g = cs_type_at(ctx, ctx->image->exc[CS_ExceptionGroup]);
  cs_value order[5] = {cs_type_value(ctx->image->exc[CS_ExceptionGroup]),
                       cs_type_value(ctx->image->exc[CS_BaseExceptionGroup]),
                       cs_type_value(ctx->image->exc[CS_Exception]),
                       cs_type_value(ctx->image->exc[CS_BaseException]),
                       cs_type_value(ctx->image->cls[CS_L_INSTANCE])};
  TRY(cs_tuple_new(ctx, order, 5, &g->mro));
  return cs_tuple_new(ctx, order + 1, 2, &g->bases);
}

/* --- classes by name ----------------------------------------------------- */

/* The registry lives in the session's STATE root while building. A dict from
 * the printed name to the class. */
static cs_value registry(cs_ctx *ctx) {
  return ctx->head->root[CS_ROOT_STATE];
}

static cs_status remember(cs_ctx *ctx, const char *name, cs_off t) {
  assert(cs_is_dict(registry(ctx)));
  cs_value key;
  TRY(cs_str_intern_bytes(ctx, name, strlen(name), &key));
  return cs_dict_set(ctx, registry(ctx), key, cs_type_value(t));
}

/* One class per kind of leaf iterator; enumerate and others exist already. */
static cs_status register_iterators(cs_ctx *ctx) {
  for (uint32_t i = 0; i < CS_ITER_COUNT; i++) {
    const char *name = cs_iter_class_names[i];
    cs_value key;
    TRY(cs_str_intern_bytes(ctx, name, strlen(name), &key));
    cs_value cls = cs_dict_get_name(ctx, registry(ctx), key);
    if (!cs_is_type(cls)) {
      cs_off t;
      TRY(make_type(ctx, name, ctx->image->cls[CS_L_INSTANCE], CS_L_ITER,
                    CS_TYPE_FINAL, &t));
      TRY(remember(ctx, name, t));
      cls = cs_type_value(t);
    }
    ctx->image->special[CS_CLS_ITERBASE + i] = cls;
  }
  return CS_OK;
}

/* Enters all classes so that natives.def can name their owners, and makes those
 * that share a layout with another class (a coroutine is a GEN). */
static cs_status register_types(cs_ctx *ctx) {
  static const struct {
    uint16_t layout;
    const char *name;
  } list[] = {
#define X(name, number, text) {number, text},
      CS_LAYOUT_LIST(X)
#undef X
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (list[i].name[0] && list[i].layout != CS_L_HOSTFUNC)
      TRY(remember(ctx, list[i].name, ctx->image->cls[list[i].layout]));
  static const struct {
    uint8_t special;
    const char *name;
  } more[] = {{CS_CLS_COROUTINE, "coroutine"},
              {CS_CLS_ASYNCGEN, "async_generator"},
              {CS_CLS_DICTVALUES, "dict_values"},
              {CS_CLS_DICTITEMS, "dict_items"},
              {CS_CLS_MAP, "map"},
              {CS_CLS_FILTER, "filter"},
              {CS_CLS_ZIP, "zip"},
              {CS_CLS_ENUMERATE, "enumerate"},
              {CS_CLS_REVERSED, "reversed"},
              {CS_CLS_CALLITER, "callable_iterator"},
              {CS_CLS_METHODDESC, "method_descriptor"},
              {CS_CLS_WRAPPER, "wrapper_descriptor"},
              {CS_CLS_CLASSMETHODDESC, "classmethod_descriptor"},
              {CS_CLS_METHODWRAPPER, "method-wrapper"}};
  /* The layout of each row of `more`: objects of these classes are made by C in
   * the form of another one, a map() as a generator, for one. */
  static const uint16_t layout[] = {
      CS_L_GEN,    CS_L_GEN,    CS_L_VIEW,   CS_L_VIEW,  CS_L_GEN,
      CS_L_GEN,    CS_L_GEN,    CS_L_GEN,    CS_L_GEN,   CS_L_ITER,
      CS_L_NATIVE, CS_L_NATIVE, CS_L_NATIVE, CS_L_METHOD};
  for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
    cs_off t;
    uint32_t flags = i >= 4 && i <= 8 ? 0u : CS_TYPE_FINAL;
    TRY(make_type(ctx, more[i].name, ctx->image->cls[CS_L_INSTANCE], layout[i],
                  flags, &t));
    ctx->image->special[more[i].special] = cs_type_value(t);
    TRY(remember(ctx, more[i].name, t));
  }
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++) {
    cs_value name = cs_type_at(ctx, ctx->image->exc[i])->name;
    TRY(cs_dict_set(ctx, registry(ctx), name,
                    cs_type_value(ctx->image->exc[i])));
  }
  return register_iterators(ctx);
}

/* A class that natives.def names but no list has is that of a box: an object of
 * C whose payload only its own module reads. */
cs_off cs_boot_class(cs_ctx *ctx, const char *name) {
  assert(ctx->building);
  cs_value key;
  if (cs_str_intern_bytes(ctx, name, strlen(name), &key) != CS_OK) return 0;
  cs_value t = cs_dict_get_name(ctx, registry(ctx), key);
  if (cs_is_type(t)) return cs_ref_off(t);
  cs_off off;
  if (make_type(ctx, name, ctx->image->cls[CS_L_INSTANCE], CS_L_BOX,
                CS_TYPE_FINAL, &off) != CS_OK ||
      remember(ctx, name, off) != CS_OK)
    return 0;
  return off;
}

/* --- natives ------------------------------------------------------------- */

/* The dict of the built-in module `name`, made when its first native is
 * added. */
static cs_status module_dict(cs_ctx *ctx, const char *name, cs_value *out) {
  cs_value key, m;
  cs_off off;
  if (strcmp(name, "builtins") == 0) {
    *out = ctx->image->builtins;
    return CS_OK;
  }
  TRY(cs_str_intern_bytes(ctx, name, strlen(name), &key));
  m = cs_dict_get_name(ctx, ctx->image->modules, key);
  if (!cs_is(m, CS_L_MODULE)) {
    TRY(cs_dict_new(ctx, 16, out));
    TRY(cs_alloc(ctx, CS_L_MODULE, sizeof(cs_module), &off));
    CS_AT(ctx, cs_module, off)->dict = cs_ref_off(*out);
    m = cs_ref(CS_L_MODULE, off);
    TRY(cs_dict_set(ctx, *out, cs_known(ctx, CS_N___name__), key));
    TRY(cs_dict_set(ctx, ctx->image->modules, key, m));
  }
  *out = cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, m)->dict);
  return CS_OK;
}

/* Getter and setter of one attribute are two rows of a table and one object;
 * whichever row comes first makes it. */
static cs_status add_getset(cs_ctx *ctx, const cs_native_def *d, cs_off owner,
                            uint32_t id) {
  assert(owner && (d->signature[0] == 'g' || d->signature[0] == 's'));
  cs_value name, dict = cs_ref(CS_L_DICT, cs_type_at(ctx, owner)->dict);
  TRY(cs_str_intern_bytes(ctx, d->name, strlen(d->name), &name));
  cs_value old = cs_dict_get_name(ctx, dict, name);
  if (!cs_is(old, CS_L_GETSET)) {
    cs_off off;
    TRY(cs_alloc(ctx, CS_L_GETSET, sizeof(cs_getset), &off));
    cs_getset *g = CS_AT(ctx, cs_getset, off);
    g->owner = owner;
    g->name = name;
    old = cs_ref(CS_L_GETSET, off);
    TRY(cs_dict_set(ctx, dict, name, old));
  }
  cs_getset *g = CS_PTR(ctx, cs_getset, old);
  if (d->signature[0] == 'g')
    g->get = id;
  else
    g->set = id;
  return CS_OK;
}

/* Special methods are slots in CPython and print as such, but some are ordinary
 * methods with a special name. The answer decides the repr ("slot wrapper"),
 * the texts of call errors and the class of the descriptor. */
static bool is_slot(const cs_native_def *d) {
  static const char *const methods[] = {
      "__sizeof__", "__reduce__",   "__reduce_ex__",    "__getnewargs__",
      "__format__", "__round__",    "__trunc__",        "__floor__",
      "__ceil__",   "__bytes__",    "__reversed__",     "__class_getitem__",
      "__dir__",    "__setstate__", "__length_hint__",  "__subclasshook__",
      "__copy__",   "__deepcopy__", "__init_subclass__"};
  static const char *const owned[][2] = {
      {"dict", "__getitem__"},       {"dict", "__contains__"},
      {"list", "__getitem__"},       {"set", "__contains__"},
      {"frozenset", "__contains__"},
  };
  if (strlen(d->name) <= 4 || strncmp(d->name, "__", 2) != 0) return false;
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
    if (strcmp(d->name, methods[i]) == 0) return false;
  for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
    if (strcmp(d->owner, owned[i][0]) == 0 && strcmp(d->name, owned[i][1]) == 0)
      return false;
  return true;
}

/* The layout that only objects of class `owner` have, as the loop compares it;
 * 0: none. Danger: it stands in for a check of the receiver in CALLM. A class
 * with two layouts (int) or a BOX, whose layout many classes share, gets
 * none. */
static uint32_t self_word(const cs_ctx *ctx, cs_off owner) {
  uint32_t found = 0;
  for (uint32_t l = 1; owner && l <= CS_L_SHAPE; l++) {
    if (ctx->image->cls[l] != owner || l == CS_L_BOX) continue;
    if (found) return 0;
    found = (uint32_t)(cs_ref(l, 0).bits >> 32);
  }
  return found;
}

/* Natives that the loop executes without a call where the types allow it. */
static uint8_t quick_kind(const cs_native_def *d) {
  static const struct {
    const char *owner, *name;
    uint8_t kind;
  } list[] = {{".builtins", "len", CS_QUICK_LEN},
              {".builtins", "next", CS_QUICK_NEXT},
              {"list", "append", CS_QUICK_APPEND},
              {"generator", "send", CS_QUICK_SEND},
              {"list", "pop", CS_QUICK_POP},
              {".builtins", "isinstance", CS_QUICK_ISINSTANCE},
              {"type", "__call__", CS_QUICK_MAKE}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (strcmp(d->owner, list[i].owner) == 0 &&
        strcmp(d->name, list[i].name) == 0)
      return list[i].kind;
  return CS_QUICK_NONE;
}

/* Natives that only look at their arguments. brief.c may call these and forget
 * the result, then let the real call run again: they change nothing and call no
 * Python code. */
static bool is_pure(const cs_native_def *d) {
  static const char *const list[][2] = {{".builtins", "len"},
                                        {".builtins", "abs"},
                                        {".builtins", "ord"},
                                        {".builtins", "hash"},
                                        {".builtins", "isinstance"},
                                        {".builtins", "min"},
                                        {".builtins", "max"},
                                        {".builtins", "round"},
                                        {"dict", "get"},
                                        {"list", "index"},
                                        {"list", "count"},
                                        {"tuple", "index"},
                                        {"tuple", "count"},
                                        {"dict", "__getitem__"},
                                        {"list", "__getitem__"},
                                        {".builtins", "iter"}};
  if (strcmp(d->owner, "str") == 0 || strcmp(d->owner, ".math") == 0)
    return true;
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (strcmp(d->owner, list[i][0]) == 0 && strcmp(d->name, list[i][1]) == 0)
      return true;
  return false;
}

/* One row of a table becomes a NATIVE object in the dict of its owner. `id` is
 * permanent within a build: snapshots store it, verify.c checks it. Modules are
 * owners that begin with a dot. */
static cs_status add_native(cs_ctx *ctx, const cs_native_def *d, uint32_t id) {
  assert(id < CS_NATIVE_MAX);
  bool module = d->owner[0] == '.';
  cs_off owner = module ? 0 : cs_boot_class(ctx, d->owner), off;
  cs_value dict, name;
  /* The arena is full; nothing else can go wrong here. */
  if (!module && !owner) return CS_ELIMIT;
  if (d->signature[0] != '(') return add_getset(ctx, d, owner, id);
  if (module)
    TRY(module_dict(ctx, d->owner + 1, &dict));
  else
    dict = cs_ref(CS_L_DICT, cs_type_at(ctx, owner)->dict);
  TRY(cs_str_intern_bytes(ctx, d->name, strlen(d->name), &name));
  TRY(cs_alloc(ctx, CS_L_NATIVE, sizeof(cs_native), &off));
  cs_native *n = CS_AT(ctx, cs_native, off);
  n->id = id;
  n->owner = owner;
  n->h.kind = quick_kind(d);
  n->name = name;
  n->module = CS_NONE;
  if (module)
    TRY(cs_str_intern_bytes(ctx, d->owner + 1, strlen(d->owner + 1),
                            &n->module));
  TRY(cs_signature_parse(ctx, d->signature, n));
  /* Only a receiver that the loop can check by one comparison. */
  if (!n->kwonly && n->h.flags & CS_NATIVE_METHOD &&
      !(n->h.flags & CS_NATIVE_VARARGS))
    n->self = self_word(ctx, owner);
  if (owner && is_slot(d)) n->h.flags |= CS_NATIVE_SLOT;
  if (is_pure(d)) n->h.flags |= CS_NATIVE_PURE;
  cs_value nv = cs_ref(CS_L_NATIVE, off);
  if (owner && strcmp(d->name, "__new__") == 0) {
    /* Constructors are numbered, so that a class holds a byte and not a
     * reference; 0 is "none". */
    uint32_t c = ++ctx->image->nctors;
    if (c >= 128) return CS_ELIMIT;
    ctx->image->ctor[c] = nv;
    cs_type_at(ctx, owner)->newid = c;
  }
  TRY(cs_dict_set(ctx, dict, name, nv));
  if (owner && cs_type_at(ctx, owner)->layout == CS_L_BOX)
    cs_type_touch(ctx, owner, name);
  return CS_OK;
}

/* Classes made before their base got a constructor inherit it now. */
static void inherit_ctors(cs_ctx *ctx) {
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++) {
    cs_type *t = cs_type_at(ctx, ctx->image->exc[i]);
    if (t->newid || i == 0) continue;
    t->newid = cs_type_at(ctx, cs_ref_off(cs_tuple_at(ctx, t->mro, 1)))->newid;
  }
}

/* Objects made by C find their class by the kind of box. */
static cs_status boot_boxes(cs_ctx *ctx) {
  static const struct {
    uint8_t kind;
    const char *name;
  } list[] = {
#define X(name, number, text) {number, text},
      CS_BOX_LIST(X)
#undef X
  };
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    cs_off t = cs_boot_class(ctx, list[i].name);
    if (!t) return CS_ELIMIT;
    ctx->image->box[list[i].kind] = t;
  }
  return CS_OK;
}

/* Every table of natives.def, then the classes that have no __hash__. */
static cs_status boot_natives(cs_ctx *ctx) {
  for (uint32_t t = 0; t < cs_natives_tables; t++)
    for (uint32_t i = 0; cs_natives_table[t][i].name; i++)
      TRY(add_native(ctx, &cs_natives_table[t][i], t * CS_NATIVE_TABLE + i));
  TRY(boot_boxes(ctx));
  inherit_ctors(ctx);
  static const uint8_t unhashable[] = {CS_L_LIST,  CS_L_DICT,      CS_L_SET,
                                       CS_L_PROXY, CS_L_BYTEARRAY, CS_L_SLICE};
  for (size_t i = 0; i < sizeof unhashable; i++) {
    cs_off t = ctx->image->cls[unhashable[i]];
    TRY(cs_dict_set(ctx, cs_ref(CS_L_DICT, cs_type_at(ctx, t)->dict),
                    cs_known(ctx, CS_N___hash__), CS_NONE));
  }
  cs_off views[] = {ctx->image->cls[CS_L_VIEW],
                    cs_ref_off(ctx->image->special[CS_CLS_DICTITEMS])};
  for (size_t i = 0; i < sizeof views / sizeof *views; i++)
    TRY(cs_dict_set(ctx, cs_ref(CS_L_DICT, cs_type_at(ctx, views[i])->dict),
                    cs_known(ctx, CS_N___hash__), CS_NONE));
  return CS_OK;
}

/* Built-in classes and constants are names of the builtins module. */
static cs_status boot_builtins(cs_ctx *ctx) {
  static const uint8_t types[] = {
      CS_L_STR,      CS_L_BYTES,     CS_L_NUMINT,      CS_L_NUMFLOAT,
      CS_L_NUMBOOL,  CS_L_COMPLEX,   CS_L_LIST,        CS_L_TUPLE,
      CS_L_DICT,     CS_L_SET,       CS_L_FROZENSET,   CS_L_RANGE,
      CS_L_SLICE,    CS_L_BYTEARRAY, CS_L_MEMVIEW,     CS_L_TYPE,
      CS_L_INSTANCE, CS_L_PROPERTY,  CS_L_CLASSMETHOD, CS_L_STATICMETHOD,
      CS_L_SUPER};
  cs_value b = ctx->image->builtins;
  for (size_t i = 0; i < sizeof types; i++) {
    cs_off t = ctx->image->cls[types[i]];
    TRY(cs_dict_set(ctx, b, cs_type_at(ctx, t)->name, cs_type_value(t)));
  }
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++) {
    cs_off t = ctx->image->exc[i];
    TRY(cs_dict_set(ctx, b, cs_type_at(ctx, t)->name, cs_type_value(t)));
  }
  for (uint32_t i = CS_CLS_MAP; i <= CS_CLS_REVERSED; i++) {
    cs_value t = ctx->image->special[i];
    TRY(cs_dict_set(ctx, b, CS_PTR(ctx, cs_type, t)->name, t));
  }
  static const struct {
    const char *name;
    cs_value v;
  } consts[] = {{"Ellipsis", {CS_IMM_FIRST | CS_ELLIPSIS_K}},
                {"NotImplemented", {CS_IMM_FIRST | CS_NOTIMPL_K}},
                {"__debug__", {CS_IMM_FIRST | CS_TRUE_K}},
                {"None", {CS_IMM_FIRST | CS_NONE_K}},
                {"True", {CS_IMM_FIRST | CS_TRUE_K}},
                {"False", {CS_IMM_FIRST | CS_FALSE_K}}};
  for (size_t i = 0; i < sizeof consts / sizeof *consts; i++) {
    cs_value name;
    TRY(cs_str_intern_bytes(ctx, consts[i].name, strlen(consts[i].name),
                            &name));
    TRY(cs_dict_set(ctx, b, name, consts[i].v));
  }
  TRY(cs_str_new(ctx, "builtins", 8, &ctx->head->root[CS_ROOT_SCRATCH0]));
  return cs_dict_set(ctx, b, cs_known(ctx, CS_N___name__),
                     cs_known(ctx, CS_N_builtins));
}

/* The code of every trampoline: run the native, return its result. */
static cs_status boot_trampoline(cs_ctx *ctx) {
  uint32_t code[] = {CS_I_NATIVE, CS_I_NATIVERET};
  cs_off off, raw, consts;
  TRY(cs_alloc(ctx, CS_L_RAW, 16 + sizeof code, &raw));
  memcpy(CS_AT(ctx, cs_raw, raw)->data, code, sizeof code);
  CS_AT(ctx, cs_raw, raw)->fill = CS_AT(ctx, cs_raw, raw)->cap = sizeof code;
  TRY(cs_array_new(ctx, 1, &consts));
  TRY(cs_alloc(ctx, CS_L_CODE, sizeof(cs_code), &off));
  cs_code *c = CS_AT(ctx, cs_code, off);
  c->insns = raw;
  c->consts = consts;
  c->ninsns = 2;
  c->nconsts = 1;
  c->flags = CS_CODE_PRELUDE;
  c->name = c->qualname = c->filename = cs_known(ctx, CS_N_empty);
  c->varnames = c->cellvars = c->freevars = ctx->image->empty_tuple;
  c->source = c->doc = CS_NONE;
  ctx->image->trampoline = cs_ref(CS_L_CODE, off);
  return CS_OK;
}

/* The intrinsics are UNBOUND until the prelude registers its functions, so a
 * call before that is a SystemError and not a jump through a stale offset. */
cs_status cs_boot_image(cs_ctx *ctx) {
  assert(ctx->building);
  cs_image *im = ctx->image;
  for (uint32_t i = 0; i < CS_NATIVE_MAX; i++) im->slow[i] = CS_UNBOUND;
  for (uint32_t i = 0; i < CS_INTRINSIC_MAX; i++) im->intrinsic[i] = CS_UNBOUND;
  TRY(boot_strings(ctx));
  TRY(boot_types(ctx));
  TRY(boot_exceptions(ctx));
  TRY(cs_dict_new(ctx, 256, &im->builtins));
  TRY(cs_dict_new(ctx, 256, &im->modules));
  TRY(cs_dict_new(ctx, 256, &ctx->head->root[CS_ROOT_STATE]));
  ctx->head->root[CS_ROOT_BUILTINS] = im->builtins;
  TRY(register_types(ctx));
  TRY(boot_natives(ctx));
  TRY(boot_builtins(ctx));
  cs_off fs;
  TRY(cs_alloc(ctx, CS_L_BYTES, sizeof(cs_bytes), &fs));
  im->empty_bytes = cs_ref(CS_L_BYTES, fs);
  TRY(cs_set_new(ctx, CS_L_FROZENSET, &im->empty_frozenset));
  return boot_trampoline(ctx);
}
