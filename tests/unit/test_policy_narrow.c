/*
 * test_policy_narrow.c - levels of a policy: what narrows and what widens.
 *
 * Numbers in names are those of the acceptance list of the policy.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy_box.h"

#include "policy/canon.h"
#include "policy/decide.h"

/* `child` over `parent` at a level; NULL when it is refused. */
static cs_policy *narrow(const char *parent, const char *child,
                         cs_policy_level level, cs_policy_fault *f) {
  cs_policy *a = policy_of(parent, "user.yaml", CS_POLICY_OWNER);
  cs_policy *b = policy_of(child, "project.yaml", level), *p = NULL;
  cs_status st = cs_narrow_policy(a, b, level, &p, f);
  assert_true(st == CS_OK ? p != NULL : p == NULL);
  cs_policy_free(a);
  cs_policy_free(b);
  return p;
}

static void widens(const char *parent, const char *child, const char *key) {
  for (cs_policy_level l = CS_POLICY_PROJECT; l <= CS_POLICY_CALL; l++) {
    cs_policy_fault f;
    cs_policy *p = narrow(parent, child, l, &f);
    if (p) fail_msg("accepted: %s over %s", child, parent);
    assert_string_equal(f.code, "policy_widens");
    if (strcmp(f.key, key) != 0) fail_msg("%s, not %s", f.text, key);
    assert_string_equal(f.file, "project.yaml");
    assert_int_equal(f.line, 2);
  }
}

static void narrows(const char *parent, const char *child) {
  for (cs_policy_level l = CS_POLICY_PROJECT; l <= CS_POLICY_CALL; l++) {
    cs_policy_fault f;
    cs_policy *p = narrow(parent, child, l, &f);
    if (!p) fail_msg("%s", f.text);
    cs_policy_free(p);
  }
}

/* --- 9: kinds ------------------------------------------------------------ */

static void test_9_numbers(void **state) {
  (void)state;
  widens("limits: {pids: 128}", "limits: {pids: 500}", "limits.pids");
  widens("", "limits: {wall_ms: 121s}", "limits.wall_ms");
  narrows("", "limits: {wall_ms: 120s, pids: 1}");
  narrows("limits: {pids: 4096}", "limits: {pids: 4000}");
  widens("", "limits: {cpus: 1.001}", "limits.cpus");
}

static void test_9_every_number_that_is_raised_widens(void **state) {
  (void)state;
  char body[100];
  for (cs_policy_field id = 0; id < CS_POLICY_FIELDS; id++) {
    const cs_pfield *f = &cs_schema[id];
    if (f->meet != CS_MEET_NUMBER || f->number >= f->most) continue;
    const char *dot = strchr(f->key, '.');
    uint64_t n = f->number + 1;
    if (f->type == CS_TYPE_CPUS) n = f->number / 1000 + 1;
    snprintf(body, sizeof body, "%.*s: {%s: %llu}", (int)(dot - f->key), f->key,
             dot + 1, (unsigned long long)n);
    widens("", body, f->key);
  }
}

static void test_9_permissions_and_guards(void **state) {
  (void)state;
  widens("", "process: {unix_sockets: true}", "process.unix_sockets");
  widens("", "process: {tty: true}", "process.tty");
  widens("", "packages: {install: true}", "packages.install");
  narrows("process: {tty: true}", "process: {tty: false}");
  widens("", "worker: false", "worker");
  narrows("worker: false", "worker: true");
  widens("", "audit: {required: false}", "audit.required");
  widens("images: {require_digest: true}", "images: {require_digest: false}",
         "images.require_digest");
}

static void test_9_modes(void **state) {
  (void)state;
  widens("", "workspace: {mode: rw}", "workspace.mode");
  narrows("", "workspace: {mode: ro}");
  narrows("", "workspace: {mode: none}");
  widens("workspace: {mode: none}", "workspace: {mode: ro}", "workspace.mode");
  widens("", "images: {pull: always}", "images.pull");
  narrows("", "images: {pull: never}");
  widens("fs: {root: ro}", "fs: {root: overlay}", "fs.root");
  widens("", "artifacts: {on: always}", "artifacts.on");
  narrows("", "code: {rules: codeact-strict}");
  widens("code: {rules: codeact-strict}", "code: {rules: codeact-compat}",
         "code.rules");
}

static void test_9_sources_of_time_and_chance(void **state) {
  (void)state;
  narrows("", "clock: none");
  narrows("", "clock: 2030-01-01T00:00:00Z");
  widens("clock: none", "clock: real", "clock");
  widens("clock: none", "clock: 2030-01-01T00:00:00Z", "clock");
  widens("clock: 2030-01-01T00:00:00Z", "clock: real", "clock");
  widens("clock: 2030-01-01T00:00:00Z", "clock: 2031-01-01T00:00:00Z", "clock");
  narrows("", "random: fixed:3");
  widens("random: fixed:3", "random: system", "random");
  widens("", "random: host", "random");
  widens("", "approver: cli", "approver");
}

static void test_9_depths(void **state) {
  (void)state;
  narrows("", "depth: process");
  narrows("", "depth_allow: [interp]");
  widens("depth_allow: [interp]", "depth_allow: [interp, image]",
         "depth_allow");
  widens("", "depth: vm", "depth");
  widens("depth: process", "depth: auto", "depth");
}

static void test_15_only_a_stronger_wall(void **state) {
  (void)state;
  widens("depth: process", "depth: interp", "depth");
  narrows("depth: interp", "depth: process");
  narrows("depth: process", "depth: image");
  narrows("depth: process", "depth: check");
  widens("depth: interp\ndepth_allow: [interp]", "depth: process", "depth");
}

static void test_9_allowed_paths(void **state) {
  (void)state;
  widens("", "fs: {read: [/data]}", "fs.read");
  narrows("fs: {read: [/data]}", "fs: {read: [/data/x]}");
  narrows("fs: {read: [/data]}", "fs: {read: ['/data/**/*.csv']}");
  widens("fs: {read: [/data/x]}", "fs: {read: [/data]}", "fs.read");
  widens("fs: {read: [/data]}", "fs: {read: [/database]}", "fs.read");
  widens("fs: {read: ['/data/*']}", "fs: {read: ['/*/x']}", "fs.read");
  widens("fs: {read: [/data]}", "fs: {write: [/data]}", "fs.write");
  narrows("fs: {write: [/data]}", "fs: {read: [/data], write: []}");
  narrows("fs: {read: [/data]}", "fs: {read: []}");
}

static void test_9_a_read_only_part_cannot_be_dropped(void **state) {
  (void)state;
  const char *parent = "fs: {write: [/data], read: [/data/x]}";
  widens(parent, "fs: {read: []}", "fs.read");
  widens(parent, "fs: {write: [/data/x/y]}", "fs.write");
  narrows(parent, "fs: {write: [/data/z]}");
  narrows(parent, "fs: {write: [/data], read: [/data/x, /data/y]}");
}

static void test_9_deny_and_protect(void **state) {
  (void)state;
  widens("fs: {deny: [/a, /b]}", "fs: {deny: [/a]}", "fs.deny");
  narrows("fs: {deny: [/a, /b]}", "fs: {deny: [/b, /a, /c]}");
  narrows("fs: {deny: [/a/x]}", "fs: {deny: [/a]}");
  widens("fs: {deny: [/a]}", "fs: {deny: [/a/x]}", "fs.deny");
  widens("", "fs: {protect: []}", "fs.protect");
  widens("", "fs: {protect: ['.git/hooks/**']}", "fs.protect");
  narrows("", "fs: {protect: ['**']}");
  widens("code: {imports_deny: [os]}", "code: {imports_deny: []}",
         "code.imports_deny");
  widens("tools: {approve: [pay]}", "tools: {approve: []}", "tools.approve");
  narrows("tools: {approve: [pay]}", "tools: {approve: [pay, send]}");
  widens("egress: {deny: ['**.a.example']}", "egress: {deny: [a.example]}",
         "egress.deny");
}

static void test_9_mounts(void **state) {
  (void)state;
  const char *parent = "fs: {mounts: [{host: /srv, guest: /data}]}";
  narrows(parent, "fs: {mounts: [{host: /srv, guest: /data, mode: ro}]}");
  narrows(parent, "fs: {mounts: [{host: /srv/x, guest: /data/x}]}");
  narrows(parent, "fs: {mounts: []}");
  widens(parent, "fs: {mounts: [{host: /srv, guest: /data, mode: rw}]}",
         "fs.mounts");
  widens(parent, "fs: {mounts: [{host: /srv, guest: /other}]}", "fs.mounts");
  widens(parent, "fs: {mounts: [{host: /srv2, guest: /data}]}", "fs.mounts");
  widens(parent, "fs: {mounts: [{host: /srv/y, guest: /data/x}]}", "fs.mounts");
  widens(parent,
         "fs: {mounts: [{host: /srv, guest: /data, memory_bytes: 1GiB}]}",
         "fs.mounts");
  const char *two =
      "fs: {mounts: [{host: /a, guest: /g, mode: rw}, "
      "{host: /b, guest: /g/in, mode: ro}]}";
  widens(two, "fs: {mounts: [{host: /a, guest: /g, mode: rw}]}", "fs.mounts");
  widens(two, "fs: {mounts: [{host: /a/in/x, guest: /g/in/x, mode: rw}]}",
         "fs.mounts");
  narrows(two, "fs: {mounts: [{host: /b, guest: /g/in, mode: ro}]}");
}

static void test_9_hosts(void **state) {
  (void)state;
  widens("", "egress: {allow: [a.example]}", "egress.allow");
  widens("egress: {allow: [api.example.com]}",
         "egress: {allow: ['*.example.com']}", "egress.allow");
  narrows("egress: {allow: ['*.example.com']}",
          "egress: {allow: [api.example.com]}");
  const char *rule =
      "egress: {allow: [{host: a.example, ports: [443, 8443], "
      "methods: [GET, POST], paths: [/v1/], max_out: 1MiB}]}";
  narrows(rule,
          "egress: {allow: [{host: a.example, ports: [443], methods: "
          "[GET], paths: [/v1/x], max_out: 1KiB}]}");
  widens(rule, "egress: {allow: [{host: a.example, methods: [GET]}]}",
         "egress.allow");
  widens(rule,
         "egress: {allow: [{host: a.example, methods: [PUT], paths: "
         "[/v1/], max_out: 1}]}",
         "egress.allow");
  widens(rule,
         "egress: {allow: [{host: a.example, methods: [GET], paths: "
         "[/], max_out: 1}]}",
         "egress.allow");
  widens("egress: {allow: [a.example]}",
         "egress: {allow: [{host: a.example, tls: tunnel}]}", "egress.allow");
  widens("egress: {allow: [a.example]}",
         "egress: {allow: [{host: a.example, upgrade: true}]}", "egress.allow");
  narrows("egress: {allow: [a.example]}",
          "egress: {allow: [{host: a.example, approve: true}]}");
  widens("egress: {allow: [{host: a.example, approve: true}]}",
         "egress: {allow: [a.example]}", "egress.allow");
  widens("egress: {allow: [a.example]}",
         "egress: {allow: [{host: a.example, ports: [80]}]}", "egress.allow");
  widens("egress: {allow: [{ip: 10.0.0.1}]}",
         "egress: {allow: [{ip: 10.0.0.2}]}", "egress.allow");
}

static void test_9_names(void **state) {
  (void)state;
  widens("", "env: {pass: [HOME]}", "env.pass");
  narrows("env: {pass: ['LC_*', HOME]}", "env: {pass: [LC_ALL]}");
  widens("env: {pass: ['LC_*']}", "env: {pass: ['L*']}", "env.pass");
  widens("", "env: {set: {A: b}}", "env.set");
  narrows("env: {set: {A: b, C: d}}", "env: {set: {C: d}}");
  widens("env: {set: {A: b}}", "env: {set: {A: c}}", "env.set");
  narrows("", "tools: {allow: [search]}");
  widens("tools: {allow: [search]}", "tools: {allow: [search, pay]}",
         "tools.allow");
  narrows("", "code: {imports_allow: [math]}");
  widens("code: {imports_allow: [math]}", "code: {imports_allow: [os]}",
         "code.imports_allow");
  widens("", "images: {allow: ['python:3']}", "images.allow");
  narrows("images: {allow: ['python:*']}", "images: {allow: ['python:3']}");
  widens("", "packages: {list: [x]}", "packages.list");
  widens("", "process: {caps: [KILL]}", "process.caps");
  widens("", "net: {listen: [{guest: 80}]}", "net.listen");
  widens("", "artifacts: {export: [/out]}", "artifacts.export");
  narrows("workspace: {write: ['**']}", "workspace: {write: ['out/**']}");
  widens("workspace: {write: ['out/**']}", "workspace: {write: ['**']}",
         "workspace.write");
}

static void test_9_spawn(void **state) {
  (void)state;
  widens("", "process: {spawn: true}", "process.spawn");
  widens("", "process: {spawn: [/bin/sh]}", "process.spawn");
  narrows("", "process: {spawn: []}");
  narrows("process: {spawn: true}", "process: {spawn: [/bin/sh]}");
  narrows("process: {spawn: [/bin/sh, /bin/ls]}",
          "process: {spawn: [/bin/ls]}");
  narrows("process: {spawn: [/bin/sh]}", "process: {spawn: false}");
  widens("process: {spawn: [/bin/sh]}", "process: {spawn: true}",
         "process.spawn");
  widens("process: {spawn: [/bin/sh]}", "process: {spawn: [/bin/ls]}",
         "process.spawn");
}

static void test_9_accepting_gaps(void **state) {
  (void)state;
  widens("", "accept_unenforced: [kill_tree]", "accept_unenforced");
  narrows("accept_unenforced: [kill_tree]", "accept_unenforced: []");
}

static void test_9_what_only_the_owner_sets(void **state) {
  (void)state;
  widens("egress: {dangerous_any: true}", "egress: {dangerous_any: true}",
         "egress.dangerous_any");
  widens("images: {aliases: {a: b}}", "images: {aliases: {a: b}}",
         "images.aliases");
  widens("egress: {allow: [{ip: 10.0.0.1, allow_private: true}]}",
         "egress: {allow: [{ip: 10.0.0.1, allow_private: true}]}",
         "egress.allow");
  widens("secrets: {k: {from: 'env:K', mode: env}}",
         "secrets: {k: {from: 'env:K', mode: env}}", "secrets");
  widens("audit: {checkpoint_cmd: [/bin/x]}",
         "audit: {checkpoint_cmd: [/bin/x]}", "audit.checkpoint_cmd");
  widens("", "audit: {path: /tmp/log}", "audit.path");
  widens("", "egress: {ca_file: /tmp/ca}", "egress.ca_file");
}

static void test_9_secrets_are_named_only(void **state) {
  (void)state;
  const char *parent =
      "egress: {allow: [a.example, b.example]}\nsecrets: {k: {from: 'env:K', "
      "hosts: [a.example, b.example], sites: [header]}, l: {from: 'env:L', "
      "mode: env}}";
  cs_policy_fault f;
  cs_policy *p = narrow(parent, "secrets: {k: {hosts: [a.example]}}",
                        CS_POLICY_PROJECT, &f);
  if (!p) fail_msg("%s", f.text);
  assert_int_equal(cs_policy_count(p, CS_POLICY_SECRETS), 1);
  const cs_pvalue *k = cs_policy_entry(p, CS_POLICY_SECRETS, 0);
  assert_string_equal(cs_pvalue_find(k, "from")->text, "env:K");
  assert_int_equal(cs_pvalue_find(k, "hosts")->n, 1);
  assert_int_equal(cs_pvalue_find(k, "sites")->n, 1);
  cs_policy_free(p);
  widens(parent, "secrets: {m: {}}", "secrets");
  widens(parent, "secrets: {k: {hosts: [c.example]}}", "secrets");
  widens(parent, "secrets: {k: {sites: [body]}}", "secrets");
  widens(parent, "secrets: {k: {mode: env}}", "secrets");
  narrows(parent, "secrets: {}");
}

/* --- faults and origins -------------------------------------------------- */

static void test_9_the_fault_says_all(void **state) {
  (void)state;
  cs_policy_fault f;
  assert_null(narrow("limits: {pids: 100}", "limits: {pids: 500}",
                     CS_POLICY_PROJECT, &f));
  assert_string_equal(f.key, "limits.pids");
  assert_string_equal(f.asked, "500");
  assert_string_equal(f.allowed, "100");
  assert_string_equal(f.source, "user.yaml:2");
  assert_int_equal(f.column, 16);
  assert_non_null(strstr(f.text, "project.yaml:2:16: "));
}

static void test_narrowing_keeps_origins(void **state) {
  (void)state;
  cs_policy_fault f;
  cs_policy *p = narrow("limits: {pids: 100, fds: 7}", "limits: {pids: 50}",
                        CS_POLICY_PROJECT, &f);
  cs_policy_origin o = cs_policy_where(p, cs_policy_value(p, CS_POLICY_PIDS));
  assert_string_equal(o.file, "project.yaml");
  assert_int_equal(o.level, CS_POLICY_PROJECT);
  o = cs_policy_where(p, cs_policy_value(p, CS_POLICY_FDS));
  assert_string_equal(o.file, "user.yaml");
  o = cs_policy_where(p, cs_policy_value(p, CS_POLICY_FUEL));
  assert_int_equal(o.level, CS_POLICY_BUILTIN);
  cs_policy_free(p);
}

/* --- all levels ---------------------------------------------------------- */

typedef struct cs_case {
  const char *system, *user, *flags, *project, *call;
  uint64_t pids; /* effective; 0: refused */
} cs_case;

static cs_policy *level(const char *body, const char *name, cs_policy_level l) {
  return body ? policy_of(body, name, l) : NULL;
}

static void check_case(const cs_case *c) {
  cs_policy *own[] = {level(c->system, "system", CS_POLICY_SYSTEM),
                      level(c->user, "user", CS_POLICY_OWNER),
                      level(c->flags, "flags", CS_POLICY_OWNER),
                      level(c->project, "project", CS_POLICY_PROJECT),
                      level(c->call, "call", CS_POLICY_CALL)};
  cs_narrow_levels l = {own[0], own[1], own[2], own[3], own[4]};
  cs_policy *p = NULL;
  cs_policy_fault f = {0};
  cs_status st = cs_narrow_levels_all(&l, &p, &f);
  if ((st == CS_OK) != (c->pids != 0))
    fail_msg("%s|%s|%s|%s|%s: %s", c->system, c->user, c->flags, c->project,
             c->call, st == CS_OK ? "accepted" : f.text);
  if (p) assert_int_equal(cs_policy_number(p, CS_POLICY_PIDS), c->pids);
  cs_policy_free(p);
  for (size_t i = 0; i < 5; i++) cs_policy_free(own[i]);
}

#define PIDS(n) "limits: {pids: " #n "}"

static void test_levels(void **state) {
  (void)state;
  static const cs_case cases[] = {
      {NULL, NULL, NULL, NULL, NULL, 128},
      {NULL, PIDS(500), NULL, NULL, NULL, 500}, /* beyond the default */
      {PIDS(1000), NULL, NULL, NULL, NULL, 1000},
      {PIDS(1000), PIDS(900), NULL, NULL, NULL, 900},
      {PIDS(100), PIDS(101), NULL, NULL, NULL, 0},
      {PIDS(100), NULL, PIDS(101), NULL, NULL, 0},
      {PIDS(100), PIDS(90), PIDS(95), NULL, NULL, 95}, /* flag over file */
      {NULL, NULL, NULL, PIDS(129), NULL, 0},
      {NULL, NULL, NULL, PIDS(127), NULL, 127},
      {NULL, PIDS(300), NULL, PIDS(299), PIDS(298), 298},
      {NULL, PIDS(300), NULL, PIDS(299), PIDS(300), 0},
      {NULL, NULL, PIDS(50), PIDS(100), NULL, 50}, /* flag is narrower */
      {NULL, NULL, PIDS(50), PIDS(129), NULL, 0},
      {NULL, NULL, PIDS(500), PIDS(400), NULL, 400},
      {NULL, PIDS(60), PIDS(50), PIDS(55), PIDS(51), 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    check_case(&cases[i]);
}

static void test_the_owner_is_bound_only_by_what_the_system_sets(void **state) {
  (void)state;
  cs_policy *sys =
      policy_of("egress: {allow: ['*.a.example']}", "system", CS_POLICY_SYSTEM);
  cs_policy *user = policy_of(
      "egress: {allow: [b.a.example]}\n"
      "fs: {read: [/data], protect: []}",
      "user", CS_POLICY_OWNER);
  cs_policy *bad =
      policy_of("egress: {allow: [b.example]}", "user", CS_POLICY_OWNER);
  cs_policy *p = NULL;
  cs_policy_fault f;
  assert_int_equal(cs_narrow_policy(sys, user, CS_POLICY_OWNER, &p, &f), CS_OK);
  assert_int_equal(cs_policy_count(p, CS_POLICY_FS_READ), 1);
  cs_policy_free(p);
  p = NULL;
  assert_int_equal(cs_narrow_policy(sys, bad, CS_POLICY_OWNER, &p, &f),
                   CS_EINVAL);
  assert_string_equal(f.code, "policy_widens");
  cs_policy_free(sys);
  cs_policy_free(user);
  cs_policy_free(bad);
}

/* --- 8: decisions -------------------------------------------------------- */

static void test_8_deny_beats_allow(void **state) {
  (void)state;
  cs_policy *p = policy_of(
      "fs: {read: [/data], write: [/data/a/b], deny: [/data/a]}\n"
      "egress: {allow: ['**.a.example'], deny: [x.a.example]}\n"
      "code: {imports_allow: [os, math], imports_deny: [os]}",
      "p", CS_POLICY_OWNER);
  assert_true(cs_decide_path(p, "/data/x", false).allowed);
  assert_false(cs_decide_path(p, "/data/x", true).allowed);
  assert_false(cs_decide_path(p, "/data/a/b/c", true).allowed);
  cs_decision d = cs_decide_path(p, "/data/a/b/c", false);
  assert_false(d.allowed);
  assert_int_equal(d.field, CS_POLICY_FS_DENY);
  assert_true(cs_decide_host(p, "a.example", 443, "https").allowed);
  assert_false(cs_decide_host(p, "a.example", 80, "https").allowed);
  assert_false(cs_decide_host(p, "x.a.example", 443, "https").allowed);
  assert_true(cs_decide_import(p, "math").allowed);
  assert_false(cs_decide_import(p, "os.path").allowed);
  assert_false(cs_decide_import(p, "re").allowed);
  cs_policy_free(p);
}

static void test_8_the_most_specific_path_decides(void **state) {
  (void)state;
  cs_policy *p =
      policy_of("fs: {write: [/d, /d/ro/rw], read: [/d/ro, /e], deny: []}\n",
                "p", CS_POLICY_OWNER);
  assert_true(cs_decide_path(p, "/d/x", true).allowed);
  assert_false(cs_decide_path(p, "/d/ro/x", true).allowed);
  assert_true(cs_decide_path(p, "/d/ro/rw/x", true).allowed);
  assert_false(cs_decide_path(p, "/etc", false).allowed);
  assert_null(cs_decide_path(p, "/etc", false).rule);
  cs_policy_free(p);
  p = policy_of("fs: {write: [/d], read: [/d]}", "p", CS_POLICY_OWNER);
  assert_false(cs_decide_path(p, "/d/x", true).allowed); /* the weaker right */
  cs_policy_free(p);
}

static void test_7_empty_lists_deny(void **state) {
  (void)state;
  cs_policy *p = policy_of(
      "egress: {allow: []}\nfs: {read: []}\nimages: "
      "{allow: []}\ncode: {imports_allow: []}\ntools: "
      "{allow: []}",
      "p", CS_POLICY_OWNER);
  assert_false(cs_decide_host(p, "a.example", 443, "https").allowed);
  assert_false(cs_decide_path(p, "/etc", false).allowed);
  assert_false(cs_decide_image(p, "python:3").allowed);
  assert_false(cs_decide_import(p, "math").allowed);
  assert_false(cs_decide_tool(p, "search").allowed);
  assert_false(cs_decide_env(p, "HOME").allowed);
  assert_false(cs_decide_spawn(p, "/bin/sh").allowed);
  cs_policy_free(p);
}

static void test_patterns_pass_no_secrets(void **state) {
  (void)state;
  cs_policy *p =
      policy_of("env: {pass: ['*', MY_TOKEN]}", "p", CS_POLICY_OWNER);
  assert_true(cs_decide_env(p, "HOME").allowed);
  assert_true(cs_decide_env(p, "MY_TOKEN").allowed);
  assert_false(cs_decide_env(p, "OTHER_TOKEN").allowed);
  assert_false(cs_decide_env(p, "LD_PRELOAD").allowed);
  cs_policy_free(p);
}

/* --- 12: comparing ------------------------------------------------------- */

static void test_12_compare(void **state) {
  (void)state;
  cs_policy *a = policy_of("limits: {pids: 10}\nfs: {read: [/a, /b]}", "a",
                           CS_POLICY_OWNER);
  cs_policy *b = policy_of("limits: {pids: 9, fds: 2000}\nfs: {read: [/a, /c]}",
                           "b", CS_POLICY_OWNER);
  cs_policy_field id;
  assert_int_equal(cs_narrow_compare(a, b, CS_POLICY_PIDS), CS_NARROW_NARROWER);
  assert_int_equal(cs_narrow_compare(a, b, CS_POLICY_FDS), CS_NARROW_WIDER);
  assert_int_equal(cs_narrow_compare(a, b, CS_POLICY_FS_READ), CS_NARROW_OTHER);
  assert_int_equal(cs_narrow_compare(a, b, CS_POLICY_CLOCK), CS_NARROW_EQUAL);
  assert_true(cs_narrow_is_within(a, a, &id));
  assert_false(cs_narrow_is_within(a, b, &id));
  assert_int_equal(id, CS_POLICY_FDS);
  cs_policy_free(a);
  cs_policy_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_9_numbers),
      cmocka_unit_test(test_9_every_number_that_is_raised_widens),
      cmocka_unit_test(test_9_permissions_and_guards),
      cmocka_unit_test(test_9_modes),
      cmocka_unit_test(test_9_sources_of_time_and_chance),
      cmocka_unit_test(test_9_depths),
      cmocka_unit_test(test_15_only_a_stronger_wall),
      cmocka_unit_test(test_9_allowed_paths),
      cmocka_unit_test(test_9_a_read_only_part_cannot_be_dropped),
      cmocka_unit_test(test_9_deny_and_protect),
      cmocka_unit_test(test_9_mounts),
      cmocka_unit_test(test_9_hosts),
      cmocka_unit_test(test_9_names),
      cmocka_unit_test(test_9_spawn),
      cmocka_unit_test(test_9_accepting_gaps),
      cmocka_unit_test(test_9_what_only_the_owner_sets),
      cmocka_unit_test(test_9_secrets_are_named_only),
      cmocka_unit_test(test_9_the_fault_says_all),
      cmocka_unit_test(test_narrowing_keeps_origins),
      cmocka_unit_test(test_levels),
      cmocka_unit_test(test_the_owner_is_bound_only_by_what_the_system_sets),
      cmocka_unit_test(test_8_deny_beats_allow),
      cmocka_unit_test(test_8_the_most_specific_path_decides),
      cmocka_unit_test(test_7_empty_lists_deny),
      cmocka_unit_test(test_patterns_pass_no_secrets),
      cmocka_unit_test(test_12_compare)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
