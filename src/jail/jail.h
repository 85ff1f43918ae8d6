/*
 * jail.h - a program in namespaces of its own, held by its first process.
 *
 * A jail has its own user, process, mount, network, IPC, UTS and cgroup
 * namespaces, a root directory made for it, no capability, a system call
 * filter, Landlock and resource limits.  It works for root and for ordinary
 * users alike and needs no set-uid program and no daemon.
 *
 * The host holds the first process by pidfd.  Killing that one kills all, and
 * the end of the host (however it ends) closes the control socket, which ends
 * the jail: nothing survives.
 *
 *  host process                        inside
 *    cs_jail_start ── helper ──▶ process 1 ── fork ──▶ program
 *      pidfd, control socket ◀── built, walled ──┘
 *      verify.c looks at /proc of the program
 *    GO ───────────────────────▶ the program's execve
 *    cs_jail_hear ◀──────────── exited
 *    cs_jail_stop: kill process 1, which ends all, reap, remove groups
 *
 * Threads: a cs_jail belongs to one thread at a time; different jails are
 * independent. A fork of the host may not use the jails of its parent.
 *
 * Errors have the text for a person; `os` of cs_error is the errno of the
 * helper where there is one.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef CS_JAIL_JAIL_H
#define CS_JAIL_JAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/wall.h"
#include "jail/cgroup.h"
#include "jail/control.h"

typedef enum cs_jail_mode {
  CS_JAIL_RO = 1,
  CS_JAIL_RW,
  CS_JAIL_OVERLAY /* writes stay in memory and leave with the jail */
} cs_jail_mode;

/* Texts are borrowed until the jail has started. */
typedef struct cs_jail_mount {
  const char *host; /* NULL: an empty directory in memory */
  int fd;           /* borrowed: `host` as it was opened and judged; 0: it is
                       opened by its name */
  const char *at;   /* absolute path in the jail */
  cs_jail_mode mode;
  uint64_t limit;    /* OVERLAY and memory: bytes; 0: the limit of /tmp */
  const char *layer; /* OVERLAY: a directory of the host, with u and w in it,
                        that keeps what is written; NULL: memory */
  int layer_fd;      /* borrowed: `layer` as it was opened */
} cs_jail_mount;

/* A root that can be written, over the tree of an image. */
typedef struct cs_jail_root {
  const char *tree;  /* NULL: the host's own programs, read-only */
  int tree_fd;       /* borrowed */
  const char *layer; /* keeps what is written, with u and w in it; NULL: memory
                      */
  int layer_fd;      /* borrowed */
  uint64_t size;     /* of a layer in memory: bytes, */
  uint32_t inodes;   /* files */
  bool read_only;
} cs_jail_root;

typedef enum cs_jail_cover_kind {                /* the strongest first */
                                  CS_COVER_HIDE, /* nothing can be done with it
                                                  */
                                  CS_COVER_FREEZE, /* nothing in it can be
                                                      changed */
                                  CS_COVER_PIN     /* it cannot be renamed or
                                                      removed */
} cs_jail_cover_kind;

typedef struct cs_jail_cover { /* of a name inside of a mount */
  const char *at;
  cs_jail_cover_kind kind;
  bool optional; /* it may not be there */
} cs_jail_cover;

/* Bytes, seconds and counts as the kernel takes them. */
typedef struct cs_jail_limits { /* 0: no such limit */
  uint64_t memory;    /* bytes per process, and of the whole jail where control
                         groups can be used */
  uint64_t cpu_s;     /* processor seconds per process */
  uint64_t file_size; /* bytes of one file */
  uint64_t tmp;       /* bytes in /tmp and /dev/shm each; never none */
  uint64_t disk;      /* bytes in all overlays and directories in memory but
                         those two; 0: each has its own limit */
  uint64_t inodes;    /* files in them; only with `disk` */
  uint32_t processes; /* threads included */
  uint32_t files;     /* open descriptors per process */
  uint32_t cpus;      /* processors that it runs on, all processes together */
  uint32_t share;     /* of them, thousandths of one: needs a control group */
  bool soft;          /* no such group: do without, which somebody accepted */
} cs_jail_limits;

typedef struct cs_jail_file { /* made in the jail, read-only */
  const char *at;
  const void *data;
  size_t len;
} cs_jail_file;

typedef struct cs_jail_shown { /* of the host, read-only */
  const char *at, *source;     /* in the jail; on the host, without links */
  uint64_t dev, ino;           /* what was found there: that or nothing */
} cs_jail_shown;

/* A way out: listeners in the jail's network that somebody outside serves (see
 * base/listener.h).  Needs CS_JAIL_LOOPBACK. */
typedef struct cs_jail_way {
  int post;              /* borrowed; where they are sent; 0: no way out */
  const uint16_t *ports; /* listened on at every address of the network */
  size_t nports;
  bool socks;
} cs_jail_way;

#define CS_JAIL_PORTS 64

enum { /* cs_jail_spec.flags */
       CS_JAIL_LOOPBACK =
           1, /* a network with 127.0.0.1 in it and nothing else */
       CS_JAIL_NO_LANDLOCK = 2, /* accepted: a kernel without Landlock */
       CS_JAIL_ZYGOTE = 4,      /* it makes jails itself: see zygote.h */
       CS_JAIL_BARE = 8,        /* none of the host's system directories */
       CS_JAIL_TRIAL = 16,      /* no program: the attempts of trials.h */
       CS_JAIL_TTY = 128,       /* stdio[0] is a terminal, the program's own */
       CS_JAIL_SERVE = 256,     /* no program: a sandbox, see execs.h */
       CS_JAIL_LATE = 512,      /* version 1: in no group until cs_jail_join */
       CS_JAIL_NAMES = 1024, /* protected names that are not there stay absent
                                in RW mounts */
       CS_JAIL_LIVED = 2048  /* programs ran in it: sockets may be theirs */
};

/* What a jail is given: borrowed until cs_jail_start returns, except for
 * `stdio` and `keep`, which the helper inherits. */
typedef struct cs_jail_spec {
  const char *const *argv; /* NULL-terminated */
  const char *const *env;  /* "NAME=VALUE", NULL-terminated; NULL: PATH, HOME
                              and LANG with fixed values */
  const char *cwd;         /* NULL: /tmp */
  const cs_jail_mount *mounts;
  size_t nmounts;
  const cs_jail_cover *covers; /* outer names first: covers.h finds them */
  size_t ncovers;
  const cs_jail_root *root;  /* NULL: a read-only view of the host's programs */
  uint32_t uid, gid;         /* on the host; 0: chosen, of root's jails */
  uint32_t as_uid, as_gid;   /* what the program is told that it is */
  const char *hostname;      /* NULL: "caisson" */
  const cs_jail_shown *show; /* more of the host's system: python.h */
  size_t nshow;
  const cs_jail_file *files;
  size_t nfiles;
  cs_jail_limits limits;
  cs_jail_way way;
  uint32_t flags;
  uint32_t walls;  /* CS_WALL_*: what the program is forbidden */
  uint32_t weaken; /* CS_PLAN_NO_*: refused except in test builds and with
                      CS_JAIL_TRIAL */
  int stdio[3];    /* borrowed; -1: /dev/null */
  const int *keep; /* borrowed; the program finds them as 5, 6, ... */
  size_t nkeep;
} cs_jail_spec;

/* What all jails of a process share: the helper as a sealed memory file. */
typedef struct cs_jail_kit {
  int helper; /* owned; -1: none */
} cs_jail_kit;

cs_status cs_jail_kit_open(cs_jail_kit *kit, cs_error *err) CS_MUST_CHECK;
void cs_jail_kit_close(cs_jail_kit *kit);
/* A sealed memory file with these bytes, for the plans of execs; -1. */
int cs_jail_seal(const char *name, const void *data, size_t n);
/* The user on the host for a jail of this process: of root one that owns
 * nothing, of anybody else that user. */
void cs_jail_choose_user(uint32_t *uid, uint32_t *gid);

/* Zeroed with pidfd and control -1 is "no jail"; cs_jail_stop accepts it. */
typedef struct cs_jail {
  int pidfd;         /* owned; process 1; -1: no jail */
  int control;       /* owned */
  pid_t pid;         /* of process 1; 0 if it is not our child */
  pid_t sender;      /* of the last message, if it tells: see verify.h */
  pid_t host;        /* whose it is: a fork of the host leaves it alone */
  bool foreign;      /* a child of a zygote */
  pid_t program;     /* of a foreign one: no child of process 1; 0: not known */
  bool confined;     /* cs_jail_confine has been here */
  bool metered;      /* cs_jail_time has been here */
  bool late;         /* its groups are there and it is not in them yet */
  bool unruly;       /* killed: it forked faster than its limits could be set */
  uint32_t uid, gid; /* on the host, of the program */
  int shown[CS_CONTROL_SHOWN]; /* owned; its /tmp and its overlays: control.h */
  uint32_t nshown;
  cs_cgroup group;
} cs_jail;

/* What a program that starts no other has besides the memory that counts: its
 * own files, mapped. */
#define CS_JAIL_MAPPED (UINT64_C(64) << 20)

/* The limit of address space: where no control group counts all memory of a
 * jail, only this bounds what is shared (mmap, /dev/zero).  One process can be
 * held to it; 0: no limit. */
uint64_t cs_jail_address(const cs_jail_spec *spec, bool grouped);

/* Defaults: 512 MiB, 64 processes, 256 descriptors, 64 MiB of /tmp and of one
 * file, no program. */
void cs_jail_spec_init(cs_jail_spec *spec);

/* Make a jail and let the program start.  After a failure nothing is left. */
cs_status cs_jail_start(const cs_jail_kit *kit, const cs_jail_spec *spec,
                        cs_jail *jail, cs_error *err) CS_MUST_CHECK;

#define CS_JAIL_FDS 48
/* Descriptors from here on are out of the way of those that a helper finds. */
#define CS_JAIL_TARGETS (5 + CS_JAIL_FDS + 1)

/* Descriptors that belong to a plan, in its order. */
typedef struct cs_jail_parcel {
  int fds[CS_JAIL_FDS]; /* owned from `nkeep` on */
  size_t n, nkeep;
} cs_jail_parcel;

/* The plan of a jail that a zygote makes, as a memory file; -1 with `err`. Its
 * user on the host is the zygote's. The descriptors of the parcel go with the
 * plan, in its order. */
int cs_jail_plan(const cs_jail_spec *spec, uint32_t uid, uint32_t gid,
                 cs_jail_parcel *box, cs_error *err) CS_MUST_CHECK;
void cs_jail_drop(cs_jail_parcel *box);

/* Limits of the whole jail for one that runs already; later calls do nothing.
 * One that forks so fast that it cannot be confined is killed (`unruly`), and
 * one that must have a share and cannot get it. */
void cs_jail_confine(cs_jail *jail, const cs_jail_limits *limits);

/* CS_JAIL_LATE: move it into its groups now, which takes 10 ms each; false: it
 * forks faster than that and must be killed.  May be called in a fork of the
 * host, which then says so with cs_jail_joined. */
bool cs_jail_join(const cs_jail *jail);
void cs_jail_joined(cs_jail *jail);

/* Processor time of everything in the jail, counted from the first call on;
 * false: this host has no control group that counts it, or the jail forks too
 * fast for it and was killed (`unruly`). */
bool cs_jail_time(cs_jail *jail, uint64_t *us);

/* poll of one descriptor that no signal of the host's program cuts short; ms as
 * there.  True: something happened to it. */
bool cs_jail_await(int fd, short events, int ms);

/* Take the next message of process 1, waiting up to `ms` (-1: for ever).
 * CS_ELIMIT: none came; CS_EOS: there will be none. */
cs_status cs_jail_hear(cs_jail *jail, int ms, cs_control *out) CS_MUST_CHECK;

/* Kill everything in it now; does not wait. */
void cs_jail_kill(cs_jail *jail);
/* Did its first process end, so that cs_jail_stop need not wait? */
bool cs_jail_is_dead(const cs_jail *jail);
/* Kill, reap, remove the control groups.  May be zeroed with pidfd -1. */
void cs_jail_stop(cs_jail *jail);

#endif
