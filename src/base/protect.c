/*
 * protect.c - names in a workspace that other programs act upon.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/protect.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/weaken.h"

/* The name and everything below it.  What belongs here: somebody's program
 * reads it without being asked to, from a directory that it is merely started
 * in, and then runs a command, loads code or follows instructions that it
 * names. */
static const char *const names[] = {
    /* version control: commands in configuration */
    ".git/hooks", ".git/config", ".git/config.worktree", ".git/info",
    ".git/modules", ".git/worktrees", ".git/commondir", ".git/gitdir",
    ".git/objects/info/alternates", ".gitattributes", ".gitmodules",
    ".gitconfig", ".config/git", ".hg/hgrc", ".hgrc", ".husky", ".huskyrc",
    ".pre-commit-config.yaml", ".overcommit.yml", "lefthook.yml",
    ".lefthook.yml", ".jj/repo/config.toml", ".jjconfig.toml", ".config/jj",
    ".sl/config", ".bzr/branch/branch.conf", ".svn/hooks",
    /* editors: tasks, servers, settings that name commands */
    ".vscode", ".vs", ".idea", ".fleet", ".zed", ".helix", ".theia", ".nova",
    ".devcontainer", ".devcontainer.json", ".gitpod.yml", ".nvim.lua", ".exrc",
    ".vimrc", ".gvimrc", ".nvimrc", ".vim", ".config/nvim", ".config/helix",
    ".emacs", ".emacs.d", ".dir-locals.el", ".kakrc", ".nanorc",
    /* agents: servers, hooks, permissions, standing instructions */
    ".mcp.json", "mcp.json", ".claude", ".claude.json", "CLAUDE.md",
    "CLAUDE.local.md", "AGENTS.md", "AGENT.md", "GEMINI.md", ".agents",
    ".cursor", ".cursorrules", ".windsurf", ".windsurfrules", ".gemini",
    ".codex", ".continue", ".continuerc.json", ".aider.conf.yml",
    ".aider.model.settings.yml", ".roo", ".roorules", ".roomodes", ".cline",
    ".clinerules", ".kiro", ".opencode", "opencode.json", "opencode.jsonc",
    ".amazonq", ".junie", ".goosehints", ".config/goose", ".crush.json",
    "crush.json", ".qwen", ".factory", ".augment", ".trae", ".amp", ".copilot",
    ".github/copilot-instructions.md", ".github/instructions",
    /* shells, terminals, desktops */
    ".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases",
    ".bash_completion", ".profile", ".zshrc", ".zshenv", ".zprofile", ".zlogin",
    ".zlogout", ".oh-my-zsh", ".cshrc", ".tcshrc", ".login", ".kshrc",
    ".inputrc", ".config/fish", ".config/nushell", ".tmux.conf", ".config/tmux",
    ".screenrc", ".xinitrc", ".xprofile", ".xsession", ".pam_environment",
    ".config/autostart", ".config/systemd", ".config/environment.d", ".envrc",
    ".config/direnv", ".mise.toml", "mise.toml", ".mise", ".config/mise",
    /* tools with settings that name programs, libraries or servers */
    ".ssh", ".gnupg", ".netrc", ".npmrc", ".yarnrc", ".yarnrc.yml",
    ".yarn/releases", ".yarn/plugins", ".pnpmfile.cjs", ".pypirc",
    ".config/pip", ".pip/pip.conf", ".condarc", ".cargo/config",
    ".cargo/config.toml", ".bundle/config", ".gradle/init.d",
    ".gradle/init.gradle", ".m2/settings.xml", ".bazelrc", ".ripgreprc",
    ".ackrc", ".curlrc", ".wgetrc", ".lessfilter", ".psqlrc", ".sqliterc",
    ".my.cnf", ".pdbrc", ".gdbinit", ".lldbinit", ".perldb", ".irbrc", ".pryrc",
    ".Rprofile", ".ghci", ".ocamlinit", ".julia/config", ".docker/config.json",
    ".kube/config", ".aws/config", ".terraformrc",
    /* ours */
    ".caisson", ".config/caisson", ".local/state/caisson", "caisson.yaml"};

/* Names with anything before the last dot. */
static const char *const endings[] = {".code-workspace", ".sublime-project"};

/* What is executed or believed of a repository without a work tree. */
static const char *const bare[] = {"hooks",     "config",  "config.worktree",
                                   "info",      "modules", "worktrees",
                                   "commondir", "gitdir"};

/* Does `path` go on with the components of `name`?  1: at least all of them,
 * 2: it ends inside (a parent of the name), 0: no. */
static int compare(const char *path, const char *name) {
  for (;;) {
    size_t n = strcspn(path, "/"), m = strcspn(name, "/");
    if (n != m || strncasecmp(path, name, n) != 0) return 0;
    path += n;
    name += m;
    if (!*name) return 1;
    if (!*path) return 2;
    path++;
    name++;
  }
}

static bool ends_so(const char *part) {
  size_t n = strcspn(part, "/");
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    size_t k = strlen(endings[i]);
    if (n >= k && strncasecmp(part + n - k, endings[i], k) == 0) return true;
  }
  return false;
}

bool cs_protect_is(const char *path, bool entry) {
  if (cs_weaken("fs.protect")) return false;
  for (const char *p = path; *p;) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      if ((*p | 32) != (names[i][0] | 32)) continue; /* most: asked often */
      int found = compare(p, names[i]);
      if (found == 1 || (found == 2 && entry)) return true;
    }
    if (ends_so(p)) return true;
    p += strcspn(p, "/");
    p += *p == '/';
  }
  return false;
}

bool cs_protect_is_bare(const char *name) {
  if (cs_weaken("fs.protect")) return false;
  for (size_t i = 0; i < sizeof bare / sizeof *bare; i++)
    if (strcasecmp(name, bare[i]) == 0) return true;
  return false;
}

bool cs_protect_leaves(const char *path, const char *target) {
  if (cs_weaken("links")) return false;
  if (target[0] == '/' || !target[0]) return true;
  int depth = 0;
  bool named = false;
  for (const char *s = path; *s; s++) depth += *s == '/';
  for (const char *s = target; *s;) {
    size_t n = strcspn(s, "/");
    bool up = n == 2 && s[0] == '.' && s[1] == '.';
    if (up && (named || depth-- == 0)) return true;
    named |= !up && !(n == 0 || (n == 1 && s[0] == '.'));
    s += n + (s[n] == '/');
  }
  return false;
}

bool cs_protect_dir_has(const void *dir, const char *name) {
  const int *fd = dir;
  return faccessat(*fd, name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

enum { HEAD = 1, OBJECTS = 2, REFS = 4, COMMON = 8 };
static const char *const parts[] = {"HEAD", "objects", "refs", "commondir"};

static bool makes_repository(unsigned found) {
  unsigned own = OBJECTS | REFS;
  return found & HEAD && (found & COMMON || (found & own) == own);
}

static unsigned parts_of(cs_protect_has *has, const void *dir) {
  unsigned found = 0;
  for (unsigned i = 0; i < 4; i++)
    if (has(dir, parts[i])) found |= 1U << i;
  return found;
}

bool cs_protect_is_repository(cs_protect_has *has, const void *dir) {
  return makes_repository(parts_of(has, dir));
}

static unsigned part(const char *name) {
  if (cs_weaken("fs.protect")) return 0;
  for (unsigned i = 0; i < 4; i++)
    if (strcasecmp(name, parts[i]) == 0) return 1U << i;
  return 0;
}

bool cs_protect_is_part(const char *name) {
  return part(name) != 0;
}

bool cs_protect_completes(cs_protect_has *has, const void *dir,
                          const char *name) {
  unsigned mine = part(name);
  if (mine == 0) return false;
  unsigned found = parts_of(has, dir);
  return !makes_repository(found & ~mine) && !(found & mine) &&
         makes_repository(found | mine);
}
