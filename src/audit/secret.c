/*
 * secret.c - values that must not be written down, and their names.
 *
 * Only the value as it is is found, not its base64 or its pieces: what a
 * program does to a secret on purpose cannot be undone here.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "audit/secret.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

void cs_secrets_fini(cs_secrets *s) {
  for (size_t i = 0; i < s->n; i++) {
    explicit_bzero(s->at[i].value, s->at[i].len);
    free(s->at[i].value);
    free(s->at[i].name);
  }
  free(s->at);
  *s = (cs_secrets){0};
}

static bool is_known(const cs_secrets *s, const char *name, const void *value,
                     size_t len) {
  for (size_t i = 0; i < s->n; i++)
    if (s->at[i].len == len && memcmp(s->at[i].value, value, len) == 0 &&
        strcmp(s->at[i].name, name) == 0)
      return true;
  return false;
}

static bool is_like_id(const char *value, size_t len) {
  size_t n = 0;
  while (n < len && isxdigit((unsigned char)value[n])) n++;
  return n == len;
}

cs_status cs_secrets_add(cs_secrets *s, const char *name, const void *value,
                         size_t len) {
  if (len < CS_SECRET_MIN || len > CS_SECRET_MAX) return CS_EINVAL;
  if (is_known(s, name, value, len)) return CS_OK;
  cs_secret *more = realloc(s->at, (s->n + 1) * sizeof *more);
  if (!more) return CS_EOS;
  s->at = more;
  cs_secret new = {.name = strdup(name), .value = malloc(len), .len = len};
  if (!new.name || !new.value) {
    free(new.name);
    free(new.value);
    return CS_EOS;
  }
  memcpy(new.value, value, len);
  s->at[s->n++] = new;
  s->first[(unsigned char)new.value[0]] = true;
  s->like_ids |= is_like_id(value, len);
  return CS_OK;
}

/* The longest value that begins here. */
static const cs_secret *find(const cs_secrets *s, const char *text, size_t n) {
  const cs_secret *found = NULL;
  for (size_t i = 0; i < s->n; i++) {
    const cs_secret *x = &s->at[i];
    if (x->len <= n && (!found || x->len > found->len) &&
        memcmp(text, x->value, x->len) == 0)
      found = x;
  }
  return found;
}

/* Byte by byte: looking for one value after the other would go over the text
 * once for each place where any of them is. */
cs_status cs_secrets_hide(const cs_secrets *s, const char *text, size_t n,
                          size_t most, cs_buf *out) {
  size_t from = 0, start = out->len;
  for (size_t i = 0; i < n && out->len - start + (i - from) <= most;) {
    const cs_secret *x =
        s->first[(unsigned char)text[i]] ? find(s, text + i, n - i) : NULL;
    if (!x) {
      i++;
      continue;
    }
    cs_status st = cs_buf_put(out, text + from, i - from);
    if (st == CS_OK) st = cs_buf_printf(out, "[secret:%s]", x->name);
    if (st != CS_OK) return st;
    from = i += x->len;
  }
  size_t done = out->len - start, left = n - from;
  size_t rest = done > most ? 0 : most + 1 - done;
  return cs_buf_put(out, text + from, left < rest ? left : rest);
}

static bool has_word(const char *name, const char *word) {
  size_t n = strlen(word);
  for (; *name; name++) {
    size_t i = 0;
    while (i < n && toupper((unsigned char)name[i]) == word[i]) i++;
    if (i == n) return true;
  }
  return false;
}

bool cs_secret_is_name(const char *name) {
  static const char *const words[] = {"KEY", "TOKEN", "SECRET", "PASSW",
                                      "CREDENTIAL"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (has_word(name, words[i])) return true;
  return false;
}
