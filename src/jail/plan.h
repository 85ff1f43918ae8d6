/*
 * plan.h - a jail as bytes: what the helper is told to build.
 *
 * The host decides (policy, limits, which directories); the helper only
 * carries out.  A plan is one block: the fixed part, an array of places, the
 * texts.  It travels in a sealed memory file from the host to a helper of the
 * same build, so it is trusted and has no version.
 *
 * Places are made in order, each relative to the new root, each by descriptor:
 * nothing that the guest can influence exists while they are made.
 *
 *  cs_plan     fixed part: counts, flags, ids, limits, offsets
 *  places[]    what is mounted or made, in order
 *  texts       each ended by a NUL; offset 0 of the maker is the empty one
 *  filter      instructions of seccomp, aligned to 8 bytes
 *
 * Offsets count from the start of the block. Nobody checks them again inside:
 * the block is written by the host and sealed before the helper exists.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_PLAN_H
#define CS_JAIL_PLAN_H

#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/wall.h"

/* Who the program is inside: never 0. */
#define CS_PLAN_UID 1000
#define CS_PLAN_GID 1000

/* Descriptors that the helper finds. */
enum {
  CS_PLAN_FD_CONTROL = 3,
  CS_PLAN_FD_PLAN = 4,
  CS_PLAN_FD_FIRST = 5 /* then `nkeep` that the program inherits, same numbers;
                          then those of places */
};

/* Order of a plan: the system's places, mounts of the caller, covers. */
typedef enum cs_plan_kind {
  CS_PLACE_DIR = 1, /* empty directory */
  CS_PLACE_LINK,    /* symbolic link to `source` */
  CS_PLACE_FILE,    /* file with the `size` bytes of `source` */
  CS_PLACE_RO,      /* a path of the host, read-only */
  CS_PLACE_RW,      /* a path of the host */
  CS_PLACE_OVERLAY, /* the same; writes stay in memory, at most `size` bytes */
  CS_PLACE_TMPFS,   /* empty directory in memory, at most `size` bytes */
  CS_PLACE_PROC,
  CS_PLACE_DEV,
  CS_PLACE_LAYER, /* a directory of the host that keeps what is written to the
                     ROOT or OVERLAY that follows; it has u and w in it */
  CS_PLACE_ROOT,  /* a writable root: an overlay over `source`, or over what was
                     made before if there is none */
  /* Over what a mount shows; the last places of a plan, outer ones first. */
  CS_PLACE_HIDE,   /* nothing can be done with it */
  CS_PLACE_FREEZE, /* nothing in it can be changed */
  CS_PLACE_PIN     /* it cannot be renamed or removed */
} cs_plan_kind;

/* In the order in which they are made; a place may lie in an earlier one. */
typedef struct cs_plan_place {
  uint32_t kind;
  uint32_t source, target; /* offsets of texts; target is absolute */
  int32_t fd;              /* the source as the host opened it, or -1 */
  uint64_t size;
  uint32_t share;  /* 1: its owner on the host is the program's user inside */
  uint32_t ready;  /* 1: `fd` is a detached mount, `source` is not used; of what
                      is covered: it may not be there */
  uint32_t pooled; /* 1: what is written counts in limits.disk, with others */
  uint32_t mine;   /* 1: of this jail alone; a zygote's tree lacks it */
  uint32_t files;  /* of OVERLAY and TMPFS; 0: as many as fit the size */
  uint64_t dev, ino; /* without `fd`: what `source` must be; 0: anything */
} cs_plan_place;

enum {                       /* cs_plan.flags */
       CS_PLAN_ZYGOTE = 1,   /* keep what a zygote needs to make jails */
       CS_PLAN_SUBSET = 2,   /* /proc with processes only */
       CS_PLAN_LOOPBACK = 4, /* 127.0.0.1 works */
       CS_PLAN_TRIAL = 8,    /* the helper itself is the program: trials.h */
       CS_PLAN_TTY = 64,     /* stdin is the terminal of its session */
       CS_PLAN_SERVE = 128,  /* no program: process 1 starts those that the
                                host sends (inside/execs.h) */
       /* Mitigations off, one by one: only test builds can ask for it. */
       CS_PLAN_NO_FILTER = 256,
       CS_PLAN_NO_LANDLOCK = 512,
       CS_PLAN_NO_MASKS = 1024,
       CS_PLAN_NO_INNER = 2048,    /* no second user namespace */
       CS_PLAN_NO_CAPS = 4096,     /* capabilities stay */
       CS_PLAN_NO_LIMITS = 8192,   /* no resource limits */
       CS_PLAN_NO_COVERS = 16384,  /* what should be hidden or frozen is not */
       CS_PLAN_NO_RO = 32768,      /* what is read-only can be written */
       CS_PLAN_LISTEN = 65536,     /* somebody listens; found by verify.c */
       CS_PLAN_NO_GROUP = 131072,  /* no control group: the host's own flag */
       CS_PLAN_PLAIN_CWD = 262144, /* the working directory by chdir alone */
       CS_PLAN_NO_QUOTAS = 524288, /* as many watchers and namespaces as the
                                      host's user may have */
       CS_PLAN_ROOT_RW = 1048576,  /* the root can be written */
       CS_PLAN_NAMES = 4194304,    /* protected names stay absent: names.h */
       CS_PLAN_FILES = 2097152 /* the helper itself is the program: files.h */
};

/* Taken over by the process that becomes the program, before its walls. */
typedef struct cs_plan_limits { /* 0: none */
  uint64_t memory;              /* bytes of private memory, per process */
  uint64_t address;             /* bytes of address space; then there is no
                                   memory outside of it either: no memfd, no
                                   segments of System V */
  uint64_t file_size;           /* bytes of one file */
  uint64_t cpu_s;               /* seconds of processor time, per process */
  uint64_t files;               /* open descriptors */
  uint64_t processes;
  uint64_t cpus;         /* processors it may run on */
  uint64_t disk, inodes; /* of all pooled places */
} cs_plan_limits;

/* Fixed part; everything that varies in length is behind an offset. */
typedef struct cs_plan {
  uint32_t size; /* of everything */
  uint32_t flags;
  uint32_t walls;          /* CS_WALL_* */
  uint32_t uid, gid;       /* on the host: who CS_PLAN_UID stands for */
  uint32_t as_uid, as_gid; /* what the program is told that it is */
  uint32_t nplaces, argc, envc;
  uint32_t nkeep, nfds; /* descriptors from CS_PLAN_FD_FIRST on: the program's,
                           and all of them */
  uint32_t doors;       /* behind the program's: so many of control groups */
  uint32_t born;        /* 1: process 1 is born in the one that there is */
  uint32_t places, args, env; /* offsets; texts follow each other */
  uint32_t ports, nports;     /* uint16_t[]: what a way out listens on */
  int32_t post;               /* the descriptor they are sent to; 0: none */
  uint32_t socks;
  uint32_t cwd, hostname;
  uint32_t filter, nfilter; /* struct sock_filter[] */
  cs_plan_limits limits;
} cs_plan;

static inline const char *cs_plan_text(const cs_plan *p, uint32_t off) {
  return (const char *)p + off;
}

static inline const cs_plan_place *cs_plan_places(const cs_plan *p) {
  return (const cs_plan_place *)(const void *)((const char *)p + p->places);
}

/* --- making one ---------------------------------------------------------- */

/* Owned buffers; cs_plan_fini frees them whatever happened. */
typedef struct cs_plan_maker {
  cs_plan head;
  cs_buf places, text; /* offsets are into `text` until the plan is closed */
  cs_status status;    /* the first problem sticks */
  cs_plan_place spare; /* what a failed maker hands out */
} cs_plan_maker;

void cs_plan_init(cs_plan_maker *m);
void cs_plan_fini(cs_plan_maker *m);
/* Store a text or bytes; gives its offset. Equal texts are stored twice: plans
 * are small. */
uint32_t cs_plan_put(cs_plan_maker *m, const void *bytes, size_t n);
/* A NULL-terminated list of texts; `*count` is their number. */
uint32_t cs_plan_put_list(cs_plan_maker *m, const char *const *list,
                          uint32_t *count);
/* Append a place; `source` may be NULL. */
cs_plan_place *cs_plan_add(cs_plan_maker *m, cs_plan_kind kind,
                           const char *source, const char *target);
/* The finished block, appended to `out`. */
cs_status cs_plan_close(cs_plan_maker *m, cs_buf *out) CS_MUST_CHECK;

#endif
