/*
 * sqlite.c - SQLite, loaded by whoever opens a store.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "store/sqlite.h"

#include <stddef.h>

cs_status cs_sqlite_load(cs_sqlite *s, cs_error *err) {
  cs_status st;
  *s = (cs_sqlite){.library = NULL};
  CS_LIBRARY_LOAD(st, s, CS_SQLITE_LIST, "libsqlite3.so.0", "libsqlite3-0",
                  err);
  return st;
}
