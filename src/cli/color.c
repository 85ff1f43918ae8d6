/*
 * color.c - whether our own words may be coloured, and how.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/color.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_set(const char *name) {
  const char *v = getenv(name);
  return v && *v && strcmp(v, "0") != 0;
}

bool cs_color_is_on(const cs_settings *s, int fd) {
  const char *term = getenv("TERM"), *no = getenv("NO_COLOR");
  if (s && s->color && strcmp(s->color, "always") == 0) return true;
  if (s && s->color && strcmp(s->color, "never") == 0) return false;
  if (no && *no) return false;
  if (is_set("CLICOLOR_FORCE")) return true;
  return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

void cs_color_name(const cs_settings *s) {
  bool on = cs_color_is_on(s, STDERR_FILENO);
  fputs(on ? "\033[1;31mcaisson:\033[0m " : "caisson: ", stderr);
}

void cs_color_head(const cs_settings *s, const char *text) {
  bool on = cs_color_is_on(s, STDOUT_FILENO);
  printf("%s%s:%s\n", on ? "\033[1m" : "", text, on ? "\033[0m" : "");
}
