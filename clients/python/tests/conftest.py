"""Fixtures: a running gateway, a scripted one, and both clients behind one face."""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx
import pytest

from saphan import AsyncSaphan, Saphan

ROOT = Path(__file__).parents[3]
SECRET_KEY = "sk_test_" + "x" * 43


def setting(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        pytest.fail(f"{name} is not set: run `npm run test:clients`")
    return value


def vectors(name: str) -> Any:
    return json.loads((ROOT / "test" / "vectors" / name).read_text("utf-8"))


@dataclass
class Client:
    """Calls a method of the sync or the async client; a list is read to its end."""

    kind: str
    options: dict[str, Any]
    loop: asyncio.AbstractEventLoop
    of: Any = None

    def __post_init__(self) -> None:
        self.of = (Saphan if self.kind == "sync" else AsyncSaphan)(**self.options)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self.of, name)
        return lambda *args, **kwargs: self._finish(method(*args, **kwargs))

    def _finish(self, result: Any) -> Any:
        if hasattr(result, "__anext__"):
            return self.loop.run_until_complete(_collected(result))
        if hasattr(result, "__next__"):
            return list(result)
        if asyncio.iscoroutine(result):
            return self.loop.run_until_complete(result)
        return result

    def close(self) -> None:
        if self.kind == "sync":
            self.of.close()
        else:
            self.loop.run_until_complete(self.of.aclose())


async def _collected(items: Any) -> list[Any]:
    return [item async for item in items]


Connect = Callable[..., Client]


@pytest.fixture(params=["sync", "async"])
def connect(request: pytest.FixtureRequest) -> Iterator[Connect]:
    """Makes clients of the running gateway, with options of a test."""
    loop = asyncio.new_event_loop()
    made: list[Client] = []

    def client_with(**options: Any) -> Client:
        if "base_url" not in options:
            options["base_url"] = setting("SAPHAN_URL")
        if "api_key" not in options:
            options["api_key"] = setting("SAPHAN_API_KEY")
        made.append(Client(request.param, options, loop))
        return made[-1]

    yield client_with
    for each in made:
        each.close()
    loop.close()


@pytest.fixture
def saphan(connect: Connect) -> Client:
    return connect()


@dataclass
class Received:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


#: A status with headers and a body; or `reset`, `hang`, `forward`, `lose` (forward and break off).
Reply = Any


@dataclass
class Scripted:
    """A server with one reply for each request; the last one is for all further ones."""

    replies: list[Reply]
    requests: list[Received] = field(default_factory=list)
    arrived: threading.Condition = field(default_factory=threading.Condition)
    url: str = ""

    def wait_for(self, predicate: Callable[[Received], bool]) -> Received:
        def found() -> Received | None:
            return next((each for each in self.requests if predicate(each)), None)

        with self.arrived:
            assert self.arrived.wait_for(lambda: found() is not None, timeout=60)
        result = found()
        assert result is not None
        return result


def _handler_of(script: Scripted, ended: threading.Event) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _serve(self) -> None:
            length = int(self.headers.get("content-length") or 0)
            headers = {name.lower(): value for name, value in self.headers.items()}
            received = Received(self.command, self.path, headers, self.rfile.read(length))
            with script.arrived:
                script.requests.append(received)
                reply = script.replies.pop(0) if len(script.replies) > 1 else script.replies[0]
                script.arrived.notify_all()
            self._reply(reply, received)

        def _reply(self, reply: Reply, received: Received) -> None:
            self.close_connection = True
            if reply == "hang":
                ended.wait(60)
                return
            if reply == "reset":
                return
            if reply in ("forward", "lose"):
                status, headers, body = _forwarded(received)
            else:
                status, headers, body = reply
            if reply == "lose":
                return
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            # Without it, the client may send the next request on a connection that is closing.
            self.send_header("connection", "close")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_PATCH = do_DELETE = _serve  # noqa: N815

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def _forwarded(received: Received) -> tuple[int, dict[str, str], bytes]:
    names = ("authorization", "content-type", "idempotency-key")
    answer = httpx.request(
        received.method,
        setting("SAPHAN_URL") + received.path,
        headers={name: received.headers[name] for name in names if name in received.headers},
        content=received.body,
        timeout=60,
    )
    return answer.status_code, {"content-type": "application/json"}, answer.content


@pytest.fixture
def serve() -> Iterator[Callable[..., Scripted]]:
    """Starts a scripted server."""
    servers: list[ThreadingHTTPServer] = []
    ended = threading.Event()

    def start(*replies: Reply) -> Scripted:
        script = Scripted(list(replies) or [(200, {}, b"{}")])
        server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(script, ended))
        script.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        servers.append(server)
        return script

    yield start
    ended.set()
    for server in servers:
        server.shutdown()
        server.server_close()
