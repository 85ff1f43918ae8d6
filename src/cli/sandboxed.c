/*
 * sandboxed.c - caisson create, start, inspect and fork: sandboxes that have a
 * name.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/sandboxed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/depth.h"
#include "cli/effective.h"
#include "cli/env.h"
#include "cli/mountspec.h"
#include "cli/record.h"
#include "cli/verbs.h"
#include "policy/load.h"
#include "sandbox/boxpolicy.h"
#include "sandbox/frame.h"

#include "audit/audit.h"
#include "caisson/sandbox.h"

int cs_sandboxed_open(const cs_settings *s, cs_sandboxes **out) {
  cs_error err = {0};
  if (cs_sandboxes_open(NULL, out, &err) == CS_OK) return 0;
  return cs_cli_fail(s, "no sandboxes", err.text,
                     "see 'caisson doctor', or install what is missing");
}

/* What to do about a fault, by its code. */
static const char *advice(const char *code) {
  if (strcmp(code, "exists") == 0)
    return "use another name, --replace, or 'caisson rm' first";
  if (strcmp(code, "not_found") == 0) return "see 'caisson ps --all'";
  if (strcmp(code, "unavailable") == 0)
    return "'caisson doctor' tells what this host offers";
  if (strcmp(code, "image_denied") == 0 || strcmp(code, "policy_widens") == 0)
    return "'caisson policy explain' shows the policy in force";
  if (strcmp(code, "capacity") == 0) return "see 'caisson ps'";
  if (strncmp(code, "image", 5) == 0)
    return "use 'rootfs:host', or see 'caisson image ls'";
  return "see 'caisson help create'";
}

static int report(const cs_settings *s, const json_t *error) {
  const char *code = json_string_value(json_object_get(error, "code"));
  const char *text = json_string_value(json_object_get(error, "message"));
  char what[80];
  snprintf(what, sizeof what, "cannot %.40s", s->verb->name);
  static const char bad[] = "invalid image reference '";
  if (text && strncmp(text, bad, sizeof bad - 1) == 0 &&
      strchr("./", text[sizeof bad - 1]))
    return cs_cli_fail(s, what, text,
                       "write 'rootfs:/DIR' for a directory of this host");
  return cs_cli_fail(s, what, text ? text : "no reason was given",
                     advice(code ? code : ""));
}

json_t *cs_sandboxed_call(const cs_settings *s, json_t *request, int *lease,
                          int *code) {
  cs_sandboxes *all = NULL;
  cs_error err = {0};
  char *text = request ? json_dumps(request, JSON_COMPACT) : NULL;
  char *answer = NULL;
  json_t *reply = NULL;
  json_decref(request);
  *code = text ? cs_sandboxed_open(s, &all) : CS_EXIT_OURS;
  if (*code == 0 && cs_sandbox_call(all, text, &answer, lease, &err) != CS_OK)
    *code = cs_cli_fail(s, "no sandboxes", err.text, "close programs");
  if (answer) reply = json_loads(answer, 0, NULL);
  const json_t *error = json_object_get(reply, "error");
  if (error) {
    *code = report(s, error);
    json_decref(reply);
    reply = NULL;
  }
  free(answer);
  free(text);
  cs_sandboxes_close(all);
  return reply;
}

/* --- create --------------------------------------------------------------- */

typedef struct draft {
  const cs_settings *s;
  json_t *request;
} draft;

static cs_status put_env(void *user, const char *name, const char *value) {
  draft *d = user;
  json_t *env = json_object_get(d->request, "env");
  return json_object_set_new(env, name, json_string(value)) == 0 ? CS_OK
                                                                 : CS_EINVAL;
}

static int put_mount(void *user, const cs_mount_spec *m) {
  draft *d = user;
  static const char *const modes[] = {[CS_MOUNT_RO] = "ro",
                                      [CS_MOUNT_RW] = "rw",
                                      [CS_MOUNT_OVERLAY] = "overlay"};
  if (!m->host || strcmp(m->at, CS_MOUNTSPEC_WORKSPACE) != 0)
    return cs_cli_fail(d->s, "mount refused",
                       "a sandbox has one directory of the host, its "
                       "workspace",
                       "use --workspace DIR[:MODE]");
  CS_AUTO_FREE
  char *full = realpath(m->host, NULL);
  if (!full)
    return cs_cli_fail(d->s, "cannot open the workspace", strerror(errno),
                       "check --workspace");
  /* Without a word about the mode a policy may have one. */
  const char *mode = d->s->workspace && !cs_mountspec_workspace_mode(d->s)
                         ? NULL
                         : modes[m->mode];
  json_object_set_new(d->request, "workspace",
                      json_pack("{s:s, s:s*}", "path", full, "mode", mode));
  return 0;
}

static void put_number(json_t *to, const char *key, uint64_t n) {
  json_object_set_new(to, key, json_integer((json_int_t)n));
}

static int put_labels(const cs_settings *s, json_t *request) {
  json_t *labels = json_object();
  for (size_t i = 0; i < s->labels.n; i++) {
    const char *eq = strchr(s->labels.at[i], '=');
    char key[80];
    if (!eq || (size_t)(eq - s->labels.at[i]) >= sizeof key) {
      json_decref(labels);
      return cs_cli_fail(s, "bad label", "a label is KEY=VALUE",
                         "write --label team=red");
    }
    snprintf(key, sizeof key, "%.*s", (int)(eq - s->labels.at[i]),
             s->labels.at[i]);
    json_object_set_new(labels, key, json_string(eq + 1));
  }
  json_object_set_new(request, "labels", labels);
  return 0;
}

static void put_limits(const cs_settings *s, json_t *r) {
  if (s->box_memory) put_number(r, "memory_bytes", s->box_memory);
  if (s->processes) put_number(r, "pids", s->processes);
  if (s->disk) put_number(r, "disk_mib", (s->disk + 1048575) >> 20);
  if (s->cpus) json_object_set_new(r, "cpus", json_real(strtod(s->cpus, NULL)));
  if (s->cpu > 0) put_number(r, "cpu_ms", (uint64_t)(s->cpu * 1000));
  if (s->idle > 0) put_number(r, "idle_ms", (uint64_t)(s->idle * 1000));
  if (s->lifetime > 0)
    put_number(r, "max_lifetime_ms", (uint64_t)(s->lifetime * 1000));
}

/* Where the keeper writes its records, as any command does. */
static void put_audit(const cs_settings *s, json_t *r) {
  char path[4096];
  if (s->no_audit || (s->audit && strcmp(s->audit, "off") == 0)) return;
  const char *log = s->audit;
  if (!log && cs_audit_default_path(path, sizeof path)) log = path;
  if (!log) return;
  CS_AUTO_FREE
  char *full = log[0] == '/' ? strdup(log) : realpath(log, NULL);
  json_object_set_new(
      r, "audit",
      json_pack("{s:s, s:b, s:b}", "path", full ? full : log, "full",
                s->audit_code && strcmp(s->audit_code, "full") == 0, "optional",
                s->audit_optional));
}

/* A policy that was named for this sandbox must not say more than a sandbox
 * enforces. */
static int check_file(const cs_settings *s) {
  cs_policy *p = NULL;
  cs_policy_fault f = {0};
  char why[120];
  int code = 0;
  if (!s->policy) return 0;
  if (cs_load_file(s->policy, CS_POLICY_OWNER, &p, &f) != CS_OK)
    return cs_effective_fail(s, &f);
  const char *gap = cs_boxpolicy_gap(p);
  if (gap) {
    snprintf(why, sizeof why, "a sandbox does not enforce %.60s of a policy",
             gap);
    code = cs_cli_fail(s, "cannot create", why,
                       "leave it out, or use the options of create");
  }
  cs_policy_free(p);
  return code;
}

static void put_secrets(const cs_settings *s, json_t *r) {
  json_t *names = json_array();
  for (size_t i = 0; i < s->secrets.n; i++)
    json_array_append_new(names, json_string(s->secrets.at[i]));
  json_object_set_new(r, "secrets", names);
}

/* The policy in force: its limits, images, hosts and secrets. */
static int put_policy(const cs_settings *s, json_t *r) {
  cs_policy *p = NULL;
  int code = cs_effective_written(s, &p);
  if (!code) code = check_file(s);
  if (!code && p) {
    json_t *o = cs_boxpolicy_json(p);
    if (!o)
      code = cs_cli_fail(s, "cannot create", "no memory", "close programs");
    json_object_set_new(r, "policy", o);
    put_secrets(s, r);
  } else if (!code && s->secrets.n) {
    code = cs_cli_fail(s, "no secret", "there is no policy that defines it",
                       "write --policy FILE with 'secrets' in it");
  }
  cs_policy_free(p);
  return code;
}

json_t *cs_sandboxed_request(const cs_settings *s, const char *name,
                             int *code) {
  draft d = {s, json_pack("{s:s, s:{}}", "op", "create", "env")};
  json_object_set_new(d.request, "name", json_string(name));
  if (s->image) json_object_set_new(d.request, "image", json_string(s->image));
  if (s->workdir)
    json_object_set_new(d.request, "workdir", json_string(s->workdir));
  if (s->user) json_object_set_new(d.request, "user", json_string(s->user));
  if (s->replace) json_object_set_new(d.request, "replace", json_true());
  if (s->read_only) json_object_set_new(d.request, "read_only", json_true());
  put_limits(s, d.request);
  put_audit(s, d.request);
  *code = put_labels(s, d.request);
  if (!*code) *code = cs_mountspec_each(s, put_mount, &d);
  if (!*code) *code = cs_env_each(s, put_env, &d);
  if (!*code) *code = put_policy(s, d.request);
  if (*code == 0) return d.request;
  json_decref(d.request);
  return NULL;
}

/* A name that nobody chose: two words and some digits would be nicer to read,
 * these are certain to be free. */
static void invent_name(char out[40]) {
  char id[CS_AUDIT_ID];
  (void)cs_audit_new_id("box_", id);
  snprintf(out, 40, "box-%.8s", id + 4);
}

static void print_json(const json_t *o) {
  char *text = json_dumps(o, JSON_COMPACT);
  if (text) puts(text);
  free(text);
}

int cs_cli_create(const cs_settings *s) {
  char invented[40];
  const char *name = s->name ? s->name : s->argc > 0 ? s->argv[0] : NULL;
  int code = 0, lease = -1;
  if (s->argc > (s->name ? 0 : 1)) {
    char what[120];
    snprintf(what, sizeof what, "'%.80s' is too much", s->argv[s->argc - 1]);
    return cs_cli_fail(s, what, "one sandbox is made at a time",
                       "write 'caisson create NAME'");
  }
  if (!name) {
    invent_name(invented);
    name = invented;
  }
  json_t *request = cs_sandboxed_request(s, name, &code);
  if (!request) return code;
  json_t *reply = cs_sandboxed_call(s, request, &lease, &code);
  cs_cleanup_fd(&lease);
  if (!reply) return code;
  if (s->json) {
    json_object_set_new(reply, "schema", json_string("caisson.sandbox/1"));
    print_json(reply);
  } else if (!s->quiet) {
    puts(name);
  }
  json_decref(reply);
  return 0;
}

/* --- start, inspect, fork ------------------------------------------------- */

static int each(const cs_settings *s, const char *op) {
  int code = 0;
  if (s->argc == 0)
    return cs_cli_fail(s, "nothing to do", "no NAME was given",
                       "see 'caisson ps --all'");
  for (int i = 0; i < s->argc; i++) {
    int fault = 0;
    json_t *reply = cs_sandboxed_call(
        s, json_pack("{s:s, s:s}", "op", op, "name", s->argv[i]), NULL, &fault);
    if (fault) code = fault; /* it was told; the others have their turn */
    if (reply && (s->json || strcmp(op, "inspect") == 0)) {
      char *text = json_dumps(reply, s->json ? JSON_COMPACT : JSON_INDENT(2));
      if (text) puts(text);
      free(text);
    } else if (reply && !s->quiet) {
      puts(s->argv[i]);
    }
    json_decref(reply);
  }
  return code;
}

int cs_cli_start(const cs_settings *s) {
  return each(s, "start");
}

int cs_cli_box_inspect(const cs_settings *s) {
  return each(s, "inspect");
}

int cs_cli_box_fork(const cs_settings *s) {
  int code = 0;
  if (s->argc != 2)
    return cs_cli_fail(s, "two names are needed", "fork copies one sandbox",
                       "write 'caisson fork NAME NEW'");
  json_t *reply =
      cs_sandboxed_call(s,
                        json_pack("{s:s, s:s, s:s}", "op", "fork", "name",
                                  s->argv[0], "to", s->argv[1]),
                        NULL, &code);
  if (reply && s->json)
    print_json(reply);
  else if (reply && !s->quiet)
    puts(s->argv[1]);
  json_decref(reply);
  return code;
}

/* --- for verbs that know runs, too ---------------------------------------- */

/* What is known of a name, owned; NULL: there is nothing. */
static json_t *look(const char *name) {
  cs_sandboxes *all = NULL;
  char *answer = NULL;
  json_t *reply = NULL;
  json_t *q = json_pack("{s:s, s:s}", "op", "inspect", "name", name);
  char *text = q ? json_dumps(q, JSON_COMPACT) : NULL;
  if (text && cs_sandboxes_open(NULL, &all, NULL) == CS_OK &&
      cs_sandbox_call(all, text, &answer, NULL, NULL) == CS_OK)
    reply = json_loads(answer, 0, NULL);
  free(answer);
  free(text);
  json_decref(q);
  cs_sandboxes_close(all);
  if (!json_object_get(reply, "error")) return reply;
  json_decref(reply);
  return NULL;
}

static bool is_run(const json_t *o) {
  const char *kind = json_string_value(json_object_get(o, "kind"));
  return kind && strcmp(kind, "run") == 0;
}

/* Columns that a sandbox does not have by itself. */
static void complete(json_t *o) {
  if (is_run(o)) return;
  json_object_set_new(o, "depth", json_string(cs_depth_boxes()->name));
  json_object_set(o, "lang",
                  json_object_get(json_object_get(o, "image"), "ref"));
}

bool cs_sandboxed_is(const char *name) {
  json_t *o = look(name);
  bool is = o && !is_run(o);
  json_decref(o);
  return is;
}

json_t *cs_sandboxed_look(const char *name) {
  json_t *o = look(name);
  if (o) complete(o);
  return o;
}

void cs_sandboxed_list(json_t *list, bool all_of_them) {
  cs_sandboxes *all = NULL;
  char *answer = NULL;
  if (cs_sandboxes_open(NULL, &all, NULL) == CS_OK &&
      cs_sandbox_call(all, "{\"op\": \"list\"}", &answer, NULL, NULL) ==
          CS_OK) {
    json_t *reply = json_loads(answer, 0, NULL), *o;
    size_t i;
    json_array_foreach(json_object_get(reply, "sandboxes"), i, o) {
      const char *status = json_string_value(json_object_get(o, "status"));
      if (!all_of_them && strcmp(status, "running") != 0) continue;
      complete(o);
      json_array_append(list, o);
    }
    json_decref(reply);
  }
  free(answer);
  cs_sandboxes_close(all);
}

bool cs_sandboxed_ask(const char *name, json_t *request, json_t **reply) {
  cs_sandboxes *all = NULL;
  cs_error err = {0};
  *reply = NULL;
  CS_AUTO_FD
  int fd = cs_sandboxes_open(NULL, &all, &err) == CS_OK
               ? cs_sandbox_connect(all, name, &err)
               : -1;
  if (fd >= 0) *reply = cs_frame_ask(fd, request, &err);
  json_decref(request);
  cs_sandboxes_close(all);
  return fd >= 0;
}

int cs_sandboxed_end(const cs_settings *s, const char *name, const char *op) {
  json_t *reply = NULL;
  int code = 0;
  if (strcmp(op, "remove") == 0)
    reply = cs_sandboxed_call(
        s, json_pack("{s:s, s:s}", "op", op, "name", name), NULL, &code);
  else
    (void)cs_sandboxed_ask(name, json_pack("{s:s}", "op", op), &reply);
  json_decref(reply);
  return code;
}
