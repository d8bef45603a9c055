<?php

declare(strict_types=1);

namespace Saphan\Tests;

use Nyholm\Psr7\Factory\Psr17Factory;
use PHPUnit\Framework\TestCase;
use Saphan\Saphan;
use Saphan\SaphanException;
use Saphan\Transport;
use Saphan\Webhook;
use Saphan\WebhookVerificationException;
use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\HttpClient\Psr18Client;

/** Operations on a running gateway. */
final class OperationsTest extends TestCase
{
    private Saphan $saphan;

    protected function setUp(): void
    {
        $this->saphan = Gateway::client();
    }

    private static function refusalOf(callable $call): SaphanException
    {
        try {
            $call();
        } catch (SaphanException $error) {
            return $error;
        }
        self::fail('The call did not fail.');
    }

    public function testAPaymentIsCreatedReadFoundAndExpired(): void
    {
        $reference = Gateway::unique();
        $metadata = ['a' => 1, 'ชื่อ' => 'สมชาย'];
        $body = [...Gateway::QR, 'reference' => $reference, 'metadata' => $metadata];
        $qr = $this->saphan->createQrCode($body);
        self::assertStringStartsWith('000201', $qr['qr_data']);
        $payment = $this->saphan->readPayment($qr['payment_id']);
        self::assertSame('pending', $payment['status']);
        self::assertSame([150, $reference], [$payment['amount'], $payment['reference']]);
        self::assertSame($metadata, $payment['metadata']);
        self::assertSame('expired', $this->saphan->expirePayment($qr['payment_id'])['status']);
        $found = $this->saphan->listPayments(['reference' => $reference, 'status' => 'expired']);
        self::assertSame([$qr['payment_id']], array_column($found['payments'], 'payment_id'));
    }

    public function testAPaymentIsPaidReportedByAWebhookAndRefunded(): void
    {
        $receiver = new Server();
        $names = ['payment.succeeded', 'refund.completed'];
        $hook = ['url' => "$receiver->url/hook", 'events' => $names];
        $webhook = $this->saphan->createWebhook($hook);
        try {
            $qr = $this->saphan->createQrCode(Gateway::QR);
            Gateway::pay($qr['qr_data']);
            $received = $receiver->received('"payment.succeeded"');
            $secret = $webhook['secret'];
            $event = Webhook::verify($secret, $received['headers'], $received['body']);
            self::assertSame($qr['payment_id'], $event['data']['payment_id']);
            self::assertSame(
                $event,
                Webhook::verify($secret, $received['server'], $received['body']),
            );
            $payment = $this->saphan->readPayment($qr['payment_id']);
            self::assertSame('succeeded', $payment['status']);
            $refund = $this->saphan->createRefund(
                ['payment_id' => $qr['payment_id'], 'amount' => 50],
                idempotencyKey: Gateway::unique(),
            );
            self::assertSame('pending', $refund['status']);
            $received = $receiver->received('"refund.completed"');
            $event = Webhook::verify($secret, $received['headers'], $received['body']);
            self::assertSame($refund['refund_id'], $event['data']['refund_id']);
            $refunds = $this->saphan->refunds(['payment_id' => $qr['payment_id']]);
            self::assertSame(['succeeded'], array_column([...$refunds], 'status'));
            $deliveries = [...$this->saphan->deliveries($webhook['webhook_id'])];
            self::assertEqualsCanonicalizing($names, array_column($deliveries, 'event'));
            $this->expectException(WebhookVerificationException::class);
            Webhook::verify('another secret', $received['headers'], $received['body']);
        } finally {
            self::assertTrue($this->saphan->deleteWebhook($webhook['webhook_id'])['deleted']);
            $receiver->close();
        }
    }

    public function testAWithdrawalIsHeldWithExactSatang(): void
    {
        $precision = ini_set('serialize_precision', '17');
        $order = $this->saphan->createWithdrawal(Gateway::WITHDRAWAL);
        ini_set('serialize_precision', (string) $precision);
        $withdrawal = $this->saphan->readWithdrawal($order['orderId']);
        self::assertSame(100.01, $withdrawal['amount']);
        foreach ($this->saphan->balanceEntries() as $entry) {
            if ($entry['order_id'] === $order['orderId'] && $entry['held'] === 100.01) {
                break;
            }
        }
        self::assertSame($order['orderId'], $entry['order_id'] ?? null);
    }

    public function testADepositIsCreatedAndRead(): void
    {
        $created = $this->saphan->createDeposit([
            'amount' => 250.5,
            'userName' => 'customer1',
            'firstName' => 'สมชาย',
            'lastName' => 'ใจดี',
            'bankName' => 'SCB',
            'accountNumber' => '123-4-56789-0',
        ]);
        $deposit = $this->saphan->readDeposit($created['data']['orderId']);
        self::assertSame(['pending', 250.5], [$deposit['status'], $deposit['amount']]);
        self::assertSame([], $deposit['slips']);
    }

    public function testAListIsIteratedOverAllPagesWithEachItemOnce(): void
    {
        $reference = Gateway::unique();
        $body = [...Gateway::QR, 'reference' => $reference];
        $made = [];
        for ($at = 0; $at < 5; $at++) {
            array_unshift($made, $this->saphan->createQrCode($body)['payment_id']);
        }
        $found = $this->saphan->payments(['reference' => $reference, 'limit' => 2]);
        self::assertSame($made, array_column([...$found], 'payment_id'));
    }

    public function testAQueryTakesTimesAndLeavesOutNull(): void
    {
        $tomorrow = new \DateTimeImmutable('+1 day');
        $query = ['start_date' => $tomorrow, 'status' => null];
        self::assertSame([], [...$this->saphan->payments($query)]);
        self::assertSame([], [...$this->saphan->payments(['end_date' => '2020-01-01'])]);
    }

    public function testAnIdempotencyKeyMakesOnePaymentOfTwoCalls(): void
    {
        $key = Gateway::unique();
        $first = $this->saphan->createQrCode(Gateway::QR, idempotencyKey: $key);
        self::assertSame($first, $this->saphan->createQrCode(Gateway::QR, $key));
        $inBody = [...Gateway::QR, 'idempotency_key' => $key];
        self::assertSame($first, $this->saphan->createQrCode($inBody));
        $other = [...Gateway::QR, 'amount' => 151];
        $error = self::refusalOf(fn () => $this->saphan->createQrCode($other, $key));
        self::assertSame(409, $error->status);
        $another = $this->saphan->createQrCode(Gateway::QR);
        self::assertNotSame($first['payment_id'], $another['payment_id']);
    }

    public function testAnErrorOfTheQrApiHasCodeParameterAndRequestId(): void
    {
        $body = [...Gateway::QR, 'amount' => 0];
        $error = self::refusalOf(fn () => $this->saphan->createQrCode($body));
        self::assertSame([422, 'invalid_amount'], [$error->status, $error->errorCode]);
        self::assertSame(['validation_error', 'amount'], [$error->type, $error->param]);
        self::assertStringEndsWith('#error-invalid_amount', (string) $error->docUrl);
        self::assertStringStartsWith('req_', (string) $error->requestId);
        self::assertSame($error->requestId, $this->saphan->lastRequestId());
        self::assertNotSame('', $error->getMessage());
    }

    public function testAnErrorOfTheBankTransferApiHasTheSameFields(): void
    {
        $available = $this->saphan->readBalance()['available'];
        self::assertStringStartsWith('req_', (string) $this->saphan->lastRequestId());
        $amount = min((int) $available + 1, 2_000_000);
        $body = [...Gateway::WITHDRAWAL, 'amount' => $amount];
        $error = self::refusalOf(fn () => $this->saphan->createWithdrawal($body));
        self::assertSame([403, 'insufficient_funds'], [$error->status, $error->errorCode]);
        self::assertSame('payment_error', $error->type);
    }

    public function testAWrongKeyIsUnauthorized(): void
    {
        $stranger = Gateway::client('sk_test_nobody');
        $error = self::refusalOf(fn () => $stranger->readBalance());
        self::assertSame([401, 'unauthorized'], [$error->status, $error->errorCode]);
    }

    public function testAKeyThatSignsPayoutsPaysOutWithItsSecretOnly(): void
    {
        $apiKey = Gateway::setting('SAPHAN_SIGNED_KEY');
        $signing = Gateway::client($apiKey, Gateway::setting('SAPHAN_SIGNING_SECRET'));
        $key = Gateway::unique();
        $created = $signing->createWithdrawal(Gateway::WITHDRAWAL, $key);
        self::assertSame($created, $signing->createWithdrawal(Gateway::WITHDRAWAL, $key));
        foreach ([null, 'sign_wrong'] as $secret) {
            $other = Gateway::client($apiKey, $secret);
            $error = self::refusalOf(fn () => $other->createWithdrawal(Gateway::WITHDRAWAL));
            self::assertSame([401, 'invalid_signature'], [$error->status, $error->errorCode]);
        }
    }

    public function testAPostWhoseResponseWasLostCreatesOnePayment(): void
    {
        $http = new Scripted(Scripted::LOSE, Scripted::LOSE, Scripted::FORWARD);
        $factory = new Psr17Factory();
        $key = Gateway::setting('SAPHAN_API_KEY');
        $url = Gateway::setting('SAPHAN_URL');
        $flaky = new Saphan($key, $http, $factory, $factory, $url);
        $reference = Gateway::unique();
        $created = $flaky->createQrCode([...Gateway::QR, 'reference' => $reference]);
        self::assertStringStartsWith('pay_', $created['payment_id']);
        self::assertSame(1, $this->saphan->listPayments(['reference' => $reference])['total']);
        self::assertCount(3, $http->keys());
        self::assertCount(1, array_unique($http->keys()));
    }

    public function testSymfonysClientWorksAsGuzzlesDoes(): void
    {
        [$guzzle] = Transport::make(5);
        self::assertInstanceOf(\GuzzleHttp\Client::class, $guzzle);
        $factory = new Psr17Factory();
        $symfony = new Psr18Client(HttpClient::create(['timeout' => 30]), $factory, $factory);
        $key = Gateway::setting('SAPHAN_API_KEY');
        $url = Gateway::setting('SAPHAN_URL');
        $saphan = new Saphan($key, $symfony, $factory, $factory, $url);
        $qr = $saphan->createQrCode([...Gateway::QR, 'metadata' => []]);
        $payment = $this->saphan->readPayment($qr['payment_id']);
        self::assertSame($payment, $saphan->readPayment($qr['payment_id']));
        self::assertSame([], $payment['metadata']);
    }
}
