/*
 * objects.c - names of what is mounted, and of what is denied.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/objects.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/weaken.h"
#include "base/within.h"
#include "policy/beneath.h"
#include "policy/cover.h"
#include "policy/find.h"

/* A mount, and the names that its root has on the host. */
typedef struct shown {
  char *at;     /* owned */
  char **names; /* owned, each too */
  size_t n;
} shown;

typedef struct file_id {
  uint64_t dev, ino;
} file_id;

struct cs_objects {
  const cs_policy *policy;
  char **denied; /* owned, each too: entries of fs.deny, links resolved */
  size_t ndenied;
  shown *mounts; /* owned */
  size_t nmounts;
  file_id *files; /* owned: denied ones with several names, once gathered */
  size_t nfiles;
  bool gathered, too_many;
};

/* --- denials ------------------------------------------------------------- */

static cs_glob deny_glob(const cs_objects *o, size_t i) {
  return cs_cover_path(cs_policy_entry(o->policy, CS_POLICY_FS_DENY, i), true);
}

/* Bytes before the component with the first star. */
static size_t fixed_part(const cs_glob *g) {
  size_t n = g->literal ? strlen(g->text) : strcspn(g->text, "*");
  if (!g->text[n]) return n;
  while (n > 1 && g->text[n - 1] != '/') n--;
  return n > 1 ? n - 1 : n;
}

/* The path without links; what is not there will be where its name says. */
static bool resolve_path(const char *path, size_t n, char out[PATH_MAX]) {
  char head[PATH_MAX];
  if (n == 0 || n >= sizeof head) return false;
  memcpy(head, path, n);
  head[n] = 0;
  size_t k = n;
  while (!realpath(head, out)) {
    while (k > 1 && head[--k] != '/') {
    }
    if (k <= 1) return false;
    head[k] = 0;
  }
  size_t have = strlen(out);
  if (have == 1) have = 0; /* "/": the rest has its slash */
  if (have + n - k >= PATH_MAX) return false;
  memcpy(out + have, path + k, n - k);
  out[have + n - k] = 0;
  if (!out[0]) memcpy(out, "/", 2);
  return true;
}

static char *resolve_entry(const cs_glob *g) {
  char real[PATH_MAX], *out = NULL;
  size_t n = fixed_part(g);
  if (cs_weaken("objects") || !resolve_path(g->text, n, real))
    return strdup(g->text);
  const char *rest = g->text + n;
  const char *head = strcmp(real, "/") == 0 && *rest == '/' ? "" : real;
  const char *gap = strcmp(head, "/") == 0 || !*rest || *rest == '/' ? "" : "/";
  return asprintf(&out, "%s%s%s", head, gap, rest) < 0 ? NULL : out;
}

cs_status cs_objects_new(const cs_policy *p, cs_objects **out) {
  cs_objects *o = calloc(1, sizeof *o);
  size_t n = cs_policy_count(p, CS_POLICY_FS_DENY);
  if (!o || !(o->denied = calloc(n + 1, sizeof *o->denied))) {
    free(o);
    return CS_EOS;
  }
  o->policy = p;
  for (; o->ndenied < n; o->ndenied++) {
    cs_glob g = deny_glob(o, o->ndenied);
    o->denied[o->ndenied] = resolve_entry(&g);
    if (o->denied[o->ndenied]) continue;
    cs_objects_free(o);
    return CS_EOS;
  }
  *out = o;
  return CS_OK;
}

static void free_mount(shown *m) {
  for (size_t i = 0; i < m->n; i++) free(m->names[i]);
  free(m->names);
  free(m->at);
}

void cs_objects_free(cs_objects *o) {
  if (!o) return;
  for (size_t i = 0; i < o->ndenied; i++) free(o->denied[i]);
  for (size_t i = 0; i < o->nmounts; i++) free_mount(&o->mounts[i]);
  free(o->denied);
  free(o->mounts);
  free(o->files);
  free(o);
}

const char *cs_objects_resolved(const cs_objects *o, size_t i) {
  return o->denied[i];
}

/* --- names of a mount ---------------------------------------------------- */

static cs_status add_name(shown *m, const char *name, size_t len) {
  for (size_t i = 0; i < m->n; i++)
    if (strlen(m->names[i]) == len && memcmp(m->names[i], name, len) == 0)
      return CS_OK;
  char **more = realloc(m->names, (m->n + 1) * sizeof *more);
  if (!more) return CS_EOS;
  m->names = more;
  more[m->n] = strndup(name, len);
  if (!more[m->n]) return CS_EOS;
  m->n++;
  return CS_OK;
}

/* Cut the last component off; false: it was the root. */
static bool go_up(char *path) {
  char *slash = strrchr(path, '/');
  if (!slash || !path[1]) return false;
  slash[slash == path] = 0;
  return true;
}

static bool is_same(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* `real` lies below a directory that the entry `deny` leads through, under
 * another name: call it by that one too. */
static cs_status add_alias(shown *m, const char *real, const char *deny) {
  char up[PATH_MAX], theirs[PATH_MAX], name[2 * PATH_MAX];
  struct stat a, b;
  cs_glob g = {.text = deny};
  size_t n = fixed_part(&g);
  if (n >= sizeof theirs || strlen(real) >= sizeof up) return CS_OK;
  memcpy(theirs, deny, n);
  theirs[n] = 0;
  do {
    if (stat(theirs, &a) != 0) continue;
    snprintf(up, sizeof up, "%s", real);
    do {
      if (stat(up, &b) != 0 || !is_same(&a, &b)) continue;
      if (strcmp(up, theirs) == 0) return CS_OK; /* one name for both */
      int len = snprintf(name, sizeof name, "%s%s",
                         strcmp(theirs, "/") == 0 ? "" : theirs,
                         real + (up[1] ? strlen(up) : 0));
      return add_name(m, name, (size_t)len);
    } while (go_up(up));
  } while (go_up(theirs));
  return CS_OK;
}

static cs_status fill_names(const cs_objects *o, shown *m, const char *host,
                            int fd) {
  char link[48], real[PATH_MAX];
  cs_status st = add_name(m, host, strlen(host));
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = fd < 0 ? -1 : readlink(link, real, sizeof real - 1);
  if (st != CS_OK || n <= 0 || real[0] != '/' || cs_weaken("objects"))
    return st;
  real[n] = 0;
  st = add_name(m, real, (size_t)n);
  for (size_t i = 0; st == CS_OK && i < o->ndenied; i++)
    st = add_alias(m, real, o->denied[i]);
  return st;
}

cs_status cs_objects_show(cs_objects *o, const char *at, const char *host,
                          int fd) {
  shown *more = realloc(o->mounts, (o->nmounts + 1) * sizeof *more);
  if (!more) return CS_EOS;
  o->mounts = more;
  shown *m = &more[o->nmounts];
  *m = (shown){.at = strdup(at)};
  cs_status st = m->at ? fill_names(o, m, host, fd) : CS_EOS;
  if (st == CS_OK)
    o->nmounts++;
  else
    free_mount(m);
  return st;
}

cs_status cs_objects_copy(const cs_policy *p, const cs_objects *from,
                          cs_objects **out) {
  cs_objects *o = NULL;
  cs_status st = cs_objects_new(p, &o);
  for (size_t i = 0; st == CS_OK && i < from->nmounts; i++) {
    const shown *m = &from->mounts[i];
    st = cs_objects_show(o, m->at, m->names[0], -1);
    for (size_t k = 1; st == CS_OK && k < m->n; k++)
      st = add_name(&o->mounts[i], m->names[k], strlen(m->names[k]));
  }
  if (st == CS_OK)
    *out = o;
  else
    cs_objects_free(o);
  return st;
}

static cs_status show_list(cs_objects *o, cs_policy_field id) {
  cs_status st = CS_OK;
  for (size_t i = 0; st == CS_OK && i < cs_policy_count(o->policy, id); i++) {
    const cs_pvalue *e = cs_policy_entry(o->policy, id, i);
    const char *host = cs_beneath_path(e), *at = host;
    if (id == CS_POLICY_FS_MOUNTS) at = cs_pvalue_find(e, "guest")->text;
    if (e->text && strchr(host, '*')) continue;
    CS_AUTO_FD
    int fd = cs_within_open_in(host, cs_beneath_base(o->policy, e));
    if (fd >= 0 && at) st = cs_objects_show(o, at, host, fd);
  }
  return st;
}

cs_status cs_objects_show_all(cs_objects *o) {
  cs_status st = show_list(o, CS_POLICY_FS_MOUNTS);
  if (st == CS_OK) st = show_list(o, CS_POLICY_FS_READ);
  return st == CS_OK ? show_list(o, CS_POLICY_FS_WRITE) : st;
}

/* --- asking -------------------------------------------------------------- */

static bool hits(const cs_glob *g, const char *path, bool below) {
  cs_glob all = {.text = path, .literal = true, .tree = true};
  return cs_glob_matches(g, path) || (below && cs_glob_meets(g, &all));
}

/* The mount that shows `path`: the innermost, of two at one place the first. */
static const shown *mount_of(const cs_objects *o, const char *path,
                             size_t *rest) {
  const shown *best = NULL;
  for (size_t i = 0; i < o->nmounts; i++) {
    const shown *m = &o->mounts[i];
    size_t n = m->at[1] ? strlen(m->at) : 0;
    if (strncmp(m->at, path, n) != 0 || (path[n] && path[n] != '/')) continue;
    if (best && n <= *rest) continue;
    best = m;
    *rest = n;
  }
  return best;
}

static bool hits_host(const cs_objects *o, size_t i, const char *path,
                      bool below) {
  cs_glob g = deny_glob(o, i);
  if (hits(&g, path, below)) return true;
  g.text = o->denied[i];
  return hits(&g, path, below);
}

/* Is `path` `top` or below it?  What follows is at `*rest`. */
static bool is_within(const char *top, const char *path, size_t *rest) {
  *rest = top[1] ? strlen(top) : 0;
  return strncmp(top, path, *rest) == 0 && (!path[*rest] || path[*rest] == '/');
}

/* The entry names the file by the place where another mount shows it, or
 * (`below`) a mount of something below it. */
static bool hits_shown(const cs_objects *o, const cs_glob *g, const char *host,
                       bool below) {
  char seen[2 * PATH_MAX];
  size_t rest;
  for (size_t i = 0; i < o->nmounts; i++) {
    const shown *m = &o->mounts[i];
    for (size_t k = 0; k < m->n; k++) {
      if (below && is_within(host, m->names[k], &rest) && hits(g, m->at, true))
        return true;
      if (!is_within(m->names[k], host, &rest)) continue;
      snprintf(seen, sizeof seen, "%s%s", m->at[1] ? m->at : "", host + rest);
      if (hits(g, *seen ? seen : "/", below)) return true;
    }
  }
  return false;
}

/* By the path as it is seen, by each on the host, and by other mounts. */
static bool is_denied_by(const cs_objects *o, size_t i, const shown *m,
                         size_t rest, const char *path, bool below) {
  cs_glob g = deny_glob(o, i);
  bool found = hits(&g, path, below);
  for (size_t k = 0; m && !found && k < m->n; k++) {
    char host[2 * PATH_MAX];
    const char *name = m->names[k][1] ? m->names[k] : "";
    snprintf(host, sizeof host, "%s%s", name, path + rest);
    const char *at = *host ? host : "/";
    found = hits_host(o, i, at, below) ||
            (!cs_weaken("objects") && hits_shown(o, &g, at, below));
  }
  return found;
}

const cs_pvalue *cs_objects_denied(const cs_objects *o, const char *path,
                                   bool below) {
  size_t rest = 0;
  if (cs_weaken("fs.deny") || o->ndenied == 0) return NULL;
  const shown *m = mount_of(o, path, &rest);
  for (size_t i = 0; i < o->ndenied; i++)
    if (is_denied_by(o, i, m, rest, path, below))
      return cs_policy_entry(o->policy, CS_POLICY_FS_DENY, i);
  return NULL;
}

/* --- files with several names -------------------------------------------- */

#define NAMES_MAX UINT64_C(2000000) /* of the mounts, looked at */

static cs_status gather_file(void *with, const char *path) {
  cs_objects *o = with;
  struct stat s;
  if (lstat(path, &s) != 0 || !S_ISREG(s.st_mode) || s.st_nlink < 2)
    return CS_OK;
  file_id *more = realloc(o->files, (o->nfiles + 1) * sizeof *more);
  if (!more) return CS_EOS;
  o->files = more;
  more[o->nfiles++] = (file_id){(uint64_t)s.st_dev, (uint64_t)s.st_ino};
  return CS_OK;
}

/* What a denied directory holds is denied, too. */
static cs_status gather_match(void *with, const char *path) {
  cs_objects *o = with;
  struct stat s;
  if (lstat(path, &s) != 0 || !S_ISDIR(s.st_mode)) return gather_file(o, path);
  uint64_t names = NAMES_MAX;
  char *text = NULL;
  if (asprintf(&text, "%s/**", path) < 0) return CS_EOS;
  cs_glob all = {.text = text};
  cs_status st = cs_find_in(&all, path, &names, gather_file, o);
  free(text);
  return st;
}

/* The entry as a path of the host below a name of the mount: as it is written,
 * or from the place where the program sees the mount. */
static cs_status gather_in(cs_objects *o, const shown *m, const char *name,
                           const char *entry, bool literal, uint64_t *names) {
  char text[2 * PATH_MAX];
  cs_glob g = {.text = entry, .literal = literal, .tree = true};
  size_t n = strlen(m->at);
  cs_status st = cs_find_in(&g, name, names, gather_match, o);
  if (st != CS_OK || strncmp(m->at, entry, n) != 0) return st;
  int len = snprintf(text, sizeof text, "%s%s", name, entry + n);
  if (len < 0 || (size_t)len >= sizeof text) return CS_ELIMIT;
  g.text = text;
  return cs_find_in(&g, name, names, gather_match, o);
}

static cs_status gather_all(cs_objects *o) {
  cs_status st = CS_OK;
  uint64_t names = NAMES_MAX;
  for (size_t i = 0; st == CS_OK && i < o->ndenied; i++) {
    cs_glob g = deny_glob(o, i);
    if (g.literal || !strchr(g.text, '*')) st = gather_match(o, o->denied[i]);
    for (size_t k = 0; st == CS_OK && k < o->nmounts; k++) {
      const shown *m = &o->mounts[k];
      for (size_t j = 0; st == CS_OK && j < m->n; j++) {
        st = gather_in(o, m, m->names[j], g.text, g.literal, &names);
        if (st == CS_OK && strcmp(g.text, o->denied[i]) != 0)
          st = gather_in(o, m, m->names[j], o->denied[i], g.literal, &names);
      }
    }
  }
  return st;
}

bool cs_objects_denies_file(cs_objects *o, uint64_t dev, uint64_t ino) {
  if (o->ndenied == 0 || cs_weaken("fs.deny") || cs_weaken("objects"))
    return false;
  if (!o->gathered) o->too_many = gather_all(o) != CS_OK;
  o->gathered = true;
  for (size_t i = 0; i < o->nfiles; i++)
    if (o->files[i].dev == dev && o->files[i].ino == ino) return true;
  return o->too_many;
}
