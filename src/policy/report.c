/*
 * report.c - one judgement for every key and depth.
 *
 * The rules are a table of small functions.  Each looks at probes and at the
 * value in the policy; none knows a version, a name of a distribution or a
 * constant that says "enforced".
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/report.h"

#include <stdio.h>
#include <string.h>

#define HOLDS(j, id)  cs_probe_holds((j)->probes, CS_PROBE_##id)
#define NUMBER(j, id) cs_policy_number((j)->policy, CS_POLICY_##id)
#define FLAG(j, id)   cs_policy_flag((j)->policy, CS_POLICY_##id)
#define COUNT(j, id)  cs_policy_count((j)->policy, CS_POLICY_##id)
#define SET(j, id)    cs_policy_is_set((j)->policy, CS_POLICY_##id)

typedef struct judge {
  const cs_policy *policy;
  const cs_probes *probes;
  cs_report_depth depth;
  const cs_report_given *given;
} judge;

typedef cs_report_cell rule(const judge *j);

/* --- words --------------------------------------------------------------- */

static cs_report_cell enforced(uint32_t by, const char *why) {
  return (cs_report_cell){.word = CS_REPORT_ENFORCED, .by = by, .why = why};
}

static cs_report_cell advisory(uint32_t by, const char *why) {
  return (cs_report_cell){.word = CS_REPORT_ADVISORY, .by = by, .why = why};
}

static cs_report_cell unsupported(const char *why) {
  return (cs_report_cell){.word = CS_REPORT_UNSUPPORTED, .why = why};
}

static cs_report_cell absent(void) {
  return enforced(CS_BY_ABSENT, "");
}

/* A probe that does not hold says why. */
static cs_report_cell failed(const judge *j, cs_probe_id id) {
  const cs_probe *p = &j->probes->at[id];
  if (p->state == CS_PROBE_UNTRIED) return unsupported("was not tried here");
  return unsupported(p->why);
}

static cs_report_cell by_probe(const judge *j, uint32_t by, cs_probe_id id) {
  return cs_probe_holds(j->probes, id) ? enforced(by, "") : failed(j, id);
}

/* Which of the three self-tests speaks for this depth. */
static int place_of(cs_report_depth d) {
  return cs_report_row(d)->self_test;
}

static bool tripped(const judge *j, cs_selftest_id id) {
  return j->probes->limits[place_of(j->depth)] >> id & 1;
}

static bool was_tested(const judge *j) {
  static const cs_probe_id ids[] = {CS_PROBE_ENGINE, CS_PROBE_WORKER_LIMITS,
                                    CS_PROBE_PROGRAM};
  return j->probes->at[ids[place_of(j->depth)]].state != CS_PROBE_UNTRIED;
}

static cs_report_cell by_trial(const judge *j, uint32_t by, cs_selftest_id id,
                               const char *why) {
  if (tripped(j, id)) return enforced(by, why);
  return unsupported(was_tested(j) ? "its self-test failed here"
                                   : "was not tried here");
}

/* What sessions do for every depth alike was tried with the engine here. */
static cs_report_cell by_policy(const judge *j, uint32_t by,
                                cs_selftest_id id) {
  if (j->probes->limits[0] >> id & 1) return enforced(by, "");
  return unsupported(j->probes->at[CS_PROBE_ENGINE].state == CS_PROBE_UNTRIED
                         ? "was not tried here"
                         : "its self-test failed here");
}

/* By the engine where it runs, by its host where another program does. */
static cs_report_cell by_side(const judge *j, cs_selftest_id id) {
  bool jail = cs_depth_is(cs_report_row(j->depth), CS_IS_JAIL);
  return by_trial(j, jail ? CS_BY_SUPERVISOR : CS_BY_INTERPRETER, id, "");
}

static bool runs_nothing(const judge *j) {
  return !cs_depth_is(cs_report_row(j->depth), CS_CAN_RUN);
}
static bool is_jail(const judge *j) {
  return cs_depth_is(cs_report_row(j->depth), CS_IS_JAIL);
}

/* --- limits -------------------------------------------------------------- */

static cs_report_cell wall(const judge *j) {
  if (runs_nothing(j)) /* parsing is linear in a text of limited size */
    return by_trial(j, CS_BY_INTERPRETER, CS_SELFTEST_SOURCE,
                    "nothing runs; the size of the text bounds it");
  if (!tripped(j, CS_SELFTEST_CANCEL))
    return by_trial(j, 0, CS_SELFTEST_CANCEL, "");
  return by_policy(j, CS_BY_SUPERVISOR, CS_SELFTEST_WALL);
}

static cs_report_cell guest_time(const judge *j) {
  return runs_nothing(j) ? absent() : by_side(j, CS_SELFTEST_TIME);
}

/* Only the engine has it. */
static cs_report_cell engine_only(const judge *j, cs_selftest_id id) {
  if (runs_nothing(j)) return absent();
  if (is_jail(j)) return unsupported("only the engine counts this");
  return by_trial(j, CS_BY_INTERPRETER, id, "");
}

static cs_report_cell turn_time(const judge *j) {
  return engine_only(j, CS_SELFTEST_TURN);
}
static cs_report_cell fuel(const judge *j) {
  return engine_only(j, CS_SELFTEST_FUEL);
}
static cs_report_cell recursion(const judge *j) {
  return engine_only(j, CS_SELFTEST_RECURSION);
}
static cs_report_cell sleep_time(const judge *j) {
  return engine_only(j, CS_SELFTEST_SLEEP);
}

static cs_report_cell heap(const judge *j) {
  if (is_jail(j)) return unsupported("only the engine has such a heap");
  return by_trial(j, CS_BY_INTERPRETER, CS_SELFTEST_HEAP, "");
}

static bool may_spawn(const judge *j) {
  const cs_pvalue *v = cs_policy_value(j->policy, CS_POLICY_SPAWN);
  return v->kind == CS_PV_LIST ? v->n > 0 : v->number != 0;
}

static cs_report_cell cpu_time(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (!is_jail(j)) /* the session takes the smaller of the two */
    return by_trial(j, CS_BY_INTERPRETER, CS_SELFTEST_TIME,
                    "one thread: guest time bounds it");
  if (HOLDS(j, CG_CPU)) return enforced(CS_BY_CGROUP | CS_BY_SUPERVISOR, "");
  return advisory(CS_BY_KERNEL,
                  "each process has its own; no control group counts the sum");
}

static cs_report_cell grace(const judge *j) {
  if (!is_jail(j)) return absent();
  if (NUMBER(j, TERM_GRACE_MS) > 0)
    return unsupported("a jail is killed at once");
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_KILL_TREE);
}

static cs_report_cell memory(const judge *j) {
  if (!is_jail(j)) return by_trial(j, CS_BY_INTERPRETER, CS_SELFTEST_HEAP, "");
  if (HOLDS(j, CG_MEM)) return enforced(CS_BY_CGROUP, "");
  if (!HOLDS(j, RLIM_DATA)) return failed(j, CS_PROBE_RLIM_DATA);
  if (may_spawn(j) || !HOLDS(j, SPAWN))
    return advisory(CS_BY_KERNEL,
                    "each process has its own; no control group "
                    "limits the sum");
  if (!HOLDS(j, RLIM_AS)) return failed(j, CS_PROBE_RLIM_AS);
  return enforced(CS_BY_KERNEL,
                  "one process, which starts no other; shared memory counts as "
                  "its address space, 64 MiB more");
}

static cs_report_cell cpus(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (is_jail(j) && NUMBER(j, CPUS) % 1000 != 0)
    return by_probe(j, CS_BY_CGROUP, CS_PROBE_CG_SHARE);
  if (is_jail(j))
    return by_probe(j, CS_BY_KERNEL | CS_BY_SECCOMP, CS_PROBE_CPUS);
  if (NUMBER(j, CPUS) < 1000)
    return unsupported("the engine is one thread that may use a whole CPU");
  return by_trial(j, CS_BY_INTERPRETER, CS_SELFTEST_TIME, "one thread");
}

static cs_report_cell pids(const judge *j) {
  if (!is_jail(j)) return absent();
  if (HOLDS(j, CG_PIDS)) return enforced(CS_BY_CGROUP, "");
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_RLIM_NPROC);
}

static cs_report_cell fds(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (is_jail(j)) return by_probe(j, CS_BY_KERNEL, CS_PROBE_RLIM_NOFILE);
  return advisory(CS_BY_INTERPRETER, "fixed at 1024 open files");
}

/* Directories of the host that a program writes to. */
static size_t writable_places(const judge *j) {
  const char *mode = cs_policy_text(j->policy, CS_POLICY_WORKSPACE_MODE);
  size_t n = COUNT(j, FS_WRITE) + (mode && strcmp(mode, "rw") == 0);
  for (size_t i = 0; i < COUNT(j, FS_MOUNTS); i++) {
    const cs_pvalue *m = cs_policy_entry(j->policy, CS_POLICY_FS_MOUNTS, i);
    const cs_pvalue *how = cs_pvalue_find(m, "mode");
    n += how && how->text && strcmp(how->text, "rw") == 0;
  }
  return n;
}

static cs_report_cell disk(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (!is_jail(j)) /* mounts share it */
    return by_trial(j, CS_BY_INTERPRETER, CS_SELFTEST_DISK, "");
  if (writable_places(j) > 0)
    return unsupported("directories of the host have no quota");
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_TMPFS_SIZE);
}

static cs_report_cell inodes(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (!is_jail(j)) return unsupported("files are not counted");
  if (writable_places(j) > 0)
    return unsupported("directories of the host have no quota");
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_INODES);
}

static cs_report_cell file_size(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (is_jail(j)) return by_probe(j, CS_BY_KERNEL, CS_PROBE_RLIM_FSIZE);
  return advisory(CS_BY_INTERPRETER, "the limit of its mount bounds a file");
}

static cs_report_cell tmp(const judge *j) {
  if (!is_jail(j)) return absent();
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_TMPFS_SIZE);
}

static cs_report_cell code_size(const judge *j) {
  return by_side(j, CS_SELFTEST_SOURCE);
}

static cs_report_cell nesting(const judge *j) {
  if (is_jail(j)) return unsupported("CPython has a limit of its own");
  return advisory(CS_BY_INTERPRETER,
                  "fixed: 200 brackets, 3000 levels of other syntax");
}

/* Each stream is counted where the session hands it on. */
static cs_report_cell output(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (!tripped(j, CS_SELFTEST_OUTPUT)) return by_side(j, CS_SELFTEST_OUTPUT);
  return by_policy(j, CS_BY_SUPERVISOR, CS_SELFTEST_STREAMS);
}

static cs_report_cell overflow(const judge *j) {
  return runs_nothing(j) ? absent()
                         : by_policy(j, CS_BY_SUPERVISOR, CS_SELFTEST_STREAMS);
}

static cs_report_cell result_size(const judge *j) {
  return runs_nothing(j) ? absent() : by_side(j, CS_SELFTEST_MESSAGE);
}

static cs_report_cell counted(const judge *j, cs_selftest_id id) {
  return runs_nothing(j) ? absent() : by_trial(j, CS_BY_SUPERVISOR, id, "");
}
static cs_report_cell suspensions(const judge *j) {
  return counted(j, CS_SELFTEST_SUSPENSIONS);
}
static cs_report_cell calls(const judge *j) {
  return counted(j, CS_SELFTEST_CALLS);
}
static cs_report_cell concurrency(const judge *j) {
  return counted(j, CS_SELFTEST_FUTURES);
}

static cs_report_cell host_call(const judge *j) {
  if (runs_nothing(j)) return absent();
  return unsupported("a tool ends when its host lets it");
}

static cs_report_cell sleep_call(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (is_jail(j)) return unsupported("only the engine counts this");
  return by_policy(j, CS_BY_SUPERVISOR, CS_SELFTEST_SLEEP_CALL);
}

/* --- files --------------------------------------------------------------- */

static cs_report_cell files(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (!is_jail(j)) {
    if (!tripped(j, CS_SELFTEST_READ_ONLY))
      return by_trial(j, 0, CS_SELFTEST_READ_ONLY, "");
    return by_trial(j, CS_BY_INTERPRETER, CS_SELFTEST_FILES, "");
  }
  if (!HOLDS(j, MOUNTNS)) return failed(j, CS_PROBE_MOUNTNS);
  if (!HOLDS(j, READ_ONLY)) return failed(j, CS_PROBE_READ_ONLY);
  if (HOLDS(j, LANDLOCK)) return enforced(CS_BY_KERNEL | CS_BY_LANDLOCK, "");
  return enforced(CS_BY_KERNEL, "without Landlock, the second wall");
}

static bool has_pattern(const judge *j, cs_policy_field id) {
  for (size_t i = 0; i < cs_policy_count(j->policy, id); i++) {
    const char *text = cs_policy_entry(j->policy, id, i)->text;
    if (text && strchr(text, '*')) return true;
  }
  return false;
}

/* Only what has a name can be mounted. */
static cs_report_cell places(const judge *j, cs_policy_field id) {
  if (!runs_nothing(j) && has_pattern(j, id))
    return unsupported("patterns are not mounted: name the directories");
  return files(j);
}
static cs_report_cell readable(const judge *j) {
  return places(j, CS_POLICY_FS_READ);
}
static cs_report_cell writable(const judge *j) {
  return places(j, CS_POLICY_FS_WRITE);
}

static cs_report_cell workspace(const judge *j) {
  const cs_pvalue *w = cs_policy_value(j->policy, CS_POLICY_WORKSPACE_WRITE);
  bool all =
      w->n == 1 && w->items[0].text && strcmp(w->items[0].text, "**") == 0;
  bool none =
      strcmp(cs_policy_text(j->policy, CS_POLICY_WORKSPACE_MODE), "none") == 0;
  if (runs_nothing(j) || none) return absent();
  if (all && COUNT(j, WORKSPACE_DENY) == 0) return files(j);
  if (is_jail(j))
    return unsupported("a jail does not apply patterns inside the workspace");
  return by_policy(j, CS_BY_INTERPRETER, CS_SELFTEST_WORKSPACE);
}

static cs_report_cell deny(const judge *j) {
  if (runs_nothing(j) || COUNT(j, FS_DENY) == 0) return absent();
  if (is_jail(j) && HOLDS(j, COVER))
    return enforced(CS_BY_KERNEL, "what exists when the jail is made");
  if (is_jail(j)) return failed(j, CS_PROBE_COVER);
  return by_policy(j, CS_BY_INTERPRETER, CS_SELFTEST_DENY);
}

static cs_report_cell protect(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (is_jail(j)) {
    if (writable_places(j) == 0)
      return enforced(CS_BY_ABSENT, "no directory of the host is writable");
    if (!HOLDS(j, COVER)) return failed(j, CS_PROBE_COVER);
    return advisory(
        CS_BY_KERNEL,
        "existing names are kept, and none of the built-in list can be made; "
        "others can: use an overlay");
  }
  if (!tripped(j, CS_SELFTEST_PROTECT))
    return by_trial(j, 0, CS_SELFTEST_PROTECT, "");
  return by_policy(j, CS_BY_INTERPRETER, CS_SELFTEST_PROTECT_LIST);
}

static cs_report_cell root(const judge *j) {
  if (!is_jail(j)) return absent();
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_READ_ONLY);
}

/* --- processes ----------------------------------------------------------- */

/* A wall of base/walls.def: key, field and probe have one name. */
static cs_report_cell by_wall(const judge *j, cs_policy_field field,
                              cs_probe_id probe) {
  const cs_pvalue *v = cs_policy_value(j->policy, field);
  if (!is_jail(j)) return absent();
  if (v->kind == CS_PV_LIST && v->n > 0)
    return unsupported("a list of programs is not applied: false or true");
  bool open = field == CS_POLICY_SPAWN ? may_spawn(j)
                                       : cs_policy_flag(j->policy, field);
  if (open) return enforced(CS_BY_ABSENT, "nothing is forbidden");
  return by_probe(j, CS_BY_SECCOMP, probe);
}

#define WALL(id, bit, field, path)                          \
  static cs_report_cell wall_##field(const judge *j) {      \
    return by_wall(j, CS_POLICY_##field, CS_PROBE_##field); \
  }
#include "base/walls.def"
#undef WALL

static cs_report_cell tty(const judge *j) {
  if (!is_jail(j)) return absent();
  if (FLAG(j, TTY)) return unsupported("this build gives no terminal");
  return by_probe(j, CS_BY_SECCOMP, CS_PROBE_SECCOMP);
}

static cs_report_cell caps(const judge *j) {
  if (!is_jail(j)) return absent();
  if (COUNT(j, CAPS) > 0)
    return unsupported("this build gives no capability to programs");
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_CAPS);
}

static cs_report_cell user(const judge *j) {
  if (!is_jail(j)) return absent();
  if (SET(j, USER) && NUMBER(j, USER) != 1000)
    return unsupported("the program is always user 1000");
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_USERNS);
}

static cs_report_cell environment(const judge *j) {
  return runs_nothing(j) ? absent() : by_side(j, CS_SELFTEST_ENV);
}

/* --- network ------------------------------------------------------------- */

static cs_report_cell no_network(const judge *j) {
  if (!is_jail(j)) return absent();
  if (!HOLDS(j, NETNS)) return failed(j, CS_PROBE_NETNS);
  if (!HOLDS(j, SECCOMP)) return enforced(CS_BY_KERNEL, "");
  return enforced(CS_BY_KERNEL | CS_BY_SECCOMP, "");
}

static cs_report_cell by_proxy(const judge *j, uint32_t by) {
  if (!HOLDS(j, NETNS)) return failed(j, CS_PROBE_NETNS);
  if (!HOLDS(j, PROXY)) return failed(j, CS_PROBE_PROXY);
  return enforced(by, "");
}

/* The engine has no sockets: its session asks the same judge for it. */
static cs_report_cell by_request(const judge *j) {
  if (runs_nothing(j)) return absent();
  if (!HOLDS(j, PROXY)) return failed(j, CS_PROBE_PROXY);
  return enforced(CS_BY_INTERPRETER | CS_BY_PROXY, "");
}

static cs_report_cell way_out(const judge *j, uint32_t by) {
  if (COUNT(j, EGRESS_ALLOW) == 0) return no_network(j);
  return is_jail(j) ? by_proxy(j, by) : by_request(j);
}

static cs_report_cell egress(const judge *j) {
  return way_out(j, CS_BY_KERNEL | CS_BY_PROXY);
}

static cs_report_cell egress_detail(const judge *j) {
  return way_out(j, CS_BY_PROXY);
}

/* Does a rule let bytes through that nobody reads? */
static bool has_tunnel(const judge *j) {
  for (size_t i = 0; i < COUNT(j, EGRESS_ALLOW); i++) {
    const cs_pvalue *e = cs_policy_entry(j->policy, CS_POLICY_EGRESS_ALLOW, i);
    const char *tls = cs_pvalue_find(e, "tls")->text;
    const char *proto = cs_pvalue_find(e, "proto")->text;
    if ((tls && strcmp(tls, "tunnel") == 0) ||
        (proto && strcmp(proto, "tcp") == 0))
      return true;
  }
  return false;
}

static cs_report_cell identity(const judge *j) {
  cs_report_cell cell = egress_detail(j);
  if (is_jail(j) && has_tunnel(j) && cell.word == CS_REPORT_ENFORCED)
    return advisory(CS_BY_PROXY,
                    "a rule with tunnel or tcp: requests inside are not seen");
  return cell;
}

static cs_report_cell listens(const judge *j) {
  if (is_jail(j) && COUNT(j, NET_LISTEN) > 0)
    return unsupported("this build publishes no ports");
  return no_network(j);
}

static cs_report_cell placeholders(const judge *j) {
  if (COUNT(j, SECRETS) == 0 || COUNT(j, EGRESS_ALLOW) == 0) return absent();
  return way_out(j, CS_BY_PROXY);
}

/* A secret of mode env is the program's own from then on. */
static cs_report_cell open_secrets(const judge *j) {
  if (COUNT(j, SECRETS) == 0 || !is_jail(j)) return absent();
  return by_side(j, CS_SELFTEST_ENV);
}

/* --- the rest ------------------------------------------------------------ */

static cs_report_cell images(const judge *j) {
  (void)j;
  return absent();
}

static cs_report_cell install(const judge *j) {
  if (!is_jail(j)) return absent();
  return by_probe(j, CS_BY_KERNEL, CS_PROBE_READ_ONLY);
}

static cs_report_cell packages(const judge *j) {
  if (runs_nothing(j) || COUNT(j, PACKAGES_LIST) == 0) return absent();
  return unsupported("this build installs no packages");
}

static cs_report_cell tools(const judge *j) {
  if (!runs_nothing(j) && !tripped(j, CS_SELFTEST_TOOLS))
    return counted(j, CS_SELFTEST_TOOLS);
  return runs_nothing(j)
             ? absent()
             : by_policy(j, CS_BY_SUPERVISOR, CS_SELFTEST_TOOL_LIST);
}

/* Without anybody to ask, such a call is refused. */
static cs_report_cell approvals(const judge *j) {
  const char *who = cs_policy_text(j->policy, CS_POLICY_APPROVER);
  if (runs_nothing(j) || COUNT(j, TOOLS_APPROVE) == 0) return absent();
  cs_report_cell c = by_policy(j, CS_BY_SUPERVISOR, CS_SELFTEST_APPROVE);
  if (c.word == CS_REPORT_ENFORCED && strcmp(who, "none") != 0)
    c.why = j->given->asks ? "the host asks" : "nobody asks: all are refused";
  return c;
}

static cs_report_cell time_zone(const judge *j) {
  const char *zone = cs_policy_text(j->policy, CS_POLICY_TIMEZONE);
  if (runs_nothing(j) || (zone && strcmp(zone, "UTC") == 0)) return absent();
  return unsupported("programs see UTC");
}

/* The engine's parser judges the text; what it makes of values it cannot. */
static cs_report_cell static_rule(const judge *j, bool any) {
  if (!any) return enforced(CS_BY_ABSENT, "there is no rule");
  if (runs_nothing(j))
    return by_trial(j, CS_BY_INTERPRETER, CS_SELFTEST_RULES, "");
  return advisory(CS_BY_INTERPRETER, "the text is judged before it runs");
}

static cs_report_cell imports(const judge *j) {
  bool any = SET(j, IMPORTS_ALLOW) || COUNT(j, IMPORTS_DENY) > 0;
  return static_rule(j, any);
}
static cs_report_cell builtins(const judge *j) {
  return static_rule(j, COUNT(j, BUILTINS_DENY) > 0);
}
static cs_report_cell rule_set(const judge *j) {
  const char *rules = cs_policy_text(j->policy, CS_POLICY_CODE_RULES);
  return static_rule(j, strcmp(rules, "none") != 0);
}

static cs_report_cell clock_source(const judge *j) {
  if (is_jail(j)) return unsupported("the kernel answers");
  return engine_only(j, CS_SELFTEST_CLOCK);
}
static cs_report_cell random_source(const judge *j) {
  if (is_jail(j)) return unsupported("the kernel answers");
  return engine_only(j, CS_SELFTEST_RANDOM);
}

static cs_report_cell artifacts(const judge *j) {
  if (runs_nothing(j)) return absent();
  return by_policy(j, CS_BY_SUPERVISOR, CS_SELFTEST_EXPORT);
}

static cs_report_cell worker(const judge *j) {
  if (runs_nothing(j) || is_jail(j)) return absent();
  if (!FLAG(j, WORKER)) return enforced(CS_BY_ABSENT, "not asked for");
  if (cs_depth_is_local(cs_report_row(j->depth)))
    return unsupported("the program runs in the caller's process");
  if (!HOLDS(j, WORKER)) return failed(j, CS_PROBE_WORKER);
  const char *unseen =
      HOLDS(j, WORKER_SEEN) ? "" : "cannot be looked at from outside";
  if (HOLDS(j, WORKER_FILES))
    return enforced(CS_BY_SECCOMP | CS_BY_LANDLOCK, unseen);
  return enforced(CS_BY_SECCOMP, "without Landlock, the second wall");
}

static cs_report_cell lifetimes(const judge *j) {
  (void)j;
  return absent();
}

static cs_report_cell kill_tree(const judge *j) {
  if (runs_nothing(j) || cs_depth_is_local(cs_report_row(j->depth)))
    return absent();
  if (is_jail(j)) return by_probe(j, CS_BY_KERNEL, CS_PROBE_KILL_TREE);
  return by_trial(j, CS_BY_SUPERVISOR, CS_SELFTEST_CANCEL, "");
}

static bool is_word(const judge *j, cs_policy_field id, const char *word) {
  return cs_policy_is_set(j->policy, id) &&
         strcmp(cs_policy_text(j->policy, id), word) == 0;
}

/* A directory, or the file itself. */
static bool is_elsewhere(const judge *j) {
  const char *want = cs_policy_text(j->policy, CS_POLICY_AUDIT_PATH);
  const char *have = j->given->log_path;
  size_t n = want ? strlen(want) : 0;
  return want && have &&
         (strncmp(want, have, n) != 0 || (have[n] && have[n] != '/'));
}

/* What the policy says of a log, against the one that there is. */
static const char *log_lacks(const judge *j) {
  const cs_report_given *g = j->given;
  if (SET(j, AUDIT_CHECKPOINT))
    return "checkpoints are sent to no program: audit.checkpoint_cmd";
  if (is_jail(j) && FLAG(j, AUDIT_TRACE))
    return "what the kernel refuses is not recorded: audit.trace_denials";
  if (!g->log) return "there is no log";
  if (SET(j, AUDIT_REQUIRED) && FLAG(j, AUDIT_REQUIRED) && g->log_optional)
    return "programs run also when it cannot be written: audit.required";
  if (is_word(j, CS_POLICY_AUDIT_CODE, "full") && !g->log_full)
    return "the log holds only hashes of code: audit.code";
  if (SET(j, AUDIT_CODE) && is_word(j, CS_POLICY_AUDIT_CODE, "hash") &&
      g->log_full)
    return "the log holds code in the clear: audit.code";
  if (is_word(j, CS_POLICY_AUDIT_SYNC, "always") && g->log_batch)
    return "records are on disk after a second: audit.sync";
  return is_elsewhere(j) ? "the log is elsewhere: audit.path" : NULL;
}

static cs_report_cell audit(const judge *j) {
  const char *lacks = log_lacks(j);
  if (runs_nothing(j)) return absent(); /* nothing happens */
  return lacks ? unsupported(lacks)
               : by_policy(j, CS_BY_SUPERVISOR, CS_SELFTEST_LOG);
}

/* --- the table ----------------------------------------------------------- */

static rule *const rules[CS_REPORT_KEYS] = {
    [CS_REPORT_KEY_WALL] = wall,
    [CS_REPORT_KEY_GUEST] = guest_time,
    [CS_REPORT_KEY_TURN] = turn_time,
    [CS_REPORT_KEY_CPU] = cpu_time,
    [CS_REPORT_KEY_GRACE] = grace,
    [CS_REPORT_KEY_FUEL] = fuel,
    [CS_REPORT_KEY_MEMORY] = memory,
    [CS_REPORT_KEY_HEAP] = heap,
    [CS_REPORT_KEY_CPUS] = cpus,
    [CS_REPORT_KEY_PIDS] = pids,
    [CS_REPORT_KEY_FDS] = fds,
    [CS_REPORT_KEY_DISK] = disk,
    [CS_REPORT_KEY_INODES] = inodes,
    [CS_REPORT_KEY_FILE] = file_size,
    [CS_REPORT_KEY_TMP] = tmp,
    [CS_REPORT_KEY_CODE] = code_size,
    [CS_REPORT_KEY_NESTING] = nesting,
    [CS_REPORT_KEY_STDOUT] = output,
    [CS_REPORT_KEY_STDERR] = output,
    [CS_REPORT_KEY_OVERFLOW] = overflow,
    [CS_REPORT_KEY_RESULT] = result_size,
    [CS_REPORT_KEY_RECURSION] = recursion,
    [CS_REPORT_KEY_SUSPENSIONS] = suspensions,
    [CS_REPORT_KEY_CALLS] = calls,
    [CS_REPORT_KEY_CONCURRENCY] = concurrency,
    [CS_REPORT_KEY_HOST_CALL] = host_call,
    [CS_REPORT_KEY_SLEEP] = sleep_time,
    [CS_REPORT_KEY_SLEEP_CALL] = sleep_call,
    [CS_REPORT_KEY_READ] = readable,
    [CS_REPORT_KEY_WRITE] = writable,
    [CS_REPORT_KEY_MOUNTS] = files,
    [CS_REPORT_KEY_WORKSPACE] = workspace,
    [CS_REPORT_KEY_DENY] = deny,
    [CS_REPORT_KEY_PROTECT] = protect,
    [CS_REPORT_KEY_ROOT] = root,
#define WALL(id, bit, field, path) [CS_REPORT_KEY_##field] = wall_##field,
#include "base/walls.def"
#undef WALL
    [CS_REPORT_KEY_TTY] = tty,
    [CS_REPORT_KEY_CAPS] = caps,
    [CS_REPORT_KEY_USER] = user,
    [CS_REPORT_KEY_ENV] = environment,
    [CS_REPORT_KEY_EGRESS] = egress,
    [CS_REPORT_KEY_ADDRESSES] = egress_detail,
    [CS_REPORT_KEY_BUDGET] = egress_detail,
    [CS_REPORT_KEY_IDENTITY] = identity,
    [CS_REPORT_KEY_LISTEN] = listens,
    [CS_REPORT_KEY_PLACEHOLDER] = placeholders,
    [CS_REPORT_KEY_SECRET_ENV] = open_secrets,
    [CS_REPORT_KEY_IMAGES] = images,
    [CS_REPORT_KEY_INSTALL] = install,
    [CS_REPORT_KEY_PACKAGES] = packages,
    [CS_REPORT_KEY_TOOLS] = tools,
    [CS_REPORT_KEY_APPROVE] = approvals,
    [CS_REPORT_KEY_IMPORTS] = imports,
    [CS_REPORT_KEY_BUILTINS] = builtins,
    [CS_REPORT_KEY_RULES] = rule_set,
    [CS_REPORT_KEY_CLOCK] = clock_source,
    [CS_REPORT_KEY_TIMEZONE] = time_zone,
    [CS_REPORT_KEY_RANDOM] = random_source,
    [CS_REPORT_KEY_ARTIFACTS] = artifacts,
    [CS_REPORT_KEY_WORKER] = worker,
    [CS_REPORT_KEY_SANDBOX] = lifetimes,
    [CS_REPORT_KEY_KILL_TREE] = kill_tree,
    [CS_REPORT_KEY_AUDIT] = audit,
};

/* --- an engine elsewhere ------------------------------------------------- */

/* What happens there, as opposed to what a program gets from its host: the
 * server may do all of it, and its word is no probe. */
static bool is_at_server(int k) {
  static const cs_report_key keys[] = {
      CS_REPORT_KEY_CPU,       CS_REPORT_KEY_FUEL,   CS_REPORT_KEY_MEMORY,
      CS_REPORT_KEY_HEAP,      CS_REPORT_KEY_CPUS,   CS_REPORT_KEY_NESTING,
      CS_REPORT_KEY_RECURSION, CS_REPORT_KEY_WORKER, CS_REPORT_KEY_KILL_TREE};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
    if ((int)keys[i] == k) return true;
  return false;
}

static cs_report_cell by_server(void) {
  return advisory(CS_BY_INTERPRETER,
                  "only the server of the remote worker can hold it");
}

/* --- the whole ----------------------------------------------------------- */

static bool is_there(cs_report_depth d, const cs_probes *p) {
  const cs_depth_row *row = cs_report_row(d);
  if (cs_depth_is(row, CS_IS_JAIL)) return cs_probe_holds(p, CS_PROBE_USERNS);
  return cs_depth_is(row, CS_IS_ENGINE) || !cs_depth_is(row, CS_CAN_RUN);
}

static const char *why_not(const judge *j) {
  const cs_probe *p = &j->probes->at[CS_PROBE_USERNS];
  if (!is_jail(j)) return "this build cannot run anything there";
  return p->state == CS_PROBE_UNTRIED ? "was not tried here" : p->why;
}

void cs_report_make(const cs_policy *policy, cs_report_depth depth,
                    const cs_probes *probes, const cs_report_given *given,
                    cs_report *out) {
  static const cs_report_given nothing = {0};
  judge j = {policy, probes, depth, given ? given : &nothing};
  *out = (cs_report){.depth = depth,
                     .policy = policy,
                     .probes = probes,
                     .available = is_there(depth, probes)};
  for (int k = 0; k < CS_REPORT_KEYS; k++) {
    cs_report_cell *c = &out->at[k];
    *c = !out->available                      ? unsupported(why_not(&j))
         : j.given->remote && is_at_server(k) ? by_server()
                                              : rules[k](&j);
    c->requested = cs_report_is_requested(policy, (cs_report_key)k, depth);
    c->accepted = cs_policy_has(policy, CS_POLICY_ACCEPT,
                                cs_report_key_name((cs_report_key)k));
  }
}
