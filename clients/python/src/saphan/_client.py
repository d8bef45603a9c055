"""The clients of a merchant."""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import httpx

from . import _operations as operations
from . import types
from ._call import Call
from ._compatibility import Self
from ._exchange import Exchange
from ._options import Options, RequestAttempt, ResponseAttempt, read_options

P = ParamSpec("P")
T = TypeVar("T")

_PAGE_SIZE = 100


def _sync(build: Callable[P, Call[T]]) -> Callable[Concatenate[Saphan, P], T]:
    def method(self: Saphan, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._send(build(*args, **kwargs))

    functools.update_wrapper(method, build)
    return method


def _async(
    build: Callable[P, Call[T]],
) -> Callable[Concatenate[AsyncSaphan, P], Coroutine[Any, Any, T]]:
    async def method(self: AsyncSaphan, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._send(build(*args, **kwargs))

    functools.update_wrapper(method, build)
    return method


class Saphan:
    """The client of a merchant. Every method raises SaphanError.

    Transient errors (connection errors, 429, 5xx) are retried first, a POST with the same
    idempotency key. Close it, or use it in a `with` statement.
    """

    def __init__(
        self,
        api_key: str,
        *,
        signing_secret: str | None = None,
        base_url: str | None = None,
        timeout: float = 30.0,
        retries_max: int = 3,
        on_request: Callable[[RequestAttempt], None] | None = None,
        on_response: Callable[[ResponseAttempt], None] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Raises ValueError for an invalid option, without its value.

        `api_key`: `sk_…`; it may allow payouts: keep it on your server. `signing_secret`: of the
        key, `sign_…`, if it requires signed payouts. `base_url`: of the gateway; required with a
        live key, else `http://localhost:8080`. `timeout`: seconds to connect and to wait for
        bytes, of each attempt. `on_request` and `on_response` are called for each attempt.
        `http_client`: for a proxy or for tests; it is not closed.
        """
        self._options: Options = read_options(
            api_key=api_key,
            signing_secret=signing_secret,
            base_url=base_url,
            timeout=timeout,
            retries_max=retries_max,
            on_request=on_request,
            on_response=on_response,
        )
        self._owned = httpx.Client() if http_client is None else None
        self._http = http_client or cast(httpx.Client, self._owned)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections."""
        if self._owned is not None:
            self._owned.close()

    def _send(self, call: Call[T]) -> T:
        exchange = Exchange(self._options, call)
        while True:
            request = exchange.next_request()
            try:
                # The gateway never redirects. Following a redirect would leak the API key.
                response = self._http.send(request, auth=None, follow_redirects=False)
            except httpx.RequestError as error:
                delay = exchange.failed(error)
            else:
                answer, delay = exchange.received(response)
                if answer is not None:
                    return cast(T, answer)
            time.sleep(delay)

    create_qr_code = _sync(operations.create_qr_code)
    create_token_payment = _sync(operations.create_token_payment)
    list_payments = _sync(operations.list_payments)
    read_payment = _sync(operations.read_payment)
    expire_payment = _sync(operations.expire_payment)
    create_payment_link = _sync(operations.create_payment_link)
    list_payment_links = _sync(operations.list_payment_links)
    read_payment_link = _sync(operations.read_payment_link)
    change_payment_link = _sync(operations.change_payment_link)
    stop_payment_link = _sync(operations.stop_payment_link)
    create_monthly_mail = _sync(operations.create_monthly_mail)
    list_monthly_mails = _sync(operations.list_monthly_mails)
    stop_monthly_mail = _sync(operations.stop_monthly_mail)
    create_refund = _sync(operations.create_refund)
    list_refunds = _sync(operations.list_refunds)
    read_refund = _sync(operations.read_refund)
    list_transactions = _sync(operations.list_transactions)
    create_deposit = _sync(operations.create_deposit)
    list_deposits = _sync(operations.list_deposits)
    upload_slip = _sync(operations.upload_slip)
    read_deposit = _sync(operations.read_deposit)
    create_withdrawal = _sync(operations.create_withdrawal)
    list_withdrawals = _sync(operations.list_withdrawals)
    read_withdrawal = _sync(operations.read_withdrawal)
    read_balance = _sync(operations.read_balance)
    list_balance_entries = _sync(operations.list_balance_entries)
    list_prices = _sync(operations.list_prices)
    read_balance_statement = _sync(operations.read_balance_statement)
    list_approvals = _sync(operations.list_approvals)
    create_webhook = _sync(operations.create_webhook)
    list_webhooks = _sync(operations.list_webhooks)
    read_webhook = _sync(operations.read_webhook)
    delete_webhook = _sync(operations.delete_webhook)
    change_webhook = _sync(operations.change_webhook)
    rotate_webhook_secret = _sync(operations.rotate_webhook_secret)
    test_webhook = _sync(operations.test_webhook)
    list_deliveries = _sync(operations.list_deliveries)
    redeliver = _sync(operations.redeliver)
    replay_webhook = _sync(operations.replay_webhook)
    read_replay = _sync(operations.read_replay)
    list_events = _sync(operations.list_events)
    read_event = _sync(operations.read_event)

    def payments(self, query: types.PaymentsQuery | None = None) -> Iterator[types.Payment]:
        """Iterates over all payments, newest first. `limit` is the page size."""
        return self._items(operations.list_payments, "payments", query)

    def payment_links(
        self, query: types.PaymentLinksQuery | None = None
    ) -> Iterator[types.PaymentLink]:
        """Iterates over all payment links, newest first."""
        return self._items(operations.list_payment_links, "payment_links", query)

    def refunds(self, query: types.RefundsQuery | None = None) -> Iterator[types.Refund]:
        """Iterates over all refunds, newest first."""
        return self._items(operations.list_refunds, "refunds", query)

    def transactions(
        self, query: types.TransactionsQuery | None = None
    ) -> Iterator[types.Transaction]:
        """Iterates over all payments and refunds, newest first."""
        return self._items(operations.list_transactions, "transactions", query)

    def deposits(self, query: types.DepositsQuery | None = None) -> Iterator[types.ListedDeposit]:
        """Iterates over all deposits, newest first."""
        return self._items(operations.list_deposits, "deposits", query)

    def withdrawals(
        self, query: types.WithdrawalsQuery | None = None
    ) -> Iterator[types.Withdrawal]:
        """Iterates over all withdrawals, newest first."""
        return self._items(operations.list_withdrawals, "withdrawals", query)

    def balance_entries(
        self, query: types.BalanceEntriesQuery | None = None
    ) -> Iterator[types.BalanceEntry]:
        """Iterates over the ledger entries behind the balance, newest first."""
        return self._items(operations.list_balance_entries, "entries", query)

    def approvals(self, query: types.ApprovalsQuery | None = None) -> Iterator[types.Approval]:
        """Iterates over all requests for the approval of another person, newest first."""
        return self._items(operations.list_approvals, "approvals", query)

    def deliveries(
        self, webhook_id: str, query: types.DeliveriesQuery | None = None
    ) -> Iterator[types.Delivery]:
        """Iterates over all deliveries to a webhook, newest first."""
        build = functools.partial(operations.list_deliveries, webhook_id)
        return self._items(build, "deliveries", query)

    def events(self, query: types.EventsQuery | None = None) -> Iterator[types.Event]:
        """Iterates over all events of the last 90 days, newest first."""
        return self._items(operations.list_events, "events", query)

    def _items(self, build: Callable[..., Call[Any]], field: str, query: Any) -> Iterator[Any]:
        asked = {"limit": _PAGE_SIZE, **(query or {})}
        while True:
            page = self._send(build(asked))
            yield from page[field]
            if page["next_cursor"] is None:
                return
            asked = {**asked, "cursor": page["next_cursor"]}


class AsyncSaphan:
    """The async client of a merchant. Every method raises SaphanError.

    Transient errors (connection errors, 429, 5xx) are retried first, a POST with the same
    idempotency key. Close it, or use it in an `async with` statement.
    """

    def __init__(
        self,
        api_key: str,
        *,
        signing_secret: str | None = None,
        base_url: str | None = None,
        timeout: float = 30.0,
        retries_max: int = 3,
        on_request: Callable[[RequestAttempt], None] | None = None,
        on_response: Callable[[ResponseAttempt], None] | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Raises ValueError for an invalid option, without its value.

        `api_key`: `sk_…`; it may allow payouts: keep it on your server. `signing_secret`: of the
        key, `sign_…`, if it requires signed payouts. `base_url`: of the gateway; required with a
        live key, else `http://localhost:8080`. `timeout`: seconds to connect and to wait for
        bytes, of each attempt. `on_request` and `on_response` are called for each attempt.
        `http_client`: for a proxy or for tests; it is not closed.
        """
        self._options: Options = read_options(
            api_key=api_key,
            signing_secret=signing_secret,
            base_url=base_url,
            timeout=timeout,
            retries_max=retries_max,
            on_request=on_request,
            on_response=on_response,
        )
        self._owned = httpx.AsyncClient() if http_client is None else None
        self._http = http_client or cast(httpx.AsyncClient, self._owned)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Closes the connections."""
        if self._owned is not None:
            await self._owned.aclose()

    async def _send(self, call: Call[T]) -> T:
        exchange = Exchange(self._options, call)
        while True:
            request = exchange.next_request()
            try:
                # The gateway never redirects. Following a redirect would leak the API key.
                response = await self._http.send(request, auth=None, follow_redirects=False)
            except httpx.RequestError as error:
                delay = exchange.failed(error)
            else:
                answer, delay = exchange.received(response)
                if answer is not None:
                    return cast(T, answer)
            await asyncio.sleep(delay)

    create_qr_code = _async(operations.create_qr_code)
    create_token_payment = _async(operations.create_token_payment)
    list_payments = _async(operations.list_payments)
    read_payment = _async(operations.read_payment)
    expire_payment = _async(operations.expire_payment)
    create_payment_link = _async(operations.create_payment_link)
    list_payment_links = _async(operations.list_payment_links)
    read_payment_link = _async(operations.read_payment_link)
    change_payment_link = _async(operations.change_payment_link)
    stop_payment_link = _async(operations.stop_payment_link)
    create_monthly_mail = _async(operations.create_monthly_mail)
    list_monthly_mails = _async(operations.list_monthly_mails)
    stop_monthly_mail = _async(operations.stop_monthly_mail)
    create_refund = _async(operations.create_refund)
    list_refunds = _async(operations.list_refunds)
    read_refund = _async(operations.read_refund)
    list_transactions = _async(operations.list_transactions)
    create_deposit = _async(operations.create_deposit)
    list_deposits = _async(operations.list_deposits)
    upload_slip = _async(operations.upload_slip)
    read_deposit = _async(operations.read_deposit)
    create_withdrawal = _async(operations.create_withdrawal)
    list_withdrawals = _async(operations.list_withdrawals)
    read_withdrawal = _async(operations.read_withdrawal)
    read_balance = _async(operations.read_balance)
    list_balance_entries = _async(operations.list_balance_entries)
    list_prices = _async(operations.list_prices)
    read_balance_statement = _async(operations.read_balance_statement)
    list_approvals = _async(operations.list_approvals)
    create_webhook = _async(operations.create_webhook)
    list_webhooks = _async(operations.list_webhooks)
    read_webhook = _async(operations.read_webhook)
    delete_webhook = _async(operations.delete_webhook)
    change_webhook = _async(operations.change_webhook)
    rotate_webhook_secret = _async(operations.rotate_webhook_secret)
    test_webhook = _async(operations.test_webhook)
    list_deliveries = _async(operations.list_deliveries)
    redeliver = _async(operations.redeliver)
    replay_webhook = _async(operations.replay_webhook)
    read_replay = _async(operations.read_replay)
    list_events = _async(operations.list_events)
    read_event = _async(operations.read_event)

    def payments(self, query: types.PaymentsQuery | None = None) -> AsyncIterator[types.Payment]:
        """Iterates over all payments, newest first. `limit` is the page size."""
        return self._items(operations.list_payments, "payments", query)

    def payment_links(
        self, query: types.PaymentLinksQuery | None = None
    ) -> AsyncIterator[types.PaymentLink]:
        """Iterates over all payment links, newest first."""
        return self._items(operations.list_payment_links, "payment_links", query)

    def refunds(self, query: types.RefundsQuery | None = None) -> AsyncIterator[types.Refund]:
        """Iterates over all refunds, newest first."""
        return self._items(operations.list_refunds, "refunds", query)

    def transactions(
        self, query: types.TransactionsQuery | None = None
    ) -> AsyncIterator[types.Transaction]:
        """Iterates over all payments and refunds, newest first."""
        return self._items(operations.list_transactions, "transactions", query)

    def deposits(
        self, query: types.DepositsQuery | None = None
    ) -> AsyncIterator[types.ListedDeposit]:
        """Iterates over all deposits, newest first."""
        return self._items(operations.list_deposits, "deposits", query)

    def withdrawals(
        self, query: types.WithdrawalsQuery | None = None
    ) -> AsyncIterator[types.Withdrawal]:
        """Iterates over all withdrawals, newest first."""
        return self._items(operations.list_withdrawals, "withdrawals", query)

    def balance_entries(
        self, query: types.BalanceEntriesQuery | None = None
    ) -> AsyncIterator[types.BalanceEntry]:
        """Iterates over the ledger entries behind the balance, newest first."""
        return self._items(operations.list_balance_entries, "entries", query)

    def approvals(self, query: types.ApprovalsQuery | None = None) -> AsyncIterator[types.Approval]:
        """Iterates over all requests for the approval of another person, newest first."""
        return self._items(operations.list_approvals, "approvals", query)

    def deliveries(
        self, webhook_id: str, query: types.DeliveriesQuery | None = None
    ) -> AsyncIterator[types.Delivery]:
        """Iterates over all deliveries to a webhook, newest first."""
        build = functools.partial(operations.list_deliveries, webhook_id)
        return self._items(build, "deliveries", query)

    def events(self, query: types.EventsQuery | None = None) -> AsyncIterator[types.Event]:
        """Iterates over all events of the last 90 days, newest first."""
        return self._items(operations.list_events, "events", query)

    async def _items(
        self, build: Callable[..., Call[Any]], field: str, query: Any
    ) -> AsyncIterator[Any]:
        asked = {"limit": _PAGE_SIZE, **(query or {})}
        while True:
            page = await self._send(build(asked))
            for item in page[field]:
                yield item
            if page["next_cursor"] is None:
                return
            asked = {**asked, "cursor": page["next_cursor"]}
