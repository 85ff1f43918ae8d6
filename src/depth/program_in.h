/*
 * program_in.h - the state of a program in a jail, for program*.c only.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_DEPTH_PROGRAM_IN_H
#define CS_DEPTH_PROGRAM_IN_H

#include <stdatomic.h>

#include "depth/program.h"

#define PROGRAM_MOUNTS 32
#define PROGRAM_ENV    256

/* A program's way out; program_way.c. */
typedef struct cs_program_way cs_program_way;

typedef struct names {
  char **at; /* owned */
  size_t n;
} names;

struct cs_program {
  cs_jails *jails; /* borrowed */
  cs_program_limits limits;
  cs_runner runner;
  cs_jail_limits whole; /* of its jail */
  bool live;            /* there is a process */
  uint64_t runs;        /* that it had */
  bool running;         /* it owes us an answer */
  bool dying;           /* it was killed; what it printed is being read */
  int patience;         /* slices until that is given up */
  const char *because;  /* dying: the limit */
  uint64_t begun_us;    /* when this run began */
  uint64_t asked_us;    /* when the last question that runs no program did */
  uint64_t look_us;     /* when to look at the processor time again */
  bool (*poll)(void *);
  void *poll_arg;
  atomic_bool interrupted;
  cs_jail_mount mounts[PROGRAM_MOUNTS]; /* texts, descriptors owned */
  size_t nmounts;
  char cwd[1024];             /* "": /tmp */
  char *env[PROGRAM_ENV + 1]; /* owned */
  size_t nenv;
  names tools;
  cs_buf setup;      /* frames that every process gets first */
  cs_buf once;       /* frames that the next process gets */
  cs_wire out;       /* the frame that is being written */
  cs_runner_op op;   /* what the next run sends; 0: nothing */
  int64_t nonce;     /* of the run */
  uint64_t calls;    /* made by this process */
  uint64_t *pending; /* owned; numbers, in order */
  size_t npending, pending_room;
  /* the last stop; pointers reach into the runner's buffers */
  cs_stop stop;
  cs_ask kind;
  double timeout;
  const char *name, *text, *output;
  size_t name_len, text_len, output_len;
  int stream, exit_code;
  const void *args, *result, *chain;
  size_t args_len, result_len, chain_len;
  bool has_result, invalid;
  uint64_t written; /* bytes of output of this run */
  char type[64];
  char why[240];
  cs_program_way *way;  /* owned; NULL: none, or none yet */
  char refused[8][128]; /* tools that nobody registered, until they are told */
  size_t nrefused;
};

/* What the policy's egress.allow needs, started once and put into `jail`;
 * variables are appended to `env`, which has `room` places. */
cs_status cs_program_way_fit(cs_program *p, cs_jail_spec *jail,
                             const char **env, size_t *n, size_t room,
                             cs_error *err) CS_MUST_CHECK;
/* Hear what was refused, without waiting. */
void cs_program_way_turn(cs_program *p);
void cs_program_way_close(cs_program *p);

#endif
