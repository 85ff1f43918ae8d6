"""The other half of an attack: the same probe where nothing stops it.

A probe that notices nothing there proves nothing anywhere.  Where a mechanism
can be switched off (CAISSON_WEAKEN=ID in test builds, or a policy or an option
that gives the right away) the twin does that; where the mitigation is the shape
of the thing itself, the twin does the same to something without it: a shell, a
Python of the host.  `tools/gen/attacks.py` lists both.

SPDX-License-Identifier: Apache-2.0
"""

from __future__ import annotations


def twin(attack: str, noticed: bool, *shown: object) -> None:
    """The probe must notice that the attack succeeded."""
    assert noticed, f"{attack}: with the mitigation off the probe notices nothing: {shown}"


def weak(attack: str) -> dict[str, str]:
    """The environment that switches a mitigation off."""
    return {"CAISSON_WEAKEN": attack}
