/*
 * tokens.h - who may use a server over HTTP.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_TOKENS_H
#define CS_CLI_TOKENS_H

#include "cli/cli.h"

#define CS_TOKENS_MAX 64
#define CS_TOKEN_MIN  16 /* characters: shorter ones can be guessed */

typedef struct cs_tokens {
  const char *at[2 * CS_TOKENS_MAX]; /* NAME, TOKEN, ...; inside of `text` */
  size_t n;                          /* how many names */
  char *text;                        /* owned */
} cs_tokens;

/* From --token-file, else from the environment's `variable`, else a new one
 * that is told on stderr.  Messages are printed.  Returns 0 or an exit code. */
int cs_tokens_load(const cs_settings *s, const char *variable, cs_tokens *t);
void cs_tokens_fini(cs_tokens *t);

#endif
