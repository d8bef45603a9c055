"""The HTTP request of one operation, before it has a client."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Generic, TypedDict, TypeVar
from urllib.parse import urlencode

from ._options import check_call_options

AnswerT = TypeVar("AnswerT")


class CallOptions(TypedDict, total=False):
    """The keyword arguments of every operation."""

    idempotency_key: str
    """For a POST: 1 to 255 characters, random by default. Requests with the same key create one
    object within 24 hours. Derive the key from your order to be safe when your process restarts.
    """
    timeout: float
    """Seconds, as in the options of the client, for this call."""
    retries_max: int
    """As in the options of the client, for this call."""


@dataclass(frozen=True)
class Call(Generic[AnswerT]):
    """`AnswerT` is the type of the response."""

    method: str
    path: str
    """Includes the query string."""
    body: Mapping[str, Any] | None
    options: CallOptions


def get(path: str, query: Mapping[str, Any] | None, options: CallOptions) -> Call[Any]:
    check_call_options(options)
    return Call("GET", path + _search_of(query or {}), None, options)


def post(path: str, body: Mapping[str, Any] | None, options: CallOptions) -> Call[Any]:
    check_call_options(options)
    return Call("POST", path, body, options)


def patch(path: str, body: Mapping[str, Any], options: CallOptions) -> Call[Any]:
    check_call_options(options)
    return Call("PATCH", path, body, options)


def delete(path: str, options: CallOptions) -> Call[Any]:
    check_call_options(options)
    return Call("DELETE", path, None, options)


def checked_id(value: str) -> str:
    """Raises ValueError for text that would change the path."""
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z0-9_-]+", value):
        return value
    raise ValueError("An ID must be one issued by the gateway.")


def _search_of(query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    search = urlencode({name: _text_of(name, value) for name, value in given.items()})
    return f"?{search}" if search else ""


def _text_of(name: str, value: Any) -> str:
    if isinstance(value, datetime.datetime) and value.tzinfo is None:
        raise ValueError(f"{name} must have a time zone.")
    if isinstance(value, datetime.date):
        return value.isoformat()
    return str(value)


def body_text(body: Mapping[str, Any]) -> bytes:
    """Raises ValueError or TypeError for a value that JSON does not have."""
    text = json.dumps(
        body, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_json_value
    )
    return text.encode()


def _json_value(value: Any) -> Any:
    """The number of a Decimal, if a float has the same digits; the text of a time."""
    if isinstance(value, datetime.date):
        return _text_of("A time", value)
    if not isinstance(value, Decimal):
        raise TypeError(f"JSON has no {type(value).__name__}.")
    if value.is_finite() and value == value.to_integral_value():
        return int(value)
    number = float(value)
    if Decimal(repr(number)) != value:
        raise ValueError("A Decimal has more digits than a JSON number keeps.")
    return number
