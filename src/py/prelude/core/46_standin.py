"""Modules that packages import at their top, though few of their users need them.

A package in the guest's files that imports one of these gets a stand-in: it has
the names of the module, and what is called raises PermissionError with the
advice of 45_absent.py.  A program that imports the module itself gets
ModuleNotFoundError with the advice at once.

`name` stands for something to call, `name=1` for a number, `name:Base` for an
exception, `name@x` for the built-in x.
"""

_no_use = {
    'subprocess': "SubprocessError:Exception CalledProcessError:SubprocessError "
    "TimeoutExpired:SubprocessError PIPE=-1 STDOUT=-2 DEVNULL=-3 Popen CompletedProcess run call "
    "check_call check_output getoutput getstatusoutput list2cmdline",
    'socket': "error@OSError timeout@TimeoutError gaierror:OSError herror:OSError AF_UNSPEC=0 "
    "AF_UNIX=1 AF_INET=2 AF_INET6=10 SOCK_STREAM=1 SOCK_DGRAM=2 SOCK_RAW=3 SOL_SOCKET=1 "
    "SO_REUSEADDR=2 SO_ERROR=4 SO_BROADCAST=6 SO_SNDBUF=7 SO_RCVBUF=8 SO_KEEPALIVE=9 "
    "SO_REUSEPORT=15 IPPROTO_IP=0 IPPROTO_TCP=6 IPPROTO_UDP=17 IPPROTO_IPV6=41 TCP_NODELAY=1 "
    "IPV6_V6ONLY=26 SHUT_RD=0 SHUT_WR=1 SHUT_RDWR=2 SOMAXCONN=4096 MSG_PEEK=2 MSG_DONTWAIT=64 "
    "AI_PASSIVE=1 AI_CANONNAME=2 AI_ADDRCONFIG=32 NI_NUMERICHOST=1 EAI_AGAIN=-3 EAI_NONAME=-2 "
    "INADDR_ANY=0 has_ipv6=0 socket SocketType create_connection create_server getaddrinfo "
    "gethostbyname gethostbyname_ex gethostbyaddr getnameinfo getservbyname "
    "getservbyport getdefaulttimeout setdefaulttimeout socketpair fromfd",
    'http.cookiejar': "LoadError:OSError Cookie CookieJar CookiePolicy DefaultCookiePolicy "
    "FileCookieJar LWPCookieJar MozillaCookieJar",
    'http.cookies': "CookieError:Exception Morsel BaseCookie SimpleCookie",
    'encodings.idna': "ToASCII ToUnicode nameprep",
    'signal': "SIGHUP=1 SIGINT=2 SIGQUIT=3 SIGABRT=6 SIGKILL=9 SIGUSR1=10 SIGSEGV=11 SIGUSR2=12 "
    "SIGPIPE=13 SIGALRM=14 SIGTERM=15 SIGCHLD=17 SIGCONT=18 SIGSTOP=19 SIGTSTP=20 SIGWINCH=28 "
    "SIG_DFL=0 SIG_IGN=1 ITIMER_REAL=0 Signals Handlers signal getsignal alarm setitimer getitimer "
    "pause raise_signal set_wakeup_fd siginterrupt strsignal default_int_handler",
    'select': "error@OSError select poll epoll POLLIN=1 POLLOUT=4 POLLERR=8 POLLHUP=16",
    'selectors': "EVENT_READ=1 EVENT_WRITE=2 BaseSelector DefaultSelector SelectSelector "
    "PollSelector EpollSelector SelectorKey",
    'multiprocessing': "ProcessError:Exception TimeoutError:ProcessError "
    "AuthenticationError:ProcessError Process Pool Queue SimpleQueue JoinableQueue Pipe Lock RLock "
    "Event Condition Semaphore BoundedSemaphore Barrier Manager Value Array cpu_count "
    "current_process active_children get_context get_start_method set_start_method freeze_support",
    'bz2': "BZ2File BZ2Compressor BZ2Decompressor open compress decompress",
    'lzma': "LZMAError:Exception LZMAFile LZMACompressor LZMADecompressor open compress decompress",
    'zipimport': "ZipImportError:ImportError zipimporter",
    'stringprep': "in_table_a1 in_table_b1 map_table_b2 map_table_b3 in_table_c11 in_table_c12 "
    "in_table_c11_c12 in_table_c21 in_table_c22 in_table_c21_c22 in_table_c3 in_table_c4 "
    "in_table_c5 in_table_c6 in_table_c7 in_table_c8 in_table_c9 in_table_d1 in_table_d2",
    'xml.dom.expatbuilder': "ExpatBuilder ExpatBuilderNS FragmentBuilder FragmentBuilderNS "
    "Namespaces makeBuilder parse parseFragment parseString",
    'xml.dom.xmlbuilder': "Options DOMBuilder DOMBuilderFilter DOMEntityResolver DOMInputSource "
    "DocumentLS DOMImplementationLS",
    'marshal': "version=4 dump dumps load loads",
    'pdb': "Restart:Exception Pdb set_trace post_mortem pm run runeval runcall runctx",
    'webbrowser': "Error:Exception open open_new open_new_tab get register",
    'ctypes': "ArgumentError:Exception CDLL PyDLL LibraryLoader Structure Union Array POINTER "
    "pointer byref addressof alignment cast memmove memset string_at wstring_at "
    "create_string_buffer create_unicode_buffer CFUNCTYPE PYFUNCTYPE py_object get_errno set_errno "
    "c_bool c_char c_wchar c_byte c_ubyte c_short c_ushort c_int c_uint c_long c_ulong c_longlong "
    "c_ulonglong c_int8 c_uint8 c_int16 c_uint16 c_int32 c_uint32 c_int64 c_uint64 c_size_t "
    "c_ssize_t c_float c_double c_longdouble c_char_p c_wchar_p c_void_p",
}
_c_sizes = {
    'c_bool': 1, 'c_char': 1, 'c_wchar': 4, 'c_byte': 1, 'c_ubyte': 1, 'c_short': 2, 'c_ushort': 2,
    'c_int': 4, 'c_uint': 4, 'c_int8': 1, 'c_uint8': 1, 'c_int16': 2, 'c_uint16': 2, 'c_int32': 4,
    'c_uint32': 4, 'c_float': 4, 'c_longdouble': 16,
}


def _placeholder(module, name):
    """A class that nobody makes objects of: it is there to be named and derived from."""
    def refuse(cls, *args, **kwargs):
        raise PermissionError(1, f"{module}.{name}: {_absent_modules[module]}")
    return type(name, (), {'__new__': refuse, '__module__': module})


def _fill_in(module, space):
    """What of a stand-in works, because it needs nobody."""
    if module == 'ctypes':
        def sizeof(kind, /):
            """Return the size in bytes of a C type."""
            name = getattr(kind, '__name__', '')
            if space.get(name) is not kind or not name.startswith('c_'):
                raise PermissionError(1, f"ctypes.sizeof: {_no_c}")
            return _c_sizes.get(name, 8)
        space['sizeof'] = sizeof
    elif module == 'socket':
        space.update(_addresses())


def _addresses():
    """inet_pton() and the like of socket, and the name of the host."""
    ip = __import__('ipaddress')

    def parsed(name, family, make, value):
        if family not in (2, 10):
            raise OSError(97, "Address family not supported by protocol")
        try:
            return make(value)
        except ValueError:
            raise OSError(f"illegal IP address string passed to {name}") from None

    def inet_pton(address_family, ip_string, /):
        """Convert an address from text to bytes."""
        kind = ip.IPv6Address if address_family == 10 else ip.IPv4Address
        return parsed('inet_pton', address_family, kind, ip_string).packed

    def inet_ntop(address_family, packed_ip, /):
        """Convert an address from bytes to text."""
        kind, size = (ip.IPv6Address, 16) if address_family == 10 else (ip.IPv4Address, 4)
        if address_family in (2, 10) and len(packed_ip) != size:
            raise ValueError("invalid length of packed IP address string")
        return str(parsed('inet_ntop', address_family, kind, bytes(packed_ip)))

    def inet_aton(ip_addr, /):
        """Convert an IPv4 address from text to bytes."""
        return parsed('inet_aton', 2, ip.IPv4Address, ip_addr).packed

    def inet_ntoa(packed_ip, /):
        """Convert an IPv4 address from bytes to text."""
        if len(packed_ip) != 4:
            raise OSError("packed IP wrong length")
        return inet_ntop(2, packed_ip)

    def getfqdn(name=''):
        """Return the name that the session has for itself, or the one given."""
        return name or gethostname()

    gethostname = __import__('platform').node
    return dict(inet_pton=inet_pton, inet_ntop=inet_ntop, inet_aton=inet_aton, inet_ntoa=inet_ntoa,
                gethostname=gethostname, getfqdn=getfqdn)


def _stand_in(name, globals):
    """A stand-in for a module that code of a package imports, or None."""
    if name not in _no_use:
        return None
    if not globals:  # by a call of __import__()
        frame = _frame_at(3)
        globals = {} if frame is None else frame.f_globals
    if not getattr(globals.get('__spec__'), 'has_location', False):
        return None
    module = _new_module(name)
    space = module.__dict__
    for item in _no_use[name].split():
        if '=' in item:
            item, _, value = item.partition('=')
            space[item] = int(value)
        elif ':' in item:
            item, _, base = item.partition(':')
            base = space.get(base) or _root('builtins')[base]
            space[item] = type(item, (base,), {'__module__': name})
        elif '@' in item:
            item, _, other = item.partition('@')
            space[item] = space.get(other) or _root('builtins')[other]
        else:
            space[item] = _placeholder(name, item)
    _fill_in(name, space)
    module.__doc__ = f"Stands for a module that cannot work: {_absent_modules[name]}."
    module.__package__ = name.rpartition('.')[0]
    modules = _root('modules')
    modules[name] = module
    parent, dot, child = name.rpartition('.')
    if dot:
        setattr(modules[parent], child, module)
    return module
