/*
 * sqlite.h - SQLite, loaded by whoever opens a store.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_STORE_SQLITE_H
#define CS_STORE_SQLITE_H

#include <sqlite3.h>

#include "base/library.h"

#define CS_SQLITE_LIST(X) \
  X(sqlite3_open_v2)      \
  X(sqlite3_close_v2)     \
  X(sqlite3_exec)         \
  X(sqlite3_db_config)    \
  X(sqlite3_errmsg)       \
  X(sqlite3_busy_timeout) \
  X(sqlite3_prepare_v2)   \
  X(sqlite3_bind_text)    \
  X(sqlite3_bind_int64)   \
  X(sqlite3_step)         \
  X(sqlite3_column_text)  \
  X(sqlite3_column_int64) \
  X(sqlite3_changes)      \
  X(sqlite3_finalize)

typedef struct cs_sqlite {
  void *library; /* owned */
#define X(name) __typeof__(name) *name;
  CS_SQLITE_LIST(X)
#undef X
} cs_sqlite;

cs_status cs_sqlite_load(cs_sqlite *s, cs_error *err) CS_MUST_CHECK;

#endif
