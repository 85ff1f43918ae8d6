/*
 * ed25519.h - signatures (RFC 8032, Ed25519): sign and verify.
 *
 * Signing takes the same time whatever the key is: no branch and no address
 * depends on it.  About 0.2 ms a call; made for a signature now and then.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_BASE_ED25519_H
#define CS_BASE_ED25519_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CS_ED25519_SEED 32
#define CS_ED25519_KEY  32
#define CS_ED25519_SIG  64

typedef struct cs_ed25519 {
  uint8_t scalar[32], prefix[32]; /* secret */
  uint8_t key[CS_ED25519_KEY];    /* public */
} cs_ed25519;

/* The key pair of 32 random bytes. */
void cs_ed25519_init(cs_ed25519 *k, const uint8_t seed[CS_ED25519_SEED]);

/* The same, with the public half already known. */
void cs_ed25519_load(cs_ed25519 *k, const uint8_t seed[CS_ED25519_SEED],
                     const uint8_t key[CS_ED25519_KEY]);

void cs_ed25519_sign(const cs_ed25519 *k, const void *text, size_t n,
                     uint8_t sig[CS_ED25519_SIG]);

/* Did the owner of `key` sign this?  Any bytes are fine; encodings that RFC
 * 8032 does not allow are refused. */
bool cs_ed25519_verify(const uint8_t key[CS_ED25519_KEY], const void *text,
                       size_t n, const uint8_t sig[CS_ED25519_SIG]);

#endif
