/*
 * system.c - groups E, F and G: processes, system calls, resources.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/attack.h"

#define CALLS                                  \
  "import ctypes\n"                            \
  "libc = ctypes.CDLL(None, use_errno=True)\n" \
  "libc.syscall.restype = ctypes.c_long\n"     \
  "def call(*a): return libc.syscall(*[ctypes.c_long(x) for x in a]) >= 0\n"
#define TOUCH                                       \
  "import mmap, os\n"                               \
  "def touch(m):\n"                                 \
  "    for i in range(0, len(m), 4096): m[i] = 1\n" \
  "N = 512 << 20\n"
#define TIGHT \
  { "-m", "128m", "--timeout", "20s", NULL }
#define WIDE \
  { "-m", "2g", "--timeout", "60s", NULL }

static const cs_attack attacks[] = {
    {"E02", "a working directory that is a descriptor of the host",
     CS_ATTACK_PROCESS, CS_ATTACK_REFUSED | CS_ATTACK_FREE,
     .run = {{"-v", "@/in:/m:ro", "-w", "/proc/self/fd/#", NULL}, NULL, NULL},
     .control = {{"-v", "@:/m:ro", "-w", "/m/in", NULL}, NULL, NULL},
     .code =
         "import os\n"
         "up = ['../' * n for n in range(1, 9)]\n"
         "attempt(*[lambda u=u: read(u + 'outside/key') for u in up],\n"
         "        *[lambda u=u: os.stat(u + '@/outside/key') for u in up])\n"},
    {"E08", "namespaces, mounts and keys of its own",
     CS_ATTACK_PROCESS | CS_ATTACK_IMAGE, 0,
     .code =
         CALLS "attempt(*[lambda a=a: call(*a) for a in ((272, 0x10000000),"
               " (272, 0x20000),\n"
               "  (165, 0, 0, 0, 0, 0), (155, 0, 0), (250, 0, -3, 1), "
               "(248, 0, 0, 0, 0, 0),\n"
               "  (321, 0, 0, 0), (425, 8, 0), (101, 16, 1, 0, 0), (310, 1, "
               "0, 0, 0, 0, 0))])\n"},
    {"E11", "write to what /proc and /sys offer",
     CS_ATTACK_PROCESS | CS_ATTACK_IMAGE, 0,
     .code = "attempt(*[lambda p=p: open(p, 'w').write('1') for p in (\n"
             "  '/proc/sys/kernel/hostname', '/proc/sysrq-trigger', "
             "'/proc/sys/kernel/core_pattern',\n"
             "  '/proc/1/oom_score_adj', '/sys/kernel/mm/ksm/run')])\n"},
    {"E14", "variables of the host", CS_ATTACK_ALL | CS_ATTACK_IMAGE,
     CS_ATTACK_FREE, .control = {{"-e", "CANARY_VARIABLE=1", NULL}, NULL, NULL},
     .code = "import os\n"
             "attempt(lambda: bool(os.environ['CANARY_VARIABLE']))\n"},
    {"F04", "a connection to a listener of this host",
     CS_ATTACK_ALL | CS_ATTACK_IMAGE, CS_ATTACK_BARE,
     .code = "def connect():\n"
             "    import socket\n"
             "    socket.create_connection(('127.0.0.1', ~P), 2)\n"
             "attempt(connect)\n"},
    {"F12", "a program that lies only in memory", CS_ATTACK_ENGINE,
     CS_ATTACK_BARE,
     .code = "import os\n"
             "def start():\n"
             "    pid = os.fork()\n"
             "    if pid == 0: os._exit(0)\n"
             "    return os.waitpid(pid, 0)[1] == 0\n"
             "attempt(start, lambda: os.system('true') == 0)\n"},
    {"G01", "processes without an end", CS_ATTACK_PROCESS, CS_ATTACK_ENDED,
     .run = {{"--processes", "40", "--timeout", "3s", NULL}, NULL, NULL},
     .code = "import os, time\n"
             "n = 0\n"
             "try:\n"
             "    while n < 200:\n"
             "        if os.fork() == 0: time.sleep(30); os._exit(0)\n"
             "        n += 1\n"
             "except OSError: raise SystemExit(0)\n"
             "raise SystemExit(77)\n"},
    {"G02", "private memory past the limit", CS_ATTACK_PROCESS,
     CS_ATTACK_ENDED | CS_ATTACK_FREE, .run = {TIGHT, NULL, NULL},
     .control = {WIDE, NULL, NULL},
     .code = TOUCH "attempt(lambda: touch(bytearray(N)))\n"},
    {"G02", "shared memory past the limit", CS_ATTACK_PROCESS,
     CS_ATTACK_ENDED | CS_ATTACK_FREE, .run = {TIGHT, NULL, NULL},
     .control = {WIDE, NULL, NULL},
     .code = TOUCH "attempt(lambda: touch(mmap.mmap(-1, N)))\n"},
    {"G02", "a memory file past the limit", CS_ATTACK_PROCESS,
     CS_ATTACK_ENDED | CS_ATTACK_FREE, .run = {TIGHT, NULL, NULL},
     .control = {WIDE, NULL, NULL},
     .code = TOUCH "def files():\n"
                   "    keep = []\n"
                   "    for i in range(32):\n"
                   "        f = os.memfd_create('x'); os.truncate(f, N // 32)\n"
                   "        keep.append(mmap.mmap(f, N // 32)); "
                   "touch(keep[-1])\n"
                   "attempt(files)\n"},
    {"G07", "sleep and ignore signals past the deadline", CS_ATTACK_ALL,
     CS_ATTACK_ENDED | CS_ATTACK_FREE,
     .run = {{"--timeout", "1s", NULL}, NULL, NULL},
     .control = {{"--timeout", "20s", NULL}, NULL, NULL},
     .code = "import time\n"
             "try:\n"
             "    import signal\n"
             "    for n in (1, 2, 15, 24): signal.signal(n, signal.SIG_IGN)\n"
             "except Exception: pass\n"
             "time.sleep(2.5)\n"
             "raise SystemExit(77)\n"},
    {"E09", "rights that a program lends", CS_ATTACK_PROCESS | CS_ATTACK_IMAGE,
     0,
     .code = "import os, subprocess\n"
             "def lent(*words):\n"
             "    return b'uid=0(' in subprocess.run(words, "
             "capture_output=True, timeout=5).stdout and os.getuid() != 0\n"
             "attempt(lambda: lent('sudo', '-n', 'id'), lambda: lent('su', "
             "'-c', 'id'), lambda: os.setuid(os.getuid() + 1))\n"},
    {"E16", "sockets and memory of the host's other programs",
     CS_ATTACK_PROCESS | CS_ATTACK_IMAGE, 0,
     .code = "import os, socket\n"
             "def talk(name):\n"
             "    s = socket.socket(socket.AF_UNIX)\n"
             "    s.settimeout(2); s.connect(name)\n"
             "names = ['/run/dbus/system_bus_socket', '/var/run/docker.sock', "
             "'/run/systemd/private', '/run/containerd/containerd.sock', "
             "'\\0/tmp/.X11-unix/X0']\n"
             "attempt(*[lambda n=n: talk(n) for n in names])\n"},
    {"F01", "the 32-bit door of the kernel", CS_ATTACK_PROCESS, CS_ATTACK_ENDED,
     .code = "import mmap, ctypes, os\n"
             "code = bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3])\n"
             "pid = os.fork()\n"
             "if pid == 0:\n"
             "    m = mmap.mmap(-1, 4096, prot=7); m.write(code)\n"
             "    f = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof("
             "ctypes.c_char.from_buffer(m)))\n"
             "    os._exit(77 if f() > 0 else 0)\n"
             "st = os.waitpid(pid, 0)[1]\n"
             "raise SystemExit(os.WEXITSTATUS(st) if os.WIFEXITED(st) else "
             "0)\n"},
    {"F06", "calls that no program needs", CS_ATTACK_PROCESS | CS_ATTACK_IMAGE,
     0,
     .code =
         CALLS "attempt(*[lambda a=a: call(*a) for a in ((323, 0), (298, 0, 0, "
               "-1, -1, 0), (321, 5, 0, 0),\n"
               "  (250, 11, 0, 0), (175, 0, 0, 0), (246, 0, 0, 0, 0), (169, 0, "
               "0, 0, 0), (303, -100, 0, 0, 0, 0),\n"
               "  (304, -1, 0, 0), (300, 0, 0), (167, 0, 0), (227, 0, 0), "
               "(447, 0), (600, 0))])\n"},
    {"F07", "controls of the process itself", CS_ATTACK_PROCESS, 0,
     .code = CALLS "attempt(lambda: call(157, 38, 0, 0, 0, 0), lambda: "
                   "call(157, 35, 1, 0, 0, 0), lambda: call(157, 22, 2, 0, 0, "
                   "0), lambda: call(317, 1, 8, 0))\n"},
    {"H02", "packets past every wall", CS_ATTACK_ENGINE | CS_ATTACK_PROCESS,
     CS_ATTACK_BARE,
     .code = "def send(kind):\n"
             "    import socket\n"
             "    s = socket.socket(socket.AF_INET, getattr(socket, kind))\n"
             "    s.sendto(b'x', ('127.0.0.1', ~P))\n"
             "attempt(lambda: send('SOCK_DGRAM'), lambda: "
             "send('SOCK_RAW'))\n"},
};

const cs_attack_list cs_attacks_system = {attacks,
                                          sizeof attacks / sizeof *attacks};
