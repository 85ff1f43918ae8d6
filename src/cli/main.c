/*
 * main.c - the caisson command: find the verb, hand over.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"

static int usage(FILE *to) {
  fputs("usage: caisson VERB [OPTIONS] ...\n\n"
        "  run FILE|-|-c CODE   run Python code in the sandboxed engine\n"
        "  version              print the version\n"
        "  help                 print this text\n\n"
        "examples:\n"
        "  caisson run script.py\n"
        "  caisson run -c 'print(1 + 2)'\n",
        to);
  return to == stdout ? 0 : 125;
}

int main(int argc, char **argv) {
  if (argc < 2) return usage(stderr);
  const char *verb = argv[1];
  if (strcmp(verb, "run") == 0) return cs_cli_run(argc - 1, argv + 1);
  if (strcmp(verb, "version") == 0 || strcmp(verb, "-V") == 0 ||
      strcmp(verb, "--version") == 0) {
    puts("caisson 0.1.0");
    return 0;
  }
  if (strcmp(verb, "help") == 0 || strcmp(verb, "--help") == 0 ||
      strcmp(verb, "-h") == 0)
    return usage(stdout);
  fprintf(stderr, "caisson: unknown verb '%s'; see 'caisson help'\n", verb);
  return 125;
}
