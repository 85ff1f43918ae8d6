/*
 * schema.h - the fields of a policy as a table.
 *
 * cs_schema[id] describes one field; ids are those of fields.h, in its order,
 * which is also the order of every listing.  Entries of lists and maps are
 * described by shapes, which are small tables of the same kind: a mount is the
 * shape {host, guest, mode, ...}.  A shape may have a text form: "api.x.org" is
 * short for {host: api.x.org}.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_POLICY_SCHEMA_H
#define CS_POLICY_SCHEMA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "policy/fields.h"

typedef enum cs_policy_field {
#define X(id, ...) CS_POLICY_##id,
  CS_POLICY_FIELD_LIST(X)
#undef X
      CS_POLICY_FIELDS
} cs_policy_field;

typedef enum cs_field_type {
  CS_TYPE_BOOL,
  CS_TYPE_COUNT, /* decimal integer */
  CS_TYPE_SIZE,  /* bytes, or 64KiB, 512MiB, 2GiB */
  CS_TYPE_TIME,  /* milliseconds, or 500ms, 30s, 5m, 2h */
  CS_TYPE_CPUS,  /* 1.5; stored as thousandths */
  CS_TYPE_WORD,  /* one of `words` */
  CS_TYPE_TEXT,
  CS_TYPE_LIST,
  CS_TYPE_MAP,
  CS_TYPE_SPAWN /* a bool or a list */
} cs_field_type;

/* What makes one value narrower than another. */
typedef enum cs_meet {
  CS_MEET_NUMBER,  /* less */
  CS_MEET_PERMIT,  /* false */
  CS_MEET_GUARD,   /* true */
  CS_MEET_ALLOW,   /* every entry covered by one above */
  CS_MEET_DENY,    /* every entry above still covered */
  CS_MEET_SUBSET,  /* every entry equal to one above */
  CS_MEET_ORDER,   /* an earlier word */
  CS_MEET_SOURCE,  /* none, then a fixed value, then the others */
  CS_MEET_DEPTH,   /* a stronger wall */
  CS_MEET_SPAWN,   /* false, a covered list, true */
  CS_MEET_SECRETS, /* fewer names, hosts and sites */
  CS_MEET_SAME,    /* nothing but the same */
  CS_MEET_FREE     /* not a permission */
} cs_meet;

enum {                     /* marks */
       CS_MARK_ALWAYS = 1, /* A: counts as requested */
       CS_MARK_ENGINE = 2, /* I: only at depths interp and check */
       CS_MARK_OWNER = 4   /* O: not in project files, not in calls */
};

/* What a text must look like. */
typedef enum cs_text_rule {
  CS_TEXT_ANY, /* not empty, no control characters */
  CS_TEXT_NAME,
  CS_TEXT_FILE,    /* a base name */
  CS_TEXT_WORD,    /* one of `words` */
  CS_TEXT_KEY,     /* key of the enforcement report */
  CS_TEXT_PATH,    /* absolute path */
  CS_TEXT_GLOB,    /* absolute pattern */
  CS_TEXT_INNER,   /* pattern relative to a mount */
  CS_TEXT_ENV,     /* variable name */
  CS_TEXT_ENVGLOB, /* variable name with * */
  CS_TEXT_TOOL,
  CS_TEXT_MODULE,
  CS_TEXT_PACKAGE,
  CS_TEXT_CLOCK,
  CS_TEXT_ZONE,
  CS_TEXT_RANDOM,
  CS_TEXT_HOST, /* x, *.x, **.x, * */
  CS_TEXT_IP,
  CS_TEXT_METHOD,
  CS_TEXT_PREFIX, /* begin of an URL's path */
  CS_TEXT_IMAGE,
  CS_TEXT_SECRET, /* name of a secret */
  CS_TEXT_FROM,   /* env:VAR, file:PATH, cmd:[...] */
  CS_TEXT_VALUE   /* any text, also an empty one */
} cs_text_rule;

typedef struct cs_pshape cs_pshape;

typedef struct cs_pfield {
  const char *key;
  cs_field_type type;
  bool absent;             /* has no default value */
  uint64_t number;         /* default of bools and numbers */
  const char *text;        /* default of words and texts */
  const char *const *list; /* default of lists; NULL: empty */
  uint64_t least, most;
  uint32_t marks;
  cs_meet meet;
  cs_text_rule rule;      /* of texts */
  const char *words;      /* separated by | */
  const cs_pshape *shape; /* of the entries of lists and maps; NULL: texts */
  const char *meaning;
} cs_pfield;

struct cs_pshape {
  const char *name;
  cs_text_rule rule; /* of the text form */
  cs_text_rule keys; /* maps: of the keys */
  int text_field;    /* field the text form stands for; -1: there is none */
  bool text_only;    /* there is no other form */
  const cs_pfield *fields;
  size_t nfields;
};

extern const cs_pfield cs_schema[CS_POLICY_FIELDS];

/* The field with this key, or CS_POLICY_FIELDS. */
cs_policy_field cs_schema_find(const char *key);
/* Is it a key that an enforcement report may have? */
bool cs_schema_is_report_key(const char *key);
/* The name most like `text`, in `out`; false: none comes close.  `next` gives
 * the names one by one, then NULL; each may die with the next one. */
typedef const char *(*cs_schema_next)(void *state);
bool cs_schema_nearest(const char *text, cs_schema_next next, void *state,
                       char out[64]);
/* The words of "a|b|c", for cs_schema_nearest: the state is a cs_word_walk. */
typedef struct cs_word_walk {
  const char *at;
  char word[64];
} cs_word_walk;
const char *cs_schema_next_word(void *walk);
/* Position of `word` in "a|b|c", or -1. */
int cs_schema_word(const char *words, const char *word);

#endif
