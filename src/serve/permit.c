/*
 * permit.c - calls that the owner is asked about by way of a file.
 *
 * A refused call has a token.  request_permission writes what it is about into
 * the directory of approvals, as a file of that name; `caisson approve` puts a
 * file with the decision beside it.  Programs are never shown this directory.
 * A token is for one session, one function, one set of arguments, one use.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/approval.h"
#include "base/cleanup.h"
#include "serve/approve.h"
#include "serve/result.h"
#include "serve/tool.h"

#define PERMITS_MAX 32 /* of one caller */

typedef struct cs_permit {
  struct cs_permit *next; /* the server's lock, as all of it */
  char token[CS_TEXT_ID], session[CS_TEXT_ID];
  const cs_caller *caller;
  char *name, *shown; /* owned */
  uint64_t until_ms;
  bool filed;
} permit;

/* --- files --------------------------------------------------------------- */

/* The directory of approvals; -1: there is none. */
static int open_dir(const cs_server *s) {
  const char *dir = s->config->approvals;
  return dir ? open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
}

static void unfile(const cs_server *s, const permit *p) {
  CS_AUTO_FD
  int dir = p->filed ? open_dir(s) : -1;
  if (dir >= 0) cs_approval_drop(dir, p->token);
}

static cs_approval look(const cs_server *s, const permit *p) {
  CS_AUTO_FD
  int dir = p->filed ? open_dir(s) : -1;
  return dir >= 0 ? cs_approval_look(dir, p->token) : CS_APPROVAL_OPEN;
}

static bool file(const cs_server *s, permit *p, const char *reason) {
  if (p->filed) return true;
  if (s->config->approvals) (void)!mkdir(s->config->approvals, 0700);
  CS_AUTO_FD
  int dir = open_dir(s);
  json_t *o = json_pack("{s:s, s:s, s:s, s:s, s:s*, s:s, s:I}", "schema",
                        "caisson.approval/1", "token", p->token, "tool",
                        p->name, "arguments", p->shown, "reason", reason,
                        "session_id", p->session, "pid", (json_int_t)getpid());
  char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
  p->filed = dir >= 0 && text && cs_approval_put(dir, p->token, text);
  free(text);
  json_decref(o);
  return p->filed;
}

/* --- the list ------------------------------------------------------------ */

static void free_permit(const cs_server *s, permit *p) {
  unfile(s, p);
  free(p->name);
  free(p->shown);
  free(p);
}

/* Those that are over, and the oldest of a caller that has too many. */
static void tidy(cs_server *s, const cs_caller *c) {
  uint64_t now = cs_text_now();
  size_t n = 0;
  for (permit **at = &s->permits; *at;) {
    permit *p = *at;
    n += p->caller == c;
    if (now < p->until_ms && !(p->caller == c && n > PERMITS_MAX)) {
      at = &p->next;
      continue;
    }
    *at = p->next;
    free_permit(s, p);
  }
}

static permit *find(const cs_job *j, const char *name, const char *shown) {
  for (permit *p = j->server->permits; p; p = p->next)
    if (p->caller == j->caller && strcmp(p->session, j->session_id) == 0 &&
        strcmp(p->name, name) == 0 && strcmp(p->shown, shown) == 0)
      return p;
  return NULL;
}

static permit *make(const cs_job *j, const char *name, const char *shown) {
  permit *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  *p = (permit){.caller = j->caller,
                .until_ms = cs_text_now() + CS_APPROVE_MS,
                .name = strdup(name),
                .shown = strdup(shown)};
  memcpy(p->session, j->session_id, CS_TEXT_ID);
  if (p->name && p->shown && cs_text_id("apr_", p->token)) return p;
  free_permit(j->server, p);
  return NULL;
}

void cs_permit_make(cs_job *j, const char *name, const char *shown,
                    char token[CS_TEXT_ID]) {
  cs_server *s = j->server;
  if (!s->config->approvals) return;
  pthread_mutex_lock(&s->lock);
  permit *p = find(j, name, shown);
  if (!p && (p = make(j, name, shown))) {
    p->next = s->permits;
    s->permits = p;
    tidy(s, j->caller);
  }
  if (p) memcpy(token, p->token, CS_TEXT_ID);
  pthread_mutex_unlock(&s->lock);
}

bool cs_permit_use(cs_job *j, const char *name, const char *shown) {
  cs_server *s = j->server;
  pthread_mutex_lock(&s->lock);
  tidy(s, j->caller);
  permit *p = find(j, name, shown);
  cs_approval said = p ? look(s, p) : CS_APPROVAL_OPEN;
  bool yes = said == CS_APPROVAL_ONCE || said == CS_APPROVAL_SESSION;
  if (said == CS_APPROVAL_SESSION) p->until_ms = UINT64_MAX;
  if (said == CS_APPROVAL_ONCE) p->until_ms = 0;
  if (yes) tidy(s, j->caller);
  pthread_mutex_unlock(&s->lock);
  return yes;
}

void cs_permit_drop_all(cs_server *s) {
  while (s->permits) {
    permit *p = s->permits;
    s->permits = p->next;
    free_permit(s, p);
  }
}

/* --- the tool ------------------------------------------------------------ */

/* With the lock. */
static const char *state_of(cs_job *j, const char *token, const char *reason) {
  cs_server *s = j->server;
  permit *p = s->permits;
  while (p && (p->caller != j->caller || strcmp(p->token, token) != 0))
    p = p->next;
  if (!p) return NULL;
  cs_approval said = look(s, p);
  if (said == CS_APPROVAL_NO) return "refused";
  if (said != CS_APPROVAL_OPEN) return "granted";
  if (!p->filed && !file(s, p, reason)) return "";
  fprintf(stderr, "caisson: a program asks for a call: caisson approve %s\n",
          token);
  return "pending";
}

json_t *cs_tool_request_permission(cs_job *j) {
  const char *token = cs_args_text(j->arguments, "request_token");
  const char *reason = cs_args_text(j->arguments, "reason");
  pthread_mutex_lock(&j->server->lock);
  tidy(j->server, j->caller);
  const char *state = state_of(j, token ? token : "", reason);
  pthread_mutex_unlock(&j->server->lock);
  if (!state)
    return cs_result_failure(j, "UnknownToken",
                             "There is no such token: it was used, or it has "
                             "expired. Run the code again for a new one.");
  if (!state[0])
    return cs_result_failure(j, "NoApprover",
                             "The owner cannot be asked now. Go on without "
                             "this call.");
  return cs_result_plain(
      j, "caisson.permission/1", json_pack("{s:s}", "decision", state),
      strcmp(state, "granted") == 0
          ? "Granted, for one call: run the code again in the same session."
      : strcmp(state, "refused") == 0
          ? "Refused by the owner. Do not ask again."
          : "Pending: the owner has been told. Ask again in a while, or go on "
            "without this call.");
}
