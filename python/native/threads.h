/*
 * threads.h - threads for jobs that know nothing of Python.
 *
 * They are shared by the whole process and never have the interpreter's lock,
 * so that whoever has it never waits for one of them.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_PYTHON_THREADS_H
#define CS_PYTHON_THREADS_H

#include <stdbool.h>

/* The first member of what is to be done; `work` may free it. */
typedef struct cs_job {
  struct cs_job *next;
  void (*work)(struct cs_job *job);
} cs_job;

/* Have it done, soon; false: there is no thread to be had. */
bool cs_threads_do(cs_job *job);

/* In the child of a fork, which has none of its parent's threads. */
void cs_threads_forget(void);

#endif
