/*
 * save.c - an image as an oci-archive: a tar of an OCI layout.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "image/blobs.h"
#include "image/manage.h"
#include "image/open.h"
#include "image/reference.h"
#include "image/tar_write.h"
#include "text/document.h"

#define BLOCK ((size_t)256 << 10)

typedef struct saving {
  cs_image_store *s;
  int fd;
  cs_tar tar;
  char *block; /* owned */
} saving;

static cs_status put_fd(void *user, const void *bytes, size_t n,
                        cs_error *err) {
  saving *v = user;
  size_t done;
  if (cs_file_write(v->fd, bytes, n, &done)) return CS_OK;
  return cs_error_os(err, "cannot write the archive");
}

static cs_status save_bytes(saving *v, const char *path, const void *bytes,
                            size_t n, cs_error *err) {
  cs_tar_entry e = {
      .path = path, .link = "", .type = '0', .mode = 0644, .size = n};
  cs_status st = cs_tar_head(&v->tar, &e, err);
  if (st == CS_OK) st = put_fd(v, bytes, n, err);
  return st == CS_OK ? cs_tar_pad(&v->tar, n, err) : st;
}

/* A blob is hashed on its way out: nobody gets what changed on the disk. */
static cs_status save_blob(saving *v, const cs_oci_blob *b, cs_error *err) {
  char path[100], found[CS_IMAGE_DIGEST];
  cs_digest digest;
  uint8_t raw[32];
  uint64_t done = 0;
  snprintf(path, sizeof path, "blobs/sha256/%s", cs_image_store_hex(b->digest));
  cs_tar_entry e = {
      .path = path, .link = "", .type = '0', .mode = 0644, .size = b->size};
  CS_AUTO_FD
  int fd = cs_blobs_open(v->s, b->digest);
  if (fd < 0) return cs_error_os(err, "the store lacks blob %.19s…", b->digest);
  cs_digest_init(&digest, CS_DIGEST_SHA256);
  cs_status st = cs_tar_head(&v->tar, &e, err);
  while (st == CS_OK && done < b->size) {
    uint64_t left = b->size - done;
    ssize_t n = read(fd, v->block, left < BLOCK ? (size_t)left : BLOCK);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    cs_digest_update(&digest, v->block, (size_t)n);
    st = put_fd(v, v->block, (size_t)n, err);
    done += (uint64_t)n;
    cs_image_step step = {.what = "write",
                          .digest = b->digest,
                          .done = done,
                          .total = b->size,
                          .finished = done == b->size};
    if (st == CS_OK) st = cs_image_store_step(v->s, &step, err);
  }
  cs_digest_finish(&digest, raw, sizeof raw);
  cs_oci_hex(raw, found);
  if (st == CS_OK && strcmp(found, b->digest) != 0)
    st = cs_error_set(err, CS_ECORRUPT, "blob %.19s… is corrupt", b->digest);
  return st == CS_OK ? cs_tar_pad(&v->tar, b->size, err) : st;
}

static cs_status save_index(saving *v, const char *digest, size_t size,
                            const char *name, cs_error *err) {
  cs_buf b;
  cs_buf_init(&b, 4096);
  cs_status st =
      cs_buf_printf(&b,
                    "{\"schemaVersion\":2,\"mediaType\":\"" CS_OCI_TYPE_INDEX
                    "\",\"manifests\":[{\"mediaType\":\"" CS_OCI_TYPE_MANIFEST
                    "\",\"digest\":\"%s\",\"size\":%zu",
                    digest, size);
  if (st == CS_OK && name) {
    st = cs_buf_put_text(
        &b, ",\"annotations\":{\"org.opencontainers.image.ref.name\":");
    if (st == CS_OK) st = cs_document_quote(&b, name);
    if (st == CS_OK) st = cs_buf_put_text(&b, "}");
  }
  if (st == CS_OK) st = cs_buf_put_text(&b, "}]}");
  if (st == CS_OK) st = save_bytes(v, "index.json", b.data, b.len, err);
  cs_buf_fini(&b);
  return st;
}

static cs_status save_all(saving *v, const char *digest, const char *name,
                          cs_error *err) {
  static const char layout[] = "{\"imageLayoutVersion\":\"1.0.0\"}";
  cs_image_parts p;
  cs_buf manifest;
  cs_oci_blob m;
  cs_status st = cs_image_parts_read(v->s, digest, &p, err);
  if (st != CS_OK) return st;
  cs_buf_init(&manifest, CS_OCI_MANIFEST_MAX);
  st = cs_blobs_read(v->s, digest, &manifest, err);
  if (st == CS_OK)
    st = save_bytes(v, "oci-layout", layout, sizeof layout - 1, err);
  if (st == CS_OK) st = save_index(v, digest, manifest.len, name, err);
  memcpy(m.digest, digest, CS_IMAGE_DIGEST);
  m.size = manifest.len;
  if (st == CS_OK) st = save_blob(v, &m, err);
  if (st == CS_OK) st = save_blob(v, &p.manifest.config, err);
  for (size_t i = 0; st == CS_OK && i < p.manifest.count; i++)
    st = save_blob(v, &p.manifest.layers[i], err);
  cs_buf_fini(&manifest);
  cs_image_parts_fini(&p);
  return st == CS_OK ? cs_tar_end(&v->tar, err) : st;
}

cs_status cs_manage_save(cs_image_store *s, const char *what, int fd,
                         cs_error *err) {
  char digest[CS_IMAGE_DIGEST], name[CS_REFERENCE_MAX + 8];
  cs_reference r;
  saving v = {.s = s, .fd = fd};
  v.tar = (cs_tar){.put = put_fd, .user = &v};
  cs_status st = cs_manage_find(s, what, digest, err);
  if (st != CS_OK) return st;
  bool named = cs_reference_parse(what, &r, NULL) == CS_OK && !r.digest[0] &&
               strcmp(what, digest + 7) != 0;
  if (named) cs_reference_print(&r, name);
  v.block = malloc(BLOCK);
  if (!v.block) return cs_error_set(err, CS_EOS, "out of memory");
  st = save_all(&v, digest, named ? name : NULL, err);
  free(v.block);
  return cs_image_store_blame(s, st);
}
