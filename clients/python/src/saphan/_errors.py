"""The error of an operation."""

from __future__ import annotations

import email.utils
import time
from collections.abc import Mapping
from typing import Any

import httpx


class SaphanError(Exception):
    """Raised by every method when an operation fails, after all retries."""

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        code: str,
        type: str,
        param: str | None = None,
        doc_url: str | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        """The HTTP status; None without a response."""
        self.code = code
        """For example `insufficient_funds`; `unreachable` or `timeout` without a response."""
        self.type = type
        """For example `validation_error`; `connection_error` without a response."""
        self.param = param
        """The name of the invalid parameter."""
        self.doc_url = doc_url
        """The documentation of `code`; None without a response."""
        self.request_id = request_id
        """Identifies the request in the gateway's log."""
        self.retry_after = retry_after
        """The response's `Retry-After`, in seconds."""


def error_from_response(response: httpx.Response, answer: Any) -> SaphanError:
    """The error of a response, in either format: `{error}`, or `{status, message, error}`."""
    outer = _fields(answer)
    fields = _fields(outer.get("error"))
    # A proxy may have answered in a format of its own.
    message = (
        _text(fields.get("message"))
        or _text(outer.get("message"))
        or f"HTTP {response.status_code} without an error message"
    )
    return SaphanError(
        message,
        status=response.status_code,
        code=_text(fields.get("code")) or "unknown",
        type=_text(fields.get("type")) or "api_error",
        param=_text(fields.get("param")),
        doc_url=_text(fields.get("doc_url")),
        request_id=_text(fields.get("request_id")) or response.headers.get("x-request-id"),
        retry_after=_read_retry_after(response.headers.get("retry-after")),
    )


def connection_error(cause: httpx.HTTPError, timeout: float) -> SaphanError:
    """The error of a request without a complete response."""
    if isinstance(cause, httpx.TimeoutException):
        message = f"Saphan did not respond within {timeout:g} s."
        return SaphanError(message, code="timeout", type="connection_error")
    reason = str(cause) or type(cause).__name__
    message = f"Cannot connect to Saphan: {reason}."
    return SaphanError(message, code="unreachable", type="connection_error")


def _fields(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _read_retry_after(header: str | None) -> float | None:
    """Reads seconds or an HTTP date."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        return float(header[:9])
    try:
        at = email.utils.parsedate_to_datetime(header)
    except ValueError:
        return None
    return max(0.0, at.timestamp() - time.time())
