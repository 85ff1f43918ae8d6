/*
 * bucket_pull.c - every object becomes a file.
 *
 * Eight at a time.  Paths come from whoever may write the bucket: directories
 * are made and opened beneath the target, through no link.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "bucket/bucket_in.h"

#define PARALLEL 8

typedef struct download {
  cs_bucket_call call; /* first: what `permit` wants */
  size_t item;
  int fd; /* owned; -1: free */
  uint64_t have;
} download;

typedef struct pulling {
  cs_bucket *b;
  int dir;
  cs_bucket_items *items;
  cs_bucket_counts *counts;
  size_t next;
  download slots[PARALLEL];
  cs_status failed; /* of start */
  cs_error why;
} pulling;

static int open_beneath(int dir, const char *path, int flags) {
  struct open_how how = {
      .flags = (unsigned)flags | (unsigned)O_CLOEXEC,
      .mode = flags & O_CREAT ? 0644 : 0,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_XDEV};
  return (int)syscall(SYS_openat2, dir, path, &how, sizeof how);
}

/* The file of a path, with the directories it needs. */
static int make_file(int dir, const char *path) {
  char part[CS_BUCKET_KEY + 1];
  memcpy(part, path, strlen(path) + 1);
  for (char *p = strchr(part, '/'); p; p = strchr(p + 1, '/')) {
    *p = '\0';
    CS_AUTO_FD
    int at = open_beneath(dir, part, O_PATH | O_DIRECTORY);
    if (at < 0) {
      char *name = strrchr(part, '/');
      if (name) *name = '\0';
      CS_AUTO_FD
      int above = open_beneath(dir, name ? part : ".", O_PATH | O_DIRECTORY);
      if (above < 0 || mkdirat(above, name ? name + 1 : part, 0755) != 0)
        return -1;
      if (name) *name = '/';
    }
    *p = '/';
  }
  return open_beneath(dir, path, O_WRONLY | O_CREAT | O_EXCL);
}

static cs_status take(void *user, const cs_http_response *r, const void *bytes,
                      size_t n, cs_error *err) {
  download *d = user;
  size_t done;
  if (r->status != 200) return CS_OK;
  if (n > CS_BUCKET_FILE_MAX - d->have)
    return cs_error_set(err, CS_ELIMIT, "an object has more than 1 GiB");
  d->have += n;
  if (cs_file_write(d->fd, bytes, n, &done)) return CS_OK;
  return cs_error_os(err, "cannot write a file of the workspace");
}

static cs_status begin(pulling *p, download *d, cs_http_request *q) {
  const cs_bucket_item *item = &p->items->at[d->item];
  cs_status st = cs_bucket_prepare(p->b, "GET", item->path, "", CS_SIGN_EMPTY,
                                   &d->call, &p->why);
  if (st != CS_OK) return st;
  /* Between the listing and this request it must not have changed. */
  snprintf(d->call.condition, sizeof d->call.condition, "If-Match: %s",
           item->etag);
  d->fd = make_file(p->dir, item->path);
  if (d->fd < 0)
    return cs_error_os(&p->why, "cannot make the file '%.80s' of the workspace",
                       item->path);
  d->have = 0;
  cs_bucket_fill(&d->call, q);
  q->sink = take;
  q->user = d;
  return CS_OK;
}

static int start(void *user, cs_http_request *q) {
  pulling *p = user;
  if (p->next == p->items->count || p->failed != CS_OK) return -1;
  for (int i = 0; i < PARALLEL; i++) {
    if (p->slots[i].fd >= 0) continue;
    p->slots[i].item = p->next++;
    p->failed = begin(p, &p->slots[i], q);
    return p->failed == CS_OK ? i : -1;
  }
  return -1;
}

static int64_t nanoseconds(struct timespec t) {
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static cs_status finish(void *user, int number, cs_status outcome,
                        const cs_http_response *r, const cs_error *why,
                        cs_error *err) {
  pulling *p = user;
  download *d = &p->slots[number];
  cs_bucket_item *item = &p->items->at[d->item];
  struct stat st;
  if (outcome != CS_OK) {
    if (err) *err = *why;
    return outcome;
  }
  if (r->status != 200)
    return cs_bucket_refused(p->b, r->status, item->path, err);
  if (d->have != item->size)
    return cs_error_set(err, CS_ECORRUPT, "'%.80s' arrived cut off",
                        item->path);
  if (fstat(d->fd, &st) != 0) return cs_error_os(err, "cannot look at a file");
  item->ctime = nanoseconds(st.st_ctim);
  item->mtime = nanoseconds(st.st_mtim);
  close(d->fd);
  d->fd = -1;
  p->counts->files++;
  p->counts->bytes += d->have;
  return CS_OK;
}

static cs_status check_sizes(const cs_bucket_items *items, cs_error *err) {
  uint64_t total = 0;
  for (size_t i = 0; i < items->count; i++) {
    if (items->at[i].size > CS_BUCKET_FILE_MAX)
      return cs_error_set(err, CS_ELIMIT, "'%.80s' has more than 1 GiB",
                          items->at[i].path);
    total += items->at[i].size;
    if (total > CS_BUCKET_TOTAL_MAX)
      return cs_error_set(err, CS_ELIMIT, "the workspace has more than 4 GiB");
  }
  return CS_OK;
}

static cs_status copy_all(cs_bucket *b, int dir, cs_bucket_items *items,
                          cs_bucket_counts *counts, cs_error *err) {
  pulling *p = calloc(1, sizeof *p);
  if (!p) return cs_error_set(err, CS_EOS, "out of memory");
  *p = (pulling){.b = b, .dir = dir, .items = items, .counts = counts};
  for (int i = 0; i < PARALLEL; i++) p->slots[i].fd = -1;
  cs_http_crew crew = {
      .most = PARALLEL, .start = start, .finish = finish, .user = p};
  cs_status st = cs_http_run(b->http, &crew, err);
  if (st == CS_OK && p->failed != CS_OK) {
    st = p->failed;
    if (err) *err = p->why;
  }
  for (int i = 0; i < PARALLEL; i++)
    if (p->slots[i].fd >= 0) close(p->slots[i].fd);
  free(p);
  return st;
}

cs_status cs_bucket_pull(cs_bucket *b, int dir, cs_buf *base,
                         cs_bucket_counts *counts, cs_error *err) {
  cs_bucket_items items;
  *counts = (cs_bucket_counts){.files = 0};
  cs_status st = cs_listing_read(b, &items, &counts->skipped, err);
  if (st != CS_OK) return st;
  st = check_sizes(&items, err);
  if (st == CS_OK) st = copy_all(b, dir, &items, counts, err);
  if (st == CS_OK) st = cs_items_print(&items, base, err);
  cs_items_fini(&items);
  return st;
}
