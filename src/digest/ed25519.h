/*
 * ed25519.h - signatures (RFC 8032, Ed25519) made and checked by OpenSSL.
 *
 * libcrypto is loaded by cs_ed25519_open and not linked: only the audit log
 * needs it.  OpenSSL is told to register no exit handler and to read no
 * configuration file, because the process belongs to somebody else.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DIGEST_ED25519_H
#define CS_DIGEST_ED25519_H

#include <openssl/evp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

#define CS_ED25519_SEED 32
#define CS_ED25519_KEY  32
#define CS_ED25519_SIG  64

#define CS_ED25519_LIST(X)        \
  X(OPENSSL_init_crypto)          \
  X(EVP_PKEY_new_raw_private_key) \
  X(EVP_PKEY_new_raw_public_key)  \
  X(EVP_PKEY_get_raw_public_key)  \
  X(EVP_PKEY_free)                \
  X(EVP_MD_CTX_new)               \
  X(EVP_MD_CTX_free)              \
  X(EVP_DigestSignInit)           \
  X(EVP_DigestSign)               \
  X(EVP_DigestVerifyInit)         \
  X(EVP_DigestVerify)

/* The functions of libcrypto; filled by cs_ed25519_open. */
typedef struct cs_ed25519 {
  void *library; /* owned */
#define X(name) __typeof__(name) *name;
  CS_ED25519_LIST(X)
#undef X
} cs_ed25519;

/* Load libcrypto.  CS_EOS, with a text that says what to install, if it is not
 * there. */
cs_status cs_ed25519_open(cs_ed25519 *lib, cs_error *err) CS_MUST_CHECK;

/* Unload; a zeroed struct is allowed. */
void cs_ed25519_close(cs_ed25519 *lib);

/* The public half of the key pair that 32 random bytes are.  CS_EOS: OpenSSL
 * refused, for example for lack of memory. */
cs_status cs_ed25519_public(const cs_ed25519 *lib,
                            const uint8_t seed[CS_ED25519_SEED],
                            uint8_t key[CS_ED25519_KEY]) CS_MUST_CHECK;

/* Sign `n` bytes of `text`.  CS_EOS as above. */
cs_status cs_ed25519_sign(const cs_ed25519 *lib,
                          const uint8_t seed[CS_ED25519_SEED], const void *text,
                          size_t n, uint8_t sig[CS_ED25519_SIG]) CS_MUST_CHECK;

/* Did the owner of `key` sign this?  Any bytes are allowed. */
bool cs_ed25519_verify(const cs_ed25519 *lib, const uint8_t key[CS_ED25519_KEY],
                       const void *text, size_t n,
                       const uint8_t sig[CS_ED25519_SIG]);

#endif
