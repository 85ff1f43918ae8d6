/*
 * env.c - the guest's environment: -e and --env-file.  It starts empty.
 *
 * Files come first, so that -e overrides them.  A file has lines NAME=VALUE;
 * empty lines and lines with # are skipped, nothing is expanded.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/env.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cleanup.h"
#include "base/utf8.h"
#include "cli/lines.h"

/* `text` may hold a secret: messages only name the variable's place. */
static int bad(const cs_settings *s, const char *where, const char *why) {
  char what[200];
  snprintf(what, sizeof what, "bad variable in %.150s", where);
  return cs_cli_fail(s, what, why, "write NAME=VALUE");
}

static bool is_text(const char *s) {
  size_t n = strlen(s);
  return cs_utf8_check((const uint8_t *)s, n, true, NULL) == n;
}

/* Where variables go. */
typedef struct taker {
  const cs_settings *s;
  cs_env_use *use;
  void *user;
} taker;

static int put(const taker *t, const char *where, const char *name,
               const char *value) {
  if (!is_text(name) || !is_text(value))
    return bad(t->s, where, "it is not UTF-8");
  cs_status st = t->use(t->user, name, value);
  if (st == CS_OK) return 0;
  return bad(t->s, where, st == CS_EINVAL ? "no name before '='" : "no memory");
}

static int add(const taker *t, const char *where, const char *text, size_t n) {
  CS_AUTO_FREE
  char *copy = strndup(text, n);
  if (!copy) return bad(t->s, where, "no memory");
  char *eq = strchr(copy, '=');
  if (!eq || eq == copy) return bad(t->s, where, "no name before '='");
  *eq = 0;
  return put(t, where, copy, eq + 1);
}

static int add_file(const taker *t, const char *path) {
  size_t len;
  CS_AUTO_FREE
  char *text = cs_lines_read_file(path, &len);
  if (!text) {
    char what[200];
    snprintf(what, sizeof what, "cannot read '%.150s'", path);
    return cs_cli_fail(t->s, what, strerror(errno), "check --env-file");
  }
  int code = 0;
  for (char *p = text; !code && p < text + len;) {
    size_t n = strcspn(p, "\n");
    char *next = p + n + 1;
    while (n > 0 && (p[n - 1] == '\r' || p[n - 1] == ' ')) n--;
    while (n > 0 && (*p == ' ' || *p == '\t')) p++, n--;
    if (n > 0 && *p != '#') code = add(t, path, p, n);
    p = next;
  }
  return code;
}

static int add_word(const taker *t, const char *word) {
  if (strchr(word, '=')) return add(t, "-e", word, strlen(word));
  const char *value = getenv(word);
  if (!value) return 0; /* as docker does: not set here, not set there */
  return put(t, "-e", word, value);
}

int cs_env_each(const cs_settings *s, cs_env_use *use, void *user) {
  taker t = {s, use, user};
  int code = 0;
  for (size_t i = 0; !code && i < s->env_files.n; i++)
    code = add_file(&t, s->env_files.at[i]);
  for (size_t i = 0; !code && i < s->env.n; i++)
    code = add_word(&t, s->env.at[i]);
  return code;
}

static cs_status put_in_session(void *user, const char *name,
                                const char *value) {
  return cs_session_put_env(user, name, value);
}

int cs_env_load(const cs_settings *s, cs_session *to) {
  return cs_env_each(s, put_in_session, to);
}
