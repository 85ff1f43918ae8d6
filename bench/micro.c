/*
 * micro.c - what a session costs: compile, start, host call, dump, park.
 *
 * Each figure is a ratio of two things measured in this one run: CPython is
 * started several times in between, and both sides keep their best time.  The
 * bars are those of the project; a missed one is printed as such, and the exit
 * code stays 0, because a busy machine is no bug.
 *
 *   micro [--write FILE]     FILE becomes the page of numbers (docs/numbers.md)
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "py/engine.h"

#define ROUNDS   5
#define COUNT(a) (sizeof(a) / sizeof *(a))

/* 270 bytes of what an agent writes. */
static const char snippet[] =
    "rows = [line.split(',') for line in text.splitlines() if line]\n"
    "total = {}\n"
    "for name, city, amount in rows:\n"
    "    total[city] = total.get(city, 0) + float(amount)\n"
    "top = sorted(total.items(), key=lambda p: p[1])[:4]\n"
    "for city, amount in top:\n"
    "    print(f'{city} {amount:.2f}')\n";

/* Prints: compile of stdin, exec(compile('1 + 2')), an empty call; in ns. */
static const char reference[] =
    "import sys, time\n"
    "clock = time.perf_counter_ns\n"
    "text = sys.argv[1]\n"
    "def best(f, n, k):\n"
    "    low = 1e18\n"
    "    for _ in range(k):\n"
    "        t = clock(); f(n); low = min(low, (clock() - t) / n)\n"
    "    return low\n"
    "def compiles(n):\n"
    "    for _ in range(n): compile(text, 'snippet.py', 'exec')\n"
    "def runs(n):\n"
    "    for _ in range(n): exec(compile('1 + 2', 'x', 'exec'))\n"
    "def empty(): pass\n"
    "def calls(n):\n"
    "    for _ in range(n): empty()\n"
    "def loop(n):\n"
    "    for _ in range(n): pass\n"
    "print(best(compiles, 50, 20), best(runs, 200, 20),\n"
    "      best(calls, 20000, 20) - best(loop, 20000, 20))\n";

typedef struct python_times {
  double compile, run, call; /* ns */
} python_times;

/* --- the table ----------------------------------------------------------- */

typedef struct row {
  char what[96], value[112], bar[48];
  bool met;
} row;

typedef struct table {
  row rows[32];
  size_t n;
} table;

__attribute__((format(printf, 5, 6))) static void add(table *t,
                                                      const char *what,
                                                      const char *bar, bool met,
                                                      const char *format, ...) {
  if (t->n == COUNT(t->rows)) return;
  row *r = &t->rows[t->n++];
  va_list args;
  va_start(args, format);
  vsnprintf(r->value, sizeof r->value, format, args);
  va_end(args);
  snprintf(r->what, sizeof r->what, "%s", what);
  snprintf(r->bar, sizeof r->bar, "%s", bar);
  r->met = met;
}

static void print_table(FILE *f, const table *t) {
  fputs("| measure | value | bar | |\n|---|---|---|---|\n", f);
  for (size_t i = 0; i < t->n; i++)
    fprintf(f, "| %s | %s | %s | %s |\n", t->rows[i].what, t->rows[i].value,
            t->rows[i].bar, t->rows[i].met ? "met" : "**missed**");
}

/* --- tools --------------------------------------------------------------- */

static void die(const char *what) {
  fprintf(stderr, "micro: %s\n", what);
  exit(1);
}

static void must(cs_status st, const char *what) {
  if (st == CS_OK) return;
  fprintf(stderr, "micro: %s: %s\n", what, cs_status_text(st));
  exit(1);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void keep_low(double *low, double x) {
  if (x < *low) *low = x;
}

/* The pool of this program, made by main. */
static cs_pool *pool;

static cs_engine *fresh(void) {
  cs_limits limits;
  cs_engine *e;
  cs_limits_default(&limits);
  must(cs_engine_new_in(pool, &limits, &e), "a session");
  return e;
}

static void run_to_end(cs_engine *e, const char *text) {
  cs_stop stop = cs_engine_start(e, text, strlen(text), "<micro>", 0);
  if (stop == CS_STOP_DONE) return;
  size_t n;
  const char *why = cs_engine_error(e, &n);
  fprintf(stderr, "micro: stop %d: %.*s\n", (int)stop, (int)n, why ? why : "");
  exit(1);
}

static void ask_python(python_times *low) {
  char command[4096];
  const char *python = getenv("PYTHON");
  snprintf(command, sizeof command,
           "%s -I -c \"$MICRO_SCRIPT\" \"$MICRO_TEXT\"",
           python ? python : "/usr/bin/python3");
  setenv("MICRO_SCRIPT", reference, 1);
  setenv("MICRO_TEXT", snippet, 1);
  FILE *f = popen(command, "r");
  python_times t;
  if (!f || fscanf(f, "%lf %lf %lf", &t.compile, &t.run, &t.call) != 3)
    die("cannot measure CPython: set PYTHON");
  pclose(f);
  keep_low(&low->compile, t.compile);
  keep_low(&low->run, t.run);
  keep_low(&low->call, t.call);
}

/* --- compile, start, host call ------------------------------------------- */

static double time_compile(void) {
  cs_engine *e = fresh();
  double low = 1e18;
  for (int i = 0; i < 2000; i++) {
    double t = now();
    must(cs_engine_compile(e, snippet, sizeof snippet - 1, "snippet.py", 0),
         "compile");
    keep_low(&low, now() - t);
  }
  cs_engine_free(e);
  return low;
}

/* A session from nothing to nothing. */
static double time_session(void) {
  double low = 1e18;
  for (int i = 0; i < 2000; i++) {
    double t = now();
    cs_engine *e = fresh();
    run_to_end(e, "1 + 2");
    cs_engine_free(e);
    keep_low(&low, now() - t);
  }
  return low;
}

static double time_host_call(void) {
  static const char text[] = "for i in range(10000): host(i)";
  double low = 1e18;
  for (int k = 0; k < 10; k++) {
    cs_engine *e = fresh();
    must(cs_engine_add_host(e, "host"), "a host function");
    double t = now();
    cs_stop stop = cs_engine_start(e, text, sizeof text - 1, "<micro>", 0);
    while (stop == CS_STOP_CALL) {
      int64_t i = 0;
      if (!cs_engine_ask_int(e, 0, &i)) die("host call without argument");
      must(cs_engine_reply_int(e, i + 1), "a reply");
      stop = cs_run(e);
    }
    keep_low(&low, (now() - t) / 10000);
    if (stop != CS_STOP_DONE) die("host calls did not end");
    cs_engine_free(e);
  }
  return low;
}

static void measure_calls(table *t, python_times *py) {
  double compile = 1e18, session = 1e18, call = 1e18;
  *py = (python_times){1e18, 1e18, 1e18};
  for (int i = 0; i < ROUNDS; i++) {
    ask_python(py);
    keep_low(&compile, time_compile());
    keep_low(&session, time_session());
    keep_low(&call, time_host_call());
  }
  add(t, "compile of a 270-byte snippet, over CPython's `compile`", ">= 5 x",
      py->compile / compile >= 5, "%.1f x (%.1f us, CPython %.1f us)",
      py->compile / compile, compile / 1e3, py->compile / 1e3);
  add(t,
      "new session + compile + run + free of `1 + 2`, over "
      "CPython's `exec(compile())`",
      ">= 3 x", py->run / session >= 3, "%.2f x (%.2f us, CPython %.2f us)",
      py->run / session, session / 1e3, py->run / 1e3);
  add(t, "host call round trip / empty call in CPython", "<= 8 x",
      call / py->call <= 8, "%.1f x (%.0f ns, CPython %.1f ns)",
      call / py->call, call, py->call);
}

/* --- snapshots ----------------------------------------------------------- */

/* A session whose dump has about 64 KiB: rows of a table, as a program has. */
static cs_engine *session_64k(void) {
  cs_engine *e = fresh();
  run_to_end(e,
             "rows = [{'id': i, 'name': f'name {i}', 'score': i * 0.5,"
             " 'tags': ['a', str(i)]} for i in range(180)]\n");
  return e;
}

static void measure_snapshots(table *t) {
  cs_engine *e = session_64k(), *twin;
  cs_limits limits;
  void *bytes;
  size_t n;
  cs_limits_default(&limits);
  must(cs_engine_dump(e, &bytes, &n), "a dump");
  void *copy = malloc(n);
  if (!copy) die("no memory");
  double plain = 1e18, dump = 1e18, load = 1e18;
  for (int i = 0; i < 2000; i++) {
    double at = now();
    memcpy(copy, bytes, n);
    __asm__ volatile("" : : "r"(copy) : "memory"); /* it is used */
    keep_low(&plain, now() - at);
    void *again;
    size_t m;
    at = now();
    must(cs_engine_dump(e, &again, &m), "a dump");
    keep_low(&dump, now() - at);
    if (m != n || memcmp(again, bytes, n) != 0) die("dumps differ");
    free(again);
    at = now();
    must(cs_engine_load_in(pool, &limits, bytes, n, &twin), "a load");
    keep_low(&load, now() - at);
    cs_engine_free(twin);
  }
  add(t, "dump of a 64 KiB session / memcpy", "<= 5 x", dump / plain <= 5,
      "%.1f x (%.1f us, %zu bytes)", dump / plain, dump / 1e3, n);
  add(t, "verified load of it / memcpy", "<= 20 x", load / plain <= 20,
      "%.1f x (%.1f us)", load / plain, load / 1e3);
  free(copy);
  free(bytes);
  cs_engine_free(e);
}

/* --- memory of idle sessions --------------------------------------------- */

static uint64_t field_of(const char *file, const char *name) {
  char line[256];
  uint64_t kib = 0;
  FILE *f = fopen(file, "r");
  if (!f) die("no /proc");
  while (fgets(line, sizeof line, f))
    if (strncmp(line, name, strlen(name)) == 0)
      kib = strtoull(line + strlen(name), NULL, 10);
  fclose(f);
  return kib * 1024;
}

/* Resident memory and page tables. */
static uint64_t footprint(void) {
  return field_of("/proc/self/status", "VmRSS:") +
         field_of("/proc/self/status", "VmPTE:");
}

static void measure_idle(table *t) {
  enum { N = 1000 };
  static cs_engine *idle[N];
  uint64_t live = 0, before = footprint();
  for (int i = 0; i < N; i++) {
    idle[i] = fresh();
    run_to_end(idle[i], "x = 6 * 7\ndef area(w, h):\n    return w * h\n");
    live += cs_engine_usage(idle[i]).memory_live;
    must(cs_engine_park(idle[i]), "park");
  }
  double each = (double)(footprint() - before) / N;
  double own = each - (double)live / N;
  for (int i = 0; i < N; i++) {
    if (i % 100 == 0) run_to_end(idle[i], "assert area(x, 2) == 84");
    cs_engine_free(idle[i]);
  }
  add(t, "parked session after a small run, without its live data", "<= 8 KiB",
      own <= 8192, "%.1f KiB (live data %.1f KiB)", own / 1024,
      (double)live / N / 1024);
}

/* --- linear growth ------------------------------------------------------- */

static double time_program(const char *body, int n) {
  char text[512];
  double low = 1e18;
  snprintf(text, sizeof text, "n = %d\n%s", n, body);
  for (int i = 0; i < 5; i++) {
    cs_engine *e = fresh();
    double t = now();
    run_to_end(e, text);
    keep_low(&low, now() - t);
    cs_engine_free(e);
  }
  return low;
}

static void measure_growth(table *t) {
  static const struct {
    const char *what, *text;
    int n;
  } list[] = {
      {"`s += x`", "s = ''\nfor i in range(n): s += 'xyz'\n", 200000},
      {"list append", "a = []\nfor i in range(n): a.append(i)\n", 400000},
      {"dict insert", "d = {}\nfor i in range(n): d[i] = i\n", 200000},
      {"deep recursion",
       "import sys\nsys.setrecursionlimit(90000)\n"
       "def f(n):\n    return n and f(n - 1)\nf(n)\n",
       40000},
  };
  for (size_t i = 0; i < COUNT(list); i++) {
    char what[96];
    double one = time_program(list[i].text, list[i].n);
    double two = time_program(list[i].text, list[i].n * 2);
    snprintf(what, sizeof what, "%s: time of 2n / time of n", list[i].what);
    add(t, what, "about 2 (<= 2.6)", two / one <= 2.6, "%.2f (n = %d)",
        two / one, list[i].n);
  }
}

/* --- import -------------------------------------------------------------- */

/* The time `text` runs in a fresh session, compilation excluded. */
static double time_exec(const char *text) {
  double low = 1e18;
  for (int i = 0; i < 50; i++) {
    cs_engine *e = fresh();
    must(cs_engine_compile(e, text, strlen(text), "<micro>", 0), text);
    double t = now();
    if (cs_engine_exec(e) != CS_STOP_DONE) die(text);
    keep_low(&low, now() - t);
    cs_engine_free(e);
  }
  return low;
}

/* Slowest and mean of `n` times, each beyond that of an empty program. */
static void add_imports(table *t, const char *what, const double *low,
                        const char *const names[][2], size_t n, double base,
                        double call) {
  size_t worst = 0;
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    sum += low[i] - base;
    if (low[i] > low[worst]) worst = i;
  }
  double high = low[worst] - base;
  add(t, what, "<= 20 x", high / call <= 20,
      "%.0f x (%s: %.2f us; mean %.2f us)", high / call, names[worst][0],
      high / 1e3, sum / (double)n / 1e3);
}

static void measure_imports(table *t, python_times *py) {
  static const char *const list[][2] = {{"abc", "ABC"},
                                        {"argparse", "ArgumentParser"},
                                        {"array", "array"},
                                        {"ast", "parse"},
                                        {"asyncio", "run"},
                                        {"base64", "b64encode"},
                                        {"bisect", "insort"},
                                        {"calendar", "monthrange"},
                                        {"cmath", "phase"},
                                        {"collections", "Counter"},
                                        {"collections.abc", "Mapping"},
                                        {"contextlib", "suppress"},
                                        {"copy", "deepcopy"},
                                        {"csv", "reader"},
                                        {"dataclasses", "dataclass"},
                                        {"datetime", "datetime"},
                                        {"decimal", "Decimal"},
                                        {"difflib", "unified_diff"},
                                        {"enum", "Enum"},
                                        {"fractions", "Fraction"},
                                        {"functools", "reduce"},
                                        {"glob", "glob"},
                                        {"hashlib", "sha256"},
                                        {"heapq", "heappush"},
                                        {"html", "escape"},
                                        {"inspect", "signature"},
                                        {"io", "StringIO"},
                                        {"itertools", "chain"},
                                        {"json", "dumps"},
                                        {"logging", "getLogger"},
                                        {"math", "sqrt"},
                                        {"operator", "itemgetter"},
                                        {"os", "environ"},
                                        {"os.path", "join"},
                                        {"pathlib", "Path"},
                                        {"pprint", "pprint"},
                                        {"random", "Random"},
                                        {"re", "compile"},
                                        {"shutil", "copy"},
                                        {"statistics", "mean"},
                                        {"string", "digits"},
                                        {"struct", "pack"},
                                        {"sys", "version_info"},
                                        {"tempfile", "mkdtemp"},
                                        {"textwrap", "dedent"},
                                        {"threading", "Lock"},
                                        {"time", "sleep"},
                                        {"traceback", "format_exc"},
                                        {"types", "ModuleType"},
                                        {"typing", "Optional"},
                                        {"unittest", "TestCase"},
                                        {"urllib.parse", "urlparse"},
                                        {"uuid", "uuid4"},
                                        {"xml.etree.ElementTree", "fromstring"},
                                        {"zipfile", "ZipFile"}};
  double whole[COUNT(list)], from[COUNT(list)], base = 1e18;
  for (size_t i = 0; i < COUNT(list); i++) whole[i] = from[i] = 1e18;
  for (int k = 0; k < ROUNDS; k++) {
    ask_python(py);
    keep_low(&base, time_exec("pass\n"));
    for (size_t i = 0; i < COUNT(list); i++) {
      char text[96];
      snprintf(text, sizeof text, "import %s\n", list[i][0]);
      keep_low(&whole[i], time_exec(text));
      snprintf(text, sizeof text, "from %s import %s\n", list[i][0],
               list[i][1]);
      keep_low(&from[i], time_exec(text));
    }
  }
  add_imports(t,
              "`import m` in a fresh session, the slowest / empty call in "
              "CPython",
              whole, list, COUNT(list), base, py->call);
  add_imports(t, "`from m import name` likewise", from, list, COUNT(list), base,
              py->call);
}

/* --- size and start of the binary ---------------------------------------- */

/* Megabytes of the program at `path` without its symbols. */
static double stripped(const char *path) {
  char name[] = "/tmp/micro-XXXXXX", command[1400];
  int fd = mkstemp(name);
  struct stat sb;
  snprintf(command, sizeof command, "strip -o %s '%s'", name, path);
  if (fd < 0 || system(command) != 0 || stat(name, &sb) != 0)
    die("cannot strip a binary");
  close(fd);
  unlink(name);
  return (double)sb.st_size / 1e6;
}

/* This program is the engine, its library and the measuring. */
static void measure_binary(table *t, const char *self) {
  char path[512], command[1400];
  const char *slash = strrchr(self, '/');
  snprintf(path, sizeof path, "%.*scaisson",
           slash ? (int)(slash - self + 1) : 0, self);
  double mb = stripped(self);
  add(t, "engine, linked statically with this benchmark, stripped", "<= 3 MB",
      mb <= 3, "%.2f MB", mb);
  add(t, "all of `caisson` (jail, policy, MCP server too), stripped", "none",
      true, "%.2f MB", stripped(path));
  snprintf(command, sizeof command, "'%s' run -c 1", path);
  double low = 1e18, empty = 1e18;
  for (int i = 0; i < 20; i++) {
    double at = now();
    if (system(command) != 0) die(command);
    keep_low(&low, now() - at);
    at = now();
    if (system("/bin/true") != 0) die("/bin/true");
    keep_low(&empty, now() - at);
  }
  add(t, "`caisson run -c 1`, over starting /bin/true", "<= 10 ms",
      low - empty <= 10e6, "%.1f ms", (low - empty) / 1e6);
}

/* --- report -------------------------------------------------------------- */

static void print_machine(FILE *f) {
  char line[256], model[256] = "unknown processor";
  FILE *in = fopen("/proc/cpuinfo", "r");
  while (in && fgets(line, sizeof line, in))
    if (sscanf(line, "model name : %255[^\n]", model) == 1) break;
  if (in) fclose(in);
  time_t t = time(NULL);
  struct tm tm;
  char day[32];
  strftime(day, sizeof day, "%Y-%m-%d", gmtime_r(&t, &tm));
  fprintf(f, "%s; %ld processors; %s.\n\n", model,
          sysconf(_SC_NPROCESSORS_ONLN), day);
}

static void write_page(const char *path, const table *t) {
  FILE *f = fopen(path, "w");
  if (!f) die(path);
  fputs(
      "# Numbers\n\n"
      "Every published figure, with the command that repeats it. A number "
      "that is not\nhere does not belong into a comment or the README.\n\n"
      "Written by `build/micro --write docs/numbers.md` (`make bench` prints "
      "the same\ntable). Times are the best of many; CPython 3.11 of the "
      "distribution is measured\nin the same run.\n\n",
      f);
  print_machine(f);
  print_table(f, t);
  fputs("\nSpeed of whole programs against CPython: `make bench`.\n", f);
  if (fclose(f) != 0) die(path);
}

int main(int argc, char **argv) {
  table t = {.n = 0};
  python_times py;
  must(cs_pool_new(4, &pool), "a pool");
  measure_calls(&t, &py);
  measure_snapshots(&t);
  measure_idle(&t);
  measure_growth(&t);
  measure_imports(&t, &py);
  cs_pool_free(pool);
  measure_binary(&t, argv[0]);
  print_table(stdout, &t);
  if (argc == 3 && strcmp(argv[1], "--write") == 0) write_page(argv[2], &t);
  return 0;
}
