<?php

declare(strict_types=1);

namespace Saphan\Tests;

use Nyholm\Psr7\Factory\Psr17Factory;
use PHPUnit\Framework\TestCase;
use Saphan\Saphan;

/** Options of a client and of a call, and what is sent. */
final class OptionsTest extends TestCase
{
    /** @return iterable<array{string, array<string, mixed>}> */
    public function invalidOptions(): iterable
    {
        yield ['apiKey', ['apiKey' => "sk_live_secret\n"]];
        yield ['apiKey', ['apiKey' => '"sk_live_secret"']];
        yield ['apiKey', ['apiKey' => "sk_live_secret\u{200b}"]];
        yield ['apiKey', ['apiKey' => 'sk_live_secret secret']];
        yield ['apiKey', ['apiKey' => '']];
        yield ['signingSecret', ['signingSecret' => "sign_secret\r\n"]];
        yield ['signingSecret', ['signingSecret' => '']];
        yield ['baseUrl', ['baseUrl' => 'secret']];
        yield ['baseUrl', ['baseUrl' => '']];
        yield ['baseUrl', ['baseUrl' => 'ftp://secret']];
        yield ['baseUrl', ['baseUrl' => 'https://secret:secret@gateway.example']];
        yield ['baseUrl', ['baseUrl' => "https://gateway.example/\nsecret"]];
        yield ['baseUrl', ['apiKey' => 'sk_live_secret']];
        yield ['timeout', ['timeout' => 0.0]];
        yield ['timeout', ['timeout' => INF]];
        yield ['retriesMax', ['retriesMax' => -1]];
    }

    /**
     * @dataProvider invalidOptions
     * @param array<string, mixed> $options
     */
    public function testAnInvalidOptionIsNamedWithoutItsValue(string $name, array $options): void
    {
        try {
            Saphan::create(...($options + ['apiKey' => Gateway::KEY]));
        } catch (\InvalidArgumentException $error) {
            self::assertStringStartsWith("$name ", $error->getMessage());
            self::assertStringNotContainsString('secret', (string) preg_replace(
                '/signingSecret|#\d.*/',
                '',
                $error->getMessage(),
            ));
            return;
        }
        self::fail('The options were accepted.');
    }

    public function testALiveKeyNeedsABaseUrlAndATestKeyNone(): void
    {
        $live = Saphan::create('sk_live_x', 'https://gateway.example');
        self::assertStringNotContainsString('sk_live_x', print_r($live, true));
        self::assertInstanceOf(Saphan::class, Saphan::create(Gateway::KEY));
    }

    public function testACallNamesTheClientAndSendsUtf8(): void
    {
        $http = new Scripted();
        $saphan = Gateway::over($http, 'https://pay.example.com/prefix/');
        $saphan->createQrCode([...Gateway::QR, 'reference' => 'สั่งซื้อ/1', 'metadata' => []]);
        [$request] = $http->requests;
        $url = 'https://pay.example.com/prefix/Thai/v1/qr-codes';
        self::assertSame($url, (string) $request->getUri());
        $agent = $request->getHeaderLine('user-agent');
        self::assertSame('saphan-php/' . Saphan::VERSION, $agent);
        self::assertSame('Bearer ' . Gateway::KEY, $request->getHeaderLine('authorization'));
        self::assertSame('application/json', $request->getHeaderLine('content-type'));
        self::assertSame(
            '{"amount":150,"currency":"THB","reference":"สั่งซื้อ/1","metadata":{}}',
            (string) $request->getBody(),
        );
        self::assertMatchesRegularExpression('/^[0-9a-f]{32}$/D', $http->keys()[0]);
    }

    /** @return iterable<array{string}> */
    public function invalidKeys(): iterable
    {
        foreach (['คำสั่งซื้อ', '', "k\n", ' k', str_repeat('k', 256)] as $key) {
            yield [$key];
        }
    }

    /** @dataProvider invalidKeys */
    public function testAnInvalidIdempotencyKeyIsRefused(string $key): void
    {
        $http = new Scripted();
        try {
            Gateway::over($http)->createQrCode(Gateway::QR, idempotencyKey: $key);
            self::fail('The key was accepted.');
        } catch (\InvalidArgumentException $error) {
            self::assertStringStartsWith('idempotencyKey must be', $error->getMessage());
        }
        self::assertSame([], $http->requests);
    }

    public function testAnInvalidNumberOfRetriesIsRefused(): void
    {
        $this->expectExceptionMessage('retriesMax must be a whole number from 0.');
        Gateway::over(new Scripted())->readBalance(retriesMax: -1);
    }

    public function testAKeyInTheBodyStaysInTheBody(): void
    {
        $http = new Scripted();
        Gateway::over($http)->createQrCode([...Gateway::QR, 'idempotency_key' => 'คำสั่งซื้อ 1']);
        self::assertSame([''], $http->keys());
        $body = (string) $http->requests[0]->getBody();
        self::assertStringContainsString('"idempotency_key":"คำสั่งซื้อ 1"', $body);
    }

    /** @return iterable<array{string}> */
    public function strangeIds(): iterable
    {
        foreach (['', '..', 'a/b', 'pay_1?x=1', 'pay 1', "pay_1\n", 'จ่าย'] as $id) {
            yield [$id];
        }
    }

    /** @dataProvider strangeIds */
    public function testAnIdThatWouldChangeThePathIsRefused(string $id): void
    {
        $this->expectExceptionMessage('An ID must be one issued by the gateway.');
        Gateway::over(new Scripted())->readPayment($id);
    }

    public function testTheQueryIsEncoded(): void
    {
        $http = new Scripted();
        $zone = new \DateTimeZone('Asia/Bangkok');
        Gateway::over($http)->listPayments([
            'start_date' => new \DateTimeImmutable('2026-11-01 08:30', $zone),
            'reference' => 'a b&c=ก',
            'status' => null,
        ]);
        self::assertSame(
            'start_date=2026-11-01T08%3A30%3A00%2B07%3A00&reference=a%20b%26c%3D%E0%B8%81',
            $http->requests[0]->getUri()->getQuery(),
        );
    }

    public function testANewClientNeedsNoDiscovery(): void
    {
        $factory = new Psr17Factory();
        $http = new Scripted();
        (new Saphan(Gateway::KEY, $http, $factory, $factory))->readBalance();
        self::assertSame('localhost:8080', $http->requests[0]->getUri()->getAuthority());
    }

    public function testTheVersionIsThatOfTheChangelog(): void
    {
        $changelog = (string) file_get_contents(dirname(__DIR__) . '/CHANGELOG.md');
        preg_match('/^## (\S+)$/m', $changelog, $found);
        self::assertSame(Saphan::VERSION, $found[1]);
    }
}
