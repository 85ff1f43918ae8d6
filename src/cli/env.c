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
#include "cli/lines.h"

typedef struct env {
  cs_wire *out;
  size_t n;
} env;

/* `text` may hold a secret: messages only name the variable's place. */
static int bad(const cs_settings *s, const char *where, const char *why) {
  char what[200];
  snprintf(what, sizeof what, "bad variable in %.150s", where);
  return cs_cli_fail(s, what, why, "write NAME=VALUE");
}

/* Later pairs of a DICT win, so overriding is appending. */
static int add(const cs_settings *s, env *e, const char *where,
               const char *text, size_t n) {
  const char *eq = memchr(text, '=', n);
  if (!eq || eq == text) return bad(s, where, "no name before '='");
  cs_wire_str(e->out, text, (size_t)(eq - text));
  cs_wire_str(e->out, eq + 1, n - (size_t)(eq - text) - 1);
  if (e->out->status != CS_OK) return bad(s, where, "it is not UTF-8");
  e->n++;
  return 0;
}

static int add_file(const cs_settings *s, env *e, const char *path) {
  size_t len;
  CS_AUTO_FREE char *text = cs_lines_read_file(path, &len);
  if (!text) {
    char what[200];
    snprintf(what, sizeof what, "cannot read '%.150s'", path);
    return cs_cli_fail(s, what, strerror(errno), "check --env-file");
  }
  int code = 0;
  for (char *p = text; !code && p < text + len;) {
    size_t n = strcspn(p, "\n");
    char *next = p + n + 1;
    while (n > 0 && (p[n - 1] == '\r' || p[n - 1] == ' ')) n--;
    while (n > 0 && (*p == ' ' || *p == '\t')) p++, n--;
    if (n > 0 && *p != '#') code = add(s, e, path, p, n);
    p = next;
  }
  return code;
}

static int add_word(const cs_settings *s, env *e, const char *word) {
  if (strchr(word, '=')) return add(s, e, "-e", word, strlen(word));
  const char *value = getenv(word);
  if (!value) return 0; /* as docker does: not set here, not set there */
  cs_wire_text(e->out, word);
  cs_wire_text(e->out, value);
  if (e->out->status != CS_OK) return bad(s, "-e", "it is not UTF-8");
  e->n++;
  return 0;
}

int cs_env_load(const cs_settings *s, cs_wire *out) {
  env e = {.out = out};
  size_t mark = cs_wire_open(out, CS_WIRE_DICT);
  int code = 0;
  for (size_t i = 0; !code && i < s->env_files.n; i++)
    code = add_file(s, &e, s->env_files.at[i]);
  for (size_t i = 0; !code && i < s->env.n; i++)
    code = add_word(s, &e, s->env.at[i]);
  if (code) return code;
  cs_wire_end(out, mark, e.n);
  if (out->status == CS_OK) return 0;
  return cs_cli_fail(s, "cannot pass the environment on", "no memory",
                     "close other programs");
}
