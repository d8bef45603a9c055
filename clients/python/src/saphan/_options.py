"""The options of a client. A message names the option and never its value, maybe a secret."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from ._errors import SaphanError

#: The characters of a bearer credential (RFC 6750): no quotes, white space or invisible ones.
_CREDENTIAL = re.compile(r"[A-Za-z0-9_.~+/=-]+")
_IDEMPOTENCY_KEY = re.compile(r"[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?")
_CALL_OPTIONS = ("idempotency_key", "timeout", "retries_max")


@dataclass(frozen=True)
class RequestAttempt:
    """What the hook `on_request` gets."""

    method: str
    path: str
    """Includes the query string."""
    attempt: int
    """1 for the first one."""
    idempotency_key: str | None


@dataclass(frozen=True)
class ResponseAttempt(RequestAttempt):
    """What the hook `on_response` gets, also after an attempt without a response."""

    status: int | None
    request_id: str | None
    duration: float
    """In seconds."""
    error: SaphanError | None
    retry_in: float | None
    """Seconds until the next attempt; None after the last one."""


@dataclass(frozen=True)
class Options:
    api_key: str = field(repr=False)
    signing_secret: str | None = field(repr=False)
    base_url: str
    timeout: float
    retries_max: int
    on_request: Callable[[RequestAttempt], None] | None
    on_response: Callable[[ResponseAttempt], None] | None


def read_options(
    *,
    api_key: str,
    signing_secret: str | None,
    base_url: str | None,
    timeout: float,
    retries_max: int,
    on_request: Callable[[RequestAttempt], None] | None,
    on_response: Callable[[ResponseAttempt], None] | None,
) -> Options:
    """Raises ValueError for an option that no request could be sent with."""
    _check_credential("api_key", api_key)
    if signing_secret is not None:
        _check_credential("signing_secret", signing_secret)
    _check_limits({"timeout": timeout, "retries_max": retries_max})
    return Options(
        api_key=api_key,
        signing_secret=signing_secret,
        base_url=_read_base_url(base_url, api_key),
        timeout=timeout,
        retries_max=retries_max,
        on_request=on_request,
        on_response=on_response,
    )


def check_call_options(options: Mapping[str, Any]) -> None:
    for name in options:
        if name not in _CALL_OPTIONS:
            raise TypeError(f"{name} is not an option of a call: pass fields in a dict.")
    _check_limits(options)
    if "idempotency_key" in options:
        key = options["idempotency_key"]
        _demand(
            isinstance(key, str) and _IDEMPOTENCY_KEY.fullmatch(key) is not None,
            "idempotency_key must be 1 to 255 printable ASCII characters",
        )


def _demand(is_valid: bool, rule: str) -> None:
    if not is_valid:
        raise ValueError(f"{rule}.")


def _check_credential(name: str, value: Any) -> None:
    _demand(
        isinstance(value, str) and _CREDENTIAL.fullmatch(value) is not None,
        f'{name} must be text of letters, digits, "_" and "-", without quotes, spaces or line '
        "breaks",
    )


def _check_limits(limits: Mapping[str, Any]) -> None:
    timeout = limits.get("timeout", 1)
    _demand(
        isinstance(timeout, (int, float)) and math.isfinite(timeout) and timeout > 0,
        "timeout must be a number of seconds above 0",
    )
    retries_max = limits.get("retries_max", 0)
    _demand(
        isinstance(retries_max, int) and retries_max >= 0,
        "retries_max must be a whole number from 0",
    )


def _read_base_url(value: str | None, api_key: str) -> str:
    """The URL without a slash at its end."""
    is_live = api_key.startswith("sk_live_")
    _demand(value is not None or not is_live, "base_url is required with a live API key")
    text = "http://localhost:8080" if value is None else value
    _demand(_is_base_url(text), "base_url must be an http or https URL without a user name")
    return text.rstrip("/")


def _is_base_url(text: Any) -> bool:
    if not isinstance(text, str) or not text.isascii() or re.search(r"[\s\x00-\x1f]", text):
        return False
    try:
        parts = urlsplit(text)
        is_plain = parts.username is None and parts.password is None and parts.port != 0
    except ValueError:
        return False
    return is_plain and parts.scheme in ("http", "https") and parts.hostname is not None
