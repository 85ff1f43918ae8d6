"""Modules that a sandbox cannot have, and what to use in their place.

The hint becomes part of the ModuleNotFoundError, so that a program's author
(often a model) knows what to do next.
"""

_no_process = "programs cannot be started in the sandbox; use a host function for it"
_no_network = "there are no sockets in the sandbox; use a host function to fetch data"
_no_client = "there are no sockets in the sandbox; use urllib.request, requests or httpx"
_no_c = "native code cannot be loaded; use struct, array or memoryview"
_no_terminal = "there is no terminal; use print() and input()"
_no_profile = "use time.perf_counter() or timeit"
_no_debug = "there is no debugger in the sandbox; use print() or logging"
_no_system = "the sandbox has no system accounts, devices or resources"
_no_gui = "there is no display in the sandbox"
_no_package = "packages cannot be installed in the sandbox"
_no_bytecode = "modules are compiled when they are imported"
_no_windows = "this is not Windows"
_no_media = "audio is not supported; use struct and io on the bytes"

_absent_modules = {
    'subprocess': _no_process, 'multiprocessing': "use concurrent.futures or asyncio (one "
    "process, no parallelism)", '_posixsubprocess': _no_process, 'pty': _no_process,
    'socket': _no_client, '_socket': _no_client, 'ssl': _no_client,
    'http.server': _no_network, 'ftplib': _no_network,
    'smtplib': _no_network, 'poplib': _no_network, 'imaplib': _no_network,
    'telnetlib': _no_network, 'nntplib': _no_network, 'xmlrpc': _no_network,
    'socketserver': _no_network, 'wsgiref': _no_network, 'aiohttp': _no_client,
    'urllib3': _no_client,
    'webbrowser': _no_network, 'select': _no_network, 'selectors': "use asyncio",
    'signal': "a session gets no signals; the host sets a deadline", '_signal': "no signals",
    'ctypes': _no_c, '_ctypes': _no_c, 'cffi': _no_c,
    'sqlite3': "use dicts, csv or json; or a host function for a database",
    'dbm': "use a dict and json", 'shelve': "use a dict with json or pickle",
    'tkinter': _no_gui, 'turtle': _no_gui, 'curses': _no_terminal, 'readline': _no_terminal,
    'termios': _no_terminal, 'tty': _no_terminal, 'idlelib': _no_gui,
    'resource': _no_system, 'pwd': _no_system, 'grp': _no_system, 'spwd': _no_system,
    'fcntl': _no_system, 'syslog': _no_system, 'posix': "use os", 'nt': "use os",
    'cProfile': _no_profile, 'profile': _no_profile, 'pstats': _no_profile,
    'tracemalloc': _no_profile, 'trace': _no_debug, 'pdb': _no_debug,
    'opcode': "the engine has its own bytecode", 'symtable': "use ast",
    'bz2': "use zlib or gzip", 'lzma': "use zlib or gzip",
    'marshal': "use json or pickle", 'zipimport': "mount the files instead",
    'ensurepip': _no_package, 'pip': _no_package, 'venv': _no_package,
    'distutils': _no_package, 'setuptools': _no_package, 'pkg_resources': _no_package,
    'numpy': "use lists, array, math and statistics", 'pandas': "use csv, collections and "
    "statistics", 'scipy': "use math and statistics", 'matplotlib': _no_gui,
    'yaml': "use json or tomllib", 'lxml': "use xml.etree.ElementTree",
    'sklearn': "use math and statistics", 'torch': "use lists, math and statistics",
    'tensorflow': "use lists, math and statistics", 'seaborn': _no_gui, 'plotly': _no_gui,
    'PIL': "images are not supported; use struct and zlib on the bytes", 'cv2': "images are not "
    "supported; use struct and zlib on the bytes", 'pydantic': "use dataclasses",
    'tqdm': "print() the progress", 'click': "use argparse", 'typer': "use argparse",
    'rich': "use print() and textwrap", 'tabulate': "use str.ljust and str.join",
    'flask': _no_network, 'django': _no_network, 'fastapi': _no_network,
    'bs4': "use html.parser", 'simplejson': "use json", 'pytest': "use unittest",
    'attr': "use dataclasses", 'pytz': "use zoneinfo", 'dateutil': "use datetime",
    'six': "this is Python 3.11", 'regex': "use re", 'sortedcontainers': "use bisect or heapq",
    'wave': _no_media, 'audioop': _no_media, 'aifc': _no_media, 'sunau': _no_media,
    'ossaudiodev': _no_media, 'asyncore': "use asyncio", 'asynchat': "use asyncio",
    'imp': "use importlib", 'cgi': "use urllib.parse and html", 'crypt': "use hashlib",
    'pydoc': "use help() or inspect", 'code': "use exec() or compile()",
    'xml.dom.pulldom': "use xml.etree.ElementTree.iterparse()",
    'xml.dom.expatbuilder': "use xml.dom.minidom", 'xml.dom.xmlbuilder': "use xml.dom.minidom",
    'typing_extensions': "use typing",
    'json.tool': "use json.dumps(..., indent=4)", 'asyncio.subprocess': _no_process,
    'encodings.idna': "use str.encode('idna')", 'binhex': "use binascii or base64",
    'mailbox': "open the file and read it line by line", 'mailcap': "use mimetypes",
    'http.cookiejar': _no_network, 'http.cookies': "use str.partition('=') on the parts",
    'smtpd': _no_network, 'netrc': "use configparser", 'nis': _no_system,
    'plistlib': "use json or xml.etree.ElementTree",
    'runpy': "use exec() or importlib", 'site': "use sys.path",
    'modulefinder': "use ast", 'pyclbr': "use ast", 'lib2to3': "use ast and ast.unparse",
    'tabnanny': "use tokenize", 'codeop': "use compile()", 'rlcompleter': _no_terminal,
    'compileall': _no_bytecode, 'zipapp': "use zipfile",
    'pickletools': "use pickle", 'pyexpat': "use xml.etree.ElementTree",
    'sre_compile': "use re", 'sre_constants': "use re", 'sre_parse': "use re",
    'stringprep': "use unicodedata",
    'uu': "use binascii or base64", 'xdrlib': "use struct", 'chunk': "use struct",
    'imghdr': "look at the first bytes of the file", 'sndhdr': "look at the first bytes",
    'ntpath': "use pathlib.PureWindowsPath", 'nturl2path': "use pathlib.PureWindowsPath",
    'pipes': _no_process, 'cgitb': "use traceback", 'pydoc_data': "use help()",
    'turtledemo': _no_gui, 'antigravity': _no_network, 'this': "the Zen is not included",
    'msilib': _no_windows, 'msvcrt': _no_windows, 'winreg': _no_windows,
    'winsound': _no_windows, '_winapi': _no_windows,
}


def _absent_hint(name):
    while name:
        hint = _absent_modules.get(name)
        if hint is not None:
            return '; ' + hint
        name = name.rpartition('.')[0]
    return ''
