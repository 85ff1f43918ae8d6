/*
 * spool.c - memos of records that wait for the log, safe from kill -9.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"

#define MAGIC "CSSPOOL6"
#define HEAD  4096u
#define SIZE  (HEAD + 2 * CS_SPOOL_ROOM + 4096u) /* CS_MEMO_SLACK, a page */

#define AHEAD 192u /* bytes: more than a run takes that repeats another */

_Static_assert(sizeof(cs_spool_head) <= HEAD, "the head is one page");

static bool map(cs_spool *s) {
  void *p = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, s->fd, 0);
  if (p == MAP_FAILED) return false;
  s->head = p;
  s->room = (char *)p + HEAD;
  return true;
}

static void forget(cs_spool *s) {
  if (s->head) munmap(s->head, SIZE);
  if (s->fd >= 0) close(s->fd);
  free(s->path);
  *s = (cs_spool){.fd = -1};
}

cs_status cs_spool_open(cs_spool *s, const char *log, const char *writer,
                        cs_error *err) {
  *s = (cs_spool){.fd = -1};
  if (asprintf(&s->path, "%s.spool-%s", log, writer) < 0) {
    s->path = NULL;
    return cs_error_set(err, CS_EOS, "no memory");
  }
  int flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
  s->fd = cs_file_above(open(s->path, flags, 0600));
  int e = s->fd < 0 ? errno : posix_fallocate(s->fd, 0, SIZE);
  if (e == 0 && flock(s->fd, LOCK_EX | LOCK_NB) != 0) e = errno;
  if (e == 0 && !map(s)) e = errno;
  if (e == 0) {
    s->head->half[0].turn = 1;
    s->epoch = 1;
    memcpy(s->head->magic, MAGIC, sizeof s->head->magic);
    return CS_OK;
  }
  if (s->fd >= 0) unlink(s->path);
  forget(s);
  errno = e;
  return cs_error_os(err, "cannot make a spool for the audit log");
}

void cs_spool_close(cs_spool *s) {
  if (s->fd >= 0) unlink(s->path);
  forget(s);
}

static char *room_of(const cs_spool *s, int half) {
  return s->room + (size_t)half * CS_SPOOL_ROOM;
}

char *cs_spool_next(cs_spool *s, size_t n) {
  size_t used = cs_spool_filled(s);
  return n > CS_SPOOL_ROOM - used ? NULL : room_of(s, s->active) + used;
}

/* The memory of the next memos was last read by the thread that wrote others
 * from there: it is fetched before somebody has to wait for it. */
static void fetch(const char *next) {
  for (size_t i = 0; i < AHEAD; i += 64) __builtin_prefetch(next + i, 1);
}

void cs_spool_add(cs_spool *s, size_t n) {
  size_t used = cs_spool_filled(s) + n;
  /* Whoever sees the new length sees the bytes. */
  atomic_store_explicit(&s->head->half[s->active].used, used,
                        memory_order_release);
  fetch(room_of(s, s->active) + used);
}

bool cs_spool_put(cs_spool *s, const char *memo, size_t n) {
  char *to = cs_spool_next(s, n);
  if (!to) return false;
  memcpy(to, memo, n);
  cs_spool_add(s, n);
  return true;
}

size_t cs_spool_filled(const cs_spool *s) {
  return atomic_load_explicit(&s->head->half[s->active].used,
                              memory_order_relaxed);
}

bool cs_spool_turn(cs_spool *s) {
  cs_spool_half *to = &s->head->half[!s->active];
  if (atomic_load_explicit(&to->used, memory_order_acquire)) return false;
  to->turn = s->head->half[s->active].turn + 1;
  s->active = !s->active;
  s->epoch++;
  return true;
}

int cs_spool_half_at(const cs_spool *s, int place) {
  bool swapped = s->head->half[1].turn < s->head->half[0].turn;
  return swapped ? !place : place;
}

const char *cs_spool_memos(const cs_spool *s, int half, size_t *n) {
  uint64_t used =
      atomic_load_explicit(&s->head->half[half].used, memory_order_acquire);
  *n = used <= CS_SPOOL_ROOM ? (size_t)used : 0;
  return room_of(s, half);
}

/* Whoever dies in here leaves the old place or the new one. */
void cs_spool_begin(cs_spool *s, int half, const cs_spool_place *p) {
  cs_spool_half *h = &s->head->half[half];
  uint64_t now = atomic_load_explicit(&h->which, memory_order_relaxed);
  unsigned next = now == 1;
  h->place[next] = *p;
  atomic_store_explicit(&h->which, next + 1, memory_order_release);
}

const cs_spool_place *cs_spool_begun(const cs_spool *s, int half) {
  const cs_spool_half *h = &s->head->half[half];
  uint64_t which = atomic_load_explicit(&h->which, memory_order_acquire);
  return which == 1 || which == 2 ? &h->place[which - 1] : NULL;
}

void cs_spool_done(cs_spool *s, int half) {
  cs_spool_half *h = &s->head->half[half];
  /* Before it is empty: then the halves may change their parts. */
  if (half == s->active) s->epoch++;
  atomic_store_explicit(&h->used, 0, memory_order_release);
  /* Behind it: who dies in between must not leave memos without their place. */
  atomic_store_explicit(&h->which, 0, memory_order_release);
}

/* --- those of others ----------------------------------------------------- */

/* Calls `each` with the path of every spool of this log. */
static void list(const char *log, void (*each)(const char *path, void *with),
                 void *with) {
  const char *slash = strrchr(log, '/');
  size_t dir_len = slash ? (size_t)(slash - log) + 1 : 0;
  CS_AUTO_FREE
  char *dir = dir_len ? strndup(log, dir_len) : strdup(".");
  const char *base = log + dir_len;
  size_t n = strlen(base);
  DIR *d = dir ? opendir(dir) : NULL;
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));) {
    if (strncmp(e->d_name, base, n) != 0 ||
        strncmp(e->d_name + n, ".spool-", 7) != 0)
      continue;
    char path[4096];
    int len =
        snprintf(path, sizeof path, "%.*s%s", (int)dir_len, log, e->d_name);
    if (len > 0 && (size_t)len < sizeof path) each(path, with);
  }
  closedir(d);
}

/* A file that we may trust: ours, whole, with the right beginning. */
static bool open_existing(cs_spool *s, const char *path) {
  struct stat st;
  int fd = cs_file_above(open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  *s = (cs_spool){.fd = fd};
  s->path = strdup(path);
  if (s->fd >= 0 && s->path && fstat(s->fd, &st) == 0 && S_ISREG(st.st_mode) &&
      st.st_uid == geteuid() && st.st_size == SIZE && map(s) &&
      memcmp(s->head->magic, MAGIC, sizeof s->head->magic) == 0)
    return true;
  forget(s);
  return false;
}

typedef struct visit {
  cs_spool_each *each;
  void *with;
} visit;

static void adopt(const char *path, void *with) {
  visit *v = with;
  cs_spool s;
  if (!open_existing(&s, path)) return;
  if (flock(s.fd, LOCK_EX | LOCK_NB) == 0 && v->each(v->with, &s))
    cs_spool_close(&s);
  else
    forget(&s);
}

void cs_spool_orphans(const char *log, cs_spool_each *each, void *with) {
  list(log, adopt, &(visit){each, with});
}

typedef struct tally {
  uint64_t records;
  unsigned writers;
} tally;

static void count(const char *path, void *with) {
  tally *t = with;
  cs_spool s;
  size_t n;
  if (!open_existing(&s, path)) return;
  uint64_t lines = 0, here;
  for (int half = 0; half < 2; half++) {
    const char *p = cs_spool_memos(&s, half, &n);
    (void)cs_memo_whole(p, n, &here);
    lines += here;
  }
  if (lines) t->writers++;
  t->records += lines;
  forget(&s);
}

uint64_t cs_spool_waiting(const char *log, unsigned *writers) {
  tally t = {0};
  list(log, count, &t);
  *writers = t.writers;
  return t.records;
}
