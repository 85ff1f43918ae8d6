/*
 * prompt.h - one line from the user: edited on a terminal, plain otherwise.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_PROMPT_H
#define CS_CLI_PROMPT_H

#include "cli/lines.h"

typedef struct cs_prompt cs_prompt;

typedef enum cs_prompt_event {
  CS_PROMPT_LINE,
  CS_PROMPT_END,   /* end of input */
  CS_PROMPT_CANCEL /* Ctrl-C at the prompt */
} cs_prompt_event;

/* SIGINT must be blocked while a prompt exists.  NULL: no memory. */
cs_prompt *cs_prompt_new(cs_lines *plain);
void cs_prompt_free(cs_prompt *p);
/* Is a person typing? */
bool cs_prompt_is_terminal(const cs_prompt *p);
/* The next line with its newline, borrowed until the next call. */
cs_prompt_event cs_prompt_read(cs_prompt *p, const char *text,
                               const char **line, size_t *len);
/* Remember a whole statement. */
void cs_prompt_note(cs_prompt *p, const char *text);

#endif
