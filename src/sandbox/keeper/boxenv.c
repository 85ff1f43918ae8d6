/*
 * boxenv.c - secrets that the programs of a sandbox see themselves.
 *
 * The creator hands the values over in a memory file (sandbox/boxshown.h).
 * They are put into the environment of commands and taken out of what is
 * written down: the log, the output of detached commands, the audit.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "caisson/audit.h"
#include "sandbox/keeper/keeper.h"

/* The text at `*at`, which moves behind it; NULL: there is none. */
static const char *next_text(const cs_boxenv *e, size_t *at) {
  const char *text = e->text + *at;
  size_t left = e->len - *at;
  size_t n = left ? strnlen(text, left) : 0;
  if (n == left) return NULL;
  *at += n + 1;
  return text;
}

bool cs_boxenv_next(const cs_boxenv *e, size_t *at, cs_boxenv_entry *out) {
  out->name = next_text(e, at);
  out->variable = out->name ? next_text(e, at) : NULL;
  out->value = out->variable ? next_text(e, at) : NULL;
  return out->value != NULL;
}

static cs_status read_file(cs_boxenv *e, cs_error *err) {
  struct stat s;
  const int fd = CS_KEEPER_FD_SECRETS;
  if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size == 0) return CS_OK;
  e->text = malloc((size_t)s.st_size);
  if (!e->text) return cs_error_set(err, CS_EOS, "no memory for secrets");
  e->len = (size_t)s.st_size;
  (void)!mlock(e->text, e->len);
  return pread(fd, e->text, e->len, 0) == (ssize_t)e->len
             ? CS_OK
             : cs_error_os(err, "cannot read the secrets of the sandbox");
}

cs_status cs_boxenv_read(cs_keeper *k, cs_error *err) {
  cs_boxenv *e = &k->env;
  cs_boxenv_entry x;
  cs_status st = read_file(e, err);
  close(CS_KEEPER_FD_SECRETS); /* nothing that we start has it */
  for (size_t at = 0; st == CS_OK && cs_boxenv_next(e, &at, &x);) {
    st = cs_secrets_add(&e->secrets, x.name, x.value, strlen(x.value));
    if (st == CS_OK && k->audit)
      st = cs_audit_secret(k->audit, x.name, x.value, strlen(x.value));
    if (st != CS_OK)
      st = cs_error_set(err, st, "the secret %.60s cannot be kept", x.name);
  }
  return st;
}

void cs_boxenv_close(cs_keeper *k) {
  if (k->env.text) explicit_bzero(k->env.text, k->env.len);
  free(k->env.text);
  cs_secrets_fini(&k->env.secrets);
  k->env = (cs_boxenv){0};
}

/* --- taking values out ---------------------------------------------------- */

/* The leftmost value, of several there the longest. */
static const cs_secret *find_next(const cs_secrets *s, const char *text,
                                  size_t n, size_t *where) {
  const cs_secret *which = NULL;
  *where = CS_MEM_NONE;
  for (size_t i = 0; i < s->n; i++) {
    const cs_secret *x = &s->at[i];
    size_t at = cs_mem_find(text, n, x->value, x->len);
    if (at == CS_MEM_NONE || at > *where) continue;
    if (which && at == *where && x->len < which->len) continue;
    *where = at;
    which = x;
  }
  return which;
}

/* How many of the last bytes are the begin of a value? */
static size_t held_back(const cs_secrets *s, const char *text, size_t n) {
  size_t most = 0;
  for (size_t i = 0; i < s->n; i++) {
    size_t have = s->at[i].len - 1;
    if (have > n) have = n;
    while (have > most && memcmp(text + n - have, s->at[i].value, have) != 0)
      have--;
    if (have > most) most = have;
  }
  return most;
}

static cs_status put_name(const cs_secret *x, cs_buf *out) {
  cs_status st = cs_buf_put_text(out, "[secret:");
  if (st == CS_OK) st = cs_buf_put_text(out, x->name);
  return st == CS_OK ? cs_buf_put_text(out, "]") : st;
}

cs_status cs_boxenv_hide(const cs_boxenv *e, cs_buf *held, const char *bytes,
                         size_t n, bool last, cs_buf *out) {
  const cs_secret *x;
  size_t at = 0, found;
  cs_status st = cs_buf_put(held, bytes, n);
  while (
      st == CS_OK && at < held->len &&
      (x = find_next(&e->secrets, held->data + at, held->len - at, &found))) {
    st = cs_buf_put(out, held->data + at, found);
    if (st == CS_OK) st = put_name(x, out);
    at += found + x->len;
  }
  if (st != CS_OK || held->len == 0) return st;
  size_t left = held->len - at;
  size_t keep = last ? 0 : held_back(&e->secrets, held->data + at, left);
  st = cs_buf_put(out, held->data + at, left - keep);
  memmove(held->data, held->data + held->len - keep, keep);
  held->len = keep;
  return st;
}
