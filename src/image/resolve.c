/*
 * resolve.c - from what a caller wrote to an image that can run.
 *
 * In this order: judge the words, look in the store, pull if the policy permits
 * and only then, judge the digest, unpack, lease.  With images.pull: never the
 * code that opens sockets is not reached.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "image/judge.h"
#include "image/layout.h"
#include "image/names.h"
#include "image/open.h"
#include "image/registry.h"

static cs_status not_found(cs_image_store *s, const cs_image_policy *p,
                           const cs_verdict *v, cs_error *err) {
  char name[CS_REFERENCE_MAX + 8];
  cs_reference_print(&v->target, name);
  const char *hint =
      p->pull == CS_IMAGE_PULL_NEVER
          ? "images.pull is never; load it with 'caisson image load'"
          : "the name has no registry and images.default_registry is not set; "
            "load it with 'caisson image load'";
  return cs_image_store_fail(s, CS_IMAGE_FAULT_NOT_FOUND,
                             cs_error_set(err, CS_EINVAL,
                                          "the image '%.60s' is not in the "
                                          "store: %s",
                                          name, hint));
}

/* A registry is named by the reference or by the policy. */
static bool has_registry(const cs_image_policy *p, const cs_reference *r) {
  return r->host[0] || (p->default_registry && *p->default_registry);
}

static cs_status find_name(cs_image_store *s, const cs_image_policy *p,
                           const cs_verdict *v, cs_name *out, cs_error *err) {
  bool there = cs_names_find(s, &v->target, out);
  /* What a digest names does not change. */
  bool fresh =
      there && (p->pull != CS_IMAGE_PULL_ALWAYS || v->target.digest[0]);
  if (fresh || (there && !has_registry(p, &v->target))) return CS_OK;
  if (p->pull == CS_IMAGE_PULL_NEVER)
    return there ? CS_OK : not_found(s, p, v, err);
  if (!has_registry(p, &v->target)) return not_found(s, p, v, err);
  return cs_registry_pull(s, p, v, out, err);
}

static cs_status find_file(cs_image_store *s, const cs_verdict *v, cs_name *out,
                           cs_error *err) {
  cs_layout_image in;
  *out = (cs_name){.time = 0};
  cs_status st = cs_layout_load(s, &v->target, &in, err);
  if (st != CS_OK) return st;
  memcpy(out->digest, in.digest, CS_IMAGE_DIGEST);
  memcpy(out->index, in.index, CS_IMAGE_DIGEST);
  /* Filed under its digest, so that prune does not remove it while the tree is
   * wanted again and again. */
  snprintf(out->name, sizeof out->name, "file@%s", in.digest);
  snprintf(out->source, sizeof out->source, "%.500s", v->target.path);
  out->time = (int64_t)time(NULL);
  return cs_names_put(s, out, err);
}

static cs_status open_rootfs(cs_image_store *s, const cs_verdict *v,
                             const char *reference, cs_image **out,
                             cs_error *err) {
  cs_image *image = calloc(1, sizeof *image);
  if (!image) return cs_error_set(err, CS_EOS, "out of memory");
  image->lease = -1;
  image->is_rootfs = true;
  image->tree = open(v->target.path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  image->tree_path = realpath(v->target.path, NULL);
  image->reference = strdup(reference);
  image->source = strdup(reference);
  image->config.env = calloc(1, sizeof(char *));
  image->config.entrypoint = calloc(1, sizeof(char *));
  image->config.cmd = calloc(1, sizeof(char *));
  image->config.workdir = strdup("");
  image->config.user = strdup("");
  if (image->tree >= 0 && image->tree_path && image->reference &&
      image->source && image->config.user) {
    *out = image;
    return CS_OK;
  }
  cs_status st = cs_image_store_fail(
      s, CS_IMAGE_FAULT_NOT_FOUND,
      cs_error_os(err, "cannot open the directory %.120s", v->target.path));
  cs_image_free(image);
  return st;
}

static cs_status find_any(cs_image_store *s, const cs_image_policy *p,
                          const cs_verdict *v, cs_name *out, cs_error *err) {
  cs_status st = v->target.kind == CS_REFERENCE_NAME
                     ? find_name(s, p, v, out, err)
                     : find_file(s, v, out, err);
  if (st != CS_OK) return st;
  return cs_judge_digest(p, v, out->digest, out->index, &s->fault, err);
}

cs_status cs_image_resolve(cs_image_store *s, const cs_image_policy *policy,
                           const char *reference, cs_image **out,
                           cs_error *err) {
  cs_verdict v;
  cs_name name;
  s->fault = CS_IMAGE_FAULT_NONE;
  cs_status st = cs_judge_name(policy, reference, &v, &s->fault, err);
  if (st != CS_OK) return st;
  if (v.target.kind == CS_REFERENCE_ROOTFS)
    return open_rootfs(s, &v, reference, out, err);
  st = cs_image_store_work(s, err);
  if (st != CS_OK) return st;
  st = find_any(s, policy, &v, &name, err);
  cs_image_fault why = s->fault;
  if (st == CS_OK)
    st = cs_image_open(s, name.digest, out, err);
  else
    s->fault = why;
  cs_image_store_done(s, st);
  if (st != CS_OK) return cs_image_store_blame(s, st);
  char *asked = strdup(reference), *source = strdup(name.source);
  if (asked && source) {
    free((*out)->reference);
    free((*out)->source);
    (*out)->reference = asked;
    (*out)->source = source;
    return CS_OK;
  }
  free(asked);
  free(source);
  cs_image_free(*out);
  return cs_error_set(err, CS_EOS, "out of memory");
}
