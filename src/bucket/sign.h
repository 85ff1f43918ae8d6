/*
 * sign.h - AWS Signature Version 4 for S3 requests.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BUCKET_SIGN_H
#define CS_BUCKET_SIGN_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "base/buf.h"

typedef struct cs_sign_key {
  const char *access, *secret; /* borrowed */
  const char *token;           /* session token, NULL: none */
  const char *region;
} cs_sign_key;

typedef struct cs_sign_request {
  const char *method;
  const char *host;  /* with the port, as it is sent */
  const char *path;  /* escaped, starts with '/' */
  const char *query; /* escaped, sorted by name, without '?'; "" for none */
  const char *hash;  /* SHA-256 of the body in hex */
  time_t now;
} cs_sign_request;

#define CS_SIGN_EMPTY                                                           \
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" /* SHA-256 \
                                                                        of      \
                                                                        nothing \
                                                                      */

/* The headers of a signed request, each "Name: value". */
typedef struct cs_signed {
  char authorization[600], date[40], hash[100];
  char token[2400]; /* "" without a session token */
} cs_signed;

/* CS_EINVAL: a part is too long. */
cs_status cs_sign_s3(const cs_sign_key *key, const cs_sign_request *q,
                     cs_signed *out) CS_MUST_CHECK;

/* HMAC-SHA-256. */
void cs_sign_hmac(const void *key, size_t key_len, const void *data, size_t n,
                  uint8_t out[32]);

/* 32 bytes as hex digits. */
void cs_sign_hex(const uint8_t raw[32], char out[65]);

#endif
