<?php

declare(strict_types=1);

namespace Saphan\Tests;

use Nyholm\Psr7\Factory\Psr17Factory;
use Psr\Http\Client\ClientInterface;
use Saphan\Saphan;
use Symfony\Component\HttpClient\Psr18Client;

/** What the tests need of a running gateway and of the repository. */
final class Gateway
{
    public const KEY = 'sk_test_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx';
    public const QR = ['amount' => 150, 'currency' => 'THB'];
    public const WITHDRAWAL = [
        'amount' => 100.01,
        'username' => 'customer1',
        'bankName' => 'KBANK',
        'accountNumber' => '1234567890',
        'firstNameTH' => 'สมชาย',
        'lastNameTH' => 'ใจดี',
    ];

    public static function setting(string $name): string
    {
        $value = getenv($name);
        if ($value === false || $value === '') {
            throw new \LogicException("$name is not set: run `npm run test:clients`");
        }
        return $value;
    }

    public static function client(?string $apiKey = null, ?string $secret = null): Saphan
    {
        $key = $apiKey ?? self::setting('SAPHAN_API_KEY');
        return Saphan::create($key, self::setting('SAPHAN_URL'), $secret);
    }

    public static function over(
        ClientInterface $http,
        string $baseUrl = 'https://pay.example.com',
        int $retriesMax = 3,
    ): Saphan {
        $factory = new Psr17Factory();
        return new Saphan(self::KEY, $http, $factory, $factory, $baseUrl, null, $retriesMax);
    }

    public static function unique(): string
    {
        return 'order-' . bin2hex(random_bytes(12));
    }

    public static function root(string $path): string
    {
        return (getenv('SAPHAN_ROOT') ?: dirname(__DIR__, 3)) . "/$path";
    }

    /** @return array<mixed> */
    public static function read(string $path): array
    {
        $text = (string) file_get_contents(self::root($path));
        return json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    }

    /** Pays a code as the customer's bank would. */
    public static function pay(string $qrData): void
    {
        $factory = new Psr17Factory();
        $url = self::setting('SAPHAN_BANK_URL') . '/api/payments';
        $body = json_encode(['qrData' => $qrData], JSON_THROW_ON_ERROR);
        $request = $factory->createRequest('POST', $url)
            ->withHeader('Content-Type', 'application/json')
            ->withBody($factory->createStream($body));
        $response = (new Psr18Client(null, $factory, $factory))->sendRequest($request);
        if (intdiv($response->getStatusCode(), 100) !== 2) {
            throw new \RuntimeException((string) $response->getBody());
        }
    }
}
