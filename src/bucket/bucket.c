/*
 * bucket.c - open a bucket, sign and send requests to it.
 *
 * Path-style URLs (https://HOST/BUCKET/KEY): every server knows them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bucket/bucket.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bucket/bucket_in.h"
#include "http/address.h"

static bool is_bucket_name(const char *s) {
  size_t n = strlen(s);
  return n >= 3 && n <= 128 &&
         strspn(s,
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                "0123456789.-_") == n &&
         s[0] != '.' && s[0] != '-' && !strstr(s, "..");
}

static bool is_header_text(const char *s) {
  for (; *s; s++)
    if ((unsigned char)*s <= ' ' || (unsigned char)*s >= 127) return false;
  return true;
}

/* "https://host[:port]" into scheme and host. */
static bool split_endpoint(cs_bucket *b, const char *endpoint) {
  bool tls = strncmp(endpoint, "https://", 8) == 0;
  bool plain = strncmp(endpoint, "http://", 7) == 0;
  if (!tls && !plain) return false;
  const char *host = endpoint + (tls ? 8 : 7);
  size_t n = strcspn(host, "/");
  if (n == 0 || n > 255 || (host[n] && host[n + 1]) || !is_header_text(host) ||
      memchr(host, '@', n) || memchr(host, '?', n) || memchr(host, '#', n))
    return false;
  b->near = plain;
  b->scheme = strdup(tls ? "https" : "http");
  b->host = strndup(host, n);
  return b->scheme && b->host;
}

static cs_status copy_options(cs_bucket *b, const cs_bucket_options *o,
                              cs_error *err) {
  const char *prefix = o->prefix ? o->prefix : "";
  size_t n = strlen(prefix);
  if (!o->endpoint || !split_endpoint(b, o->endpoint))
    return cs_error_set(err, CS_EINVAL,
                        "invalid endpoint of a bucket (expected "
                        "https://HOST[:PORT])");
  if (!o->bucket || !is_bucket_name(o->bucket))
    return cs_error_set(err, CS_EINVAL, "invalid name of a bucket");
  if (n > 512 || (n > 0 && prefix[n - 1] != '/'))
    return cs_error_set(err, CS_EINVAL,
                        "the prefix of a bucket must end with '/'");
  if (!o->access || !o->secret || !is_header_text(o->access) ||
      (o->token && !is_header_text(o->token)))
    return cs_error_set(err, CS_EINVAL, "a bucket needs credentials");
  b->bucket = strdup(o->bucket);
  b->prefix = strdup(prefix);
  b->access = strdup(o->access);
  b->secret = strdup(o->secret);
  b->token = o->token ? strdup(o->token) : NULL;
  b->region = strdup(o->region ? o->region : "us-east-1");
  if (b->bucket && b->prefix && b->access && b->secret && b->region &&
      (b->token || !o->token))
    return CS_OK;
  return cs_error_set(err, CS_EOS, "out of memory");
}

cs_status cs_bucket_open(const cs_bucket_options *options, cs_bucket **out,
                         cs_error *err) {
  cs_bucket *b = calloc(1, sizeof *b);
  if (!b) return cs_error_set(err, CS_EOS, "out of memory");
  cs_status st = copy_options(b, options, err);
  cs_http_options http = {.ca_file = options->ca_file, .plain = b->near};
  if (st == CS_OK) st = cs_http_new(&http, &b->http, err);
  if (st != CS_OK) {
    cs_bucket_close(b);
    return st;
  }
  *out = b;
  return CS_OK;
}

void cs_bucket_close(cs_bucket *b) {
  if (!b) return;
  cs_http_free(b->http);
  if (b->secret) explicit_bzero(b->secret, strlen(b->secret));
  if (b->token) explicit_bzero(b->token, strlen(b->token));
  char *texts[] = {b->scheme, b->host,   b->bucket, b->prefix,
                   b->access, b->secret, b->token,  b->region};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(texts[i]);
  free(b);
}

/* --- requests ------------------------------------------------------------ */

static cs_status print_path(const cs_bucket *b, const char *path, cs_buf *out) {
  cs_status st = cs_buf_printf(out, "/%s", b->bucket);
  if (!path) return st;
  if (st == CS_OK) st = cs_buf_put_text(out, "/");
  if (st == CS_OK) st = cs_http_escape(out, b->prefix, "/");
  return st == CS_OK ? cs_http_escape(out, path, "/") : st;
}

cs_status cs_bucket_prepare(cs_bucket *b, const char *method, const char *path,
                            const char *query, const char *hash,
                            cs_bucket_call *out, cs_error *err) {
  cs_sign_key key = {.access = b->access,
                     .secret = b->secret,
                     .token = b->token,
                     .region = b->region};
  cs_buf at;
  cs_buf_init(&at, CS_BUCKET_URL / 2);
  *out = (cs_bucket_call){.b = b, .method = method};
  cs_status st = print_path(b, path, &at);
  cs_sign_request q = {.method = method,
                       .host = b->host,
                       .path = cs_buf_text(&at),
                       .query = query,
                       .hash = hash,
                       .now = time(NULL)};
  if (st == CS_OK) st = cs_sign_s3(&key, &q, &out->auth);
  int n = st == CS_OK
              ? snprintf(out->url, sizeof out->url, "%s://%s%s%s%s", b->scheme,
                         b->host, q.path, *query ? "?" : "", query)
              : -1;
  cs_buf_fini(&at);
  if (n > 0 && (size_t)n < sizeof out->url) return CS_OK;
  return cs_error_set(err, CS_EINVAL, "a key or credential is too long");
}

/* Plain HTTP shows what is sent to everybody on the way: only on this machine.
 */
static bool permit(void *user, const struct sockaddr *a) {
  const cs_bucket_call *c = user;
  return !c->b->near || cs_address_judge(a) == CS_ADDRESS_LOOPBACK;
}

void cs_bucket_fill(cs_bucket_call *c, cs_http_request *q) {
  c->nheaders = 0;
  c->headers[c->nheaders++] = c->auth.authorization;
  c->headers[c->nheaders++] = c->auth.date;
  c->headers[c->nheaders++] = c->auth.hash;
  if (c->auth.token[0]) c->headers[c->nheaders++] = c->auth.token;
  if (c->condition[0]) c->headers[c->nheaders++] = c->condition;
  *q = (cs_http_request){.method = c->method,
                         .url = c->url,
                         .headers = c->headers,
                         .nheaders = c->nheaders,
                         .permit = permit,
                         .user = c};
}

cs_status cs_bucket_refused(const cs_bucket *b, int status, const char *what,
                            cs_error *err) {
  const char *why = status == 403   ? "access is denied"
                    : status == 404 ? "it does not exist"
                    : status == 412 || status == 409
                        ? "it changed in the bucket meanwhile"
                    : status >= 500 ? "the server failed"
                                    : "the server refused";
  cs_status st = cs_error_set(err, CS_EOS, "bucket %.60s, '%.60s': %s (%d)",
                              b->bucket, what, why, status);
  if (err) err->os = status == 412 || status == 409 ? EEXIST : EIO;
  return st;
}
