/*
 * options.h - one table of options for parsing, help, manual and completion.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_CLI_OPTIONS_H
#define CS_CLI_OPTIONS_H

#include "cli/verbs.h"

typedef enum cs_option_kind {
  CS_OPTION_FLAG,   /* bool */
  CS_OPTION_TEXT,   /* const char * */
  CS_OPTION_CHOICE, /* const char *: one of `value`, "auto|always|never" */
  CS_OPTION_SIZE,   /* uint64_t: 64k, 512m, 2g */
  CS_OPTION_COUNT,  /* uint64_t: 1000, 5k, 2m, 1g in powers of 1000 */
  CS_OPTION_TIME,   /* double, seconds: 500ms, 30s, 5m */
  CS_OPTION_WORDS   /* cs_words: may be given again and again */
} cs_option_kind;

typedef enum cs_option_group { /* headings of help, in this order */
                               CS_GROUP_MAIN,
                               CS_GROUP_GRANT,
                               CS_GROUP_LIMIT,
                               CS_GROUP_PLACE,
                               CS_GROUP_RECORD,
                               CS_GROUP_OUTPUT,
                               CS_GROUPS
} cs_option_group;
extern const char *const cs_group_names[CS_GROUPS];

typedef struct cs_option {
  char letter;      /* 0: none */
  const char *name; /* NULL: none */
  cs_option_kind kind;
  cs_option_group group;
  const char *value; /* how help calls the value: FILE and DIR are completed;
                        with | between them, the words to choose from; NULL
                        for a flag */
  const char *help;  /* NULL: not listed (test builds) */
  uint64_t verbs;    /* CS_FOR(...), CS_IN_BOX */
  size_t field;      /* offset in cs_settings */
} cs_option;

/* The table; the last row has neither letter nor name. */
extern const cs_option cs_option_table[];

void cs_options_default(cs_settings *s);

/* Does help show this option for the verb? */
bool cs_option_is_shown(const cs_option *o, const cs_verb *v);

/* The environment variable that stands in for the option, CAISSON_MAX_OUTPUT
 * for --max-output; false: there is none. */
bool cs_option_variable(const cs_option *o, char *out, size_t room);
/* Take what those variables say.  Returns 0, or the exit code after a message.
 */
int cs_options_environment(const cs_verb *verb, cs_settings *s);

/* Read the arguments of `verb` into `*s`.  Returns 0, or the exit code after a
 * message. */
int cs_options_parse(const cs_verb *verb, int argc, char **argv,
                     cs_settings *s);

/* Was the option that fills this field (an offset) on the command line? */
bool cs_options_given(const cs_settings *s, size_t field);

/* 'exec NAME' and 'shell NAME': refuse options of the command line that have no
 * effect in a sandbox that exists.  Returns 0, or the exit code after a
 * message. */
int cs_options_in_box(const cs_settings *s, const char *name);

/* The entry of `names` that is most like `text`; NULL if none comes close.
 * The list ends with NULL. */
const char *cs_options_nearest(const char *text, const char *const *names);

#endif
