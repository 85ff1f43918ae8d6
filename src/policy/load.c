/*
 * load.c - policies from text, files and built-in profiles.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "policy/load.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/utf8.h"
#include "base/weaken.h"
#include "policy/check.h"
#include "policy/preset.h"
#include "policy/tree.h"

/* --- files -------------------------------------------------------------------
 */

static cs_status no_file(cs_policy_fault *f, const char *path,
                         const char *why) {
  cs_fault_place at = {path, 0, 0};
  return cs_fault_set(f, CS_FAULT_FILE, at, NULL, NULL, "%s", why);
}

static cs_status check_file(int fd, const char *path, cs_policy_fault *f) {
  struct stat st;
  if (cs_weaken("L10")) return CS_OK; /* redteam: L10 */
  if (fstat(fd, &st) != 0) return no_file(f, path, strerror(errno));
  if (!S_ISREG(st.st_mode))
    return no_file(f, path, "a policy must be a regular file");
  if (st.st_uid != 0 && st.st_uid != geteuid())
    return no_file(f, path,
                   "the policy belongs to somebody else; it must "
                   "belong to you or to root");
  if (st.st_mode & (S_IWGRP | S_IWOTH))
    return no_file(f, path, "the policy can be written by others; chmod go-w");
  if (st.st_size > (off_t)CS_TREE_BYTES)
    return no_file(f, path, "the policy has more than 256 KiB");
  return CS_OK;
}

static cs_status read_all(int fd, const char *path, char *to, size_t room,
                          size_t *n, cs_policy_fault *f) {
  *n = 0;
  while (*n < room) {
    ssize_t got = read(fd, to + *n, room - *n);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return no_file(f, path, strerror(errno));
    if (got == 0) return CS_OK;
    *n += (size_t)got;
  }
  return no_file(f, path, "the policy has more than 256 KiB");
}

/* The content, to free(). */
static cs_status slurp(const char *path, char **out, size_t *n,
                       cs_policy_fault *f) {
  CS_AUTO_FD
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY |
                          (cs_weaken("L10") ? 0 : O_NOFOLLOW));
  if (fd < 0)
    return no_file(f, path,
                   errno == ELOOP ? "a policy must not be a symbolic link"
                                  : strerror(errno));
  cs_status st = check_file(fd, path, f);
  if (st != CS_OK) return st;
  CS_AUTO_FREE
  char *text = malloc(CS_TREE_BYTES + 1);
  if (!text) return cs_fault_memory(f);
  st = read_all(fd, path, text, CS_TREE_BYTES + 1, n, f);
  if (st == CS_OK) *out = cs_steal(&text);
  return st;
}

/* --- texts -------------------------------------------------------------------
 */

/* What begins with {" or {} is JSON; all else is YAML. */
static bool is_json(const char *s, size_t n) {
  const char *end = s + n;
  while (s < end && memchr(" \t\r\n", *s, 4)) s++;
  if (s == end || *s++ != '{') return false;
  while (s < end && memchr(" \t\r\n", *s, 4)) s++;
  return s < end && (*s == '"' || *s == '}');
}

/* The place of byte `at`. */
static cs_status fault_at(cs_tree *t, const char *s, size_t at,
                          const char *what) {
  uint32_t line = 1, column = 1;
  for (size_t i = 0; i < at; i++) {
    bool end = s[i] == '\n';
    line += end;
    column = end ? 1 : column + cs_utf8_is_start((uint8_t)s[i]);
  }
  return cs_tree_fault(t, line, column, what);
}

static cs_status read_tree(cs_tree *t, const char *s, size_t n) {
  if (n > CS_TREE_BYTES)
    return cs_tree_fault(t, 1, 1, "the policy has more than 256 KiB");
  size_t good = cs_utf8_check((const uint8_t *)s, n, false, NULL);
  if (good < n) return fault_at(t, s, good, "not UTF-8");
  const char *nul = n ? memchr(s, 0, n) : NULL;
  if (nul) return fault_at(t, s, (size_t)(nul - s), "a NUL character");
  cs_status st = is_json(s, n) ? cs_json_read(t, s, n) : cs_yaml_read(t, s, n);
  if (st == CS_OK && !t->has_root)
    return cs_tree_fault(t, 1, 1,
                         "the policy is empty; it must at least say "
                         "'version: 1'");
  return st;
}

/* One text of several that make a policy. */
typedef struct cs_piece {
  const char *text; /* borrowed */
  size_t n;
  const char *name; /* of the file */
  cs_policy_level level;
  cs_pvalue root;
} cs_piece;

static cs_status parse(cs_policy *p, cs_piece *piece, cs_policy_fault *f) {
  uint16_t source;
  cs_tree t;
  if (cs_policy_add_source(p, piece->level, piece->name, &source) != CS_OK)
    return cs_fault_memory(f);
  cs_tree_init(&t, &p->mem, piece->name, source, f);
  cs_status st = read_tree(&t, piece->text, piece->n);
  piece->root = t.root;
  cs_tree_fini(&t);
  if (st == CS_OK) st = cs_preset_expand(&p->mem, &piece->root, piece->name, f);
  return st;
}

/* --- extends -----------------------------------------------------------------
 */

static cs_status bad_base(const cs_piece *piece, const cs_pvalue *v,
                          cs_policy_fault *f, const char *what) {
  char near[64] = "";
  cs_word_walk walk = {.at = cs_profile_names};
  if (v->text)
    (void)cs_schema_nearest(v->text, cs_schema_next_word, &walk, near);
  cs_fault_place at = {piece->name, v->line, v->column};
  return cs_fault_set(f, CS_FAULT_INVALID, at, "extends", near, "%s", what);
}

static cs_status add_base(cs_policy *p, cs_piece *base, const cs_piece *piece,
                          const cs_pvalue *extends, cs_policy_fault *f) {
  cs_status st = parse(p, base, f);
  if (st == CS_OK) st = cs_check_tree(p, &base->root, base->name, f);
  if (st != CS_OK) return st;
  if (p->field[CS_POLICY_EXTENDS].given)
    return bad_base(piece, extends, f,
                    "what is extended must not extend another policy");
  p->field[CS_POLICY_VERSION].given = false; /* each must say its own */
  return cs_policy_default(p, &cs_schema[CS_POLICY_NAME],
                           &p->field[CS_POLICY_NAME]);
}

/* "dir/NAME" or "dir/NAME.yaml" of the file that extends it; to free(). */
static char *sibling(const char *path, const char *name) {
  const char *slash = strrchr(path, '/');
  int dir = slash ? (int)(slash - path) + 1 : 0;
  char *out;
  int n = asprintf(&out, "%.*s%s%s", dir, path, name,
                   strchr(name, '.') ? "" : ".yaml");
  return n < 0 ? NULL : out;
}

static cs_status extend(cs_policy *p, const cs_piece *piece, bool is_file,
                        cs_policy_fault *f) {
  const cs_pvalue *v = NULL;
  if (piece->root.kind == CS_PV_MAP)
    v = cs_pvalue_find(&piece->root, "extends");
  if (!v || v->kind != CS_PV_TEXT) return CS_OK; /* the check will tell */
  cs_piece base = {.level = piece->level, .name = v->text};
  base.text = cs_profile_text(v->text);
  if (base.text) {
    base.n = strlen(base.text);
    return add_base(p, &base, piece, v, f);
  }
  if (!is_file || strchr(v->text, '/') || v->text[0] == '.')
    return bad_base(piece, v, f, "there is no such profile to extend");
  CS_AUTO_FREE
  char *path = sibling(piece->name, v->text);
  if (!path) return cs_fault_memory(f);
  CS_AUTO_FREE
  char *text = NULL;
  cs_status st = slurp(path, &text, &base.n, f);
  if (st != CS_OK) return st;
  base.text = text;
  base.name = path;
  return add_base(p, &base, piece, v, f);
}

/* --- all together -------------------------------------------------------- */

static cs_status load(cs_piece *piece, bool is_file, cs_policy **out,
                      cs_policy_fault *f) {
  cs_policy *p;
  if (cs_policy_new(&p) != CS_OK) return cs_fault_memory(f);
  cs_status st = parse(p, piece, f);
  if (st == CS_OK) st = extend(p, piece, is_file, f);
  if (st == CS_OK) st = cs_check_tree(p, &piece->root, piece->name, f);
  if (st == CS_OK) st = cs_check_whole(p, f);
  if (st != CS_OK) {
    cs_policy_free(p);
    return st;
  }
  *out = p;
  return CS_OK;
}

cs_status cs_load_text(const char *text, size_t n, const char *name,
                       cs_policy_level level, cs_policy **out,
                       cs_policy_fault *fault) {
  if (fault) *fault = (cs_policy_fault){0};
  cs_piece piece = {.text = text, .n = n, .name = name, .level = level};
  return load(&piece, false, out, fault);
}

cs_status cs_load_file(const char *path, cs_policy_level level, cs_policy **out,
                       cs_policy_fault *fault) {
  if (fault) *fault = (cs_policy_fault){0};
  cs_piece piece = {.name = path, .level = level};
  CS_AUTO_FREE
  char *text = NULL;
  cs_status st = slurp(path, &text, &piece.n, fault);
  if (st != CS_OK) return st;
  piece.text = text;
  return load(&piece, true, out, fault);
}

cs_status cs_load_profile(const char *name, cs_policy_level level,
                          cs_policy **out, cs_policy_fault *fault) {
  const char *text = cs_profile_text(name);
  char near[64] = "";
  if (text) return cs_load_text(text, strlen(text), name, level, out, fault);
  if (fault) *fault = (cs_policy_fault){0};
  cs_word_walk walk = {.at = cs_profile_names};
  (void)cs_schema_nearest(name, cs_schema_next_word, &walk, near);
  return cs_fault_set(fault, CS_FAULT_INVALID, (cs_fault_place){0}, "profile",
                      near, "there is no profile '%.60s'; there are %s", name,
                      cs_profile_names);
}
