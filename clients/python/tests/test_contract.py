"""The client has every merchant operation of the OpenAPI document, with its fields."""

from __future__ import annotations

import inspect
import json
import re
import typing
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from conftest import ROOT

from saphan import AsyncSaphan, Saphan, _operations, types
from saphan._call import Call

DOCUMENT = json.loads((ROOT / "docs" / "openapi.json").read_text("utf-8"))


def resolve(part: Any) -> Any:
    while "$ref" in part:
        found = DOCUMENT
        for key in part["$ref"].split("/")[1:]:
            found = found[key]
        part = found
    return part


def snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


OPERATIONS = {
    snake(operation["operationId"]): (method.upper(), path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
    if any("merchantKey" in each for each in operation["security"])
}
LISTS = [
    name
    for name, (_, _, operation) in OPERATIONS.items()
    if name.startswith("list_")
    and any(resolve(each)["name"] == "cursor" for each in operation.get("parameters", []))
]


def functions() -> dict[str, Any]:
    return {
        name: each
        for name, each in vars(_operations).items()
        if inspect.isfunction(each) and each.__module__ == _operations.__name__
    }


def test_the_operations_are_those_of_the_document() -> None:
    assert len(OPERATIONS) > 30
    assert set(functions()) == set(OPERATIONS)
    for client in (Saphan, AsyncSaphan):
        for name in OPERATIONS:
            assert callable(getattr(client, name)), name
        for name in LISTS:
            assert callable(getattr(client, name.removeprefix("list_"))), name


@pytest.mark.parametrize("name", OPERATIONS)
def test_an_operation_has_the_method_path_and_fields_of_the_document(name: str) -> None:
    method, path, operation = OPERATIONS[name]
    function = functions()[name]
    hints = get_type_hints(function, include_extras=True)
    parameters = [resolve(each) for each in operation.get("parameters", [])]
    ids = [each["name"] for each in parameters if each["in"] == "path"]
    arguments = list(inspect.signature(function).parameters)
    assert arguments[: len(ids)] == [snake(each) for each in ids]
    sent: dict[str, Any] = {"metadata": {"a": 1}} if "body" in hints else {"limit": 7}
    given = [f"{each}_1" for each in ids] + ([sent] if {"body", "query"} & set(hints) else [])
    call = function(*given)
    assert isinstance(call, Call)
    expected = re.sub(r"\{(\w+)\}", r"\1_1", path)
    assert (call.method, call.path) == (method, expected + ("?limit=7" if "query" in hints else ""))
    assert call.body == (sent if "body" in hints else None)
    query = {each["name"]: each["schema"] for each in parameters if each["in"] == "query"}
    assert ("query" in hints) == bool(query)
    if query:
        check_fields(unwrapped(hints["query"]), {"properties": query})
    body = operation.get("requestBody")
    assert ("body" in hints) == (body is not None)
    if body is not None:
        check_type(unwrapped(hints["body"]), body["content"]["application/json"]["schema"])
    (answer,) = get_args(hints["return"])
    success = next(each for code, each in operation["responses"].items() if code[0] == "2")
    if answer is not types.Event:
        check_type(answer, success["content"]["application/json"]["schema"])


@pytest.mark.parametrize("name", DOCUMENT["webhooks"])
def test_an_event_has_the_data_of_the_document(name: str) -> None:
    post = DOCUMENT["webhooks"][name]["post"]
    schema = post["requestBody"]["content"]["application/json"]["schema"]
    hints = [get_type_hints(each, include_extras=True) for each in get_args(types.SaphanEvent)]
    (found,) = [each for each in hints if name in get_args(each["event"])]
    assert set(found) == set(schema["properties"])
    if name != "webhook.ping":
        check_type(found["data"], schema["properties"]["data"])


def unwrapped(hint: Any) -> Any:
    """Without None and NotRequired."""
    if str(get_origin(hint)).endswith("NotRequired"):
        return unwrapped(get_args(hint)[0])
    if type(None) not in get_args(hint):
        return hint
    return Union[tuple(each for each in get_args(hint) if each is not type(None))]  # noqa: UP007


def is_optional(hint: Any) -> bool:
    inner = get_args(hint)[0] if str(get_origin(hint)).endswith("NotRequired") else hint
    return inner is type(None) or type(None) in get_args(inner)


def check_fields(kind: Any, schema: Any) -> None:
    hints = get_type_hints(kind, include_extras=True)
    properties = schema["properties"]
    assert set(hints) == set(properties), kind
    assert set(kind.__required_keys__) == set(schema.get("required", [])), kind
    for name, part in properties.items():
        check_type(hints[name], part)


def check_type(hint: Any, schema: Any) -> None:
    part = resolve(schema)
    kinds = {part["type"]} if isinstance(part["type"], str) else set(part["type"])
    assert is_optional(hint) == ("null" in kinds), (hint, part)
    inner = unwrapped(hint)
    kind = next(iter(kinds - {"null"}), "null")
    values = [part["const"]] if "const" in part else part.get("enum")
    if values is not None:
        assert get_origin(inner) is Literal
        assert list(get_args(inner)) == [each for each in values if each is not None]
    elif kind == "array":
        assert get_origin(inner) is list
        if get_args(inner) != (types.Event,):
            check_type(get_args(inner)[0], part["items"])
    elif kind == "object" and part.get("properties"):
        check_fields(inner, part)
    else:
        assert inner in plain_types(kind), (inner, part)


def plain_types(kind: str) -> tuple[Any, ...]:
    return {
        "string": (str, types.Moment),
        "integer": (int,),
        "number": (types.Baht, types.Amount),
        "boolean": (bool,),
        "object": (dict[str, typing.Any],),
        "null": (type(None),),
    }[kind]
