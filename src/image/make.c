/*
 * make.c - new images: of a directory or tar, of a sandbox's changes; saving.
 *
 * A new layer is an uncompressed tar, so its digest is its diff_id.  The config
 * of an image with changes is its base's with one more diff_id; every other
 * member stays as it is, byte for byte where it can.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "image/blobs.h"
#include "image/manage.h"
#include "image/names.h"
#include "image/open.h"
#include "image/pack.h"
#include "image/unpack.h"
#include "text/document.h"

/* --- a layer ------------------------------------------------------------- */

typedef struct layer_out {
  cs_image_store *s;
  cs_blob_sink sink;
  uint64_t told;
} layer_out;

static cs_status put_layer(void *user, const void *bytes, size_t n,
                           cs_error *err) {
  layer_out *l = user;
  if (n > CS_OCI_TREE_MAX - l->sink.size)
    return cs_error_set(err, CS_ELIMIT, "the layer has more than 16 GiB");
  cs_status st = cs_blob_sink_write(l->s, &l->sink, bytes, n, err);
  if (st != CS_OK || l->sink.size - l->told < (UINT64_C(4) << 20)) return st;
  l->told = l->sink.size;
  cs_image_step step = {.what = "write", .done = l->sink.size};
  return cs_image_store_step(l->s, &step, err);
}

static cs_status make_layer(cs_image_store *s, const cs_pack *p,
                            cs_oci_blob *out, cs_error *err) {
  layer_out l = {.s = s};
  cs_tar t = {.put = put_layer, .user = &l};
  cs_status st = cs_blob_sink_open(s, &l.sink, err);
  if (st != CS_OK) return st;
  st = cs_pack_tree(p, &t, err);
  out->size = l.sink.size;
  if (st == CS_OK) return cs_blob_sink_publish(s, &l.sink, out->digest, err);
  cs_blob_sink_drop(s, &l.sink);
  return st;
}

/* --- documents ----------------------------------------------------------- */

static cs_status put_words(cs_buf *b, const char *key, char *const *words) {
  cs_status st = cs_buf_printf(b, ",\"%s\":[", key);
  for (size_t i = 0; st == CS_OK && words[i]; i++) {
    st = cs_buf_put_text(b, i ? "," : "");
    if (st == CS_OK) st = cs_document_quote(b, words[i]);
  }
  return st == CS_OK ? cs_buf_put_text(b, "]") : st;
}

static cs_status put_text(cs_buf *b, const char *key, const char *text) {
  cs_status st = cs_buf_printf(b, ",\"%s\":", key);
  return st == CS_OK ? cs_document_quote(b, text) : st;
}

static void now_text(char out[32]) {
  time_t now = time(NULL);
  struct tm tm;
  gmtime_r(&now, &tm);
  strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &tm);
}

/* The config: `run` and the diff_ids of all layers, oldest first. */
static cs_status print_config(cs_buf *b, const cs_image_config *run,
                              char (*diffs)[CS_IMAGE_DIGEST], size_t count) {
  char created[32];
  now_text(created);
  cs_status st = cs_buf_printf(
      b,
      "{\"architecture\":\"%s\",\"os\":\"linux\",\"created\":\"%s\","
      "\"config\":{\"Labels\":{}",
      cs_oci_architecture(), created);
  if (st == CS_OK && run->env) st = put_words(b, "Env", run->env);
  if (st == CS_OK && run->entrypoint && run->entrypoint[0])
    st = put_words(b, "Entrypoint", run->entrypoint);
  if (st == CS_OK && run->cmd && run->cmd[0])
    st = put_words(b, "Cmd", run->cmd);
  if (st == CS_OK && run->workdir && *run->workdir)
    st = put_text(b, "WorkingDir", run->workdir);
  if (st == CS_OK && run->user && *run->user)
    st = put_text(b, "User", run->user);
  if (st == CS_OK)
    st = cs_buf_put_text(b, "},\"rootfs\":{\"type\":\"layers\",\"diff_ids\":[");
  for (size_t i = 0; st == CS_OK && i < count; i++)
    st = cs_buf_printf(b, "%s\"%s\"", i ? "," : "", diffs[i]);
  return st == CS_OK ? cs_buf_put_text(b, "]}}") : st;
}

static cs_status print_manifest(cs_buf *b, const char *config, size_t size,
                                const cs_oci_blob *layers, size_t count) {
  cs_status st =
      cs_buf_printf(b,
                    "{\"schemaVersion\":2,\"mediaType\":\"" CS_OCI_TYPE_MANIFEST
                    "\",\"config\":{\"mediaType\":\"" CS_OCI_TYPE_CONFIG
                    "\",\"digest\":\"%s\",\"size\":%zu},\"layers\":[",
                    config, size);
  for (size_t i = 0; st == CS_OK && i < count; i++)
    st = cs_buf_printf(b,
                       "%s{\"mediaType\":\"%s\",\"digest\":\"%s\",\"size\":"
                       "%llu}",
                       i ? "," : "", layers[i].type, layers[i].digest,
                       (unsigned long long)layers[i].size);
  return st == CS_OK ? cs_buf_put_text(b, "]}") : st;
}

typedef struct draft {
  const cs_image_config *run;
  cs_oci_blob *layers;            /* owned */
  char (*diffs)[CS_IMAGE_DIGEST]; /* owned */
  size_t count;
} draft;

static cs_status put_draft(cs_image_store *s, const draft *d,
                           char digest[CS_IMAGE_DIGEST], cs_error *err) {
  cs_buf config, manifest;
  char config_digest[CS_IMAGE_DIGEST];
  cs_buf_init(&config, CS_OCI_CONFIG_MAX);
  cs_buf_init(&manifest, CS_OCI_MANIFEST_MAX);
  cs_status st = print_config(&config, d->run, d->diffs, d->count);
  if (st == CS_OK)
    st = cs_blobs_put(s, config.data, config.len, config_digest, err);
  if (st == CS_OK)
    st = print_manifest(&manifest, config_digest, config.len, d->layers,
                        d->count);
  if (st == CS_OK)
    st = cs_blobs_put(s, manifest.data, manifest.len, digest, err);
  cs_buf_fini(&config);
  cs_buf_fini(&manifest);
  return st;
}

static cs_status put_name(cs_image_store *s, const char *name,
                          const char *digest, const char *source,
                          cs_error *err) {
  cs_reference r;
  cs_name n = {.time = (int64_t)time(NULL)};
  cs_status st = cs_reference_parse(name, &r, err);
  if (st == CS_OK && (r.kind != CS_REFERENCE_NAME || r.digest[0]))
    st = cs_error_set(err, CS_EINVAL,
                      "'%.80s' is not a name that can be given (expected "
                      "NAME[:TAG])",
                      name);
  if (st != CS_OK) return cs_image_store_fail(s, CS_IMAGE_FAULT_DENIED, st);
  cs_reference_print(&r, n.name);
  memcpy(n.digest, digest, CS_IMAGE_DIGEST);
  snprintf(n.source, sizeof n.source, "%.500s", source);
  return cs_names_put(s, &n, err);
}

/* Unpacking proves that the layer is good, and saves the first user the time.
 */
static cs_status publish(cs_image_store *s, const char *name,
                         const char *source, const char *digest,
                         cs_error *err) {
  cs_image *image;
  cs_status st = cs_image_open(s, digest, &image, err);
  if (st != CS_OK) return st;
  cs_image_free(image);
  return name ? put_name(s, name, digest, source, err) : CS_OK;
}

/* --- changes of a sandbox ------------------------------------------------ */

static void prefer(cs_image_config *run, const cs_image_config *mine) {
  if (!mine) return;
  if (mine->env) run->env = mine->env;
  if (mine->entrypoint) run->entrypoint = mine->entrypoint;
  if (mine->cmd) run->cmd = mine->cmd;
  if (mine->workdir) run->workdir = mine->workdir;
  if (mine->user) run->user = mine->user;
}

static cs_status add_layer(const cs_image_parts *p, const cs_oci_blob *layer,
                           draft *d, cs_error *err) {
  d->count = p->manifest.count + 1;
  if (d->count > CS_OCI_LAYERS)
    return cs_error_set(err, CS_ELIMIT, "the image has %d layers already",
                        CS_OCI_LAYERS);
  d->layers = calloc(d->count, sizeof *d->layers);
  d->diffs = calloc(d->count, sizeof *d->diffs);
  if (!d->layers || !d->diffs)
    return cs_error_set(err, CS_EOS, "out of memory");
  if (d->count > 1) {
    memcpy(d->layers, p->manifest.layers,
           p->manifest.count * sizeof *d->layers);
    memcpy(d->diffs, p->config.diffs, p->manifest.count * sizeof *d->diffs);
  }
  cs_oci_blob *last = &d->layers[d->count - 1];
  *last = *layer;
  memcpy(last->type, CS_OCI_TYPE_LAYER, sizeof CS_OCI_TYPE_LAYER);
  memcpy(d->diffs[d->count - 1], layer->digest, CS_IMAGE_DIGEST);
  return CS_OK;
}

/* An image of the layers of `p` (perhaps none) and one more. */
static cs_status finish(cs_image_store *s, const cs_image_parts *p,
                        const cs_oci_blob *layer, const cs_image_config *run,
                        char digest[CS_IMAGE_DIGEST], cs_error *err) {
  draft d = {.run = run};
  cs_status st = add_layer(p, layer, &d, err);
  if (st == CS_OK) st = put_draft(s, &d, digest, err);
  free(d.layers);
  free(d.diffs);
  return st;
}

cs_status cs_image_make(cs_image_store *s, const cs_image_commit *what,
                        char digest[CS_IMAGE_DIGEST], cs_error *err) {
  cs_image_parts p;
  cs_oci_blob layer = {.size = 0};
  cs_pack pack = {.dir = what->upper,
                  .overlay = true,
                  .first_uid = what->first_uid,
                  .as_root = geteuid() != 0};
  s->fault = CS_IMAGE_FAULT_NONE;
  cs_status st = cs_image_store_work(s, err);
  if (st != CS_OK) return st;
  st = cs_image_parts_read(s, what->base, &p, err);
  if (st == CS_OK) {
    cs_image_config run = p.config.run;
    prefer(&run, what->config);
    st = make_layer(s, &pack, &layer, err);
    if (st == CS_OK) st = finish(s, &p, &layer, &run, digest, err);
    if (st == CS_OK) st = publish(s, what->name, what->base, digest, err);
    cs_image_parts_fini(&p);
  }
  cs_image_store_blame(s, st);
  cs_image_store_done(s, st);
  return st;
}

/* --- import -------------------------------------------------------------- */

/* A tar becomes the layer as it is; its diff_id is that of the uncompressed
 * bytes, which only the confined process sees. */
static cs_status measure(cs_image_store *s, int fd, char diff[CS_IMAGE_DIGEST],
                         cs_error *err) {
  cs_staging g;
  cs_layer_result result;
  cs_status st = cs_staging_make(s, &g, err);
  if (st != CS_OK) return st;
  cs_unpack_job job = {.program = s->worker,
                       .blob = fd,
                       .root = g.fd,
                       .limits = {.entries = CS_OCI_ENTRIES,
                                  .bytes = CS_OCI_TREE_MAX,
                                  .ratio = CS_OCI_RATIO}};
  st = cs_unpack_run(&job, &result, err);
  if (st == CS_OK) cs_oci_hex(result.digest, diff);
  cs_staging_drop(s, &g);
  return st;
}

static const char *type_of(int fd) {
  unsigned char head[4] = {0};
  if (!cs_file_read_at(fd, head, sizeof head, 0)) return CS_OCI_TYPE_LAYER;
  if (head[0] == 0x1f && head[1] == 0x8b) return CS_OCI_TYPE_LAYER "+gzip";
  if (memcmp(head, "\x28\xb5\x2f\xfd", 4) == 0)
    return CS_OCI_TYPE_LAYER "+zstd";
  return CS_OCI_TYPE_LAYER;
}

static cs_status import_tar(cs_image_store *s, int fd, draft *d,
                            cs_error *err) {
  cs_oci_blob *layer = &d->layers[0];
  uint64_t size;
  cs_status st =
      cs_blobs_hash(s, fd, "copy", 0, layer->digest, &layer->size, err);
  (void)size;
  snprintf(layer->type, sizeof layer->type, "%s", type_of(fd));
  if (st == CS_OK && lseek(fd, 0, SEEK_SET) != 0)
    st = cs_error_os(err, "cannot read the tar");
  if (st == CS_OK) st = cs_blobs_copy(s, fd, layer, err);
  CS_AUTO_FD
  int blob = st == CS_OK ? cs_blobs_open(s, layer->digest) : -1;
  if (st == CS_OK && blob < 0) st = cs_error_os(err, "cannot read the tar");
  return st == CS_OK ? measure(s, blob, d->diffs[0], err) : st;
}

static cs_status import_dir(cs_image_store *s, int fd, draft *d,
                            cs_error *err) {
  cs_pack p = {.dir = fd, .as_root = geteuid() != 0};
  cs_status st = make_layer(s, &p, &d->layers[0], err);
  memcpy(d->layers[0].type, CS_OCI_TYPE_LAYER, sizeof CS_OCI_TYPE_LAYER);
  memcpy(d->diffs[0], d->layers[0].digest, CS_IMAGE_DIGEST);
  return st;
}

static cs_status import(cs_image_store *s, int fd, const char *path,
                        const char *name, char digest[CS_IMAGE_DIGEST],
                        cs_error *err) {
  static char path_env[] =
      "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  static char shell[] = "/bin/sh";
  char *env[] = {path_env, NULL}, *cmd[] = {shell, NULL};
  cs_image_config run = {.env = env, .cmd = cmd};
  cs_oci_blob layer[1] = {{.size = 0}};
  char diff[1][CS_IMAGE_DIGEST];
  draft d = {.run = &run, .layers = layer, .diffs = diff, .count = 1};
  struct stat st;
  if (fstat(fd, &st) != 0) return cs_error_os(err, "cannot read %.120s", path);
  cs_status got = S_ISDIR(st.st_mode) ? import_dir(s, fd, &d, err)
                                      : import_tar(s, fd, &d, err);
  if (got == CS_OK) got = put_draft(s, &d, digest, err);
  return got == CS_OK ? publish(s, name, path, digest, err) : got;
}

cs_status cs_manage_import(cs_image_store *s, const char *path,
                           const char *name, char digest[CS_IMAGE_DIGEST],
                           cs_error *err) {
  cs_reference r;
  s->fault = CS_IMAGE_FAULT_NONE;
  cs_status st = cs_reference_parse(name, &r, err);
  if (st != CS_OK) return cs_image_store_fail(s, CS_IMAGE_FAULT_DENIED, st);
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return cs_image_store_fail(s, CS_IMAGE_FAULT_NOT_FOUND,
                               cs_error_os(err, "cannot open %.120s", path));
  st = cs_image_store_work(s, err);
  if (st != CS_OK) return st;
  st = import(s, fd, path, name, digest, err);
  cs_image_store_blame(s, st);
  cs_image_store_done(s, st);
  return st;
}
