/*
 * runner.h - a CPython in a jail that takes code over a private descriptor.
 *
 * The other side is src/jail/runner with somebody else's code in the same
 * process: every byte it sends is hostile.  Frames are a length, a kind and
 * values; lengths are checked before memory is taken.  What it prints arrives
 * on two pipes and is read all the time; what was printed before a frame was
 * sent is always given out before that frame.
 *
 * Who speaks when: the host sends a START; the runner answers with CALL or WAIT
 * any number of times, for each of which it gets exactly one answer, and ends
 * with DONE or RAISED. SET, GET, TOOL, WORDS, CHECK and REPR are answered by
 * one STATUS each and are sent between runs only. A nonce in START comes back
 * in every frame of that run, so that frames of an earlier one, sent by a fork
 * that lives on, are noticed.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_RUNNER_H
#define CS_JAIL_RUNNER_H

#include "base/buf.h"
#include "jail/jail.h"

/* Frames to the runner; the values named follow. */
typedef enum cs_runner_op {
  CS_RUNNER_START = 1, /* nonce, file name, flags, code */
  CS_RUNNER_VALUE,     /* the answer: a value */
  CS_RUNNER_RAISE,     /* the answer: an EXCEPTION */
  CS_RUNNER_PENDING,   /* the answer comes later */
  CS_RUNNER_UNDEFINED, /* nobody knows this tool */
  CS_RUNNER_SET,       /* name, value */
  CS_RUNNER_GET,       /* name */
  CS_RUNNER_TOOL,      /* name, signature or None, doc or None, flags */
  CS_RUNNER_WORDS,     /* is it sys.path, list of texts */
  CS_RUNNER_CHECK,     /* file name, code */
  CS_RUNNER_REPR       /* of the last result */
} cs_runner_op;

/* Frames from the runner. */
typedef enum cs_runner_news {
  CS_RUNNER_CALL = 20, /* nonce, number, name, TUPLE, DICT */
  CS_RUNNER_WAIT,      /* nonce, seconds or -1.0 */
  CS_RUNNER_DONE,      /* nonce, is there a value, value */
  CS_RUNNER_RAISED,    /* nonce, type, text, exit code, chain, invalid */
  CS_RUNNER_STATUS     /* status, what was asked for */
} cs_runner_news;

/* Owned descriptors are closed and buffers freed by cs_runner_close. */
typedef struct cs_runner {
  cs_jail jail;
  int channel; /* owned */
  int out[2];  /* owned; what it prints */
  int end;     /* owned; readable when a zygote's fork has ended, though others
                  of its jail may hold the channel open; -1: process 1 watches */
  cs_buf in;   /* bytes received; `used` of them are given out */
  size_t used;
  cs_buf text;          /* the last output */
  bool large;           /* it sent more than a message may have */
  bool gone;            /* the channel ended */
  bool greeted;         /* a fork of a zygote said its first byte */
  bool (*wait)(void *); /* asked while the channel is full; false: give up */
  void *wait_arg;
} cs_runner;

typedef struct cs_runner_spec {
  const char *python; /* absolute path; NULL: /usr/bin/python3 */
  cs_jail_spec jail;  /* mounts, environment, limits, flags */
} cs_runner_spec;

/* Start one; it is ready when it answers.  After a failure nothing is left. */
cs_status cs_runner_open(const cs_jail_kit *kit, const cs_runner_spec *spec,
                         size_t message, cs_runner *r,
                         cs_error *err) CS_MUST_CHECK;
/* For those who start one otherwise: nothing yet; its three pairs of
 * descriptors, the far ends (channel, stdout, stderr) for the caller. */
void cs_runner_init(cs_runner *r, size_t message);
bool cs_runner_pipes(cs_runner *r, int theirs[3]) CS_MUST_CHECK;
/* Kill everything, free everything. */
void cs_runner_close(cs_runner *r);

/* Send one frame; CS_EOS: the runner is gone. Blocks while the channel is full,
 * as long as `wait` says so. */
cs_status cs_runner_send(cs_runner *r, cs_runner_op op, const void *body,
                         size_t n) CS_MUST_CHECK;

typedef enum cs_runner_event {
  CS_RUNNER_NOTHING, /* the time is over */
  CS_RUNNER_OUTPUT,  /* `text`, of `stream` */
  CS_RUNNER_FRAME,   /* kind, body: borrowed until the next call */
  CS_RUNNER_GONE     /* it ended, or sent what is no frame */
} cs_runner_event;

typedef struct cs_runner_got {
  int stream;
  uint8_t kind;
  const char *data;
  size_t len;
} cs_runner_got;

/* The next thing to know, within `ms`. What it gives is borrowed until the next
 * call; hostile in any case. */
cs_runner_event cs_runner_next(cs_runner *r, int ms, cs_runner_got *got);

#endif
