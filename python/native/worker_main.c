/*
 * worker_main.c - caisson-worker, the program that the package starts.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "caisson.h"

int main(int argc, char **argv) {
  if (cs_workers_called(argc, argv)) return cs_workers_main(argc, argv);
  fputs("caisson-worker: started by the caisson package, not by hand\n",
        stderr);
  return 125;
}
