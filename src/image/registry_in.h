/*
 * registry_in.h - one pull: what registry.c and download.c share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_REGISTRY_IN_H
#define CS_IMAGE_REGISTRY_IN_H

#include "http/http.h"
#include "image/login.h"
#include "image/oci.h"
#include "image/registry.h"

#define CS_REGISTRY_URL  3072
#define CS_REGISTRY_HOPS 5

typedef struct cs_registry {
  cs_image_store *s;
  const cs_image_policy *p;
  cs_http *http;
  char host[CS_REFERENCE_MAX + 1], repo[CS_REFERENCE_MAX + 1];
  char basic[CS_LOGIN_MAX]; /* header or "" */
  char auth[CS_LOGIN_MAX];  /* what is sent to the registry, or "" */
  bool near; /* the registry is on this machine or in this site */
} cs_registry;

/* Where a request goes: is it the registry itself, which the user named? */
typedef struct cs_registry_target {
  cs_registry *r;
  char url[CS_REGISTRY_URL];
  bool own; /* same scheme, host and port: credentials may be sent */
} cs_registry_target;

/* "https://HOST/v2/REPO/KIND/REF". */
void cs_registry_url(cs_registry *r, const char *kind, const char *ref,
                     cs_registry_target *out);

/* Follow a redirect: a new URL, absolute or from the root.  CS_ECORRUPT for
 * one that leaves HTTPS. */
cs_status cs_registry_follow(cs_registry_target *t, const char *location,
                             cs_error *err) CS_MUST_CHECK;

/* cs_http_request.permit; `t` is a cs_registry_target. */
bool cs_registry_permit(cs_registry_target *t, const struct sockaddr *a);

/* Answer a 401: fetch a token or use the password.  UNAUTHORIZED if that was
 * done before (`again`) or cannot be done. */
cs_status cs_registry_login(cs_registry *r, const char *challenge, bool again,
                            cs_error *err) CS_MUST_CHECK;

/* What an HTTP status other than success means. */
cs_status cs_registry_refused(cs_registry *r, int status, const char *what,
                              cs_error *err);

/* download.c: fetch the blobs that the store lacks. */
cs_status cs_download_blobs(cs_registry *r, const cs_oci_blob *blobs,
                            size_t count, cs_error *err) CS_MUST_CHECK;

#endif
