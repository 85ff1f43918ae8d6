/*
 * tools.c - --tool and --call: which calls are open, and who answers them.
 *
 * One loop moves the bytes of all programs, whatever is waited for: a program
 * that is slow to read or quick to write blocks nobody.  A call that the guest
 * waits for at once is waited for here; others are pending, and their results
 * are told at the next WAIT, in the order in which they came.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tools/tools.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/cleanup.h"
#include "tools/answer.h"

#define CALLS_MAX   10000       /* of one session */
#define REQUEST_MAX (64u << 20) /* bytes */
#define RUNNING_MAX 32          /* programs of --call at a time */

typedef struct tool {
  char *name;          /* owned */
  const char *command; /* borrowed */
  cs_command *program; /* borrowed; NULL: one for each call */
  bool async;
} tool;

typedef struct call {
  struct call *next; /* a younger one */
  const tool *tool;
  uint64_t number;     /* of the session, for its future */
  uint64_t id;         /* between us and the program */
  cs_buf line;         /* request that waits for its turn */
  cs_command *program; /* owned if the tool has none; NULL: not started */
  bool done, dropped;
  cs_reply_kind kind; /* done: VALUE or RAISE */
  cs_wire value;
} call;

struct cs_tools {
  struct {
    const char *command;
    cs_command program;
  } shared[CS_TOOLS_MOST];
  tool tool[2 * CS_TOOLS_MOST];
  size_t nshared, ntools;
  uint64_t calls;
  call *open; /* owned, oldest first */
};

/* --- the options --------------------------------------------------------- */

static bool fail(cs_tools_fault *f, const char *what, const char *why,
                 const char *hint) {
  snprintf(f->what, sizeof f->what, "%s", what);
  snprintf(f->why, sizeof f->why, "%s", why);
  f->hint = hint;
  return false;
}

static bool bad_tool(cs_tools_fault *f, const char *text, const char *why) {
  char what[200];
  snprintf(what, sizeof what, "bad tool '%.150s'", text);
  return fail(f, what, why,
              "write NAME=COMMAND, the command with its arguments");
}

static bool share_program(cs_tools_fault *f, cs_tools *t, const char *given,
                          tool *x) {
  size_t i = 0;
  while (i < t->nshared && strcmp(t->shared[i].command, x->command) != 0) i++;
  if (i == t->nshared) {
    int e = cs_command_start(&t->shared[i].program, x->command);
    if (e) return bad_tool(f, given, e == ENOEXEC ? "no command" : strerror(e));
    t->shared[i].command = x->command;
    t->nshared++;
  }
  x->program = &t->shared[i].program;
  return true;
}

static bool is_name(const char *s, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!((s[i] >= 'a' && s[i] <= 'z') || (s[i] >= 'A' && s[i] <= 'Z') ||
          s[i] == '_' || (i > 0 && s[i] >= '0' && s[i] <= '9')))
      return false;
  return n > 0;
}

static bool add_tool(cs_tools_fault *f, cs_tools *t, const char *given,
                     bool shared) {
  bool async = strncmp(given, "async ", 6) == 0;
  const char *name = given + (async ? 6 : 0), *eq = strchr(name, '=');
  if (!eq) return bad_tool(f, given, "'=' is missing");
  size_t n = (size_t)(eq - name);
  if (!is_name(name, n)) return bad_tool(f, given, "NAME is no identifier");
  for (size_t i = 0; i < t->ntools; i++)
    if (strlen(t->tool[i].name) == n && !memcmp(t->tool[i].name, name, n))
      return bad_tool(f, given, "the name is taken");
  if (eq[1 + strspn(eq + 1, " \t")] == 0)
    return bad_tool(f, given, "no command");
  tool *x = &t->tool[t->ntools];
  *x = (tool){.name = strndup(name, n), .command = eq + 1, .async = async};
  if (!x->name) return bad_tool(f, given, "no memory");
  t->ntools++;
  return !shared || share_program(f, t, given, x);
}

bool cs_tools_open(const cs_tools_given *given, cs_tools **out,
                   cs_tools_fault *fault) {
  *out = NULL;
  if (!given->ntools && !given->ncalls) return true;
  assert(given->ntools <= CS_TOOLS_MOST && given->ncalls <= CS_TOOLS_MOST);
  cs_tools *t = calloc(1, sizeof *t);
  if (!t)
    return fail(fault, "cannot start the tools", "no memory",
                "close other programs");
  bool good = true;
  for (size_t i = 0; good && i < given->ntools; i++)
    good = add_tool(fault, t, given->tools[i], true);
  for (size_t i = 0; good && i < given->ncalls; i++)
    good = add_tool(fault, t, given->calls[i], false);
  if (good)
    *out = t;
  else
    cs_tools_close(t);
  return good;
}

const char *cs_tools_name(const cs_tools *t, size_t i, bool *async) {
  if (!t || i >= t->ntools) return NULL;
  *async = t->tool[i].async;
  return t->tool[i].name;
}

bool cs_tools_define(const cs_tools *t, cs_session *to, cs_tools_fault *fault) {
  for (size_t i = 0; t && i < t->ntools; i++) {
    const tool *x = &t->tool[i];
    if (cs_session_has_tool(to, x->name)) continue; /* of a snapshot */
    if (cs_session_add_tool(to, x->name, NULL, NULL,
                            x->async ? CS_TOOL_ASYNC : 0) != CS_OK)
      return fail(fault, "cannot define a tool", "no memory for it",
                  "allow more with --memory");
  }
  return true;
}

/* --- open calls ---------------------------------------------------------- */

static void free_call(call *c) {
  if (c->program && !c->tool->program) {
    cs_command_kill(c->program);
    free(c->program);
  }
  cs_buf_fini(&c->line);
  cs_wire_fini(&c->value);
  free(c);
}

static void remove_call(cs_tools *t, call *c) {
  call **at = &t->open;
  while (*at != c) at = &(*at)->next;
  *at = c->next;
  free_call(c);
}

static call *add_call(cs_tools *t, const tool *x, const cs_event *ev) {
  call *c = calloc(1, sizeof *c), **at = &t->open;
  if (!c) return NULL;
  /* The same when a run is resumed, so that a program can know a call. */
  *c = (call){.tool = x, .number = ev->id, .id = ev->id + 1};
  t->calls++;
  cs_buf_init(&c->line, REQUEST_MAX);
  cs_wire_init(&c->value, CS_WIRE_MAX);
  while (*at) at = &(*at)->next;
  *at = c;
  return c;
}

static void finish(call *c, cs_reply_kind kind) {
  c->done = true;
  c->kind = kind;
}

/* --- programs for one call ----------------------------------------------- */

static size_t count_running(const cs_tools *t) {
  size_t n = 0;
  for (const call *c = t->open; c; c = c->next)
    n += c->program && !c->tool->program && !c->done;
  return n;
}

static void start_own(call *c) {
  cs_command *p = malloc(sizeof *p);
  int e = p ? cs_command_start(p, c->tool->command) : ENOMEM;
  if (e) {
    free(p);
    finish(c, cs_answer_refuse(&c->value, "RuntimeError", c->tool->name,
                               strerror(e)));
    return;
  }
  p->silent = p->last = true;
  c->program = p;
  (void)!cs_buf_put(&p->to, c->line.data, c->line.len);
  cs_command_move(p);
}

static void start_queued(cs_tools *t) {
  size_t running = count_running(t);
  for (call *c = t->open; c && running < RUNNING_MAX; c = c->next) {
    if (c->program || c->done || c->tool->program) continue;
    start_own(c);
    running++;
  }
}

static void look_at_own(call *c) {
  cs_command_move(c->program);
  if (c->program->ended)
    finish(c, cs_answer_end(&c->value, c->tool->name, c->program));
}

/* --- shared programs ----------------------------------------------------- */

static call *find_call(const cs_tools *t, const cs_command *p, uint64_t id) {
  for (call *c = t->open; c; c = c->next)
    if (c->program == p && !c->done && (id == 0 || c->id == id)) return c;
  return NULL;
}

/* An answer without a call of its own is a mistake about the oldest one. */
static void take_line(cs_tools *t, cs_command *p, const char *line, size_t n) {
  uint64_t id = 0;
  bool good = cs_answer_id(line, n, &id);
  call *c = good && id ? find_call(t, p, id) : NULL;
  if (c) {
    finish(c, cs_answer_line(&c->value, c->tool->name, line, n));
    return;
  }
  c = find_call(t, p, 0);
  if (!c) return; /* nobody asked */
  if (good)
    finish(c, cs_answer_refuse(&c->value, "RuntimeError", c->tool->name,
                               "its answer belongs to another call"));
  else
    finish(c, cs_answer_line(&c->value, c->tool->name, line, n));
}

static void look_at_shared(cs_tools *t, cs_command *p) {
  cs_command_move(p);
  size_t at = 0;
  for (;;) {
    const char *s = cs_buf_text(&p->from) + at;
    const char *nl = memchr(s, '\n', p->from.len - at);
    if (!nl) break;
    take_line(t, p, s, (size_t)(nl - s));
    at += (size_t)(nl - s) + 1;
  }
  if (at > 0) {
    p->from.len -= at;
    memmove(p->from.data, p->from.data + at, p->from.len);
    cs_buf_seal(&p->from);
  }
  if (p->out >= 0 && !p->ended) return;
  cs_command_leaves(p);
  for (call *c; (c = find_call(t, p, 0));)
    finish(c, cs_answer_gone(&c->value, c->tool->name, p));
}

/* --- waiting ------------------------------------------------------------- */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static size_t count_done(const cs_tools *t) {
  size_t n = 0;
  for (const call *c = t->open; c; c = c->next) n += c->done;
  return n;
}

/* Read and write what is possible now.  True: a call has ended. */
static bool look(cs_tools *t) {
  size_t before = count_done(t);
  start_queued(t);
  for (size_t i = 0; i < t->nshared; i++)
    look_at_shared(t, &t->shared[i].program);
  for (call *c = t->open; c; c = c->next)
    if (c->program && !c->tool->program && !c->done) look_at_own(c);
  return count_done(t) > before;
}

/* Wait for `seconds` (negative: for ever); false: the run must end. */
static bool wait_stop(int stop, double seconds) {
  struct pollfd p = {.fd = stop, .events = POLLIN};
  double end = now() + seconds;
  for (;;) {
    double left = seconds < 0 ? 3600 : end - now();
    if (left <= 0) return true;
    double ms = left < 3600 ? left * 1000 + 0.999 : 3600e3;
    int n = poll(&p, 1, (int)ms);
    if (n < 0 && errno != EINTR) return true;
    if (n > 0) return !(p.revents & POLLIN);
  }
}

/* Move bytes until something happens or `seconds` are over (negative: never).
 * False: the run must end. */
static bool step(cs_tools *t, int stop, double seconds) {
  if (look(t)) return true;
  size_t room = 1 + CS_COMMAND_FDS * (t->nshared + count_running(t)), n = 1;
  CS_AUTO_FREE
  struct pollfd *fds = calloc(room, sizeof *fds);
  if (!fds) return wait_stop(stop, 0.01);
  fds[0] = (struct pollfd){.fd = stop, .events = POLLIN};
  for (size_t i = 0; i < t->nshared; i++, n += CS_COMMAND_FDS)
    cs_command_wants(&t->shared[i].program, fds + n);
  for (call *c = t->open; c; c = c->next) {
    if (!c->program || c->tool->program || c->done) continue;
    cs_command_wants(c->program, fds + n);
    n += CS_COMMAND_FDS;
  }
  double ms = seconds < 0 || seconds > 3600 ? 3600e3 : seconds * 1000 + 0.999;
  return poll(fds, (nfds_t)n, (int)ms) <= 0 || !fds[0].revents;
}

static void drop_finished(cs_tools *t) {
  for (call *c = t->open, *next; c; c = next) {
    next = c->next;
    if (c->dropped && c->done) remove_call(t, c);
  }
}

void cs_tools_forget(cs_tools *t) {
  for (call *c = t ? t->open : NULL, *next; c; c = next) {
    next = c->next;
    c->dropped = true;
    if (c->done || !c->tool->program) remove_call(t, c);
  }
}

void cs_tools_close(cs_tools *t) {
  if (!t) return;
  while (t->open) remove_call(t, t->open);
  for (size_t i = 0; i < t->nshared; i++)
    cs_command_stop(&t->shared[i].program);
  for (size_t i = 0; i < t->ntools; i++) free(t->tool[i].name);
  free(t);
}

/* --- events -------------------------------------------------------------- */

static const tool *find_tool(const cs_tools *t, const char *name) {
  for (size_t i = 0; t && i < t->ntools; i++)
    if (strcmp(t->tool[i].name, name) == 0) return &t->tool[i];
  return NULL;
}

/* Hand the request over, or let it wait for its turn. */
static cs_status ask(call *c, const cs_event *ev) {
  cs_command *p = c->tool->program;
  cs_status st = cs_answer_ask(ev, p ? c->id : 0, &c->line);
  if (st != CS_OK || !p) return st;
  c->program = p;
  st = cs_buf_put(&p->to, c->line.data, c->line.len);
  cs_buf_fini(&c->line);
  cs_buf_init(&c->line, 0);
  return st;
}

cs_reply_kind cs_tools_call(cs_tools *t, int stop, const cs_event *ev,
                            cs_wire *reply) {
  const tool *x = find_tool(t, ev->name);
  if (!x) {
    cs_wire_exception(reply, "NameError", "there is no such tool");
    return CS_REPLY_RAISE;
  }
  drop_finished(t);
  if (t->calls >= CALLS_MAX)
    return cs_answer_refuse(reply, "RuntimeError", x->name,
                            "more calls than one run may make");
  call *c = add_call(t, x, ev);
  cs_status st = c ? ask(c, ev) : CS_EOS;
  if (st != CS_OK) {
    if (c) remove_call(t, c);
    return cs_answer_refuse(reply, "TypeError", x->name,
                            "arguments must be None, bool, int, float, str, "
                            "list or dict with str keys");
  }
  if (x->async) {
    (void)look(t); /* it starts now, whatever the guest does next */
    return CS_REPLY_PENDING;
  }
  while (!c->done)
    if (!step(t, stop, -1)) return CS_REPLY_UNHANDLED; /* cancelled */
  cs_reply_kind kind = c->kind;
  cs_wire_append(reply, c->value.data, c->value.len);
  remove_call(t, c);
  return kind;
}

void cs_tools_again(cs_tools *t, const cs_event *ev) {
  char name[64];
  snprintf(name, sizeof name, "%.*s",
           (int)(ev->name_len < 63 ? ev->name_len : 63), ev->name);
  const tool *x = find_tool(t, name);
  call *c = x ? add_call(t, x, ev) : NULL;
  if (c && ask(c, ev) != CS_OK) remove_call(t, c);
}

static void put_settled(cs_wire *w, uint64_t number, bool good,
                        const cs_wire *value) {
  cs_wire_begin(w, CS_WIRE_TUPLE, 3);
  cs_wire_uint(w, number);
  cs_wire_bool(w, good);
  cs_wire_append(w, value->data, value->len);
}

static bool is_open(const cs_tools *t, uint64_t number) {
  for (const call *c = t ? t->open : NULL; c; c = c->next)
    if (c->number == number && !c->dropped) return true;
  return false;
}

/* Calls of a snapshot were made by another process and will not end. */
static size_t settle_lost(const cs_tools *t, const cs_event *ev, cs_wire *w) {
  size_t n = 0;
  cs_wire error;
  cs_wire_init(&error, 1000);
  cs_wire_exception(&error, "RuntimeError",
                    "the call was open when the session was saved, and its "
                    "result is lost");
  for (size_t i = 0; i < ev->npending; i++) {
    if (is_open(t, ev->pending[i])) continue;
    put_settled(w, ev->pending[i], false, &error);
    n++;
  }
  cs_wire_fini(&error);
  return n;
}

static size_t settle_done(cs_tools *t, cs_wire *w) {
  size_t n = 0;
  for (call *c = t ? t->open : NULL, *next; c; c = next) {
    next = c->next;
    if (!c->done) continue;
    if (!c->dropped) {
      put_settled(w, c->number, c->kind == CS_REPLY_VALUE, &c->value);
      n++;
    }
    remove_call(t, c);
  }
  return n;
}

cs_reply_kind cs_tools_wait(cs_tools *t, int stop, bool timeless,
                            const cs_event *ev, cs_wire *reply) {
  double end = ev->timeout < 0 || timeless ? -1 : now() + ev->timeout;
  size_t mark = cs_wire_open(reply, CS_WIRE_LIST);
  size_t n = settle_lost(t, ev, reply);
  for (;;) {
    n += settle_done(t, reply);
    double left = end < 0 ? -1 : end - now();
    if (n > 0 || (end >= 0 && left <= 0)) break;
    if (!ev->npending && timeless) break;
    if (t ? !step(t, stop, left) : !wait_stop(stop, left)) break;
  }
  cs_wire_end(reply, mark, n);
  return CS_REPLY_VALUE;
}
