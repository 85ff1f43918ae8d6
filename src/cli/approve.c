/*
 * approve.c - caisson approve: the owner decides about calls and hosts that a
 * policy wants to have agreed to.
 *
 * Who is asked writes it into the directory of approvals (base/approval.h); the
 * decision is a file beside it.  What programs and models
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

#include "base/approval.h"
#include "base/cleanup.h"
#include "cli/state.h"
#include "cli/verbs.h"

static bool is_token(const char *s) {
  return strncmp(s, "apr_", 4) == 0 && strlen(s) == 36 &&
         strspn(s + 4, "0123456789abcdef") == 32;
}

/* The directory of approvals; -1: there is none. */
static int open_dir(void) {
  char path[PATH_MAX];
  return cs_state_path("approvals", path)
             ? open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
             : -1;
}

/* What is asked; NULL: there is nothing of that name. */
static json_t *load(int dir, const char *token) {
  CS_AUTO_FD
  int fd = openat(dir, token, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  return fd >= 0 ? json_loadfd(fd, JSON_REJECT_DUPLICATES, NULL) : NULL;
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
  print_part(o, "host");
  print_part(o, "method");
  print_part(o, "rule");
  print_part(o, "tool");
  print_part(o, "arguments");
  print_part(o, "reason");
}

/* With --json everything goes into `list`. */
static void add(const cs_settings *s, int dir, const char *token,
                json_t *list) {
  bool open =
      is_token(token) && cs_approval_look(dir, token) == CS_APPROVAL_OPEN;
  json_t *o = open ? load(dir, token) : NULL;
  if (!o) return;
  if (s->json)
    json_array_append(list, o);
  else
    print_one(s, token, o);
  json_decref(o);
}

static int list_all(const cs_settings *s) {
  json_t *list = json_array();
  int dir = open_dir();
  DIR *d = dir >= 0 ? fdopendir(dir) : NULL;
  for (struct dirent *e; d && (e = readdir(d));) add(s, dir, e->d_name, list);
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

static cs_approval answer_of(const cs_settings *s) {
  return s->deny          ? CS_APPROVAL_NO
         : s->for_session ? CS_APPROVAL_SESSION
                          : CS_APPROVAL_ONCE;
}

static void print_decision(const cs_settings *s, const char *token, json_t *o) {
  static const char *const words[] = {
      [CS_APPROVAL_NO] = "refused: ",
      [CS_APPROVAL_ONCE] = "granted, once: ",
      [CS_APPROVAL_SESSION] = "granted, as long as the session lives: "};
  cs_approval answer = answer_of(s);
  if (!s->json) {
    fputs(s->quiet ? "" : words[answer], stdout);
    if (!s->quiet) print_one(s, token, o);
    return;
  }
  json_object_set_new(
      o, "decision",
      json_string(answer == CS_APPROVAL_NO ? "refused" : "granted"));
  if (answer == CS_APPROVAL_SESSION)
    json_object_set_new(o, "for_session", json_true());
  char *text = json_dumps(o, JSON_COMPACT | JSON_ENSURE_ASCII);
  if (text) puts(text);
  free(text);
}

static int decide(const cs_settings *s, const char *token) {
  CS_AUTO_FD
  int dir = open_dir();
  json_t *o = dir >= 0 && is_token(token) ? load(dir, token) : NULL;
  int code = 0;
  if (!o) return unknown(s);
  if (!cs_approval_answer(dir, token, answer_of(s)) && errno != EEXIST)
    code = cs_cli_fail(s, "cannot write the decision", strerror(errno),
                       "see that the directory of approvals is yours");
  if (!code) print_decision(s, token, o);
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
  if (s->deny && s->for_session)
    return cs_cli_fail(s, "yes and no", "--deny and --for-session are given",
                       "a refusal holds for the session anyway");
  return s->argc ? decide(s, s->argv[0]) : list_all(s);
}
