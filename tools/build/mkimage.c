/*
 * mkimage.c - run the prelude and write the warm image.
 *
 * Usage: mkimage [--pack] OUT FILE.py...
 * Files under prelude/core run first, in order of their names; those under
 * prelude/lib are library modules named by their path.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "py/engine.h"

/* mkimage itself starts without an image: zeroes are no head of one. */
const unsigned char cs_image_data[256] = {0};
const unsigned char cs_image_end[1] = {0};

static char *read_file(const char *path, size_t *len) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  char *text = NULL;
  if (fseek(f, 0, SEEK_END) == 0) {
    long n = ftell(f);
    rewind(f);
    if (n >= 0 && (text = malloc((size_t)n + 1)) != NULL) {
      *len = fread(text, 1, (size_t)n, f);
      text[*len] = 0;
    }
  }
  fclose(f);
  return text;
}

/* "…/prelude/lib/a/b.py" -> "a.b"; core files get a name with a colon. */
static char *module_name(const char *path) {
  const char *lib = strstr(path, "prelude/lib/");
  const char *core = strstr(path, "prelude/core/");
  const char *from = lib ? lib + 12 : core ? core + 13 : path;
  char *name = malloc(strlen(from) + 2);
  if (!name) return NULL;
  name[0] = ':';
  char *at = name + (lib ? 0 : 1);
  strcpy(at, from);
  char *dot = strrchr(at, '.');
  if (dot) *dot = 0;
  for (char *p = at; *p; p++)
    if (*p == '/') *p = '.';
  size_t n = strlen(at);
  if (n > 9 && strcmp(at + n - 9, ".__init__") == 0) at[n - 9] = 0;
  return name;
}

static int write_image(const char *path, const void *image, size_t len) {
  FILE *f = fopen(path, "wb");
  if (!f) return 1;
  int bad = fwrite(image, 1, len, f) != len;
  return fclose(f) != 0 || bad;
}

/* The build is over: names and texts were owned here. */
static void release(cs_source_file *files, size_t n) {
  for (size_t i = 0; i < n; i++) {
    free((void *)(uintptr_t)files[i].name);
    free((void *)(uintptr_t)files[i].text);
  }
  free(files);
}

int main(int argc, char **argv) {
  bool pack = argc > 1 && strcmp(argv[1], "--pack") == 0;
  if (pack) {
    argc--;
    argv++;
  }
  if (argc < 2) {
    fprintf(stderr, "usage: mkimage [--pack] OUT FILE.py...\n");
    return 2;
  }
  size_t n = 0;
  cs_source_file *files = calloc((size_t)argc, sizeof *files);
  if (!files) return 1;
  for (int i = 2; i < argc; i++) {
    cs_source_file *f = &files[n++];
    f->path = argv[i];
    f->name = module_name(argv[i]);
    f->text = read_file(argv[i], &f->len);
    if (!f->text || !f->name) {
      fprintf(stderr, "mkimage: cannot read %s\n", argv[i]);
      return 1;
    }
  }
  cs_engine *e = NULL;
  const void *image = NULL;
  size_t len = 0;
  cs_status st = cs_engine_build(&e, files, n, pack, &image, &len);
  if (st != CS_OK) {
    size_t k = 0;
    const char *why = e ? cs_engine_error(e, &k) : "";
    fprintf(stderr, "mkimage: %s\n%.*s\n", cs_status_text(st), (int)k, why);
    return 1;
  }
  if (write_image(argv[1], image, len)) {
    fprintf(stderr, "mkimage: cannot write %s\n", argv[1]);
    return 1;
  }
  cs_engine_free(e);
  release(files, n);
  return 0;
}
