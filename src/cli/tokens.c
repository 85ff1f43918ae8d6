/*
 * tokens.c - who may use a server over HTTP.
 *
 * A file has lines NAME TOKEN; empty lines and lines with # are skipped.  It
 * must belong to its reader alone: whoever can write it can let himself in.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/tokens.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"

#define FILE_MAX 65536

static int bad(const cs_settings *s, const char *why, const char *todo) {
  return cs_cli_fail(s, "cannot use --token-file", why, todo);
}

/* The content, to free(); NULL: `*why` says what is wrong. */
static char *read_private(const char *path, const char **why) {
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  struct stat st;
  if (fd < 0 || fstat(fd, &st) != 0) {
    *why = errno == ELOOP ? "it is a link" : strerror(errno);
    return NULL;
  }
  *why = !S_ISREG(st.st_mode)               ? "it is no file"
         : st.st_mode & (S_IRWXG | S_IRWXO) ? "others may use it"
         : st.st_uid != geteuid()           ? "it belongs to somebody else"
         : st.st_size >= FILE_MAX           ? "it is too long"
                                            : NULL;
  char *text = *why ? NULL : calloc(1, FILE_MAX);
  if (!text) return NULL;
  for (size_t n = 0; n + 1 < FILE_MAX;) {
    ssize_t got = read(fd, text + n, FILE_MAX - 1 - n);
    if (got <= 0) break;
    n += (size_t)got;
  }
  return text;
}

/* One line, which is cut into its two words. */
static const char *add_line(cs_tokens *t, char *line) {
  char *rest = NULL;
  char *name = strtok_r(line, " \t\r", &rest);
  char *token = name ? strtok_r(NULL, " \t\r", &rest) : NULL;
  if (!name || name[0] == '#') return NULL;
  if (!token || strtok_r(NULL, " \t\r", &rest))
    return "a line does not have two words";
  if (strlen(token) < CS_TOKEN_MIN) return "a token is shorter than 16";
  if (t->n == CS_TOKENS_MAX) return "it has more than 64 tokens";
  for (size_t i = 0; i < t->n; i++)
    if (strcmp(t->at[2 * i], name) == 0 || strcmp(t->at[2 * i + 1], token) == 0)
      return "a name or a token is there twice";
  t->at[2 * t->n] = name;
  t->at[2 * t->n + 1] = token;
  t->n++;
  return NULL;
}

static int read_file(const cs_settings *s, cs_tokens *t) {
  const char *why = "no memory";
  t->text = read_private(s->token_file, &why);
  if (!t->text) return bad(s, why, "write it with mode 600, lines NAME TOKEN");
  char *rest = NULL;
  why = NULL;
  for (char *line = strtok_r(t->text, "\n", &rest); line && !why;
       line = strtok_r(NULL, "\n", &rest))
    why = add_line(t, line);
  if (!why && t->n == 0) why = "it has no token";
  return why ? bad(s, why,
                   "write lines NAME TOKEN, tokens of 16 characters "
                   "or more")
             : 0;
}

static int use_variable(const cs_settings *s, const char *name, cs_tokens *t,
                        const char *value) {
  char what[64];
  snprintf(what, sizeof what, "cannot use %s", name);
  if (strlen(value) < CS_TOKEN_MIN || strpbrk(value, " \t\r\n"))
    return cs_cli_fail(s, what,
                       "it is shorter than 16 characters or has blanks",
                       "use for example: openssl rand -hex 32");
  t->text = strdup(value);
  t->at[0] = "default";
  t->at[1] = t->text;
  t->n = 1;
  return t->text ? 0 : cs_cli_fail(s, "no server", "no memory", "try again");
}

static int make_one(const cs_settings *s, cs_tokens *t) {
  unsigned char bits[32];
  t->text = calloc(1, 2 * sizeof bits + 1);
  if (!t->text || getrandom(bits, sizeof bits, 0) != (ssize_t)sizeof bits)
    return cs_cli_fail(s, "no token", "no random numbers", "try again");
  for (size_t i = 0; i < sizeof bits; i++)
    snprintf(t->text + 2 * i, 3, "%02x", bits[i]);
  t->at[0] = "default";
  t->at[1] = t->text;
  t->n = 1;
  fprintf(stderr, "caisson: bearer token of this server: %s\n", t->text);
  return 0;
}

int cs_tokens_load(const cs_settings *s, const char *variable, cs_tokens *t) {
  const char *value = getenv(variable);
  *t = (cs_tokens){.n = 0};
  if (s->token_file) return read_file(s, t);
  return value ? use_variable(s, variable, t, value) : make_one(s, t);
}

void cs_tokens_fini(cs_tokens *t) {
  free(t->text);
}
