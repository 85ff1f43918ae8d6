#!/usr/bin/env python3
"""sbom.py - the parts of a build as a CycloneDX 1.5 document.

    packaging/sbom.py --version 0.1.0 --build BUILD

Parts are the shared libraries that the binary names, with the Debian packages and
versions they come from here.  Nothing else is linked in: there is no vendored code.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import time
from pathlib import Path
from typing import Any


def output(*command: str) -> str:
    """What a command prints; nothing if it fails."""
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def libraries(binary: Path) -> list[str]:
    """Names of the libraries that the binary needs."""
    return re.findall(r"NEEDED\s+(\S+)", output("objdump", "-p", str(binary)))


def package_of(library: str) -> tuple[str, str] | None:
    """The Debian package of a library and its version."""
    found = re.search(
        rf"^\s*{re.escape(library)} .* => (\S+)", output("ldconfig", "-p"), re.M
    )
    if found is None:
        return None
    for path in (os.path.realpath(found[1]), found[1]):
        owner = output("dpkg-query", "-S", path).partition(":")[0]
        if owner:
            return owner, output("dpkg-query", "-W", "-f", "${Version}", owner)
    return None


def component(library: str) -> dict[str, Any]:
    """A library as a part."""
    package = package_of(library)
    if package is None:
        return {"type": "library", "name": library}
    name, version = package
    return {
        "type": "library",
        "name": name,
        "version": version,
        "purl": f"pkg:deb/debian/{name}@{version}",
        "properties": [{"name": "caisson:library", "value": library}],
    }


def main() -> None:
    """Print the document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--version", required=True)
    parser.add_argument("--build", type=Path, required=True)
    args = parser.parse_args()
    binary = args.build / "caisson"
    at = time.gmtime(int(os.environ.get("SOURCE_DATE_EPOCH", "0")))
    digest = hashlib.sha256(binary.read_bytes()).hexdigest()
    parts = sorted((component(n) for n in libraries(binary)), key=lambda c: c["name"])
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time.strftime("%Y-%m-%dT%H:%M:%SZ", at),
            "component": {
                "type": "application",
                "name": "caisson",
                "version": args.version,
                "licenses": [{"license": {"id": "Apache-2.0"}}],
                "hashes": [{"alg": "SHA-256", "content": digest}],
            },
        },
        "components": parts,
    }
    print(json.dumps(document, indent=2, sort_keys=True))


if __name__ == "__main__":
    main()
