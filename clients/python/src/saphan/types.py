"""Requests, responses and events as they are on the wire.

Written by `npm run client:types` from docs/openapi.json. Amounts are in baht: `int`, or
`Decimal` with up to two decimals. Times are ISO 8601 text in UTC.
"""

import datetime
from decimal import Decimal
from typing import Any, Literal, Union

from ._compatibility import NotRequired, TypedDict

#: An amount of a response.
Baht = Union[int, Decimal]
#: An amount of a request: a float is sent as it is printed.
Amount = Union[int, float, Decimal]
#: A day in Bangkok or a point in time, also as text.
Moment = Union[str, datetime.date, datetime.datetime]


class QrCodeRequest(TypedDict):
    amount: int
    """Whole baht."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    client_name: NotRequired[str | None]
    """The name of your customer. Returned as you sent it."""
    client_bank_name: NotRequired[str | None]
    """The bank of your customer. Returned as you sent it."""
    client_bank_account: NotRequired[str | None]
    """The account number of your customer. Returned as you sent it."""
    reference: NotRequired[str | None]
    """Your own order number. The payment and its events have it."""
    expiry_minutes: NotRequired[int | None]
    """Minutes until the code expires, 15 without it."""
    metadata: NotRequired[dict[str, Any] | None]
    """At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
    double cannot represent exactly: send longer ones as text. Returned with the same members and
    values; JSON objects have no order.
    """
    description: NotRequired[str | None]
    """What is paid for, on one line. Anyone with the link of the checkout sees it."""
    return_url: NotRequired[str | None]
    """Where the checkout leads the payer back to, with the query parameter `payment_id`. https;
    http in a sandbox only. Reaching it proves no payment: wait for the webhook. A token payment
    without it is declined when its payer must authenticate.
    """
    idempotency_key: NotRequired[str | None]
    """In place of the header `Idempotency-Key`."""


class QrCode(TypedDict):
    qr_code_id: str
    """The id of the code."""
    qr_data: str
    """The text of the QR code, in the format of Thai QR payments."""
    qr_image_url: str
    """A PNG of the code; SVG with `?format=svg`, with amount and texts `?style=card`."""
    checkout_url: str
    """The page on which the payer pays and sees the outcome, in Thai and English. Anyone with
    the link can open it.
    """
    amount: int
    """The amount of the order in baht, without fees."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    reference: str | None
    """Your own order number, as you sent it. Null without one."""
    client_name: NotRequired[str]
    """As you sent it."""
    client_bank_name: NotRequired[str]
    """As you sent it."""
    client_bank_account: NotRequired[str]
    """As you sent it."""
    expires_at: str
    """Until when it can be paid. It then expires, and later money is credited as `late`."""
    payment_id: str
    """The payment that the code pays. Its events have the id."""
    status: Literal["pending"]
    """Always `pending`: nobody has paid it yet."""
    metadata: dict[str, Any] | None
    """At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
    double cannot represent exactly: send longer ones as text. Returned with the same members and
    values; JSON objects have no order.
    """


class TokenPaymentRequest(TypedDict):
    token_id: str
    """The token of a card or wallet, by the provider's own form. It can be charged once."""
    amount: int
    """Whole baht."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    reference: NotRequired[str | None]
    """Your own order number. The payment and its events have it."""
    metadata: NotRequired[dict[str, Any] | None]
    """At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
    double cannot represent exactly: send longer ones as text. Returned with the same members and
    values; JSON objects have no order.
    """
    description: NotRequired[str | None]
    """What is paid for, on one line. Anyone with the link of the checkout sees it."""
    return_url: NotRequired[str | None]
    """Where the checkout leads the payer back to, with the query parameter `payment_id`. https;
    http in a sandbox only. Reaching it proves no payment: wait for the webhook. A token payment
    without it is declined when its payer must authenticate.
    """
    previous_payment_id: NotRequired[str | None]
    """The failed or expired payment that this one tries again: both have one checkout, with at
    most five payments, of which one is credited. The amount must be the same.
    """


class Payer(TypedDict):
    name: str | None
    """The holder of the account. Null if unknown."""
    bank_name: str | None
    """The name of the bank. Null if unknown."""
    bank_code: str | None
    """Three digits. Null for an unknown name."""
    account_number: str | None
    """Masked."""


class Failure(TypedDict):
    code: str
    """The reason for programs. Codes of providers are passed on as they are."""
    message: str
    """The reason for humans; may change."""


class NextAction(TypedDict):
    type: Literal["redirect"]
    """Always `redirect`."""
    url: str
    """Open it in the browser of the payer."""


class Payment(TypedDict):
    payment_id: str
    """The id of the payment."""
    qr_code_id: str | None
    """Its QR code. Null for a token payment."""
    status: Literal["pending", "succeeded", "failed", "expired"]
    """`pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
    failed one `succeeded`.
    """
    amount: int
    """The amount of the order in baht, without fees."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    reference: str | None
    """Your own order number, as you sent it. Null without one."""
    created_at: str
    """When the object was created."""
    completed_at: str | None
    """When the money moved, as the provider reported it. Null until then."""
    expires_at: str | None
    """Until when it can be paid. It then expires, and later money is credited as `late`."""
    metadata: dict[str, Any] | None
    """At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
    double cannot represent exactly: send longer ones as text. Returned with the same members and
    values; JSON objects have no order.
    """
    late: bool
    """True when the money arrived after the order had expired or failed."""
    amount_received: Baht
    """What the payer has paid, in baht."""
    amount_credited: Baht
    """What the balance has of it, in baht: credited, and not reversed."""
    amount_refunded: Baht
    """What was refunded of it, in baht."""
    amount_reversed: Baht
    """What was reversed after it was credited, in baht, for example by a chargeback."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""
    net: Baht
    """What was credited and not taken back, without the fee and its VAT. Negative only by the
    fees of charge-backs.
    """
    payer: Payer | None
    """Who paid, as reported by the bank. Null until the money was credited, and when the bank
    reports no payer.
    """
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    method: Literal["qr", "token"]
    """How it is paid: by QR code or by token."""
    refund_method: Literal["native", "push", "manual"] | None
    """How a refund of it is paid. `native`: the provider returns the money to the payer. `push`:
    the provider pays it out to a bank account. `manual`: an operator transfers it. Null: the
    provider of your own account refunds nothing; return the money from there.
    """
    next_action: NextAction | None
    """What the payer of a pending payment must do: open the URL in a browser, which then returns
    to `return_url`. Null when there is nothing to do.
    """
    checkout_url: str | None
    """The page of the payment. Null for a token payment without a page."""
    payment_link_id: str | None
    """The payment link on whose page the payer started the payment."""
    previous_payment_id: str | None
    """The expired or failed payment that this one replaces: its payer asked for a code on its
    checkout, or you named it.
    """


class PaymentsQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    offset: NotRequired[int]
    """How many objects to skip. A `cursor` is better: it neither skips nor repeats objects."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""
    start_date: NotRequired[Moment]
    """Only objects created at or after this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    end_date: NotRequired[Moment]
    """Only objects created at or before this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    status: NotRequired[Literal["pending", "succeeded", "failed", "expired"]]
    """Only payments with this status."""
    reference: NotRequired[str]
    """Only those with your reference."""
    payment_link_id: NotRequired[str]
    """Only payments of this payment link."""


class PaymentPage(TypedDict):
    payments: list[Payment]
    """Newest first."""
    total: int
    """How many objects match the filters."""
    offset: int
    """How many objects were skipped."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


class PaymentLinkRequest(TypedDict):
    title: str
    """What is paid for: the heading of the page."""
    description: NotRequired[str | None]
    """More about it, on one line, below the heading."""
    amount: NotRequired[int | None]
    """Whole baht. Null: the payer enters an amount within the bounds."""
    amount_min: NotRequired[int | None]
    """The least that a payer can enter, in whole baht."""
    amount_max: NotRequired[int | None]
    """The most that a payer can enter, in whole baht."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    payments_max: NotRequired[int | None]
    """How many payments can succeed: 1 for single use, null for any number. Money beyond the
    limit is not credited; an operator returns it to its payer.
    """
    starts_at: NotRequired[str | None]
    """No payment can be started before it."""
    ends_at: NotRequired[str | None]
    """No payment can be started from then on. A started one can be paid for 15 minutes."""
    return_url: NotRequired[str | None]
    """Where the checkouts of its payments lead the payer back to, with the query parameter
    `payment_id`. https; http in a sandbox only. Reaching it proves no payment.
    """
    metadata: NotRequired[dict[str, Any] | None]
    """Copied to each payment of the link."""


class PaymentLink(TypedDict):
    payment_link_id: str
    """The id of the link."""
    url: str
    """The page of the link, in Thai and English. Opening it creates nothing."""
    status: Literal[
        "stopped",
        "sold_out",
        "ended",
        "scheduled",
        "active",
    ]
    """`active`: payments can be started. `sold_out`: `payments_max` payments have succeeded.
    `stopped` is final; money that arrives afterwards is not credited.
    """
    title: str
    """The heading of the page."""
    description: str | None
    """The text below the heading. Null without one."""
    amount: int | None
    """In baht. Null: the payer enters an amount."""
    amount_min: int | None
    """The least that a payer can enter. Null: no bound."""
    amount_max: int | None
    """The most that a payer can enter. Null: no bound."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    payments_max: int | None
    """How many payments can succeed. Null: any number."""
    payments_succeeded: int
    """A refund does not reduce it. List them by `payment_link_id`."""
    starts_at: str | None
    """When payments can begin. Null: at once."""
    ends_at: str | None
    """When payments can no longer begin, if ever."""
    stopped_at: str | None
    """When it was stopped. Null: it was not."""
    return_url: str | None
    """Where its checkouts lead back to, if anywhere."""
    metadata: dict[str, Any] | None
    """At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
    double cannot represent exactly: send longer ones as text. Returned with the same members and
    values; JSON objects have no order.
    """
    monthly_mail_id: str | None
    """The monthly mail with which it was sent. Null for a link of your own."""
    created_at: str
    """When the object was created."""


class PaymentLinksQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    offset: NotRequired[int]
    """How many objects to skip. A `cursor` is better: it neither skips nor repeats objects."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""
    start_date: NotRequired[Moment]
    """Only objects created at or after this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    end_date: NotRequired[Moment]
    """Only objects created at or before this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """


class PaymentLinkPage(TypedDict):
    payment_links: list[PaymentLink]
    """Newest first."""
    total: int
    """How many objects match the filters."""
    offset: int
    """How many objects were skipped."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


class PaymentLinkChange(TypedDict):
    title: NotRequired[str]
    """What is paid for: the heading of the page."""
    description: NotRequired[str | None]
    """More about it, on one line, below the heading."""
    payments_max: NotRequired[int | None]
    """How many payments can succeed: 1 for single use, null for any number. Money beyond the
    limit is not credited; an operator returns it to its payer.
    """
    starts_at: NotRequired[str | None]
    """No payment can be started before it."""
    ends_at: NotRequired[str | None]
    """No payment can be started from then on. A started one can be paid for 15 minutes."""
    return_url: NotRequired[str | None]
    """Where the checkouts of its payments lead the payer back to, with the query parameter
    `payment_id`. https; http in a sandbox only. Reaching it proves no payment.
    """
    metadata: NotRequired[dict[str, Any] | None]
    """At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
    double cannot represent exactly: send longer ones as text. Returned with the same members and
    values; JSON objects have no order.
    """


class MonthlyMailRequest(TypedDict):
    email: str
    """The address of the payer, who can end the mails by a link in each."""
    day: int
    """Day of the month, in Bangkok. A shorter month has it on its last day."""
    language: NotRequired[Literal["th", "en"]]
    """Of the mails."""


class MonthlyMail(TypedDict):
    monthly_mail_id: str
    """The id of the monthly mail."""
    payment_link_id: str
    """The link whose terms each month has."""
    email: str | None
    """The address. Null once the mails have ended."""
    day: int
    """Day of the month, or its last day."""
    language: Literal["th", "en"]
    """Of the mails."""
    next_at: str | None
    """The next mail. Null once they have ended."""
    ended_at: str | None
    """When the mails ended. Null: they go on."""
    ended_by: Literal["merchant", "payer", "link"] | None
    """`payer`: by the link in a mail; the address gets no other monthly mail of yours. `link`:
    the payment link was stopped, or its period is over.
    """
    created_at: str
    """When the object was created."""


class ListedMonthlyMail(TypedDict):
    monthly_mail_id: str
    """The id of the monthly mail."""
    payment_link_id: str
    """The link whose terms each month has."""
    email: str | None
    """The address. Null once the mails have ended."""
    day: int
    """Day of the month, or its last day."""
    language: Literal["th", "en"]
    """Of the mails."""
    next_at: str | None
    """The next mail. Null once they have ended."""
    ended_at: str | None
    """When the mails ended. Null: they go on."""
    ended_by: Literal["merchant", "payer", "link"] | None
    """`payer`: by the link in a mail; the address gets no other monthly mail of yours. `link`:
    the payment link was stopped, or its period is over.
    """
    created_at: str
    """When the object was created."""
    last_payment_link_id: str | None
    """The link of the last mail, for one payment. Null before the first."""
    last_month: str | None
    """Its month, as `2026-12`."""
    last_paid: bool | None
    """Whether its payment has succeeded."""


class MonthlyMails(TypedDict):
    monthly_mails: list[ListedMonthlyMail]
    """At most 1,000: active ones first, then newest first."""


class Destination(TypedDict):
    bank_name: str
    """The name of the bank: its code such as `KBANK`, or its Thai or English name."""
    account_number: str
    """6 to 15 digits; spaces and dashes are ignored."""
    account_name: str
    """The holder of the account."""


class RefundRequest(TypedDict):
    payment_id: str
    """The payment, or the `orderId` of the deposit, to refund."""
    amount: NotRequired[Amount | None]
    """In baht. Absent: all that is left to refund."""
    reason: NotRequired[str | None]
    """Why. The payer does not see it."""
    metadata: NotRequired[dict[str, Any] | None]
    """At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
    double cannot represent exactly: send longer ones as text. Returned with the same members and
    values; JSON objects have no order.
    """
    destination: NotRequired[Destination | None]
    """The account to pay to, where the account that paid is unknown. Not for a payment whose
    `refund_method` is `native`.
    """


class RefundDestination(TypedDict):
    type: Literal["bank_account", "token", "payer"]
    """`token`: the card or wallet of the token. `payer`: by the provider, to the payer."""
    bank_name: str | None
    """Of a `bank_account`."""
    account_number: str | None
    """Of a `bank_account`, masked."""


class OrderApproval(TypedDict):
    status: Literal[
        "pending",
        "approved",
        "rejected",
        "expired",
        "withdrawn",
        "failed",
    ]
    """`failed`: approved when it was no longer possible. `withdrawn`: its proposer took it back."""
    expires_at: str
    """Until when somebody can decide. It then expires, and nothing is sent."""


class Refund(TypedDict):
    refund_id: str
    """The id of the refund."""
    payment_id: str
    """The refunded payment or deposit."""
    transaction_id: str
    """The id of the refund in the list of transactions."""
    amount: Baht
    """In baht. Has decimals if the payment was credited with satang."""
    amount_reversed: Baht
    """What was returned after the payout had succeeded, or sent although it had failed, in baht."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    status: Literal["pending", "processing", "succeeded", "failed"]
    """`pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has
    paid. `failed`: nothing was paid, and the amount is available again.
    """
    method: Literal["native", "push", "manual"]
    """`native`: the provider returns the money to the payer. `push`: the provider pays it out to
    a bank account. `manual`: an operator of the gateway transfers it to a bank account.
    """
    reason: str | None
    """The reason, as you sent it."""
    destination: RefundDestination
    """Where the money goes."""
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    approval: OrderApproval | None
    """Null: it needs no approval. Until another person approves it, the amount is held and
    nothing is sent.
    """
    metadata: dict[str, Any] | None
    """At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
    double cannot represent exactly: send longer ones as text. Returned with the same members and
    values; JSON objects have no order.
    """
    created_at: str
    """When the object was created."""
    completed_at: str | None
    """When the money moved, as the provider reported it. Null until then."""


class RefundsQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    offset: NotRequired[int]
    """How many objects to skip. A `cursor` is better: it neither skips nor repeats objects."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""
    start_date: NotRequired[Moment]
    """Only objects created at or after this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    end_date: NotRequired[Moment]
    """Only objects created at or before this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    status: NotRequired[Literal["pending", "processing", "succeeded", "failed"]]
    """Only refunds with this status."""
    payment_id: NotRequired[str]
    """Only those of the payment."""


class RefundPage(TypedDict):
    refunds: list[Refund]
    """Newest first."""
    total: int
    """How many objects match the filters."""
    offset: int
    """How many objects were skipped."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


class TransactionsQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    offset: NotRequired[int]
    """How many objects to skip. A `cursor` is better: it neither skips nor repeats objects."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""
    start_date: NotRequired[Moment]
    """Only objects created at or after this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    end_date: NotRequired[Moment]
    """Only objects created at or before this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    status: NotRequired[Literal["succeeded", "failed", "pending", "refunded"]]
    """Only transactions with this status."""
    type: NotRequired[Literal["payment", "refund"]]
    """Only transactions of this type."""


class Transaction(TypedDict):
    transaction_id: str
    """The id of the transaction."""
    payment_id: str
    """The payment; for a refund, the refunded payment."""
    type: Literal["payment", "refund"]
    """Money in, or money back."""
    status: Literal["succeeded", "failed", "pending", "refunded"]
    """`refunded`: a payment of which nothing is left to refund."""
    amount: Baht
    """In baht, negative for a refund. Has decimals where the bank moved satang."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    created_at: str
    """When the object was created."""


class TransactionPage(TypedDict):
    transactions: list[Transaction]
    """Newest first."""
    total: int
    """How many objects match the filters."""
    offset: int
    """How many objects were skipped."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


class DepositRequest(TypedDict):
    amount: Amount
    """Baht, with at most two decimals."""
    userName: str
    """Your customer's user name at your shop."""
    firstName: str
    """The customer's first name."""
    lastName: str
    """The customer's last name."""
    bankName: str
    """The name of the bank: its code such as `KBANK`, or its Thai or English name."""
    accountNumber: str
    """The account that the customer will pay from."""
    description: NotRequired[str | None]
    """What is paid for, on one line. Anyone with the link of the checkout sees it."""
    return_url: NotRequired[str | None]
    """Where the checkout leads the payer back to, with the query parameter `payment_id`. https;
    http in a sandbox only. Reaching it proves no payment: wait for the webhook. A token payment
    without it is declined when its payer must authenticate.
    """


class DepositCreatedData(TypedDict):
    orderId: str
    """The id of the deposit."""
    url: str
    """The page on which the customer pays: redirect to it."""
    ref: str
    """The reference of the transfer, which the payment page shows."""
    checkout_url: str
    """The same as `url`."""


class DepositCreated(TypedDict):
    status: Literal[1001]
    """Always 1001: accepted."""
    message: str
    """For humans; may change."""
    data: DepositCreatedData
    """The new deposit."""


class DepositsQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    offset: NotRequired[int]
    """How many objects to skip. A `cursor` is better: it neither skips nor repeats objects."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""
    start_date: NotRequired[Moment]
    """Only objects created at or after this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    end_date: NotRequired[Moment]
    """Only objects created at or before this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    status: NotRequired[Literal["pending", "succeeded", "failed", "expired"]]
    """Only deposits with this status."""


class ListedDeposit(TypedDict):
    orderId: str
    """The id of the deposit."""
    status: Literal["pending", "succeeded", "failed", "expired"]
    """`pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
    failed one `succeeded`.
    """
    amount: Baht
    """The amount of the order in baht, without fees."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    ref: str
    """The reference of the transfer, which the payment page shows."""
    url: str
    """The page on which the customer pays: redirect to it."""
    checkout_url: str
    """The same as `url`."""
    userName: str
    """Your customer's user name, as you sent it."""
    bankName: str
    """The name of the bank, as you sent it."""
    bankCode: str | None
    """The bank's three-digit code. Null for a bank name that the gateway does not know."""
    accountNumber: str
    """Masked."""
    amount_received: Baht
    """What the payer has paid, in baht."""
    amount_credited: Baht
    """What the balance has of it, in baht: credited, and not reversed."""
    amount_reversed: Baht
    """What was reversed after it was credited, in baht, for example by a chargeback."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""
    net: Baht
    """What was credited and not taken back, without the fee and its VAT. Negative only by the
    fees of charge-backs.
    """
    late: bool
    """True when the money arrived after the order had expired or failed."""
    payer: Payer | None
    """Who paid, as reported by the bank. Null until the money was credited, and when the bank
    reports no payer.
    """
    payer_matches: bool | None
    """Whether the money came from the account of `bankName` and `accountNumber`. False: another
    account paid. Null: not paid, or too little is known of the payer.
    """
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    created_at: str
    """When the object was created."""
    expires_at: str
    """Until when it can be paid. It then expires, and later money is credited as `late`."""
    completed_at: str | None
    """When the money moved, as the provider reported it. Null until then."""


class DepositPage(TypedDict):
    deposits: list[ListedDeposit]
    """Newest first, without slips."""
    total: int
    """How many objects match the filters."""
    offset: int
    """How many objects were skipped."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


class SlipRequest(TypedDict):
    orderId: str
    """The `orderId` of the deposit."""
    ref: str
    """The `ref` of the deposit. It is compared, not required to match."""
    base64Image: str
    """A JPEG, PNG, WebP or GIF of at most 4 MiB, in base64."""


class SlipAccepted(TypedDict):
    status: Literal[1001]
    """Always 1001: accepted."""
    message: str
    """For humans; may change."""
    data: dict[str, Any]
    """Always empty."""


class Slip(TypedDict):
    slip_id: str
    """The id of the slip."""
    status: Literal[
        "received",
        "parsed",
        "qr_not_found",
        "qr_invalid",
        "unreadable",
        "wrong_qr",
    ]
    """`received`: not read yet. `parsed`: its QR code names a transfer. `wrong_qr`: it shows the
    QR code for paying. `qr_not_found`: no QR code. `qr_invalid`: another QR code. `unreadable`:
    not a picture that can be read.
    """
    ref_matches: bool
    """Whether the transfer paid this deposit, by its bank; while `verification` is `pending` or
    null, whether the sender's `ref` is the deposit's.
    """
    sending_bank: str | None
    """The code of the bank that sent the transfer."""
    trans_ref: str | None
    """The bank's reference of the transfer."""
    verification: Literal["verified", "mismatch", "pending"] | None
    """What the bank says of the transfer. `mismatch`: its amount or receiver is not that of the
    deposit. Null: the bank is not asked.
    """
    duplicate: bool
    """Whether the transfer paid another order, or an earlier slip of one names it."""
    duplicate_of: str | None
    """That order's id, if the order is your own."""
    paid_amount: Baht | None
    """Of the transfer in baht, as the bank reports it. Null while unknown."""
    paid_at: str | None
    """When the transfer was made. Null while unknown."""
    received_at: str
    """When the gateway received the slip."""


class Deposit(TypedDict):
    orderId: str
    """The id of the deposit."""
    status: Literal["pending", "succeeded", "failed", "expired"]
    """`pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
    failed one `succeeded`.
    """
    amount: Baht
    """The amount of the order in baht, without fees."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    ref: str
    """The reference of the transfer, which the payment page shows."""
    url: str
    """The page on which the customer pays: redirect to it."""
    checkout_url: str
    """The same as `url`."""
    userName: str
    """Your customer's user name, as you sent it."""
    bankName: str
    """The name of the bank, as you sent it."""
    bankCode: str | None
    """The bank's three-digit code. Null for a bank name that the gateway does not know."""
    accountNumber: str
    """Masked."""
    amount_received: Baht
    """What the payer has paid, in baht."""
    amount_credited: Baht
    """What the balance has of it, in baht: credited, and not reversed."""
    amount_reversed: Baht
    """What was reversed after it was credited, in baht, for example by a chargeback."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""
    net: Baht
    """What was credited and not taken back, without the fee and its VAT. Negative only by the
    fees of charge-backs.
    """
    late: bool
    """True when the money arrived after the order had expired or failed."""
    payer: Payer | None
    """Who paid, as reported by the bank. Null until the money was credited, and when the bank
    reports no payer.
    """
    payer_matches: bool | None
    """Whether the money came from the account of `bankName` and `accountNumber`. False: another
    account paid. Null: not paid, or too little is known of the payer.
    """
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    created_at: str
    """When the object was created."""
    expires_at: str
    """Until when it can be paid. It then expires, and later money is credited as `late`."""
    completed_at: str | None
    """When the money moved, as the provider reported it. Null until then."""
    slips: list[Slip]
    """The slips that were uploaded for it, oldest first."""


class WithdrawalRequest(TypedDict):
    amount: Amount
    """Baht, with at most two decimals."""
    username: str
    """Your customer's user name at your shop."""
    bankName: str
    """The name of the bank: its code such as `KBANK`, or its Thai or English name."""
    accountNumber: str
    """6 to 15 digits; spaces and dashes are ignored."""
    firstNameTH: str
    """The account holder's first name in Thai."""
    lastNameTH: str
    """The account holder's last name in Thai."""


class WithdrawalCreated(TypedDict):
    status: Literal[1001]
    """Always 1001: accepted."""
    message: str
    """For humans; may change."""
    orderId: str
    """The id of the withdrawal."""


class WithdrawalsQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    offset: NotRequired[int]
    """How many objects to skip. A `cursor` is better: it neither skips nor repeats objects."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""
    start_date: NotRequired[Moment]
    """Only objects created at or after this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    end_date: NotRequired[Moment]
    """Only objects created at or before this time. A day is a day in Bangkok, from its start to
    its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the Buddhist
    era.
    """
    status: NotRequired[Literal["pending", "processing", "succeeded", "failed"]]
    """Only withdrawals with this status."""


class Withdrawal(TypedDict):
    orderId: str
    """The id of the withdrawal."""
    status: Literal["pending", "processing", "succeeded", "failed"]
    """`pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has
    paid. `failed`: nothing was paid, and the amount is available again.
    """
    amount: Baht
    """The amount of the order in baht, without fees."""
    amount_reversed: Baht
    """What was returned after the payout had succeeded, or sent although it had failed, in baht."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    username: str
    """Your customer's user name, as you sent it."""
    bankName: str
    """The name of the bank, as you sent it."""
    bankCode: str | None
    """The bank's three-digit code. Null for a bank name that the gateway does not know."""
    accountNumber: str
    """Masked."""
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    approval: OrderApproval | None
    """Null: it needs no approval. Until another person approves it, the amount is held and
    nothing is sent.
    """
    created_at: str
    """When the object was created."""
    completed_at: str | None
    """When the money moved, as the provider reported it. Null until then."""


class WithdrawalPage(TypedDict):
    withdrawals: list[Withdrawal]
    """Newest first."""
    total: int
    """How many objects match the filters."""
    offset: int
    """How many objects were skipped."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


class Maturing(TypedDict):
    date: str | None
    """In Bangkok. Null: the bank holidays of its year are not known yet."""
    amount: Baht
    """Becomes available on that day, in baht."""


class Balance(TypedDict):
    available: Baht
    """What can be paid out, in baht."""
    held: Baht
    """Held for payouts that have not ended, in baht."""
    pending: Baht
    """Credited, and available after a number of bank days, in baht."""
    maturing: list[Maturing]
    """The pending money by day, soonest first."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""


class BalanceEntriesQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""


class BalanceEntry(TypedDict):
    entry_id: str
    """The id of the entry."""
    type: str
    """What moved the money, for example `receive` or `fee`."""
    order_id: str | None
    """The order that caused it. Null without one."""
    available: Baht
    """The change of the available balance, in baht."""
    held: Baht
    """The change of the held balance, in baht."""
    pending: Baht
    """The change of the pending balance, in baht."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    created_at: str
    """When the entry was posted."""


class BalanceEntryPage(TypedDict):
    entries: list[BalanceEntry]
    """Newest first."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


PriceBand = TypedDict(
    "PriceBand",
    {
        "from": Baht,
        "percent": Baht,
        "flat": Baht,
        "min": Baht | None,
        "max": Baht | None,
    },
)


class Price(TypedDict):
    price_id: str
    """The id of this version of the price."""
    method: Literal["qr", "token", "deposit", "withdrawal", "refund"]
    """`qr` and `token`: payments of the method. The others: orders of the kind."""
    valid_from: str
    """Applies to money that moves from this time on, until the next version."""
    returned_with_refunds: bool
    """True: a refund returns its share of the fee of its payment."""
    dispute: Baht
    """The fee of a charge-back that you bear, in baht, without VAT."""
    kept_after_dispute: bool
    """True: the fee of money that is charged back, or whose credit is undone, is kept."""
    bands: list[PriceBand]
    """Lowest first. The amount of an order selects its band."""


class PriceList(TypedDict):
    prices: list[Price]
    """All versions, newest first."""
    vat_percent: Baht
    """The present rate of VAT on fees, in percent."""


class BalanceStatementQuery(TypedDict):
    start_date: NotRequired[str]
    """First day of the period in Bangkok. Years from 2400 to 2699 are of the Buddhist era."""
    end_date: NotRequired[str]
    """Last day of the period in Bangkok. Years from 2400 to 2699 are of the Buddhist era."""
    limit: NotRequired[int]
    """How many objects the page has at most."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""


class BalancePair(TypedDict):
    available: Baht
    """The available balance, in baht."""
    held: Baht
    """The held balance, in baht."""
    pending: Baht
    """The pending balance, in baht."""


class StatementSum(TypedDict):
    type: str
    """What moved the money, for example `receive` or `fee`."""
    count: int
    """How many entries of the type the period has."""
    available: Baht
    """The change of the available balance, in baht."""
    held: Baht
    """The change of the held balance, in baht."""
    pending: Baht
    """The change of the pending balance, in baht."""


class StatementEntry(TypedDict):
    entry_id: str
    """The id of the entry."""
    type: str
    """What moved the money, for example `receive` or `fee`."""
    order_id: str | None
    """The order that caused it. Null without one."""
    reference: str | None
    """Your own order number, as you sent it. Null without one."""
    available: Baht
    """The change of the available balance, in baht."""
    held: Baht
    """The change of the held balance, in baht."""
    pending: Baht
    """The change of the pending balance, in baht."""
    balance: BalancePair
    """After the entry."""
    effective_at: str
    """When the money moved. Decides the period of the entry."""
    created_at: str
    """When the entry was posted."""


class BalanceStatement(TypedDict):
    start_date: str
    """First day of the period in Bangkok."""
    end_date: str
    """Last day of the period in Bangkok."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    opening: BalancePair
    """The balance before the period."""
    closing: BalancePair
    """The balance after the period."""
    sums: list[StatementSum]
    """Of the whole period, by type of entry. Opening and sums add up to closing."""
    entries: list[StatementEntry]
    """Oldest first."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


class ApprovalsQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""
    status: NotRequired[
        Literal[
            "pending",
            "approved",
            "rejected",
            "expired",
            "withdrawn",
            "failed",
        ]
    ]
    """Only approvals with this status."""


class Approval(TypedDict):
    approval_id: str
    """The id of the approval."""
    act: Literal[
        "withdrawal",
        "refund",
        "key",
        "member",
        "member_role",
        "rules",
    ]
    """What needs the approval."""
    object_id: str
    """The id of the withdrawal, refund or other object that the approval concerns."""
    amount: Baht | None
    """In baht. Null for an act without an amount."""
    status: Literal[
        "pending",
        "approved",
        "rejected",
        "expired",
        "withdrawn",
        "failed",
    ]
    """`failed`: approved when it was no longer possible. `withdrawn`: its proposer took it back."""
    proposed_by: str
    """The id of the API key or of the user who proposed it."""
    created_at: str
    """When the object was created."""
    expires_at: str
    """Until when somebody can decide. It then expires, and nothing is sent."""
    decided_at: str | None
    """When it ended. Null while it is pending."""


class ApprovalPage(TypedDict):
    approvals: list[Approval]
    """Newest first."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


EventName = Literal[
    "payment.pending",
    "payment.requires_action",
    "payment.succeeded",
    "payment.failed",
    "payment.expired",
    "payment.adjusted",
    "payment.slip_mismatched",
    "withdrawal.pending",
    "withdrawal.processed",
    "withdrawal.succeeded",
    "withdrawal.failed",
    "withdrawal.adjusted",
    "refund.completed",
    "refund.failed",
    "refund.adjusted",
    "approval.requested",
    "approval.ended",
    "webhook.disabled",
]


class WebhookRequest(TypedDict):
    url: str
    """Receives the events by POST. https; http in a sandbox."""
    events: list[EventName]
    """The events that it subscribes to."""
    secret: NotRequired[str | None]
    """16 to 256 printable characters, whose UTF-8 bytes are the key; or `whsec_` and the base64
    of 24 to 64 bytes, which are the key (Standard Webhooks).
    """
    description: NotRequired[str | None]
    """A note for your team."""


class CreatedWebhook(TypedDict):
    webhook_id: str
    """The id of the webhook."""
    url: str
    """Where the events are sent."""
    events: list[EventName]
    """The events that it subscribes to."""
    status: Literal["active", "disabled"]
    """A disabled webhook receives nothing."""
    description: str | None
    """Your note. Null without one."""
    disabled_reason: str | None
    """`merchant`: you disabled it. `gone`: the URL answered 410. `failing`: every attempt of
    five days failed. Null while it is active.
    """
    created_at: str
    """When the object was created."""
    secret: str
    """Verifies its signatures. Only this response contains it."""
    warning: str | None
    """Why deliveries will fail. Null when the ping was answered 2xx."""


class Webhook(TypedDict):
    webhook_id: str
    """The id of the webhook."""
    url: str
    """Where the events are sent."""
    events: list[EventName]
    """The events that it subscribes to."""
    status: Literal["active", "disabled"]
    """A disabled webhook receives nothing."""
    description: str | None
    """Your note. Null without one."""
    disabled_reason: str | None
    """`merchant`: you disabled it. `gone`: the URL answered 410. `failing`: every attempt of
    five days failed. Null while it is active.
    """
    created_at: str
    """When the object was created."""


class WebhookPage(TypedDict):
    webhooks: list[Webhook]
    """All webhooks."""
    total: int
    """How many objects match the filters."""
    limit: int
    """The page size that was applied."""
    offset: int
    """How many objects were skipped."""
    has_more: Literal[False]
    """Whether there are more objects after this page."""
    next_cursor: None
    """Send it as `cursor` to read the next page. Null on the last page."""


class DeletedWebhook(TypedDict):
    webhook_id: str
    """The id of the webhook."""
    deleted: Literal[True]
    """Always true."""


class WebhookChange(TypedDict):
    url: NotRequired[str]
    """Receives the events by POST. https; http in a sandbox."""
    events: NotRequired[list[EventName]]
    """The events that it subscribes to."""
    description: NotRequired[str | None]
    """A note for your team."""
    enabled: NotRequired[bool]
    """False disables it; true enables it again."""


class RotateRequest(TypedDict):
    secret: NotRequired[str | None]
    """16 to 256 printable characters, whose UTF-8 bytes are the key; or `whsec_` and the base64
    of 24 to 64 bytes, which are the key (Standard Webhooks).
    """


class Ping(TypedDict):
    delivered: bool
    """Whether the answer was 2xx."""
    status_code: int | None
    """The HTTP status of the answer. Null without one."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""
    error: str | None
    """Why there was no answer. Null with an answer."""
    answer: str | None
    """The beginning of the body of the answer."""


class DeliveriesQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""


class DeliveryAttempt(TypedDict):
    at: str
    """When it was sent."""
    status_code: int | None
    """The HTTP status of the answer. Null without one."""
    duration_ms: int
    """How long the attempt took, in milliseconds."""
    error: str | None
    """Why there was no answer. Null with an answer."""
    answer: str | None
    """The beginning of the body of the answer."""


class Delivery(TypedDict):
    delivery_id: str
    """The id of the delivery."""
    event_id: str
    """The id of the event that it delivers."""
    webhook_id: str
    """The id of the webhook."""
    event: EventName
    """The name of the event."""
    status: Literal["pending", "succeeded", "failed"]
    """`pending`: it is attempted again. `failed`: it is not."""
    attempts: list[DeliveryAttempt]
    """Every request so far, oldest first."""
    next_attempt_at: str | None
    """Null: there is none."""
    created_at: str
    """When the object was created."""


class DeliveryPage(TypedDict):
    deliveries: list[Delivery]
    """Newest first."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""


class ReplayRequest(TypedDict):
    since: str
    """Events from this time on."""
    until: NotRequired[str | None]
    """Events until this time; absent: now."""
    status: NotRequired[Literal["failed", "all"]]
    """`failed`: deliveries that failed. `all`: every event that the webhook subscribes to."""


class Replay(TypedDict):
    replay_id: str
    """The id of the replay."""
    webhook_id: str
    """The id of the webhook."""
    status: Literal["running", "done", "stopped"]
    """`stopped`: the webhook was disabled or deleted before the end."""
    only_failed: bool
    """Whether it delivers only what had failed."""
    since: str
    """Start of the period."""
    until: str
    """End of the period."""
    total: int
    """How many events it delivers."""
    replayed: int
    """How many of them it has scheduled so far."""
    created_at: str
    """When the object was created."""
    finished_at: str | None
    """When it ended. Null while it is running."""


class EventsQuery(TypedDict):
    limit: NotRequired[int]
    """How many objects the page has at most."""
    cursor: NotRequired[str]
    """`next_cursor` of the previous page; absent for the first."""
    event: NotRequired[EventName]
    """Only events of this name."""
    object_id: NotRequired[str]
    """Only events of this object: the id of a payment, refund, deposit and so on."""


class EventPayer(TypedDict):
    bank_name: str | None
    """The name of the bank. Null if unknown."""
    bank_code: str | None
    """Three digits. Null for an unknown name."""
    account_number: str | None
    """Masked."""


class PaymentEventData(TypedDict):
    payment_id: str
    """For a deposit: its `orderId`."""
    kind: Literal["payment", "deposit"]
    """Which of both kinds of incoming order it is."""
    status: Literal["pending", "succeeded", "failed", "expired"]
    """`pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
    failed one `succeeded`.
    """
    amount: Baht
    """The amount of the order in baht, without fees."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    reference: str | None
    """Your own order number, as you sent it. Null without one."""
    metadata: dict[str, Any] | None
    """Your metadata, as you sent it. Null without any."""
    completed_at: str | None
    """When the money moved, as the provider reported it. Null until then."""
    late: bool
    """True when the money arrived after the order had expired or failed."""
    payer_matches: bool | None
    """Of a deposit: whether the money came from the expected account. False: another account
    paid. Null: not paid, too little is known of the payer, or not a deposit.
    """
    payer: EventPayer | None
    """Who paid, as reported by the bank. Null until the money was credited, and when the bank
    reports no payer. Its name is in the payment or deposit.
    """
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""
    net: Baht
    """What was credited and not taken back, without the fee and its VAT. Negative only by the
    fees of charge-backs.
    """
    payment_link_id: NotRequired[str]
    """Of a payment that was started on the page of a payment link."""
    checkout_url: str | None
    """As in the first event of the payment. Null when the payment is older than the URL, or its
    first event was deleted.
    """
    previous_payment_id: str | None
    """The expired or failed payment that this one replaces: its payer asked for a code on its
    checkout, or you named it.
    """


class PaymentAdjustedEventData(TypedDict):
    payment_id: str
    """For a deposit: its `orderId`."""
    kind: Literal["payment", "deposit"]
    """Which of both kinds of incoming order it is."""
    status: Literal["pending", "succeeded", "failed", "expired"]
    """`pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
    failed one `succeeded`.
    """
    amount: Baht
    """The amount of the order in baht, without fees."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    reference: str | None
    """Your own order number, as you sent it. Null without one."""
    metadata: dict[str, Any] | None
    """Your metadata, as you sent it. Null without any."""
    completed_at: str | None
    """When the money moved, as the provider reported it. Null until then."""
    late: bool
    """True when the money arrived after the order had expired or failed."""
    payer_matches: bool | None
    """Of a deposit: whether the money came from the expected account. False: another account
    paid. Null: not paid, too little is known of the payer, or not a deposit.
    """
    payer: EventPayer | None
    """Who paid, as reported by the bank. Null until the money was credited, and when the bank
    reports no payer. Its name is in the payment or deposit.
    """
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""
    net: Baht
    """What was credited and not taken back, without the fee and its VAT. Negative only by the
    fees of charge-backs.
    """
    payment_link_id: NotRequired[str]
    """Of a payment that was started on the page of a payment link."""
    checkout_url: str | None
    """As in the first event of the payment. Null when the payment is older than the URL, or its
    first event was deleted.
    """
    previous_payment_id: str | None
    """The expired or failed payment that this one replaces: its payer asked for a code on its
    checkout, or you named it.
    """
    amount_received: Baht
    """What the payer has paid, in baht."""
    amount_credited: Baht
    """What the balance has of it, in baht: credited, and not reversed."""
    amount_refunded: Baht
    """What was refunded of it, in baht."""
    amount_reversed: Baht
    """What was reversed after it was credited, in baht, for example by a chargeback."""


class WithdrawalEventData(TypedDict):
    order_id: str
    """The `orderId` of the withdrawal."""
    status: Literal["pending", "processing", "succeeded", "failed"]
    """`pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has
    paid. `failed`: nothing was paid, and the amount is available again.
    """
    amount: Baht
    """The amount of the order in baht, without fees."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    username: str
    """Your customer's user name, as you sent it."""
    bank_name: str
    """The name of the bank, as you sent it."""
    account_number: str
    """Masked."""
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""


class WithdrawalAdjustedEventData(TypedDict):
    order_id: str
    """The `orderId` of the withdrawal."""
    status: Literal["pending", "processing", "succeeded", "failed"]
    """`pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has
    paid. `failed`: nothing was paid, and the amount is available again.
    """
    amount: Baht
    """The amount of the order in baht, without fees."""
    currency: Literal["THB"]
    """Always `THB`, Thai baht."""
    username: str
    """Your customer's user name, as you sent it."""
    bank_name: str
    """The name of the bank, as you sent it."""
    account_number: str
    """Masked."""
    failure: Failure | None
    """Why the order failed. Null unless it failed."""
    fee: Baht
    """What the merchant pays for the order, without VAT, by the price that was valid when the
    money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
    """
    fee_vat: Baht
    """Value added tax on the fee."""
    amount_reversed: Baht
    """What was returned after the payout had succeeded, or sent although it had failed, in baht."""


class WebhookEventData(TypedDict):
    webhook_id: str
    """The id of the webhook."""
    url: str
    """Where its events were sent."""
    reason: str
    """`gone`: the URL returned 410. `failing`: deliveries failed for five days."""


class PaymentEvent(TypedDict):
    id: str
    """Identical each time this event is delivered."""
    event: Literal[
        "payment.pending",
        "payment.requires_action",
        "payment.succeeded",
        "payment.failed",
        "payment.expired",
        "payment.slip_mismatched",
    ]
    data: PaymentEventData
    timestamp: str
    sequence: int
    """Increases with each event of the same object."""


class PaymentAdjustedEvent(TypedDict):
    id: str
    """Identical each time this event is delivered."""
    event: Literal["payment.adjusted"]
    data: PaymentAdjustedEventData
    timestamp: str
    sequence: int
    """Increases with each event of the same object."""


class WithdrawalEvent(TypedDict):
    id: str
    """Identical each time this event is delivered."""
    event: Literal[
        "withdrawal.pending",
        "withdrawal.processed",
        "withdrawal.succeeded",
        "withdrawal.failed",
    ]
    data: WithdrawalEventData
    timestamp: str
    sequence: int
    """Increases with each event of the same object."""


class WithdrawalAdjustedEvent(TypedDict):
    id: str
    """Identical each time this event is delivered."""
    event: Literal["withdrawal.adjusted"]
    data: WithdrawalAdjustedEventData
    timestamp: str
    sequence: int
    """Increases with each event of the same object."""


class RefundEvent(TypedDict):
    id: str
    """Identical each time this event is delivered."""
    event: Literal[
        "refund.completed",
        "refund.failed",
        "refund.adjusted",
    ]
    data: Refund
    timestamp: str
    sequence: int
    """Increases with each event of the same object."""


class ApprovalEvent(TypedDict):
    id: str
    """Identical each time this event is delivered."""
    event: Literal["approval.requested", "approval.ended"]
    data: Approval
    timestamp: str
    sequence: int
    """Increases with each event of the same object."""


class WebhookEvent(TypedDict):
    id: str
    """Identical each time this event is delivered."""
    event: Literal["webhook.disabled"]
    data: WebhookEventData
    timestamp: str
    sequence: int
    """Increases with each event of the same object."""


class PingEvent(TypedDict):
    id: str
    """Identical each time this event is delivered."""
    event: Literal["webhook.ping"]
    data: dict[str, Any]
    timestamp: str
    sequence: int
    """Increases with each event of the same object."""


#: An event of the event list.
Event = Union[
    PaymentEvent,
    PaymentAdjustedEvent,
    WithdrawalEvent,
    WithdrawalAdjustedEvent,
    RefundEvent,
    ApprovalEvent,
    WebhookEvent,
]


#: The body of a webhook request. The type of its `data` depends on its `event`.
SaphanEvent = Union[Event, PingEvent]


class EventPage(TypedDict):
    events: list[Event]
    """Newest first."""
    limit: int
    """The page size that was applied."""
    has_more: bool
    """Whether there are more objects after this page."""
    next_cursor: str | None
    """Send it as `cursor` to read the next page. Null on the last page."""
