/*
 * layout.c - OCI layouts and docker-archives, as directories or as tars.
 *
 * A docker-archive names its layers by path, and they are not compressed: the
 * digest of a layer is its diff_id.  It becomes an OCI image here, with a
 * manifest that we write; the config stays as it is, so the image keeps its id.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/layout.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "image/blobs.h"
#include "image/oci.h"
#include "image/unpack.h"
#include "text/document.h"

#define ENTRIES_MAX 100000 /* files of an archive of images */

/* A regular file beneath `dir`; links inside are followed (docker-archives
 * share layers by them), links outward are not. */
static int open_beneath(int dir, const char *path, uint64_t *size) {
  struct open_how how = {
      .flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY,
      .resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_XDEV};
  struct stat st;
  CS_AUTO_FD
  int fd = (int)syscall(SYS_openat2, dir, path, &how, sizeof how);
  if (fd < 0) return -1;
  if (fstat(fd, &st) != 0) return -1;
  if (!S_ISREG(st.st_mode)) {
    errno = EINVAL;
    return -1;
  }
  *size = (uint64_t)st.st_size;
  return cs_steal(&fd);
}

static cs_status not_an_image(cs_image_store *s, const char *why,
                              cs_error *err) {
  return cs_image_store_fail(
      s, CS_IMAGE_FAULT_CORRUPT,
      cs_error_set(err, CS_ECORRUPT, "this is not an image: %s", why));
}

/* A small file as text. */
static cs_status slurp(cs_image_store *s, int dir, const char *path,
                       cs_buf *out, cs_error *err) {
  uint64_t size;
  CS_AUTO_FD
  int fd = open_beneath(dir, path, &size);
  if (fd < 0) {
    char why[120];
    snprintf(why, sizeof why, "it has no readable file '%.60s'", path);
    return not_an_image(s, why, err);
  }
  if (size > out->max || cs_buf_reserve(out, (size_t)size) != CS_OK)
    return cs_error_set(err, CS_ELIMIT, "'%.80s' is too large", path);
  if (!cs_file_read_at(fd, out->data + out->len, (size_t)size, 0))
    return cs_error_os(err, "cannot read '%.80s'", path);
  out->len += (size_t)size;
  cs_buf_seal(out);
  return CS_OK;
}

/* --- OCI layouts --------------------------------------------------------- */

static cs_status copy_blob(cs_image_store *s, int dir, const cs_oci_blob *b,
                           cs_error *err) {
  char path[100];
  uint64_t size;
  snprintf(path, sizeof path, "blobs/sha256/%s", cs_image_store_hex(b->digest));
  CS_AUTO_FD
  int fd = open_beneath(dir, path, &size);
  if (fd < 0)
    return cs_image_store_fail(
        s, CS_IMAGE_FAULT_CORRUPT,
        cs_error_os(err, "the image lacks blob %.19s…", b->digest));
  return cs_blobs_copy(s, fd, b, err);
}

/* A manifest, an index or a config: copied, verified, read. */
static cs_status take_document(cs_image_store *s, int dir, const cs_oci_blob *b,
                               uint64_t most, cs_buf *out, cs_error *err) {
  cs_buf_init(out, (size_t)most);
  if (b->size > most)
    return cs_error_set(err, CS_ELIMIT, "a manifest or config is too large");
  cs_status st = copy_blob(s, dir, b, err);
  return st == CS_OK ? cs_blobs_read(s, b->digest, out, err) : st;
}

/* Config and layers of a manifest. */
static cs_status take_parts(cs_image_store *s, int dir, const cs_buf *manifest,
                            cs_error *err) {
  cs_oci_manifest m;
  cs_status st = cs_oci_manifest_parse(manifest->data, manifest->len, &m, err);
  if (st != CS_OK) return st;
  st = copy_blob(s, dir, &m.config, err);
  for (size_t i = 0; st == CS_OK && i < m.count; i++)
    st = copy_blob(s, dir, &m.layers[i], err);
  cs_oci_manifest_fini(&m);
  return st;
}

/* `b` describes a manifest or an index; at most one index inside another. */
static cs_status take_image(cs_image_store *s, int dir, cs_oci_blob b,
                            cs_layout_image *out, cs_error *err) {
  for (int depth = 0; depth < 3; depth++) {
    cs_buf text;
    cs_oci_kind kind;
    cs_status st = take_document(s, dir, &b, CS_OCI_MANIFEST_MAX, &text, err);
    if (st == CS_OK) st = cs_oci_kind_of(text.data, text.len, &kind, err);
    if (st == CS_OK && kind == CS_OCI_MANIFEST) {
      memcpy(out->digest, b.digest, CS_IMAGE_DIGEST);
      st = take_parts(s, dir, &text, err);
      cs_buf_fini(&text);
      return st;
    }
    if (st == CS_OK && !out->index[0])
      memcpy(out->index, b.digest, CS_IMAGE_DIGEST);
    if (st == CS_OK)
      st = cs_oci_index_choose(text.data, text.len, NULL, &b, err);
    cs_buf_fini(&text);
    if (st != CS_OK) return st;
  }
  return not_an_image(s, "its indexes are nested too deep", err);
}

/* The entry of index.json with a digest. */
static bool find_digest(const cs_document *d, const char *digest,
                        cs_oci_blob *out) {
  for (uint32_t i = cs_document_first(d, cs_document_get(d, 0, "manifests"));
       i != CS_DOCUMENT_NONE; i = cs_document_next(d, i)) {
    const char *is = cs_document_text(d, i, "digest");
    if (!is || strcmp(is, digest) != 0 ||
        !cs_document_size(d, i, "size", &out->size))
      continue;
    memcpy(out->digest, digest, CS_IMAGE_DIGEST);
    return true;
  }
  return false;
}

/* The one entry, and the name it has; more than one needs a tag. */
static cs_status choose(cs_image_store *s, const cs_buf *index,
                        const cs_reference *r, cs_oci_blob *out, char *name,
                        cs_error *err) {
  cs_document d;
  cs_status st = cs_document_parse(&d, index->data, index->len, err);
  if (st != CS_OK) return st;
  uint32_t list = cs_document_get(&d, 0, "manifests");
  uint32_t first = cs_document_first(&d, list);
  const char *ref =
      cs_document_text(&d, cs_document_get(&d, first, "annotations"),
                       "org.opencontainers.image.ref.name");
  bool one =
      cs_document_is(&d, list, CS_DOCUMENT_LIST) && d.nodes[list].count == 1;
  if (one && ref && strlen(ref) <= CS_REFERENCE_MAX)
    snprintf(name, CS_REFERENCE_MAX + 8, "%s", ref);
  if (r->digest[0]) {
    if (!find_digest(&d, r->digest, out))
      st = cs_image_store_fail(
          s, CS_IMAGE_FAULT_NOT_FOUND,
          cs_error_set(err, CS_EINVAL, "the layout has no image %.71s",
                       r->digest));
  } else if (!r->tag[0] && !one && cs_document_is(&d, list, CS_DOCUMENT_LIST) &&
             d.nodes[list].count > 1 && ref) {
    st = cs_image_store_fail(
        s, CS_IMAGE_FAULT_NOT_FOUND,
        cs_error_set(err, CS_EINVAL,
                     "there are %u images; name one with :TAG, such as :%.60s",
                     d.nodes[list].count, ref));
  } else {
    st = cs_oci_index_choose(index->data, index->len, r->tag[0] ? r->tag : NULL,
                             out, err);
    if (st != CS_OK && r->tag[0]) s->fault = CS_IMAGE_FAULT_NOT_FOUND;
  }
  cs_document_fini(&d);
  return st;
}

static cs_status load_layout(cs_image_store *s, int dir, const cs_reference *r,
                             cs_layout_image *out, cs_error *err) {
  cs_buf marker, index;
  cs_oci_blob b;
  cs_buf_init(&marker, 1024);
  cs_buf_init(&index, CS_OCI_MANIFEST_MAX);
  cs_status st = slurp(s, dir, "oci-layout", &marker, err);
  if (st == CS_OK && !strstr(cs_buf_text(&marker), "\"1.0."))
    st = not_an_image(s, "its oci-layout is not version 1.0", err);
  if (st == CS_OK) st = slurp(s, dir, "index.json", &index, err);
  if (st == CS_OK) st = choose(s, &index, r, &b, out->name, err);
  if (st == CS_OK) st = take_image(s, dir, b, out, err);
  cs_buf_fini(&marker);
  cs_buf_fini(&index);
  return st;
}

/* --- docker-archives ----------------------------------------------------- */

/* Does an entry of manifest.json have the tag?  Its first name goes out. */
static bool fits(const cs_document *d, uint32_t entry, const char *tag,
                 char *name) {
  uint32_t tags = cs_document_get(d, entry, "RepoTags");
  name[0] = '\0';
  for (uint32_t i = cs_document_first(d, tags); i != CS_DOCUMENT_NONE;
       i = cs_document_next(d, i)) {
    const char *text =
        cs_document_is(d, i, CS_DOCUMENT_TEXT) ? d->nodes[i].text : "";
    const char *colon = strrchr(text, ':');
    if (*tag && (!colon || strcmp(colon + 1, tag) != 0)) continue;
    if (strlen(text) <= CS_REFERENCE_MAX)
      snprintf(name, CS_REFERENCE_MAX + 8, "%s", text);
    return true;
  }
  return !*tag;
}

/* Copy a file whose digest is `digest`, "" if any will do. */
static cs_status take_file(cs_image_store *s, int dir, const char *path,
                           const char *digest, cs_oci_blob *out,
                           cs_error *err) {
  uint64_t size;
  char found[CS_IMAGE_DIGEST];
  CS_AUTO_FD
  int fd = open_beneath(dir, path, &size);
  if (fd < 0) return not_an_image(s, "a file that it names is missing", err);
  cs_status st = cs_blobs_hash(s, fd, "copy", size, found, &out->size, err);
  if (st != CS_OK) return st;
  memcpy(out->digest, found, CS_IMAGE_DIGEST);
  if (*digest && strcmp(found, digest) != 0)
    return not_an_image(s, "a layer has another digest than the config says",
                        err);
  return cs_blobs_copy(s, fd, out, err);
}

static cs_status put_manifest(cs_image_store *s, const cs_oci_blob *config,
                              const cs_buf *layers, cs_layout_image *out,
                              cs_error *err) {
  cs_buf b;
  cs_buf_init(&b, CS_OCI_MANIFEST_MAX);
  cs_status st = cs_buf_printf(
      &b,
      "{\"schemaVersion\":2,\"mediaType\":\"" CS_OCI_TYPE_MANIFEST
      "\",\"config\":{\"mediaType\":\"" CS_OCI_TYPE_CONFIG
      "\",\"digest\":\"%s\",\"size\":%llu},\"layers\":[%s]}",
      config->digest, (unsigned long long)config->size, cs_buf_text(layers));
  if (st == CS_OK)
    st = cs_blobs_put(s, b.data, b.len, out->digest, err);
  else
    st = cs_error_set(err, st, "the image has too many layers");
  cs_buf_fini(&b);
  return st;
}

/* Layers in archives of newer tools may be compressed; then their digest is
 * not the diff_id, which is checked when they are unpacked. */
static const char *layer_type(int dir, const char *path) {
  uint64_t size;
  unsigned char head[4] = {0};
  CS_AUTO_FD
  int fd = open_beneath(dir, path, &size);
  if (fd < 0 || !cs_file_read_at(fd, head, sizeof head, 0)) return "";
  if (head[0] == 0x1f && head[1] == 0x8b) return "+gzip";
  if (memcmp(head, "\x28\xb5\x2f\xfd", 4) == 0) return "+zstd";
  return "";
}

static cs_status take_layers(cs_image_store *s, int dir, const cs_document *d,
                             uint32_t list, const cs_oci_config *c, cs_buf *out,
                             cs_error *err) {
  size_t n = 0;
  cs_status st = CS_OK;
  if (!cs_document_is(d, list, CS_DOCUMENT_LIST) ||
      d->nodes[list].count != c->count)
    return not_an_image(s, "it has not as many layers as its config says", err);
  for (uint32_t i = cs_document_first(d, list);
       st == CS_OK && i != CS_DOCUMENT_NONE; i = cs_document_next(d, i), n++) {
    cs_oci_blob b;
    if (!cs_document_is(d, i, CS_DOCUMENT_TEXT))
      return not_an_image(s, "a layer has no name", err);
    const char *path = d->nodes[i].text, *type = layer_type(dir, path);
    st = take_file(s, dir, path, *type ? "" : c->diffs[n], &b, err);
    if (st == CS_OK)
      st = cs_buf_printf(out,
                         "%s{\"mediaType\":\"" CS_OCI_TYPE_LAYER
                         "%s\",\"digest\":\"%s\",\"size\":%llu}",
                         n ? "," : "", type, b.digest,
                         (unsigned long long)b.size);
  }
  return st;
}

static cs_status load_entry(cs_image_store *s, int dir, const cs_document *d,
                            uint32_t entry, cs_layout_image *out,
                            cs_error *err) {
  const char *path = cs_document_text(d, entry, "Config");
  cs_oci_blob config;
  cs_oci_config c = {0};
  cs_buf text, layers;
  if (!path) return not_an_image(s, "manifest.json names no config", err);
  cs_buf_init(&text, CS_OCI_CONFIG_MAX);
  cs_buf_init(&layers, CS_OCI_MANIFEST_MAX / 2);
  cs_status st = slurp(s, dir, path, &text, err);
  if (st == CS_OK) st = cs_oci_config_parse(text.data, text.len, &c, err);
  if (st == CS_OK)
    st = cs_blobs_put(s, text.data, text.len, config.digest, err);
  config.size = text.len;
  if (st == CS_OK)
    st = take_layers(s, dir, d, cs_document_get(d, entry, "Layers"), &c,
                     &layers, err);
  if (st == CS_OK) st = put_manifest(s, &config, &layers, out, err);
  cs_oci_config_fini(&c);
  cs_buf_fini(&text);
  cs_buf_fini(&layers);
  return st;
}

static cs_status load_docker(cs_image_store *s, int dir, const cs_reference *r,
                             cs_layout_image *out, cs_error *err) {
  cs_buf text;
  cs_document d = {0};
  cs_buf_init(&text, CS_OCI_MANIFEST_MAX);
  cs_status st = slurp(s, dir, "manifest.json", &text, err);
  if (st == CS_OK) st = cs_document_parse(&d, text.data, text.len, err);
  uint32_t found = CS_DOCUMENT_NONE;
  for (uint32_t i = cs_document_first(&d, 0);
       st == CS_OK && i != CS_DOCUMENT_NONE; i = cs_document_next(&d, i)) {
    char name[CS_REFERENCE_MAX + 8];
    if (!fits(&d, i, r->tag, name)) continue;
    if (found != CS_DOCUMENT_NONE) {
      st = cs_error_set(err, CS_EINVAL,
                        "the archive has several images; name one with :TAG, "
                        "such as '%.60s'",
                        name);
      s->fault = CS_IMAGE_FAULT_NOT_FOUND;
    }
    found = i;
    memcpy(out->name, name, sizeof name);
  }
  if (st == CS_OK && found == CS_DOCUMENT_NONE)
    st = cs_image_store_fail(
        s, CS_IMAGE_FAULT_NOT_FOUND,
        cs_error_set(err, CS_EINVAL, "the archive has no image with that tag"));
  if (st == CS_OK) st = load_entry(s, dir, &d, found, out, err);
  cs_document_fini(&d);
  cs_buf_fini(&text);
  return st;
}

/* --- archives ------------------------------------------------------------ */

static bool tell_unpack(void *user, uint64_t done) {
  cs_image_step step = {.what = "read", .done = done};
  return cs_image_store_step(user, &step, NULL) != CS_OK;
}

static cs_status open_archive(cs_image_store *s, const char *path,
                              cs_staging *g, cs_error *err) {
  cs_layer_result result;
  struct stat st;
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &st) != 0)
    return cs_image_store_fail(s, CS_IMAGE_FAULT_NOT_FOUND,
                               cs_error_os(err, "cannot open %.120s", path));
  if (!S_ISREG(st.st_mode))
    return not_an_image(s, "an archive is a regular file", err);
  cs_status got = cs_staging_make(s, g, err);
  if (got != CS_OK) return got;
  cs_unpack_job job = {.program = s->worker,
                       .blob = fd,
                       .root = g->fd,
                       .plain = true,
                       .limits = {.entries = ENTRIES_MAX,
                                  .bytes = CS_OCI_BLOBS_MAX * 2,
                                  .ratio = CS_OCI_RATIO},
                       .progress = tell_unpack,
                       .user = s};
  return cs_unpack_run(&job, &result, err);
}

static cs_status load_dir(cs_image_store *s, int dir, const cs_reference *r,
                          cs_layout_image *out, cs_error *err) {
  return r->kind == CS_REFERENCE_DOCKER_ARCHIVE
             ? load_docker(s, dir, r, out, err)
             : load_layout(s, dir, r, out, err);
}

cs_status cs_layout_load(cs_image_store *s, const cs_reference *r,
                         cs_layout_image *out, cs_error *err) {
  cs_status st;
  *out = (cs_layout_image){.digest = ""};
  if (r->kind == CS_REFERENCE_OCI) {
    CS_AUTO_FD
    int dir = open(r->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (dir < 0)
      return cs_image_store_fail(
          s, CS_IMAGE_FAULT_NOT_FOUND,
          cs_error_os(err, "cannot open %.120s", r->path));
    st = load_dir(s, dir, r, out, err);
  } else {
    cs_staging g = {.fd = -1};
    st = open_archive(s, r->path, &g, err);
    if (st == CS_OK) st = load_dir(s, g.fd, r, out, err);
    cs_staging_drop(s, &g);
  }
  return cs_image_store_blame(s, st);
}
