/*
 * store.c - the one list of what has a name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/sqlite.h"

#define BUSY_MS 10000 /* others hold the lock for less than a millisecond */

struct cs_store {
  cs_sqlite sql;
  sqlite3 *db;
};

/* Durable against the death of processes; a power cut ends all sandboxes
 * anyway. */
static const char settings[] =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;"
    "CREATE TABLE IF NOT EXISTS named ("
    " id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,"
    " state TEXT NOT NULL, created_ms INTEGER NOT NULL) WITHOUT ROWID;";

static cs_status fail(const cs_store *s, cs_error *err) {
  return cs_error_set(err, CS_EOS, "the list of sandboxes: %.150s",
                      s->sql.sqlite3_errmsg(s->db));
}

cs_status cs_store_open(const char *dir, cs_store **out, cs_error *err) {
  char path[4096];
  *out = NULL;
  if (snprintf(path, sizeof path, "%s/store.db", dir) >= (int)sizeof path)
    return cs_error_set(err, CS_EINVAL, "the state directory's name is long");
  cs_store *s = calloc(1, sizeof *s);
  if (!s) return cs_error_set(err, CS_EOS, "no memory");
  cs_status st = cs_sqlite_load(&s->sql, err);
  if (st != CS_OK) {
    free(s);
    return st;
  }
  mode_t mask = umask(077);
  int rc = s->sql.sqlite3_open_v2(
      path, &s->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
  if (rc == SQLITE_OK) {
    (void)s->sql.sqlite3_busy_timeout(s->db, BUSY_MS);
    /* The last one to close would wait for the disk. */
    (void)s->sql.sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1,
                                   NULL);
    rc = s->sql.sqlite3_exec(s->db, settings, NULL, NULL, NULL);
  }
  (void)umask(mask);
  if (rc != SQLITE_OK) {
    st = s->db ? fail(s, err) : cs_error_set(err, CS_EOS, "no memory");
    cs_store_close(s);
    return st;
  }
  *out = s;
  return CS_OK;
}

void cs_store_close(cs_store *s) {
  if (!s) return;
  if (s->db) (void)s->sql.sqlite3_close_v2(s->db);
  cs_library_close(s->sql.library);
  free(s);
}

/* --- statements ----------------------------------------------------------- */

static sqlite3_stmt *prepare(cs_store *s, const char *text, const char *one,
                             const char *two) {
  sqlite3_stmt *q = NULL;
  if (s->sql.sqlite3_prepare_v2(s->db, text, -1, &q, NULL) != SQLITE_OK)
    return NULL;
  if (one) (void)s->sql.sqlite3_bind_text(q, 1, one, -1, SQLITE_STATIC);
  if (two) (void)s->sql.sqlite3_bind_text(q, 2, two, -1, SQLITE_STATIC);
  return q;
}

static cs_status run(cs_store *s, sqlite3_stmt *q, cs_error *err) {
  if (!q) return fail(s, err);
  int rc = s->sql.sqlite3_step(q);
  cs_status st = rc == SQLITE_DONE || rc == SQLITE_ROW ? CS_OK : fail(s, err);
  (void)s->sql.sqlite3_finalize(q);
  return st;
}

cs_status cs_store_add(cs_store *s, const cs_store_row *row, cs_error *err) {
  sqlite3_stmt *q = prepare(s,
                            "INSERT INTO named (id, name, kind, created_ms, "
                            "state) VALUES (?, ?, ?, ?, 'creating')",
                            row->id, row->name);
  if (!q) return fail(s, err);
  (void)s->sql.sqlite3_bind_text(q, 3, row->kind, -1, SQLITE_STATIC);
  (void)s->sql.sqlite3_bind_int64(q, 4, row->created_ms);
  int rc = s->sql.sqlite3_step(q);
  cs_status st = CS_OK;
  if ((rc & 0xff) == SQLITE_CONSTRAINT)
    st = cs_error_set(err, CS_EINVAL, "the name '%.128s' is taken", row->name);
  else if (rc != SQLITE_DONE)
    st = fail(s, err);
  (void)s->sql.sqlite3_finalize(q);
  return st;
}

cs_status cs_store_set_state(cs_store *s, const char *id, const char *state,
                             cs_error *err) {
  return run(s,
             prepare(s, "UPDATE named SET state = ?2 WHERE id = ?1", id, state),
             err);
}

cs_status cs_store_remove(cs_store *s, const char *id, cs_error *err) {
  return run(s, prepare(s, "DELETE FROM named WHERE id = ?", id, NULL), err);
}

/* --- rows ----------------------------------------------------------------- */

#define COLUMNS "SELECT id, name, kind, state, created_ms FROM named "

static void copy(const cs_store *s, sqlite3_stmt *q, int column, char *to,
                 size_t room) {
  const unsigned char *text = s->sql.sqlite3_column_text(q, column);
  snprintf(to, room, "%s", text ? (const char *)text : "");
}

static void read_row(const cs_store *s, sqlite3_stmt *q, cs_store_row *row) {
  copy(s, q, 0, row->id, sizeof row->id);
  copy(s, q, 1, row->name, sizeof row->name);
  copy(s, q, 2, row->kind, sizeof row->kind);
  copy(s, q, 3, row->state, sizeof row->state);
  row->created_ms = s->sql.sqlite3_column_int64(q, 4);
}

cs_status cs_store_find(cs_store *s, const char *name, cs_store_row *out,
                        cs_error *err) {
  sqlite3_stmt *q = prepare(s, COLUMNS "WHERE name = ?", name, NULL);
  if (!q) return fail(s, err);
  int rc = s->sql.sqlite3_step(q);
  cs_status st = CS_OK;
  if (rc == SQLITE_ROW)
    read_row(s, q, out);
  else if (rc == SQLITE_DONE)
    st = cs_error_set(err, CS_EINVAL, "there is nothing of the name '%.128s'",
                      name);
  else
    st = fail(s, err);
  (void)s->sql.sqlite3_finalize(q);
  return st;
}

cs_status cs_store_list(cs_store *s, cs_store_row **out, size_t *n,
                        cs_error *err) {
  sqlite3_stmt *q = prepare(s, COLUMNS "ORDER BY name", NULL, NULL);
  size_t room = 0;
  *out = NULL;
  *n = 0;
  if (!q) return fail(s, err);
  int rc;
  while ((rc = s->sql.sqlite3_step(q)) == SQLITE_ROW) {
    if (*n == room) {
      room = room ? 2 * room : 16;
      cs_store_row *more = realloc(*out, room * sizeof *more);
      if (!more) break;
      *out = more;
    }
    read_row(s, q, &(*out)[(*n)++]);
  }
  cs_status st = rc == SQLITE_DONE ? CS_OK : fail(s, err);
  (void)s->sql.sqlite3_finalize(q);
  if (st == CS_OK) return st;
  free(*out);
  *out = NULL;
  *n = 0;
  return st;
}
