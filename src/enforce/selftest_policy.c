/*
 * selftest_policy.c - what a session does itself under a policy, tried.
 *
 * Each trial is one program under two policies: one that refuses something and
 * one that does not.  Sessions do these in the host's process, whatever runs
 * the program, so trying them with one engine speaks for all depths.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "enforce/selftest_policy.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/audit_in.h"
#include "enforce/enforce.h"
#include "policy/load.h"

#define HEAD "version: 1\nworker: false\n"

typedef struct trial {
  cs_selftest_id id;
  const char *code;
  const char *tight, *wide; /* lines of the policy; %s: a directory */
  const char *limit;        /* name of the LIMIT that must end it ("": any
                               end but a good one), or */
  const char *raised;       /* the exception; neither: output is cut, or */
  bool listed;              /* no artifact is listed */
  bool tool;                /* there is a tool `t` */
  bool log;                 /* there is a log; tight: which cannot be written */
} trial;

#define MOUNT "fs: {mounts: [{host: %s, guest: /w, mode: rw}]"
#define LAYER "fs: {mounts: [{host: %s, guest: /w}]}\n"
#define SPACE "fs: {mounts: [{host: %s, guest: /workspace, mode: rw}]}\n"
#define SPACE_CODE \
  "import os\nopen('/workspace/f', 'w').close()\nos.remove('/workspace/f')"
#define MAKE "import os\nopen('/w/f', 'w').close()\nos.remove('/w/f')"

static const trial trials[] = {
    {.id = CS_SELFTEST_STREAMS,
     .code = "print('x' * 9000)",
     .tight = "limits: {stdout_bytes: 1000}\n",
     .wide = "limits: {stdout_bytes: 100000}\n"},
    {.id = CS_SELFTEST_WALL,
     .code = "for i in range(4000000): pass",
     .tight = "limits: {wall_ms: 5}\n",
     .wide = "limits: {wall_ms: 30000}\n",
     .limit = "wall"},
    {.id = CS_SELFTEST_DENY,
     .code = MAKE,
     .tight = MOUNT ", deny: [/w/f]}\n",
     .wide = MOUNT "}\n",
     .raised = "OSError"},
    {.id = CS_SELFTEST_PROTECT_LIST,
     .code = MAKE,
     .tight = MOUNT ", protect: [f]}\n",
     .wide = MOUNT ", protect: [g]}\n",
     .raised = "OSError"},
    {.id = CS_SELFTEST_TOOL_LIST,
     .code = "t()",
     .tight = "tools: {allow: []}\n",
     .wide = "tools: {allow: [t]}\n",
     .raised = "PermissionError",
     .tool = true},
    {.id = CS_SELFTEST_SLEEP_CALL,
     .code = "import time\ntime.sleep(0.003)",
     .tight = "limits: {sleep_call_ms: 1}\n",
     .wide = "limits: {sleep_call_ms: 1000}\n",
     .limit = ""},
    {.id = CS_SELFTEST_WORKSPACE,
     .code = SPACE_CODE,
     .tight = SPACE "workspace: {mode: rw, write: [out]}\n",
     .wide = SPACE "workspace: {mode: rw}\n",
     .raised = "OSError"},
    {.id = CS_SELFTEST_APPROVE,
     .code = "t()",
     .tight = "tools: {approve: [t]}\n",
     .wide = "tools: {approve: [u]}\n",
     .raised = "PermissionError",
     .tool = true},
    {.id = CS_SELFTEST_EXPORT,
     .code = "open('/w/f', 'w').close()",
     .tight = LAYER "artifacts: {export: [/v/**]}\n",
     .wide = LAYER "artifacts: {export: [/w/**]}\n",
     .listed = true},
    {.id = CS_SELFTEST_LOG,
     .code = "1",
     .tight = "audit: {required: true}\n",
     .wide = "audit: {required: true}\n",
     .limit = "audit",
     .log = true}};

typedef struct host {
  size_t told, files;
} host;

static bool take_output(void *user, int stream, const char *text, size_t n) {
  host *h = user;
  (void)stream;
  (void)text;
  h->told += n;
  return true;
}

static cs_reply_kind answer_call(void *user, const cs_event *ev, cs_wire *w) {
  (void)user;
  (void)ev;
  cs_wire_none(w);
  return CS_REPLY_VALUE;
}

static int count_file(void *with, const cs_change *c) {
  (void)c;
  ++*(size_t *)with;
  return 0;
}

static cs_policy *make_policy(const char *lines, const char *scratch) {
  char text[1024];
  cs_policy *p;
  int n = snprintf(text, sizeof text, "%s", HEAD);
  const char *hole = strstr(lines, "%s");
  size_t front = hole ? (size_t)(hole - lines) : strlen(lines);
  n += snprintf(text + n, sizeof text - (size_t)n, "%.*s%s%s", (int)front,
                lines, hole ? scratch : "", hole ? hole + 2 : "");
  if (cs_load_text(text, (size_t)n, "self-test", CS_POLICY_OWNER, &p, NULL) !=
      CS_OK)
    return NULL;
  return p;
}

static bool is_refused(const trial *t, const cs_event *ev, const host *h) {
  if (t->limit && !*t->limit) return ev->kind != CS_DONE;
  if (t->limit) return ev->kind == CS_LIMIT && strcmp(ev->name, t->limit) == 0;
  if (t->raised) return ev->kind == CS_RAISED;
  if (t->listed) return ev->kind == CS_DONE && h->files == 0;
  return ev->kind == CS_DONE && h->told > 0 && h->told <= 1000;
}

/* A log beside the other files of a trial; one that `fails` cannot be written
 * to.  (It stays the same file: a log that went away would begin anew.) */
static cs_audit *open_log(const char *scratch, bool fails) {
  char path[80];
  cs_audit_options o;
  cs_audit *log = NULL;
  snprintf(path, sizeof path, "%s/log", scratch);
  cs_audit_options_init(&o);
  o.path = path;
  if (cs_audit_open(&o, &log, NULL) != CS_OK) return NULL;
  int shut = fails ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  bool good =
      !fails || (shut >= 0 && dup3(shut, log->chain.fd, O_CLOEXEC) >= 0);
  if (shut >= 0) close(shut);
  if (good) return log;
  cs_audit_close(log);
  return NULL;
}

static bool drive(cs_session *s, const trial *t, bool tight, host *h) {
  if (t->tool && cs_session_add_tool(s, "t", "()", NULL, 0) != CS_OK)
    return false;
  const cs_event *ev = cs_session_drive(s, t->code, strlen(t->code));
  if (t->listed &&
      cs_session_artifacts(s, NULL, count_file, &h->files, NULL) != CS_OK)
    return false;
  bool refused = is_refused(t, ev, h);
  return tight ? refused : ev->kind == CS_DONE && !refused;
}

static bool attempt(cs_pool *pool, const trial *t, bool tight, bool refuses,
                    const char *scratch) {
  host mine = {0};
  cs_host h = {.size = sizeof h,
               .user = &mine,
               .output = take_output,
               .call = answer_call};
  cs_options o;
  cs_session *s = NULL;
  cs_policy *p = make_policy(refuses ? t->tight : t->wide, scratch);
  if (!p) return false;
  cs_options_init(&o);
  cs_policy_apply(p, &o);
  o.pool = pool;
  o.host = &h;
  o.flags |= CS_PROBING;
  o.audit = t->log ? open_log(scratch, refuses) : NULL;
  bool good = (!t->log || o.audit) && cs_session_open(&o, &s, NULL) == CS_OK;
  good = good && drive(s, t, tight, &mine);
  cs_session_close(s);
  cs_audit_close(o.audit);
  cs_policy_free(p);
  return good;
}

/* The directory of the trials and what a log left in it. */
static void remove_scratch(const char *path) {
  DIR *d = opendir(path);
  for (struct dirent *e; d && (e = readdir(d));)
    if (e->d_name[0] != '.' || strlen(e->d_name) > 2)
      (void)unlinkat(dirfd(d), e->d_name, 0);
  if (d) closedir(d);
  (void)rmdir(path);
}

uint64_t cs_selftest_policies(cs_pool *pool, uint64_t faults,
                              const char **failed) {
  char scratch[] = "/tmp/caisson-trial-XXXXXX";
  uint64_t bits = 0;
  if (!mkdtemp(scratch)) return 0;
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
    const trial *t = &trials[i];
    bool faulty = faults >> t->id & 1;
    if (attempt(pool, t, true, !faulty, scratch) &&
        attempt(pool, t, false, false, scratch))
      bits |= UINT64_C(1) << t->id;
    else if (!*failed)
      *failed = cs_selftest_key(t->id);
  }
  remove_scratch(scratch);
  return bits;
}
