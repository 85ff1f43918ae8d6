/*
 * blobs.c - copy, hash, compare, rename.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/blobs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "image/reference.h"

#define BLOCK ((size_t)256 << 10)

int cs_blobs_open(const cs_image_store *s, const char *digest) {
  return openat(s->blobs, cs_image_store_hex(digest),
                O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
}

bool cs_blobs_has(const cs_image_store *s, const char *digest, uint64_t size) {
  struct stat st;
  return fstatat(s->blobs, cs_image_store_hex(digest), &st,
                 AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(st.st_mode) &&
         (size == UINT64_MAX || (uint64_t)st.st_size == size);
}

cs_status cs_blobs_read(cs_image_store *s, const char *digest, cs_buf *out,
                        cs_error *err) {
  char found[CS_IMAGE_DIGEST];
  if (!cs_blobs_has(s, digest, UINT64_MAX))
    return cs_image_store_fail(
        s, CS_IMAGE_FAULT_NOT_FOUND,
        cs_error_set(err, CS_EINVAL, "the image store has no blob %.71s",
                     digest));
  cs_status st =
      cs_image_store_get(s->blobs, cs_image_store_hex(digest), out, err);
  if (st != CS_OK) return st;
  cs_oci_digest(out->data ? out->data : "", out->len, found);
  if (strcmp(found, digest) == 0) return CS_OK;
  return cs_image_store_fail(
      s, CS_IMAGE_FAULT_CORRUPT,
      cs_error_set(err, CS_ECORRUPT,
                   "blob %.19s… of the image store is corrupt: remove the "
                   "image and load it again",
                   digest));
}

/* --- writing ------------------------------------------------------------- */

cs_status cs_blob_sink_open(cs_image_store *s, cs_blob_sink *k, cs_error *err) {
  *k = (cs_blob_sink){.fd = -1};
  cs_status st = cs_staging_make(s, &k->staging, err);
  if (st != CS_OK) return st;
  k->fd = openat(k->staging.fd, "blob", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC,
                 0444);
  cs_digest_init(&k->digest, CS_DIGEST_SHA256);
  if (k->fd >= 0) return CS_OK;
  st = cs_error_os(err, "cannot write to the image store");
  cs_staging_drop(s, &k->staging);
  return st;
}

cs_status cs_blob_sink_write(cs_image_store *s, cs_blob_sink *k,
                             const void *bytes, size_t n, cs_error *err) {
  size_t done;
  (void)s;
  cs_digest_update(&k->digest, bytes, n);
  k->size += n;
  if (cs_file_write(k->fd, bytes, n, &done)) return CS_OK;
  return cs_error_os(err, "cannot write to the image store");
}

cs_status cs_blob_sink_publish(cs_image_store *s, cs_blob_sink *k,
                               char digest[CS_IMAGE_DIGEST], cs_error *err) {
  uint8_t raw[32];
  cs_status st = CS_OK;
  cs_digest_finish(&k->digest, raw, sizeof raw);
  cs_oci_hex(raw, digest);
  if (renameat(k->staging.fd, "blob", s->blobs, cs_image_store_hex(digest)) !=
      0)
    st = cs_error_os(err, "cannot write to the image store");
  cs_blob_sink_drop(s, k);
  return st;
}

void cs_blob_sink_drop(cs_image_store *s, cs_blob_sink *k) {
  if (k->fd >= 0) close(k->fd);
  k->fd = -1;
  if (k->staging.name[0]) cs_staging_drop(s, &k->staging);
}

cs_status cs_blobs_put(cs_image_store *s, const void *bytes, size_t n,
                       char digest[CS_IMAGE_DIGEST], cs_error *err) {
  cs_blob_sink k;
  cs_oci_digest(bytes, n, digest);
  if (cs_blobs_has(s, digest, n)) return CS_OK;
  cs_status st = cs_blob_sink_open(s, &k, err);
  if (st != CS_OK) return st;
  st = cs_blob_sink_write(s, &k, bytes, n, err);
  if (st == CS_OK) return cs_blob_sink_publish(s, &k, digest, err);
  cs_blob_sink_drop(s, &k);
  return st;
}

/* --- copying ------------------------------------------------------------- */

static cs_status differs(cs_image_store *s, const cs_oci_blob *expected,
                         const char *how, cs_error *err) {
  return cs_image_store_fail(
      s, CS_IMAGE_FAULT_CORRUPT,
      cs_error_set(err, CS_ECORRUPT,
                   "the image is corrupt: blob %.19s… has another %s than its "
                   "manifest says",
                   expected->digest, how));
}

/* At most one byte more than expected is read: enough to see the difference. */
static cs_status copy_bytes(cs_image_store *s, int fd, cs_blob_sink *k,
                            const cs_oci_blob *expected, cs_error *err) {
  CS_AUTO_FREE
  char *block = malloc(BLOCK);
  cs_status st = block ? CS_OK : cs_error_set(err, CS_EOS, "out of memory");
  while (st == CS_OK && k->size <= expected->size) {
    ssize_t n = read(fd, block, BLOCK);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return cs_error_os(err, "cannot read a blob");
    if (n == 0) break;
    st = cs_blob_sink_write(s, k, block, (size_t)n, err);
    cs_image_step step = {.what = "copy",
                          .digest = expected->digest,
                          .done = k->size,
                          .total = expected->size};
    if (st == CS_OK) st = cs_image_store_step(s, &step, err);
  }
  return st;
}

cs_status cs_blobs_copy(cs_image_store *s, int fd, const cs_oci_blob *expected,
                        cs_error *err) {
  cs_blob_sink k;
  uint8_t raw[32];
  char digest[CS_IMAGE_DIGEST];
  if (cs_blobs_has(s, expected->digest, expected->size)) return CS_OK;
  cs_status st = cs_blob_sink_open(s, &k, err);
  if (st != CS_OK) return st;
  st = copy_bytes(s, fd, &k, expected, err);
  cs_digest_finish(&k.digest, raw, sizeof raw);
  cs_oci_hex(raw, digest);
  if (st == CS_OK && k.size != expected->size)
    st = differs(s, expected, "size", err);
  if (st == CS_OK && strcmp(digest, expected->digest) != 0)
    st = differs(s, expected, "digest", err);
  if (st == CS_OK) return cs_blob_sink_publish(s, &k, digest, err);
  cs_blob_sink_drop(s, &k);
  return st;
}

cs_status cs_blobs_hash(cs_image_store *s, int fd, const char *what,
                        uint64_t total, char digest[CS_IMAGE_DIGEST],
                        uint64_t *size, cs_error *err) {
  CS_AUTO_FREE
  char *block = malloc(BLOCK);
  cs_digest d;
  uint8_t raw[32];
  cs_status st = block ? CS_OK : cs_error_set(err, CS_EOS, "out of memory");
  cs_digest_init(&d, CS_DIGEST_SHA256);
  *size = 0;
  while (st == CS_OK) {
    ssize_t n = pread(fd, block, BLOCK, (off_t)*size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return cs_error_os(err, "cannot read a blob");
    if (n == 0) break;
    cs_digest_update(&d, block, (size_t)n);
    *size += (uint64_t)n;
    cs_image_step step = {.what = what, .done = *size, .total = total};
    st = cs_image_store_step(s, &step, err);
  }
  cs_digest_finish(&d, raw, sizeof raw);
  cs_oci_hex(raw, digest);
  return st;
}
