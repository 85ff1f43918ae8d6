/*
 * rules.c - the profiles, and the caller's lists over them.
 *
 * The two codeact profiles keep the rules and texts of the validator of
 * Microsoft Agent Framework's Local CodeAct, without its refusals of ordinary
 * statements.  `default` asks another question: does the program reach for
 * processes, the network, native code, the import machinery or the insides of
 * the interpreter?
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/rules.h"

#include <string.h>

#define EXCEPTIONS                                                           \
  "ArithmeticError AssertionError AttributeError BaseException "             \
  "BaseExceptionGroup BlockingIOError BrokenPipeError BufferError "          \
  "BytesWarning ChildProcessError ConnectionAbortedError ConnectionError "   \
  "ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError " \
  "EncodingWarning EnvironmentError Exception ExceptionGroup "               \
  "FileExistsError FileNotFoundError FloatingPointError FutureWarning "      \
  "GeneratorExit IOError ImportError ImportWarning IndentationError "        \
  "IndexError InterruptedError IsADirectoryError KeyError "                  \
  "KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError " \
  "NotADirectoryError NotImplementedError OSError OverflowError "            \
  "PendingDeprecationWarning PermissionError ProcessLookupError "            \
  "PythonFinalizationError RecursionError ReferenceError ResourceWarning "   \
  "RuntimeError RuntimeWarning StopAsyncIteration StopIteration "            \
  "SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError "  \
  "TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError "       \
  "UnicodeError UnicodeTranslateError UnicodeWarning UserWarning "           \
  "ValueError Warning ZeroDivisionError "

/* What codeact has always let code call. */
#define SAFE_BUILTINS                                                     \
  "print len str int float bool list dict tuple set frozenset range "     \
  "enumerate zip map filter sorted reversed sum min max abs round pow "   \
  "divmod all any chr ord hex oct bin format repr ascii bytes bytearray " \
  "memoryview isinstance issubclass callable type id hash next iter slice "

#define CODEACT_BLOCKED_BUILTINS                                            \
  "eval exec compile __import__ globals locals vars dir open input help "   \
  "breakpoint exit quit copyright credits license delattr getattr setattr " \
  "hasattr "

#define CODEACT_IMPORTS                                                      \
  "asyncio pathlib json math datetime time itertools functools collections " \
  "typing dataclasses decimal fractions re base64 hashlib uuid random os "

#define CODEACT_BLOCKED_IMPORTS                                          \
  "sys subprocess socket urllib requests http ftplib smtplib telnetlib " \
  "multiprocessing threading ctypes shutil tempfile importlib builtins " \
  "__builtin__ "

#define CODEACT_DUNDERS                                                   \
  "__name__ __doc__ __dict__ __class__ __module__ __file__ __init__ "     \
  "__str__ __repr__ __eq__ __hash__ __len__ __iter__ __next__ __enter__ " \
  "__exit__ __aenter__ __aexit__ "

/* The nodes of Local CodeAct, and those it refused for no good reason. */
#define CODEACT_NODES                                                        \
  "Module Expr Assign AugAssign AnnAssign For AsyncFor While If With "       \
  "AsyncWith Try ExceptHandler Pass Break Continue Return Await Compare "    \
  "BoolOp UnaryOp And Or Not Eq NotEq Lt LtE Gt GtE In NotIn Is IsNot UAdd " \
  "USub Invert Name Load Store Del Attribute Subscript Slice Constant List " \
  "Tuple Set Dict BinOp Add Sub Mult Div Mod FloorDiv Pow LShift RShift "    \
  "BitOr BitXor BitAnd Call keyword ListComp SetComp DictComp "              \
  "GeneratorExp comprehension IfExp JoinedStr FormattedValue Import "        \
  "ImportFrom alias FunctionDef AsyncFunctionDef arguments arg Lambda "      \
  "Match match_case MatchValue MatchSingleton MatchSequence MatchMapping "   \
  "MatchClass MatchStar MatchAs MatchOr Starred "                            \
  "withitem Raise ClassDef Assert Delete Global Nonlocal Yield YieldFrom "   \
  "NamedExpr MatMult TryStar "

/* Attributes that lead from any object to the interpreter's insides. */
#define INSIDES                                                         \
  "__subclasses__ __globals__ __code__ __closure__ __bases__ __base__ " \
  "__mro__ mro __builtins__ __loader__ __spec__ __self__ __reduce__ "   \
  "__reduce_ex__ f_globals f_locals f_builtins f_back f_code gi_frame " \
  "gi_code gi_yieldfrom cr_frame cr_code cr_await ag_frame ag_code "    \
  "ag_await tb_frame tb_next func_globals func_code "

/* Methods of event loops that start programs or reach the network. */
#define LOOP_METHODS                                                    \
  "subprocess_exec subprocess_shell create_connection create_server "   \
  "create_datagram_endpoint create_unix_connection create_unix_server " \
  "sock_connect connect_accepted_socket "

/* Of databases: they load native code. */
#define EXTENSIONS "enable_load_extension load_extension "

#define PROCESS_MEMBERS                                                    \
  "os.system os.popen os.fork os.forkpty os.execl os.execle os.execlp "    \
  "os.execlpe os.execv os.execve os.execvp os.execvpe os._execvpe "        \
  "os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv os.spawnve "      \
  "os.spawnvp os.spawnvpe os._spawnvef os.posix_spawn os.posix_spawnp "    \
  "os.startfile os.kill os.killpg os.memfd_create os.setns os.unshare "    \
  "os.chroot os.setuid os.setgid os.ptsname concurrent.futures.process "   \
  "concurrent.futures.ProcessPoolExecutor asyncio.create_subprocess_exec " \
  "asyncio.create_subprocess_shell asyncio.subprocess "                    \
  "asyncio.base_subprocess asyncio.unix_events "

#define NETWORK_MEMBERS                                               \
  "asyncio.open_connection asyncio.open_unix_connection "             \
  "asyncio.start_server asyncio.start_unix_server asyncio.streams "   \
  "urllib.request urllib.robotparser logging.handlers.SocketHandler " \
  "logging.handlers.DatagramHandler logging.handlers.SMTPHandler "    \
  "logging.handlers.HTTPHandler logging.handlers.SysLogHandler "

#define INSIDE_MEMBERS                                                       \
  "sys._getframe sys._getframemodulename sys._current_frames sys.settrace "  \
  "sys.setprofile sys.addaudithook sys.meta_path sys.path_hooks "            \
  "sys.path_importer_cache sys.call_tracing gc.get_objects "                 \
  "gc.get_referrers gc.get_referents inspect.currentframe inspect.stack "    \
  "inspect.trace inspect.getouterframes inspect.getinnerframes "             \
  "inspect.getmembers inspect.getmembers_static inspect.getattr_static "     \
  "types.FunctionType types.LambdaType types.CodeType importlib.util "       \
  "importlib.machinery importlib.abc importlib.reload importlib._bootstrap " \
  "importlib._bootstrap_external pickle.load pickle.loads "                  \
  "pickle.Unpickler pickle._Unpickler logging.config.dictConfig "            \
  "logging.config.fileConfig typing.re typing.io cProfile.Profile "          \
  "profile.Profile "

#define DEFAULT_BLOCKED_IMPORTS                                              \
  "subprocess _posixsubprocess multiprocessing _multiprocessing pty "        \
  "socket _socket socketserver ssl _ssl select selectors asyncore asynchat " \
  "requests httpx aiohttp urllib3 http ftplib smtplib smtpd telnetlib "      \
  "poplib imaplib nntplib xmlrpc websockets paramiko webbrowser "            \
  "antigravity ctypes _ctypes cffi mmap posix nt fcntl _winapi winreg "      \
  "imp _imp _frozen_importlib _frozen_importlib_external zipimport runpy "   \
  "pkgutil pydoc code codeop pdb bdb marshal shelve dill cloudpickle "       \
  "_pickle _testcapi _xxsubinterpreters _xxinterpchannels site ensurepip "   \
  "pip venv distutils setuptools _thread trace tkinter _tkinter wsgiref "    \
  "rlcompleter idlelib lib2to3 turtle turtledemo "

static const cs_profile profiles[] = {
    {.name = "default",
     .flags = CS_RULES_FLOW,
     .block_imports = DEFAULT_BLOCKED_IMPORTS,
     .block_builtins = "eval exec compile breakpoint ",
     .block_attributes = INSIDES LOOP_METHODS EXTENSIONS,
     .members = PROCESS_MEMBERS NETWORK_MEMBERS INSIDE_MEMBERS},
    {.name = "codeact-compat",
     .flags = CS_RULES_CALLS | CS_RULES_RETURN,
     .allow_imports = CODEACT_IMPORTS,
     .block_imports = CODEACT_BLOCKED_IMPORTS,
     .allow_builtins = SAFE_BUILTINS EXCEPTIONS
     "object super property classmethod staticmethod ",
     .block_builtins = CODEACT_BLOCKED_BUILTINS,
     .allow_attributes = CODEACT_DUNDERS,
     .call_dunders = "__init__ __str__ __repr__ __eq__ __hash__ ",
     .allow_nodes = CODEACT_NODES,
     .allow_os = "environ path "},
    {.name = "codeact-strict",
     .flags =
         CS_RULES_CALLS | CS_RULES_RETURN | CS_RULES_FLOW | CS_RULES_CLOSED,
     .allow_imports = CODEACT_IMPORTS,
     .block_imports = CODEACT_BLOCKED_IMPORTS,
     .allow_builtins = SAFE_BUILTINS EXCEPTIONS
     "object super property classmethod staticmethod ",
     .block_builtins = CODEACT_BLOCKED_BUILTINS,
     .allow_attributes = CODEACT_DUNDERS,
     .block_attributes = INSIDES LOOP_METHODS "__class__ __dict__ "
                                              "__getattribute__ __import__ ",
     .call_dunders = "__init__ __str__ __repr__ __eq__ __hash__ ",
     .allow_nodes = CODEACT_NODES,
     .allow_os = "environ path ",
     .members = PROCESS_MEMBERS NETWORK_MEMBERS INSIDE_MEMBERS},
    {.name = "none", .flags = CS_RULES_FLOW},
};

const cs_profile cs_rules_needs = {
    .name = "auto",
    .flags = CS_RULES_FLOW,
    .members =
        "os.system os.popen os.fork os.forkpty os.execl os.execle "
        "os.execlp os.execlpe os.execv os.execve os.execvp os.execvpe "
        "os.spawnl os.spawnle os.spawnlp os.spawnlpe os.spawnv "
        "os.spawnve os.spawnvp os.spawnvpe os.posix_spawn "
        "os.posix_spawnp os.wait os.waitpid os.kill os.killpg "
        "asyncio.create_subprocess_exec asyncio.create_subprocess_shell "
        "concurrent.futures.ProcessPoolExecutor "
        "threading.Thread threading.Timer sys.path "};

const char cs_rules_builtins[] =
    EXCEPTIONS SAFE_BUILTINS CODEACT_BLOCKED_BUILTINS
    "Ellipsis NotImplemented __build_class__ aiter anext classmethod complex "
    "object property staticmethod super ";

static const cs_profile *find_profile(const char *name) {
  for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
    if (strcmp(profiles[i].name, name) == 0) return &profiles[i];
  return NULL;
}

cs_status cs_rules_take(cs_rules *r, const cs_check_options *o, cs_error *err) {
  const char *name = o->profile ? o->profile : "default";
  const cs_profile *p = find_profile(name);
  if (!p)
    return cs_error_set(err, CS_EINVAL,
                        "there is no profile '%.60s'; use default, "
                        "codeact-compat, codeact-strict or none",
                        name);
  *r = (cs_rules){.profile = p, .flags = p->flags};
#define X(field)             \
  r->field.items = o->field; \
  r->field.words = o->field ? NULL : p->field;
  CS_RULES_LISTS(X)
#undef X
  return CS_OK;
}

bool cs_rules_next(const cs_rules_list *l, size_t *at, const char **word,
                   size_t *len) {
  if (l->items) {
    do {
      *word = l->items[*at];
      if (!*word) return false;
      *len = strlen(*word);
      ++*at;
    } while (*len == 0); /* nothing has an empty name */
    return true;
  }
  if (!l->words) return false;
  *word = l->words + *at;
  *len = strcspn(*word, " ");
  *at += *len + (*len && (*word)[*len] == ' ');
  return *len > 0;
}
