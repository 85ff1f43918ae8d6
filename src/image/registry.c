/*
 * registry.c - names to requests, tokens, manifests.
 *
 * Who chose a host decides what it may get.  The registry is the user's choice:
 * it gets credentials and may be anywhere.  Token servers and redirects are the
 * registry's choice: credentials go to a token server only over HTTPS, never
 * after a redirect to another host, and neither may be an address of this
 * machine or site, unless the registry itself is one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "image/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "base/cleanup.h"
#include "http/address.h"
#include "image/blobs.h"
#include "image/registry_in.h"

#define TOKEN_MAX ((size_t)64 << 10)
#define ACCEPT                                           \
  "Accept: " CS_OCI_TYPE_MANIFEST ", " CS_OCI_TYPE_INDEX \
  ", " CS_DOCKER_TYPE_MANIFEST ", " CS_DOCKER_TYPE_LIST

/* --- URLs and addresses -------------------------------------------------- */

static const char *scheme_of(const cs_registry *r) {
  return r->p->insecure ? "http" : "https";
}

void cs_registry_url(cs_registry *r, const char *kind, const char *ref,
                     cs_registry_target *out) {
  *out = (cs_registry_target){.r = r, .own = true};
  snprintf(out->url, sizeof out->url, "%s://%s/v2/%s/%s/%s", scheme_of(r),
           r->host, r->repo, kind, ref);
}

/* Is `url` at the registry?  Compared as text: another spelling of the same
 * host only loses the credentials. */
static bool is_own(const cs_registry *r, const char *url) {
  char start[CS_REFERENCE_MAX + 16];
  int n = snprintf(start, sizeof start, "%s://%s/", scheme_of(r), r->host);
  return strncasecmp(url, start, (size_t)n) == 0;
}

static bool is_clean(const char *url) {
  for (; *url; url++)
    if ((unsigned char)*url <= ' ' || (unsigned char)*url >= 127) return false;
  return true;
}

/* HTTPS, or for a registry on this machine HTTP too; no user in the URL. */
static bool is_usable(const cs_registry *r, const char *url) {
  bool tls = strncasecmp(url, "https://", 8) == 0;
  bool plain = r->p->insecure && strncasecmp(url, "http://", 7) == 0;
  if (!tls && !plain) return false;
  const char *host = url + (tls ? 8 : 7);
  return is_clean(url) && !memchr(host, '@', strcspn(host, "/?#"));
}

cs_status cs_registry_follow(cs_registry_target *t, const char *location,
                             cs_error *err) {
  char url[CS_REGISTRY_URL];
  size_t root = 0;
  if (location[0] == '/' && location[1] != '/') {
    root = strcspn(strstr(t->url, "://") + 3, "/");
    root += (size_t)(strstr(t->url, "://") + 3 - t->url);
  }
  int n = snprintf(url, sizeof url, "%.*s%s", (int)root, t->url, location);
  if (n < 0 || (size_t)n >= sizeof url || !is_usable(t->r, url))
    return cs_image_store_fail(
        t->r->s, CS_IMAGE_FAULT_UNREACHABLE,
        cs_error_set(err, CS_ECORRUPT,
                     "the registry %.80s redirects to a URL that is not HTTPS",
                     t->r->host));
  memcpy(t->url, url, (size_t)n + 1);
  t->own = is_own(t->r, url);
  return CS_OK;
}

bool cs_registry_permit(cs_registry_target *t, const struct sockaddr *a) {
  cs_address_class is = cs_address_judge(a);
  bool local = is == CS_ADDRESS_LOOPBACK || is == CS_ADDRESS_PRIVATE;
  if (cs_http_has_proxy()) return true;
  /* Without TLS nothing but this machine is as it says. */
  if (t->r->p->insecure && is != CS_ADDRESS_LOOPBACK) return false;
  if (t->own) {
    if (local) t->r->near = true;
    return true;
  }
  return is == CS_ADDRESS_PUBLIC || (local && t->r->near);
}

static bool permit(void *user, const struct sockaddr *a) {
  return cs_registry_permit(*(cs_registry_target **)user, a);
}

/* --- answers ------------------------------------------------------------- */

cs_status cs_registry_refused(cs_registry *r, int status, const char *what,
                              cs_error *err) {
  cs_image_fault fault = status == 404 ? CS_IMAGE_FAULT_NOT_FOUND
                         : status == 401 || status == 403
                             ? CS_IMAGE_FAULT_UNAUTHORIZED
                             : CS_IMAGE_FAULT_UNREACHABLE;
  const char *why = status == 404 ? "it does not exist there"
                    : fault == CS_IMAGE_FAULT_UNAUTHORIZED
                        ? "access is denied; it may need credentials, or not "
                          "exist"
                    : status == 429 ? "too many requests"
                                    : "the server failed";
  return cs_image_store_fail(
      r->s, fault,
      cs_error_set(err, CS_EOS, "the registry %.60s refused %.60s: %s (%d)",
                   r->host, what, why, status));
}

static cs_status unreachable(cs_registry *r, cs_status st, cs_error *err) {
  char text[200];
  if (!err) return st;
  memcpy(text, err->text, sizeof text);
  if (r->s->fault == CS_IMAGE_FAULT_NONE)
    r->s->fault = CS_IMAGE_FAULT_UNREACHABLE;
  return cs_error_set(err, st, "cannot reach the registry %.60s: %.110s",
                      r->host, text);
}

/* --- tokens -------------------------------------------------------------- */

typedef struct fetch {
  cs_registry_target *target; /* first: what `permit` wants */
  cs_buf *body;
} fetch;

static cs_status keep(void *user, const cs_http_response *r, const void *bytes,
                      size_t n, cs_error *err) {
  fetch *f = user;
  if (r->status < 200 || r->status > 299) return CS_OK; /* an error page */
  return cs_http_into_buf(f->body, r, bytes, n, err);
}

/* One GET with or without a header of credentials. */
static cs_status get(cs_registry_target *t, const char *auth,
                     const char *accept, cs_buf *body, cs_http_response *out,
                     cs_error *err) {
  const char *headers[2];
  fetch f = {.target = t, .body = body};
  cs_http_request q = {.method = "GET",
                       .url = t->url,
                       .headers = headers,
                       .sink = keep,
                       .permit = permit,
                       .user = &f};
  if (accept) headers[q.nheaders++] = accept;
  if (*auth) headers[q.nheaders++] = auth;
  cs_buf_clear(body);
  cs_status st = cs_http_perform(t->r->http, &q, out, err);
  return st == CS_EOS ? unreachable(t->r, st, err) : st;
}

static cs_status token_url(cs_registry *r, const cs_challenge *c,
                           cs_registry_target *t, cs_error *err) {
  cs_buf b;
  cs_buf_init(&b, CS_REGISTRY_URL - 1);
  cs_status st = cs_buf_printf(&b, "%s%sservice=", c->realm,
                               strchr(c->realm, '?') ? "&" : "?");
  if (st == CS_OK) st = cs_http_escape(&b, c->service, "");
  if (st == CS_OK) st = cs_buf_put_text(&b, "&scope=repository%3A");
  if (st == CS_OK) st = cs_http_escape(&b, r->repo, "/");
  if (st == CS_OK) st = cs_buf_put_text(&b, "%3Apull");
  *t = (cs_registry_target){.r = r};
  if (st == CS_OK) memcpy(t->url, b.data, b.len + 1);
  cs_buf_fini(&b);
  if (st == CS_OK && is_usable(r, t->url)) {
    t->own = is_own(r, t->url);
    return CS_OK;
  }
  return cs_image_store_fail(
      r->s, CS_IMAGE_FAULT_UNAUTHORIZED,
      cs_error_set(err, CS_ECORRUPT,
                   "the registry %.80s names a token server without HTTPS",
                   r->host));
}

static cs_status fetch_token(cs_registry *r, const cs_challenge *c,
                             cs_error *err) {
  cs_registry_target t;
  cs_http_response answer;
  cs_buf body;
  cs_status st = token_url(r, c, &t, err);
  if (st != CS_OK) return st;
  cs_buf_init(&body, TOKEN_MAX);
  st = get(&t, r->basic, NULL, &body, &answer, err);
  if (st == CS_OK && answer.status != 200)
    st = cs_registry_refused(r, answer.status == 404 ? 502 : answer.status,
                             "a token", err);
  if (st == CS_OK) st = cs_login_token(body.data, body.len, r->auth, err);
  if (body.data) explicit_bzero(body.data, body.len);
  cs_buf_fini(&body);
  return st;
}

cs_status cs_registry_login(cs_registry *r, const char *challenge, bool again,
                            cs_error *err) {
  cs_challenge c;
  if (!again && cs_login_challenge(challenge, &c))
    return fetch_token(r, &c, err);
  if (!again && strncasecmp(challenge, "Basic", 5) == 0 && r->basic[0]) {
    memcpy(r->auth, r->basic, sizeof r->auth);
    return CS_OK;
  }
  return cs_registry_refused(r, 401, r->repo, err);
}

/* --- manifests ----------------------------------------------------------- */

/* GET with login and redirects. */
static cs_status get_document(cs_registry *r, const char *kind, const char *ref,
                              cs_buf *body, cs_http_response *out,
                              cs_error *err) {
  cs_registry_target t;
  bool logged_in = false;
  cs_registry_url(r, kind, ref, &t);
  for (int hops = 0; hops <= CS_REGISTRY_HOPS + 1; hops++) {
    cs_status st = get(&t, t.own ? r->auth : "", ACCEPT, body, out, err);
    if (st != CS_OK) return st;
    if (out->status == 401 && t.own) {
      st = cs_registry_login(r, out->challenge, logged_in, err);
      logged_in = true;
    } else if (out->status >= 301 && out->status <= 308 && out->location[0]) {
      st = cs_registry_follow(&t, out->location, err);
    } else {
      return out->status == 200 ? CS_OK
                                : cs_registry_refused(r, out->status, ref, err);
    }
    if (st != CS_OK) return st;
  }
  return cs_registry_refused(r, 310, "too many redirects", err);
}

static cs_status wrong_digest(cs_registry *r, cs_error *err) {
  return cs_image_store_fail(
      r->s, CS_IMAGE_FAULT_CORRUPT,
      cs_error_set(err, CS_ECORRUPT,
                   "the registry %.80s sent a manifest that does not have the "
                   "digest it should have",
                   r->host));
}

/* A manifest or index: `want` is its digest, or "" for a tag. */
static cs_status get_manifest(cs_registry *r, const char *ref, const char *want,
                              cs_buf *body, char digest[CS_IMAGE_DIGEST],
                              cs_error *err) {
  cs_http_response answer;
  cs_status st = get_document(r, "manifests", ref, body, &answer, err);
  if (st != CS_OK) return st;
  cs_oci_digest(body->data ? body->data : "", body->len, digest);
  if (*want && strcmp(want, digest) != 0) return wrong_digest(r, err);
  if (cs_reference_is_digest(answer.content_digest) &&
      strcmp(answer.content_digest, digest) != 0)
    return wrong_digest(r, err);
  return CS_OK;
}

/* The manifest for this machine, through an index if there is one. */
static cs_status find_manifest(cs_registry *r, const cs_reference *want,
                               cs_name *out, cs_buf *body, cs_error *err) {
  cs_oci_kind kind;
  const char *ref = want->digest[0] ? want->digest
                    : want->tag[0]  ? want->tag
                                    : "latest";
  cs_status st = get_manifest(r, ref, want->digest, body, out->digest, err);
  if (st == CS_OK) st = cs_oci_kind_of(body->data, body->len, &kind, err);
  if (st != CS_OK || kind == CS_OCI_MANIFEST) return st;
  cs_oci_blob b;
  memcpy(out->index, out->digest, CS_IMAGE_DIGEST);
  st = cs_oci_index_choose(body->data, body->len, NULL, &b, err);
  if (st == CS_OK)
    st = cs_blobs_put(r->s, body->data, body->len, out->index, err);
  if (st == CS_OK)
    st = get_manifest(r, b.digest, b.digest, body, out->digest, err);
  if (st == CS_OK && body->len != b.size) st = wrong_digest(r, err);
  return st;
}

/* --- the whole ----------------------------------------------------------- */

static cs_status get_blobs(cs_registry *r, const cs_buf *manifest,
                           cs_error *err) {
  cs_oci_manifest m;
  cs_status st = cs_oci_manifest_parse(manifest->data, manifest->len, &m, err);
  if (st != CS_OK) return st;
  st = cs_download_blobs(r, &m.config, 1, err);
  if (st == CS_OK) st = cs_download_blobs(r, m.layers, m.count, err);
  cs_oci_manifest_fini(&m);
  return st;
}

/* Where the repository is: short names go to the default registry. */
static cs_status place(cs_registry *r, const cs_reference *t, cs_error *err) {
  char prefix[CS_REFERENCE_MAX + 1] = "";
  if (t->host[0]) {
    memcpy(r->host, t->host, sizeof r->host);
  } else {
    cs_status st =
        cs_reference_registry(r->p->default_registry, r->host, prefix, err);
    if (st != CS_OK) return st;
  }
  /* The hub answers under another name, and files short names apart. */
  if (strcmp(r->host, "docker.io") == 0) {
    memcpy(r->host, "registry-1.docker.io", 21);
    if (!strchr(t->repo, '/') && !prefix[0]) memcpy(prefix, "library", 8);
  }
  size_t n = strlen(prefix), k = strlen(t->repo);
  if (n + k + 2 > sizeof r->repo)
    return cs_error_set(err, CS_EINVAL,
                        "the name of the repository is too "
                        "long");
  if (n) {
    memcpy(r->repo, prefix, n);
    r->repo[n++] = '/';
  }
  memcpy(r->repo + n, t->repo, k + 1);
  return CS_OK;
}

static cs_status pull(cs_registry *r, const cs_verdict *v, cs_name *out,
                      cs_error *err) {
  cs_buf body;
  char digest[CS_IMAGE_DIGEST];
  cs_buf_init(&body, CS_OCI_MANIFEST_MAX);
  cs_status st = find_manifest(r, &v->target, out, &body, err);
  if (st == CS_OK)
    st = cs_judge_digest(r->p, v, out->digest, out->index, &r->s->fault, err);
  if (st == CS_OK) st = cs_blobs_put(r->s, body.data, body.len, digest, err);
  if (st == CS_OK) st = get_blobs(r, &body, err);
  cs_buf_fini(&body);
  if (st != CS_OK) return st;
  cs_reference_print(&v->target, out->name);
  snprintf(out->source, sizeof out->source, "%.250s/%.250s", r->host, r->repo);
  out->time = (int64_t)time(NULL);
  return cs_names_put(r->s, out, err);
}

cs_status cs_registry_pull(cs_image_store *s, const cs_image_policy *p,
                           const cs_verdict *v, cs_name *out, cs_error *err) {
  cs_http_options options = {.ca_file = p->ca_file, .plain = p->insecure};
  CS_AUTO_FREE
  cs_registry *r = calloc(1, sizeof *r);
  if (!r) return cs_error_set(err, CS_EOS, "out of memory");
  *out = (cs_name){.time = 0};
  r->s = s;
  r->p = p;
  if (!v->target.host[0] && (!p->default_registry || !*p->default_registry))
    return cs_image_store_fail(
        s, CS_IMAGE_FAULT_NOT_FOUND,
        cs_error_set(err, CS_EINVAL,
                     "'%.60s' names no registry and images.default_registry is "
                     "not set; write the registry, too, such as "
                     "docker.io/%s%.60s",
                     v->target.repo,
                     strchr(v->target.repo, '/') ? "" : "library/",
                     v->target.repo));
  cs_status st = place(r, &v->target, err);
  if (st == CS_OK) st = cs_login_find(s, r->host, r->basic, err);
  if (st == CS_OK) st = cs_http_new(&options, &r->http, err);
  if (st == CS_OK) st = pull(r, v, out, err);
  cs_http_free(r->http);
  explicit_bzero(r->basic, sizeof r->basic);
  explicit_bzero(r->auth, sizeof r->auth);
  return cs_image_store_blame(s, st);
}
