/*
 * store.c - the one list of what has a name.
 *
 * The text of a link: "ID KIND STATE CREATED NAME".  What does not read like
 * that is nobody's row and is not shown.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "store/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "digest/digest.h"

#define ROW_MAX 256     /* of the text of a link */
#define NEXT    ".next" /* what will be a row; of whoever has the lock */

typedef char row_file[65]; /* what the row of a name is called */

struct cs_store {
  int dir; /* owned; its lock is held by whoever changes a row */
};

static cs_status fail(cs_error *err) {
  return cs_error_os(err, "cannot use the list of sandboxes");
}

/* --- rows as texts -------------------------------------------------------- */

static void name_file(const char *name, row_file out) {
  uint8_t bits[32];
  cs_digest_of(CS_DIGEST_SHA256, name, strlen(name), bits);
  for (int i = 0; i < 32; i++) snprintf(out + 2 * i, 3, "%02x", bits[i]);
}

static bool print_row(const cs_store_row *row, const char *state,
                      char out[ROW_MAX]) {
  int n = snprintf(out, ROW_MAX, "%s %s %s %" PRId64 " %s", row->id, row->kind,
                   state, row->created_ms, row->name);
  return n > 0 && n < ROW_MAX;
}

/* False with errno ENOENT: there is no such row. */
static bool read_row(int dir, const char *file, cs_store_row *out) {
  char text[ROW_MAX];
  cs_store_row row = {.created_ms = 0};
  ssize_t n = readlinkat(dir, file, text, sizeof text - 1);
  if (n < 0) return false;
  text[n] = 0;
  errno = ENOENT;
  if (sscanf(text, "%32s %15s %15s %" SCNd64 " %128s", row.id, row.kind,
             row.state, &row.created_ms, row.name) != 5 ||
      strlen(row.id) != CS_STORE_ID - 1)
    return false;
  *out = row;
  return true;
}

/* --- opening -------------------------------------------------------------- */

cs_status cs_store_open(const char *dir, cs_store **out, cs_error *err) {
  char path[4096];
  *out = NULL;
  if (snprintf(path, sizeof path, "%s/names", dir) >= (int)sizeof path)
    return cs_error_set(err, CS_EINVAL, "the state directory's name is long");
  if (mkdir(path, 0700) != 0 && errno != EEXIST) return fail(err);
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0) return fail(err);
  cs_store *s = calloc(1, sizeof *s);
  if (!s) return cs_error_set(err, CS_EOS, "no memory");
  s->dir = cs_steal(&fd);
  *out = s;
  return CS_OK;
}

void cs_store_close(cs_store *s) {
  if (!s) return;
  close(s->dir);
  free(s);
}

/* --- changing ------------------------------------------------------------- */

cs_status cs_store_add(cs_store *s, const cs_store_row *row, cs_error *err) {
  row_file file;
  char text[ROW_MAX];
  name_file(row->name, file);
  if (!print_row(row, row->state, text))
    return cs_error_set(err, CS_EINVAL, "the name is too long");
  if (symlinkat(text, s->dir, file) == 0) return CS_OK;
  return errno == EEXIST ? cs_error_set(err, CS_EINVAL,
                                        "the name '%.128s' is taken", row->name)
                         : fail(err);
}

/* A lock of our own: one of `s->dir` would be every thread's. */
static int lock(const cs_store *s) {
  CS_AUTO_FD
  int fd = openat(s->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (fd >= 0 && flock(fd, LOCK_EX) != 0)
    if (errno != EINTR) return -1;
  return cs_steal(&fd);
}

/* Under the lock: is the row of that name still this one? */
static bool is_there(const cs_store *s, const cs_store_row *row,
                     const char *file) {
  cs_store_row now;
  return read_row(s->dir, file, &now) && strcmp(now.id, row->id) == 0;
}

cs_status cs_store_set_state(cs_store *s, const cs_store_row *row,
                             const char *state, cs_error *err) {
  row_file file;
  char text[ROW_MAX];
  name_file(row->name, file);
  CS_AUTO_FD
  int held = lock(s);
  if (held < 0 || !print_row(row, state, text)) return fail(err);
  if (!is_there(s, row, file))
    return cs_error_set(err, CS_EINVAL, "'%.128s' is not in the list any more",
                        row->name);
  (void)unlinkat(s->dir, NEXT, 0); /* of one that died here */
  if (symlinkat(text, s->dir, NEXT) != 0 ||
      renameat(s->dir, NEXT, s->dir, file) != 0)
    return fail(err);
  return CS_OK;
}

cs_status cs_store_remove(cs_store *s, const cs_store_row *row, cs_error *err) {
  row_file file;
  name_file(row->name, file);
  CS_AUTO_FD
  int held = lock(s);
  if (held < 0) return fail(err);
  return !is_there(s, row, file) || unlinkat(s->dir, file, 0) == 0 ? CS_OK
                                                                   : fail(err);
}

/* --- looking -------------------------------------------------------------- */

cs_status cs_store_find(cs_store *s, const char *name, cs_store_row *out,
                        cs_error *err) {
  row_file file;
  name_file(name, file);
  if (read_row(s->dir, file, out) && strcmp(out->name, name) == 0) return CS_OK;
  return errno == ENOENT ? cs_error_set(err, CS_EINVAL,
                                        "no sandbox is called '%.128s'", name)
                         : fail(err);
}

typedef struct rows {
  cs_store_row *at; /* owned */
  size_t n, room;
} rows;

static bool append(rows *r, const cs_store_row *row) {
  if (r->n == r->room) {
    size_t room = r->room ? 2 * r->room : 16;
    cs_store_row *more = realloc(r->at, room * sizeof *more);
    if (!more) return false;
    r->at = more;
    r->room = room;
  }
  r->at[r->n++] = *row;
  return true;
}

static int by_name(const void *a, const void *b) {
  const cs_store_row *x = a, *y = b;
  return strcmp(x->name, y->name);
}

cs_status cs_store_list(cs_store *s, cs_store_row **out, size_t *n,
                        cs_error *err) {
  rows r = {0};
  cs_store_row row;
  bool good = true;
  int fd = openat(s->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *d = fd < 0 ? NULL : fdopendir(fd);
  *out = NULL;
  *n = 0;
  if (!d) {
    cs_cleanup_fd(&fd);
    return fail(err);
  }
  for (struct dirent *e; good && (e = readdir(d));)
    if (e->d_name[0] != '.' && read_row(s->dir, e->d_name, &row))
      good = append(&r, &row);
  closedir(d);
  if (!good) {
    free(r.at);
    return cs_error_set(err, CS_EOS, "no memory for the list of sandboxes");
  }
  if (r.n > 0) qsort(r.at, r.n, sizeof *r.at, by_name);
  *out = r.at;
  *n = r.n;
  return CS_OK;
}
