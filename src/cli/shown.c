/*
 * shown.c - what a run displayed, as files: --displays DIR.
 *
 * Types and bytes are the program's: endings come from a table of ours, names
 * are numbers, and a file appears by renaming, so that a link that waits there
 * leads nowhere.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/shown.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/file.h"
#include "base/wire.h"

/* The best form first. */
static const char *const types[][2] = {
    {"image/png", "png"},     {"image/jpeg", "jpg"},
    {"image/gif", "gif"},     {"image/webp", "webp"},
    {"image/svg+xml", "svg"}, {"application/pdf", "pdf"},
    {"text/html", "html"},    {"text/markdown", "md"},
    {"text/latex", "tex"},    {"application/json", "json"},
    {"text/plain", "txt"},
};

#define NTYPES (sizeof types / sizeof *types)

typedef struct form {
  const char *mime;
  size_t mime_len;
  const char *data;
  size_t len;
  char file[32];
} form;

static size_t rank(const char *mime, size_t len) {
  size_t i = 0;
  while (i < NTYPES &&
         (strlen(types[i][0]) != len || memcmp(types[i][0], mime, len) != 0))
    i++;
  return i;
}

static bool read_data(cs_wire_in *in, form *f) {
  const void *bytes;
  cs_wire_in look = *in;
  if (!cs_wire_get_str(&look, &f->data, &f->len)) {
    look = *in;
    if (!cs_wire_get_bytes(&look, &bytes, &f->len)) return false;
    f->data = bytes;
  }
  *in = look;
  return true;
}

/* The best form of a display, or its first one. */
static bool best_form(const cs_session *s, size_t i, form *out) {
  size_t len, best = NTYPES + 1;
  uint32_t n;
  const void *bytes = cs_session_display(s, i, &len);
  cs_wire_in in = cs_wire_read(bytes, len);
  if (!cs_wire_get_dict(&in, &n)) return false;
  for (uint32_t k = 0; k < n; k++) {
    form f;
    if (!cs_wire_get_str(&in, &f.mime, &f.mime_len) || !read_data(&in, &f))
      return false;
    size_t at = rank(f.mime, f.mime_len);
    if (at >= best) continue;
    best = at;
    *out = f;
  }
  snprintf(out->file, sizeof out->file, "%zu.%s", i + 1,
           best < NTYPES ? types[best][1] : "bin");
  return best <= NTYPES;
}

int cs_shown_open(const cs_settings *s, int *dir) {
  *dir = -1;
  if (!s->displays) return 0;
  if (mkdir(s->displays, 0777) == 0 || errno == EEXIST)
    *dir = open(s->displays, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (*dir >= 0) return 0;
  char what[256];
  snprintf(what, sizeof what, "cannot write into '%.200s'", s->displays);
  return cs_cli_fail(s, what, strerror(errno),
                     "name a folder that exists or can be made");
}

static bool write_form(int dir, const form *f) {
  char beside[48];
  size_t done;
  snprintf(beside, sizeof beside, ".%s.%d", f->file, (int)getpid());
  CS_AUTO_FD
  int fd = openat(dir, beside,
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (fd < 0) return false;
  if (cs_file_write(fd, f->data, f->len, &done) &&
      renameat(dir, beside, dir, f->file) == 0)
    return true;
  int e = errno;
  (void)unlinkat(dir, beside, 0);
  errno = e;
  return false;
}

int cs_shown_write(const cs_guest *g, int dir) {
  uint64_t cut;
  const cs_settings *s = g->settings;
  size_t n = dir < 0 ? 0 : cs_session_displays(g->session, &cut);
  for (size_t i = 0; i < n; i++) {
    form f = {0};
    if (!best_form(g->session, i, &f) || write_form(dir, &f)) continue;
    char what[256];
    snprintf(what, sizeof what, "cannot write '%.180s/%s'", s->displays,
             f.file);
    return cs_cli_fail(s, what, strerror(errno),
                       "name another folder with --displays");
  }
  if (!n || s->json || s->quiet) return 0;
  fprintf(stderr, "caisson: wrote %zu display%s to %s", n, n == 1 ? "" : "s",
          s->displays);
  if (cut) fprintf(stderr, "; %llu left out", (unsigned long long)cut);
  fputc('\n', stderr);
  return 0;
}

void cs_shown_tell(const cs_guest *g, cs_json *j) {
  uint64_t cut;
  size_t n = cs_session_displays(g->session, &cut);
  if (!n && !cut) return;
  cs_json_key(j, "displays");
  cs_json_open(j, '[');
  for (size_t i = 0; i < n; i++) {
    form f = {0};
    if (!best_form(g->session, i, &f)) continue;
    cs_json_key(j, NULL);
    cs_json_open(j, '{');
    cs_json_bytes(j, "mime", f.mime, f.mime_len);
    cs_json_int(j, "bytes", (int64_t)f.len);
    if (g->settings->displays) cs_json_text(j, "file", f.file);
    cs_json_close(j, '}');
  }
  cs_json_close(j, ']');
  if (cut) cs_json_int(j, "displays_cut", (int64_t)cut);
}
