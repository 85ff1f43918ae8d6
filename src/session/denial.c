/*
 * denial.c - from refusals to sentences.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "session/denial.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/decide.h"
#include "session/inside.h"
#include "session/policed.h"
#include "session/web.h"

#define OBJECT_MAX 120 /* characters of what the program chose */

typedef struct entry {
  cs_denial d; /* its texts are those below, or of the tables of words */
  cs_capability what;
  bool asks; /* an approval would have allowed it */
  char object[4 * OBJECT_MAX + 8], rule[160], reason[404], remedy[200];
} entry;

struct cs_denials {
  entry *at[CS_DENIALS_MOST]; /* owned */
  cs_denial *list;            /* owned: what the host is given */
  size_t n;
  uint64_t dropped;
  cs_limit_hit hits[CS_HITS_MOST];
  size_t nhits;
};

/* --- keeping them -------------------------------------------------------- */

static cs_denials *have(cs_session *s) {
  if (!s->denials) s->denials = calloc(1, sizeof *s->denials);
  return s->denials;
}

void cs_denial_clear(cs_session *s) {
  cs_denials *all = s->denials;
  if (!all) return;
  for (size_t i = 0; i < all->n; i++) free(all->at[i]);
  free(all->list);
  *all = (cs_denials){.n = 0};
}

void cs_denial_fini(cs_session *s) {
  cs_denial_clear(s);
  free(s->denials);
  s->denials = NULL;
}

/* One line of printable text; anything else as an escape. */
static void escape(char *to, size_t room, const char *text, size_t n) {
  size_t at = 0, seen = 0;
  for (size_t i = 0; i < n && at + 8 < room; i++) {
    unsigned char c = (unsigned char)text[i];
    bool starts = (c & 0xC0) != 0x80;
    if (starts && seen++ == OBJECT_MAX) {
      at += (size_t)snprintf(to + at, room - at, "...");
      break;
    }
    if (c == '"' || c == '\\')
      at += (size_t)snprintf(to + at, room - at, "\\%c", c);
    else if (c < 32 || c == 127)
      at += (size_t)snprintf(to + at, room - at, "\\x%02x", c);
    else
      to[at++] = (char)c;
  }
  to[at] = 0;
}

/* What a refusal is about; the texts are filled in by the caller.  `code` is a
 * word of a table: equal ones are the same pointer. */
static entry *note_word(cs_session *s, cs_capability what, const char *code,
                        const char *object, size_t len) {
  cs_denials *all = have(s);
  char text[sizeof((entry *)NULL)->object];
  if (!all) return NULL;
  escape(text, sizeof text, object, len);
  for (size_t i = 0; i < all->n; i++) {
    entry *e = all->at[i];
    if (e->what != what || e->d.code != code || strcmp(e->object, text) != 0)
      continue;
    if (++e->d.count == 4) { /* the third time did not help */
      size_t end = strlen(e->reason);
      snprintf(e->reason + end, sizeof e->reason - end,
               " Repeating it will not help.");
    }
    return NULL;
  }
  entry *e = all->n < CS_DENIALS_MOST ? calloc(1, sizeof *e) : NULL;
  if (!e) {
    all->dropped++;
    return NULL;
  }
  memcpy(e->object, text, sizeof text);
  e->what = what;
  e->d = (cs_denial){.capability = cs_capability_words[what],
                     .code = code,
                     .object = e->object,
                     .rule = e->rule,
                     .reason = e->reason,
                     .remedy = e->remedy,
                     .count = 1};
  all->at[all->n++] = e;
  return e;
}

static entry *note(cs_session *s, cs_capability what, cs_refusal why,
                   const char *object, size_t len) {
  return note_word(s, what, cs_refusal_words[why], object, len);
}

__attribute__((format(printf, 3, 4))) static void say(char *to, size_t room,
                                                      const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  (void)vsnprintf(to, room, format, ap);
  va_end(ap);
}
#define SAY(field, ...) say(field, sizeof field, __VA_ARGS__)

/* No blank at the end where there was nothing more to say. */
static void trim(char *text) {
  size_t n = strlen(text);
  while (n > 0 && text[n - 1] == ' ') text[--n] = 0;
}

static void touch(cs_session *s, const char *key, uint64_t most,
                  uint64_t used) {
  cs_denials *all = have(s);
  if (!all) return;
  for (size_t i = 0; i < all->nhits; i++)
    if (strcmp(all->hits[i].key, key) == 0) {
      all->hits[i].count++;
      return;
    }
  if (all->nhits < CS_HITS_MOST)
    all->hits[all->nhits++] = (cs_limit_hit){
        .key = key, .configured = most, .used = used, .count = 1};
}

/* The rule in the words of the owner: base name of the file, line, key. */
static void name_rule(const cs_session *s, cs_decision a, char out[160]) {
  if (!s->policy || a.allowed || a.field >= CS_POLICY_FIELDS) return;
  const cs_pvalue *v = a.rule ? a.rule : cs_policy_value(s->policy, a.field);
  cs_policy_origin o = cs_policy_where(s->policy, v);
  const char *slash = o.file ? strrchr(o.file, '/') : NULL;
  const char *base = slash ? slash + 1 : o.file;
  const char *key = cs_schema[a.field].key;
  if (!a.rule && o.line) /* a list that does not have it */
    snprintf(out, 160, "default-deny (%.80s:%u %s)", base, o.line, key);
  else if (!a.rule)
    snprintf(out, 160, "default-deny (%s)", key);
  else if (o.line)
    snprintf(out, 160, "%.80s:%u %s", base, o.line, key);
  else
    snprintf(out, 160, "%s (built-in)", key);
}

/* The same for a field that has one value and not a list of rules. */
static void name_field(const cs_session *s, cs_policy_field id, char out[160]) {
  if (!s->policy) return;
  const cs_pvalue *v = cs_policy_value(s->policy, id);
  bool list = v->kind == CS_PV_LIST;
  name_rule(s, (cs_decision){.field = id, .rule = list ? NULL : v}, out);
}

/* Under a policy: which rule it was, and what of it would have to go. */
static void name_path(const cs_session *s, entry *e, const char *path,
                      size_t len, bool write) {
  char plain[CS_VFS_PATH];
  if (!s->policy || len >= sizeof plain || path[0] != '/') return;
  memcpy(plain, path, len);
  plain[len] = 0;
  cs_decision d = cs_decide_object(s->policy, s->objects, plain, write);
  name_rule(s, d, e->rule);
  if (d.allowed || d.field != CS_POLICY_FS_DENY) return;
  SAY(e->remedy, "fs.deny without the entry for %.100s", e->object);
  SAY(e->reason, "Refused: %s \"%.160s\". The policy denies it.",
      write ? "writing" : "reading", e->object);
}

/* --- requests ------------------------------------------------------------ */

/* The errno of an exception that is an OSError; 0: it is none. */
static int code_of(const cs_wire *reply) {
  cs_wire_in in = cs_wire_read(reply->data, reply->len);
  cs_wire_item item;
  uint32_t n;
  int64_t code;
  if (cs_wire_next(&in, &item) != CS_OK || item.tag != CS_WIRE_EXCEPTION ||
      cs_wire_skip(&in) != CS_OK || cs_wire_skip(&in) != CS_OK ||
      !cs_wire_get_seq(&in, &n) || n < 1 || !cs_wire_get_int(&in, &code))
    return 0;
  return (int)code;
}

static bool changes(const cs_session *s, cs_wire_in rest) {
  int64_t flags;
  if (cs_oscall_is(s->oscall, CS_OSCALL_CHANGES)) return true;
  return s->oscall == CS_OSCALL_OPEN && cs_wire_get_int(&rest, &flags) &&
         (flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) != 0;
}

/* The path a request is about; behind it the rest of the arguments. */
static bool path_of(const cs_session *s, const char **path, size_t *len,
                    cs_wire_in *rest) {
  uint32_t n;
  *rest = cs_wire_read(s->args.data, s->args.len);
  return cs_wire_get_seq(rest, &n) && n > 0 && cs_wire_get_str(rest, path, len);
}

/* What the program has instead. */
static void list_mounts(const cs_session *s, char out[160]) {
  size_t at = 0, n = 0;
  out[0] = 0;
  const char *mount;
  for (; s->files && n < 5 && (mount = cs_vfs_mount_at(s->files, n)); n++)
    at += (size_t)snprintf(out + at, 160 - at, "%s%.28s", n ? ", " : "", mount);
}

static void refuse_file(cs_session *s, const char *path, size_t len, bool write,
                        int code) {
  bool outside = !s->files || !cs_session_covers(s, path, len);
  cs_refusal why = outside         ? CS_REFUSAL_NOT_MOUNTED
                   : code == EROFS ? CS_REFUSAL_READ_ONLY
                   : code == EPERM ? CS_REFUSAL_PROTECTED
                                   : CS_REFUSAL_NOT_PERMITTED;
  char given[160];
  entry *e = note(s, write ? CS_CAPABILITY_FS_WRITE : CS_CAPABILITY_FS_READ,
                  why, path, len);
  if (!e) return;
  const char *verb = write ? "writing" : "reading";
  SAY(e->rule, "default-deny");
  list_mounts(s, given);
  if (outside) {
    SAY(e->remedy, "%s += %.150s", write ? "fs.write" : "fs.read", e->object);
    if (given[0])
      SAY(e->reason,
          "Refused: %s \"%.160s\". It is not among what this program "
          "is given: %s.",
          verb, e->object, given);
    else
      SAY(e->reason, "Refused: %s \"%.160s\". This program is given no files.",
          verb, e->object);
  } else if (code == EROFS) {
    SAY(e->rule, "mode ro");
    SAY(e->remedy, "mode: overlay (or rw) for what holds %.100s", e->object);
    SAY(e->reason,
        "Refused: writing \"%.160s\". It lies in a folder that is "
        "read-only. It can be read.",
        e->object);
  } else if (code == EPERM) {
    SAY(e->rule, "fs.protect (built-in)");
    SAY(e->remedy, "fs.protect without the pattern of %.100s", e->object);
    SAY(e->reason,
        "Refused: writing \"%.160s\". This path is protected inside "
        "its writable folder. Other files there can be written.",
        e->object);
  } else {
    SAY(e->remedy, "rights of %.100s for the user of the host", e->object);
    SAY(e->reason, "Refused: %s \"%.160s\". Its owner does not permit it.",
        verb, e->object);
  }
  name_path(s, e, path, len, write);
}

/* A request over HTTP, where nobody grants a network. */
static void refuse_request(cs_session *s) {
  char host[300];
  cs_web_host(s, host);
  entry *e =
      note(s, CS_CAPABILITY_EGRESS, CS_REFUSAL_NO_NETWORK, host, strlen(host));
  if (!e) return;
  SAY(e->rule, "default-deny");
  name_field(s, CS_POLICY_EGRESS_ALLOW, e->rule);
  SAY(e->remedy, "egress.allow += %.200s", e->object);
  SAY(e->reason, "Refused: connecting to \"%.160s\". No policy grants a host.",
      e->object);
}

static void refuse_source(cs_session *s) {
  bool clock = cs_oscall_is_about(s->oscall) == CS_ABOUT_CLOCK;
  bool chance = s->oscall == CS_OSCALL_URANDOM;
  if (s->oscall == CS_OSCALL_HTTP) {
    refuse_request(s);
    return;
  }
  if (cs_oscall_is_about(s->oscall) == CS_ABOUT_NET) return; /* asked whole */
  const char *what = cs_buf_text(&s->name);
  entry *e = note(s,
                  clock    ? CS_CAPABILITY_CLOCK
                  : chance ? CS_CAPABILITY_ENTROPY
                           : CS_CAPABILITY_OS,
                  CS_REFUSAL_NOT_GRANTED, what, strlen(what));
  if (!e) return;
  SAY(e->rule, "default-deny");
  SAY(e->remedy, "%s",
      clock    ? "clock: real"
      : chance ? "random: system"
               : "a host that answers it");
  SAY(e->reason, "Refused: \"%s\". This program is given no %s.", e->object,
      clock    ? "clock"
      : chance ? "random numbers"
               : "such thing");
}

static void note_quota(cs_session *s, int code) {
  uint64_t most = 0;
  if (code == EMFILE)
    touch(s, "limits.fds", CS_VFS_HANDLES, CS_VFS_HANDLES);
  else
    touch(s, "limits.disk_bytes", most, most);
}

void cs_denial_request(cs_session *s, bool unmounted) {
  const char *path = "";
  size_t len = 0;
  cs_wire_in rest;
  int code = code_of(&s->reply);
  if (!cs_oscall_is_for_files(s->oscall)) {
    if (unmounted) refuse_source(s);
    return;
  }
  if (code == ENOSPC || code == EDQUOT || code == EMFILE) note_quota(s, code);
  bool known = path_of(s, &path, &len, &rest);
  /* What is not mounted does not exist; only opening it is an attempt. */
  bool hidden = code == ENOENT && s->oscall == CS_OSCALL_OPEN && known &&
                !cs_session_covers(s, path, len);
  if (code != EACCES && code != EPERM && code != EROFS && !hidden && !unmounted)
    return;
  refuse_file(s, path, len, known && changes(s, rest), code);
}

/* --- tools and modules --------------------------------------------------- */

/* The policy names one: what lacks is a host that asks (CS_ASKS_APPROVAL). */
static bool has_approver(const cs_session *s) {
  return strcmp(cs_policy_text(s->policy, CS_POLICY_APPROVER), "none") != 0;
}

void cs_denial_tool(cs_session *s, const char *name, size_t len) {
  entry *e = note(s, CS_CAPABILITY_TOOL, CS_REFUSAL_NOT_ALLOWED, name, len);
  char list[160] = "";
  size_t at = 0;
  if (!e) return;
  for (size_t i = 0, n = 0; i < s->ntools && n < 5; i++) {
    const char *other = s->tools[i].name;
    if (s->policy && !cs_decide_tool(s->policy, other).allowed) continue;
    at += (size_t)snprintf(list + at, sizeof list - at, "%s%.28s",
                           n++ ? ", " : "", other);
  }
  SAY(e->rule, "default-deny");
  SAY(e->remedy, "tools.allow += %.120s", e->object);
  const char *why = "There is no such tool for this program.";
  if (s->policy) {
    cs_decision d = cs_decide_tool(s->policy, e->object);
    const cs_pvalue *asks = cs_decide_approval(s->policy, e->object);
    if (d.allowed && asks) {
      d = (cs_decision){.field = CS_POLICY_TOOLS_APPROVE, .rule = asks};
      e->asks = true;
      SAY(e->remedy, "tools.approve without %.120s, or %s", e->object,
          has_approver(s) ? "a host that asks the approver, such as "
                            "'caisson mcp'"
                          : "an approver");
      why = cs_policed_asks(s)
                ? "It needs an approval, which was not given."
                : "It needs an approval, and there is nobody to ask.";
    } else if (!d.allowed) {
      why = "The policy does not allow it.";
    }
    name_rule(s, d, e->rule);
  }
  SAY(e->reason, "Refused: calling the tool \"%.120s\". %s %s%s%s", e->object,
      why, at ? "Tools: " : "", list, at ? "." : "");
  trim(e->reason);
}

/* A package that nobody installed is not refused: the exception says all.  What
 * only this depth lacks is told, with the depth that may have it. */
static void refuse_import(cs_session *s, const char *name, size_t len) {
  if (cs_port_has_machine(&s->port)) return;
  entry *e = note(s, CS_CAPABILITY_IMPORT, CS_REFUSAL_NO_MODULE, name, len);
  if (!e) return;
  SAY(e->rule, "default-deny");
  SAY(e->remedy, "depth: process");
  SAY(e->reason,
      "Not at this depth: the engine has no module \"%.60s\"; the standard "
      "library's pure part is there. Packages need depth process, and an "
      "environment: caisson env create NAME --pip %.60s, then --python NAME.",
      e->object, e->object);
}

/* "No module named 'x'" */
static bool quoted(const char *text, size_t n, const char **name, size_t *len) {
  const char *end = text + n;
  const char *a = memchr(text, '\'', n);
  const char *b = a ? memchr(a + 1, '\'', (size_t)(end - a - 1)) : NULL;
  if (!b) return false;
  *name = a + 1;
  *len = (size_t)(b - a - 1);
  return *len > 0;
}

/* --- what the kernel said ------------------------------------------------ */

/* "[Errno 13] Permission denied: '/x'", as the program tells it. */
static int errno_in(const cs_raised *x) {
  if (x->message_len < 9 || memcmp(x->message, "[Errno ", 7) != 0) return 0;
  return atoi(x->message + 7);
}

/* What a jail has besides its mounts. */
static bool is_given(const cs_session *s, const char *path, size_t len) {
  static const char *const own[] = {"/usr", "/tmp", "/dev", "/proc"};
  const char *at;
  for (size_t i = 0; i < 64; i++) {
    at = i < 4 ? own[i] : s->port.ops->mount_at(s->port.engine, i - 4);
    if (!at) return false;
    size_t n = strlen(at);
    if (len >= n && memcmp(path, at, n) == 0 && (len == n || path[n] == '/'))
      return true;
  }
  return false;
}

static void refuse_path(cs_session *s, int code, const char *path, size_t len) {
  bool write = code == EROFS;
  cs_refusal why = write            ? CS_REFUSAL_READ_ONLY
                   : code == ENOENT ? CS_REFUSAL_NOT_MOUNTED
                                    : CS_REFUSAL_NOT_PERMITTED;
  entry *e = note(s, write ? CS_CAPABILITY_FS_WRITE : CS_CAPABILITY_FS_READ,
                  why, path, len);
  if (!e) return;
  SAY(e->rule, write ? "mode ro" : "default-deny");
  if (write)
    SAY(e->remedy, "mode: overlay (or rw) for what holds %.100s", e->object);
  else
    SAY(e->remedy, "fs.read += %.150s", e->object);
  if (write)
    SAY(e->reason,
        "Refused: writing \"%.160s\". It lies in a folder that is "
        "read-only. It can be read.",
        e->object);
  else if (code == ENOENT)
    SAY(e->reason,
        "Refused: reading \"%.160s\". It is not among what this "
        "program is given.",
        e->object);
  else
    SAY(e->reason, "Refused: using \"%.160s\". This program may not use it.",
        e->object);
  name_path(s, e, path, len, write);
}

void cs_denial_egress(cs_session *s, const cs_egress_event *x) {
  char object[CS_NAME_MAX + 16];
  int n = snprintf(object, sizeof object, "%s:%u", x->host, x->port);
  if (x->code >= CS_EGRESS_CODE_COUNT) return;
  entry *e = note_word(s, CS_CAPABILITY_EGRESS,
                       cs_egress_code_word((cs_egress_code)x->code), object,
                       (size_t)n);
  if (!e) return;
  SAY(e->rule, "%s", x->rule);
  SAY(e->remedy, "%s", x->remedy);
  SAY(e->reason, "Refused: connecting to \"%.160s\": %.200s.", e->object,
      x->reason);
}

static void refuse_network(cs_session *s) {
  entry *e = note(s, CS_CAPABILITY_EGRESS, CS_REFUSAL_NO_NETWORK, "socket", 6);
  if (!e) return;
  SAY(e->rule, "default-deny");
  SAY(e->remedy, "egress.allow += the host");
  name_field(s, CS_POLICY_EGRESS_ALLOW, e->rule);
  SAY(e->reason,
      "Refused: opening a network socket. This program has no "
      "network.");
}

static void refuse_call(cs_session *s) {
  entry *e = note(s, CS_CAPABILITY_SPAWN, CS_REFUSAL_NOT_PERMITTED,
                  "a system call", 13);
  if (!e) return;
  SAY(e->rule, "default-deny");
  SAY(e->remedy, "process.spawn: true, if it is a process that is wanted");
  name_field(s, CS_POLICY_SPAWN, e->rule);
  SAY(e->reason,
      "Refused: a system call of this program. Starting processes "
      "and opening sockets may be forbidden here.");
}

static void refuse_kernel(cs_session *s, const cs_raised *x) {
  const char *path;
  size_t len;
  int code = errno_in(x);
  bool named =
      quoted(x->message, x->message_len, &path, &len) && path[0] == '/';
  /* Names of hosts are looked up in vain where there is no network. */
  if (code == EAFNOSUPPORT || strcmp(x->type, "gaierror") == 0 ||
      strcmp(x->type, "socket.gaierror") == 0)
    refuse_network(s);
  else if (code == ENOENT && named && !is_given(s, path, len))
    refuse_path(s, code, path, len);
  else if (code != EACCES && code != EPERM && code != EROFS)
    return;
  else if (named)
    refuse_path(s, code, path, len);
  else
    refuse_call(s);
}

void cs_denial_raised(cs_session *s, const cs_raised *error) {
  const char *name;
  size_t len;
  if (!error) return;
  if (strcmp(error->type, "ModuleNotFoundError") == 0 &&
      quoted(error->message, error->message_len, &name, &len))
    refuse_import(s, name, len);
  if (cs_port_has_machine(&s->port)) refuse_kernel(s, error);
}

/* --- limits -------------------------------------------------------------- */

/* Memory of a jail is counted by the kernel, with that of its programs. */
static const char *key_of(const cs_session *s, cs_limit_id which) {
  if (which == CS_BY_LIMIT_MEMORY && cs_port_has_machine(&s->port))
    return "limits.memory_bytes";
  return cs_limit_rows[which].key;
}

const char *cs_limit_key(const cs_session *s, const char *which) {
  return key_of(s, cs_limit_find(which, strlen(which)));
}

cs_limit_id cs_limit_of(const cs_event *ev) {
  if (ev->kind != CS_LIMIT || !ev->name) return CS_BY_LIMIT_NONE;
  return cs_limit_find(ev->name, ev->name_len);
}

static uint64_t used_of(const cs_session *s, cs_limit_id which) {
  cs_used u;
  cs_session_used(s, &u);
  switch ((int)which) {
    case CS_BY_LIMIT_TIME: return u.time_us / 1000;
    case CS_BY_LIMIT_FUEL: return u.fuel;
    case CS_BY_LIMIT_MEMORY: return u.memory_peak;
    case CS_BY_LIMIT_OUTPUT: return u.output;
    case CS_BY_LIMIT_CALLS: return u.calls;
    case CS_BY_LIMIT_SUSPENSIONS: return u.suspensions;
    case CS_BY_LIMIT_SLEEP: return u.sleep_us / 1000;
    default: return 0; /* nobody counts the others */
  }
}

void cs_denial_limit(cs_session *s, cs_limit_id which, uint64_t most) {
  const cs_limit_row *row = &cs_limit_rows[which];
  const char *key = key_of(s, which);
  if (!key) return; /* cancelled, or something that is not in a policy */
  uint64_t used = used_of(s, which);
  entry *e =
      note(s, CS_CAPABILITY_LIMIT, CS_REFUSAL_LIMIT_REACHED, key, strlen(key));
  if (!e) return;
  SAY(e->rule, "%s", key);
  SAY(e->remedy, "%s: more than %llu", key, (unsigned long long)most);
  if (used)
    SAY(e->reason, "Stopped: the run used %llu %s, the limit %s is %llu. %s",
        (unsigned long long)used, row->unit, key, (unsigned long long)most,
        row->advice);
  else
    SAY(e->reason, "Stopped: the run reached the limit %s of %llu %s. %s", key,
        (unsigned long long)most, row->unit, row->advice);
  trim(e->reason);
}

/* Output that the policy cut off, unless that ended the run. */
static void touch_output(cs_session *s) {
  static const cs_policy_field ids[] = {CS_POLICY_STDOUT_BYTES,
                                        CS_POLICY_STDERR_BYTES};
  if (!s->policy || cs_limit_of(&s->ev) == CS_BY_LIMIT_OUTPUT) return;
  for (size_t i = 0; i < 2; i++) {
    uint64_t most = cs_policy_number(s->policy, ids[i]);
    if (s->told[i] > most) touch(s, cs_schema[ids[i]].key, most, s->told[i]);
  }
}

void cs_denial_end(cs_session *s) {
  cs_usage u = cs_port_usage(&s->port);
  bool ended = cs_limit_of(&s->ev) == CS_BY_LIMIT_MEMORY;
  if (u.memory_hits > (ended ? 1u : 0u))
    touch(s, "limits.heap_bytes", s->o.memory, u.memory_peak);
  if (u.recursion_hits > 0)
    touch(s, "limits.recursion", s->o.recursion, s->o.recursion);
  touch_output(s);
}

/* --- the public side ----------------------------------------------------- */

size_t cs_session_denials(cs_session *s, const cs_denial **out) {
  cs_denials *all = s->denials;
  *out = NULL;
  if (!all || all->n == 0) return 0;
  cs_denial *list = realloc(all->list, all->n * sizeof *list);
  if (!list) return 0;
  all->list = list;
  for (size_t i = 0; i < all->n; i++) list[i] = all->at[i]->d;
  *out = list;
  return all->n;
}

bool cs_denial_asks(const cs_session *s, size_t i) {
  return s->denials && i < s->denials->n && s->denials->at[i]->asks;
}

bool cs_denial_is(const cs_session *s, size_t i, cs_capability what) {
  return s->denials && i < s->denials->n && s->denials->at[i]->what == what;
}

size_t cs_session_limit_hits(cs_session *s, const cs_limit_hit **out) {
  *out = s->denials ? s->denials->hits : NULL;
  return s->denials ? s->denials->nhits : 0;
}
