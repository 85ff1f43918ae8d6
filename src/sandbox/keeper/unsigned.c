/*
 * unsigned.c - no signatures in a keeper.
 *
 * A static program cannot load OpenSSL, and a keeper has no room for it.  It
 * appends records to the chain of the audit log like everybody else; the
 * checkpoint over them is signed by the next command that writes there.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "digest/ed25519.h"

cs_status cs_ed25519_open(cs_ed25519 *lib, cs_error *err) {
  (void)err;
  *lib = (cs_ed25519){.library = NULL};
  return CS_OK;
}

void cs_ed25519_close(cs_ed25519 *lib) {
  (void)lib;
}

cs_status cs_ed25519_public(const cs_ed25519 *lib,
                            const uint8_t seed[CS_ED25519_SEED],
                            uint8_t key[CS_ED25519_KEY]) {
  (void)lib;
  (void)seed;
  (void)key;
  return CS_EOS;
}

cs_status cs_ed25519_sign(const cs_ed25519 *lib,
                          const uint8_t seed[CS_ED25519_SEED], const void *text,
                          size_t n, uint8_t sig[CS_ED25519_SIG]) {
  (void)lib;
  (void)seed;
  (void)text;
  (void)n;
  (void)sig;
  return CS_EOS;
}

bool cs_ed25519_verify(const cs_ed25519 *lib, const uint8_t key[CS_ED25519_KEY],
                       const void *text, size_t n,
                       const uint8_t sig[CS_ED25519_SIG]) {
  (void)lib;
  (void)key;
  (void)text;
  (void)n;
  (void)sig;
  return false;
}
