/*
 * oci.c - check what manifests, indexes and configs say.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/oci.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "digest/digest.h"
#include "image/reference.h"
#include "text/document.h"

#define REF_NAME "org.opencontainers.image.ref.name"

static cs_status corrupt(cs_error *err, const char *what) {
  return cs_error_set(err, CS_ECORRUPT, "the image is corrupt: %s", what);
}

/* --- digests ------------------------------------------------------------- */

void cs_oci_hex(const uint8_t raw[32], char out[CS_IMAGE_DIGEST]) {
  static const char hex[] = "0123456789abcdef";
  memcpy(out, "sha256:", 7);
  for (size_t i = 0; i < 32; i++) {
    out[7 + 2 * i] = hex[raw[i] >> 4];
    out[8 + 2 * i] = hex[raw[i] & 15];
  }
  out[71] = '\0';
}

void cs_oci_digest(const void *bytes, size_t n, char out[CS_IMAGE_DIGEST]) {
  uint8_t raw[32];
  cs_digest_of(CS_DIGEST_SHA256, bytes, n, raw);
  cs_oci_hex(raw, out);
}

void cs_oci_chain(char (*const diffs)[CS_IMAGE_DIGEST], size_t count,
                  char out[CS_IMAGE_DIGEST]) {
  memcpy(out, diffs[0], CS_IMAGE_DIGEST);
  for (size_t i = 1; i < count; i++) {
    char both[2 * CS_IMAGE_DIGEST];
    int n = snprintf(both, sizeof both, "%s %s", out, diffs[i]);
    cs_oci_digest(both, (size_t)n, out);
  }
}

const char *cs_oci_architecture(void) {
#if defined(__x86_64__)
  return "amd64";
#else
  return "arm64";
#endif
}

/* --- manifests ----------------------------------------------------------- */

static bool one_of(const char *text, const char *const *list) {
  for (; *list; list++)
    if (strcmp(text, *list) == 0) return true;
  return false;
}

static bool is_layer_type(const char *type) {
  static const char *const known[] = {
      CS_OCI_TYPE_LAYER,
      CS_OCI_TYPE_LAYER "+gzip",
      CS_OCI_TYPE_LAYER "+zstd",
      "application/vnd.docker.image.rootfs.diff.tar.gzip",
      "application/vnd.docker.image.rootfs.diff.tar",
      NULL};
  return one_of(type, known);
}

static bool is_config_type(const char *type) {
  static const char *const known[] = {
      CS_OCI_TYPE_CONFIG, "application/vnd.docker.container.image.v1+json",
      NULL};
  return one_of(type, known);
}

static bool is_manifest_type(const char *type) {
  static const char *const known[] = {CS_OCI_TYPE_MANIFEST,
                                      CS_DOCKER_TYPE_MANIFEST, NULL};
  return one_of(type, known);
}

static bool is_index_type(const char *type) {
  static const char *const known[] = {CS_OCI_TYPE_INDEX, CS_DOCKER_TYPE_LIST,
                                      NULL};
  return one_of(type, known);
}

/* A descriptor: mediaType, digest and size; `urls` would lead elsewhere. */
static bool read_blob(const cs_document *d, uint32_t node, cs_oci_blob *out) {
  const char *type = cs_document_text(d, node, "mediaType");
  const char *digest = cs_document_text(d, node, "digest");
  if (!type || strlen(type) >= sizeof out->type || !digest ||
      !cs_reference_is_digest(digest) ||
      !cs_document_size(d, node, "size", &out->size))
    return false;
  memcpy(out->digest, digest, CS_IMAGE_DIGEST);
  memcpy(out->type, type, strlen(type) + 1);
  return true;
}

/* Both kinds start alike; a document must not be readable as the other one. */
static cs_status check_head(const cs_document *d, cs_oci_kind *kind,
                            cs_error *err) {
  uint64_t version = 0;
  const char *type = cs_document_text(d, 0, "mediaType");
  bool manifests = cs_document_get(d, 0, "manifests") != CS_DOCUMENT_NONE;
  bool layers = cs_document_get(d, 0, "layers") != CS_DOCUMENT_NONE ||
                cs_document_get(d, 0, "config") != CS_DOCUMENT_NONE;
  if (!cs_document_size(d, 0, "schemaVersion", &version) || version != 2)
    return corrupt(err, version == 1
                            ? "its manifest has the old schema 1: push it "
                              "again with a current tool"
                            : "its manifest lacks schemaVersion 2");
  if (manifests == layers)
    return corrupt(err,
                   "its manifest is neither an index nor a manifest, or "
                   "both");
  *kind = manifests ? CS_OCI_INDEX : CS_OCI_MANIFEST;
  if (type && !(manifests ? is_index_type(type) : is_manifest_type(type)))
    return corrupt(err, "the media type does not fit the document");
  return CS_OK;
}

cs_status cs_oci_kind_of(const char *bytes, size_t n, cs_oci_kind *out,
                         cs_error *err) {
  cs_document d;
  cs_status st = cs_document_parse(&d, bytes, n, err);
  if (st != CS_OK) return st;
  st = check_head(&d, out, err);
  cs_document_fini(&d);
  return st;
}

static cs_status read_layers(const cs_document *d, cs_oci_manifest *out,
                             cs_error *err) {
  uint32_t list = cs_document_get(d, 0, "layers");
  if (!cs_document_is(d, list, CS_DOCUMENT_LIST) || d->nodes[list].count == 0)
    return corrupt(err, "it has no layers");
  if (d->nodes[list].count > CS_OCI_LAYERS)
    return cs_error_set(err, CS_ELIMIT, "the image has %u layers; at most %d",
                        d->nodes[list].count, CS_OCI_LAYERS);
  out->layers = calloc(d->nodes[list].count, sizeof *out->layers);
  if (!out->layers) return cs_error_set(err, CS_EOS, "out of memory");
  for (uint32_t i = cs_document_first(d, list); i != CS_DOCUMENT_NONE;
       i = cs_document_next(d, i)) {
    cs_oci_blob *layer = &out->layers[out->count];
    if (!read_blob(d, i, layer)) return corrupt(err, "a layer is malformed");
    if (!is_layer_type(layer->type) ||
        cs_document_get(d, i, "urls") != CS_DOCUMENT_NONE)
      return cs_error_set(err, CS_ECORRUPT,
                          "layer %zu has the type '%.60s' or is kept "
                          "elsewhere, which is not supported",
                          out->count, layer->type);
    if (layer->size > CS_OCI_BLOBS_MAX ||
        (out->total += layer->size) > CS_OCI_BLOBS_MAX)
      return cs_error_set(err, CS_ELIMIT,
                          "the image has more than 8 GiB of compressed layers");
    out->count++;
  }
  return CS_OK;
}

cs_status cs_oci_manifest_parse(const char *bytes, size_t n,
                                cs_oci_manifest *out, cs_error *err) {
  cs_document d;
  cs_oci_kind kind;
  *out = (cs_oci_manifest){.count = 0};
  cs_status st = cs_document_parse(&d, bytes, n, err);
  if (st != CS_OK) return st;
  st = check_head(&d, &kind, err);
  if (st == CS_OK && kind != CS_OCI_MANIFEST)
    st = corrupt(err, "an index stands where a manifest is needed");
  if (st == CS_OK &&
      (!read_blob(&d, cs_document_get(&d, 0, "config"), &out->config) ||
       !is_config_type(out->config.type)))
    st = corrupt(err, "its config is not that of a container image");
  if (st == CS_OK && out->config.size > CS_OCI_CONFIG_MAX)
    st = cs_error_set(err, CS_ELIMIT, "the config is larger than 8 MiB");
  if (st == CS_OK) st = read_layers(&d, out, err);
  cs_document_fini(&d);
  if (st != CS_OK) cs_oci_manifest_fini(out);
  return st;
}

void cs_oci_manifest_fini(cs_oci_manifest *m) {
  free(m->layers);
  *m = (cs_oci_manifest){.count = 0};
}

/* --- indexes ------------------------------------------------------------- */

static bool same(const char *a, const char *b) {
  return a && strcmp(a, b) == 0;
}

/* Without a platform the entry may be for any: layouts of one image are. */
static bool fits_machine(const cs_document *d, uint32_t platform) {
  if (!cs_document_is(d, platform, CS_DOCUMENT_MAP)) return true;
  const char *variant = cs_document_text(d, platform, "variant");
  return same(cs_document_text(d, platform, "os"), "linux") &&
         same(cs_document_text(d, platform, "architecture"),
              cs_oci_architecture()) &&
         (!variant || !*variant || strcmp(variant, "v8") == 0 ||
          strcmp(variant, "v1") == 0);
}

/* Docker writes the whole name there, others only the tag. */
static bool fits_tag(const char *name, const char *tag) {
  if (!tag) return true;
  if (!name) return false;
  const char *colon = strrchr(name, ':');
  return strcmp(name, tag) == 0 || (colon && strcmp(colon + 1, tag) == 0);
}

static void offer(const cs_document *d, uint32_t entry, char *list,
                  size_t room) {
  uint32_t platform = cs_document_get(d, entry, "platform");
  const char *os = cs_document_text(d, platform, "os");
  const char *arch = cs_document_text(d, platform, "architecture");
  const char *name =
      cs_document_text(d, cs_document_get(d, entry, "annotations"), REF_NAME);
  size_t at = strlen(list);
  if (at + 1 < room)
    snprintf(list + at, room - at, " %.24s/%.24s%s%.32s", os ? os : "any",
             arch ? arch : "any", name ? ":" : "", name ? name : "");
}

cs_status cs_oci_index_choose(const char *bytes, size_t n, const char *tag,
                              cs_oci_blob *out, cs_error *err) {
  cs_document d;
  cs_oci_kind kind;
  char offered[120] = "";
  bool found = false;
  cs_status st = cs_document_parse(&d, bytes, n, err);
  if (st != CS_OK) return st;
  st = check_head(&d, &kind, err);
  if (st == CS_OK && kind != CS_OCI_INDEX)
    st = corrupt(err, "a manifest stands where an index is needed");
  uint32_t list = cs_document_get(&d, 0, "manifests");
  for (uint32_t i = cs_document_first(&d, list);
       st == CS_OK && !found && i != CS_DOCUMENT_NONE;
       i = cs_document_next(&d, i)) {
    uint32_t notes = cs_document_get(&d, i, "annotations");
    offer(&d, i, offered, sizeof offered);
    if (!fits_machine(&d, cs_document_get(&d, i, "platform")) ||
        !fits_tag(cs_document_text(&d, notes, REF_NAME), tag))
      continue;
    found = read_blob(&d, i, out);
    if (!found) st = corrupt(err, "an entry of its index is malformed");
  }
  cs_document_fini(&d);
  if (st != CS_OK || found) return st;
  return cs_error_set(err, CS_ECORRUPT,
                      "the index offers nothing for linux/%s%s%.40s; it has:%s",
                      cs_oci_architecture(), tag ? " with the tag " : "",
                      tag ? tag : "", *offered ? offered : " nothing");
}

/* --- configs ------------------------------------------------------------- */

static void free_words(char **words) {
  for (char **w = words; w && *w; w++) free(*w);
  free(words);
}

/* A list of texts; an absent or null one is empty. */
static char **read_words(const cs_document *d, uint32_t list, bool *good) {
  uint32_t count =
      cs_document_is(d, list, CS_DOCUMENT_LIST) ? d->nodes[list].count : 0;
  if (list != CS_DOCUMENT_NONE && !cs_document_is(d, list, CS_DOCUMENT_LIST) &&
      !cs_document_is(d, list, CS_DOCUMENT_NULL))
    *good = false;
  if (count > CS_OCI_WORDS) *good = false;
  char **words = *good ? calloc(count + 1, sizeof *words) : NULL;
  size_t at = 0;
  if (!words) *good = false;
  for (uint32_t i = cs_document_first(d, list); *good && i != CS_DOCUMENT_NONE;
       i = cs_document_next(d, i)) {
    *good = cs_document_is(d, i, CS_DOCUMENT_TEXT) &&
            (words[at++] = strdup(d->nodes[i].text)) != NULL;
  }
  return words;
}

static char *read_member(const cs_document *d, uint32_t map, const char *key,
                         bool *good) {
  const char *text = cs_document_text(d, map, key);
  char *copy = strdup(text ? text : "");
  if (!copy) *good = false;
  return copy;
}

static bool read_run(const cs_document *d, cs_image_config *c) {
  uint32_t run = cs_document_get(d, 0, "config");
  bool good = true;
  c->env = read_words(d, cs_document_get(d, run, "Env"), &good);
  c->entrypoint = read_words(d, cs_document_get(d, run, "Entrypoint"), &good);
  c->cmd = read_words(d, cs_document_get(d, run, "Cmd"), &good);
  c->workdir = read_member(d, run, "WorkingDir", &good);
  c->user = read_member(d, run, "User", &good);
  c->architecture = read_member(d, 0, "architecture", &good);
  c->os = read_member(d, 0, "os", &good);
  c->created = read_member(d, 0, "created", &good);
  return good;
}

void cs_oci_run_fini(cs_image_config *c) {
  free_words(c->env);
  free_words(c->entrypoint);
  free_words(c->cmd);
  free(c->workdir);
  free(c->user);
  free(c->architecture);
  free(c->os);
  free(c->created);
  *c = (cs_image_config){0};
}

static cs_status read_diffs(const cs_document *d, cs_oci_config *out,
                            cs_error *err) {
  uint32_t rootfs = cs_document_get(d, 0, "rootfs");
  uint32_t list = cs_document_get(d, rootfs, "diff_ids");
  if (!same(cs_document_text(d, rootfs, "type"), "layers") ||
      !cs_document_is(d, list, CS_DOCUMENT_LIST) || d->nodes[list].count == 0 ||
      d->nodes[list].count > CS_OCI_LAYERS)
    return corrupt(err, "its config does not list the layers");
  out->diffs = calloc(d->nodes[list].count, sizeof *out->diffs);
  if (!out->diffs) return cs_error_set(err, CS_EOS, "out of memory");
  for (uint32_t i = cs_document_first(d, list); i != CS_DOCUMENT_NONE;
       i = cs_document_next(d, i)) {
    const char *text =
        cs_document_is(d, i, CS_DOCUMENT_TEXT) ? d->nodes[i].text : "";
    if (!cs_reference_is_digest(text))
      return corrupt(err, "a diff_id in its config is malformed");
    memcpy(out->diffs[out->count++], text, CS_IMAGE_DIGEST);
  }
  return CS_OK;
}

static cs_status check_platform(const cs_image_config *c, cs_error *err) {
  if (strcmp(c->os, "linux") == 0 &&
      strcmp(c->architecture, cs_oci_architecture()) == 0)
    return CS_OK;
  return cs_error_set(err, CS_ECORRUPT,
                      "the image is for %.32s/%.32s, this machine is linux/%s",
                      c->os, c->architecture, cs_oci_architecture());
}

cs_status cs_oci_config_parse(const char *bytes, size_t n, cs_oci_config *out,
                              cs_error *err) {
  cs_document d;
  *out = (cs_oci_config){.count = 0};
  cs_status st = cs_document_parse(&d, bytes, n, err);
  if (st != CS_OK) return st;
  if (!read_run(&d, &out->run))
    st = corrupt(err,
                 "env, entrypoint or cmd in its config is not a list of "
                 "texts");
  if (st == CS_OK) st = check_platform(&out->run, err);
  if (st == CS_OK) st = read_diffs(&d, out, err);
  cs_document_fini(&d);
  if (st != CS_OK) cs_oci_config_fini(out);
  return st;
}

void cs_oci_config_fini(cs_oci_config *c) {
  cs_oci_run_fini(&c->run);
  free(c->diffs);
  *c = (cs_oci_config){.count = 0};
}
