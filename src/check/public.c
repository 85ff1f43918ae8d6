/*
 * public.c - public names of the modules that codeact allows, and the names of
 * all modules of the standard library.
 *
 * Taken from __all__ and documented names of CPython 3.11, with a few of later
 * versions.  Functions that start programs or reach the network are left out.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check/public.h"

#include <stdio.h>
#include <string.h>

typedef struct public_list {
  const char *module;
  const char *names; /* a space before and behind each */
} public_list;

static const public_list lists[] = {
    {"asyncio",
     " ALL_COMPLETED AbstractChildWatcher AbstractEventLoop "
     "AbstractEventLoopPolicy AbstractServer Barrier BaseEventLoop "
     "BaseProtocol BaseTransport BoundedSemaphore BrokenBarrierError "
     "BufferedProtocol CancelledError Condition DatagramProtocol "
     "DatagramTransport DefaultEventLoopPolicy Event FIRST_COMPLETED "
     "FIRST_EXCEPTION FastChildWatcher Future Handle IncompleteReadError "
     "InvalidStateError LifoQueue LimitOverrunError Lock "
     "MultiLoopChildWatcher PidfdChildWatcher PriorityQueue Protocol "
     "Queue QueueEmpty QueueFull ReadTransport Runner SafeChildWatcher "
     "SelectorEventLoop Semaphore SendfileNotAvailableError Server "
     "StreamReader StreamReaderProtocol StreamWriter SubprocessProtocol "
     "SubprocessTransport Task TaskGroup ThreadedChildWatcher Timeout "
     "TimeoutError TimerHandle Transport WriteTransport all_tasks "
     "as_completed create_task current_task ensure_future gather "
     "get_child_watcher get_event_loop get_event_loop_policy "
     "get_running_loop iscoroutine iscoroutinefunction isfuture "
     "new_event_loop run run_coroutine_threadsafe set_child_watcher "
     "set_event_loop set_event_loop_policy shield sleep timeout "
     "timeout_at to_thread wait wait_for wrap_future "},
    {"pathlib",
     " Path PosixPath PurePath PurePosixPath PureWindowsPath "
     "UnsupportedOperation WindowsPath "},
    {"json",
     " JSONDecodeError JSONDecoder JSONEncoder decoder dump dumps encoder "
     "load loads "},
    {"json.decoder", " JSONDecodeError JSONDecoder "},
    {"json.encoder",
     " ESCAPE ESCAPE_ASCII ESCAPE_DCT HAS_UTF8 INFINITY JSONEncoder "
     "c_encode_basestring c_encode_basestring_ascii c_make_encoder "
     "encode_basestring encode_basestring_ascii py_encode_basestring "
     "py_encode_basestring_ascii "},
    {"math",
     " acos acosh asin asinh atan atan2 atanh cbrt ceil comb copysign cos "
     "cosh degrees dist e erf erfc exp exp2 expm1 fabs factorial floor "
     "fma fmod frexp fsum gamma gcd hypot inf isclose isfinite isinf "
     "isnan isqrt lcm ldexp lgamma log log10 log1p log2 modf nan "
     "nextafter perm pi pow prod radians remainder sin sinh sqrt sumprod "
     "tan tanh tau trunc ulp "},
    {"datetime",
     " MAXYEAR MINYEAR UTC date datetime time timedelta timezone tzinfo "},
    {"time",
     " CLOCK_BOOTTIME CLOCK_MONOTONIC CLOCK_MONOTONIC_RAW "
     "CLOCK_PROCESS_CPUTIME_ID CLOCK_REALTIME CLOCK_TAI "
     "CLOCK_THREAD_CPUTIME_ID altzone asctime clock_getres clock_gettime "
     "clock_gettime_ns clock_settime clock_settime_ns ctime daylight "
     "get_clock_info gmtime localtime mktime monotonic monotonic_ns "
     "perf_counter perf_counter_ns process_time process_time_ns "
     "pthread_getcpuclockid sleep strftime strptime struct_time "
     "thread_time thread_time_ns time time_ns timezone tzname tzset "},
    {"itertools",
     " accumulate batched chain combinations "
     "combinations_with_replacement compress count cycle dropwhile "
     "filterfalse groupby islice pairwise permutations product repeat "
     "starmap takewhile tee zip_longest "},
    {"functools",
     " WRAPPER_ASSIGNMENTS WRAPPER_UPDATES cache cached_property "
     "cmp_to_key lru_cache partial partialmethod reduce singledispatch "
     "singledispatchmethod total_ordering update_wrapper wraps "},
    {"collections",
     " ChainMap Counter OrderedDict UserDict UserList UserString abc "
     "defaultdict deque namedtuple "},
    {"collections.abc",
     " AsyncGenerator AsyncIterable AsyncIterator Awaitable ByteString "
     "Callable Collection Container Coroutine Generator Hashable "
     "ItemsView Iterable Iterator KeysView Mapping MappingView "
     "MutableMapping MutableSequence MutableSet Reversible Sequence Set "
     "Sized ValuesView "},
    {"typing",
     " AbstractSet Annotated Any AnyStr AsyncContextManager "
     "AsyncGenerator AsyncIterable AsyncIterator Awaitable BinaryIO "
     "ByteString Callable ChainMap ClassVar Collection Concatenate "
     "Container ContextManager Coroutine Counter DefaultDict Deque Dict "
     "Final ForwardRef FrozenSet Generator Generic Hashable IO ItemsView "
     "Iterable Iterator KeysView List Literal LiteralString Mapping "
     "MappingView Match MutableMapping MutableSequence MutableSet "
     "NamedTuple Never NewType NoReturn NotRequired Optional OrderedDict "
     "ParamSpec ParamSpecArgs ParamSpecKwargs Pattern Protocol Required "
     "Reversible Self Sequence Set Sized SupportsAbs SupportsBytes "
     "SupportsComplex SupportsFloat SupportsIndex SupportsInt "
     "SupportsRound TYPE_CHECKING Text TextIO Tuple Type TypeAlias "
     "TypeAliasType TypeGuard TypeVar TypeVarTuple TypedDict Union "
     "Unpack ValuesView assert_never assert_type cast clear_overloads "
     "dataclass_transform final get_args get_origin get_overloads "
     "get_type_hints is_typeddict no_type_check no_type_check_decorator "
     "overload override reveal_type runtime_checkable "},
    {"dataclasses",
     " Field FrozenInstanceError InitVar KW_ONLY MISSING asdict astuple "
     "dataclass field fields is_dataclass make_dataclass replace "},
    {"decimal",
     " BasicContext Clamped Context ConversionSyntax Decimal "
     "DecimalException DecimalTuple DefaultContext DivisionByZero "
     "DivisionImpossible DivisionUndefined ExtendedContext "
     "FloatOperation HAVE_CONTEXTVAR HAVE_THREADS Inexact InvalidContext "
     "InvalidOperation MAX_EMAX MAX_PREC MIN_EMIN MIN_ETINY Overflow "
     "ROUND_05UP ROUND_CEILING ROUND_DOWN ROUND_FLOOR ROUND_HALF_DOWN "
     "ROUND_HALF_EVEN ROUND_HALF_UP ROUND_UP Rounded Subnormal Underflow "
     "getcontext localcontext setcontext "},
    {"fractions", " Fraction "},
    {"re",
     " A ASCII DEBUG DOTALL I IGNORECASE L LOCALE M MULTILINE Match "
     "NOFLAG Pattern RegexFlag S Scanner U UNICODE VERBOSE X compile "
     "error escape findall finditer fullmatch match purge search split "
     "sub subn template "},
    {"base64",
     " a85decode a85encode b16decode b16encode b32decode b32encode "
     "b32hexdecode b32hexencode b64decode b64encode b85decode b85encode "
     "decode decodebytes encode encodebytes standard_b64decode "
     "standard_b64encode urlsafe_b64decode urlsafe_b64encode "},
    {"hashlib",
     " algorithms_available algorithms_guaranteed blake2b blake2s "
     "file_digest md5 new pbkdf2_hmac scrypt sha1 sha224 sha256 sha384 "
     "sha3_224 sha3_256 sha3_384 sha3_512 sha512 shake_128 shake_256 "},
    {"uuid",
     " Enum NAMESPACE_DNS NAMESPACE_OID NAMESPACE_URL NAMESPACE_X500 "
     "RESERVED_FUTURE RESERVED_MICROSOFT RESERVED_NCS RFC_4122 SafeUUID "
     "UUID bytes_ getnode int_ uuid1 uuid3 uuid4 uuid5 "},
    {"random",
     " Random SystemRandom betavariate choice choices expovariate "
     "gammavariate gauss getrandbits getstate lognormvariate "
     "normalvariate paretovariate randbytes randint random randrange "
     "sample seed setstate shuffle triangular uniform vonmisesvariate "
     "weibullvariate "},
    {"os.path",
     " abspath altsep basename commonpath commonprefix curdir defpath "
     "devnull dirname exists expanduser expandvars extsep getatime "
     "getctime getmtime getsize isabs isdir isfile islink ismount join "
     "lexists normcase normpath pardir pathsep realpath relpath samefile "
     "sameopenfile samestat sep split splitdrive splitext "
     "supports_unicode_filenames "},
};

static const char modules[] =
    " abc aifc antigravity argparse array ast asynchat asyncio asyncore "
    "atexit audioop base64 bdb binascii bisect builtins bz2 cProfile "
    "calendar cgi cgitb chunk cmath cmd code codecs codeop collections "
    "colorsys compileall concurrent configparser contextlib contextvars "
    "copy copyreg crypt csv ctypes curses dataclasses datetime dbm "
    "decimal difflib dis distutils doctest email encodings ensurepip "
    "enum errno faulthandler fcntl filecmp fileinput fnmatch fractions "
    "ftplib functools gc genericpath getopt getpass gettext glob "
    "graphlib grp gzip hashlib heapq hmac html http idlelib imaplib "
    "imghdr imp importlib inspect io ipaddress itertools json keyword "
    "lib2to3 linecache locale logging lzma mailbox mailcap marshal math "
    "mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc "
    "nis nntplib nt ntpath nturl2path numbers opcode operator optparse "
    "os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil "
    "platform plistlib poplib posix posixpath pprint profile pstats pty "
    "pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random "
    "re readline reprlib resource rlcompleter runpy sched secrets "
    "select selectors shelve shlex shutil signal site smtpd smtplib "
    "sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants "
    "sre_parse ssl stat statistics string stringprep struct subprocess "
    "sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib "
    "tempfile termios textwrap this threading time timeit tkinter token "
    "tokenize tomllib trace traceback tracemalloc tty turtle turtledemo "
    "types typing unicodedata unittest urllib uu uuid venv warnings "
    "wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc "
    "zipapp zipfile zipimport zlib zoneinfo ";

static bool has(const char *words, const char *name) {
  char padded[80];
  if (strlen(name) > sizeof padded - 3) return false;
  snprintf(padded, sizeof padded, " %s ", name);
  return strstr(words, padded) != NULL;
}

bool cs_public_knows(const char *module) {
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (strcmp(lists[i].module, module) == 0) return true;
  return false;
}

bool cs_public_has(const char *module, const char *name) {
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (strcmp(lists[i].module, module) == 0) return has(lists[i].names, name);
  return false;
}

bool cs_public_is_module(const char *name) {
  return has(modules, name);
}
