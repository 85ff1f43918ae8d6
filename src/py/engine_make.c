/*
 * engine_make.c - dates, paths, decimals, exceptions, objects of the host.
 *
 * Instances are filled member by member, as their classes in prelude/lib
 * declare them.  A class for objects that the host describes (a dataclass it
 * passes in, a type of host object) is made on first use and kept by name in
 * the session's state.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/engine_make.h"

#include "py/engine_lib.h"
#include "py/engine_value.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/exc_obj.h"
#include "py/types/range.h"
#include "py/types/slice.h"
#include "py/types/type.h"

#define TRY(call)                   \
  do {                              \
    cs_status try_ = (call);        \
    if (try_ != CS_OK) return try_; \
  } while (0)

static cs_status new_of(cs_engine *e, cs_lib_id id, cs_value *out) {
  cs_off cls = cs_engine_lib_class(e, id);
  if (!cls)
    return cs_throw(&e->ctx, CS_TypeError,
                    "this image has no class for such a value");
  return cs_instance_new(&e->ctx, cls, out);
}

static cs_status set_ints(cs_ctx *ctx, cs_value obj, uint32_t n,
                          const char *const *names, const int *v) {
  for (uint32_t i = 0; i < n; i++)
    TRY(cs_engine_lib_set(ctx, obj, names[i], cs_int(v[i])));
  return CS_OK;
}

static const char *const date_names[] = {"_y", "_m", "_d"};
static const char *const time_names[] = {"_h", "_mi", "_s", "_us", "_fold"};

cs_status cs_engine_make_date(cs_engine *e, const cs_wire_item *it,
                              cs_value *out) {
  TRY(new_of(e, CS_LIB_DATE, out));
  return set_ints(&e->ctx, *out, 3, date_names, it->date);
}

cs_status cs_engine_make_delta(cs_engine *e, const cs_wire_item *it,
                               cs_value *out) {
  static const char *const names[] = {"_days", "_seconds", "_us"};
  TRY(new_of(e, CS_LIB_TIMEDELTA, out));
  return set_ints(&e->ctx, *out, 3, names, it->date);
}

static bool is_lib(cs_engine *e, cs_value v, cs_lib_id id) {
  return cs_is_instance(v) &&
         cs_engine_lib_find(e, cs_class_of(&e->ctx, v)) == id;
}

static cs_status make_time(cs_engine *e, const cs_wire_item *it, cs_value tz,
                           cs_value *out) {
  bool full = it->tag == CS_WIRE_DATETIME;
  if (!cs_is_none(tz) && !is_lib(e, tz, CS_LIB_TIMEZONE) &&
      !is_lib(e, tz, CS_LIB_ZONEINFO))
    return CS_ECORRUPT;
  TRY(new_of(e, full ? CS_LIB_DATETIME : CS_LIB_TIME, out));
  if (full) TRY(set_ints(&e->ctx, *out, 3, date_names, it->date));
  TRY(set_ints(&e->ctx, *out, 5, time_names, it->time));
  return cs_engine_lib_set(&e->ctx, *out, "_tz", tz);
}

static cs_status make_timezone(cs_engine *e, const cs_value *part,
                               cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  int days, seconds, us;
  if (!is_lib(e, part[0], CS_LIB_TIMEDELTA)) return CS_ECORRUPT;
  if (!cs_is_none(part[1]) && !cs_is_str(part[1])) return CS_ECORRUPT;
  if (!cs_engine_lib_int(ctx, part[0], "_days", -1, 0, &days) ||
      !cs_engine_lib_int(ctx, part[0], "_seconds", 0, 86399, &seconds) ||
      !cs_engine_lib_int(ctx, part[0], "_us", 0, 999999, &us) ||
      (days == -1 && seconds == 0 && us == 0))
    return cs_throw(ctx, CS_ValueError, "offset of a time zone out of range");
  if (days == 0 && seconds == 0 && us == 0 && cs_is_none(part[1])) {
    cs_value key;
    TRY(cs_engine_lib_name(ctx, "utc", &key));
    *out = cs_type_find(ctx, cs_engine_lib_class(e, CS_LIB_TIMEZONE), key);
    if (cs_is_instance(*out)) return CS_OK;
  }
  TRY(new_of(e, CS_LIB_TIMEZONE, out));
  TRY(cs_engine_lib_set(ctx, *out, "_offset", part[0]));
  return cs_engine_lib_set(ctx, *out, "_name", part[1]);
}

cs_status cs_engine_make_zone(cs_engine *e, cs_value key, cs_value *out) {
  if (!cs_is_str(key)) return CS_ECORRUPT;
  TRY(new_of(e, CS_LIB_ZONEINFO, out));
  return cs_engine_lib_set(&e->ctx, *out, "_key", key);
}

/* --- paths, numbers ------------------------------------------------------ */

/* The next name of a path between `*s` and `end`, or NULL; empty ones and dots
 * do not count. */
static const char *next_name(const char **s, const char *end, size_t *n) {
  while (*s < end) {
    const char *start = *s;
    const char *stop = memchr(start, '/', (size_t)(end - start));
    if (!stop) stop = end;
    *s = stop < end ? stop + 1 : end;
    *n = (size_t)(stop - start);
    if (*n > 1 || (*n == 1 && start[0] != '.')) return start;
  }
  return NULL;
}

static cs_status path_tail(cs_ctx *ctx, const char *s, const char *end,
                           cs_value *out) {
  const char *at = s, *name;
  uint32_t count = 0;
  size_t n;
  while (next_name(&at, end, &n)) count++;
  TRY(cs_tuple_new(ctx, NULL, count, out));
  for (uint32_t i = 0; (name = next_name(&s, end, &n)); i++)
    TRY(cs_str_new(ctx, name, n, &cs_tuple_items(ctx, *out)[i]));
  return CS_OK;
}

cs_status cs_engine_make_path(cs_engine *e, const cs_wire_item *it,
                              cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  const char *s = it->data, *end = s + it->len;
  cs_value root, tail, none;
  uint32_t slashes = 0;
  while (s < end && *s == '/') s++, slashes++;
  TRY(cs_str_new(ctx, "//", slashes == 2 ? 2 : slashes > 0, &root));
  TRY(path_tail(ctx, s, end, &tail));
  TRY(cs_str_new(ctx, "", 0, &none));
  TRY(new_of(e, CS_LIB_POSIXPATH, out));
  TRY(cs_engine_lib_set(ctx, *out, "_drive", none));
  TRY(cs_engine_lib_set(ctx, *out, "_root", root));
  return cs_engine_lib_set(ctx, *out, "_tail", tail);
}

cs_status cs_engine_make_uuid(cs_engine *e, const cs_wire_item *it,
                              cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  uint64_t limb[2] = {0, 0};
  cs_value n, key, map, safe = CS_NONE;
  for (uint32_t i = 0; i < 16; i++)
    limb[1 - i / 8] = limb[1 - i / 8] << 8 | (uint8_t)it->data[i];
  TRY(cs_int_from_limbs(ctx, limb, 2, false, &n));
  TRY(new_of(e, CS_LIB_UUID, out));
  TRY(cs_engine_lib_set(ctx, *out, "int", n));
  TRY(cs_engine_lib_name(ctx, "_member_map_", &key));
  map = cs_type_find(ctx, cs_engine_lib_class(e, CS_LIB_SAFEUUID), key);
  TRY(cs_engine_lib_name(ctx, "unknown", &key));
  if (cs_is_dict(map)) safe = cs_dict_get_name(ctx, map, key);
  return cs_engine_lib_set(ctx, *out, "is_safe",
                           cs_is_unbound(safe) ? CS_NONE : safe);
}

static cs_status make_decimal(cs_engine *e, const cs_wire_item *it,
                              const cs_value *part, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  const cs_value zero = cs_int(0);
  int64_t exponent;
  if (!cs_is_anyint(part[0]) || cs_is_bool(part[0]) ||
      cs_int_compare(ctx, part[0], zero) < 0 || !cs_is_anyint(part[1]) ||
      !cs_int_as_i64(ctx, part[1], &exponent) ||
      exponent > INT64_C(999999999999999999) ||
      exponent < INT64_C(-1999999999999999997))
    return cs_throw(ctx, CS_ValueError, "not the parts of a Decimal");
  TRY(new_of(e, CS_LIB_DECIMAL, out));
  TRY(cs_engine_lib_set(ctx, *out, "_s", cs_int(it->negative)));
  TRY(cs_engine_lib_set(ctx, *out, "_c", part[0]));
  TRY(cs_engine_lib_set(ctx, *out, "_e", part[1]));
  return cs_engine_lib_set(ctx, *out, "_k", cs_int(it->detail));
}

static cs_status make_fraction(cs_engine *e, const cs_value *part,
                               cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  if (!cs_is_anyint(part[0]) || !cs_is_anyint(part[1]) ||
      cs_int_compare(ctx, part[1], cs_int(0)) <= 0)
    return cs_throw(ctx, CS_ValueError, "not the parts of a Fraction");
  TRY(new_of(e, CS_LIB_FRACTION, out));
  TRY(cs_engine_lib_set(ctx, *out, "_numerator", part[0]));
  return cs_engine_lib_set(ctx, *out, "_denominator", part[1]);
}

static bool is_bound(cs_value v) {
  return cs_is_none(v) || cs_is_anyint(v);
}

static cs_status make_three(cs_ctx *ctx, cs_wire_tag tag, const cs_value *p,
                            cs_value *out) {
  if (tag == CS_WIRE_SLICE) {
    if (!is_bound(p[0]) || !is_bound(p[1]) || !is_bound(p[2]))
      return CS_ECORRUPT;
    return cs_slice_new(ctx, p[0], p[1], p[2], out);
  }
  if (!cs_is_anyint(p[0]) || !cs_is_anyint(p[1]) || !cs_is_anyint(p[2]))
    return CS_ECORRUPT;
  return cs_range_new(ctx, p[0], p[1], p[2], out);
}

/* --- exceptions ---------------------------------------------------------- */

static cs_off builtin_exc(cs_ctx *ctx, const char *name, size_t n) {
  static const char *const names[] = {
#define CS_EXC(name, number, base) #name,
#include "py/heap/exc.def"
#undef CS_EXC
  };
  for (uint32_t i = 0; i < CS_EXC_COUNT; i++)
    if (strlen(names[i]) == n && memcmp(names[i], name, n) == 0)
      return cs_exc_class(ctx, (cs_exc_id)i);
  return 0;
}

/* "json.JSONDecodeError": an exception class of a module in the image. */
static cs_off module_exc(cs_ctx *ctx, const char *name, size_t n) {
  const char *dot = memrchr(name, '.', n);
  cs_value key, m;
  if (!dot) return 0;
  size_t prefix = (size_t)(dot - name);
  if (cs_str_intern_bytes(ctx, name, prefix, &key) != CS_OK) return 0;
  m = cs_dict_get_name(ctx, ctx->image->modules, key);
  if (!cs_is(m, CS_L_MODULE)) return 0;
  if (cs_str_intern_bytes(ctx, dot + 1, n - prefix - 1, &key) != CS_OK)
    return 0;
  m = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, CS_PTR(ctx, cs_module, m)->dict),
                       key);
  if (!cs_is_type(m)) return 0;
  return CS_PTR(ctx, cs_type, m)->flags & CS_TYPE_EXCEPTION ? cs_ref_off(m) : 0;
}

cs_off cs_engine_exc_by_name(cs_ctx *ctx, const char *name, size_t n) {
  cs_off cls = builtin_exc(ctx, name, n);
  if (!cls) cls = module_exc(ctx, name, n);
  return cls ? cls : cs_exc_class(ctx, CS_RuntimeError);
}

/* message, document or None, position, line, column: as a JSONDecodeError has
 * them.  Its own __init__ would count lines again. */
static cs_status make_json_error(cs_ctx *ctx, cs_off cls, const cs_value *part,
                                 cs_value *out) {
  static const char *const names[] = {"msg", "doc", "pos", "lineno", "colno"};
  cs_value args;
  TRY(cs_tuple_new(ctx, &part[1], 1, &args));
  TRY(cs_exc_obj_make(ctx, cls, args, out));
  for (uint32_t i = 0; i < 5; i++)
    TRY(cs_engine_lib_set(ctx, *out, names[i], cs_tuple_at(ctx, part[2], i)));
  return CS_OK;
}

static cs_status make_exception(cs_ctx *ctx, const cs_value *part,
                                cs_value *out) {
  uint32_t n;
  if (!cs_is_str(part[0]) || !cs_is_str(part[1]) || !cs_is_tuple(part[2]))
    return CS_ECORRUPT;
  const char *name = cs_str_data(ctx, part[0], &n);
  cs_off cls = cs_engine_exc_by_name(ctx, name, n);
  bool known = cls != cs_exc_class(ctx, CS_RuntimeError);
  cs_value args = part[2];
  bool text = cs_str_bytes(ctx, part[1]) > 0;
  if (n == 20 && memcmp(name, "json.JSONDecodeError", 20) == 0 && known &&
      cs_tuple_len(ctx, args) == 5)
    return make_json_error(ctx, cls, part, out);
  if ((!known || cs_tuple_len(ctx, args) == 0) && text)
    TRY(cs_tuple_new(ctx, &part[1], 1, &args));
  cs_status st = cs_exc_obj_make(ctx, cls, args, out);
  if (st != CS_THROW) return st;
  /* UnicodeDecodeError and its like want arguments that are not there */
  TRY(cs_tuple_new(ctx, &part[1], 1, &args));
  return cs_exc_obj_make(ctx, cs_exc_class(ctx, CS_RuntimeError), args, out);
}

/* --- names --------------------------------------------------------------- */

cs_status cs_engine_make_tool(cs_ctx *ctx, cs_value name, cs_value *out) {
  cs_off off;
  cs_value key;
  TRY(cs_str_intern(ctx, name, &key));
  TRY(cs_alloc(ctx, CS_L_HOSTFUNC, sizeof(cs_hostfunc), &off));
  cs_hostfunc *f = CS_AT(ctx, cs_hostfunc, off);
  f->name = key;
  f->doc = f->check = CS_NONE;
  *out = cs_ref(CS_L_HOSTFUNC, off);
  return CS_OK;
}

static cs_status make_named(cs_ctx *ctx, uint8_t what, cs_value name,
                            cs_value *out) {
  uint32_t n;
  if (!cs_is_str(name)) return CS_ECORRUPT;
  if (what == CS_WIRE_NAMES_FUNCTION)
    return cs_engine_make_tool(ctx, name, out);
  const char *s = cs_str_data(ctx, name, &n);
  if (what == CS_WIRE_NAMES_TYPE) {
    cs_value key;
    TRY(cs_str_intern(ctx, name, &key));
    *out = cs_dict_get_name(ctx, ctx->image->builtins, key);
    if (cs_is_type(*out)) return CS_OK;
    cs_off cls = module_exc(ctx, s, n);
    *out = cs_type_value(cls);
    if (cls) return CS_OK;
  }
  return cs_throw(ctx, CS_TypeError,
                  "the host passed %r, which has no "
                  "counterpart here",
                  name);
}

/* --- objects ------------------------------------------------------------- */

/* "kind:name:field,field" -> class, in the session's state. */
static cs_status class_table(cs_ctx *ctx, cs_value *out) {
  cs_value key, state = ctx->head->root[CS_ROOT_STATE];
  TRY(cs_engine_lib_name(ctx, "host_classes", &key));
  *out = cs_dict_get_name(ctx, state, key);
  if (cs_is_dict(*out)) return CS_OK;
  TRY(cs_dict_new(ctx, 0, out));
  return cs_dict_set(ctx, state, key, *out);
}

static cs_status new_class(cs_engine *e, cs_lib_id base, cs_value name,
                           cs_value fields, uint8_t detail, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value dict, bases, key;
  cs_off cls = cs_engine_lib_class(e, base);
  if (!cls) return cs_throw(ctx, CS_TypeError, "no class for host objects");
  cs_value parent = cs_type_value(cls);
  TRY(cs_dict_new(ctx, 4, &dict));
  TRY(cs_dict_set(ctx, dict, cs_known(ctx, CS_N___module__),
                  cs_known(ctx, CS_N___main__)));
  TRY(cs_engine_lib_name(ctx, "_fields", &key));
  TRY(cs_dict_set(ctx, dict, key, fields));
  TRY(cs_engine_lib_name(ctx, "_detail", &key));
  TRY(cs_dict_set(ctx, dict, key, cs_int(detail)));
  TRY(cs_tuple_new(ctx, &parent, 1, &bases));
  return cs_type_new(ctx, name, bases, dict, cs_type_at(ctx, cls)->meta, out);
}

static cs_status find_class(cs_engine *e, cs_lib_id base, cs_value name,
                            cs_value fields, uint8_t detail, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value row[4] = {cs_int(base), cs_int(detail), name, fields}, key, table;
  TRY(cs_tuple_new(ctx, row, 4, &key));
  TRY(class_table(ctx, &table));
  TRY(cs_dict_get(ctx, table, key, out));
  if (cs_is_type(*out)) return CS_OK;
  TRY(new_class(e, base, name, fields, detail, out));
  return cs_dict_set(ctx, table, key, *out);
}

/* Names of `n` pairs, interned. */
static cs_status field_names(cs_ctx *ctx, const cs_value *pair, uint32_t n,
                             cs_value *out) {
  TRY(cs_tuple_new(ctx, NULL, n, out));
  for (uint32_t i = 0; i < n; i++) {
    cs_value name;
    if (!cs_is_str(pair[2 * i])) return CS_ECORRUPT;
    TRY(cs_str_intern(ctx, pair[2 * i], &name));
    cs_tuple_items(ctx, *out)[i] = name;
  }
  return CS_OK;
}

static cs_status set_fields(cs_ctx *ctx, cs_value obj, cs_value names,
                            const cs_value *pair) {
  uint32_t n = cs_tuple_len(ctx, names);
  for (uint32_t i = 0; i < n; i++)
    TRY(cs_instance_set(ctx, obj, cs_tuple_at(ctx, names, i), pair[2 * i + 1]));
  return CS_OK;
}

static cs_status make_object(cs_engine *e, const cs_wire_item *it,
                             const cs_value *part, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value names, cls;
  if (it->id) {
    *out = cs_engine_exported(e, it->id);
    if (!cs_is_unbound(*out)) return CS_OK;
  }
  if (!cs_is_str(part[0])) return CS_ECORRUPT;
  TRY(field_names(ctx, part + 1, it->count, &names));
  bool tuple = it->detail == CS_WIRE_IS_NAMEDTUPLE;
  TRY(find_class(e, tuple ? CS_LIB_TUPLERECORD : CS_LIB_RECORD, part[0], names,
                 it->detail, &cls));
  if (tuple) {
    cs_value payload;
    TRY(cs_tuple_new(ctx, NULL, it->count, &payload));
    for (uint32_t i = 0; i < it->count; i++)
      cs_tuple_items(ctx, payload)[i] = part[2 + 2 * i];
    return cs_instance_wrap(ctx, cs_ref_off(cls), payload, out);
  }
  TRY(cs_instance_new(ctx, cs_ref_off(cls), out));
  return set_fields(ctx, *out, names, part + 1);
}

static cs_status set_on_class(cs_ctx *ctx, cs_value cls, cs_value name,
                              cs_value v) {
  cs_off off = cs_ref_off(cls);
  TRY(cs_dict_set(ctx, cs_ref(CS_L_DICT, cs_type_at(ctx, off)->dict), name, v));
  cs_type_touch(ctx, off, name);
  return CS_OK;
}

/* A class of the host: one guest class for each number, so that `type(x)` of
 * its instances is the class that the host passes.  Methods None: what is known
 * about the class stays. */
static cs_status make_host_class(cs_engine *e, const cs_wire_item *it,
                                 const cs_value *part, cs_value names,
                                 cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value id, key, row[3];
  TRY(cs_int_new(ctx, (int64_t)it->id, &id));
  TRY(find_class(e, CS_LIB_HOSTOBJECT, part[0], id, it->detail, out));
  TRY(cs_engine_lib_name(ctx, "_host_policy", &key));
  const cs_type *t = cs_type_at(ctx, cs_ref_off(*out));
  cs_value old = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, t->dict), key);
  if (cs_is_none(part[1]) && cs_is_tuple(old)) return CS_OK;
  row[0] = id;
  row[1] = part[1];
  row[2] = part[2];
  TRY(cs_tuple_new(ctx, row, 3, &old));
  TRY(set_on_class(ctx, *out, key, old));
  for (uint32_t i = 0; i < cs_tuple_len(ctx, names); i++)
    TRY(set_on_class(ctx, *out, cs_tuple_at(ctx, names, i), part[4 + 2 * i]));
  return CS_OK;
}

/* Of an object, the class; a name alone stands for a class without a number. */
static cs_status host_class_of(cs_engine *e, const cs_wire_item *it,
                               cs_value given, cs_value *cls) {
  if (cs_is_str(given))
    return find_class(e, CS_LIB_HOSTOBJECT, given, e->ctx.image->empty_tuple,
                      it->detail, cls);
  *cls = given;
  if (!cs_is_type(given) ||
      cs_engine_lib_find(e, cs_ref_off(given)) != CS_LIB_HOSTOBJECT)
    return CS_ECORRUPT;
  return CS_OK;
}

static cs_status make_host(cs_engine *e, const cs_wire_item *it,
                           const cs_value *part, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  cs_value names, cls, id;
  TRY(field_names(ctx, part + 3, it->count, &names));
  if (it->detail & CS_WIRE_HOST_CALL) {
    if (!cs_is_str(part[0])) return CS_ECORRUPT;
    return make_host_class(e, it, part, names, out);
  }
  TRY(host_class_of(e, it, part[0], &cls));
  TRY(cs_int_new(ctx, (int64_t)it->id, &id));
  TRY(cs_instance_new(ctx, cs_ref_off(cls), out));
  TRY(cs_engine_lib_set(ctx, *out, "_host_id", id));
  TRY(cs_engine_lib_set(ctx, *out, "_host_methods", part[1]));
  TRY(cs_engine_lib_set(ctx, *out, "_host_lazy", part[2]));
  return set_fields(ctx, *out, names, part + 3);
}

cs_status cs_engine_make(cs_engine *e, const cs_wire_item *it,
                         const cs_value *part, cs_value *out) {
  cs_ctx *ctx = &e->ctx;
  switch ((int)it->tag) {
    case CS_WIRE_RANGE:
    case CS_WIRE_SLICE: return make_three(ctx, it->tag, part, out);
    case CS_WIRE_TIME:
    case CS_WIRE_DATETIME: return make_time(e, it, part[0], out);
    case CS_WIRE_TIMEZONE: return make_timezone(e, part, out);
    case CS_WIRE_DECIMAL: return make_decimal(e, it, part, out);
    case CS_WIRE_FRACTION: return make_fraction(e, part, out);
    case CS_WIRE_EXCEPTION: return make_exception(ctx, part, out);
    case CS_WIRE_OBJECT: return make_object(e, it, part, out);
    case CS_WIRE_NAMED: return make_named(ctx, it->detail, part[0], out);
    case CS_WIRE_HOST: return make_host(e, it, part, out);
    case CS_WIRE_TEXT:
      return cs_throw(ctx, CS_TypeError,
                      "the host passed a value that has only a text form");
    default: return CS_ECORRUPT;
  }
}

/* --- guest objects that the host may give back --------------------------- */

/* The number of an object is its offset: it never moves, and the table keeps it
 * from being collected. */
static cs_status export_table(cs_ctx *ctx, bool make, cs_value *out) {
  cs_value key, state = ctx->head->root[CS_ROOT_STATE];
  TRY(cs_engine_lib_name(ctx, "exported", &key));
  *out = cs_dict_get_name(ctx, state, key);
  if (cs_is_dict(*out)) return CS_OK;
  if (!make) return CS_EINVAL;
  TRY(cs_dict_new(ctx, 0, out));
  return cs_dict_set(ctx, state, key, *out);
}

uint64_t cs_engine_export(cs_engine *e, cs_value v) {
  cs_value table;
  cs_off id = cs_ref_off(v);
  if (!e->keep_objects) return 0;
  if (export_table(&e->ctx, true, &table) != CS_OK) return 0;
  return cs_dict_set(&e->ctx, table, cs_int(id), v) == CS_OK ? id : 0;
}

cs_value cs_engine_exported(cs_engine *e, uint64_t id) {
  cs_value table, v;
  if (id > UINT32_MAX || export_table(&e->ctx, false, &table) != CS_OK ||
      cs_dict_get(&e->ctx, table, cs_int((int64_t)id), &v) != CS_OK)
    return CS_UNBOUND;
  return v;
}

void cs_engine_keep_objects(cs_engine *e, bool on) {
  cs_value table;
  e->keep_objects = on;
  if (!on && export_table(&e->ctx, false, &table) == CS_OK)
    cs_dict_clear(&e->ctx, table);
}
