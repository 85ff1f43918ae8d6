/*
 * engine_in.h - the engine's own view of itself, shared by engine*.c only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PY_ENGINE_IN_H
#define CS_PY_ENGINE_IN_H

#include "base/arena.h"
#include "base/scratch.h"
#include "py/engine.h"
#include "py/heap/ctx.h"
#include "py/lang/unit.h"
#include "py/snap/slot.h"

/* id, module, class: in the order in which a class is looked for. */
#define CS_LIB_LIST(X)                    \
  X(DATETIME, "datetime", "datetime")     \
  X(DATE, "datetime", "date")             \
  X(TIME, "datetime", "time")             \
  X(TIMEDELTA, "datetime", "timedelta")   \
  X(TIMEZONE, "datetime", "timezone")     \
  X(ZONEINFO, "zoneinfo", "ZoneInfo")     \
  X(POSIXPATH, "pathlib", "PosixPath")    \
  X(PUREPATH, "pathlib", "PurePosixPath") \
  X(UUID, "uuid", "UUID")                 \
  X(SAFEUUID, "uuid", "SafeUUID")         \
  X(DECIMAL, "decimal", "Decimal")        \
  X(FRACTION, "fractions", "Fraction")    \
  X(ENUM, "enum", "Enum")                 \
  X(HOSTOBJECT, "_host", "HostObject")    \
  X(RECORD, "_host", "Record")            \
  X(TUPLERECORD, "_host", "TupleRecord")  \
  X(HOSTFUTURE, "_host", "HostFuture")

typedef enum cs_lib_id {
#define X(id, module, name) CS_LIB_##id,
  CS_LIB_LIST(X)
#undef X
      CS_LIB_COUNT
} cs_lib_id;

struct cs_engine {
  cs_ctx ctx;
  cs_slot *slot; /* owned: its memory */
  cs_pool *pool; /* held: where the slot goes; NULL while building */
  void *parked;  /* owned: its dump while it has no slot, else NULL */
  size_t parked_len;
  cs_limits limits;
  cs_status status; /* why a run FAILED */
  volatile uint32_t interrupt;
  bool warned; /* the text just compiled has warnings to tell of */
  bool building;
  const cs_source_file *files; /* borrowed, while building */
  size_t nfiles;
  char *error; /* owned: text of cs_engine_error */
  size_t error_len;
  char *result; /* owned */
  char error_type[80];
  bool error_limit; /* it is the memory limit */
  int exit_code;
  uint64_t lent; /* part of the memory limit that is only for loading */
  cs_off lib[CS_LIB_COUNT]; /* classes of the library, once looked up */
  bool lib_known;
  bool keep_objects; /* instances leave with a number: cs_engine_export */
  cs_now (*now)(void *arg); /* cs_engine_on_call */
  void *now_arg;
  cs_engine_clock *clock; /* cs_engine_on_clock */
  void *clock_arg;
};

typedef struct cs_source {
  const char *text;
  size_t len;
  cs_value tree; /* in place of the text, if it is a tuple: tree_read.h */
  cs_value filename;
  cs_mode mode;
  uint32_t unit_flags; /* CS_UNIT_* */
  uint32_t options;    /* CS_EMIT_* */
  bool file;           /* `filename` is where the text comes from */
} cs_source;

cs_status cs_engine_compile_source(cs_engine *e, const cs_source *s,
                                   cs_value *out) CS_MUST_CHECK;
/* Has it a form besides text?  See engine_show.c. */
bool cs_engine_is_rich(cs_ctx *ctx, cs_value v);
/* Call a function on an empty stack; the result is root REPLY. */
cs_stop cs_engine_call(cs_engine *e, cs_value f, const cs_value *args,
                       uint32_t n);
cs_status cs_engine_function(cs_ctx *ctx, cs_value code, cs_value globals,
                             cs_value *out) CS_MUST_CHECK;
/* Collect between two runs, and let the next allocation use everything. */
void cs_engine_collect(cs_engine *e);
/* Parse and build scopes; on CS_ESYNTAX u->error is set. */
cs_status cs_engine_parse(cs_engine *e, const cs_source *s,
                          cs_unit *u) CS_MUST_CHECK;
/* Raise the exception for a syntax error. */
cs_status cs_engine_raise_syntax(cs_ctx *ctx, const cs_unit *u,
                                 const cs_source *s) CS_MUST_CHECK;
/* Keep the text of the uncaught exception, of the limit that ended a run. */
void cs_engine_note_error(cs_engine *e);
void cs_engine_note_limit(cs_engine *e);

/* A slot of the pool with a fresh session in it. */
cs_status cs_engine_take_slot(cs_engine *e) CS_MUST_CHECK;

/* Is there a request that a reply may answer? */
bool cs_engine_is_waiting(const cs_engine *e);

#endif
