/*
 * download.c - blobs of a registry, a few at a time, resumed after a break.
 *
 * A blob arrives in partial/HEX, which is locked by whoever downloads it:
 * others who want the same blob wait and find it in the store.  What is there
 * from an interrupted download is hashed again and continued by a Range
 * request.  Size and digest are checked before the one rename that publishes
 * it; a blob that has another digest is deleted.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "image/blobs.h"
#include "image/registry_in.h"

#define PARALLEL 4
#define TRIES    4 /* of one blob, after breaks of the connection */
#define BLOCK    ((size_t)256 << 10)

typedef enum blob_state { WAITING, RUNNING, DONE } blob_state;

typedef struct blob {
  cs_registry_target target; /* first: what `permit` wants */
  const cs_oci_blob *is;     /* borrowed */
  blob_state state;
  int fd; /* owned: partial file, locked; -1: none */
  cs_digest digest;
  uint64_t have; /* bytes in the file, all of them hashed */
  int tries, hops;
  bool logged_in;
  bool begun; /* bytes of this response were written */
  char range[64];
  const char *headers[2];
} blob;

typedef struct batch {
  cs_registry *r;
  blob *at; /* owned */
  size_t count;
} batch;

/* --- the partial file ---------------------------------------------------- */

static bool is_still(int dir, const char *name, int fd) {
  struct stat a, b;
  return fstat(fd, &a) == 0 &&
         fstatat(dir, name, &b, AT_SYMLINK_NOFOLLOW) == 0 &&
         a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

/* Lock the file of a blob.  While others download it this waits; afterwards the
 * file may be gone, because they published it. */
static cs_status lock_partial(cs_image_store *s, blob *b, cs_error *err) {
  const char *name = cs_image_store_hex(b->is->digest);
  for (;;) {
    CS_AUTO_FD
    int fd = openat(s->partial, name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC,
                    0600);
    if (fd < 0) return cs_error_os(err, "cannot write to the image store");
    while (flock(fd, LOCK_EX) != 0)
      if (errno != EINTR) return cs_error_os(err, "cannot lock a download");
    if (!is_still(s->partial, name, fd)) {
      if (cs_blobs_has(s, b->is->digest, b->is->size)) return CS_OK;
      continue;
    }
    b->fd = cs_steal(&fd);
    return CS_OK;
  }
}

static cs_status restart(blob *b, cs_error *err) {
  cs_digest_init(&b->digest, CS_DIGEST_SHA256);
  b->have = 0;
  if (ftruncate(b->fd, 0) == 0 && lseek(b->fd, 0, SEEK_SET) == 0) return CS_OK;
  return cs_error_os(err, "cannot write to the image store");
}

/* Hash what an earlier download left. */
static cs_status resume(blob *b, cs_error *err) {
  CS_AUTO_FREE
  char *block = malloc(BLOCK);
  struct stat st;
  if (!block) return cs_error_set(err, CS_EOS, "out of memory");
  if (fstat(b->fd, &st) != 0) return cs_error_os(err, "cannot read a download");
  if ((uint64_t)st.st_size >= b->is->size) return restart(b, err);
  cs_digest_init(&b->digest, CS_DIGEST_SHA256);
  for (b->have = 0;;) {
    ssize_t n = pread(b->fd, block, BLOCK, (off_t)b->have);
    if (n < 0) return cs_error_os(err, "cannot read a download");
    if (n == 0) break;
    cs_digest_update(&b->digest, block, (size_t)n);
    b->have += (uint64_t)n;
  }
  if (lseek(b->fd, (off_t)b->have, SEEK_SET) >= 0) return CS_OK;
  return cs_error_os(err, "cannot read a download");
}

static cs_status wrong(cs_registry *r, blob *b, const char *how,
                       cs_error *err) {
  (void)unlinkat(r->s->partial, cs_image_store_hex(b->is->digest), 0);
  return cs_image_store_fail(
      r->s, CS_IMAGE_FAULT_CORRUPT,
      cs_error_set(err, CS_ECORRUPT,
                   "the registry %.60s sent blob %.19s… with another %s than "
                   "the manifest says",
                   r->host, b->is->digest, how));
}

static cs_status publish(cs_registry *r, blob *b, cs_error *err) {
  char found[CS_IMAGE_DIGEST];
  uint8_t raw[32];
  const char *hex = cs_image_store_hex(b->is->digest);
  cs_digest_finish(&b->digest, raw, sizeof raw);
  cs_oci_hex(raw, found);
  if (b->have != b->is->size) return wrong(r, b, "size", err);
  if (strcmp(found, b->is->digest) != 0) return wrong(r, b, "digest", err);
  if (fchmod(b->fd, 0444) != 0 ||
      renameat(r->s->partial, hex, r->s->blobs, hex) != 0)
    return cs_error_os(err, "cannot write to the image store");
  close(b->fd);
  b->fd = -1;
  b->state = DONE;
  cs_image_step step = {.what = "download",
                        .digest = b->is->digest,
                        .done = b->have,
                        .total = b->is->size,
                        .finished = true};
  return cs_image_store_step(r->s, &step, err);
}

/* --- one request --------------------------------------------------------- */

static bool permit(void *user, const struct sockaddr *a) {
  return cs_registry_permit(user, a);
}

/* Bytes of a response: 206 continues, 200 starts again. */
static cs_status take(void *user, const cs_http_response *r, const void *bytes,
                      size_t n, cs_error *err) {
  blob *b = user;
  size_t done;
  if (r->status != 200 && r->status != 206) return CS_OK; /* an error page */
  if (!b->begun && b->have > 0 && r->status == 200) {
    cs_status st = restart(b, err);
    if (st != CS_OK) return st;
  }
  b->begun = true;
  if (n > b->is->size - b->have) return wrong(b->target.r, b, "size", err);
  if (!cs_file_write(b->fd, bytes, n, &done))
    return cs_error_os(err, "cannot write to the image store");
  cs_digest_update(&b->digest, bytes, n);
  b->have += n;
  cs_image_step step = {.what = "download",
                        .digest = b->is->digest,
                        .done = b->have,
                        .total = b->is->size};
  return cs_image_store_step(b->target.r->s, &step, err);
}

static void fill(blob *b, cs_http_request *q) {
  *q = (cs_http_request){.method = "GET",
                         .url = b->target.url,
                         .headers = b->headers,
                         .sink = take,
                         .permit = permit,
                         .user = b};
  b->begun = false;
  if (b->target.own && b->target.r->auth[0])
    b->headers[q->nheaders++] = b->target.r->auth;
  if (b->have > 0) {
    snprintf(b->range, sizeof b->range, "Range: bytes=%llu-",
             (unsigned long long)b->have);
    b->headers[q->nheaders++] = b->range;
  }
}

/* cs_http_crew.start: the next blob that waits. */
static int start(void *user, cs_http_request *q) {
  batch *all = user;
  for (size_t i = 0; i < all->count; i++) {
    blob *b = &all->at[i];
    if (b->state != WAITING) continue;
    b->state = RUNNING;
    fill(b, q);
    return (int)i;
  }
  return -1;
}

/* The connection broke: what came so far stays. */
static cs_status again(batch *all, blob *b, const cs_error *why,
                       cs_error *err) {
  if (why->os == ECANCELED || all->r->s->fault != CS_IMAGE_FAULT_NONE ||
      ++b->tries >= TRIES) {
    if (all->r->s->fault == CS_IMAGE_FAULT_NONE && why->os != ECANCELED)
      all->r->s->fault = CS_IMAGE_FAULT_UNREACHABLE;
    if (err) *err = *why;
    return CS_EOS;
  }
  cs_registry_url(all->r, "blobs", b->is->digest, &b->target);
  b->hops = 0;
  b->state = WAITING;
  return resume(b, err);
}

/* cs_http_crew.finish: done, elsewhere, log in, or broken. */
static cs_status finish(void *user, int number, cs_status outcome,
                        const cs_http_response *r, const cs_error *why,
                        cs_error *err) {
  batch *all = user;
  blob *b = &all->at[number];
  cs_status st;
  if (outcome == CS_ECORRUPT || outcome == CS_ELIMIT) {
    if (err) *err = *why;
    return outcome;
  }
  if (outcome != CS_OK) return again(all, b, why, err);
  if (r->status == 200 || r->status == 206) return publish(all->r, b, err);
  b->state = WAITING;
  if (++b->hops > CS_REGISTRY_HOPS + 1)
    return cs_registry_refused(all->r, 310, "too many redirects", err);
  if (r->status == 401 && b->target.own) {
    st = cs_registry_login(all->r, r->challenge, b->logged_in, err);
    b->logged_in = true;
    return st;
  }
  if (r->status >= 301 && r->status <= 308 && r->location[0])
    return cs_registry_follow(&b->target, r->location, err);
  if (r->status == 416 && b->have > 0) return restart(b, err);
  return cs_registry_refused(all->r, r->status, b->is->digest, err);
}

/* --- all of them --------------------------------------------------------- */

static bool is_listed(const batch *all, const char *digest) {
  for (size_t i = 0; i < all->count; i++)
    if (strcmp(all->at[i].is->digest, digest) == 0) return true;
  return false;
}

/* An empty blob needs no request, and gets none: nothing would arrive. */
static cs_status prepare(batch *all, const cs_oci_blob *is, cs_error *err) {
  if (cs_blobs_has(all->r->s, is->digest, is->size) ||
      is_listed(all, is->digest))
    return CS_OK;
  blob *b = &all->at[all->count];
  *b = (blob){.is = is, .fd = -1};
  cs_registry_url(all->r, "blobs", is->digest, &b->target);
  cs_status st = lock_partial(all->r->s, b, err);
  if (st != CS_OK || b->fd < 0) return st;
  all->count++;
  return resume(b, err);
}

static int by_digest(const void *a, const void *b) {
  const cs_oci_blob *const *x = a, *const *y = b;
  return strcmp((*x)->digest, (*y)->digest);
}

/* Everybody locks in the order of digests: no two processes wait for each
 * other. */
static cs_status prepare_all(batch *all, const cs_oci_blob *blobs, size_t count,
                             cs_error *err) {
  CS_AUTO_FREE
  const cs_oci_blob **sorted = calloc(count, sizeof *sorted);
  cs_status st = CS_OK;
  if (!sorted) return cs_error_set(err, CS_EOS, "out of memory");
  for (size_t i = 0; i < count; i++) sorted[i] = &blobs[i];
  qsort(sorted, count, sizeof *sorted, by_digest);
  for (size_t i = 0; st == CS_OK && i < count; i++)
    st = prepare(all, sorted[i], err);
  return st;
}

cs_status cs_download_blobs(cs_registry *r, const cs_oci_blob *blobs,
                            size_t count, cs_error *err) {
  batch all = {.r = r};
  all.at = calloc(count, sizeof *all.at);
  if (!all.at) return cs_error_set(err, CS_EOS, "out of memory");
  cs_status st = prepare_all(&all, blobs, count, err);
  cs_http_crew crew = {
      .most = PARALLEL, .start = start, .finish = finish, .user = &all};
  if (st == CS_OK) st = cs_http_run(r->http, &crew, err);
  for (size_t i = 0; i < all.count; i++)
    if (all.at[i].fd >= 0) close(all.at[i].fd);
  free(all.at);
  return st;
}
