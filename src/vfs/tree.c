/*
 * tree.c - files in memory: the upper half of an overlay.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vfs/tree.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_ROOM 4096

int cs_tree_charge(cs_budget *b, uint64_t n) {
  if (n > b->limit || b->used > b->limit - n) return ENOSPC;
  b->used += n;
  return 0;
}

static void refund(cs_budget *b, uint64_t n) {
  assert(b->used >= n);
  b->used -= n;
}

/* --- nodes --------------------------------------------------------------- */

int cs_tree_new(cs_budget *b, cs_node_kind kind, uint32_t mode, int64_t now,
                cs_node **out) {
  int e = cs_tree_charge(b, sizeof(cs_node));
  if (e) return e;
  cs_node *n = calloc(1, sizeof *n);
  if (!n) {
    refund(b, sizeof *n);
    return ENOMEM;
  }
  n->kind = kind;
  n->mode = mode & 07777;
  n->refs = 1;
  n->ino = ++b->next_ino;
  n->atime = n->mtime = n->ctime = now;
  *out = n;
  return 0;
}

static uint64_t entry_size(uint32_t levels, const char *name) {
  return sizeof(cs_entry) + levels * sizeof(cs_entry *) + strlen(name) + 1;
}

static void free_entry(cs_budget *b, cs_entry *e) {
  refund(b, entry_size(e->levels, e->name));
  free(e);
}

/* Free a node without references; directories in it go on the list `todo`,
 * linked by their field `data`, which directories do not use. */
static void free_node(cs_budget *b, cs_node *n, cs_node **todo) {
  cs_entry *e = n->first[0];
  while (e) {
    cs_entry *next = e->next[0];
    cs_node *child = e->node;
    free_entry(b, e);
    e = next;
    if (!child) continue;
    child->links--;
    if (--child->refs > 0) continue;
    if (child->kind == CS_NODE_DIR) {
      child->data = (char *)*todo;
      *todo = child;
    } else {
      refund(b, sizeof *child + child->room);
      free(child->data);
      free(child);
    }
  }
  if (n->lower) refund(b, strlen(n->lower) + 1);
  free(n->lower);
  refund(b, sizeof *n + n->room);
  if (n->kind != CS_NODE_DIR) free(n->data);
  free(n);
}

void cs_tree_drop(cs_budget *b, cs_node *node) {
  if (!node || --node->refs > 0) return;
  cs_node *todo = NULL;
  if (node->kind == CS_NODE_DIR) node->data = NULL;
  free_node(b, node, &todo);
  while (todo) {
    cs_node *next = todo;
    todo = (cs_node *)(void *)next->data;
    free_node(b, next, &todo);
  }
}

/* --- entries: a skip list ------------------------------------------------ */

static uint32_t random_levels(cs_budget *b) {
  uint64_t x = b->seed;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  b->seed = x;
  uint32_t levels = 1;
  while (levels < CS_TREE_LEVELS && (x & 3) == 0) {
    levels++;
    x >>= 2;
  }
  return levels;
}

/* The links that lead to `name` on every level; the entry itself or NULL. */
static cs_entry *trace(cs_node *dir, const char *name,
                       cs_entry **before[CS_TREE_LEVELS]) {
  cs_entry **link = NULL;
  cs_entry *at = NULL; /* last entry below `name`; NULL: the head */
  for (int l = CS_TREE_LEVELS - 1; l >= 0; l--) {
    link = at ? &at->next[l] : &dir->first[l];
    while (*link && strcmp((*link)->name, name) < 0) {
      at = *link;
      link = &at->next[l];
    }
    before[l] = link;
  }
  return *link && strcmp((*link)->name, name) == 0 ? *link : NULL;
}

cs_entry *cs_tree_find(const cs_node *dir, const char *name) {
  assert(dir->kind == CS_NODE_DIR);
  const cs_entry *at = NULL;
  cs_entry *next = NULL;
  for (int l = CS_TREE_LEVELS - 1; l >= 0; l--) {
    next = at ? at->next[l] : dir->first[l];
    while (next && strcmp(next->name, name) < 0) {
      at = next;
      next = at->next[l];
    }
  }
  return next && strcmp(next->name, name) == 0 ? next : NULL;
}

static void count_place(cs_node *node) {
  if (!node) return;
  node->refs++;
  node->links++;
}

static void leave_place(cs_budget *b, cs_node *node) {
  if (!node) return;
  node->links--;
  cs_tree_drop(b, node);
}

static int add_entry(cs_budget *b, cs_node *dir, const char *name,
                     cs_entry **before[CS_TREE_LEVELS], cs_entry **out) {
  uint32_t levels = random_levels(b);
  uint64_t size = entry_size(levels, name);
  int err = cs_tree_charge(b, size);
  if (err) return err;
  cs_entry *e = malloc((size_t)size);
  if (!e) {
    refund(b, size);
    return ENOMEM;
  }
  e->levels = levels;
  e->node = NULL;
  e->name = (char *)&e->next[levels];
  memcpy(e->name, name, strlen(name) + 1);
  for (uint32_t l = 0; l < levels; l++) {
    e->next[l] = *before[l];
    *before[l] = e;
  }
  dir->count++;
  *out = e;
  return 0;
}

int cs_tree_put(cs_budget *b, cs_node *dir, const char *name, cs_node *node) {
  assert(dir->kind == CS_NODE_DIR);
  cs_entry **before[CS_TREE_LEVELS];
  cs_entry *e = trace(dir, name, before);
  if (!e) {
    int err = add_entry(b, dir, name, before, &e);
    if (err) return err;
  }
  cs_node *old = e->node;
  count_place(node);
  e->node = node;
  leave_place(b, old);
  return 0;
}

void cs_tree_remove(cs_budget *b, cs_node *dir, const char *name) {
  cs_entry **before[CS_TREE_LEVELS];
  cs_entry *e = trace(dir, name, before);
  if (!e) return;
  for (uint32_t l = 0; l < e->levels; l++) *before[l] = e->next[l];
  dir->count--;
  cs_node *old = e->node;
  free_entry(b, e);
  leave_place(b, old);
}

/* --- content ------------------------------------------------------------- */

/* Room for `size` bytes; doubles, so that appending stays linear. */
static int make_room(cs_budget *b, cs_node *f, uint64_t size) {
  if (size <= f->room) return 0;
  uint64_t room = f->room * 2 > FIRST_ROOM ? f->room * 2 : FIRST_ROOM;
  if (room < size) room = size;
  int err = cs_tree_charge(b, room - f->room);
  if (err && room > size) { /* no luxury near the limit */
    room = size;
    err = cs_tree_charge(b, room - f->room);
  }
  if (err) return err;
  char *data = realloc(f->data, (size_t)room);
  if (!data) {
    refund(b, room - f->room);
    return ENOMEM;
  }
  f->data = data;
  f->room = room;
  return 0;
}

int cs_tree_resize(cs_budget *b, cs_node *f, uint64_t size) {
  if (size > f->size) {
    int err = make_room(b, f, size);
    if (err) return err;
    memset(f->data + f->size, 0, (size_t)(size - f->size));
  } else if (size == 0) {
    refund(b, f->room);
    free(f->data);
    f->data = NULL;
    f->room = 0;
  }
  f->size = size;
  return 0;
}

int cs_tree_write(cs_budget *b, cs_node *f, uint64_t at, const void *data,
                  size_t n) {
  if (n == 0) return 0;
  if (at > UINT64_MAX - n) return EFBIG; /* keeps the sum from wrapping */
  int err = make_room(b, f, at + n);
  if (err) return err;
  if (at > f->size) memset(f->data + f->size, 0, (size_t)(at - f->size));
  memcpy(f->data + at, data, n);
  if (at + n > f->size) f->size = at + n;
  return 0;
}

int cs_tree_set_lower(cs_budget *b, cs_node *dir, const char *lower) {
  char *copy = NULL;
  if (lower) {
    int err = cs_tree_charge(b, strlen(lower) + 1);
    if (err) return err;
    copy = strdup(lower);
    if (!copy) {
      refund(b, strlen(lower) + 1);
      return ENOMEM;
    }
  }
  if (dir->lower) refund(b, strlen(dir->lower) + 1);
  free(dir->lower);
  dir->lower = copy;
  return 0;
}
