/*
 * image_add.c - caisson image pull, load, import, save; progress and errors.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "cli/effective.h"
#include "cli/image.h"
#include "cli/json.h"
#include "cli/terminal.h"
#include "cli/verbs.h"
#include "sandbox/imagerules.h"

#define PAUSE 80000000u /* ns between two drawings of the line */

/* --- progress ------------------------------------------------------------ */

static uint64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void draw(cs_image_bar *bar, const cs_image_step *step) {
  char done[16], total[16], fill[25];
  struct winsize size;
  cs_image_cli_size(step->done, done);
  cs_image_cli_size(step->total, total);
  size_t n = step->total ? (size_t)(step->done * 24 / step->total) : 0;
  if (n > 24) n = 24;
  memset(fill, '=', n);
  memset(fill + n, ' ', 24 - n);
  fill[24] = '\0';
  cs_terminal_size(&size);
  fprintf(stderr, "\r\033[K%-9s %.12s ", step->what,
          step->digest ? step->digest + 7 : "");
  if (step->total && size.ws_col >= 70)
    fprintf(stderr, "[%s] %s / %s", fill, done, total);
  else
    fprintf(stderr, "%s", done);
  fflush(stderr);
  bar->drawn = true;
}

static bool show(void *user, const cs_image_step *step) {
  cs_image_bar *bar = user;
  uint64_t t = now();
  if (bar->json && (step->finished || t - bar->told_ns >= PAUSE)) {
    bar->told_ns = t;
    fprintf(stderr,
            "{\"schema\": \"caisson.progress/1\", \"phase\": \"%s\", "
            "\"digest\": \"%s\", \"done\": %llu, \"total\": %llu}\n",
            step->what, step->digest ? step->digest : "",
            (unsigned long long)step->done, (unsigned long long)step->total);
  }
  if (!bar->on || (!step->finished && t - bar->told_ns < PAUSE)) return false;
  bar->told_ns = t;
  draw(bar, step);
  return false;
}

void cs_image_bar_end(cs_image_bar *bar) {
  if (bar->drawn) fputs("\r\033[K", stderr);
  bar->drawn = false;
}

/* --- shared -------------------------------------------------------------- */

int cs_image_cli_open(const cs_settings *s, cs_image_bar *bar,
                      cs_image_store **out) {
  const char *form = s->progress ? s->progress : "auto";
  cs_error err;
  *bar = (cs_image_bar){.s = s};
  bar->json = strcmp(form, "json") == 0;
  bar->on = strcmp(form, "auto") == 0 && !s->quiet && isatty(STDERR_FILENO);
  cs_image_options options = {.progress = show, .user = bar};
  if (cs_image_store_open(&options, out, &err) == CS_OK) return 0;
  return cs_cli_fail(s, "cannot open the image store", err.text,
                     "set CAISSON_IMAGES to a directory of yours");
}

static const char *hint(cs_image_fault fault) {
  switch (fault) {
    case CS_IMAGE_FAULT_NOT_FOUND: return "see 'caisson image ls'";
    case CS_IMAGE_FAULT_DENIED: return "see 'caisson help image pull'";
    case CS_IMAGE_FAULT_POLICY: return "correct the policy";
    case CS_IMAGE_FAULT_CORRUPT: return "get the image again";
    case CS_IMAGE_FAULT_TOO_BIG: return "use a smaller image";
    case CS_IMAGE_FAULT_IN_USE: return "see 'caisson ps --all'";
    case CS_IMAGE_FAULT_UNREACHABLE: return "check the name and the network";
    case CS_IMAGE_FAULT_UNAUTHORIZED:
      return "put credentials into the file that docs/images.md names";
    case CS_IMAGE_FAULT_NONE:
    case CS_IMAGE_FAULT_HOST: break;
  }
  return "see 'caisson doctor'";
}

/* cs_cli_fail with the fault as the type of the JSON error. */
int cs_image_cli_fail(const cs_settings *s, cs_image_store *store,
                      const char *what, const cs_error *err) {
  cs_image_fault fault = cs_image_why(store);
  cs_settings plain = *s;
  plain.json = false;
  int code = cs_cli_fail(&plain, what, err->text, hint(fault));
  if (!s->json) return code;
  cs_json j;
  cs_json_init(&j);
  cs_json_open(&j, '{');
  cs_json_text(&j, "schema", "caisson.result/1");
  cs_json_text(&j, "status", "denied");
  cs_json_int(&j, "exit_code", code);
  cs_json_key(&j, "error");
  cs_json_open(&j, '{');
  cs_json_text(&j, "type", cs_image_fault_word(fault));
  cs_json_text(&j, "message", what);
  cs_json_text(&j, "reason", err->text);
  cs_json_text(&j, "hint", hint(fault));
  cs_json_close(&j, '}');
  cs_json_close(&j, '}');
  cs_json_print(&j);
  return code;
}

/* What came in: the digest, and the name it has. */
static void print_added(const cs_settings *s, const char *name,
                        const char *digest) {
  if (s->json) {
    cs_json j;
    cs_json_init(&j);
    cs_json_open(&j, '{');
    cs_json_text(&j, "schema", "caisson.image-added/1");
    cs_json_text(&j, "name", name);
    cs_json_text(&j, "digest", digest);
    cs_json_close(&j, '}');
    cs_json_print(&j);
  } else if (!s->quiet) {
    printf("%s%s%s\n", name, *name ? "@" : "", digest);
  }
}

/* --- pull ---------------------------------------------------------------- */

int cs_cli_image_pull(const cs_settings *s) {
  cs_image_bar bar;
  cs_policy *rules = NULL;
  cs_imagerules keep;
  cs_image_store *store;
  char digest[CS_IMAGE_DIGEST];
  cs_error err;
  if (s->argc != 1)
    return cs_cli_fail(s, "nothing to pull", "expected one image reference",
                       "write 'caisson image pull NAME[:TAG][@DIGEST]'");
  int code = cs_effective_policy(s, &rules);
  if (code) return code;
  if (cs_imagerules_init(rules, &keep) != CS_OK) {
    cs_policy_free(rules);
    return cs_cli_fail(s, "cannot read the policy", "out of memory",
                       "close programs");
  }
  /* What may run is decided when it runs; the operator may store anything. */
  keep.image.allow_all = true;
  keep.image.insecure = s->insecure;
  if (s->ca_file) keep.image.ca_file = s->ca_file;
  code = cs_image_cli_open(s, &bar, &store);
  if (!code) {
    cs_status st = cs_manage_pull(store, &keep.image, s->argv[0], digest, &err);
    cs_image_bar_end(&bar);
    if (st == CS_OK)
      print_added(s, "", digest);
    else
      code = cs_image_cli_fail(s, store, "cannot pull the image", &err);
    cs_image_store_close(store);
  }
  cs_imagerules_fini(&keep);
  cs_policy_free(rules);
  return code;
}

/* --- load ---------------------------------------------------------------- */

static bool starts(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* A path without a word before it: a directory is a layout, a tar with
 * manifest.json a docker-archive unless it also has oci-layout. */
static bool guess(const char *path, char out[PATH_MAX + 32]) {
  struct stat st;
  if (starts(path, "oci:") || starts(path, "oci-archive:") ||
      starts(path, "docker-archive:")) {
    snprintf(out, PATH_MAX + 32, "%s", path);
    return true;
  }
  if (strlen(path) >= PATH_MAX || stat(path, &st) != 0) return false;
  snprintf(out, PATH_MAX + 32, "%s:%s",
           S_ISDIR(st.st_mode) ? "oci" : "oci-archive", path);
  return true;
}

static cs_status load_any(cs_image_store *store, const cs_settings *s,
                          char digest[CS_IMAGE_DIGEST], char name[264],
                          bool *missing, cs_error *err) {
  char reference[PATH_MAX + 32], other[PATH_MAX + 32];
  if (!guess(s->argv[0], reference)) {
    *missing = true;
    return cs_error_os(err, "cannot open %.120s", s->argv[0]);
  }
  cs_status st = cs_manage_load(store, reference, s->name, digest, name, err);
  bool guessed = !starts(s->argv[0], "oci");
  if (st == CS_OK || !guessed || !starts(reference, "oci-archive:") ||
      cs_image_why(store) != CS_IMAGE_FAULT_CORRUPT ||
      !strstr(err->text, "oci-layout"))
    return st;
  snprintf(other, sizeof other, "docker-archive:%.4095s", s->argv[0]);
  return cs_manage_load(store, other, s->name, digest, name, err);
}

int cs_cli_image_load(const cs_settings *s) {
  cs_image_bar bar;
  cs_image_store *store;
  char digest[CS_IMAGE_DIGEST], name[264];
  cs_error err;
  bool missing = false;
  if (s->argc != 1)
    return cs_cli_fail(s, "nothing to load", "expected one FILE or DIR",
                       "see 'caisson help image load'");
  int code = cs_image_cli_open(s, &bar, &store);
  if (code) return code;
  cs_status st = load_any(store, s, digest, name, &missing, &err);
  cs_image_bar_end(&bar);
  if (st == CS_OK)
    print_added(s, name, digest);
  else if (missing)
    code = cs_cli_fail(s, "cannot load the image", err.text, "check the path");
  else
    code = cs_image_cli_fail(s, store, "cannot load the image", &err);
  cs_image_store_close(store);
  return code;
}

int cs_cli_image_import(const cs_settings *s) {
  cs_image_bar bar;
  cs_image_store *store;
  char digest[CS_IMAGE_DIGEST];
  cs_error err;
  if (s->argc != 2)
    return cs_cli_fail(s, "nothing to import",
                       "expected a directory or tar, and a name",
                       "write 'caisson image import DIR|TAR NAME[:TAG]'");
  int code = cs_image_cli_open(s, &bar, &store);
  if (code) return code;
  cs_status st = cs_manage_import(store, s->argv[0], s->argv[1], digest, &err);
  cs_image_bar_end(&bar);
  if (st == CS_OK)
    print_added(s, s->argv[1], digest);
  else
    code = cs_image_cli_fail(s, store, "cannot import the image", &err);
  cs_image_store_close(store);
  return code;
}

/* --- save ---------------------------------------------------------------- */

static cs_status save_to(cs_image_store *store, const cs_settings *s,
                         cs_error *err) {
  if (!s->output || strcmp(s->output, "-") == 0)
    return cs_manage_save(store, s->argv[0], STDOUT_FILENO, err);
  char part[PATH_MAX];
  int n = snprintf(part, sizeof part, "%s.part", s->output);
  if (n >= PATH_MAX)
    return cs_error_set(err, CS_EINVAL, "the name of the file is too long");
  CS_AUTO_FD
  int fd =
      open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (fd < 0) return cs_error_os(err, "cannot write %.120s", part);
  cs_status st = cs_manage_save(store, s->argv[0], fd, err);
  if (st == CS_OK && rename(part, s->output) != 0)
    st = cs_error_os(err, "cannot write %.120s", s->output);
  if (st != CS_OK) (void)unlink(part);
  return st;
}

int cs_cli_image_save(const cs_settings *s) {
  cs_image_bar bar;
  cs_image_store *store;
  cs_error err;
  if (s->argc != 1)
    return cs_cli_fail(s, "nothing to save", "expected one image",
                       "write 'caisson image save NAME -o FILE'");
  if (!s->output && isatty(STDOUT_FILENO))
    return cs_cli_fail(s, "cannot save to a terminal", "no FILE was given",
                       "add -o FILE");
  int code = cs_image_cli_open(s, &bar, &store);
  if (code) return code;
  cs_status st = save_to(store, s, &err);
  cs_image_bar_end(&bar);
  if (st != CS_OK)
    code = cs_image_cli_fail(s, store, "cannot save the image", &err);
  else if (s->json && s->output && strcmp(s->output, "-") != 0)
    puts("{\"schema\": \"caisson.image-saved/1\", \"status\": \"ok\"}");
  cs_image_store_close(store);
  return code;
}
