/*
 * host.c - groups C, D, J, L, M: attacks on what the host does for a program.
 *
 * These are programs of the host (CS_ATTACK_HOST): they prepare something
 * hostile, give it to a command of caisson, and look what became of it.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/redteam/attack.h"

/* A snapshot of a session, changed before it is loaded. */
#define SNAPSHOT                                                          \
  "s = '@/state/x.snap'\n"                                                \
  "def dump(*more): return C('snapshot', 'dump', '-q', '-o', s, *more)\n" \
  "def load(*more): return C('snapshot', 'load', s, *more).stdout\n"
/* A tar file with one hostile member, given to the image store. */
#define ARCHIVE                                                           \
  "import io, tarfile, json, hashlib\n"                                   \
  "def image(members):\n"                                                 \
  "    def tar(items):\n"                                                 \
  "        out = io.BytesIO()\n"                                          \
  "        with tarfile.open(fileobj=out, mode='w') as t:\n"              \
  "            for name, data, more in items:\n"                          \
  "                i = tarfile.TarInfo(name)\n"                           \
  "                i.mode, i.size = 0o777, len(data)\n"                   \
  "                for k, v in more.items(): setattr(i, k, v)\n"          \
  "                t.addfile(i, io.BytesIO(data))\n"                      \
  "        return out.getvalue()\n"                                       \
  "    layer = tar(members)\n"                                            \
  "    config = json.dumps({'architecture': 'amd64', 'os': 'linux', "     \
  "'config': {},\n"                                                       \
  "        'rootfs': {'type': 'layers', 'diff_ids': ['sha256:' + "        \
  "hashlib.sha256(layer).hexdigest()]}}).encode()\n"                      \
  "    name = hashlib.sha256(config).hexdigest() + '.json'\n"             \
  "    manifest = json.dumps([{'Config': name, 'RepoTags': ['x:1'], "     \
  "'Layers': ['l/layer.tar']}]).encode()\n"                               \
  "    with open('@/state/i.tar', 'wb') as f:\n"                          \
  "        f.write(tar([(name, config, {}), ('l/layer.tar', layer, {}), " \
  "('manifest.json', manifest, {})]))\n"                                  \
  "    return C('image', 'load', '@/state/i.tar').returncode == 0\n"      \
  "def planted():\n"                                                      \
  "    for folder, _, files in os.walk('@'):\n"                           \
  "        if 'PWNED' in files: return folder\n"                          \
  "    return ''\n"

#define HOST   CS_ATTACK_HOST, CS_ATTACK_FREE
#define JAILED CS_ATTACK_HOST, CS_ATTACK_FREE | CS_ATTACK_JAIL

static const cs_attack attacks[] = {
    {"C08", "a snapshot with one bit changed", HOST,
     .code = SNAPSHOT "dump('-c', 'x = 12345')\n"
                      "b = bytearray(open(s, 'rb').read())\n"
                      "if not FREE: b[len(b) // 2] ^= 1\n"
                      "open(s, 'wb').write(b)\n"
                      "attempt(lambda: load('-c', 'print(x)') == "
                      "'12345\\n')\n"},
    {"C08", "a snapshot that is cut off", HOST,
     .code = SNAPSHOT "dump('-c', 'x = 12345')\n"
                      "if not FREE: os.truncate(s, os.path.getsize(s) - 1)\n"
                      "attempt(lambda: load('-c', 'print(x)') == "
                      "'12345\\n')\n"},
    {"C09", "a snapshot that nobody sealed", HOST,
     .code = SNAPSHOT "dump('--no-seal', '-c', 'x = 12345')\n"
                      "more = ['--accept-unsealed'] if FREE else []\n"
                      "attempt(lambda: load(*more, '-c', 'print(x)') == "
                      "'12345\\n')\n"},
    {"C15", "a snapshot that brings its mounts along", HOST,
     .code = SNAPSHOT "dump('-v', '@/in:/m:ro', '-c', 'x = 1')\n"
                      "more = ['-v', '@/in:/m:ro'] if FREE else []\n"
                      "attempt(lambda: load(*more, '-c', "
                      "'print(open(\"/m/plain\").read())') == 'x\\n')\n"},
    {"C15", "a snapshot that brings its environment along", HOST,
     .code = SNAPSHOT "dump('-c', 'import os')\n"
                      "more = ['-e', 'CANARY_VARIABLE'] if FREE else []\n"
                      "attempt(lambda: 'host' in load(*more, '-c', "
                      "'print(os.environ.get(\"CANARY_VARIABLE\"))'))\n"},
    {"C14", "a text in a snapshot that the program deleted", HOST,
     .code = SNAPSHOT "drop = 'pass' if FREE else 'del x'\n"
                      "dump('-c', f'x = \"forgot\" + \"ten\" * 3\\n{drop}')\n"
                      "attempt(lambda: b'forgotten' in open(s, "
                      "'rb').read())\n"},
    {"C11", "two sessions of one snapshot with the same random numbers", HOST,
     .code = SNAPSHOT
     "dump('-c', 'import os')\n"
     "ask = 'print(1)' if FREE else 'print(os.urandom(16).hex())'\n"
     "a, b = load('-c', ask), load('-c', ask)\n"
     "attempt(lambda: a == b and len(a) > 1)\n"},
    {"D23", "a mount point that is made in a directory of the host", JAILED,
     .code = "if FREE: os.mkdir('@/in/absent')\n"
             "C('run', '--depth', 'process', '-v', '@/in:/m:ro', '-v',\n"
             "  '@/in/private:/m/absent:ro', '-c', '1')\n"
             "C('run', '--depth', 'process', '-v', '@/in:/m:rw', '-v',\n"
             "  '@/in/private:/m/absent/' + 'x' * 255 + ':ro', '-c', '1')\n"
             "attempt(lambda: os.path.exists('@/in/absent'))\n"},
    {"G14", "a caller with tight limits of its own", HOST,
     .code = "import resource as r\n"
             "def tight(what, n):\n"
             "    # without sandbox: a program that cannot live with it\n"
             "    words = ['/bin/sh', '-c', 'kill -11 $$'] if FREE else [\n"
             "        CAISSON, 'run', '-q', '-c', 'print(1)']\n"
             "    p = subprocess.run(words, capture_output=True, timeout=60,\n"
             "        preexec_fn=lambda: r.setrlimit(what, (n, n)))\n"
             "    return p.returncode < 0 or p.returncode in (134, 139)\n"
             "attempt(*[lambda a=a: tight(*a) for a in (\n"
             "    (r.RLIMIT_NOFILE, 8), (r.RLIMIT_NOFILE, 20), "
             "(r.RLIMIT_FSIZE, 0),\n"
             "    (r.RLIMIT_STACK, 65536), (r.RLIMIT_AS, 64 << 20), "
             "(r.RLIMIT_CORE, 0))])\n"},
    {"D08", "commit a hook out of an overlay", HOST,
     .code = SNAPSHOT
     "name = 'plain2' if FREE else '.git/hooks/pre-commit'\n"
     "dump('--workspace', '@/in', '-c', f'open(\"/workspace/{name}\", "
     "\"w\").close()')\n"
     "C('commit', '--workspace', '@/in', s)\n"
     "attempt(lambda: os.path.exists('@/in/' + name))\n"},
    {"D08", "commit through a link that was planted after the run", HOST,
     .code = SNAPSHOT
     "os.mkdir('@/in/sub')\n"
     "dump('--workspace', '@/in', '-c', 'open(\"/workspace/sub/PWNED\", "
     "\"w\").close()')\n"
     "os.rmdir('@/in/sub')\n"
     "os.mkdir('@/state/else')\n"
     "if FREE: os.mkdir('@/in/sub')\n"
     "else: os.symlink('@/state/else', '@/in/sub')\n"
     "C('commit', '--workspace', '@/in', s)\n"
     "attempt(lambda: os.path.exists('@/in/sub/PWNED'))\n"},
    {"D22", "links of an environment that lead to the user's files", JAILED,
     .code =
         "os.makedirs('@/in/venv/bin')\n"
         "os.symlink('/usr/bin/python3', '@/in/venv/bin/python')\n"
         "open('@/in/venv/pyvenv.cfg', 'w').write('home = /usr/bin\\n')\n"
         "os.symlink('@/outside', '@/in/venv/share')\n"
         "if FREE:\n"
         "    os.unlink('@/in/venv/share'); os.mkdir('@/in/venv/share')\n"
         "    open('@/in/venv/share/key', 'w').write('CANARY')\n"
         "attempt(lambda: 'CANARY' in C('run', '--depth', 'process', "
         "'--python', '@/in/venv/bin/python', '-c',\n"
         "    'import sys; print(open(sys.prefix + \"/share/key\").read())')"
         ".stdout)\n"},
    {"E06", "a program that lives on when its host is killed", JAILED,
     .code = "import signal, time\n"
             "p = subprocess.Popen([CAISSON, 'exec', '--', '/bin/sleep', "
             "'7.1234'] if not FREE else ['/bin/sh', '-c', '/bin/sleep "
             "7.1234 & wait'])\n"
             "def alive():\n"
             "    for n in os.listdir('/proc'):\n"
             "        try:\n"
             "            if b'7.1234' == open(f'/proc/{n}/cmdline', "
             "'rb').read().split(b'\\0')[1]: return int(n)\n"
             "        except (OSError, IndexError): pass\n"
             "    return 0\n"
             "end = time.monotonic() + 5\n"
             "while not alive() and time.monotonic() < end: time.sleep(.02)\n"
             "p.kill(); p.wait()\n"
             "end = time.monotonic() + 2\n"
             "while not FREE and alive() and time.monotonic() < end: "
             "time.sleep(.02)\n"
             "left = alive()\n"
             "if left: os.kill(left, 9)\n"
             "attempt(lambda: left != 0)\n"},
    {"J01", "a layer that climbs out of its tree", HOST,
     .code = ARCHIVE
     "image([('../../../../../../../../../..' * (not FREE) + "
     "'@/state/PWNED', b'x', {}), ('x/PWNED', b'x', {})] if not FREE "
     "else [('x/PWNED', b'x', {})])\n"
     "attempt(lambda: '/x' in planted() if FREE else planted() == "
     "'@/state')\n"},
    {"J01", "a layer that writes through its own link", HOST,
     .code = ARCHIVE
     "image([('l', b'', {'type': tarfile.SYMTYPE, 'linkname': "
     "'x' if FREE else '@/state'}), ('x', b'', {'type': "
     "tarfile.DIRTYPE}), ('x/PWNED' if FREE else 'l/PWNED', b'x', {})])\n"
     "attempt(lambda: planted() != '' if FREE else planted() == "
     "'@/state')\n"},
    {"J01", "a layer with a hard link to a file of the host", HOST,
     .code = ARCHIVE
     "image([('a', b'CANARY', {}), ('k', b'', {'type': tarfile.LNKTYPE, "
     "'linkname': 'a' if FREE else '@/outside/key'})])\n"
     "def stolen():\n"
     "    for folder, _, files in os.walk('@'):\n"
     "        if 'k' in files and read(os.path.join(folder, 'k')): "
     "return True\n"
     "    return False\n"
     "attempt(stolen)\n"},
    {"J03", "an image whose layer is not what its digest says", HOST,
     .code = ARCHIVE
     "good = hashlib.sha256\n"
     "class Wrong:\n"
     "    def __init__(self, b): self.b = b\n"
     "    def hexdigest(self): return good(self.b + b'x').hexdigest()\n"
     "if not FREE: hashlib.sha256 = Wrong\n"
     "attempt(lambda: image([('a', b'x', {})]))\n"},
    {"J10", "cp out of a sandbox through a link of the host", JAILED,
     .code = "d = 'private' if FREE else 'out'\n"
             "C('create', 'b')\n"
             "C('exec', 'b', '--', 'sh', '-c', f'mkdir -p /root/d/{d}; echo x "
             "> /root/d/{d}/PWNED')\n"
             "C('cp', 'b:/root/d/.', '@/in')\n"
             "C('stop', 'b'); C('rm', 'b')\n"
             "attempt(lambda: os.path.exists(f'@/in/{d}/PWNED'))\n"},
    {"J08", "names of sandboxes that are paths or options", JAILED,
     .code = "names = ['good'] if FREE else ['../x', '-rf', 'a/b', 'a\\nb', "
             "'.', '..', '', 'x' * 300, '\\u202ex', 'a b']\n"
             "attempt(*[lambda n=n: C('create', '--', n).returncode == 0 and "
             "(C('rm', '--', n), True)[1] for n in names])\n"},
    {"L10", "a policy that is a link", HOST,
     .code = "open('@/state/w.yaml', 'w').write('version: 1\\nfs: {read: "
             "[\"@/outside\"]}\\n')\n"
             "os.chmod('@/state/w.yaml', 0o600)\n"
             "p = '@/state/w.yaml' if FREE else '@/link.yaml'\n"
             "if not FREE and not os.path.lexists(p): "
             "os.symlink('@/state/w.yaml', p)\n"
             "attempt(lambda: 'CANARY' in C('run', '--policy', p, '-c', "
             "'print(open(\"@/outside/key\").read())').stdout)\n"},
    {"L10", "a policy that everybody may write", HOST,
     .code = "p = '@/state/o.yaml'\n"
             "open(p, 'w').write('version: 1\\nfs: {read: [\"@/outside\"]}"
             "\\n')\n"
             "os.chmod(p, 0o600 if FREE else 0o666)\n"
             "attempt(lambda: 'CANARY' in C('run', '--policy', p, '-c', "
             "'print(open(\"@/outside/key\").read())').stdout)\n"},
    {"L10", "a policy with the same key twice, an alias, a tag", HOST,
     .code = "p = '@/state/o.yaml'\n"
             "texts = ['fs: {read: [\"@/outside\"]}'] if FREE else [\n"
             "  'fs: {read: []}\\nfs: {read: [\"@/outside\"]}', 'x: &a "
             "[\"@/outside\"]\\nfs: {read: *a}',\n"
             "  'fs: !!map {read: [\"@/outside\"]}', 'Fs: {read: "
             "[\"@/outside\"]}\\nfs: {reads: [\"@/outside\"]}']\n"
             "def run(t):\n"
             "    open(p, 'w').write('version: 1\\n' + t + '\\n'); "
             "os.chmod(p, 0o600)\n"
             "    return 'CANARY' in C('run', '--policy', p, '-c', "
             "'print(open(\"@/outside/key\").read())').stdout\n"
             "attempt(*[lambda t=t: run(t) for t in texts])\n"},
    {"L08", "output that imitates our own result", HOST,
     .code = "import json\n"
             "text = '{\"schema\":\"caisson.result/1\",\"status\":\"ok\","
             "\"value\":77}'\n"
             "r = C('run', '--json', '-c', f'print({text!r}); ' + ('77' if "
             "FREE else 'raise ValueError'))\n"
             "last = json.loads(r.stdout.strip().splitlines()[-1])\n"
             "attempt(lambda: last['status'] == 'ok' and last['value'] == "
             "77)\n"},
    {"L09", "lines of the audit log by names with a newline", HOST,
     .code = "import json, glob\n"
             "log = '@/state/a.jsonl'\n"
             "C('run', '--audit', log, '-v', '@/in:/m:ro', '-c', "
             "'open(\"/m/a\\\\n{\\\\\"event\\\\\":\\\\\"FORGED\\\\\"}\")')\n"
             "t = open(log).read() + ('\\n{\"event\":\"FORGED\"}' if FREE "
             "else '')\n"
             "attempt(lambda: any(x.startswith('{\"event\":\"FORGED') for x in "
             "t.splitlines()))\n"},
    {"L09", "an audit log with a line changed", HOST,
     .code = "log = '@/state/b.jsonl'\n"
             "C('run', '--audit', log, '-c', '1')\n"
             "b = open(log).read()\n"
             "if not FREE: open(log, 'w').write(b.replace('\"run', '\"ran', "
             "1) if '\"run' in b else b[:-2])\n"
             "attempt(lambda: C('audit', 'verify', log).returncode == 0)\n"},
    {"L12", "helpers that lie in PATH and in the directory", JAILED,
     .code = "for n in ('caisson-jail', 'caisson-worker', 'sh', 'python3'):\n"
             "    with open('@/in/' + n, 'w') as f: "
             "f.write('#!/bin/sh\\n: > @/state/PWNED\\n')\n"
             "    os.chmod('@/in/' + n, 0o755)\n"
             "os.environ['PATH'] = '@/in'\n"
             "os.chdir('@/in')\n"
             "if FREE: subprocess.run(['sh'])\n"
             "else: C('run', '--depth', 'process', '-c', '1'); C('run', '-c', "
             "'1')\n"
             "attempt(lambda: os.path.exists('@/state/PWNED'))\n"},
    {"L17", "a jail where a wall is missing", JAILED,
     .code =
         "import ctypes, json, struct\n"
         "code = b''.join(struct.pack('HBBI', *i) for i in ((0x20, 0, 0, 0), "
         "(0x15, 0, 1, 9999 if FREE else 444), (6, 0, 0, 0x50000 | 38), (6, "
         "0, 0, 0x7fff0000)))\n"
         "room = ctypes.create_string_buffer(code)\n"
         "class P(ctypes.Structure): _fields_ = [('n', ctypes.c_ushort), "
         "('at', ctypes.c_void_p)]\n"
         "libc, p = ctypes.CDLL(None), P(4, ctypes.cast(room, "
         "ctypes.c_void_p))\n"
         "libc.prctl(38, 1, 0, 0, 0); libc.prctl(22, 2, ctypes.byref(p), 0, "
         "0)\n"
         "r = json.loads(C('run', '--json', '--depth', 'process', '-c', "
         "'1').stdout)\n"
         "attempt(lambda: r['status'] == 'ok')\n"},
    {"L24", "a check that runs what it looks at", HOST,
     .code = "with open('@/in/planted.py', 'w') as f: f.write(\"open("
             "'@/state/PWNED', 'w')\")\n"
             "with open('@/in/s.py', 'w') as f: f.write('import planted\\n')\n"
             "os.chdir('@/in')\n"
             "if FREE: subprocess.run(['/usr/bin/python3', 's.py'])\n"
             "else: C('check', 's.py')\n"
             "attempt(lambda: os.path.exists('@/state/PWNED'))\n"},
    {"M07", "a project file that points to a policy of its own", HOST,
     .code = "open('@/in/w.yaml', 'w').write('version: 1\\nfs: {read: "
             "[\"@/outside\"]}\\n'); os.chmod('@/in/w.yaml', 0o600)\n"
             "open('@/in/caisson.yaml', 'w').write('version: 1\\n' + "
             "('extends: w.yaml\\n'))\n"
             "open('@/in/.env', 'w').write('CAISSON_POLICY=@/in/w.yaml\\n')\n"
             "os.chdir('@/in')\n"
             "more = ['--policy', 'w.yaml'] if FREE else []\n"
             "if FREE: os.unlink('caisson.yaml')\n"
             "attempt(lambda: 'CANARY' in C('run', *more, '-c', "
             "'print(open(\"@/outside/key\").read())').stdout)\n"},
};

const cs_attack_list cs_attacks_host = {attacks,
                                        sizeof attacks / sizeof *attacks};
