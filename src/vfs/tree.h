/*
 * tree.h - files in memory: the upper half of an overlay.
 *
 * A tree holds what a session changed: files, directories, links, and marks
 * for host entries that are gone.  A directory may stand over a directory of
 * the host (`lower`): names that the tree does not know are then looked up
 * there.
 *
 * Invariants: a directory is in exactly one place; a file or link is in
 * `links` places; `refs` counts those places and the open handles, and the
 * node is freed with the last one.  Every byte is charged to the budget before
 * it is taken, names and nodes included, so many empty files cost as much as a
 * full one.  Entries are a skip list: sorted, and no chosen names slow it down.
 *
 * Functions that can fail return 0 or an errno number.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_VFS_TREE_H
#define CS_VFS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CS_TREE_LEVELS 16

typedef struct cs_budget {
  uint64_t used, limit; /* bytes */
  uint64_t seed;        /* of the skip lists; any number but 0 */
  uint64_t next_ino;
} cs_budget;

typedef enum cs_node_kind {
  CS_NODE_FILE = 1,
  CS_NODE_DIR = 2,
  CS_NODE_LINK = 3
} cs_node_kind;

typedef struct cs_entry cs_entry;
typedef struct cs_node cs_node;

struct cs_node {
  cs_node_kind kind;
  uint32_t mode; /* permission bits */
  uint32_t refs, links;
  uint32_t mark; /* for passes over a whole tree */
  uint64_t ino;
  int64_t atime, mtime, ctime; /* ns */
  char *data;                  /* owned: content of a file, target of a link */
  uint64_t size, room;         /* of data */
  char *lower; /* owned: host directory below, "" = the mount's root */
  cs_entry *first[CS_TREE_LEVELS]; /* owned: entries of a directory */
  uint64_t count;
};

struct cs_entry {
  cs_node *node; /* counted; NULL: the host's entry of this name is gone */
  uint32_t levels;
  char *name; /* behind `next` */
  cs_entry *next[];
};

/* Take `n` bytes of the budget: ENOSPC when it is exhausted. */
int cs_tree_charge(cs_budget *b, uint64_t n);

/* A new node with one reference and no place. */
int cs_tree_new(cs_budget *b, cs_node_kind kind, uint32_t mode, int64_t now,
                cs_node **out);
/* Give a reference back; a directory frees everything in it. */
void cs_tree_drop(cs_budget *b, cs_node *node);

/* The entry called `name`, or NULL. */
cs_entry *cs_tree_find(const cs_node *dir, const char *name);
/* Store `node` (NULL: gone) under `name`, replacing what is there.  Takes a
 * reference of its own. */
int cs_tree_put(cs_budget *b, cs_node *dir, const char *name, cs_node *node);
/* Forget the entry, if there is one. */
void cs_tree_remove(cs_budget *b, cs_node *dir, const char *name);

/* Change a file's size; new bytes are zero. */
int cs_tree_resize(cs_budget *b, cs_node *file, uint64_t size);
/* Store bytes at `at`, growing the file. */
int cs_tree_write(cs_budget *b, cs_node *file, uint64_t at, const void *data,
                  size_t n);
/* Set the host directory that shows through, or NULL. */
int cs_tree_set_lower(cs_budget *b, cs_node *dir, const char *lower);

#endif
