/*
 * open.c - images that are in the store: documents, trees, pins.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/open.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "image/blobs.h"
#include "image/reference.h"
#include "image/trees.h"

/* --- documents ----------------------------------------------------------- */

static cs_status read_config(cs_image_store *s, cs_image_parts *out,
                             cs_error *err) {
  cs_buf text;
  cs_buf_init(&text, CS_OCI_CONFIG_MAX);
  cs_status st = cs_blobs_read(s, out->manifest.config.digest, &text, err);
  if (st == CS_OK)
    st = cs_oci_config_parse(text.data, text.len, &out->config, err);
  cs_buf_fini(&text);
  if (st == CS_OK && out->config.count != out->manifest.count)
    st = cs_error_set(err, CS_ECORRUPT,
                      "the image is corrupt: its config and its manifest have "
                      "different numbers of layers");
  return st;
}

cs_status cs_image_parts_read(cs_image_store *s, const char *digest,
                              cs_image_parts *out, cs_error *err) {
  cs_buf text;
  *out = (cs_image_parts){.config = {.count = 0}};
  cs_buf_init(&text, CS_OCI_MANIFEST_MAX);
  cs_status st = cs_blobs_read(s, digest, &text, err);
  if (st == CS_OK)
    st = cs_oci_manifest_parse(text.data, text.len, &out->manifest, err);
  cs_buf_fini(&text);
  if (st == CS_OK) st = read_config(s, out, err);
  if (st != CS_OK) cs_image_parts_fini(out);
  return cs_image_store_blame(s, st);
}

void cs_image_parts_fini(cs_image_parts *p) {
  cs_oci_manifest_fini(&p->manifest);
  cs_oci_config_fini(&p->config);
}

/* --- work in progress ---------------------------------------------------- */

cs_status cs_image_store_work(cs_image_store *s, cs_error *err) {
  if (s->working++ > 0) return CS_OK;
  s->work_since = (int64_t)time(NULL);
  while (flock(s->work, LOCK_SH) != 0) {
    if (errno == EINTR) continue;
    s->working--;
    return cs_error_os(err, "cannot lock the image store");
  }
  return CS_OK;
}

void cs_image_store_done(cs_image_store *s, cs_status outcome) {
  if (--s->working > 0) return;
  /* Another process at work may need the same blobs: they stay for prune. */
  if (outcome != CS_OK && flock(s->work, LOCK_EX | LOCK_NB) == 0)
    cs_prune_blobs(s, s->work_since, NULL, NULL);
  (void)flock(s->work, LOCK_UN);
}

/* --- images -------------------------------------------------------------- */

static cs_status fill(cs_image_store *s, const char *digest, cs_image_parts *p,
                      cs_tree_info *t, cs_image *image, cs_error *err) {
  char path[PATH_MAX];
  memcpy(image->digest, digest, CS_IMAGE_DIGEST);
  cs_oci_chain(p->config.diffs, p->config.count, image->chain);
  image->config = p->config.run;
  p->config.run = (cs_image_config){0};
  image->tree = t->root;
  image->lease = t->lease;
  image->tree_bytes = t->bytes;
  image->tree_entries = t->entries;
  image->is_owned = t->owned;
  int n = snprintf(path, sizeof path, "%s/trees/%s/root", s->home,
                   cs_image_store_hex(image->chain));
  image->tree_path = n > 0 && n < PATH_MAX ? strdup(path) : NULL;
  image->reference = strdup(digest);
  image->source = strdup(digest);
  if (image->tree_path && image->reference && image->source) return CS_OK;
  return cs_error_set(err, CS_EOS, "out of memory");
}

cs_status cs_image_open(cs_image_store *s, const char *digest, cs_image **out,
                        cs_error *err) {
  cs_image_parts p;
  cs_tree_info t;
  s->fault = CS_IMAGE_FAULT_NONE;
  if (!cs_reference_is_digest(digest))
    return cs_image_store_fail(
        s, CS_IMAGE_FAULT_DENIED,
        cs_error_set(err, CS_EINVAL, "'%.80s' is not a digest", digest));
  cs_image *image = calloc(1, sizeof *image);
  if (!image) return cs_error_set(err, CS_EOS, "out of memory");
  image->tree = image->lease = -1;
  cs_status st = cs_image_parts_read(s, digest, &p, err);
  if (st == CS_OK) {
    st = cs_trees_take(s, &p.manifest, &p.config, &t, err);
    if (st == CS_OK) st = fill(s, digest, &p, &t, image, err);
    cs_image_parts_fini(&p);
  }
  if (st != CS_OK) {
    cs_image_free(image);
    return cs_image_store_blame(s, st);
  }
  *out = image;
  return CS_OK;
}

void cs_image_free(cs_image *image) {
  if (!image) return;
  if (image->tree >= 0) close(image->tree);
  if (image->lease >= 0) close(image->lease);
  cs_oci_run_fini(&image->config);
  free(image->reference);
  free(image->source);
  free(image->tree_path);
  free(image);
}

/* --- pins ---------------------------------------------------------------- */

static cs_status pin_name(const char *digest, const char *holder, char out[160],
                          cs_error *err) {
  size_t n = strlen(holder);
  if (!cs_reference_is_digest(digest) || n == 0 || n > 64 ||
      strspn(holder,
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             "0123456789_-") != n)
    return cs_error_set(err, CS_EINVAL, "invalid digest or holder of a pin");
  snprintf(out, 160, "%s.%s", cs_image_store_hex(digest), holder);
  return CS_OK;
}

cs_status cs_image_pin(cs_image_store *s, const char *digest,
                       const char *holder, cs_error *err) {
  char name[160];
  cs_status st = pin_name(digest, holder, name, err);
  if (st != CS_OK) return st;
  CS_AUTO_FD
  int fd =
      openat(s->pins, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd >= 0 && fsync(s->pins) == 0) return CS_OK;
  return cs_error_os(err, "cannot pin an image");
}

cs_status cs_image_unpin(cs_image_store *s, const char *digest,
                         const char *holder, cs_error *err) {
  char name[160];
  cs_status st = pin_name(digest, holder, name, err);
  if (st != CS_OK) return st;
  if (unlinkat(s->pins, name, 0) == 0 || errno == ENOENT) return CS_OK;
  return cs_error_os(err, "cannot unpin an image");
}
