<?php

declare(strict_types=1);

namespace Saphan\Tests;

use Nyholm\Psr7\Request;
use PHPUnit\Framework\TestCase;
use Saphan\Signature;
use Saphan\Webhook;
use Saphan\WebhookVerificationException;

/** Verification of webhooks, with the vectors of all clients. */
final class WebhookTest extends TestCase
{
    private const SECRET = 'a secret of the merchant';
    private const EVENT = [
        'id' => 'evt_1',
        'event' => 'payment.succeeded',
        'data' => ['payment_id' => 'pay_1', 'reference' => 'ก', 'fee' => 2.48],
        'timestamp' => '2026-01-02T03:04:05.000Z',
        'sequence' => 2,
    ];

    /** @return iterable<string, array{array<string, mixed>}> */
    public function vectors(): iterable
    {
        foreach (Gateway::read('test/vectors/webhooks.json') as $vector) {
            yield $vector['what'] => [$vector];
        }
    }

    /**
     * @dataProvider vectors
     * @param array<string, mixed> $vector
     */
    public function testAVectorOfStandardWebhooksIsJudgedAlike(array $vector): void
    {
        $headers = [
            'webhook-id' => $vector['id'],
            'webhook-timestamp' => $vector['timestamp'],
            'webhook-signature' => $vector['signature'],
        ];
        if (!$vector['isValid']) {
            $this->expectException(WebhookVerificationException::class);
        }
        $event = Webhook::verify($vector['secret'], $headers, $vector['body'], $vector['now']);
        self::assertSame(json_decode($vector['body'], true), $event);
    }

    public function testHeadersMayBeArraysOrThoseOfTheServer(): void
    {
        $signed = Webhook::signTestEvent(self::SECRET, self::EVENT);
        $names = array_keys($signed->headers);
        $onServer = array_map(
            static fn (string $name) => 'HTTP_' . strtoupper(str_replace('-', '_', $name)),
            $names,
        );
        $request = new Request('POST', '/', $signed->headers);
        foreach (
            [
                $signed->headers,
                array_combine(array_map('ucwords', $names), $signed->headers),
                array_map(static fn (string $value) => [$value], $signed->headers),
                array_combine($onServer, $signed->headers),
                $request->getHeaders(),
            ] as $headers
        ) {
            self::assertSame(self::EVENT, Webhook::verify(self::SECRET, $headers, $signed->body));
        }
    }

    public function testARepeatedOrStrangeHeaderIsRefused(): void
    {
        $signed = Webhook::signTestEvent(self::SECRET, self::EVENT);
        foreach ($signed->headers as $name => $value) {
            foreach ([[$value, $value], [], null, 1, [[$value]]] as $strange) {
                try {
                    $headers = [...$signed->headers, $name => $strange];
                    Webhook::verify(self::SECRET, $headers, $signed->body);
                    self::fail('The headers were accepted.');
                } catch (WebhookVerificationException $error) {
                    self::assertNotSame('', $error->getMessage());
                }
            }
        }
        $this->expectException(WebhookVerificationException::class);
        $twice = [...$signed->headers, 'WEBHOOK-ID' => 'evt_1'];
        Webhook::verify(self::SECRET, $twice, $signed->body);
    }

    public function testAMissingSecretIsAnErrorAndNeverVerifies(): void
    {
        $key = '';
        $now = (string) time();
        $forged = base64_encode(hash_hmac('sha256', "evt_1.$now.{}", $key, true));
        $headers = [
            'webhook-id' => 'evt_1',
            'webhook-timestamp' => $now,
            'webhook-signature' => "v1,$forged",
        ];
        $this->expectException(\InvalidArgumentException::class);
        $this->expectExceptionMessage('secret must be the secret of the webhook.');
        Webhook::verify('', $headers, '{}');
    }

    public function testATestEventVerifiesWithItsSecretForFiveMinutes(): void
    {
        $signed = Webhook::signTestEvent(self::SECRET, self::EVENT);
        $event = Webhook::verify(self::SECRET, $signed->headers, $signed->body);
        self::assertSame(self::EVENT, $event);
        $old = Webhook::signTestEvent(self::SECRET, self::EVENT, new \DateTime('-1 hour'));
        $this->expectException(WebhookVerificationException::class);
        Webhook::verify(self::SECRET, $old->headers, $old->body);
    }

    /** @return iterable<string, array{array<string, mixed>}> */
    public function payouts(): iterable
    {
        foreach (Gateway::read('test/vectors/signed-payouts.json') as $vector) {
            yield $vector['path'] => [$vector];
        }
    }

    /**
     * @dataProvider payouts
     * @param array<string, mixed> $vector
     */
    public function testAPayoutHasTheSignatureOfOpenssl(array $vector): void
    {
        $url = "https://pay.example.com{$vector['path']}";
        $headers = ['Idempotency-Key' => $vector['idempotencyKey']];
        $request = new Request('POST', $url, $headers, $vector['body']);
        self::assertSame(
            "t={$vector['timestamp']},v1={$vector['hex']}",
            Signature::of($vector['secret'], $request, $vector['timestamp']),
        );
    }
}
