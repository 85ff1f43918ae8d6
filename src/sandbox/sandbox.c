/*
 * sandbox.c - requests of callers: find the operation, give its reply.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "sandbox/sandbox.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "sandbox/home.h"

json_t *cs_sandbox_fault(const char *code, const char *format, ...) {
  char text[400];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  return json_pack("{s:{s:s, s:s}}", "error", "code", code, "message", text);
}

cs_status cs_sandboxes_open(const char *home, cs_sandboxes **out,
                            cs_error *err) {
  cs_sandboxes *s = calloc(1, sizeof *s);
  *out = NULL;
  if (!s) return cs_error_set(err, CS_EOS, "no memory");
  s->kit.helper = -1;
  cs_status st = cs_home_find(home, s->home, err);
  if (st == CS_OK) st = cs_store_open(s->home, &s->store, err);
  if (st != CS_OK) {
    cs_sandboxes_close(s);
    return st;
  }
  *out = s;
  return CS_OK;
}

void cs_sandboxes_close(cs_sandboxes *s) {
  if (!s) return;
  cs_store_close(s->store);
  cs_jail_kit_close(&s->kit);
  free(s);
}

bool cs_sandbox_find(cs_sandboxes *s, const json_t *request, cs_store_row *row,
                     json_t **reply) {
  cs_error err = {0};
  const char *name = json_string_value(json_object_get(request, "name"));
  if (!name || !cs_home_is_name(name)) {
    *reply = cs_sandbox_fault("invalid", "the request has no usable name");
    return false;
  }
  cs_status st = cs_store_find(s->store, name, row, &err);
  if (st == CS_OK) return true;
  *reply = cs_sandbox_fault(st == CS_EINVAL ? "not_found" : "runtime_error",
                            "%s", err.text);
  return false;
}

/* Through the directory's descriptor: its path may be too long for a socket. */
int cs_sandbox_dial(int box) {
  struct sockaddr_un at = {.sun_family = AF_UNIX};
  CS_AUTO_FD
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  snprintf(at.sun_path, sizeof at.sun_path, "/proc/self/fd/%d/sock", box);
  if (fd < 0 || connect(fd, (struct sockaddr *)&at, sizeof at) != 0) return -1;
  return cs_steal(&fd);
}

int cs_sandbox_connect(cs_sandboxes *s, const char *name, cs_error *err) {
  cs_store_row row;
  if (!cs_home_is_name(name)) {
    (void)cs_error_set(err, CS_EINVAL, "'%.128s' is not a name", name);
    return -1;
  }
  if (cs_store_find(s->store, name, &row, err) != CS_OK) return -1;
  CS_AUTO_FD
  int box = cs_home_open(s->home, row.id);
  int fd = box < 0 ? -1 : cs_sandbox_dial(box);
  if (fd < 0)
    (void)cs_error_set(err, CS_EINVAL,
                       "the sandbox '%.128s' is not running; 'caisson start' "
                       "starts it",
                       name);
  return fd;
}

static const struct {
  const char *op;
  json_t *(*perform)(cs_sandboxes *s, const json_t *request);
} plain[] = {{"start", cs_sandbox_start},     {"fork", cs_sandbox_fork},
             {"list", cs_sandbox_list},       {"inspect", cs_sandbox_inspect},
             {"remove", cs_sandbox_remove},   {"logs", cs_sandbox_logs},
             {"diff", cs_sandbox_diff},       {"commit", cs_sandbox_commit},
             {"discard", cs_sandbox_discard}, {"image", cs_sandbox_image}};

static json_t *perform(cs_sandboxes *s, const json_t *q, int *lease) {
  const char *op = json_string_value(json_object_get(q, "op"));
  if (!op) return cs_sandbox_fault("invalid", "the request has no op");
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    if (strcmp(op, plain[i].op) == 0) return plain[i].perform(s, q);
  if (strcmp(op, "create") == 0) return cs_sandbox_create(s, q, lease);
  if (strcmp(op, "secret.refresh") == 0) return cs_sandbox_secret(s, q, true);
  if (strcmp(op, "secret.revoke") == 0) return cs_sandbox_secret(s, q, false);
  if (strcmp(op, "egress.narrow") == 0) return cs_sandbox_narrow(s, q);
  return cs_sandbox_fault("invalid", "unknown operation '%.40s'", op);
}

cs_status cs_sandbox_call(cs_sandboxes *s, const char *request, char **reply,
                          int *lease, cs_error *err) {
  json_error_t e;
  int own = -1;
  json_t *q = json_loads(request, JSON_REJECT_DUPLICATES, &e);
  *reply = NULL;
  if (lease) *lease = -1;
  json_t *r = json_is_object(q)
                  ? perform(s, q, lease ? lease : &own)
                  : cs_sandbox_fault("invalid", "no JSON object: %s", e.text);
  cs_cleanup_fd(&own);
  json_decref(q);
  if (r) *reply = json_dumps(r, JSON_COMPACT);
  json_decref(r);
  return *reply ? CS_OK : cs_error_set(err, CS_EOS, "no memory for a reply");
}
