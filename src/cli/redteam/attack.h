/*
 * attack.h - one attack of `caisson redteam`: a program, and where it runs.
 *
 * The program ends with code 77 if it got what it wanted and with 0 if not; it
 * has two helpers, attempt(WAY...) and read(PATH).  Around it is an arena, a
 * directory of its own:
 *
 *   outside/key     a canary that nothing mounts; evil.py, a module
 *   in/             a directory that attacks mount: plain, private/key, links
 *                   out (relative), abs, file, inner; .git with hooks
 *   in/AGENTS.md    a link to notes, in/bare.git a repository without hooks
 *   alias           a link to in
 *   state/          XDG_STATE_HOME
 *
 * In options, policies and programs "@" is the arena, "#" a number from 3 to 9
 * (the attack is made with each), "~P" the port of a listener on this host.
 *
 * A program of the host (CS_ATTACK_HOST) runs outside of every sandbox, with
 * C(WORD...), which runs caisson, and FREE, which is true in the control.
 *
 * The control makes the same attack where it is allowed to succeed.  A probe
 * that notices nothing there is broken, and proves nothing.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_REDTEAM_ATTACK_H
#define CS_CLI_REDTEAM_ATTACK_H

#include <stddef.h>

#define CS_ATTACK_WORDS 8

enum {
  CS_ATTACK_INTERP = 1, /* the engine in this process */
  CS_ATTACK_WORKER = 2, /* the engine in a worker */
  CS_ATTACK_PROCESS = 4,
  CS_ATTACK_IMAGE = 8, /* a sandbox over the host's programs; no -v there */
  CS_ATTACK_HOST = 16, /* a program of the host: what commands do for others */
  CS_ATTACK_ENGINE = CS_ATTACK_INTERP | CS_ATTACK_WORKER,
  CS_ATTACK_ALL = CS_ATTACK_ENGINE | CS_ATTACK_PROCESS
};

/* What else counts as withstood, and what the control is. */
enum {
  CS_ATTACK_ENDED = 1,   /* a limit ends it: contained */
  CS_ATTACK_REFUSED = 2, /* nothing starts: held */
  CS_ATTACK_BARE = 4,    /* control: a Python of this host, no sandbox */
  CS_ATTACK_JAIL = 16,   /* a program of the host that needs jails */
  CS_ATTACK_FREE = 8     /* control: the options and policy below, or FREE */
};

/* Where and how the program is started. */
typedef struct cs_attack_run {
  const char *options[CS_ATTACK_WORDS]; /* of caisson run; NULL at the end */
  const char *policy;                   /* a file's text; NULL: none */
  const char *project; /* caisson.yaml of the current directory; NULL: none */
} cs_attack_run;

typedef struct cs_attack {
  const char *id;    /* of the attack list: never changes */
  const char *title; /* what is tried */
  unsigned depths;   /* CS_ATTACK_* */
  unsigned flags;    /* CS_ATTACK_* */
  cs_attack_run run, control;
  const char *code;
} cs_attack;

/* The tables, one for each file. */
typedef struct cs_attack_list {
  const cs_attack *at;
  size_t n;
} cs_attack_list;
extern const cs_attack_list cs_attacks_engine, cs_attacks_objects,
    cs_attacks_files, cs_attacks_system, cs_attacks_control, cs_attacks_image,
    cs_attacks_host;

#endif
