/*
 * re_trie.c - lists of words, arranged by their first characters.
 *
 * foo|bar|far becomes f(?:oo|ar)|bar: PCRE2 tries alternatives one by one, so
 * a list of 1 000 words would cost 1 000 steps per position.  Words that start
 * differently exclude each other and may change places; words that start alike
 * keep their order, because the first one that matches wins.  A word that is
 * used up (foo in foo|foobar) divides those before it from those behind it.
 *
 * The levels are limited to LEVELS; deeper down the words stay as they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "py/mod/re_class.h"
#include "py/mod/re_parser.h"

#define LEVELS     4
#define FEWEST     4 /* words worth arranging */
#define BUCKETS    256
#define NO_WORD    UINT32_MAX
#define COST_LIMIT (UINT32_C(1) << 20)

typedef struct word {
  const uint32_t *text; /* code points         */
  uint32_t len;         /* of them             */
  uint32_t next;        /* with the same start */
} word;

/* Words that share a start, in their order. */
typedef struct chain {
  uint32_t head, tail;
  uint32_t count;
} chain;

/* Workspace of one level. */
typedef struct shelf {
  chain chains[BUCKETS];
  uint32_t order[BUCKETS + 1]; /* buckets in use, by first word */
} shelf;

typedef struct arranger {
  cs_re_parser *p;
  word *words;
  shelf *shelves; /* one per level */
  bool fold;      /* upper and lower case ASCII are the same */
} arranger;

static void emit_words(arranger *a, uint32_t group, const chain *list,
                       uint32_t at, uint32_t level);

static uint32_t key_of(const arranger *a, uint32_t cp) {
  return a->fold && cp >= 'A' && cp <= 'Z' ? cp + 32 : cp;
}

static void append(arranger *a, chain *c, uint32_t w) {
  a->words[w].next = NO_WORD;
  if (c->count++ == 0)
    c->head = w;
  else
    a->words[c->tail].next = w;
  c->tail = w;
}

/* Separate alternatives: the first one needs no mark. */
static void emit_bar(arranger *a, uint32_t group, bool *first) {
  if (!*first) {
    cs_re_parser_emit(a->p, CS_RE_ALT, group);
    a->p->tree->groups[group].alts++;
  }
  *first = false;
}

static void emit_rest(arranger *a, uint32_t w, uint32_t at) {
  for (; at < a->words[w].len; at++)
    cs_re_parser_emit(a->p, CS_RE_CHAR, a->words[w].text[at]);
}

/* How long the words of a chain are alike from `at` on. */
static uint32_t common(const arranger *a, const chain *c, uint32_t at) {
  const word *first = &a->words[c->head];
  uint32_t end = first->len;
  for (uint32_t w = first->next; w != NO_WORD; w = a->words[w].next) {
    const word *other = &a->words[w];
    uint32_t i = at;
    while (i < end && i < other->len &&
           key_of(a, other->text[i]) == key_of(a, first->text[i]))
      i++;
    end = i;
  }
  return end;
}

/* A chain of several words: what they share, then a group of the rests. */
static void emit_chain(arranger *a, const chain *c, uint32_t at,
                       uint32_t level) {
  cs_re_tree *t = a->p->tree;
  uint32_t end = common(a, c, at);
  for (uint32_t i = at; i < end; i++)
    cs_re_parser_emit(a->p, CS_RE_CHAR, a->words[c->head].text[i]);
  if (!cs_re_parser_grow(a->p, (void **)&t->groups, &a->p->group_room,
                         t->group_count, sizeof *t->groups))
    return;
  uint32_t group = t->group_count++;
  uint32_t open = cs_re_parser_emit(a->p, CS_RE_OPEN, group);
  t->groups[group] = (cs_re_group){.kind = CS_RE_PLAIN, .open = open};
  emit_words(a, group, c, end, level + 1);
  t->groups[group].close = cs_re_parser_emit(a->p, CS_RE_CLOSE, group);
}

/* Write down what the printer wants to know about a group of words. */
static void note_word(arranger *a, cs_re_group *g, uint32_t w, uint32_t at) {
  const word *it = &a->words[w];
  if (it->len == at) {
    g->nullable = g->murky = true;
  } else {
    cs_re_chars c = cs_re_class_char(it->text[at], a->p->flags, a->p->x.bytes);
    cs_re_class_merge(&g->first, &c);
  }
  g->cost += it->len - at + 1;
  if (g->cost > COST_LIMIT) g->cost = COST_LIMIT;
}

/* The words of `list` from `*w` on that are not used up, sorted into chains by
 * character `at`.  Characters beyond the table share a bucket; their words
 * are alternatives like any other, just not arranged. */
static uint32_t sort_chains(arranger *a, uint32_t w, uint32_t at, shelf *s) {
  uint32_t used = 0;
  for (uint32_t i = 0; i < BUCKETS; i++) s->chains[i].count = 0;
  while (w != NO_WORD && a->words[w].len > at) {
    uint32_t next = a->words[w].next;
    uint32_t key = key_of(a, a->words[w].text[at]);
    uint32_t slot = key < BUCKETS - 1 ? key : BUCKETS - 1;
    if (s->chains[slot].count == 0) s->order[used++] = slot;
    append(a, &s->chains[slot], w);
    w = next;
  }
  s->order[used] = w; /* the word that ended the run, or none */
  return used;
}

static void emit_each(arranger *a, uint32_t group, const chain *c, uint32_t at,
                      bool *first) {
  for (uint32_t w = c->head; w != NO_WORD; w = a->words[w].next) {
    emit_bar(a, group, first);
    emit_rest(a, w, at);
  }
  if (c->count > 1) a->p->tree->groups[group].murky = true;
}

/* The alternatives of a group: runs of chains, divided by used-up words. */
static void emit_words(arranger *a, uint32_t group, const chain *list,
                       uint32_t at, uint32_t level) {
  cs_re_tree *t = a->p->tree;
  bool first = true;
  for (uint32_t w = list->head; w != NO_WORD; w = a->words[w].next)
    note_word(a, &t->groups[group], w, at);
  if (level == LEVELS) {
    emit_each(a, group, list, at, &first);
    return;
  }
  shelf *s = &a->shelves[level];
  for (uint32_t w = list->head; w != NO_WORD;) {
    uint32_t used = sort_chains(a, w, at, s);
    for (uint32_t i = 0; i < used; i++) {
      const chain *c = &s->chains[s->order[i]];
      if (s->order[i] == BUCKETS - 1 || c->count == 1) {
        emit_each(a, group, c, at, &first);
      } else {
        emit_bar(a, group, &first);
        emit_chain(a, c, at, level);
      }
    }
    w = s->order[used];
    if (w == NO_WORD) break;
    emit_bar(a, group, &first); /* a used-up word is an empty alternative */
    w = a->words[w].next;
  }
}

/* Copy the words out of the ops.  Without memory nothing is arranged. */
static bool read_words(arranger *a, const cs_re_group *g, chain *list) {
  const cs_re_tree *t = a->p->tree;
  uint32_t from = g->open + 1, to = t->op_count;
  a->words = cs_scratch_take(a->p->scratch, (g->alts + 1) * sizeof *a->words);
  a->shelves = cs_scratch_take(a->p->scratch, LEVELS * sizeof *a->shelves);
  uint32_t *text =
      cs_scratch_take(a->p->scratch, (to - from + 1) * sizeof *text);
  if (!a->words || !a->shelves || !text) return false;
  uint32_t n = 0;
  a->words[0] = (word){.text = text};
  for (uint32_t i = from; i < to; i++) {
    if (t->ops[i].kind == CS_RE_ALT) {
      append(a, list, n++);
      a->words[n] = (word){.text = text};
    } else {
      *text++ = t->ops[i].arg;
      a->words[n].len++;
    }
  }
  append(a, list, n);
  return true;
}

/* Whether characters that differ can never match the same: always without
 * regard to case switched off, and then for ASCII. */
static bool is_arrangeable(const cs_re_tree *t, const cs_re_group *g) {
  if (g->alts + 1 < FEWEST) return false;
  for (uint32_t i = g->open + 1; i < t->op_count; i++)
    if ((t->ops[i].flags & CS_RE_IGNORECASE) && t->ops[i].kind == CS_RE_CHAR &&
        t->ops[i].arg > 127)
      return false;
  return true;
}

bool cs_re_parser_arrange(cs_re_parser *p, uint32_t group) {
  cs_re_tree *t = p->tree;
  cs_re_group *g = &t->groups[group];
  chain list = {.count = 0};
  if (!is_arrangeable(t, g)) return false;
  uint32_t flags = t->ops[g->open + 1].flags;
  arranger a = {.p = p, .fold = (flags & CS_RE_IGNORECASE) != 0};
  if (!read_words(&a, g, &list)) return false;
  uint32_t saved = p->flags;
  p->flags = flags;
  t->op_count = g->open + 1;
  g->alts = 0;
  g->murky = false;
  emit_words(&a, group, &list, 0, 0);
  p->flags = saved;
  return true;
}
