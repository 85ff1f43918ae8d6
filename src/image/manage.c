/*
 * manage.c - list, load, find and remove images.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/manage.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "image/blobs.h"
#include "image/layout.h"
#include "image/names.h"
#include "image/open.h"
#include "image/registry.h"
#include "image/trees.h"

/* --- list ---------------------------------------------------------------- */

typedef struct listing {
  cs_image_store *s;
  cs_image_rows *rows;
  size_t room;
  bool failed;
} listing;

static uint32_t count_pins(cs_image_store *s, const char *digest) {
  uint32_t n = 0;
  int fd = openat(s->pins, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
  if (!dir && fd >= 0) close(fd);
  for (struct dirent *e; dir && (e = readdir(dir));)
    n += strncmp(e->d_name, cs_image_store_hex(digest), 64) == 0;
  if (dir) closedir(dir);
  return n;
}

/* What the documents say; an image whose documents are gone is not whole. */
static void describe(cs_image_store *s, cs_image_row *row) {
  cs_image_parts p;
  cs_tree_info t;
  char chain[CS_IMAGE_DIGEST];
  if (cs_image_parts_read(s, row->digest, &p, NULL) != CS_OK) return;
  row->whole = true;
  row->layers = (uint32_t)p.manifest.count;
  row->size = p.manifest.total;
  memcpy(row->config, p.manifest.config.digest, CS_IMAGE_DIGEST);
  row->created = strdup(p.config.run.created);
  row->architecture = strdup(p.config.run.architecture);
  for (size_t i = 0; i < p.manifest.count; i++)
    row->whole = row->whole && cs_blobs_has(s, p.manifest.layers[i].digest,
                                            p.manifest.layers[i].size);
  cs_oci_chain(p.config.diffs, p.config.count, chain);
  if (cs_trees_find(s, chain, &t)) {
    row->unpacked = true;
    row->tree_bytes = t.bytes;
    close(t.root);
    close(t.lease);
  }
  cs_image_parts_fini(&p);
}

static bool add_row(void *user, const cs_name *n) {
  listing *l = user;
  if (l->rows->count == l->room) {
    size_t room = l->room ? 2 * l->room : 16;
    void *more = realloc(l->rows->at, room * sizeof *l->rows->at);
    if (!more) return !(l->failed = true);
    l->rows->at = more;
    l->room = room;
  }
  cs_image_row *row = &l->rows->at[l->rows->count];
  *row = (cs_image_row){.time = n->time};
  memcpy(row->digest, n->digest, CS_IMAGE_DIGEST);
  row->name = strdup(n->name);
  row->source = strdup(n->source);
  if (!row->name || !row->source) l->failed = true;
  l->rows->count++;
  row->pins = count_pins(l->s, n->digest);
  describe(l->s, row);
  return !l->failed;
}

static int by_name(const void *a, const void *b) {
  const cs_image_row *x = a, *y = b;
  return strcmp(x->name, y->name);
}

cs_status cs_manage_list(cs_image_store *s, cs_image_rows *out, cs_error *err) {
  *out = (cs_image_rows){.at = NULL};
  listing l = {.s = s, .rows = out};
  cs_status st = cs_names_walk(s, add_row, &l, err);
  s->fault = CS_IMAGE_FAULT_NONE;
  if (st == CS_OK && l.failed) st = cs_error_set(err, CS_EOS, "out of memory");
  if (st != CS_OK) {
    cs_manage_list_fini(out);
    return cs_image_store_blame(s, st);
  }
  if (out->count > 1) qsort(out->at, out->count, sizeof *out->at, by_name);
  return CS_OK;
}

void cs_manage_list_fini(cs_image_rows *rows) {
  for (size_t i = 0; i < rows->count; i++) {
    free(rows->at[i].name);
    free(rows->at[i].source);
    free(rows->at[i].created);
    free(rows->at[i].architecture);
  }
  free(rows->at);
  *rows = (cs_image_rows){.at = NULL};
}

/* --- load and pull ------------------------------------------------------- */

/* Unpack now, so that what comes in is known to be good. */
static cs_status prove(cs_image_store *s, const char *digest, cs_error *err) {
  cs_image *image;
  cs_status st = cs_image_open(s, digest, &image, err);
  if (st == CS_OK) cs_image_free(image);
  return st;
}

/* The name an image gets: `as`, or what it is called where it came from. */
static cs_status choose_name(const cs_reference *from, const char *as,
                             const char *theirs, char out[264], cs_error *err) {
  cs_reference r;
  out[0] = '\0';
  if (as) {
    cs_status st = cs_reference_parse(as, &r, err);
    if (st != CS_OK) return st;
    if (r.kind != CS_REFERENCE_NAME || r.digest[0])
      return cs_error_set(err, CS_EINVAL,
                          "'%.80s' is not a name that can be given (expected "
                          "NAME[:TAG])",
                          as);
    cs_reference_print(&r, out);
    return CS_OK;
  }
  /* A layout may only know a tag: "latest" would be a strange repository. */
  bool is_name = from->kind == CS_REFERENCE_DOCKER_ARCHIVE ||
                 strpbrk(theirs, ":/") != NULL;
  if (*theirs && is_name && cs_reference_parse(theirs, &r, NULL) == CS_OK &&
      r.kind == CS_REFERENCE_NAME && !r.digest[0])
    cs_reference_print(&r, out);
  return CS_OK;
}

static cs_status load(cs_image_store *s, const cs_reference *r, const char *as,
                      const char *source, char digest[CS_IMAGE_DIGEST],
                      char name[264], cs_error *err) {
  cs_layout_image in;
  cs_name n = {.time = (int64_t)time(NULL)};
  cs_status st = choose_name(r, as, "", name, err);
  if (st == CS_OK) st = cs_layout_load(s, r, &in, err);
  if (st == CS_OK) st = choose_name(r, as, in.name, name, err);
  if (st == CS_OK) st = prove(s, in.digest, err);
  if (st != CS_OK) return st;
  memcpy(digest, in.digest, CS_IMAGE_DIGEST);
  memcpy(n.digest, in.digest, CS_IMAGE_DIGEST);
  memcpy(n.index, in.index, CS_IMAGE_DIGEST);
  snprintf(n.name, sizeof n.name, "%s", *name ? name : "");
  if (!*name) snprintf(n.name, sizeof n.name, "loaded@%s", in.digest);
  snprintf(n.source, sizeof n.source, "%.500s", source);
  return cs_names_put(s, &n, err);
}

cs_status cs_manage_load(cs_image_store *s, const char *reference,
                         const char *as, char digest[CS_IMAGE_DIGEST],
                         char name[264], cs_error *err) {
  cs_reference r;
  s->fault = CS_IMAGE_FAULT_NONE;
  cs_status st = cs_reference_parse(reference, &r, err);
  if (st == CS_OK &&
      (r.kind == CS_REFERENCE_NAME || r.kind == CS_REFERENCE_ROOTFS))
    st = cs_error_set(err, CS_EINVAL,
                      "'%.80s' cannot be loaded (expected oci:DIR, "
                      "oci-archive:FILE or docker-archive:FILE)",
                      reference);
  if (st != CS_OK) return cs_image_store_fail(s, CS_IMAGE_FAULT_DENIED, st);
  st = cs_image_store_work(s, err);
  if (st != CS_OK) return st;
  st = load(s, &r, as, reference, digest, name, err);
  cs_image_store_blame(s, st);
  cs_image_store_done(s, st);
  return st;
}

cs_status cs_manage_pull(cs_image_store *s, const cs_image_policy *p,
                         const char *reference, char digest[CS_IMAGE_DIGEST],
                         cs_error *err) {
  cs_verdict v;
  cs_name n;
  s->fault = CS_IMAGE_FAULT_NONE;
  cs_status st = cs_judge_name(p, reference, &v, &s->fault, err);
  if (st != CS_OK) return st;
  if (p->pull == CS_IMAGE_PULL_NEVER || v.target.kind != CS_REFERENCE_NAME)
    return cs_image_store_fail(
        s, CS_IMAGE_FAULT_DENIED,
        cs_error_set(err, CS_EINVAL,
                     v.target.kind == CS_REFERENCE_NAME
                         ? "the policy forbids pulling (images.pull: never)"
                         : "only names can be pulled; use 'caisson image "
                           "load' for files"));
  st = cs_image_store_work(s, err);
  if (st != CS_OK) return st;
  st = cs_registry_pull(s, p, &v, &n, err);
  if (st == CS_OK) st = prove(s, n.digest, err);
  if (st == CS_OK) memcpy(digest, n.digest, CS_IMAGE_DIGEST);
  cs_image_store_blame(s, st);
  cs_image_store_done(s, st);
  return st;
}

/* --- find ---------------------------------------------------------------- */

typedef struct lookup {
  const char *hex; /* the start of a digest */
  size_t n;
  char digest[CS_IMAGE_DIGEST];
  size_t found;
} lookup;

static bool match(void *user, const cs_name *name) {
  lookup *l = user;
  if (strncmp(cs_image_store_hex(name->digest), l->hex, l->n) != 0 ||
      strcmp(l->digest, name->digest) == 0)
    return true;
  memcpy(l->digest, name->digest, CS_IMAGE_DIGEST);
  l->found++;
  return true;
}

static bool is_digest_start(const char *what, lookup *l) {
  const char *hex = strncmp(what, "sha256:", 7) == 0 ? what + 7 : what;
  size_t n = strlen(hex);
  *l = (lookup){.hex = hex, .n = n};
  return n >= 12 && n <= 64 && strspn(hex, "0123456789abcdef") == n;
}

cs_status cs_manage_find(cs_image_store *s, const char *what,
                         char digest[CS_IMAGE_DIGEST], cs_error *err) {
  cs_reference r;
  cs_name n;
  lookup l;
  s->fault = CS_IMAGE_FAULT_NONE;
  if (cs_reference_parse(what, &r, NULL) == CS_OK &&
      r.kind == CS_REFERENCE_NAME && cs_names_find(s, &r, &n)) {
    memcpy(digest, n.digest, CS_IMAGE_DIGEST);
    return CS_OK;
  }
  if (is_digest_start(what, &l)) {
    cs_status st = cs_names_walk(s, match, &l, err);
    if (st != CS_OK) return st;
    if (l.found == 1) {
      memcpy(digest, l.digest, CS_IMAGE_DIGEST);
      return CS_OK;
    }
  }
  return cs_image_store_fail(
      s, CS_IMAGE_FAULT_NOT_FOUND,
      cs_error_set(err, CS_EINVAL, "no image in the store is called '%.80s'",
                   what));
}

cs_status cs_manage_documents(cs_image_store *s, const char *digest,
                              char **manifest, char **config, cs_error *err) {
  cs_image_parts p;
  cs_buf m, c;
  cs_status st = cs_image_parts_read(s, digest, &p, err);
  if (st != CS_OK) return st;
  cs_buf_init(&m, CS_OCI_MANIFEST_MAX);
  cs_buf_init(&c, CS_OCI_CONFIG_MAX);
  st = cs_blobs_read(s, digest, &m, err);
  if (st == CS_OK) st = cs_blobs_read(s, p.manifest.config.digest, &c, err);
  cs_image_parts_fini(&p);
  if (st == CS_OK) {
    *manifest = cs_buf_release(&m);
    *config = cs_buf_release(&c);
  }
  cs_buf_fini(&m);
  cs_buf_fini(&c);
  return st;
}

/* --- remove -------------------------------------------------------------- */

typedef struct others {
  const char *digest;
  char last[264];
  size_t count;
} others;

static bool count_name(void *user, const cs_name *n) {
  others *o = user;
  if (strcmp(n->digest, o->digest) != 0) return true;
  o->count++;
  snprintf(o->last, sizeof o->last, "%s", n->name);
  return true;
}

static cs_status in_use(cs_image_store *s, const char *what, cs_error *err) {
  return cs_image_store_fail(
      s, CS_IMAGE_FAULT_IN_USE,
      cs_error_set(err, CS_EINVAL,
                   "the image '%.80s' is used by a sandbox; remove the "
                   "sandbox first",
                   what));
}

/* The last name of an image goes only if nobody uses its tree. */
static cs_status remove_last(cs_image_store *s, const char *what,
                             const char *digest, const char *name,
                             cs_error *err) {
  cs_image_parts p;
  char chain[CS_IMAGE_DIGEST] = "";
  if (count_pins(s, digest) > 0) return in_use(s, what, err);
  if (cs_image_parts_read(s, digest, &p, NULL) == CS_OK) {
    cs_oci_chain(p.config.diffs, p.config.count, chain);
    cs_image_parts_fini(&p);
  }
  s->fault = CS_IMAGE_FAULT_NONE;
  if (chain[0] && !cs_trees_remove(s, cs_image_store_hex(chain)))
    return in_use(s, what, err);
  (void)cs_names_remove(s, name);
  cs_image_pruned gone;
  /* Somebody who adds an image keeps blobs alive: a later prune takes them. */
  (void)!cs_manage_prune(s, &gone, NULL);
  s->fault = CS_IMAGE_FAULT_NONE;
  return CS_OK;
}

cs_status cs_manage_remove(cs_image_store *s, const char *what, cs_error *err) {
  cs_reference r;
  cs_name n;
  char digest[CS_IMAGE_DIGEST];
  bool named = cs_reference_parse(what, &r, NULL) == CS_OK &&
               r.kind == CS_REFERENCE_NAME && cs_names_find(s, &r, &n);
  cs_status st = cs_manage_find(s, what, digest, err);
  if (st != CS_OK) return st;
  others o = {.digest = digest};
  st = cs_names_walk(s, count_name, &o, err);
  if (st != CS_OK) return st;
  if (!named && o.count > 1)
    return cs_image_store_fail(
        s, CS_IMAGE_FAULT_IN_USE,
        cs_error_set(err, CS_EINVAL,
                     "%.19s… has %zu names; remove them one by one, such as "
                     "'%.60s'",
                     digest, o.count, o.last));
  if (o.count > 1) {
    (void)cs_names_remove(s, n.name);
    return CS_OK;
  }
  return remove_last(s, what, digest, named ? n.name : o.last, err);
}
