/*
 * bucket_in.h - what the files of this layer share.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BUCKET_BUCKET_IN_H
#define CS_BUCKET_BUCKET_IN_H

#include "bucket/bucket.h"
#include "bucket/sign.h"
#include "http/http.h"

#define CS_BUCKET_KEY  1024 /* bytes of a key: S3's limit */
#define CS_BUCKET_ETAG 130
#define CS_BUCKET_URL  8192

struct cs_bucket {
  cs_http *http;
  char *scheme, *host, *bucket, *prefix;  /* owned; scheme "https" */
  char *access, *secret, *token, *region; /* owned; token may be NULL */
  bool near; /* the endpoint is plain HTTP: loopback only */
};

/* --- items --------------------------------------------------------------- */

/* One object, or one file. */
typedef struct cs_bucket_item {
  char *path; /* owned; relative, without "." or ".." */
  char etag[CS_BUCKET_ETAG];
  uint64_t size;
  int64_t ctime, mtime; /* nanoseconds, of the file; 0: not known */
  bool seen;            /* for whoever compares */
} cs_bucket_item;

typedef struct cs_bucket_items {
  cs_bucket_item *at; /* owned; sorted by path after cs_items_sort */
  size_t count, room;
} cs_bucket_items;

/* Is it a path of which every component can be a file name? */
bool cs_items_is_path(const char *path);
/* CS_ELIMIT beyond CS_BUCKET_FILES; the new item is zero but for the path. */
cs_status cs_items_add(cs_bucket_items *l, const char *path,
                       cs_bucket_item **out, cs_error *err) CS_MUST_CHECK;
void cs_items_sort(cs_bucket_items *l);
cs_bucket_item *cs_items_find(const cs_bucket_items *l, const char *path);
void cs_items_remove(cs_bucket_items *l, cs_bucket_item *item);
void cs_items_fini(cs_bucket_items *l);
/* As the bytes of a base, and back; CS_ECORRUPT. */
cs_status cs_items_print(const cs_bucket_items *l, cs_buf *out,
                         cs_error *err) CS_MUST_CHECK;
cs_status cs_items_parse(cs_bucket_items *l, const cs_buf *in,
                         cs_error *err) CS_MUST_CHECK;

/* --- requests ------------------------------------------------------------ */

typedef struct cs_bucket_call {
  cs_bucket *b;
  const char *method;
  char url[CS_BUCKET_URL];
  cs_signed auth;
  const char *headers[8];
  size_t nheaders;
  char condition[CS_BUCKET_ETAG + 32]; /* "If-Match: …" or "" */
} cs_bucket_call;

/* Fill a call for the object `path` (NULL: the bucket itself) with `query` and
 * the SHA-256 of its body. */
cs_status cs_bucket_prepare(cs_bucket *b, const char *method, const char *path,
                            const char *query, const char *hash,
                            cs_bucket_call *out, cs_error *err) CS_MUST_CHECK;
/* The request of it; sink and body are the caller's to add. */
void cs_bucket_fill(cs_bucket_call *c, cs_http_request *q);
/* What a status other than success means. */
cs_status cs_bucket_refused(const cs_bucket *b, int status, const char *what,
                            cs_error *err);

/* All objects under the prefix, sorted; keys that are no paths are counted. */
cs_status cs_listing_read(cs_bucket *b, cs_bucket_items *out, uint64_t *skipped,
                          cs_error *err) CS_MUST_CHECK;
/* One page of ListObjectsV2's answer; `token` (room for 1024) receives where
 * the next one starts, "" after the last. */
cs_status cs_listing_parse(const char *xml, size_t n, const char *prefix,
                           cs_bucket_items *out, uint64_t *skipped,
                           char token[1024], cs_error *err) CS_MUST_CHECK;

#endif
