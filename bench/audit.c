/*
 * audit.c - what the audit log and a policy cost a warm run of `1 + 2`.
 *
 * The same session with and without a log, a policy, and both, measured in
 * turns in one run, best of each: in a worker (as programs run by default) and
 * in this process.  A run writes two records, one before and one after it.
 *
 * 500 runs are fewer than wait in the spool: they show what a run waits for.
 * In 20000 in a row is the work of the thread that writes the log, too, at
 * 20 MB of it; nobody promises anything for that.  The last line is the price
 * of one record by itself, when they come as fast as they can.
 *
 *   audit --quick       fewer rounds, for the tests
 *   audit --here        in this process only
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "caisson.h"

/* Rounds are short, so that some of them are not disturbed. */
enum {
  RUNS = 500,
  IN_A_ROW = 20000,
  RECORDS = 20000,
  PACED = 8,
  PACE_NS = 500000
};

static int rounds = 150;

static void die(const char *what) {
  fprintf(stderr, "audit: %s\n", what);
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double time_of(cs_session *s, int runs) {
  double start = now();
  for (int i = 0; i < runs; i++) {
    const cs_event *ev = cs_session_run(s, "1 + 2", 5);
    if (ev->kind != CS_DONE || !ev->has_value) die("1 + 2 did not run");
  }
  return (now() - start) / runs;
}

static double time_runs(cs_session *s) {
  return time_of(s, RUNS);
}

static double time_row(cs_session *s) {
  return time_of(s, IN_A_ROW);
}

/* Rules of every kind that a warm run could stumble over. */
static cs_policy *make_policy(const cs_workers *workers) {
  char text[400];
  cs_policy *p;
  cs_policy_fault f;
  int n = snprintf(text, sizeof text,
                   "version: 1\nworker: %s\nname: bench\n"
                   "limits: {wall_ms: 60s, pids: 16, stdout_bytes: 64KiB}\n"
                   "fs: {mounts: [{host: /usr, guest: /usr, mode: ro}], deny: "
                   "[\"/usr/**/x\"]}\ntools: {allow: [a, b], approve: [b]}\n"
                   "artifacts: {export: [/usr/**]}\n",
                   workers ? "true" : "false");
  if (cs_policy_parse(text, (size_t)n, "bench", CS_POLICY_OWNER, &p, &f) !=
      CS_OK)
    die(f.text);
  return p;
}

static cs_session *open_session(cs_workers *workers, cs_audit *log,
                                const cs_policy *policy) {
  cs_options o;
  cs_session *s;
  cs_error err = {0};
  cs_options_init(&o);
  o.workers = workers;
  o.audit = log;
  if (policy) cs_policy_apply(policy, &o);
  if (cs_session_open(&o, &s, &err) != CS_OK) die(err.text);
  return s;
}

/* One run now and then, as an agent makes them; only the runs are timed. */
static double time_paced(cs_session *s) {
  double spent = 0;
  for (int i = 0; i < PACED; i++) {
    double start = now();
    const cs_event *ev = cs_session_run(s, "1 + 2", 5);
    spent += now() - start;
    if (ev->kind != CS_DONE) die("1 + 2 did not run");
    while (now() - start < PACE_NS) {
    }
  }
  return spent / PACED;
}

/* `most` 0: there is no bar. */
static void tell(const char *where, const char *what, double with, double bare,
                 double most) {
  double ratio = with / bare;
  printf("| warm `1 + 2` %s, with %s / without | %.2f x (%.2f us, %.2f us) |",
         where, what, ratio, with / 1e3, bare / 1e3);
  if (most > 0)
    printf(" <= %.1f x | %s |\n", most, ratio <= most ? "met" : "**missed**");
  else
    puts(" | |");
}

static void measure(const char *where, cs_workers *workers, cs_audit *log,
                    double (*take)(cs_session *s), double most) {
  cs_policy *policy = make_policy(workers);
  cs_session *s[] = {
      open_session(workers, NULL, NULL), open_session(workers, log, NULL),
      open_session(workers, NULL, policy), open_session(workers, log, policy)};
  double best[] = {1e18, 1e18, 1e18, 1e18};
  int turns = most > 0 ? rounds : rounds / 20 + 1;
  for (int i = 0; i < turns; i++)
    for (int k = 0; k < 4; k++) {
      double took = take(s[k]);
      if (took < best[k]) best[k] = took;
    }
  for (int k = 0; k < 4; k++) cs_session_close(s[k]);
  cs_policy_free(policy);
  tell(where, "the audit log", best[1], best[0], most);
  tell(where, "a policy", best[2], best[0], most);
  tell(where, "both", best[3], best[0], most);
}

static void measure_record(cs_audit *log) {
  double best = 1e18;
  for (int i = 0; i < rounds; i++) {
    double start = now();
    for (int k = 0; k < RECORDS; k++) {
      cs_audit_record r = {.kind = "bench",
                           .decision = "deny",
                           .capability = "fs.read",
                           .object = "/etc/passwd",
                           .object_len = 11,
                           .rule = "default-deny"};
      if (cs_audit_put(log, &r, NULL) != CS_OK) die("a record was refused");
    }
    double took = (now() - start) / RECORDS;
    if (took < best) best = took;
  }
  printf("| one record, when they come as fast as they can | %.2f us | | |\n",
         best / 1e3);
}

int main(int argc, char **argv) {
  if (cs_workers_called(argc, argv)) return cs_workers_main(argc, argv);
  char folder[] = "/tmp/caisson-bench-XXXXXX", path[64], command[64];
  cs_workers *workers;
  cs_audit *log;
  cs_audit_options o;
  cs_error err = {0};
  bool here = argc > 1 && strcmp(argv[1], "--here") == 0;
  if (argc > 1 && strcmp(argv[1], "--quick") == 0) rounds = 8;
  if (!mkdtemp(folder)) die("no directory");
  snprintf(path, sizeof path, "%s/audit.jsonl", folder);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  cs_audit_options_init(&o);
  o.path = path;
  if (cs_audit_open(&o, &log, &err) != CS_OK) die(err.text);
  if (cs_workers_new(NULL, &workers, &err) != CS_OK) die(err.text);
  puts("| measure | value | bar | |\n|---|---|---|---|");
  if (!here) {
    measure("in a worker, 2000 a second", workers, log, time_paced, 1.2);
    measure("in a worker, without a pause", workers, log, time_runs, 1.2);
    measure("in a worker, 20000 in a row", workers, log, time_row, 0);
  }
  measure("in this process, 2000 a second", NULL, log, time_paced, 1.2);
  measure("in this process, without a pause", NULL, log, time_runs, 1.2);
  measure("in this process, 20000 in a row", NULL, log, time_row, 0);
  measure_record(log);
  cs_workers_free(workers);
  cs_audit_close(log);
  return system(command);
}
