/*
 * login.h - credentials of registries, and tokens that they give for them.
 *
 * Credentials come from a file in the form of ~/.docker/config.json that only
 * its owner can read.  They appear in no error, argument or log.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_IMAGE_LOGIN_H
#define CS_IMAGE_LOGIN_H

#include "http/http.h"
#include "image/image_store.h"

#define CS_LOGIN_MAX 8192 /* bytes of a header */

/* The Basic header of `host` ("Authorization: Basic …"), "" if there are no
 * credentials.  CS_EINVAL for a file that others can read. */
cs_status cs_login_find(cs_image_store *s, const char *host,
                        char out[CS_LOGIN_MAX], cs_error *err) CS_MUST_CHECK;

/* A challenge "Bearer realm=…,service=…" in parts; false: not of that form. */
typedef struct cs_challenge {
  char realm[1024], service[256];
} cs_challenge;
bool cs_login_challenge(const char *header, cs_challenge *out);

/* The text of the token in a token server's answer as a header; CS_ECORRUPT if
 * there is none that a header can hold. */
cs_status cs_login_token(const char *json, size_t n, char out[CS_LOGIN_MAX],
                         cs_error *err) CS_MUST_CHECK;

#endif
