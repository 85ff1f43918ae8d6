/*
 * exec.c - the life of one command, from its order to its sealed result.
 *
 * The program's streams are read all the time.  What is over the caps is
 * counted and dropped, so a program never waits for our limit; it waits only
 * for a client that reads slowly.  The result is sealed when the program is
 * gone and its pipes have ended, or 100 ms later: what a program leaves behind
 * may keep a pipe open as long as it likes and prints into the log.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/inside/execs.h"
#include "jail/verify.h"
#include "sandbox/boxfile.h"
#include "sandbox/frame.h"
#include "sandbox/keeper/keeper.h"
#include "sandbox/keeper/order.h"

#define CHUNK    65536
#define LINGER   100  /* ms for pipes that somebody keeps open */
#define KILL_MS  3000 /* a supervisor that does not answer */
#define LOOK_MAX (16 << 20)
#define HELD_MAX (256 << 10) /* a chunk and the begin of a secret */
#define SAID_MAX (8 << 20)   /* a chunk with names in place of secrets */

/* --- streams -------------------------------------------------------------- */

static const char *source_of(const cs_boxexec *x, int stream) {
  return x->tty ? "pty" : stream ? "stderr" : "stdout";
}

/* What a detached exec prints is kept in two files, for whoever asks. */
static void keep(const cs_keeper *k, const cs_boxexec *x, int stream,
                 const char *data, size_t n) {
  char path[64];
  snprintf(path, sizeof path, "execs/%s.%s", x->id, stream ? "err" : "out");
  CS_AUTO_FD
  int fd = openat(k->box, path,
                  O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd >= 0) (void)!write(fd, data, n);
}

/* Into the log, and until the result is sealed into the file of a detached
 * exec, which has no more than its cap. */
static void write_down(cs_keeper *k, cs_boxexec *x, int stream,
                       const char *data, size_t n) {
  uint64_t left = x->cap[stream] - x->filed[stream];
  if (x->logged < k->log_bytes) {
    x->logged += n;
    cs_boxlog_put(&k->log, x->id, source_of(x, stream), data, n);
  } else {
    k->log.dropped += n;
  }
  if (!x->detached || x->stage == CS_BOXEXEC_SEALED) return;
  size_t part = n < left ? n : (size_t)left;
  x->filed[stream] += part;
  if (part) keep(k, x, stream, data, part);
}

/* The same without values of secrets. */
static void write_clean(cs_keeper *k, cs_boxexec *x, int stream,
                        const char *data, size_t n, bool last) {
  cs_buf clean;
  if (k->env.secrets.n == 0) {
    if (n) write_down(k, x, stream, data, n);
    return;
  }
  cs_buf_init(&clean, SAID_MAX);
  if (cs_boxenv_hide(&k->env, &x->held[stream], data, n, last, &clean) != CS_OK)
    k->log.dropped += n;
  else if (clean.len)
    write_down(k, x, stream, clean.data, clean.len);
  cs_buf_fini(&clean);
}

static void pass_on(cs_keeper *k, cs_boxexec *x, int stream, const char *data,
                    size_t n) {
  x->bytes[stream] += n;
  if (x->sort == CS_BOXEXEC_LOOK || x->sort == CS_BOXEXEC_WATCH) {
    (void)!cs_buf_put(&x->kept[0], data, n);
    if (x->sort == CS_BOXEXEC_WATCH) cs_boxfiles_events(x->client, &x->kept[0]);
    return;
  }
  if (x->sort == CS_BOXEXEC_COMMAND) write_clean(k, x, stream, data, n, false);
  if (x->stage == CS_BOXEXEC_SEALED)
    return; /* only the log has what comes now */
  uint64_t left = x->cap[stream] - x->passed[stream];
  size_t part = n < left ? n : (size_t)left;
  if (part == 0) return;
  x->passed[stream] += part;
  if (x->client && !x->client->waits)
    cs_client_send(x->client, stream ? CS_FRAME_STDERR : CS_FRAME_STDOUT, data,
                   part);
}

void cs_boxexec_read(cs_keeper *k, cs_boxexec *x, int stream) {
  char data[CHUNK];
  ssize_t n = read(x->out[stream], data, sizeof data);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (n > 0) {
    pass_on(k, x, stream, data, (size_t)n);
    return;
  }
  if (x->sort == CS_BOXEXEC_COMMAND) write_clean(k, x, stream, "", 0, true);
  close(x->out[stream]); /* a terminal without a program is EIO */
  x->out[stream] = -1;
}

void cs_boxexec_feed(cs_boxexec *x) {
  while (x->in >= 0 && x->typed.len > 0) {
    ssize_t n = write(x->in, x->typed.data, x->typed.len);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n < 0) { /* nobody reads any more */
      close(x->in);
      x->in = -1;
      break;
    }
    memmove(x->typed.data, x->typed.data + n, x->typed.len - (size_t)n);
    x->typed.len -= (size_t)n;
  }
  if (x->in < 0 || !x->input_ended) return;
  if (x->tty) (void)!write(x->in, "\4\4", 2); /* the end is a key there */
  close(x->in);
  x->in = -1;
}

void cs_boxexec_input(cs_boxexec *x, const char *data, size_t n) {
  if (x->input_ended || x->in < 0) return;
  if (n == 0) x->input_ended = true;
  if (n > 0 && cs_buf_put(&x->typed, data, n) != CS_OK) x->input_ended = true;
  cs_boxexec_feed(x);
}

void cs_boxexec_resize(cs_boxexec *x, unsigned rows, unsigned columns) {
  struct winsize size = {.ws_row = (unsigned short)rows,
                         .ws_col = (unsigned short)columns};
  if (x->tty && x->out[0] >= 0) (void)ioctl(x->out[0], TIOCSWINSZ, &size);
}

/* --- start ---------------------------------------------------------------- */

static cs_status refuse(const char **code, const char *why, cs_error *err,
                        const char *text) {
  *code = why;
  return cs_error_set(err, CS_EINVAL, "%s", text);
}

static cs_status check_room(const cs_keeper *k, size_t *slot, const char **code,
                            cs_error *err) {
  unsigned live = 0;
  *slot = CS_KEEPER_EXECS;
  for (size_t i = CS_KEEPER_EXECS; i-- > 0;) {
    if (!k->execs[i]) *slot = i;
    live += k->execs[i] && k->execs[i]->stage != CS_BOXEXEC_SEALED;
  }
  if (k->stopping || k->over)
    return refuse(code, "state", err, "the sandbox is stopping");
  if (live >= k->max_execs || *slot == CS_KEEPER_EXECS)
    return refuse(code, "capacity", err,
                  "too many commands run in this sandbox (sandbox.max_execs)");
  return CS_OK;
}

static cs_status set_deadline(const cs_keeper *k, cs_boxexec *x,
                              const json_t *q, const char **code,
                              cs_error *err) {
  const json_t *t = json_object_get(q, "timeout_ms");
  x->wall_ms = k->exec_wall_ms;
  if (x->sort == CS_BOXEXEC_WATCH) x->wall_ms = k->lifetime_ms;
  if (t && (!json_is_integer(t) || json_integer_value(t) < 1))
    return refuse(code, "invalid", err, "timeout_ms must be 1 or more");
  if (t) x->wall_ms = (uint64_t)json_integer_value(t);
  if (t && x->wall_ms > k->exec_wall_max_ms) {
    *code = cs_fault_words[CS_FAULT_WIDENS];
    return cs_error_set(err, CS_EINVAL,
                        "the timeout of %" PRIu64
                        " ms is above sandbox.exec_wall_max_ms, %" PRIu64,
                        x->wall_ms, k->exec_wall_max_ms);
  }
  x->deadline_ms = x->start_ms + x->wall_ms;
  return CS_OK;
}

static void set_caps(const cs_keeper *k, cs_boxexec *x, const json_t *q) {
  static const char *const keys[] = {"stdout_bytes", "stderr_bytes"};
  const json_t *limits = json_object_get(k->spec, "limits");
  for (int i = 0; i < 2; i++) {
    json_int_t most = json_integer_value(json_object_get(limits, keys[i]));
    const json_t *asked = json_object_get(q, keys[i]);
    json_int_t n = json_is_integer(asked) ? json_integer_value(asked) : most;
    x->cap[i] = (uint64_t)(n < 0 ? 0 : n < most ? n : most);
    if (x->sort != CS_BOXEXEC_COMMAND) x->cap[i] = UINT64_MAX;
  }
}

static cs_boxexec *new_exec(cs_keeper *k, cs_boxexec_sort sort) {
  uint8_t bits[16];
  cs_boxexec *x = calloc(1, sizeof *x);
  if (!x || !cs_order_random(bits, sizeof bits)) {
    free(x);
    return NULL;
  }
  for (int i = 0; i < 16; i++) snprintf(x->id + 2 * i, 3, "%02x", bits[i]);
  x->socket = x->go = x->in = x->out[0] = x->out[1] = -1;
  x->sort = sort;
  x->start_ms = cs_keeper_now();
  x->ooms = cs_keeper_ooms(k);
  x->pid_hits = cs_keeper_pid_hits(k);
  cs_buf_init(&x->kept[0], LOOK_MAX);
  cs_buf_init(&x->kept[1], LOOK_MAX);
  cs_buf_init(&x->held[0], HELD_MAX);
  cs_buf_init(&x->held[1], HELD_MAX);
  cs_buf_init(&x->typed, CS_FRAME_MAX + (1 << 20));
  return x;
}

static bool record_start(cs_keeper *k, const cs_boxexec *x, const cs_order *o) {
  cs_buf words;
  cs_buf_init(&words, 1 << 20);
  cs_order_print(o, &words);
  cs_audit_item data[] = {
      {.key = "argv", .text = cs_buf_text(&words), .len = words.len}};
  bool good = cs_keeper_record(k, "exec.start", x->id, NULL, data, 1);
  cs_buf_fini(&words);
  return good;
}

cs_boxexec *cs_boxexec_start(cs_keeper *k, cs_client *client, const json_t *q,
                             cs_boxexec_sort sort, const char **code,
                             cs_error *err) {
  size_t slot;
  cs_order o = {.file = -1};
  (void)client;
  if (check_room(k, &slot, code, err) != CS_OK) return NULL;
  cs_boxexec *x = new_exec(k, sort);
  if (!x) return NULL;
  *code = "invalid";
  cs_status st = cs_order_read(k, q, x, &o, err);
  if (st == CS_OK) st = set_deadline(k, x, q, code, err);
  set_caps(k, x, q);
  x->detached =
      sort == CS_BOXEXEC_COMMAND && json_is_true(json_object_get(q, "detach"));
  if (x->detached) (void)mkdirat(k->box, "execs", 0700);
  if (st == CS_OK && sort == CS_BOXEXEC_COMMAND && !record_start(k, x, &o))
    st = refuse(code, "audit_unavailable", err,
                "the audit log cannot be written");
  if (st == CS_OK) {
    *code = "runtime_error";
    st = cs_order_send(k, x, &o, err);
  }
  cs_order_fini(&o);
  if (st != CS_OK) {
    cs_boxexec_free(x);
    return NULL;
  }
  return k->execs[slot] = x;
}

void cs_boxexec_free(cs_boxexec *x) {
  const int fds[] = {x->socket, x->go, x->in, x->out[0], x->out[1]};
  for (size_t i = 0; i < 5; i++) cs_cleanup_fd(&fds[i]);
  cs_buf_fini(&x->kept[0]);
  cs_buf_fini(&x->kept[1]);
  cs_buf_fini(&x->held[0]);
  cs_buf_fini(&x->held[1]);
  cs_buf_fini(&x->typed);
  json_decref(x->result);
  json_decref(x->denials);
  free(x);
}

/* --- the end -------------------------------------------------------------- */

void cs_boxexec_signal(cs_boxexec *x, unsigned char what) {
  if (x->socket >= 0) (void)!send(x->socket, &what, 1, MSG_NOSIGNAL);
}

void cs_boxexec_kill(cs_keeper *k, cs_boxexec *x, cs_exec_end_id why,
                     const char *limit) {
  (void)k;
  if (x->stage >= CS_BOXEXEC_ENDED || x->killed) return;
  x->killed = true;
  x->forced = why;
  x->limit = limit;
  x->kill_ms = cs_keeper_now() + KILL_MS;
  cs_boxexec_signal(x, CS_EXECS_KILL);
}

typedef struct verdict {
  cs_exec_end_id end;
  const char *limit;
  int code, signal;
} verdict;

static verdict judge_status(const cs_keeper *k, const cs_boxexec *x) {
  if (WIFEXITED(x->status))
    return (verdict){CS_EXEC_END_EXITED, NULL, WEXITSTATUS(x->status), 0};
  int n = WTERMSIG(x->status);
  if (n == SIGKILL && cs_keeper_ooms(k) > x->ooms)
    return (verdict){CS_EXEC_END_LIMIT, "limits.memory_bytes", 137, n};
  if (n == SIGXCPU)
    return (verdict){CS_EXEC_END_LIMIT, "limits.cpu_ms", 137, n};
  return (verdict){CS_EXEC_END_SIGNALED, NULL, 128 + n, n};
}

static verdict judge(const cs_keeper *k, const cs_boxexec *x) {
  if (x->problem[0]) return (verdict){CS_EXEC_END_RUNTIME_ERROR, NULL, 125, 0};
  if (x->forced == CS_EXEC_END_TIMEOUT)
    return (verdict){CS_EXEC_END_TIMEOUT, NULL, 124, SIGKILL};
  if (x->forced) return (verdict){x->forced, x->limit, 137, SIGKILL};
  if (x->no_exec == ENOENT || x->no_exec == ENOTDIR)
    return (verdict){CS_EXEC_END_NOT_FOUND, NULL, 127, 0};
  if (x->no_exec) return (verdict){CS_EXEC_END_NOT_EXECUTABLE, NULL, 126, 0};
  if (x->has_status) return judge_status(k, x);
  return (verdict){CS_EXEC_END_SANDBOX_DIED, NULL, 137, SIGKILL};
}

static json_t *usage_of(const cs_boxexec *x) {
  return json_pack("{s:I, s:I}", "cpu_ms",
                   (json_int_t)((x->user_us + x->system_us) / 1000),
                   "memory_peak_bytes", (json_int_t)(x->peak_kib * 1024));
}

static json_t *hits_of(const cs_keeper *k, const cs_boxexec *x) {
  json_t *hits = json_object();
  uint64_t pids = cs_keeper_pid_hits(k) - x->pid_hits;
  uint64_t ooms = cs_keeper_ooms(k) - x->ooms;
  if (pids)
    json_object_set_new(hits, "limits.pids", json_integer((json_int_t)pids));
  if (ooms)
    json_object_set_new(hits, "limits.memory_bytes",
                        json_integer((json_int_t)ooms));
  if (x->bytes[0] > x->passed[0])
    json_object_set_new(hits, "limits.stdout_bytes", json_integer(1));
  if (x->bytes[1] > x->passed[1])
    json_object_set_new(hits, "limits.stderr_bytes", json_integer(1));
  return hits;
}

static json_t *describe(const cs_keeper *k, const cs_boxexec *x, verdict v) {
  bool cut = x->bytes[0] > x->passed[0] || x->bytes[1] > x->passed[1];
  json_t *r = json_pack(
      "{s:s, s:s, s:s, s:s, s:i, s:b, s:b, s:I, s:I, s:I, s:i, s:o, s:o, s:o, "
      "s:[], s:[]}",
      "schema", "caisson.exec/1", "exec_id", x->id, "sandbox", k->name,
      "reason", cs_exec_end_words[v.end], "exit_code", v.code, "timed_out",
      v.end == CS_EXEC_END_TIMEOUT, "truncated", cut, "stdout_bytes",
      (json_int_t)x->bytes[0], "stderr_bytes", (json_int_t)x->bytes[1],
      "duration_ms", (json_int_t)(cs_keeper_now() - x->start_ms), "leftover",
      x->leftover, "usage", usage_of(x), "limit_hits", hits_of(k, x), "denials",
      x->denials ? json_incref(x->denials) : json_array(), "warnings", "files");
  json_object_set_new(r, "limit", v.limit ? json_string(v.limit) : json_null());
  json_object_set_new(r, "signal",
                      v.signal ? json_integer(v.signal) : json_null());
  if (v.limit == NULL && v.end == CS_EXEC_END_TIMEOUT)
    json_object_set_new(r, "timeout_ms", json_integer((json_int_t)x->wall_ms));
  if (k->way.lost) json_object_set_new(r, "egress_lost", json_true());
  if (x->problem[0]) json_object_set_new(r, "message", json_string(x->problem));
  if (x->no_exec)
    json_object_set_new(r, "message", json_string(strerror(x->no_exec)));
  return r;
}

static void record_end(cs_keeper *k, const cs_boxexec *x, verdict v) {
  cs_audit_item data[] = {
      {.key = "exit_code", .number = v.code},
      {.key = "stdout_bytes", .number = (int64_t)x->bytes[0]},
      {.key = "stderr_bytes", .number = (int64_t)x->bytes[1]},
      {.key = "limit",
       .text = v.limit ? v.limit : "",
       .len = v.limit ? strlen(v.limit) : 0}};
  (void)cs_keeper_record(k, "exec.end", x->id, cs_exec_end_words[v.end], data,
                         v.limit ? 4 : 3);
}

static void count(cs_keeper *k, verdict v) {
  k->execs_total[v.end]++;
  if (v.limit) k->limit_hits[strcmp(v.limit, "limits.memory_bytes") != 0]++;
}

/* Detached ones are asked for later, maybe by somebody who comes when the
 * keeper is gone. */
static void store(const cs_keeper *k, const cs_boxexec *x) {
  char file[48];
  snprintf(file, sizeof file, "%s.json", x->id);
  CS_AUTO_FD
  int dir = openat(k->box, "execs", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  (void)(dir >= 0 && cs_boxfile_write(dir, file, x->result));
}

/* File operations: the exit code is the number of an error. */
static json_t *answer_look(cs_boxexec *x, verdict v) {
  if (v.end != CS_EXEC_END_EXITED) {
    const char *word = cs_exec_end_words[v.end];
    json_t *error = json_pack("{s:s, s:s}", "code", word, "message",
                              x->problem[0] ? x->problem : word);
    return json_pack("{s:o}", "error", error);
  }
  if (v.code) return json_pack("{s:o}", "error", cs_boxfiles_error(v.code));
  json_t *r = json_pack("{s:b}", "ok", 1);
  if (x->sort == CS_BOXEXEC_LOOK)
    json_object_set_new(
        r, "entries",
        cs_boxfiles_entries(cs_buf_text(&x->kept[0]), x->kept[0].len));
  return r;
}

static void seal(cs_keeper *k, cs_boxexec *x) {
  cs_boxway_hear(k); /* a refusal is told before the program hears of it */
  verdict v = judge(k, x);
  x->stage = CS_BOXEXEC_SEALED;
  cs_keeper_touch(k);
  if (x->sort == CS_BOXEXEC_COMMAND) {
    x->result = describe(k, x, v);
    count(k, v);
    record_end(k, x, v);
    if (x->detached) store(k, x);
  } else {
    x->result = answer_look(x, v);
  }
  cs_client *c = x->client;
  x->client = NULL;
  if (c) cs_client_result(c, json_incref(x->result));
  if (x->in >= 0) close(x->in);
  x->in = -1;
}

/* --- what a supervisor says ------------------------------------------------
 */

static void look_at(cs_keeper *k, cs_boxexec *x, pid_t pid) {
  const uint64_t one = 1;
  cs_error err = {0};
  if (cs_verify_jail(&k->jail, &k->jail_spec, pid, &err) != CS_OK) {
    snprintf(x->problem, sizeof x->problem, "%s", err.text);
    cs_boxexec_kill(k, x, CS_EXEC_END_RUNTIME_ERROR, NULL);
    return;
  }
  k->jail_spec.flags |= CS_JAIL_LIVED;
  x->stage = CS_BOXEXEC_RUNNING;
  (void)!write(x->go, &one, sizeof one);
  close(x->go);
  x->go = -1;
}

static void end(cs_boxexec *x) {
  if (x->stage >= CS_BOXEXEC_ENDED) return;
  x->stage = CS_BOXEXEC_ENDED;
  x->seal_ms = cs_keeper_now() + LINGER;
}

static void take_message(cs_keeper *k, cs_boxexec *x, const cs_control *m,
                         pid_t pid) {
  switch ((cs_control_kind)m->kind) {
    case CS_CONTROL_WALLED:
      if (x->stage == CS_BOXEXEC_STARTING) look_at(k, x, pid);
      break;
    case CS_CONTROL_EXITED:
      x->status = m->value;
      x->has_status = true;
      x->user_us = m->user_us;
      x->system_us = m->system_us;
      x->peak_kib = m->peak_kib;
      x->leftover = (int)strtol(m->text, NULL, 10);
      end(x);
      break;
    case CS_CONTROL_NO_EXEC: x->no_exec = m->value; break;
    case CS_CONTROL_FAILED:
      snprintf(x->problem, sizeof x->problem, "%s", m->text);
      break;
    case CS_CONTROL_STARTED:
    case CS_CONTROL_BUILT:
    case CS_CONTROL_READY: break;
  }
}

void cs_boxexec_hear(cs_keeper *k, cs_boxexec *x) {
  cs_control m;
  pid_t pid = 0;
  int n = cs_order_hear(x->socket, &m, &pid);
  if (n == 0) return;
  if (n > 0) {
    take_message(k, x, &m, pid);
    return;
  }
  close(x->socket); /* the supervisor is gone, and all it had */
  x->socket = -1;
  end(x);
}

bool cs_boxexec_tick(cs_keeper *k, cs_boxexec *x, uint64_t now) {
  if (x->stage < CS_BOXEXEC_ENDED && !x->killed && now >= x->deadline_ms)
    cs_boxexec_kill(k, x, CS_EXEC_END_TIMEOUT, NULL);
  if (x->stage < CS_BOXEXEC_ENDED && x->killed && now >= x->kill_ms)
    cs_keeper_kill(k, CS_BOX_END_STUCK);
  bool drained = x->out[0] < 0 && x->out[1] < 0;
  if (x->stage == CS_BOXEXEC_ENDED && (drained || now >= x->seal_ms))
    seal(k, x);
  return x->stage == CS_BOXEXEC_SEALED && drained && x->socket < 0 &&
         (!x->detached || x->sort != CS_BOXEXEC_COMMAND ||
          now > x->seal_ms + 600000);
}
