<?php

declare(strict_types=1);

namespace Saphan\Tests;

use Nyholm\Psr7\Factory\Psr17Factory;
use Nyholm\Psr7\Response;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Client\NetworkExceptionInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;
use Symfony\Component\HttpClient\Psr18Client;

/** A client with one reply for each request; the last one is for all further ones. */
final class Scripted implements ClientInterface
{
    public const RESET = 'reset';
    public const FORWARD = 'forward';
    /** Forwards the request, and loses the response. */
    public const LOSE = 'lose';

    /** @var list<RequestInterface> */
    public array $requests = [];
    /** @var list<float> */
    public array $times = [];
    /** @var non-empty-list<ResponseInterface|string> */
    private array $replies;

    public function __construct(ResponseInterface|string ...$replies)
    {
        $this->replies = $replies === [] ? [self::reply(200)] : array_values($replies);
    }

    /** @param array<string, string> $headers */
    public static function reply(
        int $status,
        string $body = '{}',
        array $headers = [],
    ): ResponseInterface {
        return new Response($status, $headers, $body);
    }

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $this->requests[] = $request;
        $this->times[] = microtime(true);
        $reply = count($this->replies) > 1 ? array_shift($this->replies) : $this->replies[0];
        if ($reply instanceof ResponseInterface) {
            return $reply;
        }
        if ($reply !== self::RESET) {
            $factory = new Psr17Factory();
            $response = (new Psr18Client(null, $factory, $factory))->sendRequest($request);
            if ($reply === self::FORWARD) {
                return $response;
            }
        }
        throw new class ($request) extends \RuntimeException implements NetworkExceptionInterface {
            public function __construct(private RequestInterface $request)
            {
                parent::__construct('connection reset');
            }

            public function getRequest(): RequestInterface
            {
                return $this->request;
            }
        };
    }

    /** @return list<string> */
    public function keys(): array
    {
        return array_map(
            static fn (RequestInterface $each) => $each->getHeaderLine('idempotency-key'),
            $this->requests,
        );
    }
}
