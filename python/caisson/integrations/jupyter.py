"""A Jupyter kernel whose cells run in a sandbox.

    python -m caisson.integrations.jupyter install [--depth process] [--name NAME]
    jupyter console --kernel caisson

At depth interp cells run in our own engine; at depth process in a CPython in a
jail, with the packages of ``--python``.  What a cell prints arrives while it
runs; figures, tables and HTML are shown as in any notebook.  Needs ``ipykernel``.
"""

from __future__ import annotations

import argparse
import base64
import codeop
import json
import os
import sys
import tempfile
from typing import Any

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

from caisson import Limits, Sandbox, __version__, _depth
from caisson.displays import Display
from caisson.result import Result

CELL_SECONDS = 3600.0
DEPTHS = (_depth.ENGINE, _depth.JAIL, "auto")


def bundle(display: Display) -> dict[str, Any]:
    """A display in the form of the messaging protocol: bytes are in base64."""
    return {
        mime: base64.b64encode(data).decode() if isinstance(data, bytes) else data
        for mime, data in display.data.items()
    }


class CaissonKernel(Kernel):
    """One sandbox, as long as the kernel runs."""

    implementation = "caisson"
    implementation_version = str(__version__)
    language_info = {
        "name": "python",
        "mimetype": "text/x-python",
        "file_extension": ".py",
        "pygments_lexer": "ipython3",
        "codemirror_mode": {"name": "ipython", "version": 3},
    }
    banner = "Caisson: Python in a sandbox"
    options: dict[str, Any] = {}
    """Of ``caisson.Sandbox``."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self._quiet = False
        self._box = self._open()

    def _open(self) -> Sandbox:
        limits = Limits(time=CELL_SECONDS, sleep=CELL_SECONDS)
        options = {"limits": limits, **type(self).options}
        return Sandbox(output=self._print, **options)

    def _tell(self, kind: str, content: dict[str, Any]) -> None:
        if not self._quiet:
            self.send_response(self.iopub_socket, kind, content)

    def _print(self, stream: str, text: str) -> None:
        self._tell("stream", {"name": stream, "text": text})

    # -- cells -----------------------------------------------------------------------

    def do_execute(
        self,
        code: str,
        silent: bool,
        store_history: bool = True,
        user_expressions: Any = None,
        allow_stdin: bool = False,
        **_: Any,
    ) -> dict[str, Any]:
        """Run a cell."""
        self._quiet = silent
        try:
            result = self._box.run(code)
        except KeyboardInterrupt:
            return self._failed("KeyboardInterrupt", "", ["KeyboardInterrupt"])
        if result.status == "ok":
            return self._shown(result)
        if result.error is None:
            return self._failed(result.status, result.message, [result.message])
        lines = result.traced().splitlines()
        return self._failed(result.error.type, result.error.message, lines)

    def _shown(self, result: Result) -> dict[str, Any]:
        for display in result.displays:
            self._tell("display_data", {"data": bundle(display), "metadata": {}})
        if result.value_present and result.value is not None:
            data = {"text/plain": result.value_repr}
            count = self.execution_count
            self._tell(
                "execute_result",
                {"data": data, "metadata": {}, "execution_count": count},
            )
        return {
            "status": "ok",
            "execution_count": self.execution_count,
            "payload": [],
            "user_expressions": {},
        }

    def _failed(self, name: str, text: str, lines: list[str]) -> dict[str, Any]:
        error = {"ename": name, "evalue": text, "traceback": lines}
        self._tell("error", error)
        return {"status": "error", "execution_count": self.execution_count, **error}

    def do_is_complete(self, code: str) -> dict[str, Any]:
        """Is it a whole statement?  The text is compiled and never run."""
        try:
            whole = codeop.compile_command(code, "cell", "exec")
        except (SyntaxError, ValueError, OverflowError):
            return {"status": "invalid"}
        if whole is None:
            return {"status": "incomplete", "indent": ""}
        return {"status": "complete"}

    def do_shutdown(self, restart: bool) -> dict[str, Any]:
        """End the sandbox."""
        self._box.close()
        return {"status": "ok", "restart": restart}


# -- the command ---------------------------------------------------------------------


def install(name: str, depth: str, python: str | None, user: bool) -> str:
    """Tell Jupyter of the kernel; give where that is written."""
    from jupyter_client.kernelspec import KernelSpecManager

    argv = [sys.executable, "-m", __spec__.name if __spec__ else __name__, "run"]
    argv += ["-f", "{connection_file}", "--depth", depth]
    argv += [] if python is None else ["--python", python]
    spec = {
        "argv": argv,
        "display_name": f"Caisson ({depth})",
        "language": "python",
        "interrupt_mode": "signal",
    }
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "kernel.json"), "w", encoding="utf-8") as file:
            json.dump(spec, file, indent=1)
        where = KernelSpecManager().install_kernel_spec(folder, name, user=user)
    return str(where)


def main() -> None:
    """``install`` or ``run``."""
    parser = argparse.ArgumentParser(
        prog="python -m caisson.integrations.jupyter", description=__doc__
    )
    parser.add_argument("what", choices=["install", "run"])
    parser.add_argument("--name", default="caisson", help="name of the kernel")
    parser.add_argument("--depth", choices=DEPTHS, default=_depth.ENGINE)
    parser.add_argument("--python", help="interpreter or environment of depth process")
    parser.add_argument(
        "--sys-prefix", action="store_true", help="for this environment only"
    )
    parser.add_argument("-f", dest="connection", help="connection file (run)")
    args = parser.parse_args()
    if args.what == "install":
        if args.sys_prefix:
            os.environ["JUPYTER_DATA_DIR"] = os.path.join(
                sys.prefix, "share", "jupyter"
            )
        print(install(args.name, args.depth, args.python, user=True))
        return
    options: dict[str, Any] = {"depth": args.depth}
    if args.python is not None:
        options["python"] = args.python
    CaissonKernel.options = options
    IPKernelApp.launch_instance(
        argv=["-f", args.connection], kernel_class=CaissonKernel
    )


if __name__ == "__main__":
    main()
