/*
 * vault.c - where values are kept.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/vault.h"

#include <string.h>
#include <sys/mman.h>

#include "policy/host.h"

cs_status cs_vault_open(cs_vault *s, size_t room, cs_error *err) {
  *s = (cs_vault){.room = room};
  if (room == 0) return CS_OK;
  void *at = mmap(NULL, room * sizeof(cs_vault_secret), PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) return cs_error_os(err, "no memory for secrets");
  s->at = at;
  (void)madvise(at, room * sizeof(cs_vault_secret), MADV_DONTDUMP);
  (void)madvise(at, room * sizeof(cs_vault_secret), MADV_WIPEONFORK);
  if (mlock(at, room * sizeof(cs_vault_secret)) == 0) {
    s->locked = true;
    return CS_OK;
  }
  cs_status st = cs_error_os(
      err, "the memory for %zu secrets cannot be locked; raise 'ulimit -l'",
      room);
  cs_vault_close(s);
  return st;
}

void cs_vault_close(cs_vault *s) {
  if (s->at) {
    explicit_bzero(s->at, s->room * sizeof(cs_vault_secret));
    (void)munmap(s->at, s->room * sizeof(cs_vault_secret));
  }
  *s = (cs_vault){0};
}

bool cs_vault_is_valid(const char *value, size_t n) {
  if (n == 0 || n > CS_VAULT_VALUE) return false;
  for (size_t i = 0; i < n; i++)
    if (value[i] == 0 || value[i] == '\r' || value[i] == '\n') return false;
  return true;
}

cs_status cs_vault_put(cs_vault *s, const cs_vault_secret *from,
                       cs_error *err) {
  size_t i = 0;
  if (from->nvalue && !cs_vault_is_valid(from->value, from->nvalue))
    return cs_error_set(err, CS_EINVAL,
                        "the secret %.60s is empty, too long, or has a NUL or "
                        "a line end in it",
                        from->name);
  while (i < s->n && strcmp(s->at[i].name, from->name) != 0) i++;
  if (i < s->n) { /* only the value changes */
    explicit_bzero(s->at[i].value, sizeof s->at[i].value);
    memcpy(s->at[i].value, from->value, from->nvalue);
    s->at[i].nvalue = from->nvalue;
    return CS_OK;
  }
  if (s->n == s->room)
    return cs_error_set(err, CS_ELIMIT, "no room for another secret");
  s->at[s->n++] = *from;
  return CS_OK;
}

bool cs_vault_binds(const cs_vault_secret *s, const cs_name *host) {
  if (host->address.family) return false;
  for (const char *h = s->hosts; *h; h += strlen(h) + 1)
    if (cs_host_matches(h, host->text)) return true;
  return false;
}

bool cs_vault_has(const cs_vault *s, const cs_name *host) {
  for (size_t i = 0; i < s->n; i++)
    if (cs_vault_binds(&s->at[i], host)) return true;
  return false;
}
