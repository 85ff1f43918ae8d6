/*
 * os.c - answers that need no host: mounts, clocks, entropy, environment.
 *
 * Order: mounts, what the options grant, then the host (an event), then the
 * default of a request that nobody handled.  A default grants nothing: no
 * file, no wall clock, no randomness; only a clock that sleeping moves.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "base/cleanup.h"
#include "base/weaken.h"
#include "base/within.h"
#include "depth/clocks.h"
#include "depth/guard.h"
#include "digest/digest.h"
#include "policy/decide.h"
#include "session/denial.h"
#include "session/inside.h"
#include "session/policed.h"
#include "session/session_in.h"
#include "session/trail.h"
#include "session/web.h"

#include "audit/audit.h"
#include "vfs/call.h"
#include "vfs/layered.h"
#include "vfs/store.h"

#define URANDOM_MAX (16 << 20)
#define NAP_NS      2000000 /* how long a sleep does not look for cancellation */

static bool is(const cs_session *s, cs_oscall call) {
  return s->oscall == call;
}
static bool is_about(const cs_session *s, cs_oscall_about about) {
  return cs_oscall_is_about(s->oscall) == about;
}

/* The arguments, behind the head of their tuple. */
static cs_wire_in arguments(const cs_session *s, uint32_t *n) {
  cs_wire_in in = cs_wire_read(s->args.data, s->args.len);
  if (!cs_wire_get_seq(&in, n)) *n = 0;
  return in;
}

static cs_os_outcome raise(cs_session *s, const char *type, const char *text) {
  cs_wire_exception(&s->reply, type, text);
  return CS_OS_RAISE;
}

static cs_os_outcome raise_os(cs_session *s, int code, const char *text) {
  cs_wire_oserror(&s->reply, code, text, NULL, 0);
  return CS_OS_RAISE;
}

static cs_os_outcome give_int(cs_session *s, int64_t v) {
  cs_wire_int(&s->reply, v);
  return CS_OS_VALUE;
}

static cs_os_outcome give_none(cs_session *s) {
  cs_wire_none(&s->reply);
  return CS_OS_VALUE;
}

/* --- time ---------------------------------------------------------------- */

uint32_t cs_session_clocks(const cs_session *s) {
  if (s->o.os & CS_OS_CLOCK) return CS_CLOCKS_STEADY | CS_CLOCKS_WALL;
  return s->o.os & CS_OS_MONOTONIC ? CS_CLOCKS_STEADY : 0;
}

static bool seconds_wanted(const cs_session *s, int64_t *ns) {
  uint32_t n;
  double seconds;
  cs_wire_in in = arguments(s, &n);
  if (n < 1 || !cs_wire_get_float(&in, &seconds)) return false;
  if (!(seconds >= 0) || seconds > 9e9) return false;
  *ns = (int64_t)(seconds * 1e9);
  return true;
}

static void nap(cs_session *s, int64_t ns) {
  uint64_t end = cs_session_now() + (uint64_t)ns;
  cs_session_busy(s);
  for (;;) {
    uint64_t now = cs_session_now();
    if (now >= end || atomic_load(&s->cancelled) || cs_policed_is_late(s, now))
      return;
    uint64_t step = end - now < NAP_NS ? end - now : NAP_NS;
    nanosleep(&(struct timespec){.tv_nsec = (long)step}, NULL);
  }
}

/* time.sleep, and the event loop that waits for its next timer. */
static bool is_sleep(const cs_session *s) {
  return cs_oscall_is(s->oscall, CS_OSCALL_SLEEPS);
}

/* Sleep here, or let the host do it: then only the limit is ours. */
static cs_os_outcome do_sleep(cs_session *s) {
  int64_t ns;
  if (!seconds_wanted(s, &ns)) return raise_os(s, EINVAL, "Invalid argument");
  if ((s->sleep_ns + (uint64_t)ns) / 1000000 > s->o.sleep_ms ||
      !cs_policed_sleep(s, (uint64_t)ns))
    return CS_OS_LIMIT;
  s->sleep_ns += (uint64_t)ns;
  if (s->o.flags & CS_ASK_SLEEPS) {
    s->wake_ns = cs_session_now() + (uint64_t)ns;
    return CS_OS_OPEN;
  }
  nap(s, ns);
  return give_none(s);
}

void cs_session_slept(cs_session *s) {
  uint64_t now = cs_session_now();
  if (is(s, CS_OSCALL_ASYNC_IDLE) && s->wake_ns > now)
    s->skipped_ns += s->wake_ns - now;
}

static cs_os_outcome pass_time(cs_session *s) {
  int64_t ns;
  if (!seconds_wanted(s, &ns)) return raise_os(s, EINVAL, "Invalid argument");
  if (s->clock_ns <= INT64_MAX - ns) s->clock_ns += ns;
  return give_none(s);
}

/* The host was asked to sleep and did not. */
static cs_os_outcome sleep_after_all(cs_session *s) {
  int64_t ns;
  if (!seconds_wanted(s, &ns)) return raise_os(s, EINVAL, "Invalid argument");
  nap(s, ns);
  return give_none(s);
}

static cs_os_outcome host_clock(cs_session *s) {
  int64_t ns;
  if (cs_clocks_read(cs_session_clocks(s), cs_buf_text(&s->name), s->name.len,
                     &ns))
    return give_int(
        s, is(s, CS_OSCALL_TIME_NS) ? ns : ns + (int64_t)s->skipped_ns);
  if (cs_oscall_is(s->oscall, CS_OSCALL_CPU))
    return give_int(s, s->o.os & CS_OS_NO_CPU ? 0 : cs_session_cpu_time(s));
  return is_sleep(s) ? do_sleep(s) : CS_OS_OPEN;
}

static cs_os_outcome own_clock(cs_session *s, bool wall) {
  if (is_sleep(s)) return pass_time(s);
  if (s->clock_ns < INT64_MAX / 2) s->clock_ns += (int64_t)s->o.clock_step_ns;
  if (is(s, CS_OSCALL_TIME_NS))
    return wall ? give_int(s, s->clock_ns) : CS_OS_OPEN;
  if (cs_oscall_is(s->oscall, CS_OSCALL_STEADY | CS_OSCALL_CPU))
    return give_int(s, (int64_t)((uint64_t)s->clock_ns -
                                 (uint64_t)s->o.clock_ns)); /* may wrap */
  return CS_OS_OPEN;
}

/* --- entropy ------------------------------------------------------------- */

static void draw(cs_session *s, uint8_t *to, size_t n) {
  while (n > 0) {
    uint64_t block[2] = {s->o.seed, s->drawn++};
    uint8_t digest[32];
    cs_digest_of(CS_DIGEST_SHA256, block, sizeof block, digest);
    size_t part = n < sizeof digest ? n : sizeof digest;
    memcpy(to, digest, part);
    to += part;
    n -= part;
  }
}

static bool fill_random(uint8_t *p, size_t n) {
  while (n > 0) {
    ssize_t got = getrandom(p, n, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    p += got;
    n -= (size_t)got;
  }
  return true;
}

static cs_os_outcome urandom(cs_session *s) {
  uint32_t n;
  int64_t want;
  cs_wire_in in = arguments(s, &n);
  if (n < 1 || !cs_wire_get_int(&in, &want) || want < 0)
    return raise(s, "ValueError", "negative argument not allowed");
  if (want > URANDOM_MAX)
    return raise(s, "MemoryError", "os.urandom() of more than 16 MiB");
  uint8_t *p = cs_wire_bytes_room(&s->reply, CS_WIRE_BYTES, (size_t)want);
  if (!p) return CS_OS_OPEN;
  if (s->o.os & CS_OS_SEEDED)
    draw(s, p, (size_t)want);
  else if (!fill_random(p, (size_t)want))
    return CS_OS_OPEN;
  return CS_OS_VALUE;
}

/* --- environment --------------------------------------------------------- */

static cs_os_outcome give_env(cs_session *s) {
  cs_wire_begin(&s->reply, CS_WIRE_DICT, s->nenv);
  for (size_t i = 0; i < s->nenv; i++) {
    cs_wire_text(&s->reply, s->env[i].name);
    cs_wire_text(&s->reply, s->env[i].value);
  }
  return CS_OS_VALUE;
}

/* (name, default): a text or None */
static cs_os_outcome give_variable(cs_session *s) {
  uint32_t n;
  const char *name;
  size_t len;
  cs_wire_in in = arguments(s, &n);
  if (n < 2 || !cs_wire_get_str(&in, &name, &len))
    return raise(s, "TypeError", "str expected");
  for (size_t i = 0; i < s->nenv; i++) {
    const cs_env *e = &s->env[i];
    if (strlen(e->name) != len || memcmp(e->name, name, len) != 0) continue;
    cs_wire_text(&s->reply, e->value);
    return CS_OS_VALUE;
  }
  const uint8_t *from = in.at;
  if (cs_wire_skip(&in) != CS_OK) return give_none(s);
  cs_wire_append(&s->reply, from, (size_t)(in.at - from));
  return CS_OS_VALUE;
}

static void remove_env(cs_session *s, size_t i) {
  free(s->env[i].name);
  free(s->env[i].value);
  s->env[i] = s->env[--s->nenv];
}

cs_status cs_session_put_env(cs_session *s, const char *name,
                             const char *value) {
  if (!*name || strchr(name, '=')) return CS_EINVAL;
  cs_trail_env(s, name, value);
  if (s->port.ops->put_env)
    return s->port.ops->put_env(s->port.engine, name, value);
  for (size_t i = 0; i < s->nenv; i++)
    if (strcmp(s->env[i].name, name) == 0) remove_env(s, i--);
  if (!value) return CS_OK;
  cs_env *more = realloc(s->env, (s->nenv + 1) * sizeof *more);
  if (!more) return CS_EOS;
  s->env = more;
  cs_env e = {strdup(name), strdup(value)};
  if (!e.name || !e.value) {
    free(e.name);
    free(e.value);
    return CS_EOS;
  }
  s->env[s->nenv++] = e;
  return CS_OK;
}

/* --- files --------------------------------------------------------------- */

static int64_t own_time(void *session) {
  return ((cs_session *)session)->clock_ns;
}

/* Files are stamped by the clock that the program sees. */
static void start_files(cs_session *s) {
  cs_artifact_start(s->files);
  if (s->o.os & CS_OS_FIXED_CLOCK) cs_vfs_set_clock(s->files, own_time, s);
  cs_policed_guard(s);
}

/* redteam: M04 - a directory above our own may be read, they may not. */
static cs_status hide_own(cs_session *s, int source, const char *at,
                          cs_error *err) {
  const char *log = s->o.audit ? cs_audit_path(s->o.audit) : NULL;
  for (size_t i = 0; i < CS_GUARD_SECRETS; i++) {
    CS_AUTO_FREE
    char *path = cs_guard_secret(source, at, log, i);
    if (path && !cs_weaken("state") && !cs_vfs_hide(s->files, path))
      return cs_error_set(err, CS_EOS, "no memory for a mount");
  }
  return CS_OK;
}

cs_status cs_session_mount(cs_session *s, const char *host, const char *at,
                           cs_mount_mode mode, uint64_t limit, cs_error *err) {
  bool writable = ((unsigned)mode & 3u) == CS_MOUNT_RW;
  /* Opened once: what is judged is what is mounted (redteam: D18). */
  CS_AUTO_FD
  int source = host ? cs_policed_open(s, host, at, mode) : -1;
  int problem = source < 0 ? errno : 0;
  const char *ours = source >= 0 ? cs_guard_finds(source, writable) : NULL;
  if (cs_guard_is_proc(source)) /* redteam: E15 */
    return cs_error_set(err, CS_EINVAL,
                        "cannot mount '%.100s': " CS_GUARD_PROC_TEXT
                        "; a jail has a /proc of its own",
                        host);
  if (ours) /* redteam: M04 */
    return cs_error_set(err, CS_EINVAL,
                        "'%.100s' has %s in it, which no program may change; "
                        "mount a directory below it, or an overlay",
                        host, ours);
  if (source >= 0 && s->o.audit &&
      cs_audit_guards(s->o.audit, source, writable))
    return cs_error_set(err, CS_EINVAL,
                        "'%.100s' holds the audit log, which "
                        "no program may see or change; mount a directory "
                        "below it",
                        host);
  if (host) cs_trail_mount(s, host, at, mode);
  cs_status allowed = cs_policed_mount(s, host, source, at, mode, err);
  if (allowed != CS_OK) return allowed;
  if (s->policy && host && problem == ELOOP)
    return cs_error_set(err, CS_EINVAL,
                        "policy_widens: '%.100s' leads through a symbolic link "
                        "below what the policy grants; name the directory "
                        "itself",
                        host);
  errno = problem;
  if (host && source < 0) return cs_error_os(err, "cannot mount '%s'", host);
  if (cs_port_has_machine(&s->port)) {
    static const cs_jail_mode modes[] = {
        [CS_MOUNT_OVERLAY] = CS_JAIL_OVERLAY,
        [CS_MOUNT_RO] = CS_JAIL_RO,
        [CS_MOUNT_RW] = CS_JAIL_RW,
        [CS_MOUNT_SEALED] = CS_JAIL_RO,
    };
    cs_jail_mode inside = modes[(unsigned)mode & 3u];
    cs_status st = s->port.ops->mount(s->port.engine, host, source, at, inside,
                                      limit, err);
    if (st != CS_OK || !host) return st;
    /* Looked at from here.  An overlay is the host's directory until there is
     * a jail that shows its own: cs_session_show_files. */
    if (inside != CS_JAIL_RW) mode = CS_MOUNT_RO | (mode & CS_MOUNT_STRICT);
  }
  if (!s->files) {
    cs_status st = cs_vfs_new(&s->files);
    if (st != CS_OK) return cs_error_set(err, st, "no memory for a mount");
    start_files(s);
  }
  bool strict = mode & CS_MOUNT_STRICT;
  bool named = s->policy && !cs_decide_keeps_names(s->policy);
  cs_mount_spec spec = {.host = host,
                        .fd = host ? source : 0,
                        .at = at,
                        .mode = (cs_mount_mode)((unsigned)mode & 3u),
                        .limit = limit,
                        .unprotected = strict || named,
                        .strict = strict};
  cs_status st = cs_vfs_mount(s->files, &spec, err);
  if (st == CS_OK && source >= 0) st = hide_own(s, source, at, err);
  if (st == CS_OK && s->cwd) (void)cs_vfs_chdir(s->files, s->cwd);
  return st;
}

static cs_status memory_root(cs_session *s) {
  if (s->files) return CS_OK;
  return cs_session_mount(s, NULL, "/", CS_MOUNT_OVERLAY, 0, NULL);
}

cs_status cs_session_limit_mount(cs_session *s, const char *at,
                                 uint64_t written, uint64_t held) {
  return s->files ? cs_vfs_limit(s->files, at, written, held) : CS_EINVAL;
}

void cs_session_unmount(cs_session *s) {
  cs_vfs_free(s->files);
  s->files = NULL;
  cs_buf_fini(&s->saved);
}

cs_status cs_session_chdir(cs_session *s, const char *path) {
  if (path[0] != '/') return CS_EINVAL;
  (void)cs_session_set_cwd(s, path);
  char *copy = strdup(path);
  if (!copy) return CS_EOS;
  free(s->cwd);
  s->cwd = copy;
  if (s->files) (void)cs_vfs_chdir(s->files, path); /* may not be mounted */
  return CS_OK;
}

void cs_session_tell_files(cs_session *s, bool on) {
  s->tell_files = on;
}

cs_status cs_session_settle_files(cs_session *s) {
  if (s->saved.len == 0) return CS_OK;
  cs_status st = memory_root(s);
  if (st != CS_OK) return st;
  cs_vfs *fresh; /* a failure leaves the mounts as they are */
  st = cs_vfs_twin(s->files, &fresh);
  if (st != CS_OK) return st;
  st = cs_store_load(fresh, s->saved.data, s->saved.len);
  if (st != CS_OK) {
    cs_vfs_free(fresh);
    return st;
  }
  cs_vfs_free(s->files);
  s->files = fresh;
  start_files(s);
  cs_buf_fini(&s->saved);
  return CS_OK;
}

static void make_parents(cs_vfs *v, const char *path) {
  char part[CS_VFS_PATH];
  for (const char *p = path + 1; (p = strchr(p, '/')); p++) {
    size_t n = (size_t)(p - path);
    if (n >= sizeof part) return;
    memcpy(part, path, n);
    part[n] = 0;
    (void)cs_vfs_mkdir(v, part, 0755);
  }
}

static cs_status status_of(int code) {
  if (code == 0) return CS_OK;
  return code == ENOSPC || code == EDQUOT ? CS_ELIMIT : CS_EINVAL;
}

static int put_bytes(cs_vfs *v, const char *path, const void *data,
                     size_t len) {
  int handle;
  make_parents(v, path);
  int code = cs_vfs_open(v, path, O_WRONLY | O_CREAT | O_TRUNC, 0644, &handle);
  if (code) return code;
  for (size_t done = 0, put = 0; done < len && code == 0; done += put)
    code = cs_vfs_write(v, handle, (const char *)data + done, len - done, &put);
  (void)cs_vfs_close(v, handle);
  return code;
}

cs_status cs_session_put_file(cs_session *s, const char *path, const void *data,
                              size_t len) {
  if (path[0] != '/') return CS_EINVAL;
  cs_status st = memory_root(s);
  if (st == CS_OK) st = cs_session_settle_files(s);
  if (st != CS_OK) return st;
  cs_session_act(s, &(cs_tap_act){.kind = CS_TAP_FILE,
                                  .name = path,
                                  .has = data != NULL,
                                  .data = data,
                                  .len = len});
  bool entered = cs_layered_enter(s->files, path);
  int code = data ? put_bytes(s->files, path, data, len)
                  : cs_vfs_remove(s->files, path);
  cs_layered_leave(entered);
  return status_of(code);
}

cs_status cs_session_get_file(cs_session *s, const char *path, cs_wire *out) {
  int handle;
  cs_status settled = cs_session_settle_files(s);
  if (settled != CS_OK) return settled;
  if (!s->files || cs_vfs_open(s->files, path, O_RDONLY, 0, &handle) != 0)
    return CS_EINVAL;
  size_t n = (size_t)cs_vfs_left(s->files, handle), got = 1, at = 0;
  uint8_t *p = cs_wire_bytes_room(out, CS_WIRE_BYTES, n);
  int code = 0;
  for (; p && at < n && got > 0 && code == 0; at += got)
    code = cs_vfs_read(s->files, handle, p + at, n - at, &got);
  if (p && at < n) memset(p + at, 0, n - at);
  (void)cs_vfs_close(s->files, handle);
  if (!p) return out->status;
  return code ? CS_EOS : CS_OK;
}

/* The tuple alone: the vfs wants no keywords. */
static size_t tuple_len(const cs_session *s) {
  cs_wire_in in = cs_wire_read(s->args.data, s->args.len);
  const uint8_t *start = in.at;
  return cs_wire_skip(&in) == CS_OK ? (size_t)(in.at - start) : 0;
}

/* With CS_ASK_FILES: is this about a file that the host keeps? */
static bool is_elsewhere(const cs_session *s) {
  uint32_t n;
  int64_t handle;
  const char *path;
  size_t len;
  char text[CS_VFS_PATH];
  cs_wire_in in = arguments(s, &n);
  if (!(s->o.flags & CS_ASK_FILES) || n < 1 || !is_about(s, CS_ABOUT_FILE))
    return false;
  if (cs_wire_get_int(&in, &handle)) return handle >= CS_HOST_HANDLE;
  if (!cs_wire_get_str(&in, &path, &len) || len >= sizeof text) return false;
  memcpy(text, path, len);
  text[len] = 0;
  return !cs_vfs_covers(s->files, text);
}

static cs_os_outcome ask_files(cs_session *s) {
  if (cs_session_settle_files(s) != CS_OK)
    return raise(s, "RuntimeError",
                 "the files of the snapshot are not mounted again");
  if (!s->files && (s->o.os & CS_OS_MEMORY)) (void)!memory_root(s);
  if (!s->files || is_elsewhere(s)) return CS_OS_OPEN;
  if (!cs_vfs_call(s->files, s->oscall, s->args.data, tuple_len(s), &s->reply))
    return CS_OS_OPEN;
  bool error = s->reply.len > 0 && s->reply.data[0] == CS_WIRE_EXCEPTION;
  return error ? CS_OS_RAISE : CS_OS_VALUE;
}

/* --- files by whole operations ------------------------------------------- */

static bool is_whole(const cs_session *s) {
  return is_about(s, CS_ABOUT_WHOLE);
}

/* The path that the request is about; false: it has none. */
static bool path_wanted(const cs_session *s, const char **path, size_t *len) {
  uint32_t n;
  cs_wire_in in = arguments(s, &n);
  return n > 0 && cs_wire_get_str(&in, path, len);
}

/* By the beginning of its path: one that is too long is the mount's to refuse.
 */
bool cs_session_covers(const cs_session *s, const char *path, size_t len) {
  char copy[CS_VFS_PATH];
  if (!s->files) return false;
  if (len >= sizeof copy) len = sizeof copy - 1;
  memcpy(copy, path, len);
  copy[len] = '\0';
  return cs_vfs_covers(s->files, copy);
}

/* NotImplemented: the library does it by itself, with fs.* requests. */
static cs_os_outcome whole_file(cs_session *s) {
  const char *path;
  size_t len;
  bool asks = s->o.flags & CS_WHOLE_FILES && path_wanted(s, &path, &len);
  if (asks && (s->tell_files || !s->files || !cs_session_covers(s, path, len)))
    return CS_OS_OPEN;
  cs_wire_tagged(&s->reply, CS_WIRE_NOTIMPL);
  return CS_OS_VALUE;
}

static cs_os_outcome change_dir(cs_session *s) {
  const char *path;
  size_t len;
  char copy[CS_VFS_PATH];
  if (!path_wanted(s, &path, &len) || len >= sizeof copy) return CS_OS_OPEN;
  memcpy(copy, path, len);
  copy[len] = '\0';
  return cs_session_chdir(s, copy) == CS_OK ? give_none(s) : CS_OS_OPEN;
}

/* Requests about style and place that only sessions with CS_WHOLE_FILES make,
 * except for the first. */
static cs_os_outcome in_style(cs_session *s) {
  bool whole = s->o.flags & CS_WHOLE_FILES;
  if (is(s, CS_OSCALL_STYLE)) return give_int(s, whole);
  if (is_whole(s)) return whole_file(s);
  if (!whole) return CS_OS_OPEN;
  if (is(s, CS_OSCALL_HOST_CHDIR)) return change_dir(s);
  if (!is(s, CS_OSCALL_GETCWD)) return CS_OS_OPEN;
  cs_wire_text(&s->reply, s->cwd ? s->cwd : "/");
  return CS_OS_VALUE;
}

/* --- all of them --------------------------------------------------------- */

static bool has_clock(const cs_session *s) {
  return s->o.os & (CS_OS_CLOCK | CS_OS_MONOTONIC);
}

static cs_os_outcome granted(cs_session *s) {
  if (is(s, CS_OSCALL_ASYNC_SLEEP))
    return s->o.flags & CS_ASK_SLEEPS ? CS_OS_OPEN : give_none(s);
  if (is_about(s, CS_ABOUT_CLOCK)) {
    if (s->o.os & CS_OS_FIXED_CLOCK) return own_clock(s, true);
    return has_clock(s) ? host_clock(s) : CS_OS_OPEN;
  }
  if (is(s, CS_OSCALL_URANDOM))
    return s->o.os & (CS_OS_SEEDED | CS_OS_ENTROPY) ? urandom(s) : CS_OS_OPEN;
  if (is(s, CS_OSCALL_GETENV))
    return s->nenv || (s->o.os & CS_OS_ENVIRON) ? give_variable(s) : CS_OS_OPEN;
  if (is(s, CS_OSCALL_ENVIRON))
    return s->nenv || (s->o.os & CS_OS_ENVIRON) ? give_env(s) : CS_OS_OPEN;
  if (is_about(s, CS_ABOUT_NET)) return cs_web_answer(s);
  cs_os_outcome how = in_style(s);
  return how != CS_OS_OPEN || is_whole(s) ? how : ask_files(s);
}

cs_os_outcome cs_session_os(cs_session *s) {
  cs_os_outcome how = granted(s);
  if (s->reply.status != CS_OK) {
    cs_wire_clear(&s->reply);
    return raise(s, "MemoryError", "the answer is too large to cross");
  }
  if (how == CS_OS_OPEN) cs_wire_clear(&s->reply);
  if (how == CS_OS_OPEN && cs_policed_refuses(s, s->oscall))
    return cs_session_os_default(s);
  if (how == CS_OS_RAISE) cs_denial_request(s, false);
  return how;
}

static cs_os_outcome no_file(cs_session *s) {
  uint32_t n;
  const char *path = NULL;
  size_t len = 0;
  cs_wire_in in = arguments(s, &n);
  if (n < 1 || !cs_wire_get_str(&in, &path, &len)) path = NULL;
  cs_wire_oserror(&s->reply, EACCES, "Permission denied", path, len);
  return CS_OS_RAISE;
}

/* A whole operation that nobody did: no number of an error, as there was no
 * system call. */
static cs_os_outcome no_operation(cs_session *s) {
  const char *path;
  size_t len;
  if (!path_wanted(s, &path, &len)) len = 0;
  cs_buf_clear(&s->text);
  (void)!cs_buf_printf(&s->text, "Permission denied: '%.*s'", (int)len,
                       len ? path : "");
  return raise(s, "PermissionError", cs_buf_text(&s->text));
}

static cs_os_outcome default_of(cs_session *s) {
  char text[120];
  if (is_whole(s)) return no_operation(s);
  if (is_about(s, CS_ABOUT_FILE)) return no_file(s);
  if (is_about(s, CS_ABOUT_NET)) return cs_web_default(s);
  if (has_clock(s) && is_sleep(s)) return sleep_after_all(s);
  if (is(s, CS_OSCALL_ASYNC_SLEEP)) return give_none(s);
  if (is_about(s, CS_ABOUT_CLOCK)) {
    cs_os_outcome how = own_clock(s, false);
    if (how != CS_OS_OPEN) return how;
  }
  if (is(s, CS_OSCALL_ENVIRON)) return give_env(s);
  if (is(s, CS_OSCALL_GETENV)) return give_variable(s);
  if (is(s, CS_OSCALL_GETCWD) || is(s, CS_OSCALL_READLINE)) {
    cs_wire_text(&s->reply, is(s, CS_OSCALL_GETCWD) ? "/" : "");
    return CS_OS_VALUE;
  }
  snprintf(text, sizeof text, "'%.60s' is not supported in this environment",
           cs_buf_text(&s->name));
  return raise(s, "RuntimeError", text);
}

cs_os_outcome cs_session_os_default(cs_session *s) {
  cs_os_outcome how = default_of(s);
  if (how == CS_OS_RAISE) cs_denial_request(s, true);
  return how;
}
