/*
 * order.c - a request for a command, as an order for process 1.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/keeper/order.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "jail/inside/execs.h"
#include "jail/plan.h"
#include "jail/system.h"

#define ARGS_MAX   4096
#define ENV_MAX    1024
#define SCRIPT_MAX (100 << 10) /* longer ones are read from a file */
#define AT_FILE    "/proc/self/fd/10"

bool cs_order_random(void *out, size_t n) {
  return getrandom(out, n, 0) == (ssize_t)n;
}

/* --- words ---------------------------------------------------------------- */

static cs_status bad(cs_error *err, const char *text) {
  return cs_error_set(err, CS_EINVAL, "%s", text);
}

static cs_status take_argv(const json_t *list, cs_order *o, cs_error *err) {
  size_t n = json_array_size(list);
  if (n == 0 || n > ARGS_MAX)
    return bad(err, "argv must be a list of 1 to 4096 texts");
  o->argv = calloc(n + 1, sizeof *o->argv);
  for (size_t i = 0; o->argv && i < n; i++) {
    o->argv[i] = json_string_value(json_array_get(list, i));
    if (!o->argv[i]) return bad(err, "argv must be a list of texts");
  }
  if (!o->argv) return bad(err, "no memory");
  return o->argv[0][0] ? CS_OK : bad(err, "the name of the program is empty");
}

/* A program's text that may be longer than the kernel lets an argument be. */
static cs_status take_file(const char *text, cs_order *o, cs_error *err) {
  o->file = cs_jail_seal("caisson-script", text, strlen(text));
  return o->file >= 0 ? CS_OK : cs_error_os(err, "no memory file for a script");
}

static cs_status take_script(const cs_keeper *k, const char *script,
                             cs_order *o, cs_error *err) {
  const char *shell = json_string_value(json_object_get(k->spec, "shell"));
  o->argv = calloc(4, sizeof *o->argv);
  if (!o->argv) return bad(err, "no memory");
  o->argv[0] = shell ? shell : "/bin/sh";
  if (strlen(script) > SCRIPT_MAX) {
    o->argv[1] = AT_FILE;
    return take_file(script, o, err);
  }
  o->argv[1] = "-c";
  o->argv[2] = script;
  return CS_OK;
}

static cs_status take_command(cs_keeper *k, const json_t *q, cs_boxexec *x,
                              cs_order *o, cs_error *err) {
  const json_t *argv = json_object_get(q, "argv");
  const char *script = json_string_value(json_object_get(q, "script"));
  const char *file = json_string_value(json_object_get(q, "file"));
  if (x->sort == CS_BOXEXEC_PROBE) {
    o->argv = calloc(2, sizeof *o->argv);
    if (!o->argv) return bad(err, "no memory");
    o->argv[0] = "probe";
    o->flags |= CS_PLAN_FILES;
    return CS_OK;
  }
  if (x->sort != CS_BOXEXEC_COMMAND) {
    o->argv = calloc(8, sizeof *o->argv);
    o->flags |= CS_PLAN_FILES;
    if (o->argv && cs_boxfiles_words(q, o->argv, o->room, &x->sort))
      return CS_OK;
    return bad(err, "a file operation needs a path");
  }
  if (!argv == !script) return bad(err, "give either argv or script");
  cs_status st =
      script ? take_script(k, script, o, err) : take_argv(argv, o, err);
  if (st == CS_OK && file && o->file < 0) st = take_file(file, o, err);
  return st;
}

/* --- environment ---------------------------------------------------------- */

static cs_status put_env(cs_order *o, size_t *n, const char *name,
                         const char *value, cs_error *err) {
  char *text = NULL;
  size_t len = strlen(name);
  if (len == 0 || strchr(name, '=') || !value)
    return bad(err, "env must be an object of texts");
  if (asprintf(&text, "%s=%s", name, value) < 0) return bad(err, "no memory");
  for (size_t i = 0; i < *n; i++) { /* later ones win */
    if (strncmp(o->env[i], text, len + 1) != 0) continue;
    free(o->env[i]);
    o->env[i] = text;
    return CS_OK;
  }
  if (*n < ENV_MAX) {
    o->env[(*n)++] = text;
    return CS_OK;
  }
  free(text);
  return bad(err, "too many variables");
}

static cs_status put_all(cs_order *o, size_t *n, const json_t *env,
                         cs_error *err) {
  const char *name;
  json_t *value;
  cs_status st = CS_OK;
  json_t *from = (json_t *)(uintptr_t)env; /* it is only read */
  json_object_foreach(from, name, value) if (st == CS_OK) st =
      put_env(o, n, name, json_string_value(value), err);
  return st;
}

#define PATH      "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
#define PATH_HOST PATH ":" CS_SYSTEM_EXTRA

/* Secrets are for commands: file operations run no program of the guest. */
static cs_status put_secrets(const cs_keeper *k, const cs_boxexec *x,
                             cs_order *o, size_t *n, cs_error *err) {
  cs_boxenv_entry e;
  cs_status st = CS_OK;
  if (x->sort != CS_BOXEXEC_COMMAND) return CS_OK;
  for (size_t at = 0; st == CS_OK && cs_boxenv_next(&k->env, &at, &e);)
    st = put_env(o, n, e.variable, e.value, err);
  return st;
}

static cs_status take_env(const cs_keeper *k, const json_t *q,
                          const cs_boxexec *x, cs_order *o, cs_error *err) {
  size_t n = 0;
  const char *home = o->uid == 0 ? "/root" : "/tmp";
  o->env = calloc(ENV_MAX + 1, sizeof *o->env);
  if (!o->env) return bad(err, "no memory");
  cs_status st = put_env(o, &n, "PATH", k->root.tree ? PATH : PATH_HOST, err);
  if (st == CS_OK) st = put_env(o, &n, "HOME", home, err);
  if (st == CS_OK) st = put_env(o, &n, "LANG", "C.UTF-8", err);
  if (st == CS_OK && x->tty) st = put_env(o, &n, "TERM", "xterm", err);
  if (st == CS_OK) st = put_all(o, &n, cs_boxway_env(k), err);
  if (st == CS_OK) st = put_secrets(k, x, o, &n, err);
  if (st == CS_OK) st = put_all(o, &n, json_object_get(k->spec, "env"), err);
  return st == CS_OK ? put_all(o, &n, json_object_get(q, "env"), err) : st;
}

/* --- all of it ------------------------------------------------------------ */

static unsigned number_of(const json_t *o, const char *key, unsigned fallback) {
  const json_t *v = json_object_get(o, key);
  return json_is_integer(v) ? (unsigned)json_integer_value(v) : fallback;
}

cs_status cs_order_read(cs_keeper *k, const json_t *q, cs_boxexec *x,
                        cs_order *o, cs_error *err) {
  const json_t *user = json_object_get(k->spec, "user");
  const char *cwd = json_string_value(json_object_get(q, "cwd"));
  const char *home = json_string_value(json_object_get(k->spec, "workdir"));
  o->uid = number_of(user, "as_uid", CS_PLAN_UID);
  o->gid = number_of(user, "as_gid", CS_PLAN_GID);
  o->uid = number_of(q, "uid", o->uid);
  o->gid = number_of(q, "gid", o->gid);
  o->cwd = cwd ? cwd : home ? home : "/";
  x->tty =
      x->sort == CS_BOXEXEC_COMMAND && json_is_true(json_object_get(q, "tty"));
  o->rows = number_of(q, "rows", 24);
  o->columns = number_of(q, "cols", 80);
  if (x->tty) o->flags |= CS_PLAN_TTY;
  o->input = json_is_true(json_object_get(q, "stdin")) || x->tty;
  cs_status st = take_command(k, q, x, o, err);
  if (x->sort != CS_BOXEXEC_COMMAND) {
    const char *op = json_string_value(json_object_get(q, "op"));
    o->input =
        op && (strcmp(op, "file.write") == 0 || strcmp(op, "file.watch") == 0);
  }
  return st == CS_OK ? take_env(k, q, x, o, err) : st;
}

void cs_order_print(const cs_order *o, cs_buf *out) {
  for (size_t i = 0; o->argv[i]; i++) {
    if (i && cs_buf_put(out, " ", 1) != CS_OK) return;
    if (cs_buf_put_text(out, o->argv[i]) != CS_OK) return;
  }
}

void cs_order_fini(cs_order *o) {
  for (size_t i = 0; o->env && o->env[i]; i++) {
    explicit_bzero(o->env[i], strlen(o->env[i])); /* it may be a secret */
    free(o->env[i]);
  }
  free(o->env);
  free(o->argv);
  if (o->file >= 0) close(o->file);
}

/* --- sending -------------------------------------------------------------- */

typedef struct ends { /* what process 1 gets; owned */
  int socket, plan, go, in, out, error;
} ends;

static int make_plan(const cs_keeper *k, const cs_order *o) {
  const cs_jail_limits *l = &k->jail_spec.limits;
  cs_plan_maker m;
  cs_buf bytes;
  int fd = -1;
  cs_plan_init(&m);
  cs_buf_init(&bytes, UINT32_C(64) << 20);
  cs_plan *h = &m.head;
  h->args = cs_plan_put_list(&m, o->argv, &h->argc);
  h->env = cs_plan_put_list(&m, (const char *const *)o->env, &h->envc);
  h->cwd = cs_plan_put(&m, o->cwd, strlen(o->cwd));
  h->flags = o->flags;
  h->as_uid = o->uid;
  h->as_gid = o->gid;
  h->limits = (cs_plan_limits){.memory = l->memory,
                               .file_size = l->file_size,
                               .cpu_s = l->cpu_s,
                               .files = l->files,
                               .processes = l->processes,
                               .cpus = l->cpus};
  if (cs_plan_close(&m, &bytes) == CS_OK)
    fd = cs_jail_seal("caisson-order", bytes.data, bytes.len);
  if (bytes.data) explicit_bzero(bytes.data, bytes.room);
  cs_plan_fini(&m);
  cs_buf_fini(&bytes);
  return fd;
}

static bool open_pipe(int *ours, int *theirs, bool we_read) {
  int p[2];
  if (pipe2(p, O_CLOEXEC) != 0) return false;
  *ours = we_read ? p[0] : p[1];
  *theirs = we_read ? p[1] : p[0];
  return fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

/* A terminal that nobody else has. */
static bool open_terminal(cs_boxexec *x, const cs_order *o, ends *e) {
  struct winsize size = {.ws_row = (unsigned short)o->rows,
                         .ws_col = (unsigned short)o->columns};
  x->in = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK);
  if (x->in < 0 || unlockpt(x->in) != 0) return false;
  (void)ioctl(x->in, TIOCSWINSZ, &size);
  e->in = ioctl(x->in, TIOCGPTPEER, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (e->in < 0) return false;
  e->out = fcntl(e->in, F_DUPFD_CLOEXEC, 3);
  e->error = fcntl(e->in, F_DUPFD_CLOEXEC, 3);
  x->out[0] = fcntl(x->in, F_DUPFD_CLOEXEC, 3);
  return e->out >= 0 && e->error >= 0 && x->out[0] >= 0;
}

static bool open_streams(cs_boxexec *x, const cs_order *o, ends *e) {
  int pair[2];
  const int yes = 1;
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return false;
  x->socket = pair[0];
  e->socket = pair[1];
  (void)setsockopt(pair[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes);
  x->go = eventfd(0, EFD_CLOEXEC);
  e->go = x->go < 0 ? -1 : fcntl(x->go, F_DUPFD_CLOEXEC, 3);
  if (e->go < 0) return false;
  if (x->tty) return open_terminal(x, o, e);
  if (!open_pipe(&x->out[0], &e->out, true) ||
      !open_pipe(&x->out[1], &e->error, true))
    return false;
  if (o->input) return open_pipe(&x->in, &e->in, false);
  e->in = open("/dev/null", O_RDONLY | O_CLOEXEC);
  return e->in >= 0;
}

static bool send_order(int control, const ends *e, int file) {
  char byte = 'x';
  struct iovec io = {&byte, 1};
  size_t n = CS_EXECS_FDS + (file >= 0 ? 1u : 0u);
  const int fds[] = {e->socket, e->plan, e->go, e->in, e->out, e->error, file};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof fds)];
  } c = {.head = {.cmsg_len = CMSG_LEN(n * sizeof(int)),
                  .cmsg_level = SOL_SOCKET,
                  .cmsg_type = SCM_RIGHTS}};
  memcpy(CMSG_DATA(&c.head), fds, n * sizeof(int));
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = CMSG_SPACE(n * sizeof(int))};
  return sendmsg(control, &h, MSG_NOSIGNAL) == 1;
}

cs_status cs_order_send(cs_keeper *k, cs_boxexec *x, const cs_order *o,
                        cs_error *err) {
  ends e = {-1, -1, -1, -1, -1, -1};
  e.plan = make_plan(k, o);
  bool good = e.plan >= 0 && open_streams(x, o, &e) &&
              send_order(k->jail.control, &e, o->file);
  cs_status st =
      good ? CS_OK : cs_error_os(err, "cannot start a command in the sandbox");
  const int fds[] = {e.socket, e.plan, e.go, e.in, e.out, e.error};
  for (size_t i = 0; i < 6; i++) cs_cleanup_fd(&fds[i]);
  return st;
}

int cs_order_hear(int socket, cs_control *m, pid_t *pid) {
  struct iovec io = {m, sizeof *m};
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(struct ucred))];
  } c;
  struct msghdr h = {.msg_iov = &io,
                     .msg_iovlen = 1,
                     .msg_control = &c,
                     .msg_controllen = sizeof c};
  ssize_t n = recvmsg(socket, &h, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return 0;
  if (n != (ssize_t)sizeof *m) return -1;
  struct cmsghdr *got = CMSG_FIRSTHDR(&h);
  struct ucred who = {0};
  if (got && got->cmsg_type == SCM_CREDENTIALS)
    memcpy(&who, CMSG_DATA(got), sizeof who);
  *pid = who.pid;
  m->text[sizeof m->text - 1] = 0;
  return 1;
}
