/*
 * selftest_policy.c - what a session does itself under a policy, tried.
 *
 * Each trial is one program under two policies: one that refuses something and
 * one that does not.  Sessions do these in the host's process, whatever runs
 * the program, so trying them with one engine speaks for all depths.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/selftest_policy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "policy/load.h"
#include "session/enforced.h"

#define HEAD "version: 1\nworker: false\n"

typedef struct trial {
  cs_selftest_id id;
  const char *code;
  const char *tight, *wide; /* lines of the policy; %s: a directory */
  const char *limit;        /* name of the LIMIT that must end it ("": any
                               end but a good one), or */
  const char *raised;       /* the exception; neither: output is cut */
  bool tool;                /* there is a tool `t` */
} trial;

#define MOUNT "fs: {mounts: [{host: %s, guest: /w, mode: rw}]"
#define SPACE "fs: {mounts: [{host: %s, guest: /workspace, mode: rw}]}\n"
#define SPACE_CODE \
  "import os\nopen('/workspace/f', 'w').close()\nos.remove('/workspace/f')"
#define MAKE "import os\nopen('/w/f', 'w').close()\nos.remove('/w/f')"

static const trial trials[] = {
    {CS_SELFTEST_STREAMS, "print('x' * 9000)", "limits: {stdout_bytes: 1000}\n",
     "limits: {stdout_bytes: 100000}\n", NULL, NULL, false},
    {CS_SELFTEST_WALL, "for i in range(4000000): pass",
     "limits: {wall_ms: 5}\n", "limits: {wall_ms: 30000}\n", "wall", NULL,
     false},
    {CS_SELFTEST_DENY, MAKE, MOUNT ", deny: [/w/f]}\n", MOUNT "}\n", NULL,
     "OSError", false},
    {CS_SELFTEST_PROTECT_LIST, MAKE, MOUNT ", protect: [f]}\n",
     MOUNT ", protect: [g]}\n", NULL, "OSError", false},
    {CS_SELFTEST_TOOL_LIST, "t()", "tools: {allow: []}\n",
     "tools: {allow: [t]}\n", NULL, "PermissionError", true},
    {CS_SELFTEST_SLEEP_CALL, "import time\ntime.sleep(0.003)",
     "limits: {sleep_call_ms: 1}\n", "limits: {sleep_call_ms: 1000}\n", "",
     NULL, false},
    {CS_SELFTEST_WORKSPACE, SPACE_CODE,
     SPACE "workspace: {mode: rw, write: "
           "[out]}\n",
     SPACE "workspace: {mode: rw}\n", NULL, "OSError", false}};

typedef struct host {
  size_t told;
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
  return ev->kind == CS_DONE && h->told > 0 && h->told <= 1000;
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
  bool good = cs_session_open(&o, &s, NULL) == CS_OK;
  if (good && t->tool)
    good = cs_session_add_tool(s, "t", "()", NULL, 0) == CS_OK;
  if (good) {
    const cs_event *ev = cs_session_drive(s, t->code, strlen(t->code));
    good = tight ? is_refused(t, ev, &mine)
                 : ev->kind == CS_DONE && !is_refused(t, ev, &mine);
  }
  cs_session_close(s);
  cs_policy_free(p);
  return good;
}

uint32_t cs_selftest_policies(cs_pool *pool, uint32_t faults,
                              const char **failed) {
  char scratch[] = "/tmp/caisson-trial-XXXXXX";
  uint32_t bits = 0;
  if (!mkdtemp(scratch)) return 0;
  for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
    const trial *t = &trials[i];
    bool faulty = faults >> t->id & 1;
    if (attempt(pool, t, true, !faulty, scratch) &&
        attempt(pool, t, false, false, scratch))
      bits |= UINT32_C(1) << t->id;
    else if (!*failed)
      *failed = cs_selftest_key(t->id);
  }
  (void)rmdir(scratch);
  return bits;
}
