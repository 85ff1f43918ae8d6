/*
 * image.c - rows of groups D, E and J in a sandbox over the host's programs.
 *
 * What the tables of the other groups mark with CS_ATTACK_IMAGE runs here as
 * well; these rows need options of a sandbox.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/attack.h"

static const cs_attack attacks[] = {
    {"D02", "links of the workspace that lead out of it", CS_ATTACK_IMAGE,
     CS_ATTACK_FREE, .run = {{"--workspace", "@/in:ro", NULL}, NULL, NULL},
     .control = {{"--workspace", "@/outside:ro", NULL}, NULL, NULL},
     .code = "names = ('out/key', 'abs/key', 'file', '../outside/key', "
             "'key')\n"
             "attempt(*[lambda n=n: read('/workspace/' + n) for n in "
             "names])\n"},
    {"D06", "write to a read-only workspace", CS_ATTACK_IMAGE, CS_ATTACK_FREE,
     .run = {{"--workspace", "@/in:ro", NULL}, NULL, NULL},
     .control = {{"--workspace", "@/in:rw", NULL}, NULL, NULL},
     .code = "import os\n"
             "p = '/workspace/plain'\n"
             "attempt(lambda: open(p, 'w').close(), lambda: os.unlink(p), "
             "lambda: os.chmod(p, 0o600), lambda: os.utime(p, (1, 1)),\n"
             "  lambda: os.mkdir('/workspace/d'), lambda: os.link(p, "
             "'/tmp/l'))\n"},
    {"D06", "write to the host through an overlay", CS_ATTACK_IMAGE,
     CS_ATTACK_FREE, .run = {{"--workspace", "@/in:overlay", NULL}, NULL, NULL},
     .control = {{"--workspace", "@/in:rw", NULL}, NULL, NULL},
     .code = "import os\n"
             "os.chmod('/workspace/private', 0o711)\n"
             "line = [x for x in open('/proc/self/mountinfo') if "
             "' /workspace ' in x][0]\n"
             "attempt(lambda: ' - overlay ' not in line)\n"},
    {"E02", "a working directory that is a descriptor of the host",
     CS_ATTACK_IMAGE, CS_ATTACK_REFUSED | CS_ATTACK_FREE,
     .run = {{"-w", "/proc/self/fd/#", NULL}, NULL, NULL},
     .control = {{"--workspace", "@/outside:ro", "-w", "/workspace", NULL},
                 NULL,
                 NULL},
     .code = "import os\n"
             "up = ['../' * n for n in range(1, 9)]\n"
             "attempt(lambda: read('key'))\n"
             "attempt(*[lambda u=u: read(u + 'outside/key') for u in up],\n"
             "  *[lambda u=u: os.stat(u + '@/outside/key') for u in up])\n"},
    {"E11", "the supervisors of other commands", CS_ATTACK_IMAGE, 0,
     .code = "import os\n"
             "def peek(n):\n"
             "    open(f'/proc/{n}/mem', 'rb').read(1)\n"
             "ids = [n for n in os.listdir('/proc') if n.isdigit() and int(n) "
             "!= os.getpid()]\n"
             "attempt(*[lambda n=n: peek(n) for n in ids],\n"
             "  *[lambda n=n: os.listdir(f'/proc/{n}/fd') for n in ids],\n"
             "  *[lambda n=n: os.listdir(f'/proc/{n}/root') for n in ids])\n"},
    {"J04", "directories of ours as a program may change them", CS_ATTACK_IMAGE,
     0,
     .code = "import os\n"
             "attempt(lambda: os.rename('/proc', '/p'), lambda: "
             "os.rename('/dev', '/d'), lambda: open('/etc/resolv.conf', "
             "'w').close(),\n"
             "  lambda: "
             "os.mknod('/root/disk', 0o60600, os.makedev(8, 0)))\n"},
    {"J09", "programs of the host that a sandbox replaces", CS_ATTACK_IMAGE, 0,
     .code = "import os\n"
             "attempt(lambda: open('/usr/bin/sh', 'r+b').close(), lambda: "
             "open('/lib64/ld-linux-x86-64.so.2', 'r+b').close(),\n"
             "  lambda: os.rename('/usr', '/u'), lambda: "
             "open('/proc/self/exe', 'r+b').close())\n"},
};

const cs_attack_list cs_attacks_image = {attacks,
                                         sizeof attacks / sizeof *attacks};
