/*
 * why_tool.c - what `caisson why --path` answers, for many paths at once.
 *
 *   why_tool POLICY < QUESTIONS
 *
 * A question is a line "read PATH" or "write PATH"; its answer is a line "yes
 * REAL" or "no REAL", REAL being where links lead ("" for nowhere), or "?" and
 * why it cannot be told.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>
#include <string.h>

#include "policy/load.h"
#include "session/seen.h"

static void answer(const cs_policy *p, const char *path, bool write) {
  char real[CS_VFS_PATH] = "";
  cs_decision d = {0};
  cs_error err = {0};
  if (cs_seen_decide(p, path, write, &d, real, &err) != CS_OK)
    printf("? %s\n", err.text);
  else
    printf("%s %s\n", d.allowed ? "yes" : "no", real);
}

int main(int argc, char **argv) {
  char line[8192];
  cs_policy *p = NULL;
  cs_policy_fault fault;
  if (argc != 2) return 2;
  if (cs_load_file(argv[1], CS_POLICY_OWNER, &p, &fault) != CS_OK) {
    fprintf(stderr, "%s\n", fault.text);
    return 1;
  }
  while (fgets(line, sizeof line, stdin)) {
    char *path = strchr(line, ' ');
    line[strcspn(line, "\n")] = 0;
    if (!path) return 2;
    answer(p, path + 1, line[0] == 'w');
  }
  cs_policy_free(p);
  return 0;
}
