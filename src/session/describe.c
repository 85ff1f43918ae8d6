/*
 * describe.c - text that tells a model what a sandbox can do.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/describe.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "session/inside.h"
#include "text/unicode.h"

#define NAME_MOST 60  /* characters of a name */
#define DOC_MOST  200 /* characters of a function's description */
#define LISTED    10

/* symbol, name, text */
#define FRAGMENTS(X)                                                           \
  X(PURPOSE, "purpose",                                                        \
    "Runs Python and returns the value of the last expression and what was "   \
    "printed.")                                                                \
  X(LANGUAGE, "language",                                                      \
    "Python 3.12 syntax and {count} modules of the standard library (not "     \
    "{absent}); no third-party packages. Top-level await works.")              \
  X(LANGUAGE_PROCESS, "language.process",                                      \
    "CPython with its standard library and what is installed there; other "    \
    "programs can be started. Top-level await works.")                         \
  X(LANGUAGE_AUTO, "language.auto",                                            \
    "Python 3.12 syntax and {count} modules of the standard library. Code "    \
    "that needs more (such as {absent}, or installed packages) runs in "       \
    "CPython in a jail, where system files can be read, too. Top-level "       \
    "await works.")                                                            \
  X(STATE, "state", "Names stay defined between runs until a restart.")        \
  X(STATE_SESSIONS, "state.sessions",                                          \
    "Names and files stay between calls with the same session_id, until "      \
    "{idle} without use; restart clears the names.")                           \
  X(FILES_NONE, "files.none",                                                  \
    "Files: none; open() and pathlib cannot read or write.")                   \
  X(FILES_MEMORY, "files.memory",                                              \
    "Files: in memory only, kept for this session.")                           \
  X(FILES_MOUNTS, "files.mounts", "Files: {places}. Nothing else exists.")     \
  X(FILES_MOUNTS_HOST, "files.mounts.host",                                    \
    "Files: {places}. Other paths are answered by the host.")                  \
  X(FILES_HOST, "files.host",                                                  \
    "Files: answered by the host; what it refuses fails.")                     \
  X(FILES_PROCESS, "files.process",                                            \
    "Files: /tmp is writable and private; the rest is read-only.")             \
  X(FILES_PROCESS_MOUNTS, "files.process.mounts",                              \
    "Files: /tmp is writable and private; {places}; the rest is read-only.")   \
  X(FILES_RO, "files.ro", "{at} (reading only)")                               \
  X(FILES_OVERLAY, "files.overlay",                                            \
    "{at} (reading and writing; writes stay in this session, the host "        \
    "decides whether they are kept)")                                          \
  X(FILES_RW, "files.rw", "{at} (reading and writing; writes are real)")       \
  X(NETWORK_NONE, "network.none", "Network: none.")                            \
  X(ENV_NONE, "env.none", "Environment variables: none.")                      \
  X(ENV_SOME, "env.some", "Environment variables: {names}.")                   \
  X(ENV_HOST, "env.host", "Environment variables: answered by the host.")      \
  X(CLOCK_REAL, "clock.real", "The clock is real.")                            \
  X(CLOCK_FIXED, "clock.fixed", "The clock is fixed; only sleeping moves it.") \
  X(CLOCK_MONOTONIC, "clock.monotonic",                                        \
    "time.monotonic() and sleeping work; time.time() and datetime.now() "      \
    "fail.")                                                                   \
  X(CLOCK_NONE, "clock.none",                                                  \
    "There is no clock: time.time() and datetime.now() fail.")                 \
  X(CLOCK_HOST, "clock.host",                                                  \
    "The clock is answered by the host; sleeping works.")                      \
  X(RANDOM_REAL, "random.real", "Random numbers are real.")                    \
  X(RANDOM_SEEDED, "random.seeded",                                            \
    "Random numbers are seeded: every session gets the same.")                 \
  X(RANDOM_NONE, "random.none",                                                \
    "There is no randomness: give random.Random() a seed.")                    \
  X(RANDOM_HOST, "random.host", "Randomness is answered by the host.")         \
  X(LIMITS, "limits",                                                          \
    "Limits: {time} of computing and {output} of output per run, {memory} "    \
    "of memory. A limit ends the run; names keep their values.")               \
  X(LIMITS_PROCESS, "limits.process",                                          \
    "Limits: {time} per run, {memory} of memory.")                             \
  X(ERRORS, "errors",                                                          \
    "Errors come as tracebacks with the line numbers of the code: fix it "     \
    "and run again. What is refused stays refused; do not repeat it.")         \
  X(TOOLS_SYNC, "tools.sync",                                                  \
    "Functions of the host: call them like any other.")                        \
  X(TOOLS_ASYNC, "tools.async",                                                \
    "Functions of the host: await them, several at once with "                 \
    "asyncio.gather.")                                                         \
  X(TOOLS_MIXED, "tools.mixed",                                                \
    "Functions of the host: await the async ones, several at once with "       \
    "asyncio.gather.")

typedef enum fragment {
#define X(symbol, name, text) symbol,
  FRAGMENTS(X)
#undef X
      COUNT
} fragment;

static const struct {
  const char *name, *text;
} fragments[] = {
#define X(symbol, name, text) {name, text},
    FRAGMENTS(X)
#undef X
};

const char *cs_describe_fragment(size_t i, const char **name) {
  if (i >= COUNT) return NULL;
  *name = fragments[i].name;
  return fragments[i].text;
}

/* The facts; lists stay in the message. */
typedef struct facts {
  int64_t depth;
  bool process, asks;
  int64_t os, output, memory, modules;
  double idle, time;
  const char *absent;
  size_t absent_len;
  cs_wire_in mounts, env, tools; /* behind the head of each list */
  uint32_t nmounts, nenv, ntools;
  cs_status st; /* of writing */
  cs_buf *out;
} facts;

/* --- words --------------------------------------------------------------- */

static void put(facts *f, const char *s, size_t n) {
  if (f->st == CS_OK) f->st = cs_buf_put(f->out, s, n);
}

static void put_text(facts *f, const char *s) {
  put(f, s, strlen(s));
}

/* A name that somebody chose, as data. */
static void put_quoted(facts *f, const char *s, size_t n) {
  const uint8_t *u = (const uint8_t *)s;
  size_t all = cs_utf8_count(u, n), shown = all, at = 0;
  if (all > NAME_MOST) shown = NAME_MOST - 3;
  put_text(f, "'");
  for (size_t i = 0; i < shown; i++) {
    size_t from = at;
    uint32_t cp = cs_utf8_next(u, &at);
    char code[16];
    if (cs_unicode_has(cp, CS_UNICODE_PRINTABLE) && cp != '\'' && cp != '\\') {
      put(f, s + from, at - from);
      continue;
    }
    snprintf(code, sizeof code, cp < 256 ? "\\x%02x" : "\\U%08x", cp);
    put_text(f, code);
  }
  put_text(f, all > NAME_MOST ? "...'" : "'");
}

static void put_bytes(facts *f, int64_t n) {
  static const struct {
    const char *name;
    int64_t size;
  } units[] = {{"GiB", INT64_C(1) << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}};
  char text[48];
  snprintf(text, sizeof text, "%lld bytes", (long long)n);
  for (size_t i = 0; i < 3; i++) {
    if (n < units[i].size) continue;
    snprintf(text, sizeof text, "%.3g %s", (double)n / (double)units[i].size,
             units[i].name);
    break;
  }
  put_text(f, text);
}

static void put_seconds(facts *f, double seconds) {
  char text[48];
  bool minutes = seconds >= 120 && seconds / 60 == (double)(int)(seconds / 60);
  snprintf(text, sizeof text, minutes ? "%g minutes" : "%g s",
           minutes ? seconds / 60 : seconds);
  put_text(f, text);
}

static void put_more(facts *f, uint32_t n) {
  char text[32];
  if (n <= LISTED) return;
  snprintf(text, sizeof text, " and %u more", n - LISTED);
  put_text(f, text);
}

/* The text of a fragment; `fill` writes what a word in braces stands for. */
typedef void filler(facts *f, const char *word, const void *with);

static void put_fragment(facts *f, fragment which, filler *fill,
                         const void *with) {
  const char *text = fragments[which].text, *open;
  while ((open = strchr(text, '{'))) {
    const char *close = strchr(open, '}');
    char word[16] = {0};
    memcpy(word, open + 1, (size_t)(close - open - 1));
    put(f, text, (size_t)(open - text));
    fill(f, word, with);
    text = close + 1;
  }
  put_text(f, text);
}

/* --- lists --------------------------------------------------------------- */

typedef struct name {
  const char *s;
  size_t n;
} name;

static void fill_name(facts *f, const char *word, const void *with) {
  const name *at = with;
  (void)word;
  put_quoted(f, at->s, at->n);
}

static void put_places(facts *f) {
  cs_wire_in in = f->mounts;
  for (uint32_t i = 0, two; i < f->nmounts && i < LISTED; i++) {
    name at = {0}, mode = {0};
    if (!cs_wire_get_seq(&in, &two) || two != 2 ||
        !cs_wire_get_str(&in, &at.s, &at.n) ||
        !cs_wire_get_str(&in, &mode.s, &mode.n)) {
      f->st = CS_EINVAL;
      return;
    }
    if (i) put_text(f, "; ");
    put_fragment(f,
                 mode.s[0] == 'o'                  ? FILES_OVERLAY
                 : mode.n == 2 && mode.s[1] == 'w' ? FILES_RW
                                                   : FILES_RO,
                 fill_name, &at);
  }
  put_more(f, f->nmounts);
}

static void put_names(facts *f) {
  cs_wire_in in = f->env;
  for (uint32_t i = 0; i < f->nenv && i < LISTED; i++) {
    name at = {0};
    if (!cs_wire_get_str(&in, &at.s, &at.n)) {
      f->st = CS_EINVAL;
      return;
    }
    if (i) put_text(f, ", ");
    put_quoted(f, at.s, at.n);
  }
  put_more(f, f->nenv);
}

static void fill_fact(facts *f, const char *word, const void *with) {
  char text[32];
  (void)with;
  if (strcmp(word, "count") == 0) {
    snprintf(text, sizeof text, "%lld", (long long)f->modules);
    put_text(f, text);
  }
  if (strcmp(word, "absent") == 0) put(f, f->absent, f->absent_len);
  if (strcmp(word, "idle") == 0) put_seconds(f, f->idle);
  if (strcmp(word, "places") == 0) put_places(f);
  if (strcmp(word, "names") == 0) put_names(f);
  if (strcmp(word, "time") == 0) put_seconds(f, f->time);
  if (strcmp(word, "output") == 0) put_bytes(f, f->output);
  if (strcmp(word, "memory") == 0) put_bytes(f, f->memory);
}

/* --- which fragments hold ------------------------------------------------ */

static void put_line(facts *f, fragment which) {
  if (f->out->len) put_text(f, "\n");
  put_fragment(f, which, fill_fact, NULL);
}

static fragment files_of(const facts *f) {
  if (f->process) return f->nmounts ? FILES_PROCESS_MOUNTS : FILES_PROCESS;
  if (f->nmounts) return f->asks ? FILES_MOUNTS_HOST : FILES_MOUNTS;
  if (f->os & CS_OS_MEMORY) return FILES_MEMORY;
  return f->asks ? FILES_HOST : FILES_NONE;
}

static fragment env_of(const facts *f) {
  if (!f->process && !(f->os & CS_OS_ENVIRON)) return ENV_HOST;
  return f->nenv ? ENV_SOME : ENV_NONE;
}

static fragment clock_of(const facts *f) {
  if (f->process || f->os & CS_OS_CLOCK) return CLOCK_REAL;
  if (f->os & CS_OS_FIXED_CLOCK) return CLOCK_FIXED;
  if (f->asks) return CLOCK_HOST;
  return f->os & CS_OS_MONOTONIC ? CLOCK_MONOTONIC : CLOCK_NONE;
}

static fragment random_of(const facts *f) {
  if (f->process || f->os & CS_OS_ENTROPY) return RANDOM_REAL;
  if (f->os & CS_OS_SEEDED) return RANDOM_SEEDED;
  return f->asks ? RANDOM_HOST : RANDOM_NONE;
}

/* --- functions of the host ----------------------------------------------- */

typedef struct tool {
  name called, signature, doc;
  bool is_async;
} tool;

static bool get_text(cs_wire_in *in, name *to) {
  *to = (name){"", 0};
  return cs_wire_get_none(in) || cs_wire_get_str(in, &to->s, &to->n);
}

static bool next_tool(cs_wire_in *in, tool *t) {
  uint32_t n;
  return cs_wire_get_seq(in, &n) && n == 4 && get_text(in, &t->called) &&
         get_text(in, &t->signature) && get_text(in, &t->doc) &&
         cs_wire_get_bool(in, &t->is_async);
}

/* The first line of what its author wrote about it. */
static void put_doc(facts *f, name doc) {
  const uint8_t *u = (const uint8_t *)doc.s;
  size_t at = 0, shown = 0;
  while (at < doc.n && strchr(" \t\r\n", doc.s[at])) at++;
  for (; at < doc.n && doc.s[at] != '\n' && doc.s[at] != '\r'; shown++) {
    size_t from = at;
    uint32_t cp = cs_utf8_next(u, &at);
    if (shown == DOC_MOST) break;
    if (shown == 0) put_text(f, "\n    # ");
    bool shows = cs_unicode_has(cp, CS_UNICODE_PRINTABLE);
    put(f, shows ? doc.s + from : " ", shows ? at - from : 1);
  }
}

static void put_tools(facts *f) {
  cs_wire_in in = f->tools;
  tool t;
  bool sync = false, async = false;
  for (uint32_t i = 0; i < f->ntools; i++) {
    if (!next_tool(&in, &t)) {
      f->st = CS_EINVAL;
      return;
    }
    sync |= !t.is_async;
    async |= t.is_async;
  }
  put_line(f, sync && async ? TOOLS_MIXED : async ? TOOLS_ASYNC : TOOLS_SYNC);
  put_text(f, "\n```python");
  in = f->tools;
  for (uint32_t i = 0; i < f->ntools && next_tool(&in, &t); i++) {
    put_text(f, t.is_async ? "\nasync def " : "\ndef ");
    put(f, t.called.s, t.called.n);
    if (t.signature.n)
      put(f, t.signature.s, t.signature.n);
    else
      put_text(f, "(*args, **kwargs)");
    put_text(f, ": ...");
    put_doc(f, t.doc);
  }
  put_text(f, "\n```");
}

/* --- all ----------------------------------------------------------------- */

static bool get_list(cs_wire_in *in, cs_wire_in *list, uint32_t *n) {
  if (!cs_wire_get_seq(in, n)) return false;
  *list = *in;
  for (uint32_t i = 0; i < *n; i++)
    if (cs_wire_skip(in) != CS_OK) return false;
  return true;
}

static bool read_facts(facts *f, const void *bytes, size_t n) {
  cs_wire_in in = cs_wire_read(bytes, n);
  uint32_t count;
  if (cs_wire_check(bytes, n, 1) != CS_OK) return false;
  return cs_wire_get_seq(&in, &count) && count == 12 &&
         cs_wire_get_int(&in, &f->depth) && cs_wire_get_int(&in, &f->os) &&
         cs_wire_get_bool(&in, &f->asks) && cs_wire_get_float(&in, &f->idle) &&
         cs_wire_get_float(&in, &f->time) && cs_wire_get_int(&in, &f->output) &&
         cs_wire_get_int(&in, &f->memory) &&
         cs_wire_get_int(&in, &f->modules) &&
         cs_wire_get_str(&in, &f->absent, &f->absent_len) &&
         get_list(&in, &f->mounts, &f->nmounts) &&
         get_list(&in, &f->env, &f->nenv) &&
         get_list(&in, &f->tools, &f->ntools);
}

cs_status cs_describe(const void *bytes, size_t n, cs_buf *out) {
  facts f = {.out = out, .st = CS_OK};
  if (!read_facts(&f, bytes, n)) return CS_EINVAL;
  f.process = f.depth == 1;
  put_line(&f, PURPOSE);
  put_line(&f, f.process      ? LANGUAGE_PROCESS
               : f.depth == 2 ? LANGUAGE_AUTO
                              : LANGUAGE);
  put_line(&f, f.idle > 0 ? STATE_SESSIONS : STATE);
  put_line(&f, files_of(&f));
  put_line(&f, NETWORK_NONE);
  put_line(&f, env_of(&f));
  put_line(&f, clock_of(&f));
  put_line(&f, random_of(&f));
  put_line(&f, f.process ? LIMITS_PROCESS : LIMITS);
  put_line(&f, ERRORS);
  if (f.ntools) put_tools(&f);
  return f.st;
}
