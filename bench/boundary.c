/*
 * boundary.c - what the border of a session costs: workers, host calls, parked
 * sessions, files.
 *
 * Each figure is a ratio of two things measured in this one run, in turns, with
 * the best of both sides.  The yardstick of a worker is one byte over a
 * socketpair to another process and back.  A missed bar is printed as such and
 * the exit code stays 0, because a busy machine is no bug; what must hold on
 * every machine (all parked sessions wake, a limit is told) ends the program.
 *
 *   boundary [--quick]       fewer rounds, for the tests
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "caisson.h"

static int rounds = 15;

static void die(const char *what) {
  fprintf(stderr, "boundary: %s\n", what);
  exit(1);
}

static void must(bool ok, const char *what) {
  if (!ok) die(what);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void keep_low(double *low, double x) {
  if (x < *low) *low = x;
}

static void row(const char *what, const char *bar, bool met,
                const char *value) {
  printf("| %s | %s | %s | %s |\n", what, value, bar,
         met ? "met" : "**missed**");
  fflush(stdout);
}

/* --- one byte there and back --------------------------------------------- */

typedef struct echo {
  int fd;
  pid_t pid;
} echo;

static void echo_start(echo *e) {
  int pair[2];
  must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) == 0,
       "sockets");
  e->pid = fork();
  must(e->pid >= 0, "a process");
  if (e->pid == 0) {
    char c;
    close(pair[0]);
    while (read(pair[1], &c, 1) == 1)
      if (write(pair[1], &c, 1) != 1) break;
    _exit(0);
  }
  close(pair[1]);
  e->fd = pair[0];
}

static void echo_stop(echo *e) {
  close(e->fd);
  (void)waitpid(e->pid, NULL, 0);
}

static double time_echo(const echo *e) {
  enum { N = 2000 };
  char c = 'x';
  double start = now();
  for (int i = 0; i < N; i++)
    must(write(e->fd, &c, 1) == 1 && read(e->fd, &c, 1) == 1, "an echo");
  return (now() - start) / N;
}

/* --- a worker ------------------------------------------------------------ */

static cs_session *open_session(cs_workers *w, cs_pool *pool) {
  cs_options o;
  cs_session *s;
  cs_error err = {0};
  cs_options_init(&o);
  o.workers = w;
  o.pool = pool;
  o.calls = o.suspensions = UINT64_MAX;
  if (cs_session_open(&o, &s, &err) != CS_OK) die(err.text);
  must(cs_session_add_tool(s, "host", NULL, NULL, 0) == CS_OK, "a tool");
  return s;
}

static double time_submit(cs_session *s) {
  enum { N = 2000 };
  double start = now();
  for (int i = 0; i < N; i++) {
    const cs_event *ev = cs_session_run(s, "1 + 2", 5);
    must(ev->kind == CS_DONE && ev->has_value, "1 + 2");
  }
  return (now() - start) / N;
}

static double time_call(cs_session *s) {
  static const char code[] = "for i in range(5000): host(i)";
  char room[16];
  cs_wire w;
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_int(&w, 1);
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
  const cs_event *ev = cs_session_run(s, code, sizeof code - 1);
  double start = now();
  int n = 0;
  for (; ev->kind == CS_CALL; n++) ev = cs_session_resume(s, &r);
  double took = (now() - start) / n;
  must(ev->kind == CS_DONE && n == 5000, "5000 calls");
  return took;
}

static void measure_worker(cs_workers *workers) {
  echo e;
  char text[160];
  double byte = 1e18, submit = 1e18, call = 1e18;
  cs_session *s = open_session(workers, NULL);
  echo_start(&e);
  for (int i = 0; i < rounds; i++) {
    keep_low(&byte, time_echo(&e));
    keep_low(&submit, time_submit(s));
    keep_low(&call, time_call(s));
  }
  echo_stop(&e);
  cs_session_close(s);
  snprintf(text, sizeof text, "%.2f x (%.2f us, socket %.2f us)", submit / byte,
           submit / 1e3, byte / 1e3);
  row("warm worker: submit `1 + 2`, receive the result / one byte over a "
      "socketpair and back",
      "<= 0.5 x", submit / byte <= 0.5, text);
  snprintf(text, sizeof text, "%.2f x (%.2f us)", call / byte, call / 1e3);
  row("host call in a worker and its reply / the same", "<= 0.3 x",
      call / byte <= 0.3, text);
}

/* --- parked sessions ----------------------------------------------------- */

static double resident(void) {
  char line[256];
  double kib = 0;
  FILE *f = fopen("/proc/self/status", "r");
  must(f != NULL, "/proc");
  while (fgets(line, sizeof line, f))
    if (strncmp(line, "VmRSS:", 6) == 0) kib = strtod(line + 6, NULL);
  fclose(f);
  return kib / 1024;
}

static void measure_parked(void) {
  enum { N = 10000 };
  static cs_session *all[N];
  char text[160], code[120];
  cs_pool *pool;
  must(cs_pool_new(2, &pool) == CS_OK, "a pool");
  for (int i = 0; i < N; i++) {
    all[i] = open_session(NULL, pool);
    int n = snprintf(code, sizeof code,
                     "def f(x):\n  return host(x) + %d\nf([1, 'two'])", i);
    const cs_event *ev = cs_session_run(all[i], code, (size_t)n);
    must(ev->kind == CS_CALL, "a call");
    must(cs_session_park(all[i]) == CS_OK, "park");
  }
  double mib = resident();
  char room[16];
  cs_wire w;
  cs_wire_init_fixed(&w, room, sizeof room);
  cs_wire_int(&w, 100);
  cs_reply r = {.kind = CS_REPLY_VALUE, .value = w.data, .len = w.len};
  double start = now();
  for (int i = 0; i < N; i++) {
    const cs_event *ev = cs_session_resume(all[i], &r);
    int64_t v = 0;
    cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
    must(ev->kind == CS_DONE && cs_wire_get_int(&in, &v) && v == 100 + i,
         "a parked session resumes");
    cs_session_close(all[i]);
  }
  double each = (now() - start) / N / 1e3;
  cs_pool_free(pool);
  snprintf(text, sizeof text,
           "%.0f MB resident in the whole process; all resumed, %.0f us each",
           mib * 1.048576, each);
  row("10 000 suspended sessions, parked, in one process", "<= 160 MB",
      mib * 1.048576 <= 160, text);
}

/* --- a large file -------------------------------------------------------- */

#define FILE_MB 100

static void make_file(const char *path) {
  static char block[1 << 20];
  FILE *f = fopen(path, "wb");
  must(f != NULL, "a file");
  for (int i = 0; i < FILE_MB; i++) {
    memset(block, 'a' + i % 26, sizeof block);
    must(fwrite(block, 1, sizeof block, f) == sizeof block, "100 MB");
  }
  must(fclose(f) == 0, "100 MB");
}

static double time_python(const char *path) {
  char command[600];
  double ns = 0;
  snprintf(command, sizeof command,
           "/usr/bin/python3 -I -S -c \"import time; t = time.perf_counter_ns()"
           "\nwith open('%s', 'rb') as f: d = f.read()\n"
           "assert len(d) == %d << 20\n"
           "print(time.perf_counter_ns() - t)\"",
           path, FILE_MB);
  FILE *f = popen(command, "r");
  must(f && fscanf(f, "%lf", &ns) == 1, "CPython reads the file");
  pclose(f);
  return ns;
}

static cs_session *open_reader(cs_workers *w, const char *dir,
                               uint64_t memory) {
  cs_options o;
  cs_session *s;
  cs_options_init(&o);
  o.workers = w;
  o.memory = memory;
  o.time_ms = 60000;
  must(cs_session_open(&o, &s, NULL) == CS_OK, "a session");
  must(cs_session_mount(s, dir, "/d", CS_MOUNT_OVERLAY, 0, NULL) == CS_OK,
       "a mount");
  return s;
}

static double time_read(cs_workers *w, const char *dir) {
  static const char code[] =
      "with open('/d/big', 'rb') as f: d = f.read()\nlen(d)";
  cs_session *s = open_reader(w, dir, UINT64_C(1) << 30);
  double start = now();
  const cs_event *ev = cs_session_drive(s, code, sizeof code - 1);
  double took = now() - start;
  int64_t n = 0;
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  must(ev->kind == CS_DONE && cs_wire_get_int(&in, &n) && n == FILE_MB << 20,
       "the program reads the file");
  cs_session_close(s);
  return took;
}

/* Beyond the limit it is a limit, told by its name, and the session lives. */
static void check_limit(cs_workers *w, const char *dir) {
  static const char code[] = "d = open('/d/big', 'rb').read()";
  cs_session *s = open_reader(w, dir, UINT64_C(64) << 20);
  const cs_event *ev = cs_session_drive(s, code, sizeof code - 1);
  must(ev->kind == CS_LIMIT && strcmp(ev->name, "memory") == 0,
       "too large a file is told as the limit of memory");
  ev = cs_session_drive(s, "6 * 7", 5);
  must(ev->kind == CS_DONE, "the session goes on");
  cs_session_close(s);
}

static void measure_file(cs_workers *workers) {
  char dir[] = "/tmp/caisson-boundary-XXXXXX", path[64], text[160];
  must(mkdtemp(dir) != NULL, "a directory");
  snprintf(path, sizeof path, "%s/big", dir);
  make_file(path);
  double python = 1e18, here = 1e18, there = 1e18;
  for (int i = 0; i < (rounds > 5 ? 5 : rounds); i++) {
    keep_low(&python, time_python(path));
    keep_low(&here, time_read(NULL, dir));
    keep_low(&there, time_read(workers, dir));
  }
  check_limit(NULL, dir);
  check_limit(workers, dir);
  (void)unlink(path);
  (void)rmdir(dir);
  snprintf(text, sizeof text, "%.2f x (%.1f ms, CPython %.1f ms)",
           here / python, here / 1e6, python / 1e6);
  row("a 100 MB file read through an overlay / CPython reads it", "<= 2 x",
      here / python <= 2, text);
  snprintf(text, sizeof text, "%.2f x (%.1f ms)", there / python, there / 1e6);
  row("the same from a worker", "<= 2 x", there / python <= 2, text);
}

int main(int argc, char **argv) {
  if (cs_workers_called(argc, argv)) return cs_workers_main(argc, argv);
  cs_workers *workers;
  cs_error err = {0};
  if (argc > 1 && strcmp(argv[1], "--quick") == 0) rounds = 2;
  if (cs_workers_new(NULL, &workers, &err) != CS_OK) die(err.text);
  puts("| measure | value | bar | |\n|---|---|---|---|");
  measure_parked(); /* first, while nothing else is resident */
  measure_worker(workers);
  measure_file(workers);
  cs_workers_free(workers);
  return 0;
}
