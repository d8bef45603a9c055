<?php

declare(strict_types=1);

namespace Saphan\Tests;

use Nyholm\Psr7\Factory\Psr17Factory;
use PHPUnit\Framework\TestCase;
use Psr\Http\Message\ResponseInterface;
use Saphan\RequestAttempt;
use Saphan\ResponseAttempt;
use Saphan\Retry;
use Saphan\Saphan;
use Saphan\SaphanException;

final class RetriesTest extends TestCase
{
    private static function refusalOf(callable $call): SaphanException
    {
        try {
            $call();
        } catch (SaphanException $error) {
            return $error;
        }
        self::fail('The call did not fail.');
    }

    /** @return iterable<string, array{ResponseInterface|string}> */
    public function transientReplies(): iterable
    {
        yield '500' => [Scripted::reply(500)];
        yield '503' => [Scripted::reply(503, '<h1>Unavailable</h1>')];
        yield '429' => [Scripted::reply(429, '{}', ['Retry-After' => '0'])];
        yield 'a reset' => [Scripted::RESET];
    }

    /** @dataProvider transientReplies */
    public function testAPostIsRetriedWithItsKeyAndBody(ResponseInterface|string $first): void
    {
        $http = new Scripted($first, Scripted::reply(200));
        Gateway::over($http)->createQrCode(Gateway::QR, idempotencyKey: 'k-1');
        self::assertSame(['k-1', 'k-1'], $http->keys());
        foreach ($http->requests as $request) {
            self::assertSame('{"amount":150,"currency":"THB"}', (string) $request->getBody());
        }
    }

    /** @return iterable<string, array{int}> */
    public function permanentStatuses(): iterable
    {
        foreach ([307, 400, 401, 403, 404, 409, 422] as $status) {
            yield (string) $status => [$status];
        }
    }

    /** @dataProvider permanentStatuses */
    public function testAPermanentErrorIsNotRetried(int $status): void
    {
        $http = new Scripted(Scripted::reply($status, '{}', ['X-Request-Id' => 'req_1']));
        $error = self::refusalOf(fn () => Gateway::over($http)->createQrCode(Gateway::QR));
        self::assertSame([$status, 'unknown'], [$error->status, $error->errorCode]);
        self::assertSame(['api_error', 'req_1'], [$error->type, $error->requestId]);
        self::assertCount(1, $http->requests);
    }

    public function testAGetIsRetriedWithoutAKeyAfterRetryAfter(): void
    {
        $busy = Scripted::reply(429, '{}', ['Retry-After' => '1']);
        $http = new Scripted($busy, Scripted::reply(200, '{"available":1.5}'));
        self::assertSame(1.5, Gateway::over($http)->readBalance()['available']);
        self::assertGreaterThanOrEqual(1, $http->times[1] - $http->times[0]);
        self::assertSame(['', ''], $http->keys());
    }

    public function testARetryAfterOfMoreThanAMinuteFailsAtOnce(): void
    {
        $http = new Scripted(Scripted::reply(429, '{}', ['Retry-After' => '3600']));
        $error = self::refusalOf(fn () => Gateway::over($http)->readBalance());
        self::assertSame([429, 3600], [$error->status, $error->retryAfter]);
        self::assertCount(1, $http->requests);
    }

    public function testARetryAfterMayBeADate(): void
    {
        $date = gmdate('D, d M Y H:i:s', time() + 600) . ' GMT';
        $http = new Scripted(Scripted::reply(503, '{}', ['Retry-After' => $date]));
        $error = self::refusalOf(fn () => Gateway::over($http)->readBalance());
        self::assertEqualsWithDelta(600, $error->retryAfter, 2);
        $http = new Scripted(Scripted::reply(503, '{}', ['Retry-After' => 'soon']));
        $error = self::refusalOf(fn () => Gateway::over($http, retriesMax: 0)->readBalance());
        self::assertNull($error->retryAfter);
    }

    public function testTheLastErrorIsThrownAfterTheMaximum(): void
    {
        $http = new Scripted(Scripted::reply(503));
        $saphan = Gateway::over($http, retriesMax: 1);
        self::assertSame(503, self::refusalOf(fn () => $saphan->readBalance())->status);
        self::assertCount(2, $http->requests);
        self::refusalOf(fn () => $saphan->readBalance(retriesMax: 0));
        self::assertCount(3, $http->requests);
    }

    public function testNoServerIsUnreachable(): void
    {
        $saphan = Saphan::create(Gateway::KEY, 'http://127.0.0.1:1', retriesMax: 0);
        $error = self::refusalOf(fn () => $saphan->readBalance());
        self::assertSame([null, 'unreachable'], [$error->status, $error->errorCode]);
        self::assertSame('connection_error', $error->type);
        self::assertNotNull($error->getPrevious());
    }

    public function testNoResponseIsUnreachableAfterTheTimeoutAndNoRedirectIsFollowed(): void
    {
        $server = new Server();
        try {
            $slow = Saphan::create(Gateway::KEY, "$server->url/slow", timeout: 0.3, retriesMax: 0);
            $error = self::refusalOf(fn () => $slow->readBalance());
            self::assertSame([null, 'unreachable'], [$error->status, $error->errorCode]);
            $saphan = Saphan::create(Gateway::KEY, "$server->url/redirect");
            $error = self::refusalOf(fn () => $saphan->readBalance());
            self::assertSame(307, $error->status);
            self::assertSame('', $server->text());
        } finally {
            $server->close();
        }
    }

    /** @return iterable<string, array{string}> */
    public function strangeBodies(): iterable
    {
        foreach (['<h1>Log in</h1>', 'null', '[]', '', "{\xff}", '"{}"'] as $body) {
            yield $body => [$body];
        }
    }

    /** @dataProvider strangeBodies */
    public function testAResponseThatIsNoObjectIsAnError(string $body): void
    {
        $http = new Scripted(Scripted::reply(200, $body));
        $error = self::refusalOf(fn () => Gateway::over($http)->readBalance());
        self::assertSame([200, 'unknown'], [$error->status, $error->errorCode]);
    }

    public function testHooksSeeEveryAttempt(): void
    {
        $http = new Scripted(
            Scripted::reply(503, '{}', ['X-Request-Id' => 'req_1']),
            Scripted::RESET,
            Scripted::reply(200, '{}', ['X-Request-Id' => 'req_3']),
        );
        $sent = [];
        $seen = [];
        $factory = new Psr17Factory();
        $saphan = new Saphan(
            Gateway::KEY,
            $http,
            $factory,
            $factory,
            onRequest: function (RequestAttempt $attempt) use (&$sent): void {
                $sent[] = [$attempt->method, $attempt->path, $attempt->attempt];
            },
            onResponse: function (ResponseAttempt $attempt) use (&$seen): void {
                $seen[] = [
                    $attempt->request->attempt,
                    $attempt->status,
                    $attempt->requestId,
                    $attempt->error === null,
                    $attempt->retryIn === null,
                ];
                self::assertGreaterThanOrEqual(0, $attempt->duration);
            },
        );
        $saphan->createQrCode(Gateway::QR, idempotencyKey: 'k-3');
        $call = ['POST', '/Thai/v1/qr-codes'];
        self::assertSame([[...$call, 1], [...$call, 2], [...$call, 3]], $sent);
        self::assertSame([
            [1, 503, 'req_1', false, false],
            [2, null, null, false, false],
            [3, 200, 'req_3', true, true],
        ], $seen);
    }

    public function testTheDelayGrowsToAMaximumAndIsAtLeastRetryAfter(): void
    {
        $error = static fn (?int $status, ?int $after = null) =>
            new SaphanException('', $status, '', '', retryAfter: $after);
        $delays = static fn (float $chance) => array_map(
            static fn (int $retried) => Retry::delayOf($error(null), $retried, $chance),
            [0, 1, 2, 9],
        );
        self::assertSame([0.25, 0.5, 1.0, 8.0], $delays(0));
        self::assertSame([0.125, 0.25, 0.5, 4.0], $delays(1));
        self::assertSame(5.0, Retry::delayOf($error(503, 5), 0, 0));
        self::assertSame(0.25, Retry::delayOf($error(503, 0), 0, 0));
        self::assertNull(Retry::delayOf($error(503, 61), 0, 0));
        self::assertNull(Retry::delayOf($error(404), 0, 0));
    }
}
