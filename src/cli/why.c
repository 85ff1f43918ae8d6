/*
 * why.c - caisson why: would this be allowed, and by which rule?
 *
 * Asks the same functions that sessions ask (policy/decide.h), so the answer
 * and what happens cannot differ.  For a path the mounts of the policy are
 * opened and links followed, as for a program (session/seen.h); no file is
 * read and nothing is started.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/enforce.h"
#include "cli/json.h"
#include "cli/plain.h"
#include "cli/verbs.h"
#include "policy/canon.h"
#include "policy/decide.h"
#include "policy/host.h"
#include "session/seen.h"

typedef struct question {
  const cs_settings *s;
  const cs_policy *policy;
  const char *capability; /* as denials have it */
  const char *object;
  cs_decision answer;
  char real[CS_VFS_PATH]; /* --path: where links lead; "": not there */
  bool no_network;        /* --host: no depth could reach it */
  cs_error wrong;         /* "": it can be told */
  char remedy[300];       /* what the owner of the policy would write */
} question;

/* --- asking -------------------------------------------------------------- */

static void ask_path(question *q) {
  const char *op = q->s->op ? q->s->op : "read";
  bool write = strcmp(op, "write") == 0;
  q->capability = write ? "fs.write" : "fs.read";
  q->object = q->s->path_asked;
  cs_error err = {0};
  if (cs_seen_decide(q->policy, q->object, write, &q->answer, q->real, &err) !=
      CS_OK)
    q->wrong = err;
  const cs_decision *a = &q->answer;
  if (a->rule && a->field == CS_POLICY_FS_DENY)
    snprintf(q->remedy, sizeof q->remedy,
             "fs.deny without the entry for %.180s", q->object);
  else if (a->field == CS_POLICY_FS_PROTECT)
    snprintf(q->remedy, sizeof q->remedy,
             "fs.protect: a list of your own without the pattern for %.180s",
             q->object);
  else
    snprintf(q->remedy, sizeof q->remedy,
             strchr(q->object, '*') ? "%s += {path: '%.200s', literal: true}"
                                    : "%s += %.220s",
             q->capability, q->object);
}

/* NAME or NAME:PORT, as rules spell it: in lower case, without the dot at the
 * end.  NULL: it is one, else what is wrong. */
static const char *read_host(const char *asked, char name[256],
                             unsigned *port) {
  if (strlen(asked) > 253 + 6) return "the host's name is too long";
  snprintf(name, 256, "%.255s", asked);
  for (char *c = name; *c; c++)
    if (*c >= 'A' && *c <= 'Z') *c = (char)(*c + ('a' - 'A'));
  char *colon = strchr(name, ':'), *end;
  *port = 443;
  if (colon) {
    size_t digits = strspn(colon + 1, "0123456789");
    unsigned long n = strtoul(colon + 1, &end, 10);
    if (*end || digits == 0 || digits > 5 || n < 1 || n > 65535)
      return "the port is no number from 1 to 65535";
    *colon = 0;
    *port = (unsigned)n;
  }
  size_t n = strlen(name);
  if (n > 1 && name[n - 1] == '.') name[n - 1] = 0;
  if (strchr(name, '*')) return "a pattern is no host; ask for one name";
  struct in_addr four;
  if (inet_pton(AF_INET, name, &four) == 1) return NULL;
  return cs_host_check(name) ? "that is no name of a host" : NULL;
}

/* Has one of the depths that the policy allows a network? */
static bool connects(const question *q) {
  cs_probes probes;
  cs_report_given given = {0};
  cs_enforce_look(q->s, cs_enforce_needs(cs_depth_jail()), false, &probes);
  for (int d = 0; d < CS_REPORT_DEPTHS; d++) {
    cs_report r;
    const char *name = cs_report_depth_name((cs_report_depth)d);
    cs_report_make(q->policy, (cs_report_depth)d, &probes, &given, &r);
    if (cs_policy_has(q->policy, CS_POLICY_DEPTH_ALLOW, name) &&
        cs_report_connects(&r))
      return true;
  }
  return false;
}

static void ask_host(question *q, char name[256]) {
  unsigned port;
  struct in_addr four;
  (void)read_host(q->s->host_asked, name, &port);
  bool address = inet_pton(AF_INET, name, &four) == 1;
  q->capability = "egress";
  q->object = q->s->host_asked;
  const char *proto = port == 80 ? "http" : "https";
  q->answer = cs_decide_host(q->policy, name, port, proto);
  if (q->answer.allowed && !connects(q)) {
    q->answer = (cs_decision){.field = CS_POLICY_EGRESS_ALLOW};
    snprintf(q->remedy, sizeof q->remedy,
             "none: egress.allow names it, but no depth here has a network");
    q->no_network = true;
    return;
  }
  if (q->answer.rule && q->answer.field == CS_POLICY_EGRESS_DENY)
    snprintf(q->remedy, sizeof q->remedy, "egress.deny without %.200s", name);
  else if (port == 443 && !address)
    snprintf(q->remedy, sizeof q->remedy, "egress.allow += %.253s", name);
  else
    snprintf(q->remedy, sizeof q->remedy,
             "egress.allow += {%s: %.220s, ports: [%u], proto: %s}",
             address ? "ip" : "host", name, port, proto);
}

/* A name and the list that would have it. */
static void ask_name(question *q, const char *capability, const char *name,
                     cs_decision answer, const char *allow, const char *deny,
                     cs_policy_field deny_field) {
  q->capability = capability;
  q->object = name;
  q->answer = answer;
  bool denied = answer.rule && answer.field == deny_field;
  snprintf(q->remedy, sizeof q->remedy,
           denied ? "%s without %.200s" : "%s += %.200s", denied ? deny : allow,
           name);
}

/* A tool that needs an approval is refused where nobody is asked. */
static cs_decision decide_tool(const cs_policy *p, const char *name) {
  cs_decision d = cs_decide_tool(p, name);
  const cs_pvalue *rule = cs_decide_approval(p, name);
  bool nobody = strcmp(cs_policy_text(p, CS_POLICY_APPROVER), "none") == 0;
  if (d.allowed && rule && nobody)
    d = (cs_decision){.field = CS_POLICY_TOOLS_APPROVE, .rule = rule};
  return d;
}

static bool ask(question *q, char name[256]) {
  const cs_settings *s = q->s;
  const cs_policy *p = q->policy;
  if (s->path_asked)
    ask_path(q);
  else if (s->host_asked)
    ask_host(q, name);
  else if (s->tool_asked)
    ask_name(q, "tool", s->tool_asked, decide_tool(p, s->tool_asked),
             "tools.allow", "tools.approve", CS_POLICY_TOOLS_APPROVE);
  else if (s->import_asked)
    ask_name(q, "import", s->import_asked, cs_decide_import(p, s->import_asked),
             "code.imports_allow", "code.imports_deny", CS_POLICY_IMPORTS_DENY);
  else if (s->env_asked)
    ask_name(q, "env", s->env_asked, cs_decide_env(p, s->env_asked), "env.pass",
             "env.pass", CS_POLICY_FIELDS);
  else if (s->image_asked)
    ask_name(q, "image", s->image_asked, cs_decide_image(p, s->image_asked),
             "images.allow", "images.allow", CS_POLICY_FIELDS);
  else
    return false;
  return true;
}

/* --- telling ------------------------------------------------------------- */

/* "policy.yaml:31 egress.allow", "fs.protect (built-in)", "default-deny" */
static void rule_text(const question *q, char *out, size_t room) {
  const cs_decision *a = &q->answer;
  const char *key =
      a->field < CS_POLICY_FIELDS ? cs_schema[a->field].key : "default";
  const cs_pvalue *v = a->rule ? a->rule
                       : a->field < CS_POLICY_FIELDS
                           ? cs_policy_value(q->policy, a->field)
                           : NULL;
  const char *word = q->no_network ? "no network at any depth, "
                     : a->rule     ? ""
                     : a->built_in ? "names that other programs act upon, "
                     : a->allowed  ? "no rule against it, "
                                   : "default-deny, ";
  cs_policy_origin o = {0};
  if (v) o = cs_policy_where(q->policy, v);
  if (v && o.line)
    snprintf(out, room, "%s%.200s:%u %s", word, o.file, o.line, key);
  else
    snprintf(out, room, "%s%s (built-in)", word, key);
}

static void print_json(const question *q, const char *rule) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.why/1");
  cs_json_bool(&j, "allowed", q->answer.allowed);
  cs_json_text(&j, "capability", q->capability);
  cs_json_text(&j, "object", q->object);
  if (q->real[0] && strcmp(q->real, q->object) != 0)
    cs_json_text(&j, "resolved", q->real);
  cs_json_text(&j, "rule", rule);
  if (!q->answer.allowed) cs_json_text(&j, "remedy", q->remedy);
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

static void print_text(const question *q, const char *rule) {
  printf("%-5s %-10s ", q->answer.allowed ? "yes" : "no", q->capability);
  cs_plain_put(stdout, q->object);
  if (q->real[0] && strcmp(q->real, q->object) != 0) {
    fputs(" -> ", stdout);
    cs_plain_put(stdout, q->real);
  }
  fputs("   rule ", stdout);
  cs_plain_put(stdout, rule);
  fputc('\n', stdout);
  if (q->answer.allowed) return;
  fputs("      remedy: ", stdout);
  cs_plain_put(stdout, q->remedy);
  puts(q->no_network ? ""
                     : "   in the user policy; a project file cannot widen");
}

/* Without ".", ".." and empty parts, as sessions ask for it. */
static bool is_plain(const char *path) {
  for (const char *p = path; *p;) {
    size_t n = strcspn(p + 1, "/");
    bool dots =
        (n == 1 && p[1] == '.') || (n == 2 && p[1] == '.' && p[2] == '.');
    if (*p != '/' || dots || (n == 0 && (p != path || p[1]))) return false;
    p += n + 1;
  }
  return true;
}

/* Letters, digits and `more`, and no digit first. */
static bool is_word(const char *text, const char *more) {
  for (const char *c = text; *c; c++)
    if (!((*c | 0x20) >= 'a' && (*c | 0x20) <= 'z') && *c != '_' &&
        !(c > text && *c >= '0' && *c <= '9') && !strchr(more, *c))
      return false;
  return *text != 0;
}

/* A question that no rule could be an answer to. */
static const char *is_nonsense(const cs_settings *s) {
  char name[256];
  unsigned port;
  if (s->path_asked && strlen(s->path_asked) >= 4096)
    return "the path is too long";
  if (s->host_asked) return read_host(s->host_asked, name, &port);
  if (s->env_asked && !is_word(s->env_asked, ""))
    return "that is no name of a variable";
  if (s->import_asked && (unsigned char)s->import_asked[0] < 0x80 &&
      !is_word(s->import_asked, "."))
    return "that is no name of a module";
  if ((s->tool_asked && !*s->tool_asked) ||
      (s->image_asked && !*s->image_asked))
    return "the name is empty";
  return NULL;
}

int cs_cli_why(const cs_settings *s) {
  char rule[400], name[256];
  cs_policy *p = NULL;
  const char *wrong = is_nonsense(s);
  if (wrong)
    return cs_cli_fail(s, "cannot tell", wrong,
                       "'caisson help why' has examples");
  if (s->op && strcmp(s->op, "read") != 0 && strcmp(s->op, "write") != 0)
    return cs_cli_fail(s, "cannot tell", "--op is read or write",
                       "write --op write");
  if (s->path_asked && s->path_asked[0] != '/')
    return cs_cli_fail(s, "cannot tell", "the path is not absolute",
                       "write it as the program sees it: /workspace/x");
  if (s->path_asked && !is_plain(s->path_asked))
    return cs_cli_fail(s, "cannot tell", "the path has '.', '..' or '//' in it",
                       "write where it leads to");
  int code = cs_enforce_policy(s, &p);
  if (code) return code;
  question q = {.s = s, .policy = p};
  bool asked = ask(&q, name);
  if (q.wrong.text[0]) {
    code = cs_cli_fail(s, "cannot tell", q.wrong.text, "change the policy");
  } else if (asked) {
    rule_text(&q, rule, sizeof rule);
    if (s->json)
      print_json(&q, rule);
    else
      print_text(&q, rule);
    code = q.answer.allowed ? 0 : 1;
  } else {
    code = cs_cli_fail(s, "cannot tell", "nothing was asked",
                       "give one of --path, --host, --tool, --import, --env, "
                       "--image");
  }
  cs_policy_free(p);
  return code;
}
