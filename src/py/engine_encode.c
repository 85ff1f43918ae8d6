/*
 * engine_encode.c - guest values as bytes, for the host.
 *
 * No Python code runs and nothing in the guest changes: objects are read
 * member by member.  The walk keeps its own stack, so depth is bounded by
 * CS_WIRE_DEPTH and not by C's; a container that is already on the stack is
 * written as CYCLE, what is too deep as DEEP, what has no data form as TEXT.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/wire.h"
#include "py/engine_lib.h"
#include "py/engine_value.h"
#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/seq.h"
#include "py/heap/space.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/ops.h"
#include "py/types/type.h"

enum {              /* how the parts of a level are found */
       LEVEL_ITEMS, /* list or tuple */
       LEVEL_SET,
       LEVEL_DICT,   /* key, value, key ... */
       LEVEL_FIELDS, /* instance: slots by shape */
       LEVEL_DATA,   /* dataclass: the values that `names` lists */
       LEVEL_NAMED,  /* named tuple: `names` and the payload */
       LEVEL_FIXED   /* `v` is an array of values in `part` */
};

typedef struct level {
  cs_value v;     /* the container */
  cs_value held;  /* value that follows the key just written, or UNBOUND */
  cs_value names; /* DATA, NAMED */
  uint32_t pos;
  uint32_t left; /* parts still to write */
  uint8_t how;
  bool host; /* members of the handle itself stay inside */
} level;

/* Containers that a message may have beyond one for each eight bytes of the
 * heap: every place that can refer to one takes that much. */
#define SHARED_MOST (UINT32_C(1) << 18)

typedef struct walk {
  cs_engine *e;
  cs_ctx *ctx;
  cs_wire *w;
  uint32_t depth, room;
  uint64_t left; /* containers that may still be written */
  bool hashed;   /* `seen` is in use */
  bool again;    /* needs a larger stack */
  level *stack;  /* [room] */
  cs_off *seen;  /* containers on the stack, by hash of the offset */
} walk;

#define SEEN 2048 /* entries; twice CS_WIRE_DEPTH */

/* Remember the value of the key that is written first. */
static void hold(level *l, cs_value v) {
  l->held = cs_is_unbound(v) ? CS_NONE : v; /* a loaded session may lie */
}

/* --- is this container on the stack? ------------------------------------- */

#define LINEAR 16 /* levels up to which looking through them is cheaper */

static uint32_t seen_slot(const walk *k, cs_off off) {
  uint32_t i = (off >> 4) * 2654435761u >> 21;
  while (k->seen[i] && k->seen[i] != off) i = (i + 1) & 2047;
  return i;
}

static void seen_start(walk *k) {
  memset(k->seen, 0, SEEN * sizeof *k->seen);
  for (uint32_t i = 0; i < k->depth; i++) {
    cs_off off = cs_ref_off(k->stack[i].v);
    k->seen[seen_slot(k, off)] = off;
  }
  k->hashed = true;
}

static bool on_stack(walk *k, cs_value v) {
  if (k->depth > LINEAR) {
    if (!k->hashed) seen_start(k);
    return k->seen[seen_slot(k, cs_ref_off(v))] != 0;
  }
  for (uint32_t i = 0; i < k->depth; i++)
    if (cs_ref_off(k->stack[i].v) == cs_ref_off(v)) return true;
  return false;
}

/* Entries leave in the reverse order of their arrival, so that clearing one
 * never breaks a probe chain. */
static void pop(walk *k) {
  k->depth--;
  if (!k->hashed) return;
  if (k->depth <= LINEAR) {
    k->hashed = false;
    return;
  }
  k->seen[seen_slot(k, cs_ref_off(k->stack[k->depth].v))] = 0;
}

/* False: a cycle or too deep, and that was written instead. */
static bool may_enter(walk *k, cs_value v, cs_wire_tag tag) {
  if (on_stack(k, v)) {
    cs_wire_tagged1(k->w, CS_WIRE_CYCLE, (uint8_t)tag);
    return false;
  }
  if (k->depth == k->room) {
    k->again = true;
    cs_wire_tagged(k->w, CS_WIRE_DEEP);
    return false;
  }
  return true;
}

static void push(walk *k, cs_value v, uint8_t how, uint32_t left,
                 cs_value names) {
  if (left == 0) return;
  if (k->left == 0) { /* shared ones would become far more than there are */
    if (k->w->status == CS_OK) k->w->status = CS_ELIMIT;
    return;
  }
  k->left--;
  level *l = &k->stack[k->depth++];
  *l = (level){
      .v = v, .held = CS_UNBOUND, .names = names, .left = left, .how = how};
  if (k->hashed) k->seen[seen_slot(k, cs_ref_off(v))] = cs_ref_off(v);
}

/* --- atoms --------------------------------------------------------------- */

/* Names in a loaded session may be anything: what is no text is "". */
static void put_str(walk *k, cs_wire_tag tag, cs_value v) {
  uint32_t n = 0;
  const char *s = cs_is_str(v) ? cs_str_data(k->ctx, v, &n) : "";
  uint8_t *p = cs_wire_bytes_room(k->w, tag, n);
  if (p) memcpy(p, s, n);
}

static void put_int(walk *k, cs_value v) {
  uint64_t tmp;
  uint32_t n;
  bool neg;
  if (cs_is_int(v)) {
    cs_wire_int(k->w, cs_int_of(v));
    return;
  }
  const uint64_t *limbs = cs_int_limbs(k->ctx, v, &tmp, &n, &neg);
  cs_wire_bigint(k->w, neg, limbs, (size_t)n * 8);
}

static void put_bytes(walk *k, cs_wire_tag tag, cs_value v) {
  const uint8_t *data;
  uint32_t n;
  if (!cs_bytes_view(k->ctx, v, &data, &n)) {
    data = NULL;
    n = 0;
  }
  uint8_t *p = cs_wire_bytes_room(k->w, tag, n);
  if (p && n) memcpy(p, data, n);
}

static void put_type_name(walk *k, cs_value v) {
  put_str(k, CS_WIRE_STR, cs_type_name_of(k->ctx, v));
}

/* Type and repr of what has no other form.  Without room, or when repr() is
 * written in Python, the default text of an object. */
static void put_text(walk *k, cs_value v) {
  cs_value text;
  cs_wire_tagged(k->w, CS_WIRE_TEXT);
  put_type_name(k, v);
  if (cs_op_repr(k->ctx, v, &text) == CS_OK) {
    put_str(k, CS_WIRE_STR, text);
    return;
  }
  cs_wire_text(k->w, "<object>");
}

/* module.name, without the modules that everybody has. */
static void put_dotted(walk *k, cs_value module, cs_value name) {
  char text[400];
  uint32_t n = 0, m = 0;
  const char *prefix = "", *s = "";
  if (cs_is_str(name)) s = cs_str_data(k->ctx, name, &n);
  if (cs_is_str(module)) prefix = cs_str_data(k->ctx, module, &m);
  if (m == 8 && memcmp(prefix, "builtins", 8) == 0) m = 0;
  if (m == 8 && memcmp(prefix, "__main__", 8) == 0) m = 0;
  if (m == 0 || m + n + 1 > sizeof text) {
    put_str(k, CS_WIRE_STR, name);
    return;
  }
  memcpy(text, prefix, m);
  text[m] = '.';
  memcpy(text + m + 1, s, n);
  cs_wire_str(k->w, text, m + 1u + n);
}

static void put_named(walk *k, uint8_t what, cs_value module, cs_value name) {
  cs_wire_tagged1(k->w, CS_WIRE_NAMED, what);
  put_dotted(k, module, name);
}

static void put_class(walk *k, cs_value v) {
  cs_ctx *ctx = k->ctx;
  const cs_type *t = CS_PTR(ctx, cs_type, v);
  cs_value module = cs_dict_get_name(ctx, cs_ref(CS_L_DICT, t->dict),
                                     cs_known(ctx, CS_N___module__));
  put_named(k, CS_WIRE_NAMES_TYPE, module, t->qualname);
}

static void put_module(walk *k, cs_value v) {
  cs_ctx *ctx = k->ctx;
  cs_value dict = cs_space_of(ctx, v);
  cs_value name = cs_dict_get_name(ctx, dict, cs_known(ctx, CS_N___name__));
  if (cs_is_str(name))
    put_named(k, CS_WIRE_NAMES_MODULE, CS_NONE, name);
  else
    put_text(k, v);
}

/* --- library classes ----------------------------------------------------- */

static bool is_zone(walk *k, cs_value tz) {
  if (cs_is_none(tz)) return true;
  if (!cs_is_instance(tz)) return false;
  cs_lib_id id = cs_engine_lib_find(k->e, cs_class_of(k->ctx, tz));
  return id == CS_LIB_TIMEZONE || id == CS_LIB_ZONEINFO;
}

static bool read_time(walk *k, cs_value v, int t[5], cs_value *tz) {
  cs_ctx *c = k->ctx;
  *tz = cs_engine_lib_get(c, v, "_tz");
  return cs_engine_lib_int(c, v, "_h", 0, 23, &t[0]) &&
         cs_engine_lib_int(c, v, "_mi", 0, 59, &t[1]) &&
         cs_engine_lib_int(c, v, "_s", 0, 59, &t[2]) &&
         cs_engine_lib_int(c, v, "_us", 0, 999999, &t[3]) &&
         cs_engine_lib_int(c, v, "_fold", 0, 1, &t[4]) && is_zone(k, *tz);
}

static bool read_date(walk *k, cs_value v, int d[3]) {
  return cs_engine_lib_int(k->ctx, v, "_y", 1, 9999, &d[0]) &&
         cs_engine_lib_int(k->ctx, v, "_m", 1, 12, &d[1]) &&
         cs_engine_lib_int(k->ctx, v, "_d", 1, 31, &d[2]);
}

static bool put_timedelta(walk *k, cs_value v) {
  int d, s, us;
  if (!cs_is_instance(v) ||
      !cs_engine_lib_int(k->ctx, v, "_days", -999999999, 999999999, &d) ||
      !cs_engine_lib_int(k->ctx, v, "_seconds", 0, 86399, &s) ||
      !cs_engine_lib_int(k->ctx, v, "_us", 0, 999999, &us))
    return false;
  cs_wire_timedelta(k->w, d, s, us);
  return true;
}

static bool put_zone(walk *k, cs_value v, cs_lib_id id) {
  if (id == CS_LIB_ZONEINFO) {
    cs_value key = cs_engine_lib_get(k->ctx, v, "_key");
    if (!cs_is_str(key)) return false;
    cs_wire_tagged(k->w, CS_WIRE_ZONE);
    put_str(k, CS_WIRE_STR, key);
    return true;
  }
  cs_value off = cs_engine_lib_get(k->ctx, v, "_offset");
  cs_value name = cs_engine_lib_get(k->ctx, v, "_name");
  size_t mark = k->w->len;
  cs_wire_tagged(k->w, CS_WIRE_TIMEZONE);
  if (!put_timedelta(k, off)) {
    k->w->len = mark;
    return false;
  }
  if (cs_is_str(name))
    put_str(k, CS_WIRE_STR, name);
  else
    cs_wire_none(k->w);
  return true;
}

static void put_tz(walk *k, cs_value tz) {
  if (cs_is_none(tz)) {
    cs_wire_none(k->w);
    return;
  }
  cs_lib_id id = cs_engine_lib_find(k->e, cs_class_of(k->ctx, tz));
  if (!put_zone(k, tz, id)) put_text(k, tz);
}

/* root + '/'.join(tail), or "." */
static bool put_path(walk *k, cs_value v) {
  cs_ctx *ctx = k->ctx;
  cs_value root = cs_engine_lib_get(ctx, v, "_root");
  cs_value tail = cs_engine_lib_get(ctx, v, "_tail");
  if (!cs_is_str(root) || !cs_is_tuple(tail)) return false;
  uint32_t n = cs_tuple_len(ctx, tail), len;
  uint32_t size = cs_str_bytes(ctx, root) + (n > 0 ? n - 1 : 0);
  for (uint32_t i = 0; i < n; i++) {
    if (!cs_is_str(cs_tuple_at(ctx, tail, i))) return false;
    size += cs_str_bytes(ctx, cs_tuple_at(ctx, tail, i));
  }
  if (size == 0) {
    cs_wire_path(k->w, ".", 1);
    return true;
  }
  uint8_t *to = cs_wire_bytes_room(k->w, CS_WIRE_PATH, size);
  if (!to) return true;
  const char *s = cs_str_data(ctx, root, &len);
  memcpy(to, s, len);
  to += len;
  for (uint32_t i = 0; i < n; i++) {
    if (i > 0) *to++ = '/';
    s = cs_str_data(ctx, cs_tuple_at(ctx, tail, i), &len);
    memcpy(to, s, len);
    to += len;
  }
  return true;
}

static bool put_uuid(walk *k, cs_value v) {
  cs_value n = cs_engine_lib_get(k->ctx, v, "int");
  uint8_t id[16] = {0};
  uint64_t tmp;
  uint32_t limbs;
  bool neg;
  if (!cs_is_anyint(n)) return false;
  const uint64_t *l = cs_int_limbs(k->ctx, n, &tmp, &limbs, &neg);
  if (neg || limbs > 2) return false;
  for (uint32_t i = 0; i < limbs * 8; i++)
    id[15 - i] = (uint8_t)(l[i / 8] >> (i % 8 * 8));
  cs_wire_uuid(k->w, id);
  return true;
}

static bool put_decimal(walk *k, cs_value v) {
  int sign, kind;
  cs_value c = cs_engine_lib_get(k->ctx, v, "_c");
  cs_value e = cs_engine_lib_get(k->ctx, v, "_e");
  if (!cs_engine_lib_int(k->ctx, v, "_s", 0, 1, &sign) ||
      !cs_engine_lib_int(k->ctx, v, "_k", 0, 3, &kind) || !cs_is_anyint(c) ||
      !cs_is_anyint(e))
    return false;
  cs_wire_decimal(k->w, sign, kind);
  put_int(k, c);
  put_int(k, e);
  return true;
}

static bool put_fraction(walk *k, cs_value v) {
  cs_value n = cs_engine_lib_get(k->ctx, v, "_numerator");
  cs_value d = cs_engine_lib_get(k->ctx, v, "_denominator");
  if (!cs_is_anyint(n) || !cs_is_anyint(d)) return false;
  cs_wire_tagged(k->w, CS_WIRE_FRACTION);
  put_int(k, n);
  put_int(k, d);
  return true;
}

/* --- objects and classes of the host -------------------------------------- */

/* (number, methods, lazy attributes) of a class that the host passed. */
static bool host_policy(walk *k, cs_value cls, cs_value *number) {
  cs_value key, row;
  if (cs_engine_lib_find(k->e, cs_ref_off(cls)) != CS_LIB_HOSTOBJECT ||
      cs_engine_lib_name(k->ctx, "_host_policy", &key) != CS_OK)
    return false;
  const cs_type *t = CS_PTR(k->ctx, cs_type, cls);
  row = cs_dict_get_name(k->ctx, cs_ref(CS_L_DICT, t->dict), key);
  if (!cs_is_tuple(row) || cs_tuple_len(k->ctx, row) != 3) return false;
  *number = cs_tuple_at(k->ctx, row, 0);
  return cs_is_anyint(*number);
}

/* A class of the host goes home by its number, with the attributes that came
 * with it: a host that does not know the number has nothing else. */
static bool put_host_class(walk *k, cs_value cls) {
  cs_ctx *ctx = k->ctx;
  cs_value number, detail, key;
  int64_t n;
  if (!host_policy(k, cls, &number) || !cs_int_as_i64(ctx, number, &n) ||
      cs_engine_lib_name(ctx, "_detail", &key) != CS_OK)
    return false;
  detail = cs_type_find(ctx, cs_ref_off(cls), key);
  uint8_t flags = cs_is_int(detail) ? (uint8_t)cs_int_of(detail) : 0;
  cs_wire_object(k->w, CS_WIRE_HOST, flags | CS_WIRE_HOST_CALL, (uint64_t)n, 0);
  put_str(k, CS_WIRE_STR, CS_PTR(ctx, cs_type, cls)->name);
  cs_wire_none(k->w);
  cs_wire_none(k->w);
  return true;
}

static bool is_host_member(cs_ctx *ctx, cs_value name) {
  uint32_t n;
  if (!cs_is_str(name)) return true;
  const char *s = cs_str_data(ctx, name, &n);
  return n > 6 && memcmp(s, "_host_", 6) == 0;
}

static uint32_t public_fields(cs_ctx *ctx, cs_value v) {
  const cs_instance *o = CS_PTR(ctx, cs_instance, v);
  cs_value key, value;
  uint32_t n = 0, pos = 0;
  if (CS_AT(ctx, cs_shape, o->shape)->h.flags & CS_SHAPE_DICT) {
    cs_value d = cs_ref(CS_L_DICT, o->ext);
    while (cs_dict_next(ctx, d, &pos, &key, &value))
      n += !is_host_member(ctx, key);
    return n;
  }
  for (cs_off at = o->shape; at; at = CS_AT(ctx, cs_shape, at)->parent) {
    key = CS_AT(ctx, cs_shape, at)->name;
    n += !is_host_member(ctx, key) &&
         !cs_is_unbound(cs_instance_get(ctx, v, key));
  }
  return n;
}

/* An object of the host goes home by its number; its attributes are for hosts
 * that do not know it, after the session was loaded. */
static bool put_host(walk *k, cs_value v) {
  cs_value id = cs_engine_lib_get(k->ctx, v, "_host_id");
  int64_t n;
  if (!cs_is_anyint(id) || !cs_int_as_i64(k->ctx, id, &n)) return false;
  if (!may_enter(k, v, CS_WIRE_HOST)) return true;
  uint32_t fields = public_fields(k->ctx, v);
  cs_wire_object(k->w, CS_WIRE_HOST, 0, (uint64_t)n, fields);
  if (!put_host_class(k, cs_type_value(cs_class_of(k->ctx, v))))
    put_type_name(k, v);
  cs_wire_none(k->w);
  cs_wire_none(k->w);
  bool in_dict = cs_shape_of(k->ctx, v)->h.flags & CS_SHAPE_DICT;
  push(k, v, in_dict ? LEVEL_DICT : LEVEL_FIELDS, 2 * fields, CS_NONE);
  if (fields) k->stack[k->depth - 1].host = true;
  return true;
}

static bool put_library(walk *k, cs_value v, cs_lib_id id) {
  int d[3], t[5];
  cs_value tz;
  switch (id) {
    case CS_LIB_DATE:
      if (!read_date(k, v, d)) return false;
      cs_wire_date(k->w, d[0], d[1], d[2]);
      return true;
    case CS_LIB_TIME:
      if (!read_time(k, v, t, &tz)) return false;
      cs_wire_time(k->w, t[0], t[1], t[2], t[3], t[4]);
      put_tz(k, tz);
      return true;
    case CS_LIB_DATETIME:
      if (!read_date(k, v, d) || !read_time(k, v, t, &tz)) return false;
      cs_wire_datetime(k->w, d, t);
      put_tz(k, tz);
      return true;
    case CS_LIB_TIMEDELTA: return put_timedelta(k, v);
    case CS_LIB_TIMEZONE:
    case CS_LIB_ZONEINFO: return put_zone(k, v, id);
    case CS_LIB_POSIXPATH:
    case CS_LIB_PUREPATH: return put_path(k, v);
    case CS_LIB_UUID: return put_uuid(k, v);
    case CS_LIB_DECIMAL: return put_decimal(k, v);
    case CS_LIB_FRACTION: return put_fraction(k, v);
    case CS_LIB_HOSTOBJECT: return put_host(k, v);
    case CS_LIB_SAFEUUID:
    case CS_LIB_ENUM:
    case CS_LIB_RECORD:
    case CS_LIB_TUPLERECORD:
    case CS_LIB_HOSTFUTURE:
    case CS_LIB_COUNT: break;
  }
  return false;
}

/* --- instances ----------------------------------------------------------- */

/* Attributes that are set: in slots behind the class's members, or a dict. */
static uint32_t count_fields(cs_ctx *ctx, cs_value v) {
  const cs_instance *o = CS_PTR(ctx, cs_instance, v);
  const cs_shape *s = CS_AT(ctx, cs_shape, o->shape);
  uint32_t n = 0;
  if (s->h.flags & CS_SHAPE_DICT)
    return cs_dict_len(ctx, cs_ref(CS_L_DICT, o->ext));
  for (cs_off at = o->shape; at; at = s->parent) {
    s = CS_AT(ctx, cs_shape, at);
    if (!cs_is_str(s->name)) continue;
    if (!cs_is_unbound(cs_instance_get(ctx, v, s->name))) n++;
  }
  return n;
}

static void begin_object(walk *k, cs_value v, uint8_t what, uint32_t n) {
  cs_wire_object(k->w, CS_WIRE_OBJECT, what, cs_engine_export(k->e, v), n);
  put_type_name(k, v);
}

static void put_plain_object(walk *k, cs_value v) {
  uint32_t n = count_fields(k->ctx, v);
  if (!may_enter(k, v, CS_WIRE_OBJECT)) return;
  begin_object(k, v, CS_WIRE_IS_INSTANCE, n);
  bool in_dict = cs_shape_of(k->ctx, v)->h.flags & CS_SHAPE_DICT;
  push(k, v, in_dict ? LEVEL_DICT : LEVEL_FIELDS, 2 * n, CS_NONE);
}

/* OSError keeps its third argument apart. */
static cs_value file_of(cs_ctx *ctx, cs_value exc) {
  if (!cs_type_is(ctx, exc, cs_exc_class(ctx, CS_OSError))) return CS_NONE;
  cs_value v = cs_instance_get(ctx, exc, cs_known(ctx, CS_N_filename));
  return cs_is_unbound(v) ? CS_NONE : v;
}

/* Exceptions of the library go by module and name: hosts have them too. */
static void put_exc_name(walk *k, cs_value v) {
  cs_off cls = cs_class_of(k->ctx, v);
  cs_value module = CS_NONE;
  if (cls < CS_IMAGE_END)
    module = cs_dict_get_name(k->ctx,
                              cs_ref(CS_L_DICT, cs_type_at(k->ctx, cls)->dict),
                              cs_known(k->ctx, CS_N___module__));
  put_dotted(k, module, cs_type_name_of(k->ctx, v));
}

#define DOC_MAX 65536 /* bytes of a document that an error brings along */

/* What a JSONDecodeError of the library was made of, in place of its arguments:
 * message, document (None: too long), position, line, column. */
static bool put_json_args(walk *k, cs_value v) {
  cs_ctx *ctx = k->ctx;
  if (cs_class_of(ctx, v) >= CS_IMAGE_END) return false;
  cs_value doc = cs_engine_lib_get(ctx, v, "doc");
  cs_value msg = cs_engine_lib_get(ctx, v, "msg");
  if (!cs_is_str(doc) || !cs_is_str(msg)) return false;
  static const char *const numbers[] = {"pos", "lineno", "colno"};
  cs_value at[3];
  for (int i = 0; i < 3; i++) {
    at[i] = cs_engine_lib_get(ctx, v, numbers[i]);
    if (!cs_is_anyint(at[i])) return false;
  }
  cs_wire_begin(k->w, CS_WIRE_TUPLE, 5);
  put_str(k, CS_WIRE_STR, msg);
  if (cs_str_bytes(ctx, doc) <= DOC_MAX)
    put_str(k, CS_WIRE_STR, doc);
  else
    cs_wire_none(k->w);
  for (int i = 0; i < 3; i++) put_int(k, at[i]);
  return true;
}

static void put_exception(walk *k, cs_value v) {
  cs_ctx *ctx = k->ctx;
  cs_value text, args = *cs_exc_member(ctx, v, CS_EXC_ARGS);
  if (!may_enter(k, v, CS_WIRE_EXCEPTION)) return;
  cs_wire_tagged(k->w, CS_WIRE_EXCEPTION);
  put_exc_name(k, v);
  if (cs_op_str(ctx, v, &text) == CS_OK && cs_is_str(text))
    put_str(k, CS_WIRE_STR, text);
  else if (cs_is_tuple(args) && cs_tuple_len(ctx, args) > 0 &&
           cs_is_str(cs_tuple_at(ctx, args, 0)))
    put_str(k, CS_WIRE_STR, cs_tuple_at(ctx, args, 0));
  else
    cs_wire_str(k->w, "", 0);
  if (put_json_args(k, v)) return;
  uint32_t n = cs_is_tuple(args) ? cs_tuple_len(ctx, args) : 0;
  if (n == 2 && !cs_is_none(file_of(ctx, v))) n = 3;
  cs_wire_begin(k->w, CS_WIRE_TUPLE, n);
  push(k, v, LEVEL_FIXED, n, args);
}

/* name, value */
static bool put_enum(walk *k, cs_value v) {
  cs_ctx *ctx = k->ctx;
  cs_value name = cs_engine_lib_get(ctx, v, "_name_");
  cs_value value = cs_engine_lib_get(ctx, v, "_value_");
  if (!cs_is_str(name) || cs_is_unbound(value)) return false;
  if (!may_enter(k, v, CS_WIRE_OBJECT)) return true;
  begin_object(k, v, CS_WIRE_IS_ENUM, 2);
  cs_wire_text(k->w, "name");
  put_str(k, CS_WIRE_STR, name);
  cs_wire_text(k->w, "value");
  push(k, v, LEVEL_DATA, 1, CS_NONE);
  k->stack[k->depth - 1].held = value;
  return true;
}

static cs_value class_attr(walk *k, cs_value v, const char *name) {
  cs_value key;
  if (cs_engine_lib_name(k->ctx, name, &key) != CS_OK) return CS_UNBOUND;
  return cs_type_find(k->ctx, cs_class_of(k->ctx, v), key);
}

static bool is_frozen_data(walk *k, cs_value v) {
  cs_value params = class_attr(k, v, "__dataclass_params__");
  if (!cs_is_instance(params)) return false;
  return cs_is_true(cs_engine_lib_get(k->ctx, params, "frozen"));
}

static bool put_dataclass(walk *k, cs_value v) {
  cs_ctx *ctx = k->ctx;
  cs_value fields = class_attr(k, v, "__dataclass_fields__"), key, field;
  if (!cs_is_dict(fields)) return false;
  uint32_t n = 0, pos = 0;
  while (cs_dict_next(ctx, fields, &pos, &key, &field))
    if (cs_is_str(key) && !cs_is_unbound(cs_instance_get(ctx, v, key))) n++;
  if (!may_enter(k, v, CS_WIRE_OBJECT)) return true;
  begin_object(
      k, v, is_frozen_data(k, v) ? CS_WIRE_IS_FROZEN : CS_WIRE_IS_DATACLASS, n);
  push(k, v, LEVEL_DATA, 2 * n, fields);
  return true;
}

static bool put_namedtuple(walk *k, cs_value v, cs_value payload) {
  cs_value names = class_attr(k, v, "_fields");
  if (!cs_is_tuple(payload) || !cs_is_tuple(names)) return false;
  uint32_t n = cs_tuple_len(k->ctx, names);
  if (n != cs_tuple_len(k->ctx, payload)) return false;
  for (uint32_t i = 0; i < n; i++)
    if (!cs_is_str(cs_tuple_at(k->ctx, names, i))) return false;
  if (!may_enter(k, v, CS_WIRE_OBJECT)) return true;
  begin_object(k, v, CS_WIRE_IS_NAMEDTUPLE, n);
  push(k, v, LEVEL_NAMED, 2 * n, names);
  return true;
}

/* The built-in value that is to be written in its place, else UNBOUND. */
static cs_value put_instance(walk *k, cs_value v) {
  cs_off cls = cs_class_of(k->ctx, v);
  if (cs_type_at(k->ctx, cls)->flags & CS_TYPE_EXCEPTION) {
    put_exception(k, v);
    return CS_UNBOUND;
  }
  cs_lib_id id = cs_engine_lib_find(k->e, cls);
  if (id == CS_LIB_ENUM && put_enum(k, v)) return CS_UNBOUND;
  if (id != CS_LIB_COUNT && put_library(k, v, id)) return CS_UNBOUND;
  cs_value payload = cs_unwrap(k->ctx, v);
  if (!cs_same(payload, v) && !cs_is_instance(payload))
    return put_namedtuple(k, v, payload) ? CS_UNBOUND : payload;
  if (!put_dataclass(k, v)) put_plain_object(k, v);
  return CS_UNBOUND;
}

/* --- containers and the rest --------------------------------------------- */

static void enter(walk *k, cs_value v, cs_wire_tag tag, uint8_t how,
                  uint32_t n) {
  if (!may_enter(k, v, tag)) return;
  cs_wire_begin(k->w, tag, n);
  push(k, v, how, how == LEVEL_DICT ? 2 * n : n, CS_NONE);
}

static void put_three(walk *k, cs_wire_tag tag, cs_value v,
                      const cs_value *part) {
  if (!may_enter(k, v, tag)) return;
  cs_wire_tagged(k->w, tag);
  push(k, v, LEVEL_FIXED, 3, CS_NONE);
  hold(&k->stack[k->depth - 1], part[0]);
}

static void put_ref(walk *k, cs_value v) {
  cs_ctx *ctx = k->ctx;
  switch (cs_ref_layout(v)) {
    case CS_L_STR: put_str(k, CS_WIRE_STR, v); break;
    case CS_L_BIGINT: put_int(k, v); break;
    case CS_L_BYTES: put_bytes(k, CS_WIRE_BYTES, v); break;
    case CS_L_BYTEARRAY: put_bytes(k, CS_WIRE_BYTEARRAY, v); break;
    case CS_L_COMPLEX: {
      const cs_complex *c = CS_PTR(ctx, cs_complex, v);
      cs_wire_complex(k->w, c->re, c->im);
      break;
    }
    case CS_L_LIST:
      enter(k, v, CS_WIRE_LIST, LEVEL_ITEMS, cs_list_len(ctx, v));
      break;
    case CS_L_TUPLE:
      enter(k, v, CS_WIRE_TUPLE, LEVEL_ITEMS, cs_tuple_len(ctx, v));
      break;
    case CS_L_DICT:
      enter(k, v, CS_WIRE_DICT, LEVEL_DICT, cs_dict_len(ctx, v));
      break;
    case CS_L_SET:
      enter(k, v, CS_WIRE_SET, LEVEL_SET, cs_set_len(ctx, v));
      break;
    case CS_L_FROZENSET:
      enter(k, v, CS_WIRE_FROZENSET, LEVEL_SET, cs_set_len(ctx, v));
      break;
    case CS_L_RANGE:
      put_three(k, CS_WIRE_RANGE, v, &CS_PTR(ctx, cs_range, v)->start);
      break;
    case CS_L_SLICE:
      put_three(k, CS_WIRE_SLICE, v, &CS_PTR(ctx, cs_slice, v)->start);
      break;
    case CS_L_TYPE:
      if (!put_host_class(k, v)) put_class(k, v);
      break;
    case CS_L_MODULE: put_module(k, v); break;
    case CS_L_FUNC:
      put_named(k, CS_WIRE_NAMES_FUNCTION, CS_PTR(ctx, cs_func, v)->module,
                CS_PTR(ctx, cs_func, v)->qualname);
      break;
    case CS_L_HOSTFUNC:
      put_named(k, CS_WIRE_NAMES_FUNCTION, CS_NONE,
                CS_PTR(ctx, cs_hostfunc, v)->name);
      break;
    default: put_text(k, v);
  }
}

static void put_value(walk *k, cs_value v) {
  if (cs_is_instance(v)) {
    v = put_instance(k, v);
    if (cs_is_unbound(v)) return;
  }
  if (cs_is_int(v))
    cs_wire_int(k->w, cs_int_of(v));
  else if (cs_is_float(v))
    cs_wire_float(k->w, cs_float_of(v));
  else if (cs_is_ref(v))
    put_ref(k, v);
  else if (cs_is_true(v))
    cs_wire_tagged(k->w, CS_WIRE_TRUE);
  else if (cs_is_false(v))
    cs_wire_tagged(k->w, CS_WIRE_FALSE);
  else if (cs_same(v, CS_ELLIPSIS))
    cs_wire_tagged(k->w, CS_WIRE_ELLIPSIS);
  else if (cs_same(v, CS_NOTIMPL))
    cs_wire_tagged(k->w, CS_WIRE_NOTIMPL);
  else
    cs_wire_none(k->w);
}

/* --- the next part of a level -------------------------------------------- */

/* Slot number `pos` or the next one that is set: name now, value held. */
static cs_value next_field(cs_ctx *ctx, level *l) {
  const cs_instance *o = CS_PTR(ctx, cs_instance, l->v);
  uint32_t count = CS_AT(ctx, cs_shape, o->shape)->count;
  for (; l->pos < count; l->pos++) {
    cs_off at = o->shape;
    const cs_shape *s = CS_AT(ctx, cs_shape, at);
    while (at && (s->slot != l->pos || !cs_is_str(s->name))) {
      at = s->parent;
      s = CS_AT(ctx, cs_shape, at);
    }
    if (!at) continue;
    if (l->host && is_host_member(ctx, s->name)) continue;
    l->held = cs_instance_get(ctx, l->v, s->name);
    if (cs_is_unbound(l->held)) continue;
    l->pos++;
    return s->name;
  }
  return CS_NONE;
}

static cs_value next_data(cs_ctx *ctx, level *l) {
  cs_value key, field;
  while (cs_is_dict(l->names) &&
         cs_dict_next(ctx, l->names, &l->pos, &key, &field)) {
    if (!cs_is_str(key)) continue;
    l->held = cs_instance_get(ctx, l->v, key);
    if (!cs_is_unbound(l->held)) return key;
  }
  return CS_NONE;
}

static cs_value next_fixed(cs_ctx *ctx, level *l) {
  uint32_t i = l->pos++;
  if (cs_is(l->v, CS_L_RANGE) || cs_is(l->v, CS_L_SLICE)) {
    const cs_value *part = cs_is(l->v, CS_L_RANGE)
                               ? &CS_PTR(ctx, cs_range, l->v)->start
                               : &CS_PTR(ctx, cs_slice, l->v)->start;
    return part[i + 1]; /* the first was held */
  }
  if (i == cs_tuple_len(ctx, l->names)) return file_of(ctx, l->v);
  return cs_tuple_at(ctx, l->names, i);
}

static cs_value next_part(cs_ctx *ctx, level *l) {
  cs_value v = l->held;
  if (!cs_is_unbound(v)) {
    l->held = CS_UNBOUND;
    return v;
  }
  switch (l->how) {
    case LEVEL_ITEMS:
      return cs_is_list(l->v) ? cs_list_at(ctx, l->v, l->pos++)
                              : cs_tuple_at(ctx, l->v, l->pos++);
    case LEVEL_SET: return cs_set_next(ctx, l->v, &l->pos, &v) ? v : CS_NONE;
    case LEVEL_DICT: {
      cs_value d = cs_is_dict(l->v)
                       ? l->v
                       : cs_ref(CS_L_DICT, CS_PTR(ctx, cs_instance, l->v)->ext);
      cs_value value;
      do {
        if (!cs_dict_next(ctx, d, &l->pos, &v, &value)) return CS_NONE;
      } while (l->host && is_host_member(ctx, v));
      hold(l, value);
      return v;
    }
    case LEVEL_FIELDS: return next_field(ctx, l);
    case LEVEL_DATA: return next_data(ctx, l);
    case LEVEL_NAMED:
      hold(l, cs_tuple_at(ctx, cs_unwrap(ctx, l->v), l->pos));
      return cs_tuple_at(ctx, l->names, l->pos++);
    default: return next_fixed(ctx, l);
  }
}

static void walk_all(walk *k, cs_value v) {
  k->depth = 0;
  k->hashed = k->again = false;
  k->left = cs_alloc_live(k->ctx->head) / sizeof(cs_value) + SHARED_MOST;
  put_value(k, v);
  while (k->depth > 0 && k->w->status == CS_OK) {
    level *l = &k->stack[k->depth - 1];
    if (l->left == 0) {
      pop(k);
      continue;
    }
    l->left--;
    put_value(k, next_part(k->ctx, l));
  }
}

/* Apart, because a frame of this size costs even when it is not touched. */
static __attribute__((noinline)) void walk_deep(walk *k, cs_value v) {
  level stack[CS_WIRE_DEPTH];
  cs_off seen[SEEN];
  k->stack = stack;
  k->seen = seen;
  k->room = CS_WIRE_DEPTH;
  walk_all(k, v);
}

cs_status cs_engine_encode(cs_engine *e, cs_value v, cs_wire *w) {
  level stack[LINEAR];
  size_t start = w->len;
  walk k = {.e = e, .ctx = &e->ctx, .w = w, .room = LINEAR, .stack = stack};
  walk_all(&k, v);
  if (k.again && w->status == CS_OK) {
    w->len = start;
    walk_deep(&k, v);
  }
  return w->status;
}
