/*
 * codeact_run.c - the bridge of Local CodeAct: code that runs.
 *
 * The program is in a jail with the directory in which we were started as its
 * only writable place.  What it prints is kept up to the caps of the request;
 * stdout carries nothing but messages of ours, so the code can forge none.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/codeact.h"
#include "cli/json.h"
#include "session/inside.h"
#include "text/wire_json.h"

#define DAY_MS     UINT64_C(86400000) /* whoever asked has a clock */
#define FRAMES_MAX 20

extern char **environ;

/* What is kept of one stream. */
typedef struct printed {
  cs_buf text;
  size_t max;
  bool cut;
} printed;

typedef struct bridge {
  const cs_codeact *request; /* borrowed */
  cs_lines *in;              /* borrowed */
  cs_jails *jails;           /* owned */
  cs_session *session;       /* owned */
  printed out[2];
  bool gone; /* nobody answers any more */
} bridge;

/* --- output -------------------------------------------------------------- */

/* The longest start of the text that ends between two characters. */
static size_t whole_part(const char *s, size_t n) {
  while (n > 0 && ((unsigned char)s[n] & 0xC0) == 0x80) n--;
  return n;
}

static bool keep(void *user, int stream, const char *text, size_t n) {
  printed *p = &((bridge *)user)->out[stream == 2];
  if (p->cut || n == 0) return true;
  size_t room = p->max - p->text.len;
  if (n > room) {
    p->cut = true;
    n = whole_part(text, room);
  }
  return cs_buf_put(&p->text, text, n) == CS_OK;
}

/* --- messages out -------------------------------------------------------- */

static int say_error(const char *type, const char *message, const char *trace,
                     size_t n) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "type", "error");
  cs_json_text(&j, "exc_type", type);
  cs_json_text(&j, "message", message);
  cs_json_bytes(&j, "traceback", trace, n);
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 1;
}

/* The last frames of a long traceback. */
static cs_status cut_trace(const cs_raised *e, cs_buf *out) {
  cs_status st = cs_buf_put_text(out, "Traceback (most recent call last):\n");
  for (size_t i = e->nframes - FRAMES_MAX; st == CS_OK && i < e->nframes; i++) {
    const cs_frame_info *f = &e->frames[i];
    st = cs_buf_printf(out, "  File \"%.200s\", line %u, in %.100s\n", f->file,
                       f->line, f->function ? f->function : "<module>");
  }
  return st == CS_OK ? cs_buf_printf(out, "%s: %.4000s", e->type, e->message)
                     : st;
}

static int say_raised(const cs_event *ev) {
  const cs_raised *e = ev->error;
  if (!e) return say_error("RuntimeError", ev->text ? ev->text : "", "", 0);
  if (e->nframes <= FRAMES_MAX)
    return say_error(e->type, e->message, ev->text, ev->text_len);
  cs_buf trace;
  cs_buf_init(&trace, 1 << 20);
  (void)cut_trace(e, &trace); /* what there is of it */
  int code = say_error(e->type, e->message, trace.data, trace.len);
  cs_buf_fini(&trace);
  return code;
}

/* The value as JSON; what has no such form as its repr(). */
static void put_output(cs_json *j, bridge *b, const cs_event *ev) {
  cs_buf text;
  cs_wire shown;
  cs_buf_init(&text, CS_WIRE_MAX);
  cs_wire_init(&shown, CS_WIRE_MAX);
  cs_wire_in in = cs_wire_read(ev->value, ev->value_len);
  const char *s;
  size_t n;
  if (cs_wire_json_print(&in, &text) == CS_OK) {
    cs_json_raw(j, "output", text.data, text.len);
  } else if (cs_session_repr(b->session, &shown) == CS_OK) {
    in = cs_wire_read(shown.data, shown.len);
    if (cs_wire_get_str(&in, &s, &n)) cs_json_bytes(j, "output", s, n);
  } else {
    cs_json_null(j, "output");
  }
  cs_wire_fini(&shown);
  cs_buf_fini(&text);
}

static int say_complete(bridge *b, const cs_event *ev) {
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "type", "complete");
  cs_json_key(&j, "result");
  cs_json_open(&j, '{');
  cs_json_bytes(&j, "stdout", b->out[0].text.data, b->out[0].text.len);
  cs_json_bytes(&j, "stderr", b->out[1].text.data, b->out[1].text.len);
  cs_json_bool(&j, "stdout_truncated", b->out[0].cut);
  cs_json_bool(&j, "stderr_truncated", b->out[1].cut);
  cs_json_bool(&j, "output_present", ev->has_value);
  if (ev->has_value)
    put_output(&j, b, ev);
  else
    cs_json_null(&j, "output");
  cs_json_close(&j, '}');
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return 0;
}

static int say_end(bridge *b, const cs_event *ev) {
  if (ev->kind == CS_DONE) return say_complete(b, ev);
  if (ev->kind == CS_RAISED) return say_raised(ev);
  const char *type = "RuntimeError";
  if (cs_limit_of(ev) == CS_BY_LIMIT_MEMORY)
    type = "MemoryError";
  else if (cs_limit_of(ev) == CS_BY_LIMIT_TIME)
    type = "TimeoutError";
  return say_error(type, ev->text ? ev->text : "the program died", "", 0);
}

/* --- calls --------------------------------------------------------------- */

static cs_reply_kind refuse(cs_wire *reply, const char *type,
                            const char *text) {
  cs_wire_exception(reply, type, text);
  return CS_REPLY_RAISE;
}

/* Tell the host about a call; its answer is waited for when the program
 * waits. */
static cs_reply_kind call(const cs_event *ev, cs_wire *reply) {
  cs_wire_in in = cs_wire_read(ev->args, ev->args_len);
  uint32_t n;
  if (!cs_wire_get_seq(&in, &n) || n > 0)
    return refuse(reply, "TypeError", "tools take keyword arguments only");
  cs_buf kwargs;
  cs_buf_init(&kwargs, CS_WIRE_MAX);
  cs_reply_kind kind = CS_REPLY_PENDING;
  if (cs_wire_json_print(&in, &kwargs) == CS_OK) {
    cs_json j;
    cs_json_init(&j);
    cs_json_open(&j, '{');
    cs_json_text(&j, "type", "tool_call");
    cs_json_int(&j, "call_id", (int64_t)ev->id);
    cs_json_bytes(&j, "name", ev->name, ev->name_len);
    cs_json_raw(&j, "kwargs", kwargs.data, kwargs.len);
    cs_json_close(&j, '}');
    cs_json_print(&j);
  } else {
    kind = refuse(reply, "TypeError", "an argument has no JSON form");
  }
  cs_buf_fini(&kwargs);
  return kind;
}

/* --- answers ------------------------------------------------------------- */

static bool has_line(const cs_lines *l) {
  return l->buf.len > l->at &&
         memchr(l->buf.data + l->at, '\n', l->buf.len - l->at);
}

/* Wait for something to read; false: the time is over. */
static bool readable(const cs_lines *l, double seconds) {
  if (has_line(l) || seconds < 0) return true;
  struct pollfd p = {.fd = 0, .events = POLLIN};
  int ms = seconds > 1e6 ? 1000000000 : (int)(seconds * 1000) + 1;
  return poll(&p, 1, ms) != 0;
}

static char *copy_text(const cs_wire *message, const char *key,
                       const char *usual) {
  cs_wire_in in;
  const char *s;
  size_t n;
  if (cs_codeact_find(message, key, &in) && cs_wire_get_str(&in, &s, &n))
    return strndup(s, n);
  return strdup(usual);
}

/* What the host answered to one call; false: it is no answer. */
static bool take_answer(const cs_wire *message, cs_settled *done,
                        cs_wire *value) {
  cs_wire_in in;
  int64_t id;
  bool ok = false;
  if (!cs_codeact_find(message, "call_id", &in) || !cs_wire_get_int(&in, &id))
    return false;
  if (cs_codeact_find(message, "ok", &in)) (void)cs_wire_get_bool(&in, &ok);
  if (!ok) {
    CS_AUTO_FREE
    char *type = copy_text(message, "exc_type", "RuntimeError");
    CS_AUTO_FREE
    char *text = copy_text(message, "message", "");
    if (type && text) cs_wire_exception(value, type, text);
  } else if (cs_codeact_find(message, "result", &in)) {
    const uint8_t *start = in.at;
    if (cs_wire_skip(&in) != CS_OK) return false;
    cs_wire_append(value, start, (size_t)(in.at - start));
  } else {
    cs_wire_none(value);
  }
  *done = (cs_settled){.id = (uint64_t)id,
                       .raised = !ok,
                       .value = value->data,
                       .len = value->len};
  return value->status == CS_OK;
}

/* One answer, or none when the program's own time is over. */
static const cs_event *wait_for_answer(bridge *b, const cs_event *ev) {
  cs_wire message, value;
  cs_settled done;
  cs_reply reply = {.kind = CS_REPLY_SETTLE};
  cs_wire_init(&message, CS_WIRE_MAX);
  cs_wire_init(&value, CS_WIRE_MAX);
  while (reply.nsettled == 0 && readable(b->in, ev->timeout)) {
    size_t n;
    const char *line = cs_lines_next(b->in, NULL, &n);
    if (!line || n == 0) {
      b->gone = true;
      break;
    }
    cs_wire_clear(&message);
    cs_wire_clear(&value);
    if (cs_wire_json_parse(line, n, &message) == CS_OK &&
        take_answer(&message, &done, &value)) {
      reply.settled = &done;
      reply.nsettled = 1;
    }
  }
  if (!b->gone) ev = cs_session_resume(b->session, &reply);
  cs_wire_fini(&value);
  cs_wire_fini(&message);
  return ev;
}

/* --- the run ------------------------------------------------------------- */

static const cs_event *answer(bridge *b, const cs_event *ev) {
  if (ev->kind == CS_WAIT) return wait_for_answer(b, ev);
  cs_wire w;
  cs_wire_init(&w, 4096);
  cs_reply reply = {.kind = CS_REPLY_UNHANDLED};
  if (ev->kind == CS_CALL) reply.kind = call(ev, &w);
  reply.value = w.data;
  reply.len = w.len;
  ev = cs_session_resume(b->session, &reply);
  cs_wire_fini(&w);
  return ev;
}

static bool is_end(const cs_event *ev) {
  return ev->kind >= CS_DONE;
}

static int run(bridge *b) {
  static const char first[] = "import asyncio";
  const cs_codeact *c = b->request;
  if (strstr(c->code, "asyncio")) /* code finds it without importing it */
    (void)cs_session_run(b->session, first, sizeof first - 1);
  const cs_event *ev = cs_session_run(b->session, c->code, c->len);
  while (!is_end(ev) && !b->gone) ev = answer(b, ev);
  return b->gone ? 1 : say_end(b, ev);
}

/* Where we were started is the workspace, unless it is part of the system. */
static cs_status mount_here(bridge *b, cs_error *err) {
  static const char *const system[] = {"/usr", "/etc", "/bin",  "/sbin",
                                       "/lib", "/dev", "/proc", "/sys"};
  CS_AUTO_FREE
  char *here = getcwd(NULL, 0);
  if (!here || strcmp(here, "/") == 0 || strcmp(here, "/tmp") == 0 ||
      access(here, W_OK) != 0)
    return CS_OK;
  for (size_t i = 0; i < sizeof system / sizeof *system; i++)
    if (strncmp(here, system[i], strlen(system[i])) == 0) return CS_OK;
  cs_status st = cs_session_mount(b->session, here, here, CS_MOUNT_RW, 0, err);
  return st == CS_OK ? cs_session_chdir(b->session, here) : st;
}

/* The environment is exactly ours: who started us chose it. */
static cs_status pass_environment(bridge *b) {
  cs_status st = CS_OK;
  for (char **e = environ; st == CS_OK && *e; e++) {
    const char *equals = strchr(*e, '=');
    if (!equals || equals == *e) continue;
    CS_AUTO_FREE
    char *name = strndup(*e, (size_t)(equals - *e));
    st = name ? cs_session_put_env(b->session, name, equals + 1) : CS_EOS;
  }
  return st;
}

static cs_status open_session(bridge *b, cs_error *err) {
  cs_jails_options places;
  cs_jails_options_init(&places);
  places.python = b->request->python;
  cs_status st = cs_jails_new(&places, &b->jails, err);
  if (st != CS_OK) return st;
  cs_host host = {.size = sizeof host, .user = b, .output = keep};
  cs_options o;
  cs_options_init(&o);
  o.host = &host;
  o.script_name = "codeact.py";
  o.jails = b->jails;
  o.time_ms = o.sleep_ms = DAY_MS;
  o.output = UINT64_C(1) << 40;
  st = cs_session_open(&o, &b->session, err);
  if (st == CS_OK) st = mount_here(b, err);
  if (st == CS_OK) st = pass_environment(b);
  for (size_t i = 0; st == CS_OK && i < b->request->tools.n; i++)
    st = cs_session_add_tool(b->session, b->request->tools.at[i], NULL, NULL,
                             CS_TOOL_ASYNC);
  return st;
}

int cs_codeact_run(const cs_codeact *c, cs_lines *in) {
  bridge b = {.request = c, .in = in};
  const size_t caps[2] = {c->stdout_max, c->stderr_max};
  for (size_t i = 0; i < 2; i++) {
    b.out[i].max = caps[i];
    cs_buf_init(&b.out[i].text, caps[i] + 1);
  }
  cs_error err = {0};
  cs_status st = open_session(&b, &err);
  int code = st == CS_OK
                 ? run(&b)
                 : say_error("RuntimeError",
                             err.text[0] ? err.text : "the jail failed", "", 0);
  cs_session_close(b.session);
  cs_jails_free(b.jails);
  for (size_t i = 0; i < 2; i++) cs_buf_fini(&b.out[i].text);
  return code;
}
