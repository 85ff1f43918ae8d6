/*
 * source.c - where the host has the value of a secret.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "egress/source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"

#define COMMAND_MS 5000
#define WORDS_MAX  32

static cs_status take(const char *name, const char *value, size_t n,
                      cs_vault_secret *out, cs_error *err) {
  if (!cs_vault_is_valid(value, n))
    return cs_error_set(err, CS_EINVAL,
                        "the secret %.60s is empty, longer than 8192 bytes, or "
                        "has a NUL or a line end in it",
                        name);
  memcpy(out->value, value, n);
  out->nvalue = (uint32_t)n;
  return CS_OK;
}

/* One line end at the end is the editor's, not the secret's. */
static size_t without_line_end(const char *text, size_t n) {
  if (n && text[n - 1] == '\n') n--;
  if (n && text[n - 1] == '\r') n--;
  return n;
}

/* Read up to the limit of a secret and one byte more, until `deadline_ms` from
 * now; -1: too late, or an error. */
static ssize_t read_some(int fd, char *to, size_t room, int wait_ms) {
  struct timespec t;
  (void)clock_gettime(CLOCK_MONOTONIC, &t);
  int64_t end = (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000 + wait_ms;
  size_t n = 0;
  while (n < room) {
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    int64_t left = end - ((int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000);
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (left <= 0 || poll(&p, 1, (int)left) == 0) return -1;
    ssize_t k = read(fd, to + n, room - n);
    if (k < 0 && errno == EINTR) continue;
    if (k < 0) return -1;
    if (k == 0) break;
    n += (size_t)k;
  }
  return (ssize_t)n;
}

/* --- kinds --------------------------------------------------------------- */

static cs_status read_env(const char *name, const char *variable,
                          cs_vault_secret *out, cs_error *err) {
  const char *value = getenv(variable);
  if (!value)
    return cs_error_set(err, CS_EINVAL,
                        "the secret %.60s comes from the variable %.60s, which "
                        "is not set: set it, or run without --secret %.60s",
                        name, variable, name);
  return take(name, value, strlen(value), out, err);
}

static cs_status read_file(const char *name, const char *path,
                           cs_vault_secret *out, cs_error *err) {
  char text[CS_VAULT_VALUE + 3];
  struct stat s;
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    return cs_error_os(err, "the secret %.60s cannot be read from %.80s", name,
                       path);
  if (fstat(fd, &s) != 0 || !S_ISREG(s.st_mode) || s.st_uid != geteuid() ||
      (s.st_mode & 077) != 0)
    return cs_error_set(err, CS_EINVAL,
                        "the file %.80s of the secret %.60s must be a file of "
                        "yours that nobody else can read (chmod 600)",
                        path, name);
  ssize_t n = read_some(fd, text, sizeof text, COMMAND_MS);
  cs_status st =
      n < 0 ? cs_error_os(err, "cannot read the secret %.60s", name)
            : take(name, text, without_line_end(text, (size_t)n), out, err);
  explicit_bzero(text, sizeof text);
  return st;
}

/* "[pass, show, key]": words with commas between them; quotes are removed. */
static bool split(char *text, char *argv[WORDS_MAX + 1]) {
  size_t n = 0, len = strlen(text);
  if (len < 2 || text[0] != '[' || text[len - 1] != ']') return false;
  text[len - 1] = 0;
  for (char *at = text + 1; at && n < WORDS_MAX;) {
    char *end = strchr(at, ',');
    if (end) *end = 0;
    while (*at == ' ') at++;
    size_t k = strlen(at);
    while (k && at[k - 1] == ' ') at[--k] = 0;
    if (k >= 2 && (at[0] == '"' || at[0] == '\'') && at[k - 1] == at[0]) {
      at[k - 1] = 0;
      at++;
    }
    argv[n++] = at;
    at = end ? end + 1 : NULL;
  }
  argv[n] = NULL;
  return n > 0 && argv[0][0];
}

static cs_status start(char **argv, int *out, pid_t *pid, cs_error *err) {
  extern char **environ;
  int p[2];
  posix_spawn_file_actions_t fa;
  if (pipe2(p, O_CLOEXEC) != 0) return cs_error_os(err, "no pipe");
  int rc = posix_spawn_file_actions_init(&fa);
  if (rc == 0) {
    rc = posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
    if (rc == 0) rc = posix_spawn_file_actions_adddup2(&fa, p[1], 1);
    if (rc == 0) rc = posix_spawn_file_actions_addclosefrom_np(&fa, 3);
    if (rc == 0) rc = posix_spawnp(pid, argv[0], &fa, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&fa);
  }
  close(p[1]);
  *out = p[0];
  if (rc == 0) return CS_OK;
  close(p[0]);
  errno = rc;
  return cs_error_os(err, "cannot start %.80s", argv[0]);
}

static cs_status read_command(const char *name, const char *words,
                              cs_vault_secret *out, cs_error *err) {
  char text[CS_VAULT_VALUE + 3], *argv[WORDS_MAX + 1];
  CS_AUTO_FREE
  char *copy = strdup(words);
  CS_AUTO_FD
  int fd = -1;
  pid_t pid;
  int status = 0;
  if (!copy || !split(copy, argv))
    return cs_error_set(err, CS_EINVAL,
                        "the secret %.60s: write cmd:[program, argument]",
                        name);
  cs_status st = start(argv, &fd, &pid, err);
  if (st != CS_OK) return st;
  ssize_t n = read_some(fd, text, sizeof text, COMMAND_MS);
  if (n < 0) (void)kill(pid, SIGKILL); /* our child, not yet waited for */
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  if (n < 0 || status != 0)
    st = cs_error_set(err, CS_EOS, "the command of the secret %.60s %s", name,
                      n < 0 ? "did not end within 5 seconds" : "failed");
  else
    st = take(name, text, without_line_end(text, (size_t)n), out, err);
  explicit_bzero(text, sizeof text);
  return st;
}

cs_status cs_source_read(const char *name, const char *from,
                         cs_vault_secret *out, cs_error *err) {
  if (strncmp(from, "env:", 4) == 0) return read_env(name, from + 4, out, err);
  if (strncmp(from, "file:", 5) == 0)
    return read_file(name, from + 5, out, err);
  if (strncmp(from, "cmd:", 4) == 0)
    return read_command(name, from + 4, out, err);
  return cs_error_set(err, CS_EINVAL, "the secret %.60s has no known source",
                      name);
}

/* --- from a policy ------------------------------------------------------- */

static const cs_pvalue *find(const cs_policy *p, const char *name) {
  return cs_pvalue_find(cs_policy_value(p, CS_POLICY_SECRETS), name);
}

static const char *text_of(const cs_pvalue *e, const char *key) {
  const cs_pvalue *v = e ? cs_pvalue_find(e, key) : NULL;
  return v && v->kind == CS_PV_TEXT ? v->text : NULL;
}

bool cs_source_is_open(const cs_policy *p, const char *name) {
  const char *mode = text_of(find(p, name), "mode");
  return mode && strcmp(mode, "env") == 0;
}

void cs_source_variable(const cs_policy *p, const char *name, char out[129]) {
  const char *set = text_of(find(p, name), "env");
  snprintf(out, 129, "%s", set ? set : name);
  for (char *c = out; !set && *c; c++) {
    if (*c >= 'a' && *c <= 'z') *c = (char)(*c - ('a' - 'A'));
    bool good = (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    if (!good) *c = '_';
  }
}

static uint32_t sites_of(const cs_pvalue *e) {
  static const struct {
    const char *word;
    uint32_t site;
  } words[] = {{"header", CS_SITE_HEADER},
               {"basic", CS_SITE_BASIC},
               {"query", CS_SITE_QUERY},
               {"body", CS_SITE_BODY}};
  const cs_pvalue *list = cs_pvalue_find(e, "sites");
  uint32_t sites = 0;
  if (!list || list->kind == CS_PV_NONE) return CS_SITE_HEADER | CS_SITE_BASIC;
  for (size_t i = 0; i < list->n; i++)
    for (size_t k = 0; k < 4; k++)
      if (strcmp(list->items[i].text, words[k].word) == 0)
        sites |= words[k].site;
  return sites;
}

static cs_status put_hosts(const cs_pvalue *e, cs_vault_secret *out,
                           cs_error *err) {
  const cs_pvalue *list = cs_pvalue_find(e, "hosts");
  size_t at = 0;
  for (size_t i = 0; list && i < list->n; i++) {
    size_t n = strlen(list->items[i].text) + 1;
    if (at + n + 1 > sizeof out->hosts)
      return cs_error_set(err, CS_ELIMIT, "the secret %.60s has too many hosts",
                          out->name);
    memcpy(out->hosts + at, list->items[i].text, n);
    at += n;
  }
  return CS_OK;
}

/* redteam: I05 - 128 random bits, new for each sandbox. */
static cs_status make_placeholder(const cs_pvalue *e, cs_vault_secret *out,
                                  cs_error *err) {
  unsigned char random[16];
  char word[CS_VAULT_NAME];
  const char *prefix = text_of(e, "prefix");
  if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
    return cs_error_os(err, "no random numbers");
  snprintf(word, sizeof word, "%s", out->name);
  for (char *c = word; *c; c++)
    if (*c == '.' || *c == '-') *c = '_';
  int n = snprintf(out->placeholder, sizeof out->placeholder, "%scsph_%s_",
                   prefix ? prefix : "", word);
  for (size_t i = 0; i < sizeof random; i++)
    n += snprintf(out->placeholder + n, sizeof out->placeholder - (size_t)n,
                  "%02x", random[i]);
  return CS_OK;
}

cs_status cs_source_bind(const cs_policy *p, const char *name,
                         cs_vault_secret *out, cs_error *err) {
  const cs_pvalue *e = find(p, name);
  const char *from = text_of(e, "from");
  memset(out, 0, sizeof *out);
  if (!e || !from || strlen(name) >= sizeof out->name)
    return cs_error_set(err, CS_EINVAL,
                        "the policy has no secret %.60s with a source", name);
  memcpy(out->name, name, strlen(name) + 1);
  out->sites = sites_of(e);
  cs_status st = put_hosts(e, out, err);
  if (st == CS_OK) st = make_placeholder(e, out, err);
  return st == CS_OK ? cs_source_read(name, from, out, err) : st;
}
