/*
 * exc_obj.c - exceptions as objects: construction and attributes.
 *
 * Common state lies in hidden members (CS_EXC_*).  Classes with fields of
 * their own (OSError.errno ...) keep them in further members that have names
 * (slots.c), so that C code reads them with cs_instance_get and __dict__ does
 * not show them.  Like CPython's, every such class fills its fields in
 * __init__; BaseException.__new__ does it at once for classes that have no
 * Python-level __init__.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/types/exc_obj.h"

#include <errno.h>

#include "py/heap/dict.h"
#include "py/heap/int.h"
#include "py/heap/intrinsics.h"
#include "py/heap/seq.h"
#include "py/heap/str.h"
#include "py/types/bytes.h"
#include "py/types/dunder.h"
#include "py/types/kinds.h"
#include "py/types/ops.h"
#include "py/types/type.h"
#include "py/types/walk.h"

extern const cs_native_def cs_exc_obj_natives[];

static cs_status put(cs_ctx *ctx, cs_value self, cs_name_id name, cs_value v) {
  return cs_instance_set(ctx, self, cs_known(ctx, name), v);
}

static bool is_a(cs_ctx *ctx, cs_off cls, cs_exc_id id) {
  return cs_type_sub(ctx, cls, cs_exc_class(ctx, id));
}

/* --- fields by class ----------------------------------------------------- */

static cs_status init_stop(cs_ctx *ctx, cs_value self, const cs_value *v,
                           uint32_t n) {
  return put(ctx, self, CS_N_value, n ? v[0] : CS_NONE);
}

static cs_status init_exit(cs_ctx *ctx, cs_value self, const cs_value *v,
                           uint32_t n) {
  cs_value code = n == 0   ? CS_NONE
                  : n == 1 ? v[0]
                           : *cs_exc_member(ctx, self, CS_EXC_ARGS);
  return put(ctx, self, CS_N_code, code);
}

/* errno, strerror[, filename[, winerror[, filename2]]]; a number in the place
 * of the file name of a BlockingIOError is the bytes it wrote. */
static cs_status init_os(cs_ctx *ctx, cs_value self, const cs_value *v,
                         uint32_t n) {
  if (n < 2 || n > 5) return CS_OK;
  CS_TRY(put(ctx, self, CS_N_errno_, v[0]));
  CS_TRY(put(ctx, self, CS_N_strerror, v[1]));
  if (n < 3 || cs_is_none(v[2])) return CS_OK;
  if ((cs_is_int(v[2]) || cs_is_bool(v[2])) &&
      is_a(ctx, cs_class_of(ctx, self), CS_BlockingIOError))
    return put(ctx, self, CS_N_written,
               cs_is_int(v[2]) ? v[2] : cs_int(cs_same(v[2], CS_TRUE)));
  CS_TRY(put(ctx, self, CS_N_filename, v[2]));
  if (n == 5 && !cs_is_none(v[4])) CS_TRY(put(ctx, self, CS_N_filename2, v[4]));
  return cs_tuple_new(ctx, v, 2, cs_exc_member(ctx, self, CS_EXC_ARGS));
}

static cs_status init_syntax(cs_ctx *ctx, cs_value self, const cs_value *v,
                             uint32_t n) {
  static const uint16_t names[] = {CS_N_filename,   CS_N_lineno,
                                   CS_N_offset,     CS_N_text,
                                   CS_N_end_lineno, CS_N_end_offset};
  cs_value *info;
  uint32_t count;
  if (n > 0) CS_TRY(put(ctx, self, CS_N_msg, v[0]));
  if (n != 2) return CS_OK;
  if (!cs_seq_items(ctx, v[1], &info, &count)) {
    cs_value list;
    cs_status st = cs_walk_list(ctx, v[1], &list);
    if (st == CS_SLOW)
      return cs_throw(ctx, CS_TypeError, "'%t' object is not iterable", v[1]);
    if (st != CS_OK) return st;
    info = cs_list_items(ctx, list);
    count = cs_list_len(ctx, list);
  }
  if (count < 4)
    return cs_throw(ctx, CS_TypeError,
                    "function takes at least 4 arguments (%d given)",
                    (int64_t)count);
  if (count > 6)
    return cs_throw(ctx, CS_TypeError,
                    "function takes at most 6 arguments (%d given)",
                    (int64_t)count);
  if (count == 5)
    return cs_throw(ctx, CS_TypeError,
                    "end_offset must be provided when end_lineno is provided");
  for (uint32_t i = 0; i < count; i++)
    CS_TRY(put(ctx, self, (cs_name_id)names[i], info[i]));
  return CS_OK;
}

static cs_status init_import(cs_ctx *ctx, cs_value self, const cs_value *v,
                             uint32_t n) {
  return put(ctx, self, CS_N_msg, n == 1 ? v[0] : CS_NONE);
}

static cs_status want_str(cs_ctx *ctx, cs_value v, uint32_t i) {
  if (cs_is_str(cs_unwrap(ctx, v))) return CS_OK;
  return cs_throw(ctx, CS_TypeError, "argument %d must be str, not %t",
                  (int64_t)i, v);
}

/* (encoding, object, start, end, reason); no encoding when translating */
static cs_status init_unicode(cs_ctx *ctx, cs_value self, const cs_value *v,
                              uint32_t n, bool decode, bool translate) {
  uint32_t want = translate ? 4 : 5, i = 0;
  if (n != want)
    return cs_throw(ctx, CS_TypeError,
                    "function takes exactly %d arguments (%d given)",
                    (int64_t)want, (int64_t)n);
  if (!translate) {
    CS_TRY(want_str(ctx, v[i], i + 1));
    CS_TRY(put(ctx, self, CS_N_encoding, v[i++]));
  }
  cs_value object = cs_unwrap(ctx, v[i]);
  if (!decode)
    CS_TRY(want_str(ctx, v[i], i + 1));
  else if (!cs_is(object, CS_L_BYTES) && !cs_is(object, CS_L_BYTEARRAY) &&
           !cs_is(object, CS_L_MEMVIEW))
    return cs_throw(ctx, CS_TypeError,
                    "a bytes-like object is required, not '%t'", v[i]);
  for (uint32_t k = i + 1; k < i + 3; k++)
    if (!cs_is_anyint(cs_unwrap(ctx, v[k])))
      return cs_throw(ctx, CS_TypeError,
                      "'%t' object cannot be interpreted as an integer", v[k]);
  CS_TRY(want_str(ctx, v[i + 3], i + 4));
  if (decode && !cs_is(object, CS_L_BYTES)) {
    const uint8_t *data;
    uint32_t len;
    if (!cs_bytes_view(ctx, object, &data, &len))
      return cs_throw(ctx, CS_BufferError,
                      "memoryview: underlying buffer is not C-contiguous");
    CS_TRY(cs_bytes_new(ctx, CS_L_BYTES, data, len, &object));
  }
  CS_TRY(put(ctx, self, CS_N_object, object));
  CS_TRY(put(ctx, self, CS_N_start, v[i + 1]));
  CS_TRY(put(ctx, self, CS_N_end, v[i + 2]));
  return put(ctx, self, CS_N_reason, v[i + 3]);
}

/* What the __init__ of the nearest built-in class does. */
static cs_status init_fields(cs_ctx *ctx, cs_off cls, cs_value self,
                             const cs_value *v, uint32_t n) {
  if (is_a(ctx, cls, CS_OSError)) return init_os(ctx, self, v, n);
  if (is_a(ctx, cls, CS_StopIteration)) return init_stop(ctx, self, v, n);
  if (is_a(ctx, cls, CS_SystemExit)) return init_exit(ctx, self, v, n);
  if (is_a(ctx, cls, CS_ImportError)) return init_import(ctx, self, v, n);
  if (is_a(ctx, cls, CS_SyntaxError)) return init_syntax(ctx, self, v, n);
  if (is_a(ctx, cls, CS_UnicodeDecodeError))
    return init_unicode(ctx, self, v, n, true, false);
  if (is_a(ctx, cls, CS_UnicodeEncodeError))
    return init_unicode(ctx, self, v, n, false, false);
  if (is_a(ctx, cls, CS_UnicodeTranslateError))
    return init_unicode(ctx, self, v, n, false, true);
  return CS_OK;
}

/* --- construction -------------------------------------------------------- */

/* The class for an error number: FileNotFoundError for ENOENT ... */
cs_off cs_exc_obj_os_class(cs_ctx *ctx, int64_t number) {
  static const struct {
    int16_t number;
    uint16_t exc;
  } list[] = {{EAGAIN, CS_BlockingIOError},
              {EALREADY, CS_BlockingIOError},
              {EINPROGRESS, CS_BlockingIOError},
              {ECHILD, CS_ChildProcessError},
              {EPIPE, CS_BrokenPipeError},
              {ESHUTDOWN, CS_BrokenPipeError},
              {ECONNABORTED, CS_ConnectionAbortedError},
              {ECONNREFUSED, CS_ConnectionRefusedError},
              {ECONNRESET, CS_ConnectionResetError},
              {EEXIST, CS_FileExistsError},
              {ENOENT, CS_FileNotFoundError},
              {EINTR, CS_InterruptedError},
              {EISDIR, CS_IsADirectoryError},
              {ENOTDIR, CS_NotADirectoryError},
              {EACCES, CS_PermissionError},
              {EPERM, CS_PermissionError},
              {ESRCH, CS_ProcessLookupError},
              {ETIMEDOUT, CS_TimeoutError}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (number == list[i].number)
      return cs_exc_class(ctx, (cs_exc_id)list[i].exc);
  return cs_exc_class(ctx, CS_OSError);
}

cs_status cs_exc_obj_make(cs_ctx *ctx, cs_off cls, cs_value args,
                          cs_value *out) {
  const cs_value *v = cs_tuple_items(ctx, args);
  uint32_t n = cs_tuple_len(ctx, args);
  if (cls == cs_exc_class(ctx, CS_OSError) && n >= 2 && n <= 5 &&
      cs_is_int(v[0]))
    cls = cs_exc_obj_os_class(ctx, cs_int_of(v[0]));
  CS_TRY(cs_exc_new(ctx, cls, args, out));
  if (cs_type_at(ctx, cls)->flags & CS_TYPE_HINIT) return CS_OK;
  return init_fields(ctx, cls, *out, v, n);
}

CS_LEAF(exc_new) {
  cs_value tuple;
  if (!cs_is_type(args[0]) ||
      !(CS_PTR(ctx, cs_type, args[0])->flags & CS_TYPE_EXCEPTION))
    return cs_throw(ctx, CS_TypeError,
                    "BaseException.__new__(X): X is not a type object (%t)",
                    args[0]);
  CS_TRY(cs_tuple_new(ctx, args + 1, n - 1, &tuple));
  return cs_exc_obj_make(ctx, cs_ref_off(args[0]), tuple, out);
}

static cs_status init_args(cs_ctx *ctx, const cs_value *args, uint32_t n) {
  return cs_tuple_new(ctx, args + 1, n - 1,
                      cs_exc_member(ctx, args[0], CS_EXC_ARGS));
}

CS_LEAF(exc_init) {
  *out = CS_NONE;
  return init_args(ctx, args, n);
}

#define EXC_INIT(id)                                                       \
  CS_LEAF(init_##id) {                                                     \
    *out = CS_NONE;                                                        \
    CS_TRY(init_args(ctx, args, n));                                       \
    return init_fields(ctx, cs_exc_class(ctx, CS_##id), args[0], args + 1, \
                       n - 1);                                             \
  }
EXC_INIT(StopIteration)
EXC_INIT(SystemExit)
EXC_INIT(OSError)
EXC_INIT(SyntaxError)
EXC_INIT(ImportError)
EXC_INIT(UnicodeDecodeError)
EXC_INIT(UnicodeEncodeError)
EXC_INIT(UnicodeTranslateError)
#undef EXC_INIT

CS_LEAF(in_python) {
  return CS_SLOW;
}
CS_READONLY(readonly)

/* --- attributes of all exceptions ---------------------------------------- */

CS_LEAF(get_args) {
  CS_GIVE(*cs_exc_member(ctx, args[0], CS_EXC_ARGS));
}

CS_LEAF(set_args) {
  cs_value *items, v = cs_unwrap(ctx, args[1]);
  uint32_t count;
  *out = CS_NONE;
  if (cs_is_unbound(v))
    return cs_throw(ctx, CS_TypeError, "args may not be deleted");
  if (!cs_seq_items(ctx, v, &items, &count)) {
    cs_status st = cs_walk_list(ctx, v, &v);
    if (st == CS_SLOW)
      return cs_want_call2(ctx, CS_RET_DISCARD,
                           ctx->image->intrinsic[CS_X_exc_args], args[0],
                           args[1]);
    if (st != CS_OK) return st;
    items = cs_list_items(ctx, v);
    count = cs_list_len(ctx, v);
  }
  return cs_tuple_new(ctx, items, count,
                      cs_exc_member(ctx, args[0], CS_EXC_ARGS));
}

static cs_status check_linked(cs_ctx *ctx, cs_value v, const char *name,
                              const char *what) {
  if (cs_is_unbound(v))
    return cs_throw(ctx, CS_TypeError, "%s may not be deleted", name);
  if (!cs_is_none(v) && !cs_is_exception(ctx, v))
    return cs_throw(ctx, CS_TypeError,
                    "exception %s must be None or derive from BaseException",
                    what);
  return CS_OK;
}

CS_LEAF(get_cause) {
  CS_GIVE(*cs_exc_member(ctx, args[0], CS_EXC_CAUSE));
}
CS_LEAF(get_context) {
  CS_GIVE(*cs_exc_member(ctx, args[0], CS_EXC_CONTEXT));
}
CS_LEAF(get_traceback) {
  CS_GIVE(*cs_exc_member(ctx, args[0], CS_EXC_TB));
}
CS_LEAF(get_suppress) {
  CS_GIVE(*cs_exc_member(ctx, args[0], CS_EXC_SUPPRESS));
}

CS_LEAF(set_cause) {
  CS_TRY(check_linked(ctx, args[1], "__cause__", "cause"));
  *cs_exc_member(ctx, args[0], CS_EXC_CAUSE) = args[1];
  *cs_exc_member(ctx, args[0], CS_EXC_SUPPRESS) = CS_TRUE;
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_context) {
  CS_TRY(check_linked(ctx, args[1], "__context__", "context"));
  *cs_exc_member(ctx, args[0], CS_EXC_CONTEXT) = args[1];
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_traceback) {
  if (cs_is_unbound(args[1]))
    return cs_throw(ctx, CS_TypeError, "__traceback__ may not be deleted");
  if (!cs_is_none(args[1]) && !cs_is(args[1], CS_L_TRACEBACK))
    return cs_throw(ctx, CS_TypeError,
                    "__traceback__ must be a traceback or None");
  *cs_exc_member(ctx, args[0], CS_EXC_TB) = args[1];
  CS_GIVE(CS_NONE);
}

CS_LEAF(set_suppress) {
  if (cs_is_unbound(args[1]))
    return cs_throw(ctx, CS_TypeError, "can't delete numeric/char attribute");
  if (!cs_is_bool(args[1]))
    return cs_throw(ctx, CS_TypeError, "attribute value type must be bool");
  *cs_exc_member(ctx, args[0], CS_EXC_SUPPRESS) = args[1];
  CS_GIVE(CS_NONE);
}

CS_LEAF(with_traceback) {
  CS_TRY(set_traceback(ctx, args, 2, out));
  CS_GIVE(args[0]);
}

CS_LEAF(add_note) {
  cs_value name = cs_known(ctx, CS_N___notes__);
  cs_value notes = cs_instance_get(ctx, args[0], name);
  *out = CS_NONE;
  if (!cs_is_str(cs_unwrap(ctx, args[1])))
    return cs_throw(ctx, CS_TypeError, "note must be a str, not '%t'", args[1]);
  if (cs_is_unbound(notes)) {
    CS_TRY(cs_list_new(ctx, args + 1, 1, &notes));
    return cs_instance_set(ctx, args[0], name, notes);
  }
  notes = cs_unwrap(ctx, notes);
  if (!cs_is_list(notes))
    return cs_throw(ctx, CS_TypeError,
                    "Cannot add note: __notes__ is not a list");
  return cs_list_append(ctx, notes, args[1]);
}

CS_LEAF(set_state) {
  cs_value state = cs_unwrap(ctx, args[1]), key, v;
  uint32_t pos = 0;
  *out = CS_NONE;
  if (cs_is_none(state)) return CS_OK;
  if (!cs_is_dict(state))
    return cs_throw(ctx, CS_TypeError, "state is not a dictionary");
  while (cs_dict_next(ctx, state, &pos, &key, &v)) {
    if (!cs_is_str(key)) continue;
    CS_TRY(cs_str_intern(ctx, key, &key));
    CS_TRY(cs_instance_set(ctx, args[0], key, v));
  }
  return CS_OK;
}

/* The arguments of an OSError with the file names that were taken off. */
static cs_status os_args(cs_ctx *ctx, cs_value self, cs_value *args) {
  cs_value v[5] = {CS_NONE, CS_NONE, CS_NONE, CS_NONE, CS_NONE};
  v[2] = cs_instance_get(ctx, self, cs_known(ctx, CS_N_filename));
  v[4] = cs_instance_get(ctx, self, cs_known(ctx, CS_N_filename2));
  if (cs_tuple_len(ctx, *args) != 2 || cs_is_none(v[2]) || cs_is_unbound(v[2]))
    return CS_OK;
  v[0] = cs_tuple_at(ctx, *args, 0);
  v[1] = cs_tuple_at(ctx, *args, 1);
  bool two = !cs_is_none(v[4]) && !cs_is_unbound(v[4]);
  return cs_tuple_new(ctx, v, two ? 5 : 3, args);
}

/* The attributes of an ImportError with its name and path, in a copy. */
static cs_status import_state(cs_ctx *ctx, cs_value self, cs_value *dict) {
  static const uint16_t names[] = {CS_N_name, CS_N_path};
  CS_TRY(cs_dict_copy(ctx, *dict, dict));
  for (size_t i = 0; i < 2; i++) {
    cs_value key = cs_known(ctx, names[i]);
    cs_value v = cs_instance_get(ctx, self, key);
    if (!cs_is_unbound(v) && !cs_is_none(v))
      CS_TRY(cs_dict_set(ctx, *dict, key, v));
  }
  return CS_OK;
}

CS_LEAF(exc_reduce) {
  cs_value part[3] = {cs_type_value(cs_class_of(ctx, args[0])),
                      *cs_exc_member(ctx, args[0], CS_EXC_ARGS), CS_NONE};
  if (is_a(ctx, cs_class_of(ctx, args[0]), CS_OSError))
    CS_TRY(os_args(ctx, args[0], &part[1]));
  bool asked = cs_shape_of(ctx, args[0])->h.flags & CS_SHAPE_DICT;
  CS_TRY(cs_instance_dict(ctx, args[0], &part[2]));
  if (is_a(ctx, cs_class_of(ctx, args[0]), CS_ImportError))
    CS_TRY(import_state(ctx, args[0], &part[2]));
  bool shown = asked || cs_dict_len(ctx, part[2]) > 0;
  return cs_tuple_new(ctx, part, shown ? 3 : 2, out);
}

/* --- fields -------------------------------------------------------------- */

static cs_status field_get(cs_ctx *ctx, cs_value self, cs_name_id name,
                           cs_value *out) {
  cs_value v = cs_instance_get(ctx, self, cs_known(ctx, name));
  CS_GIVE(cs_is_unbound(v) ? CS_NONE : v);
}

static cs_status field_set(cs_ctx *ctx, const cs_value *args, cs_name_id name,
                           cs_value *out) {
  *out = CS_NONE;
  return put(ctx, args[0], name, cs_is_unbound(args[1]) ? CS_NONE : args[1]);
}

/* clang-format off */
#define FIELDS(X) \
  X(value) X(code) X(errno_) X(strerror) X(filename) X(filename2) X(msg) \
  X(name) X(path) X(obj) X(lineno) X(offset) X(text) X(end_lineno) \
  X(end_offset) X(print_file_and_line) X(encoding) X(object) X(start) \
  X(end) X(reason)
/* clang-format on */
#define X(name)                                       \
  CS_LEAF(get_##name) {                               \
    return field_get(ctx, args[0], CS_N_##name, out); \
  }                                                   \
  CS_LEAF(set_##name) {                               \
    return field_set(ctx, args, CS_N_##name, out);    \
  }
FIELDS(X)
#undef X
#undef FIELDS
CS_LEAF(get_written) {
  *out = cs_instance_get(ctx, args[0], cs_known(ctx, CS_N_written));
  if (!cs_is_unbound(*out)) return CS_OK;
  return cs_throw(ctx, CS_AttributeError, "characters_written");
}
CS_LEAF(set_written) {
  if (cs_is_unbound(args[1])) {
    cs_value old;
    CS_TRY(get_written(ctx, args, 1, &old));
  } else if (!cs_is_int(args[1])) {
    return cs_need(ctx, 1, CS_NEED_INDEX);
  }
  *out = CS_NONE;
  return put(ctx, args[0], CS_N_written, args[1]);
}
CS_LEAF(get_message) {
  return field_get(ctx, args[0], CS_N_message, out);
}
CS_LEAF(get_exceptions) {
  return field_get(ctx, args[0], CS_N_exceptions, out);
}

/* _exc_put(exc, name, value): fields that programs cannot set */
CS_LEAF_TAKES(exc_put, OWN_EXC, STR, ANY) {
  cs_value name;
  if (!cs_is_exception(ctx, args[0]) || !cs_is_str(args[1]))
    return cs_throw(ctx, CS_TypeError, "exception and name expected");
  CS_TRY(cs_str_intern(ctx, args[1], &name));
  *out = CS_NONE;
  return cs_instance_set(ctx, args[0], name, args[2]);
}

/* _exc_make(cls, args): without __init__ */
CS_LEAF_TAKES(exc_make, EXC_TYPE, TUPLE) {
  if (!cs_is_type(args[0]) || !cs_is_tuple(args[1]))
    return cs_throw(ctx, CS_TypeError, "class and tuple expected");
  return cs_exc_new(ctx, cs_ref_off(args[0]), args[1], out);
}

#define FIELD(type, name)              \
  {#type, #name, "get", get_##name}, { \
#type, #name, "set", set_##name    \
  }
#define INIT(type) \
  { #type, "__init__", "($self, *args)", init_##type }

const cs_native_def cs_exc_obj_natives[] = {
    {"BaseException", "__new__", "($cls, *args)", exc_new},
    {"BaseException", "__init__", "($self, *args)", exc_init},
    {"BaseException", "args", "get", get_args},
    {"BaseException", "args", "set", set_args},
    {"BaseException", "__cause__", "get", get_cause},
    {"BaseException", "__cause__", "set", set_cause},
    {"BaseException", "__context__", "get", get_context},
    {"BaseException", "__context__", "set", set_context},
    {"BaseException", "__traceback__", "get", get_traceback},
    {"BaseException", "__traceback__", "set", set_traceback},
    {"BaseException", "__suppress_context__", "get", get_suppress},
    {"BaseException", "__suppress_context__", "set", set_suppress},
    {"BaseException", "with_traceback", "($self, tb, /)", with_traceback},
    {"BaseException", "add_note", "($self, note, /)", add_note},
    {"BaseException", "__setstate__", "($self, state, /)", set_state},
    {"BaseException", "__reduce__", "($self, /)", exc_reduce},
    INIT(StopIteration),
    INIT(SystemExit),
    INIT(OSError),
    INIT(SyntaxError),
    INIT(ImportError),
    INIT(UnicodeDecodeError),
    INIT(UnicodeEncodeError),
    INIT(UnicodeTranslateError),
    {"AttributeError", "__init__", "($self, *args)", exc_init},
    {"NameError", "__init__", "($self, *args)", exc_init},
    FIELD(StopIteration, value),
    FIELD(SystemExit, code),
    {"OSError", "errno", "get", get_errno_},
    {"OSError", "errno", "set", set_errno_},
    FIELD(OSError, strerror),
    FIELD(OSError, filename),
    FIELD(OSError, filename2),
    {"BlockingIOError", "characters_written", "get", get_written},
    {"BlockingIOError", "characters_written", "set", set_written},
    FIELD(ImportError, msg),
    FIELD(ImportError, name),
    FIELD(ImportError, path),
    FIELD(AttributeError, name),
    FIELD(AttributeError, obj),
    FIELD(NameError, name),
    FIELD(SyntaxError, msg),
    FIELD(SyntaxError, filename),
    FIELD(SyntaxError, lineno),
    FIELD(SyntaxError, offset),
    FIELD(SyntaxError, text),
    FIELD(SyntaxError, end_lineno),
    FIELD(SyntaxError, end_offset),
    FIELD(SyntaxError, print_file_and_line),
    FIELD(UnicodeDecodeError, encoding),
    FIELD(UnicodeDecodeError, object),
    FIELD(UnicodeDecodeError, start),
    FIELD(UnicodeDecodeError, end),
    FIELD(UnicodeDecodeError, reason),
    FIELD(UnicodeEncodeError, encoding),
    FIELD(UnicodeEncodeError, object),
    FIELD(UnicodeEncodeError, start),
    FIELD(UnicodeEncodeError, end),
    FIELD(UnicodeEncodeError, reason),
    FIELD(UnicodeTranslateError, encoding),
    FIELD(UnicodeTranslateError, object),
    FIELD(UnicodeTranslateError, start),
    FIELD(UnicodeTranslateError, end),
    FIELD(UnicodeTranslateError, reason),
    {"BaseExceptionGroup", "__new__", "($cls, *args)", in_python},
    {"BaseExceptionGroup", "__init__", "($self, *args)", exc_init},
    {"BaseExceptionGroup", "message", "get", get_message},
    {"BaseExceptionGroup", "message", "set", readonly},
    {"BaseExceptionGroup", "exceptions", "get", get_exceptions},
    {"BaseExceptionGroup", "exceptions", "set", readonly},
    {"BaseExceptionGroup", "derive", "($self, *args)", in_python},
    {"BaseExceptionGroup", "split", "($self, *args)", in_python},
    {"BaseExceptionGroup", "subgroup", "($self, *args)", in_python},
    {"BaseExceptionGroup", "__class_getitem__", "($cls, object, /)",
     cs_dunder_class_getitem},
    {".intrinsics", "_exc_put", "(exc, name, value, /)", exc_put},
    {".intrinsics", "_exc_make", "(cls, args, /)", exc_make},
    CS_NATIVE_END};
