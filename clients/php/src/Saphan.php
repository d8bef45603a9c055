<?php

declare(strict_types=1);

namespace Saphan;

use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * The client of a merchant: a method for each operation, by its `operationId`.
 *
 * Every method throws a SaphanException. Transient errors (connection errors, 429, 5xx) are retried
 * first, a POST with the same idempotency key. `idempotencyKey`: 1 to 255 characters, random by
 * default; requests with the same key create one object within 24 hours. Derive it from your order
 * to be safe when your process restarts. `retriesMax` is that of the client by default.
 *
 * @phpstan-import-type Approval from Types
 * @phpstan-import-type ApprovalPage from Types
 * @phpstan-import-type ApprovalsQuery from Types
 * @phpstan-import-type Balance from Types
 * @phpstan-import-type BalanceEntriesQuery from Types
 * @phpstan-import-type BalanceEntry from Types
 * @phpstan-import-type BalanceEntryPage from Types
 * @phpstan-import-type BalanceStatement from Types
 * @phpstan-import-type BalanceStatementQuery from Types
 * @phpstan-import-type CreatedWebhook from Types
 * @phpstan-import-type DeletedWebhook from Types
 * @phpstan-import-type DeliveriesQuery from Types
 * @phpstan-import-type Delivery from Types
 * @phpstan-import-type DeliveryPage from Types
 * @phpstan-import-type Deposit from Types
 * @phpstan-import-type DepositCreated from Types
 * @phpstan-import-type DepositPage from Types
 * @phpstan-import-type DepositRequest from Types
 * @phpstan-import-type DepositsQuery from Types
 * @phpstan-import-type Event from Types
 * @phpstan-import-type EventPage from Types
 * @phpstan-import-type EventsQuery from Types
 * @phpstan-import-type ListedDeposit from Types
 * @phpstan-import-type MonthlyMail from Types
 * @phpstan-import-type MonthlyMailRequest from Types
 * @phpstan-import-type MonthlyMails from Types
 * @phpstan-import-type Payment from Types
 * @phpstan-import-type PaymentLink from Types
 * @phpstan-import-type PaymentLinkChange from Types
 * @phpstan-import-type PaymentLinkPage from Types
 * @phpstan-import-type PaymentLinkRequest from Types
 * @phpstan-import-type PaymentLinksQuery from Types
 * @phpstan-import-type PaymentPage from Types
 * @phpstan-import-type PaymentsQuery from Types
 * @phpstan-import-type Ping from Types
 * @phpstan-import-type PriceList from Types
 * @phpstan-import-type QrCode from Types
 * @phpstan-import-type QrCodeRequest from Types
 * @phpstan-import-type Refund from Types
 * @phpstan-import-type RefundPage from Types
 * @phpstan-import-type RefundRequest from Types
 * @phpstan-import-type RefundsQuery from Types
 * @phpstan-import-type Replay from Types
 * @phpstan-import-type ReplayRequest from Types
 * @phpstan-import-type RotateRequest from Types
 * @phpstan-import-type SlipAccepted from Types
 * @phpstan-import-type SlipRequest from Types
 * @phpstan-import-type TokenPaymentRequest from Types
 * @phpstan-import-type Transaction from Types
 * @phpstan-import-type TransactionPage from Types
 * @phpstan-import-type TransactionsQuery from Types
 * @phpstan-import-type Webhook from Types
 * @phpstan-import-type WebhookChange from Types
 * @phpstan-import-type WebhookPage from Types
 * @phpstan-import-type WebhookRequest from Types
 * @phpstan-import-type Withdrawal from Types
 * @phpstan-import-type WithdrawalCreated from Types
 * @phpstan-import-type WithdrawalPage from Types
 * @phpstan-import-type WithdrawalRequest from Types
 * @phpstan-import-type WithdrawalsQuery from Types
 */
final class Saphan
{
    /** The version in CHANGELOG.md. */
    public const VERSION = '1.0.0';

    private const PAGE_SIZE = 100;

    private readonly Sender $sender;

    /**
     * @param string $apiKey An API key, `sk_…`. It may allow payouts: keep it on your server.
     * @param ClientInterface $http A client that follows no redirects and has a timeout.
     * @param string|null $baseUrl The gateway's URL. Required with a live key. Default:
     *     `http://localhost:8080`.
     * @param string|null $signingSecret Of the key, `sign_…`, if it requires signed payouts.
     * @param int $retriesMax The maximum number of retries.
     * @param (\Closure(RequestAttempt): void)|null $onRequest Called before each attempt.
     * @param (\Closure(ResponseAttempt): void)|null $onResponse Called after each attempt.
     * @throws \InvalidArgumentException for an invalid option, without its value
     */
    public function __construct(
        #[\SensitiveParameter]
        string $apiKey,
        ClientInterface $http,
        RequestFactoryInterface $requests,
        StreamFactoryInterface $streams,
        ?string $baseUrl = null,
        #[\SensitiveParameter]
        ?string $signingSecret = null,
        int $retriesMax = 3,
        ?\Closure $onRequest = null,
        ?\Closure $onResponse = null,
    ) {
        $options = new Options(
            $apiKey,
            $signingSecret,
            $baseUrl,
            $retriesMax,
            $onRequest,
            $onResponse,
        );
        $this->sender = new Sender($options, $http, $requests, $streams);
    }

    /**
     * A client over Guzzle, or Symfony's client with nyholm/psr7, whichever is installed.
     *
     * @param float $timeout The timeout of each attempt in seconds.
     * @param (\Closure(RequestAttempt): void)|null $onRequest
     * @param (\Closure(ResponseAttempt): void)|null $onResponse
     * @throws \InvalidArgumentException for an invalid option, without its value
     */
    public static function create(
        #[\SensitiveParameter]
        string $apiKey,
        ?string $baseUrl = null,
        #[\SensitiveParameter]
        ?string $signingSecret = null,
        float $timeout = 30.0,
        int $retriesMax = 3,
        ?\Closure $onRequest = null,
        ?\Closure $onResponse = null,
    ): self {
        if ($timeout <= 0 || !is_finite($timeout)) {
            throw new \InvalidArgumentException('timeout must be a number of seconds above 0.');
        }
        return new self(
            $apiKey,
            ...Transport::make($timeout),
            baseUrl: $baseUrl,
            signingSecret: $signingSecret,
            retriesMax: $retriesMax,
            onRequest: $onRequest,
            onResponse: $onResponse,
        );
    }

    /** The id of the last request, in the gateway's log. */
    public function lastRequestId(): ?string
    {
        return $this->sender->lastRequestId();
    }

    /**
     * Creates a payment with its QR code.
     *
     * @param QrCodeRequest $body
     * @return QrCode
     * @throws SaphanException
     */
    public function createQrCode(
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/qr-codes';
        return $this->sender->send('POST', $path, $body, $idempotencyKey, $retriesMax);
    }

    /**
     * Charges a customer's token. The outcome is reported by a webhook.
     *
     * @param TokenPaymentRequest $body
     * @return Payment
     * @throws SaphanException
     */
    public function createTokenPayment(
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/payments';
        return $this->sender->send('POST', $path, $body, $idempotencyKey, $retriesMax);
    }

    /**
     * One page of payments, newest first. `payments()` iterates over all of them.
     *
     * @param PaymentsQuery $query
     * @return PaymentPage
     * @throws SaphanException
     */
    public function listPayments(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/payments' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Retrieves a payment.
     *
     * @return Payment
     * @throws SaphanException
     */
    public function readPayment(string $id, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/payments/' . self::checkedId($id);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Expires a pending payment. Expiring it again has no effect.
     *
     * @return Payment
     * @throws SaphanException
     */
    public function expirePayment(
        string $id,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/payments/' . self::checkedId($id) . '/expire';
        return $this->sender->send('POST', $path, null, $idempotencyKey, $retriesMax);
    }

    /**
     * Creates a payment link. Send its `url` to payers.
     *
     * @param PaymentLinkRequest $body
     * @return PaymentLink
     * @throws SaphanException
     */
    public function createPaymentLink(
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/payment-links';
        return $this->sender->send('POST', $path, $body, $idempotencyKey, $retriesMax);
    }

    /**
     * One page of payment links, newest first. `paymentLinks()` iterates over all of them.
     *
     * @param PaymentLinksQuery $query
     * @return PaymentLinkPage
     * @throws SaphanException
     */
    public function listPaymentLinks(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/payment-links' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Retrieves a payment link.
     *
     * @return PaymentLink
     * @throws SaphanException
     */
    public function readPaymentLink(string $id, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/payment-links/' . self::checkedId($id);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Updates the given fields.
     *
     * @param PaymentLinkChange $body
     * @return PaymentLink
     * @throws SaphanException
     */
    public function changePaymentLink(string $id, array $body, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/payment-links/' . self::checkedId($id);
        return $this->sender->send('PATCH', $path, $body, null, $retriesMax);
    }

    /**
     * Stops a payment link for good. Stopping it again has no effect.
     *
     * @return PaymentLink
     * @throws SaphanException
     */
    public function stopPaymentLink(
        string $id,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/payment-links/' . self::checkedId($id) . '/stop';
        return $this->sender->send('POST', $path, null, $idempotencyKey, $retriesMax);
    }

    /**
     * Mails the link to a payer each month, each time for one payment.
     *
     * @param MonthlyMailRequest $body
     * @return MonthlyMail
     * @throws SaphanException
     */
    public function createMonthlyMail(
        string $id,
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/payment-links/' . self::checkedId($id) . '/monthly-mails';
        return $this->sender->send('POST', $path, $body, $idempotencyKey, $retriesMax);
    }

    /**
     * The monthly mails of a link, active ones first.
     *
     * @return MonthlyMails
     * @throws SaphanException
     */
    public function listMonthlyMails(string $id, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/payment-links/' . self::checkedId($id) . '/monthly-mails';
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Ends a monthly mail for good. Ending it again has no effect.
     *
     * @return MonthlyMail
     * @throws SaphanException
     */
    public function stopMonthlyMail(
        string $id,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/monthly-mails/' . self::checkedId($id) . '/stop';
        return $this->sender->send('POST', $path, null, $idempotencyKey, $retriesMax);
    }

    /**
     * Refunds all or part of a payment.
     *
     * @param RefundRequest $body
     * @return Refund
     * @throws SaphanException
     */
    public function createRefund(
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        return $this->sender->send('POST', '/Thai/v1/refunds', $body, $idempotencyKey, $retriesMax);
    }

    /**
     * One page of refunds, newest first. `refunds()` iterates over all of them.
     *
     * @param RefundsQuery $query
     * @return RefundPage
     * @throws SaphanException
     */
    public function listRefunds(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/refunds' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Retrieves a refund.
     *
     * @return Refund
     * @throws SaphanException
     */
    public function readRefund(string $id, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/refunds/' . self::checkedId($id);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * One page of payments and refunds, newest first. `transactions()` iterates over all of them.
     *
     * @param TransactionsQuery $query
     * @return TransactionPage
     * @throws SaphanException
     */
    public function listTransactions(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/transactions' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Creates a deposit. Redirect the customer to `data.url`.
     *
     * @param DepositRequest $body
     * @return DepositCreated
     * @throws SaphanException
     */
    public function createDeposit(
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        return $this->sender->send('POST', '/deposit/gw', $body, $idempotencyKey, $retriesMax);
    }

    /**
     * One page of deposits, newest first. `deposits()` iterates over all of them.
     *
     * @param DepositsQuery $query
     * @return DepositPage
     * @throws SaphanException
     */
    public function listDeposits(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/deposit/gw' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Uploads the slip of a transfer. A slip is checked but moves no money.
     *
     * @param SlipRequest $body
     * @return SlipAccepted
     * @throws SaphanException
     */
    public function uploadSlip(
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/deposit/gw/upload-slip';
        return $this->sender->send('POST', $path, $body, $idempotencyKey, $retriesMax);
    }

    /**
     * Retrieves a deposit with its slips.
     *
     * @return Deposit
     * @throws SaphanException
     */
    public function readDeposit(string $orderId, ?int $retriesMax = null): array
    {
        $path = '/deposit/gw/' . self::checkedId($orderId);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Pays out to a customer's bank account. The amount is reserved immediately.
     *
     * @param WithdrawalRequest $body
     * @return WithdrawalCreated
     * @throws SaphanException
     */
    public function createWithdrawal(
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        return $this->sender->send('POST', '/withdraw/gw', $body, $idempotencyKey, $retriesMax);
    }

    /**
     * One page of withdrawals, newest first. `withdrawals()` iterates over all of them.
     *
     * @param WithdrawalsQuery $query
     * @return WithdrawalPage
     * @throws SaphanException
     */
    public function listWithdrawals(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/withdraw/gw' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Retrieves a withdrawal.
     *
     * @return Withdrawal
     * @throws SaphanException
     */
    public function readWithdrawal(string $orderId, ?int $retriesMax = null): array
    {
        $path = '/withdraw/gw/' . self::checkedId($orderId);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * The available balance, and the amount reserved for pending payouts.
     *
     * @return Balance
     * @throws SaphanException
     */
    public function readBalance(?int $retriesMax = null): array
    {
        return $this->sender->send('GET', '/Thai/v1/balance', null, null, $retriesMax);
    }

    /**
     * One page of ledger entries, newest first. `balanceEntries()` iterates over all of them.
     *
     * @param BalanceEntriesQuery $query
     * @return BalanceEntryPage
     * @throws SaphanException
     */
    public function listBalanceEntries(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/balance/entries' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * What you pay for your orders, and from when on.
     *
     * @return PriceList
     * @throws SaphanException
     */
    public function listPrices(?int $retriesMax = null): array
    {
        return $this->sender->send('GET', '/Thai/v1/prices', null, null, $retriesMax);
    }

    /**
     * Retrieves the balance of a period with its entries, oldest first.
     *
     * @param BalanceStatementQuery $query
     * @return BalanceStatement
     * @throws SaphanException
     */
    public function readBalanceStatement(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/balance/statement' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * One page of approvals, newest first. `approvals()` iterates over all of them.
     *
     * @param ApprovalsQuery $query
     * @return ApprovalPage
     * @throws SaphanException
     */
    public function listApprovals(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/approvals' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Creates a webhook. Its URL must answer a signed ping. Only this response has the secret.
     *
     * @param WebhookRequest $body
     * @return CreatedWebhook
     * @throws SaphanException
     */
    public function createWebhook(
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/webhooks';
        return $this->sender->send('POST', $path, $body, $idempotencyKey, $retriesMax);
    }

    /**
     * Lists all webhooks, newest first.
     *
     * @return WebhookPage
     * @throws SaphanException
     */
    public function listWebhooks(?int $retriesMax = null): array
    {
        return $this->sender->send('GET', '/Thai/v1/webhooks', null, null, $retriesMax);
    }

    /**
     * Retrieves a webhook, without its secret.
     *
     * @return Webhook
     * @throws SaphanException
     */
    public function readWebhook(string $id, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/webhooks/' . self::checkedId($id);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Deletes a webhook.
     *
     * @return DeletedWebhook
     * @throws SaphanException
     */
    public function deleteWebhook(string $id, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/webhooks/' . self::checkedId($id);
        return $this->sender->send('DELETE', $path, null, null, $retriesMax);
    }

    /**
     * Updates the given fields. `enabled: false` pauses it. A new URL must answer a ping.
     *
     * @param WebhookChange $body
     * @return Webhook
     * @throws SaphanException
     */
    public function changeWebhook(string $id, array $body, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/webhooks/' . self::checkedId($id);
        return $this->sender->send('PATCH', $path, $body, null, $retriesMax);
    }

    /**
     * Rotates the secret. The old secret also signs requests for 24 more hours.
     *
     * @param RotateRequest $body
     * @return CreatedWebhook
     * @throws SaphanException
     */
    public function rotateWebhookSecret(
        string $id,
        array $body = [],
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/webhooks/' . self::checkedId($id) . '/rotate-secret';
        return $this->sender->send('POST', $path, $body, $idempotencyKey, $retriesMax);
    }

    /**
     * Sends a `webhook.ping` and returns the response of your server.
     *
     * @return Ping
     * @throws SaphanException
     */
    public function testWebhook(
        string $id,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/webhooks/' . self::checkedId($id) . '/test';
        return $this->sender->send('POST', $path, null, $idempotencyKey, $retriesMax);
    }

    /**
     * One page of deliveries, newest first. `deliveries()` iterates over all of them.
     *
     * @param DeliveriesQuery $query
     * @return DeliveryPage
     * @throws SaphanException
     */
    public function listDeliveries(string $id, array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/webhooks/' . self::checkedId($id) . '/deliveries'
            . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Resends an event immediately.
     *
     * @return Delivery
     * @throws SaphanException
     */
    public function redeliver(
        string $id,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/webhook-deliveries/' . self::checkedId($id) . '/redeliver';
        return $this->sender->send('POST', $path, null, $idempotencyKey, $retriesMax);
    }

    /**
     * Resends the events of a period, all or only undelivered ones. Poll `readReplay`.
     *
     * @param ReplayRequest $body
     * @return Replay
     * @throws SaphanException
     */
    public function replayWebhook(
        string $id,
        array $body,
        ?string $idempotencyKey = null,
        ?int $retriesMax = null,
    ): array {
        $path = '/Thai/v1/webhooks/' . self::checkedId($id) . '/replay';
        return $this->sender->send('POST', $path, $body, $idempotencyKey, $retriesMax);
    }

    /**
     * Retrieves the progress of a replay.
     *
     * @return Replay
     * @throws SaphanException
     */
    public function readReplay(string $id, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/webhook-replays/' . self::checkedId($id);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * One page of events, newest first. `events()` iterates over all of them.
     *
     * @param EventsQuery $query
     * @return EventPage
     * @throws SaphanException
     */
    public function listEvents(array $query = [], ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/events' . self::searchOf($query);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Retrieves an event.
     *
     * @return Event
     * @throws SaphanException
     */
    public function readEvent(string $id, ?int $retriesMax = null): array
    {
        $path = '/Thai/v1/events/' . self::checkedId($id);
        return $this->sender->send('GET', $path, null, null, $retriesMax);
    }

    /**
     * Iterates over all payments, newest first. `limit` is the page size.
     *
     * @param PaymentsQuery $query
     * @return \Generator<int, Payment>
     */
    public function payments(array $query = []): \Generator
    {
        return $this->itemsOf($this->listPayments(...), 'payments', $query);
    }

    /**
     * Iterates over all payment links, newest first.
     *
     * @param PaymentLinksQuery $query
     * @return \Generator<int, PaymentLink>
     */
    public function paymentLinks(array $query = []): \Generator
    {
        return $this->itemsOf($this->listPaymentLinks(...), 'payment_links', $query);
    }

    /**
     * Iterates over all refunds, newest first.
     *
     * @param RefundsQuery $query
     * @return \Generator<int, Refund>
     */
    public function refunds(array $query = []): \Generator
    {
        return $this->itemsOf($this->listRefunds(...), 'refunds', $query);
    }

    /**
     * Iterates over all payments and refunds, newest first.
     *
     * @param TransactionsQuery $query
     * @return \Generator<int, Transaction>
     */
    public function transactions(array $query = []): \Generator
    {
        return $this->itemsOf($this->listTransactions(...), 'transactions', $query);
    }

    /**
     * Iterates over all deposits, newest first.
     *
     * @param DepositsQuery $query
     * @return \Generator<int, ListedDeposit>
     */
    public function deposits(array $query = []): \Generator
    {
        return $this->itemsOf($this->listDeposits(...), 'deposits', $query);
    }

    /**
     * Iterates over all withdrawals, newest first.
     *
     * @param WithdrawalsQuery $query
     * @return \Generator<int, Withdrawal>
     */
    public function withdrawals(array $query = []): \Generator
    {
        return $this->itemsOf($this->listWithdrawals(...), 'withdrawals', $query);
    }

    /**
     * Iterates over the ledger entries behind the balance, newest first.
     *
     * @param BalanceEntriesQuery $query
     * @return \Generator<int, BalanceEntry>
     */
    public function balanceEntries(array $query = []): \Generator
    {
        return $this->itemsOf($this->listBalanceEntries(...), 'entries', $query);
    }

    /**
     * Iterates over all requests for the approval of another person, newest first.
     *
     * @param ApprovalsQuery $query
     * @return \Generator<int, Approval>
     */
    public function approvals(array $query = []): \Generator
    {
        return $this->itemsOf($this->listApprovals(...), 'approvals', $query);
    }

    /**
     * Iterates over all deliveries to a webhook, newest first.
     *
     * @param DeliveriesQuery $query
     * @return \Generator<int, Delivery>
     */
    public function deliveries(string $webhookId, array $query = []): \Generator
    {
        $list = fn (array $page): array => $this->listDeliveries($webhookId, $page);
        return $this->itemsOf($list, 'deliveries', $query);
    }

    /**
     * Iterates over all events of the last 90 days, newest first.
     *
     * @param EventsQuery $query
     * @return \Generator<int, Event>
     */
    public function events(array $query = []): \Generator
    {
        return $this->itemsOf($this->listEvents(...), 'events', $query);
    }

    /**
     * @param \Closure(array<string, mixed>): array<string, mixed> $list
     * @param array<string, mixed> $query
     * @return \Generator<int, array<string, mixed>>
     */
    private function itemsOf(\Closure $list, string $field, array $query): \Generator
    {
        $asked = $query + ['limit' => self::PAGE_SIZE];
        do {
            $page = $list($asked);
            foreach ($page[$field] as $item) {
                yield $item;
            }
            $asked['cursor'] = $page['next_cursor'];
        } while ($asked['cursor'] !== null);
    }

    /** Throws for text that would change the path. */
    private static function checkedId(string $id): string
    {
        if (preg_match('/^[A-Za-z0-9_-]+$/D', $id) === 1) {
            return $id;
        }
        throw new \InvalidArgumentException('An ID must be one issued by the gateway.');
    }

    /** @param array<string, mixed> $query */
    private static function searchOf(array $query): string
    {
        $given = array_filter($query, static fn (mixed $value): bool => $value !== null);
        $texts = array_map(static fn (mixed $value): string => match (true) {
            $value instanceof \DateTimeInterface => $value->format(\DateTimeInterface::RFC3339),
            is_bool($value) => $value ? 'true' : 'false',
            default => (string) $value,
        }, $given);
        return $texts === [] ? '' : '?' . http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }
}
