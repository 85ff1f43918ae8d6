/*
 * approve.c - caisson approve: the owner decides about calls that a policy
 * wants to have agreed to.
 *
 * An MCP server writes what it is asked for into the directory of approvals
 * (serve/permit.c); the decision is a file beside it.  What programs and models
 * wrote is shown quoted and in ASCII, so that it cannot speak to the terminal.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/state.h"
#include "cli/verbs.h"

static bool is_token(const char *s) {
  return strncmp(s, "apr_", 4) == 0 && strlen(s) == 36 &&
         strspn(s + 4, "0123456789abcdef") == 32;
}

static bool path_of(const char *token, const char *end, char out[PATH_MAX]) {
  char name[80];
  snprintf(name, sizeof name, "approvals/%.40s%.8s", token, end);
  return cs_state_path(name, out);
}

/* What the server wrote; NULL: there is nothing of that name. */
static json_t *load(const char *token) {
  char path[PATH_MAX];
  return path_of(token, "", path)
             ? json_load_file(path, JSON_REJECT_DUPLICATES, NULL)
             : NULL;
}

static bool is_decided(const char *token) {
  char path[PATH_MAX];
  return (path_of(token, ".yes", path) && access(path, F_OK) == 0) ||
         (path_of(token, ".no", path) && access(path, F_OK) == 0);
}

/* --- the list ------------------------------------------------------------ */

static void print_part(const json_t *o, const char *key) {
  const json_t *v = json_object_get(o, key);
  char *text = v ? json_dumps(v, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;
  if (text) printf("  %-9s %s\n", key, text);
  free(text);
}

static void print_one(const cs_settings *s, const char *token,
                      const json_t *o) {
  puts(token);
  if (s->quiet) return;
  print_part(o, "tool");
  print_part(o, "arguments");
  print_part(o, "reason");
}

/* With --json everything goes into `list`. */
static void add(const cs_settings *s, const char *token, json_t *list) {
  json_t *o = is_token(token) && !is_decided(token) ? load(token) : NULL;
  if (!o) return;
  if (s->json)
    json_array_append(list, o);
  else
    print_one(s, token, o);
  json_decref(o);
}

static int list_all(const cs_settings *s) {
  char path[PATH_MAX];
  json_t *list = json_array();
  DIR *d = cs_state_path("approvals", path) ? opendir(path) : NULL;
  for (struct dirent *e; d && (e = readdir(d));) add(s, e->d_name, list);
  if (d) closedir(d);
  char *text =
      s->json ? json_dumps(list, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
  if (text) puts(text);
  free(text);
  json_decref(list);
  return 0;
}

/* --- a decision ---------------------------------------------------------- */

static int unknown(const cs_settings *s) {
  return cs_cli_fail(s, "nothing to decide",
                     "nobody asks with this token: it has expired, or the "
                     "server has ended",
                     "see 'caisson approve' for what there is");
}

static int decide(const cs_settings *s, const char *token) {
  char path[PATH_MAX];
  json_t *o = is_token(token) ? load(token) : NULL;
  if (!o) return unknown(s);
  CS_AUTO_FD
  int fd = path_of(token, s->deny ? ".no" : ".yes", path)
               ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600)
               : -1;
  int code = fd >= 0 || errno == EEXIST
                 ? 0
                 : cs_cli_fail(s, "cannot write the decision", strerror(errno),
                               "see that the directory of approvals is yours");
  if (!code && s->json) {
    json_object_set_new(o, "decision",
                        json_string(s->deny ? "refused" : "granted"));
    char *text = json_dumps(o, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (text) puts(text);
    free(text);
  } else if (!code && !s->quiet) {
    printf("%s: ", s->deny ? "refused" : "granted, for one call");
    print_one(s, token, o);
  }
  json_decref(o);
  return code;
}

int cs_cli_approve(const cs_settings *s) {
  if (s->argc > 1)
    return cs_cli_fail(s, "too many tokens", "one is decided at a time",
                       "decide about each by itself");
  if (s->argc == 0 && s->deny)
    return cs_cli_fail(s, "no token", "what is to be refused was not named",
                       "see 'caisson approve' for what there is");
  return s->argc ? decide(s, s->argv[0]) : list_all(s);
}
