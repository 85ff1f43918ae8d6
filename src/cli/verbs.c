/*
 * verbs.c - the table of verbs: names, meaning, examples.
 *
 * Texts are for people who meet the verb for the first time: what it does, what
 * it does not do, and two commands that can be typed as they are.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/verbs.h"

#include <stdio.h>
#include <string.h>

#define RUNNING  "run code"
#define BOXES    "named sandboxes"
#define SESSIONS "saved sessions"
#define SERVING  "serve agents"
#define AUDIT    "running and past work"
#define IMAGES   "images"
#define LOOKING  "inspect and set up"

const cs_verb cs_verbs[] = {
    {.name = "run",
     .id = CS_VERB_RUN,
     .exit = CS_VERB_GUEST,
     .guest_args = true,
     .group = RUNNING,
     .operands = "FILE | - | -c CODE [ARG...]",
     .purpose = "run a Python program in the sandboxed engine",
     .about =
         "The program has no files, network, environment or host functions\n"
         "until an option grants them. Output appears as it is printed.\n"
         "Options come before FILE; everything after it is passed to the\n"
         "program.",
     .example = {{"a program, with its arguments", "caisson run script.py 1 2"},
                 {"a project that it reads, with changes kept in memory only",
                  "caisson run --workspace . -w /workspace script.py"}},
     .main = cs_cli_run},
    {.name = "exec",
     .id = CS_VERB_EXEC,
     .exit = CS_VERB_GUEST,
     .guest_args = true,
     .group = RUNNING,
     .operands = "[NAME --] PROGRAM [ARG...]",
     .purpose = "run a program in a jail, or in the sandbox NAME",
     .about =
         "Namespaces, a system call filter, Landlock and resource limits\n"
         "around an ordinary program: it sees the system's read-only files, a\n"
         "private /tmp and what is mounted, and no network. No shell is\n"
         "involved unless --shell asks for one. With NAME and '--' the\n"
         "program runs in that sandbox ('caisson create').",
     .example = {{"a program with its arguments",
                  "caisson exec -- python3 -c 'print(1)'"},
                 {"a pipeline over a directory; the host's files do not change",
                  "caisson exec --workspace . --shell 'ls | wc -l'"}},
     .main = cs_cli_exec},
    {.name = "shell",
     .id = CS_VERB_SHELL,
     .exit = CS_VERB_GUEST,
     .group = RUNNING,
     .operands = "[NAME] [-c SCRIPT]",
     .purpose = "a prompt: Python in the engine, or a shell in a jail",
     .about =
         "With NAME a login shell in that sandbox ('caisson create').\n"
         "With --depth process a login shell that reads our stdin, in a jail\n"
         "with the same options as 'caisson exec'; with -c a script for it.\n"
         "Elsewhere the prompt of 'caisson repl'.",
     .example = {{"Python at a prompt", "caisson shell"},
                 {"a pipeline in a jail; the host's files do not change",
                  "caisson shell --workspace . -c 'ls | wc -l'"}},
     .main = cs_cli_shell},
    {.name = "repl",
     .id = CS_VERB_REPL,
     .exit = CS_VERB_GUEST,
     .group = RUNNING,
     .operands = "",
     .purpose = "start an interactive Python session",
     .about =
         "Every statement runs under the limits of the command line. An\n"
         "exception, a limit or Ctrl-C ends the statement and never the\n"
         "session; 'restart' forgets all names. From a pipe there are neither\n"
         "prompts nor history.",
     .example = {{"at a terminal", "caisson repl"},
                 {"from another program",
                  "echo 'sum(range(10))' | caisson repl"}},
     .main = cs_cli_repl},
    {.name = "check",
     .id = CS_VERB_CHECK,
     .exit = CS_VERB_ANSWER,
     .group = RUNNING,
     .operands = "FILE | -",
     .purpose = "check a program against static rules without running it",
     .about =
         "Findings are advice for the program's author; code can bypass them,\n"
         "so they are not a security boundary.\n"
         "A list that is given replaces the profile's; an empty one\n"
         "(--allow-import=) has no names.",
     .example = {{"a file", "caisson check script.py"},
                 {"what another program wrote, for a program",
                  "caisson check --json - <script.py"}},
     .main = cs_cli_check},
    {.name = "dis",
     .id = CS_VERB_DIS,
     .exit = CS_VERB_ANSWER,
     .prints_text = true,
     .group = RUNNING,
     .operands = "FILE | - | -c CODE",
     .purpose = "list the instructions that a program is compiled to",
     .about =
         "The program is compiled and not run. Each line shows where an\n"
         "instruction starts, its name and its operands; functions follow the\n"
         "code that contains them. docs/bytecode.md describes the\n"
         "instructions.",
     .example = {{"a file", "caisson dis script.py"},
                 {"one expression", "caisson dis -c 'x = a.b + 1'"}},
     .main = cs_cli_dis},

    {.name = "create",
     .id = CS_VERB_CREATE,
     .group = BOXES,
     .operands = "[NAME]",
     .purpose = "make a sandbox that lives until it is removed",
     .about =
         "It has a root file system of its own, a layer that keeps what is\n"
         "written, limits, a log and a process that keeps it, and needs no\n"
         "daemon. Without --image it sees the programs of this machine,\n"
         "read-only (rootfs:host). It has no network but the hosts of\n"
         "--allow-host and of the policy. A sandbox that nobody\n"
         "uses is stopped after --idle; 'caisson start' brings it back.",
     .example = {{"a sandbox, and a command in it",
                  "caisson create a && caisson exec a -- uname -n"},
                 {"one that works on a copy of this directory",
                  "caisson create --workspace . b"}},
     .main = cs_cli_create},
    {.name = "start",
     .id = CS_VERB_START,
     .group = BOXES,
     .operands = "NAME...",
     .purpose = "start a sandbox that was stopped; its files are kept",
     .example = {{"one", "caisson start a"},
                 {"two, for a program", "caisson start --json a b"}},
     .main = cs_cli_start},
    {.name = "inspect",
     .id = CS_VERB_BOX_INSPECT,
     .group = BOXES,
     .operands = "NAME...",
     .purpose = "show what a sandbox is: image, limits, state",
     .example = {{"for a person", "caisson inspect a"},
                 {"for a program", "caisson inspect --json a"}},
     .main = cs_cli_box_inspect},
    {.name = "fork",
     .id = CS_VERB_BOX_FORK,
     .group = BOXES,
     .operands = "NAME NEW",
     .purpose = "make a new sandbox with the files of another one",
     .about = "Files are copied as they are at this moment; processes are not.",
     .example = {{"try something without risk", "caisson fork a a2"},
                 {"for a program", "caisson fork --json a a2"}},
     .main = cs_cli_box_fork},
    {.name = "cp",
     .id = CS_VERB_CP,
     .group = BOXES,
     .operands = "SRC NAME:DEST | NAME:SRC DEST",
     .purpose = "copy files between this machine and a running sandbox",
     .about =
         "Files, directories and symbolic links are copied; modes are kept,\n"
         "owners and setuid bits are not. If DEST is a directory, SRC is\n"
         "copied into it; 'SRC/.' copies what the directory SRC holds. '-' is\n"
         "the standard input or output, for one file. A relative path in the\n"
         "sandbox begins at its working directory.\n"
         "Paths of the sandbox are resolved inside it. Links in a copy are\n"
         "made, never followed, on this machine.",
     .example = {{"a directory into a sandbox", "caisson cp src a:/root/"},
                 {"print a file of a sandbox", "caisson cp a:/etc/hosts -"}},
     .main = cs_cli_cp},
    {.name = "egress watch",
     .id = CS_VERB_EGRESS_WATCH,
     .group = BOXES,
     .operands = "NAME",
     .purpose = "show requests of a sandbox as they are judged",
     .about =
         "One line for each request, refusal and closed connection, with the\n"
         "rule that decided and what to write to allow it. Paths, queries and\n"
         "bodies are not shown.",
     .example = {{"until Ctrl-C", "caisson egress watch a"},
                 {"the next ten, for a program",
                  "caisson egress watch --json -n 10 a"}},
     .main = cs_cli_egress_watch},
    {.name = "egress narrow",
     .id = CS_VERB_EGRESS_NARROW,
     .group = BOXES,
     .operands = "NAME",
     .purpose = "give a running sandbox narrower rules of egress",
     .about =
         "Takes hosts away (--without), or gives it the rules of a file, "
         "which\n"
         "must be narrower than those that it has: hosts, methods, paths,\n"
         "limits. Connections that are not allowed any more end now. It stays\n"
         "so after 'stop' and 'start'.",
     .example = {{"without a host, and what lies below it",
                  "caisson egress narrow --without '**.example.com' a"},
                 {"by a file", "caisson egress narrow --policy less.yaml a"}},
     .main = cs_cli_egress_narrow},
    {.name = "secret refresh",
     .id = CS_VERB_SECRET_REFRESH,
     .group = BOXES,
     .operands = "SECRET NAME",
     .purpose = "read a secret's value again for the sandbox NAME",
     .about = "The next request uses it. Where the value comes from is as the\n"
              "sandbox was made; its placeholder stays.",
     .example = {{"after a key was changed",
                  "caisson secret refresh api_key a"},
                 {"for a program", "caisson secret refresh --json api_key a"}},
     .main = cs_cli_secret_refresh},
    {.name = "secret revoke",
     .id = CS_VERB_SECRET_REVOKE,
     .group = BOXES,
     .operands = "SECRET NAME",
     .purpose = "take a secret away from the sandbox NAME",
     .about = "From the next request on its placeholder is worthless.",
     .example = {{"at once", "caisson secret revoke api_key a"},
                 {"for a program", "caisson secret revoke --json api_key a"}},
     .main = cs_cli_secret_revoke},

    {.name = "snapshot dump",
     .id = CS_VERB_DUMP,
     .exit = CS_VERB_GUEST,
     .guest_args = true,
     .group = SESSIONS,
     .operands = "-o SNAPSHOT FILE | - | -c CODE [ARG...]",
     .purpose = "run a program and write the state of its session",
     .about =
         "The state is everything: names, half-run generators, open files,\n"
         "what overlays hold. --at NAME stops in the middle, where the\n"
         "program calls the function NAME.",
     .example = {{"the state at the end",
                  "caisson snapshot dump -o s.snap -c 'x = 1'"},
                 {"the state inside of a call of ask()",
                  "caisson snapshot dump -o s.snap --at ask script.py"}},
     .main = cs_cli_dump},
    {.name = "snapshot load",
     .id = CS_VERB_LOAD,
     .exit = CS_VERB_GUEST,
     .group = SESSIONS,
     .operands = "SNAPSHOT [FILE | - | -c CODE] [ARG...]",
     .purpose = "resume a saved session, with a reply or more code",
     .about =
         "The bytes may come from anywhere: they are verified in the worker.\n"
         "Mounts, tools and environment are given anew.",
     .example = {{"more code", "caisson snapshot load s.snap -c 'print(x)'"},
                 {"the answer to the call it waits with, and the next state",
                  "caisson snapshot load s.snap --reply '\"yes\"' -o t.snap"}},
     .main = cs_cli_load},
    {.name = "snapshot fork",
     .id = CS_VERB_FORK,
     .exit = CS_VERB_GUEST,
     .group = SESSIONS,
     .operands = "SNAPSHOT [FILE | - | -c CODE] [ARG...]",
     .purpose = "resume N copies of a saved session",
     .about = "sys.argv[1] is the number of the copy, from 0.",
     .example = {{"three copies, each with its number",
                  "caisson snapshot fork -n 3 s.snap -c 'import sys; "
                  "print(sys.argv)'"},
                 {"two answers to one question",
                  "caisson snapshot fork -n 2 s.snap --reply 1 --reply 2"}},
     .main = cs_cli_fork},
    {.name = "snapshot inspect",
     .id = CS_VERB_INSPECT,
     .group = SESSIONS,
     .operands = "SNAPSHOT",
     .purpose = "describe a saved session without running it",
     .example = {{"for a person", "caisson snapshot inspect s.snap"},
                 {"for a program", "caisson snapshot inspect --json s.snap"}},
     .main = cs_cli_inspect},
    {.name = "diff",
     .id = CS_VERB_DIFF,
     .group = SESSIONS,
     .operands = "SNAPSHOT | NAME",
     .purpose = "list what a saved session or a sandbox changed in overlays",
     .about = "With the NAME of a sandbox: what it changed in its workspace. "
              "With a\n"
              "snapshot give the same mounts as then. A created, M modified,\n"
              "D removed, R moved.",
     .example = {{"the workspace of a sandbox", "caisson diff a"},
                 {"of a saved session", "caisson diff --workspace . s.snap"}},
     .main = cs_cli_diff},
    {.name = "commit",
     .id = CS_VERB_COMMIT,
     .group = SESSIONS,
     .operands = "SNAPSHOT | NAME [PATH...]",
     .purpose = "write those changes to the host's directories",
     .about =
         "NAME is a stopped sandbox; with PATHs only what changed there. A\n"
         "file that the host changed meanwhile is a conflict. With --image "
         "REF\n"
         "an image is made of what the sandbox changed in its root instead.\n"
         "Protected names (.git/hooks, .envrc and others) and links that "
         "leave\n"
         "the directory are refused, and then nothing is written. Afterwards\n"
         "the snapshot holds no changes any more.",
     .example = {{"the workspace of a sandbox",
                  "caisson stop a && caisson commit a"},
                 {"of a saved session", "caisson commit --workspace . s.snap"}},
     .main = cs_cli_commit},
    {.name = "discard",
     .id = CS_VERB_DISCARD,
     .group = SESSIONS,
     .operands = "SNAPSHOT | NAME",
     .purpose = "throw those changes away",
     .example = {{"the workspace of a sandbox",
                  "caisson stop a && caisson discard a"},
                 {"keep the old snapshot",
                  "caisson discard --workspace . -o new.snap s.snap"}},
     .main = cs_cli_discard},
    {.name = "resume",
     .id = CS_VERB_RESUME,
     .exit = CS_VERB_GUEST,
     .group = SESSIONS,
     .operands = "FILE",
     .purpose = "resume a journaled run that was killed",
     .about =
         "Calls whose answer is in the journal are not made again. One that\n"
         "was begun and not answered is in doubt: it raises RuntimeError,\n"
         "unless --retry-in-doubt makes it again.",
     .example = {{"after 'caisson run --journal run.journal ...' was killed",
                  "caisson resume run.journal"},
                 {"when its calls can be repeated without harm",
                  "caisson resume --retry-in-doubt run.journal"}},
     .main = cs_cli_resume},
    {.name = "replay",
     .id = CS_VERB_REPLAY,
     .exit = CS_VERB_GUEST,
     .group = SESSIONS,
     .operands = "FILE",
     .purpose = "show a finished run again from its journal",
     .about = "Offline: nothing is asked, mounted, started or written.",
     .example = {{"what it printed then", "caisson replay run.journal"},
                 {"and its result", "caisson replay --json run.journal"}},
     .main = cs_cli_replay},

    {.name = "mcp",
     .id = CS_VERB_MCP,
     .group = SERVING,
     .operands = "",
     .purpose = "start an MCP server that gives agents a sandbox",
     .about =
         "On stdin and stdout, as clients start it, or over HTTP. Options say\n"
         "what code gets; a client can only ask for less. --timeout is\n"
         "computing time per call (10s); without a mount there is an empty\n"
         "/workspace in memory. Over HTTP every request needs a token: those\n"
         "of --token-file, or one that is printed at the start.",
     .example = {{"with the project as a workspace that stays as it is",
                  "caisson mcp --workspace ."},
                 {"for several clients of this machine",
                  "caisson mcp --http 127.0.0.1:8931 --token-file tokens"}},
     .main = cs_cli_mcp},

    {.name = "worker",
     .id = CS_VERB_WORKER,
     .group = SERVING,
     .operands = "",
     .purpose = "serve workers to other hosts over WebSockets",
     .about =
         "Each connection gets a worker of its own: a process that can only\n"
         "compute, killed when the connection ends. Files, tools and all else\n"
         "that a program asks for stay with the host that connects, as do its\n"
         "limits. Every connection needs a token: those of --token-file, that\n"
         "of CAISSON_WORKER_TOKEN, or one that is printed at the start. Only\n"
         "this machine can connect; put a proxy with TLS in front of it for\n"
         "others (wss://).",
     .example = {{"for hosts of this machine",
                  "caisson worker --listen 127.0.0.1:8932"},
                 {"for a few hosts, with little memory each",
                  "caisson worker --token-file tokens --max 4 -m 1g"}},
     .main = cs_cli_worker},

    {.name = "approve",
     .id = CS_VERB_APPROVE,
     .group = SERVING,
     .operands = "[TOKEN]",
     .purpose = "approve or reject what a program asks for",
     .about =
         "A policy can say that calls of a tool need an approval\n"
         "(tools.approve, approver). Clients of an MCP server that can ask\n"
         "their user do so; for others a refused call has a token, and the\n"
         "model can ask for it with request_permission. Requests to hosts of "
         "a\n"
         "rule with 'approve: true' (egress.allow) have a token, too. Without "
         "a\n"
         "token lists what is asked for. Granting holds for one call with the\n"
         "arguments that are shown, for at most five minutes, or for one\n"
         "request to the host; with --for-session for all of them.",
     .example = {{"what is asked for", "caisson approve"},
                 {"a host, as long as the session lives",
                  "caisson approve --for-session "
                  "apr_5f1c7d0e9a8b4c2d6e3f1a0b9c8d7e6f"}},
     .main = cs_cli_approve},

    {.name = "ps",
     .alias = "ls",
     .id = CS_VERB_PS,
     .group = AUDIT,
     .operands = "",
     .purpose = "list named runs and sandboxes",
     .about =
         "A run has a name if --name of run, exec or shell gave it one.\n"
         "Statuses: running, stopped (with the exit code), crashed (it died\n"
         "without a word). MEM and CPU are those of all its processes.",
     .example = {{"what runs now", "caisson ps"},
                 {"running ones and ended ones", "caisson ps --all"}},
     .main = cs_cli_ps},
    {.name = "logs",
     .id = CS_VERB_LOGS,
     .group = AUDIT,
     .operands = "NAME",
     .purpose = "show what a named run or sandbox has printed",
     .about =
         "Also while it runs, and after it has ended, up to 16 MiB. Output of\n"
         "later runs of that name follows. --json has a cursor, with which\n"
         "the next call goes on.",
     .example = {{"the last lines, and what comes",
                  "caisson logs -n 20 -f job"},
                 {"errors of the last ten minutes",
                  "caisson logs --since 10m --source stderr job"}},
     .main = cs_cli_logs},
    {.name = "stats",
     .id = CS_VERB_STATS,
     .group = AUDIT,
     .operands = "[NAME...]",
     .purpose = "show the resource use of named runs and sandboxes",
     .about =
         "Memory, processor time and processes of each, with everything it\n"
         "has started. Without a name: all that run.",
     .example = {{"all of them", "caisson stats"},
                 {"one, for a program", "caisson stats --json job"}},
     .main = cs_cli_stats},
    {.name = "stop",
     .id = CS_VERB_STOP,
     .group = AUDIT,
     .operands = "NAME...",
     .purpose = "stop a named run or sandbox; its output is kept",
     .about =
         "As Ctrl-C does: what it printed so far stays in its log. What has\n"
         "not ended after --stop-timeout is killed. One that does not run is\n"
         "fine already.",
     .example = {{"one", "caisson stop job"},
                 {"with a shorter grace period",
                  "caisson stop --stop-timeout 1s job"}},
     .main = cs_cli_stop},
    {.name = "kill",
     .id = CS_VERB_KILL,
     .group = AUDIT,
     .operands = "NAME...",
     .purpose = "kill a named run or sandbox with everything it started",
     .example = {{"one", "caisson kill job"},
                 {"all that run", "caisson kill $(caisson ps -q)"}},
     .main = cs_cli_kill},
    {.name = "wait",
     .id = CS_VERB_WAIT,
     .group = AUDIT,
     .operands = "NAME...",
     .purpose = "wait for a named run and print its exit code",
     .about = "137 for a run that died without reporting an exit code.",
     .example = {{"one that runs in the background",
                  "caisson run -d --name job script.py && caisson wait job"},
                 {"how it ended, for a program", "caisson wait --json job"}},
     .main = cs_cli_wait},
    {.name = "rm",
     .id = CS_VERB_RM,
     .group = AUDIT,
     .operands = "NAME...",
     .purpose = "remove a named run or sandbox and its output",
     .about = "What is still running is not removed.",
     .example = {{"one", "caisson rm job"},
                 {"a run that is forgotten at its end",
                  "caisson run --name job --rm script.py"}},
     .main = cs_cli_rm},

    {.name = "audit verify",
     .id = CS_VERB_AUDIT_VERIFY,
     .exit = CS_VERB_ANSWER,
     .group = AUDIT,
     .operands = "[FILE]",
     .purpose = "verify that the audit log was not changed",
     .about =
         "Every run, call, refusal and limit is a line of the log, and each\n"
         "line has the hash of the one before it. Checks all of them, over\n"
         "all files of the log, with the signed checkpoints; prints the\n"
         "number of the first record that is wrong. FILE is the user's log\n"
         "($XDG_STATE_HOME/caisson/audit.jsonl, or below ~/.local/state).",
     .example = {{"the user's own log", "caisson audit verify"},
                 {"with a head that was noted elsewhere, which a cut cannot "
                  "fool",
                  "caisson audit verify --expect 412:9c01a7d2 audit.jsonl"}},
     .main = cs_cli_audit_verify},
    {.name = "audit show",
     .id = CS_VERB_AUDIT_SHOW,
     .exit = CS_VERB_ANSWER,
     .group = AUDIT,
     .operands = "[FILE]",
     .purpose = "list records of the audit log",
     .example = {{"what was refused since January",
                  "caisson audit show --denied --since 2026-01-01"},
                 {"all about one run, for a program",
                  "caisson audit show --json --run run_0a1b..."}},
     .main = cs_cli_audit_show},
    {.name = "audit tail",
     .id = CS_VERB_AUDIT_TAIL,
     .exit = CS_VERB_ANSWER,
     .group = AUDIT,
     .operands = "[FILE]",
     .purpose = "list the last records; --follow waits for new ones",
     .example = {{"the last ten", "caisson audit tail"},
                 {"as they come", "caisson audit tail -f --kind run"}},
     .main = cs_cli_audit_tail},
    {.name = "audit export",
     .id = CS_VERB_AUDIT_EXPORT,
     .exit = CS_VERB_ANSWER,
     .group = AUDIT,
     .operands = "[FILE]",
     .purpose = "print verified records for other programs",
     .example = {{"all of them, as they stand",
                  "caisson audit export >copy.jsonl"},
                 {"for a spreadsheet",
                  "caisson audit export --format csv --kind run.end"}},
     .main = cs_cli_audit_export},

    {.name = "image ls",
     .alias = "images",
     .id = CS_VERB_IMAGE_LS,
     .group = IMAGES,
     .operands = "",
     .purpose = "list the images in the store",
     .about =
         "The store is $CAISSON_IMAGES, or caisson/images in the user's data\n"
         "directory. An image is unpacked once; sandboxes share the tree.",
     .example = {{"all images", "caisson image ls"},
                 {"for a program", "caisson image ls --json"}},
     .main = cs_cli_image_ls},
    {.name = "image pull",
     .alias = "pull",
     .id = CS_VERB_IMAGE_PULL,
     .group = IMAGES,
     .operands = "NAME[:TAG][@DIGEST]",
     .purpose = "download an image from a registry and unpack it",
     .about =
         "Every byte is checked against the digest in the manifest. A short\n"
         "name needs images.default_registry in the policy. Credentials come\n"
         "from ~/.docker/config.json or $CAISSON_AUTH_FILE, never from the\n"
         "command line. With images.pull: never no connection is made.",
     .example = {{"by tag", "caisson image pull registry.example/app:1.2"},
                 {"from a registry on this machine, without TLS",
                  "caisson image pull --insecure localhost:5000/app"}},
     .main = cs_cli_image_pull},
    {.name = "image load",
     .id = CS_VERB_IMAGE_LOAD,
     .group = IMAGES,
     .operands = "FILE | DIR | KIND:PATH[:TAG]",
     .purpose = "add an image from an archive or an OCI layout",
     .about = "KIND is oci, oci-archive or docker-archive. Reads what 'docker\n"
              "save', 'podman save' and 'skopeo copy' write,\n"
              "compressed with gzip or zstd or not. No network is used.",
     .example = {{"what docker save wrote", "caisson image load app.tar"},
                 {"an OCI layout, under a name of your own",
                  "caisson image load --name app:1 oci:layout:latest"}},
     .main = cs_cli_image_load},
    {.name = "image import",
     .id = CS_VERB_IMAGE_IMPORT,
     .group = IMAGES,
     .operands = "DIR|TAR NAME[:TAG]",
     .purpose = "make an image of a directory or a tar of a root",
     .about =
         "The image has one layer. Devices, sockets, setuid bits and extended\n"
         "attributes are left out.",
     .example = {{"a directory", "caisson image import rootfs/ mine:1"},
                 {"a tar, compressed or not",
                  "caisson image import rootfs.tar.gz mine:2"}},
     .main = cs_cli_image_import},
    {.name = "image save",
     .id = CS_VERB_IMAGE_SAVE,
     .group = IMAGES,
     .operands = "NAME [-o FILE]",
     .purpose = "write an image as an OCI archive",
     .about = "Every tool that knows oci-archive reads the file.",
     .example = {{"to a file", "caisson image save app:1 -o app.tar"},
                 {"to another machine",
                  "caisson image save app:1 | ssh host 'cat >app.tar'"}},
     .main = cs_cli_image_save},
    {.name = "image inspect",
     .id = CS_VERB_IMAGE_INSPECT,
     .group = IMAGES,
     .operands = "NAME...",
     .purpose = "show digest, config and tree of an image",
     .about = "The tree is unpacked if it is not there.",
     .example = {{"an image", "caisson image inspect app:1"},
                 {"on one line", "caisson image inspect --json app:1"}},
     .main = cs_cli_image_inspect},
    {.name = "image rm",
     .alias = "rmi",
     .id = CS_VERB_IMAGE_RM,
     .group = IMAGES,
     .operands = "NAME...",
     .purpose = "remove images that no sandbox uses",
     .about =
         "Removes a name, and with its last name the image, its tree and the\n"
         "layers that no other image needs.",
     .example = {{"an image", "caisson image rm app:1"},
                 {"by the start of its digest",
                  "caisson image rm 0123456789ab"}},
     .main = cs_cli_image_rm},
    {.name = "image prune",
     .id = CS_VERB_IMAGE_PRUNE,
     .group = IMAGES,
     .operands = "",
     .purpose = "remove data that no image and no sandbox needs",
     .about = "Layers, trees and unfinished downloads. Named images stay.",
     .example = {{"free disk space", "caisson image prune"},
                 {"for a program", "caisson image prune --json"}},
     .main = cs_cli_image_prune},
    {.name = "image verify",
     .id = CS_VERB_IMAGE_VERIFY,
     .exit = CS_VERB_ANSWER,
     .group = IMAGES,
     .operands = "",
     .purpose = "hash every blob of the store again",
     .about = "Exit code 1 if a blob changed or an image lacks one.",
     .example = {{"the whole store", "caisson image verify"},
                 {"for a program", "caisson image verify --json"}},
     .main = cs_cli_image_verify},

    {.name = "env create",
     .id = CS_VERB_ENV_CREATE,
     .group = LOOKING,
     .operands = "NAME [PACKAGE...]",
     .purpose = "install Python packages for programs to use",
     .about =
         "A virtual environment with a name, made on this machine with your\n"
         "rights by uv, or pip where there is no uv. Sessions choose it with\n"
         "--python NAME and see it read-only. The versions that were\n"
         "installed are listed in requirements.lock in its directory; -r\n"
         "with that file makes the same one again. Environments are kept in\n"
         "$CAISSON_ENVS, or caisson/envs in the user's data directory.",
     .example = {{"for plots",
                  "caisson env create science --pip numpy pandas matplotlib"},
                 {"the same versions elsewhere",
                  "caisson env create science -r requirements.lock"}},
     .main = cs_cli_env_create},
    {.name = "env ls",
     .id = CS_VERB_ENV_LS,
     .group = LOOKING,
     .operands = "",
     .purpose = "list the environments of 'caisson env create'",
     .example = {{"all", "caisson env ls"},
                 {"with the versions of every package",
                  "caisson env ls --json"}},
     .main = cs_cli_env_ls},
    {.name = "env rm",
     .id = CS_VERB_ENV_RM,
     .group = LOOKING,
     .operands = "NAME...",
     .purpose = "remove environments",
     .example = {{"one", "caisson env rm science"},
                 {"for a program", "caisson env rm --json science"}},
     .main = cs_cli_env_rm},
    {.name = "doctor",
     .id = CS_VERB_DOCTOR,
     .exit = CS_VERB_ANSWER,
     .group = LOOKING,
     .operands = "",
     .purpose = "show what this machine can enforce",
     .example = {{"for a person", "caisson doctor"},
                 {"for a program", "caisson doctor --json"}},
     .main = cs_cli_doctor},
    {.name = "redteam",
     .id = CS_VERB_REDTEAM,
     .exit = CS_VERB_ANSWER,
     .group = LOOKING,
     .operands = "",
     .purpose = "attack the sandboxes of this machine and tell what held",
     .about =
         "Each attack is a program that tries to get out, run as any other\n"
         "program is; its control is the same program where it may succeed.\n"
         "Outcomes: held, contained (a limit ended it), failed, not-enforced\n"
         "(this machine cannot, and says so), skipped, broken-probe (the\n"
         "control noticed nothing). Exit code 0: everything held.",
     .example = {{"all attacks, about a minute", "caisson redteam"},
                 {"files and mounts, in jails",
                  "caisson redteam --group D --depth process"}},
     .main = cs_cli_redteam},
    {.name = "why",
     .id = CS_VERB_WHY,
     .exit = CS_VERB_ANSWER,
     .group = LOOKING,
     .operands = "",
     .purpose = "show whether something is allowed, and by which rule",
     .about =
         "The policy alone is asked, by the functions that sessions ask;\n"
         "nothing is opened, resolved or started. A remedy is what the owner\n"
         "of the policy would write.",
     .example = {{"a host", "caisson why --host api.example.com"},
                 {"a file of the workspace, to write",
                  "caisson why --path /workspace/.git/config --op write"}},
     .main = cs_cli_why},
    {.name = "policy explain",
     .id = CS_VERB_EXPLAIN,
     .exit = CS_VERB_ANSWER,
     .group = LOOKING,
     .operands = "",
     .purpose = "show what a policy means on this host and what enforces it",
     .about =
         "Every key has one of three words at a depth: enforced (a probe on\n"
         "this machine saw it refused), advisory (code can get around it) or\n"
         "unsupported. The answer is no when a restriction that the policy\n"
         "asks for is not enforced and not accepted by name.",
     .example = {{"the built-in policy, every depth",
                  "caisson policy explain --report"},
                 {"which depth would run this program, and why",
                  "caisson policy explain --code script.py"}},
     .main = cs_cli_explain},
    {.name = "policy check",
     .id = CS_VERB_POLICY_CHECK,
     .exit = CS_VERB_ANSWER,
     .group = LOOKING,
     .operands = "FILE",
     .purpose = "check whether a policy file is valid",
     .about = "What is wrong is told with line, column and the nearest valid\n"
              "spelling. Nothing is run and no other file is read, except\n"
              "the one that it extends.",
     .example = {{"a file", "caisson policy check policy.yaml"},
                 {"for a program", "caisson policy check --json policy.yaml"}},
     .main = cs_cli_policy_check},
    {.name = "policy diff",
     .id = CS_VERB_POLICY_DIFF,
     .exit = CS_VERB_ANSWER,
     .group = LOOKING,
     .operands = "A B",
     .purpose = "show which fields of B are narrower or wider than in A",
     .about =
         "A and B are files or names of profiles. The answer is yes when both\n"
         "mean the same.",
     .example = {{"a file and a profile",
                  "caisson policy diff agent policy.yaml"},
                 {"two files", "caisson policy diff old.yaml new.yaml"}},
     .main = cs_cli_policy_diff},
    {.name = "policy init",
     .id = CS_VERB_POLICY_INIT,
     .prints_text = true,
     .group = LOOKING,
     .operands = "",
     .purpose = "print a policy file to begin with",
     .about = "Every field is in it, with its default, as a comment.",
     .example = {{"the user's own",
                  "caisson policy init >~/.config/caisson/policy.yaml"},
                 {"one for agents that start programs",
                  "caisson policy init --profile agent >policy.yaml"}},
     .main = cs_cli_policy_init},
    {.name = "policy schema",
     .id = CS_VERB_POLICY_SCHEMA,
     .group = LOOKING,
     .operands = "",
     .purpose = "print the JSON Schema of policy files",
     .example = {{"for an editor",
                  "caisson policy schema >caisson-policy.json"},
                 {"one field",
                  "caisson policy schema | jq .properties.limits"}},
     .main = cs_cli_policy_schema},
    {.name = "version",
     .id = CS_VERB_VERSION,
     .group = LOOKING,
     .operands = "",
     .purpose = "print the version",
     .example = {{"for a person", "caisson version"},
                 {"with features and schemas", "caisson version --json"}},
     .main = cs_cli_version},
    {.name = "demo",
     .id = CS_VERB_DEMO,
     .group = LOOKING,
     .operands = "",
     .purpose = "see in a minute what caisson does",
     .about =
         "Runs a handful of commands in a directory of its own, prints each\n"
         "with what it did, and leaves nothing behind.",
     .example = {{"all of it", "caisson demo"},
                 {"without colours", "caisson demo --color never"}},
     .main = cs_cli_demo},
    {.name = "completion",
     .id = CS_VERB_COMPLETION,
     .prints_text = true,
     .group = LOOKING,
     .operands = "bash | zsh | fish",
     .words = "bash zsh fish",
     .purpose = "print a completion script for a shell",
     .example = {{"for this shell", "source <(caisson completion bash)"},
                 {"for good",
                  "caisson completion fish "
                  ">~/.config/fish/completions/caisson.fish"}},
     .main = cs_cli_completion},
    {.name = "man",
     .id = CS_VERB_MAN,
     .prints_text = true,
     .group = LOOKING,
     .operands = "[1 | 5]",
     .words = "1 5",
     .purpose = "print a manual page: caisson(1) or caisson-policy(5)",
     .example = {{"read it", "caisson man | man -l -"},
                 {"what a policy may hold", "caisson man 5 | man -l -"}},
     .main = cs_cli_man},
    {.name = "help",
     .id = CS_VERB_HELP,
     .group = LOOKING,
     .operands = "[VERB]",
     .purpose = "print help",
     .example = {{"all verbs", "caisson help"},
                 {"one of them", "caisson help snapshot dump"}},
     .main = cs_cli_help},
    {0}};

const cs_verb *cs_verb_find(const char *name, const char *second) {
  char both[64];
  snprintf(both, sizeof both, "%s%s%s", name, second ? " " : "",
           second ? second : "");
  for (const cs_verb *v = cs_verbs; v->name; v++)
    if (strcmp(v->name, both) == 0 || (v->alias && strcmp(v->alias, both) == 0))
      return v;
  return NULL;
}

/* --- not built yet ------------------------------------------------------- */

typedef struct planned {
  const char *names; /* between spaces */
  const char *why, *todo;
} planned;

static const planned planned_verbs[] = {
    {" cp ", "this version has not built it",
     "use 'caisson exec NAME -- cat FILE'"},
    {" load save ", "a file of an image is loaded by another command",
     "use 'caisson image load' or 'caisson image save'"},
    {" volume ", "this version has no volumes",
     "use --workspace or -v for a directory"},
    {" serve ", "this version has no HTTP server",
     "use the C library, the Python package, or 'caisson run --json'"},
    {" secret redteam ", "this version has not built it",
     "see 'caisson help' for what there is"},
    {0}};

int cs_verb_planned(const cs_settings *s, const char *name) {
  char word[40], what[80];
  snprintf(word, sizeof word, " %.36s ", name);
  for (const planned *p = planned_verbs; p->names; p++) {
    if (strchr(name, ' ') || !strstr(p->names, word)) continue;
    snprintf(what, sizeof what, "'caisson %s' does not exist yet", name);
    return cs_cli_fail(s, what, p->why, p->todo);
  }
  return 0;
}
