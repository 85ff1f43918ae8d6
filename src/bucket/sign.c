/*
 * sign.c - canonical request, string to sign, signature.
 *
 * Signed are host, date, content hash and the session token: what S3 requires.
 * Conditions (If-Match) are not signed; TLS protects them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "bucket/sign.h"

#include <stdbool.h>

#include <stdio.h>
#include <string.h>

#include "digest/digest.h"

#define BLOCK 64

void cs_sign_hex(const uint8_t raw[32], char out[65]) {
  static const char hex[] = "0123456789abcdef";
  for (size_t i = 0; i < 32; i++) {
    out[2 * i] = hex[raw[i] >> 4];
    out[2 * i + 1] = hex[raw[i] & 15];
  }
  out[64] = '\0';
}

void cs_sign_hmac(const void *key, size_t key_len, const void *data, size_t n,
                  uint8_t out[32]) {
  uint8_t pad[BLOCK] = {0}, inner[32];
  cs_digest d;
  if (key_len > BLOCK)
    cs_digest_of(CS_DIGEST_SHA256, key, key_len, pad);
  else
    memcpy(pad, key, key_len);
  for (size_t i = 0; i < BLOCK; i++) pad[i] ^= 0x36;
  cs_digest_init(&d, CS_DIGEST_SHA256);
  cs_digest_update(&d, pad, BLOCK);
  cs_digest_update(&d, data, n);
  cs_digest_finish(&d, inner, sizeof inner);
  for (size_t i = 0; i < BLOCK; i++) pad[i] ^= 0x36 ^ 0x5c;
  cs_digest_init(&d, CS_DIGEST_SHA256);
  cs_digest_update(&d, pad, BLOCK);
  cs_digest_update(&d, inner, sizeof inner);
  cs_digest_finish(&d, out, 32);
  explicit_bzero(pad, sizeof pad);
}

static void hmac_text(const uint8_t key[32], const char *text,
                      uint8_t out[32]) {
  cs_sign_hmac(key, 32, text, strlen(text), out);
}

/* The key of one day, region and service. */
static cs_status derive(const cs_sign_key *key, const char *day,
                        uint8_t out[32]) {
  char first[300];
  int n = snprintf(first, sizeof first, "AWS4%s", key->secret);
  if (n < 0 || (size_t)n >= sizeof first) return CS_EINVAL;
  cs_sign_hmac(first, (size_t)n, day, strlen(day), out);
  hmac_text(out, key->region, out);
  hmac_text(out, "s3", out);
  hmac_text(out, "aws4_request", out);
  explicit_bzero(first, sizeof first);
  return CS_OK;
}

static cs_status canonical(const cs_sign_key *key, const cs_sign_request *q,
                           const char *stamp, const char *names,
                           char hash[65]) {
  cs_buf b;
  uint8_t raw[32];
  cs_buf_init(&b, 32768);
  cs_status st = cs_buf_printf(
      &b, "%s\n%s\n%s\nhost:%s\nx-amz-content-sha256:%s\nx-amz-date:%s\n",
      q->method, q->path, q->query, q->host, q->hash, stamp);
  if (st == CS_OK && key->token)
    st = cs_buf_printf(&b, "x-amz-security-token:%s\n", key->token);
  if (st == CS_OK) st = cs_buf_printf(&b, "\n%s\n%s", names, q->hash);
  if (st == CS_OK) {
    cs_digest_of(CS_DIGEST_SHA256, b.data, b.len, raw);
    cs_sign_hex(raw, hash);
  }
  cs_buf_fini(&b);
  return st;
}

static bool fits(int n, size_t room) {
  return n > 0 && (size_t)n < room;
}

static cs_status print_headers(const cs_sign_key *key, const cs_sign_request *q,
                               const char *stamp, cs_signed *out) {
  int date = snprintf(out->date, sizeof out->date, "x-amz-date: %s", stamp);
  int hash = snprintf(out->hash, sizeof out->hash, "x-amz-content-sha256: %s",
                      q->hash);
  out->token[0] = '\0';
  if (key->token && !fits(snprintf(out->token, sizeof out->token,
                                   "x-amz-security-token: %s", key->token),
                          sizeof out->token))
    return CS_EINVAL;
  return fits(date, sizeof out->date) && fits(hash, sizeof out->hash)
             ? CS_OK
             : CS_EINVAL;
}

cs_status cs_sign_s3(const cs_sign_key *key, const cs_sign_request *q,
                     cs_signed *out) {
  const char *names =
      key->token ? "host;x-amz-content-sha256;x-amz-date;x-amz-security-token"
                 : "host;x-amz-content-sha256;x-amz-date";
  char stamp[20], day[12], hash[65], scope[120], text[400], signature[65];
  uint8_t secret[32], raw[32];
  struct tm tm;
  gmtime_r(&q->now, &tm);
  strftime(stamp, sizeof stamp, "%Y%m%dT%H%M%SZ", &tm);
  strftime(day, sizeof day, "%Y%m%d", &tm);
  int n =
      snprintf(scope, sizeof scope, "%s/%s/s3/aws4_request", day, key->region);
  cs_status st =
      fits(n, sizeof scope) ? canonical(key, q, stamp, names, hash) : CS_EINVAL;
  if (st == CS_OK) st = derive(key, day, secret);
  if (st == CS_OK) st = print_headers(key, q, stamp, out);
  if (st != CS_OK) return st;
  snprintf(text, sizeof text, "AWS4-HMAC-SHA256\n%s\n%s\n%s", stamp, scope,
           hash);
  hmac_text(secret, text, raw);
  explicit_bzero(secret, sizeof secret);
  cs_sign_hex(raw, signature);
  n = snprintf(out->authorization, sizeof out->authorization,
               "Authorization: AWS4-HMAC-SHA256 Credential=%s/%s, "
               "SignedHeaders=%s, Signature=%s",
               key->access, scope, names, signature);
  return fits(n, sizeof out->authorization) ? CS_OK : CS_EINVAL;
}
