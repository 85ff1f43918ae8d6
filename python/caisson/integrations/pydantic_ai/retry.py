"""Texts that tell a model why its code failed and what to do."""

from __future__ import annotations

import re

from pydantic_ai.exceptions import ModelRetry

from caisson.result import Result

SYNTAX = "Syntax error in code:"
TYPING = "Type error in code:"
RUNTIME = "Runtime error:"
CRASHED = "The code crashed the sandbox worker and the session was reset."
ABORTED = "The code aborted inside the sandbox and the session was reset."
FAILED = (
    "Code execution failed and the session was reset. Names from earlier calls are "
    "gone; define what is needed again."
)

_SUSPENSIONS = re.compile(r"suspension limit [0-9]+ exceeded")


def retry(head: str, body: str, printed: str = "", calls: str = "") -> ModelRetry:
    """The retry for a failure: output so far, what happened, calls made."""
    parts = []
    if printed:
        text = printed.rstrip("\n")
        parts.append(f"[stdout before error]\n{text}\n[/stdout before error]")
    if body:
        parts.append(body.rstrip("\n"))
    if calls:
        parts.append(calls)
    return ModelRetry("\n".join([head, *parts]))


def limit_text(result: Result, suspensions: int, kept: bool, duration: float) -> str:
    """What a limit means, in the words of an exception, with advice."""
    if result.limit == "time":
        advice = (
            "and was stopped; names from before this call are still there."
            if kept
            else "was stopped, and the session was reset."
        )
        return (
            "TimeoutError: time limit exceeded: the code ran longer than "
            f"max_duration_secs ({duration:g}s), {advice}"
        )
    if result.limit == "memory":
        return (
            f"{result.error.traceback if result.error else ''}"
            "MemoryError: memory limit exceeded (max_memory). Names from before are "
            "still there; work on the data in parts."
        )
    if result.limit == "output":
        return "MemoryError: memory limit exceeded: the code printed more than 10 MiB"
    if result.limit == "suspensions":
        return (
            f"RuntimeError: suspension limit {suspensions} exceeded\n"
            "No more tools or OS functions can be called in this session: pass "
            "`restart: true` to start over."
        )
    return f"RuntimeError: {result.message or result.limit}"


def is_exhausted(message: str) -> bool:
    """Is this the text of a spent suspension limit, and nothing else?"""
    return _SUSPENSIONS.fullmatch(message) is not None
