/*
 * explain.c - caisson policy explain: what a policy means on this host.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cleanup.h"
#include "cli/enforce.h"
#include "cli/json.h"
#include "cli/lines.h"
#include "cli/record.h"
#include "cli/verbs.h"
#include "enforce/choose.h"
#include "policy/canon.h"

typedef struct explain {
  const cs_settings *s;
  cs_policy *policy; /* owned */
  cs_probes p;
  cs_report report[CS_REPORT_DEPTHS];
  cs_report_depth only; /* --depth; CS_REPORT_DEPTHS: all */
  bool coded;           /* --code: `choice` is about a text */
  cs_choice choice;
} explain;

/* --- text ---------------------------------------------------------------- */

static void print_size(const char *name, uint64_t n) {
  static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int u = 0;
  while (u < 4 && n >= 1024 && n % 1024 == 0) {
    n /= 1024;
    u++;
  }
  printf("  %s %llu%s", name, (unsigned long long)n, units[u]);
}

static void print_time(const char *name, uint64_t ms) {
  if (ms % 1000 == 0)
    printf("  %s %llus", name, (unsigned long long)(ms / 1000));
  else
    printf("  %s %llums", name, (unsigned long long)ms);
}

static void print_limits(const cs_policy *p) {
  printf("limits  ");
  print_time("wall", cs_policy_number(p, CS_POLICY_WALL_MS));
  print_time("guest", cs_policy_number(p, CS_POLICY_GUEST_MS));
  print_size("memory", cs_policy_number(p, CS_POLICY_MEMORY_BYTES));
  printf("  pids %llu",
         (unsigned long long)cs_policy_number(p, CS_POLICY_PIDS));
  print_size("disk", cs_policy_number(p, CS_POLICY_DISK_BYTES));
  print_size("output", cs_policy_number(p, CS_POLICY_STDOUT_BYTES));
  puts("");
}

/* Entries of a list, with what stands in them. */
static void print_list(const cs_policy *p, cs_policy_field id,
                       const char *name) {
  size_t n = cs_policy_count(p, id);
  if (n == 0) return;
  printf("  %s", name);
  for (size_t i = 0; i < n && i < 8; i++) {
    const cs_pvalue *v = cs_policy_entry(p, id, i);
    const cs_pvalue *inner = v->kind == CS_PV_MAP && v->n > 0 ? v->items : v;
    for (size_t k = 0; v->kind == CS_PV_MAP && k < v->n; k++)
      if (v->items[k].key &&
          (strcmp(v->items[k].key, "guest") == 0 ||
           strcmp(v->items[k].key, "host") == 0) &&
          v->items[k].kind == CS_PV_TEXT)
        inner = &v->items[k];
    printf(" %s", inner->text ? inner->text : "...");
  }
  if (n > 8) printf(" and %zu more", n - 8);
}

static void print_grants(const cs_policy *p, const cs_report *r) {
  printf("files   ");
  print_list(p, CS_POLICY_FS_READ, "read-only");
  print_list(p, CS_POLICY_FS_WRITE, "writable");
  print_list(p, CS_POLICY_FS_MOUNTS, "mounts");
  print_list(p, CS_POLICY_FS_DENY, "denied");
  printf("  workspace %s  protected %zu\n",
         cs_policy_text(p, CS_POLICY_WORKSPACE_MODE),
         cs_policy_count(p, CS_POLICY_FS_PROTECT));
  printf("network ");
  print_list(p, CS_POLICY_EGRESS_ALLOW, "hosts");
  if (cs_policy_count(p, CS_POLICY_EGRESS_ALLOW) == 0)
    puts("  none");
  else
    puts(cs_report_connects(r) ? "  all else refused"
                               : "  none of them reachable: this depth has no "
                                 "network");
}

static bool is_gap(const cs_report_cell *c) {
  return c->requested && c->word != CS_REPORT_ENFORCED;
}

/* A gap that the policy accepts is still one. */
static void print_gaps(const cs_report *r) {
  size_t all, blocking = cs_report_gaps(r, &all), n = 0;
  for (int k = 0; k < CS_REPORT_KEYS; k++) n += is_gap(&r->at[k]);
  if (n == 0) {
    printf("gaps      none (%zu of %zu requested restrictions enforced here)\n",
           all, all);
    return;
  }
  printf("gaps      %zu of %zu requested restrictions, %zu of them accepted\n",
         n, all, n - blocking);
  for (int k = 0; k < CS_REPORT_KEYS; k++) {
    const cs_report_cell *c = &r->at[k];
    const char *key = cs_report_key_name((cs_report_key)k);
    if (!is_gap(c)) continue;
    printf("  %s is %s: %s\n", key, cs_report_word_name(c->word), c->why);
    if (c->accepted)
      puts("    accepted by accept_unenforced");
    else
      printf("    to accept it: accept_unenforced: [%s]\n", key);
  }
}

/* A gap that is accepted and is none hides one that comes later. */
static void print_notices(const explain *e, const cs_report *r) {
  for (int k = 0; k < CS_REPORT_KEYS; k++) {
    const char *key = cs_report_key_name((cs_report_key)k);
    if (r->at[k].word == CS_REPORT_ENFORCED &&
        cs_policy_has(e->policy, CS_POLICY_ACCEPT, key))
      printf("notice    accept_unenforced has %s, which is enforced here\n",
             key);
  }
}

/* Where the value of a key stands. */
static void print_origin(const explain *e, const char *key) {
  cs_policy_field id = cs_schema_find(key);
  if (!e->s->origin || id >= CS_POLICY_FIELDS) return;
  cs_policy_origin o =
      cs_policy_where(e->policy, cs_policy_value(e->policy, id));
  if (o.line)
    printf("  %s:%u", o.file, o.line);
  else
    printf("  %s", o.file ? o.file : "built-in");
}

static void print_depth(const explain *e, const cs_report *r) {
  for (int k = 0; k < CS_REPORT_KEYS; k++) {
    char text[80];
    const cs_report_cell *c = &r->at[k];
    const char *key = cs_report_key_name((cs_report_key)k);
    cs_report_cell_text(c, text);
    printf("%-24s %-9s %-26s %s", key, c->requested ? "requested" : "", text,
           c->why);
    print_origin(e, key);
    puts("");
  }
}

static void print_matrix(const explain *e) {
  const cs_depth_row *const shown[] = {cs_depth_check(), cs_depth_engine(false),
                                       cs_depth_engine(true), cs_depth_jail()};
  char in_process[40], worker[40];
  snprintf(in_process, sizeof in_process, "%s, in process", shown[1]->name);
  snprintf(worker, sizeof worker, "%s, worker", shown[2]->name);
  printf("%-24s %-20s %-22s %-27s %s\n", "key", shown[0]->name, in_process,
         worker, shown[3]->name);
  for (int k = 0; k < CS_REPORT_KEYS; k++) {
    char text[4][80];
    for (int i = 0; i < 4; i++)
      cs_report_cell_text(&e->report[shown[i]->at].at[k], text[i]);
    printf("%-24s %-20s %-22s %-27s %s\n", cs_report_key_name((cs_report_key)k),
           text[0], text[1], text[2], text[3]);
  }
}

static cs_report_depth main_depth(const explain *e) {
  if (e->only < CS_REPORT_DEPTHS) return e->only;
  if (e->choice.depth < CS_REPORT_DEPTHS) return e->choice.depth;
  return cs_report_at(cs_depth_engine(true));
}

static void print_head(const explain *e) {
  char hash[CS_POLICY_HASH] = "";
  const char *name = cs_policy_text(e->policy, CS_POLICY_NAME);
  (void)!cs_canon_hash(e->policy, hash);
  printf("policy    %s (%s)   hash %.19s...\n", name ? name : "default",
         e->s->policy ? e->s->policy : "built-in", hash);
  bool none = e->choice.depth == CS_REPORT_DEPTHS;
  printf("depth     %s    %s\n",
         none ? "none" : cs_report_depth_name(e->choice.depth),
         e->choice.reason);
  for (int d = 0; none && d < CS_REPORT_DEPTHS; d++)
    if (e->choice.refused[d][0])
      printf("          %s refused: %s\n",
             cs_report_depth_name((cs_report_depth)d), e->choice.refused[d]);
  print_grants(e->policy, &e->report[main_depth(e)]);
  print_limits(e->policy);
}

static void print_text(const explain *e) {
  if (e->s->report) {
    print_matrix(e);
    return;
  }
  const cs_report *r = &e->report[main_depth(e)];
  print_head(e);
  print_gaps(r);
  print_notices(e, r);
  const cs_depth_row *row = cs_report_row(r->depth);
  printf("\nat depth %s%s:\n", cs_report_depth_name(r->depth),
         cs_depth_is_local(row)    ? " (in this process)"
         : cs_depth_is_worker(row) ? " (in a worker)"
                                   : "");
  print_depth(e, r);
}

/* --- JSON ---------------------------------------------------------------- */

static void put_report(cs_json *j, const char *key, const cs_report *r,
                       const cs_report_host *h) {
  cs_buf text;
  cs_buf_init(&text, 1 << 20);
  if (cs_report_json(r, h, &text) == CS_OK)
    cs_json_raw(j, key, cs_buf_text(&text), text.len);
  cs_buf_fini(&text);
}

static void put_choice(cs_json *j, const explain *e) {
  cs_json_key(j, "choice");
  cs_json_open(j, '{');
  bool none = e->choice.depth == CS_REPORT_DEPTHS;
  if (none)
    cs_json_null(j, "depth");
  else
    cs_json_text(j, "depth", cs_report_depth_name(e->choice.depth));
  cs_json_text(j, "reason", e->choice.reason);
  cs_json_key(j, "refused");
  cs_json_open(j, '{');
  for (int d = 0; d < CS_REPORT_DEPTHS; d++)
    if (e->choice.refused[d][0])
      cs_json_text(j, cs_report_depth_name((cs_report_depth)d),
                   e->choice.refused[d]);
  cs_json_close(j, '}');
  cs_json_close(j, '}');
}

static void print_json(const explain *e) {
  cs_report_host h;
  char now[40];
  struct tm tm;
  time_t t = time(NULL);
  cs_report_host_look(&h);
  if (gmtime_r(&t, &tm))
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%S.000Z", &tm);
  h.probed_at = now;
  cs_json j;
  cs_json_init(&j);
  if (e->only < CS_REPORT_DEPTHS) { /* the report itself */
    cs_buf text;
    cs_buf_init(&text, 1 << 20);
    if (cs_report_json(&e->report[e->only], &h, &text) == CS_OK)
      puts(cs_buf_text(&text));
    cs_buf_fini(&text);
    return;
  }
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.explain/1");
  put_choice(&j, e);
  cs_json_key(&j, "reports");
  cs_json_open(&j, '[');
  for (int d = 0; d < CS_REPORT_DEPTHS; d++)
    put_report(&j, NULL, &e->report[d], &h);
  cs_json_close(&j, ']');
  cs_json_close(&j, '}');
  cs_json_print(&j);
}

/* --- the verb ------------------------------------------------------------ */

static int read_code(explain *e, cs_choose_need *need) {
  size_t len = 0;
  const char *path = e->s->code_file;
  CS_AUTO_FREE
  char *text = cs_lines_read_file(path, &len);
  if (!text)
    return cs_cli_fail(e->s, "cannot read the program", strerror(errno),
                       "check --code");
  if (cs_choose_look(text, len, need) != CS_OK)
    return cs_cli_fail(e->s, "cannot judge the program",
                       "it is too large, or there is no memory",
                       "split it into smaller files");
  if (need->invalid)
    return cs_cli_fail(e->s, "cannot judge the program", "it is no Python",
                       "'caisson check' tells where");
  return 0;
}

static int explain_all(explain *e) {
  cs_choose_need need = {0};
  if (e->s->code_file) {
    int code = read_code(e, &need);
    if (code) return code;
  }
  uint32_t what =
      e->only < CS_REPORT_DEPTHS
          ? cs_enforce_needs(cs_report_row(e->only)) | CS_ENFORCE_WAY
          : CS_ENFORCE_ALL;
  cs_enforce_look(e->s, what, e->s->fresh, &e->p);
  cs_report_given given;
  cs_record_given(e->s, e->policy, &given);
  for (int d = 0; d < CS_REPORT_DEPTHS; d++)
    cs_report_make(e->policy, (cs_report_depth)d, &e->p, &given, &e->report[d]);
  cs_choose_depth(e->policy, &e->p, &given, e->s->code_file ? &need : NULL,
                  &e->choice);
  if (e->only < CS_REPORT_DEPTHS) e->choice.depth = e->only;
  if (e->only < CS_REPORT_DEPTHS)
    snprintf(e->choice.reason, sizeof e->choice.reason, "asked for");
  if (e->s->json)
    print_json(e);
  else
    print_text(e);
  const cs_report *r = &e->report[main_depth(e)];
  bool good = e->choice.depth < CS_REPORT_DEPTHS && r->available &&
              cs_report_gaps(r, NULL) == 0;
  return good ? 0 : 1;
}

int cs_cli_explain(const cs_settings *s) {
  explain *e = calloc(1, sizeof *e);
  if (!e)
    return cs_cli_fail(s, "cannot explain", "no memory", "close programs");
  e->s = s;
  e->only = CS_REPORT_DEPTHS;
  int code = 0;
  if (s->depth && strcmp(s->depth, "auto") != 0) {
    e->only = cs_enforce_depth(s->depth, s->in_process);
    if (e->only == CS_REPORT_DEPTHS)
      code = cs_cli_fail(s, "cannot explain", "there is no such depth",
                         "use check, interp, process, image or vm");
  }
  if (!code) code = cs_enforce_policy(s, &e->policy);
  if (!code) code = explain_all(e);
  cs_policy_free(e->policy);
  free(e);
  return code;
}
