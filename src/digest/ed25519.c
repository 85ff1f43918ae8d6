/*
 * ed25519.c - signatures (RFC 8032, Ed25519) made and checked by OpenSSL.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/ed25519.h"

#include <openssl/crypto.h>

#include "base/library.h"

#define NAME "libcrypto.so.3"

cs_status cs_ed25519_open(cs_ed25519 *lib, cs_error *err) {
  cs_status st;
  *lib = (cs_ed25519){.library = NULL};
  CS_LIBRARY_LOAD(st, lib, CS_ED25519_LIST, NAME, "libssl3", err);
  if (st != CS_OK) return st;
  /* No effect if the host uses OpenSSL already: then its choice holds. */
  if (lib->OPENSSL_init_crypto(
          OPENSSL_INIT_NO_ATEXIT | OPENSSL_INIT_NO_LOAD_CONFIG, NULL) == 1)
    return CS_OK;
  cs_ed25519_close(lib);
  return cs_error_set(err, CS_EOS, "the library %s cannot be initialised",
                      NAME);
}

void cs_ed25519_close(cs_ed25519 *lib) {
  cs_library_close(lib->library);
  *lib = (cs_ed25519){.library = NULL};
}

static EVP_PKEY *load_seed(const cs_ed25519 *lib, const uint8_t *seed) {
  return lib->EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, NULL, seed,
                                           CS_ED25519_SEED);
}

cs_status cs_ed25519_public(const cs_ed25519 *lib,
                            const uint8_t seed[CS_ED25519_SEED],
                            uint8_t key[CS_ED25519_KEY]) {
  size_t n = CS_ED25519_KEY;
  EVP_PKEY *pair = load_seed(lib, seed);
  bool good = pair && lib->EVP_PKEY_get_raw_public_key(pair, key, &n) == 1 &&
              n == CS_ED25519_KEY;
  lib->EVP_PKEY_free(pair); /* NULL is allowed here and below */
  return good ? CS_OK : CS_EOS;
}

cs_status cs_ed25519_sign(const cs_ed25519 *lib,
                          const uint8_t seed[CS_ED25519_SEED], const void *text,
                          size_t n, uint8_t sig[CS_ED25519_SIG]) {
  size_t len = CS_ED25519_SIG;
  EVP_PKEY *pair = load_seed(lib, seed);
  EVP_MD_CTX *md = lib->EVP_MD_CTX_new();
  bool good =
      pair && md && lib->EVP_DigestSignInit(md, NULL, NULL, NULL, pair) == 1 &&
      lib->EVP_DigestSign(md, sig, &len, text, n) == 1 && len == CS_ED25519_SIG;
  lib->EVP_MD_CTX_free(md);
  lib->EVP_PKEY_free(pair);
  return good ? CS_OK : CS_EOS;
}

bool cs_ed25519_verify(const cs_ed25519 *lib, const uint8_t key[CS_ED25519_KEY],
                       const void *text, size_t n,
                       const uint8_t sig[CS_ED25519_SIG]) {
  EVP_PKEY *half = lib->EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, key,
                                                    CS_ED25519_KEY);
  EVP_MD_CTX *md = lib->EVP_MD_CTX_new();
  bool good = half && md &&
              lib->EVP_DigestVerifyInit(md, NULL, NULL, NULL, half) == 1 &&
              lib->EVP_DigestVerify(md, sig, CS_ED25519_SIG, text, n) == 1;
  lib->EVP_MD_CTX_free(md);
  lib->EVP_PKEY_free(half);
  return good;
}
