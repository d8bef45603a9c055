<?php

declare(strict_types=1);

namespace Saphan;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * Sends a request with retries. All attempts have the same idempotency key: a retry returns the
 * object of the first one.
 *
 * @internal
 */
final class Sender
{
    private ?string $lastRequestId = null;

    public function __construct(
        private readonly Options $options,
        private readonly ClientInterface $http,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function lastRequestId(): ?string
    {
        return $this->lastRequestId;
    }

    /**
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     * @throws SaphanException
     */
    public function send(
        string $method,
        string $path,
        ?array $body,
        ?string $idempotencyKey,
        ?int $retriesMax,
    ): array {
        Options::checkRetries($retriesMax ?? 0);
        $request = $this->requestOf($method, $path, $body, $idempotencyKey);
        $retriesMax ??= $this->options->retriesMax;
        for ($retried = 0; true; $retried++) {
            $about = $this->announce($request, $retried + 1);
            $started = hrtime(true);
            [$answer, $error] = $this->attempt($request);
            $chance = mt_rand() / mt_getrandmax();
            $mayRetry = $error !== null && $retried < $retriesMax;
            $delay = $mayRetry ? Retry::delayOf($error, $retried, $chance) : null;
            $this->report($about, $error, (hrtime(true) - $started) / 1e9, $delay);
            if ($answer !== null) {
                return $answer;
            }
            if ($delay === null) {
                throw $error;
            }
            usleep((int) ($delay * 1e6));
        }
    }

    /** @param array<string, mixed>|null $body */
    private function requestOf(
        string $method,
        string $path,
        ?array $body,
        ?string $idempotencyKey,
    ): RequestInterface {
        $request = $this->requests->createRequest($method, $this->options->baseUrl . $path)
            ->withHeader('Authorization', "Bearer {$this->options->apiKey}")
            ->withHeader('Accept', 'application/json')
            ->withHeader('User-Agent', 'saphan-php/' . Saphan::VERSION);
        if ($body !== null) {
            $request = $request
                ->withHeader('Content-Type', 'application/json')
                ->withBody($this->streams->createStream(Json::encode($body)));
        }
        if ($idempotencyKey !== null) {
            Options::checkIdempotencyKey($idempotencyKey);
        }
        // The body of a QR code may have the key instead, of characters that no header can have.
        $isInBody = is_string($body['idempotency_key'] ?? null);
        if ($method === 'POST' && ($idempotencyKey !== null || !$isInBody)) {
            $key = $idempotencyKey ?? bin2hex(random_bytes(16));
            return $request->withHeader('Idempotency-Key', $key);
        }
        return $request;
    }

    private function announce(RequestInterface $request, int $attempt): RequestAttempt
    {
        $key = $request->getHeaderLine('idempotency-key');
        $path = substr((string) $request->getUri(), strlen($this->options->baseUrl));
        $about = new RequestAttempt($request->getMethod(), $path, $attempt, $key ?: null);
        if ($this->options->onRequest !== null) {
            ($this->options->onRequest)($about);
        }
        return $about;
    }

    private function report(
        RequestAttempt $about,
        ?SaphanException $error,
        float $duration,
        ?float $retryIn,
    ): void {
        if ($this->options->onResponse === null) {
            return;
        }
        $status = $error === null ? 200 : $error->status;
        ($this->options->onResponse)(
            new ResponseAttempt($about, $status, $this->lastRequestId, $duration, $error, $retryIn),
        );
    }

    /** @return array{array<string, mixed>|null, SaphanException|null} The answer, or the error. */
    private function attempt(RequestInterface $request): array
    {
        $this->lastRequestId = null;
        $secret = $this->options->signingSecret;
        if ($secret !== null && $request->getMethod() === 'POST') {
            $signature = Signature::of($secret, $request, time());
            $request = $request->withHeader('Saphan-Signature', $signature);
        }
        if ($request->getBody()->isSeekable()) {
            $request->getBody()->rewind();
        }
        try {
            $response = $this->http->sendRequest($request);
            $text = (string) $response->getBody();
        } catch (ClientExceptionInterface | \RuntimeException $cause) {
            return [null, SaphanException::ofConnection($cause)];
        }
        $answer = Json::decodeObject($text);
        $isSuccess = intdiv($response->getStatusCode(), 100) === 2;
        $error = $isSuccess && $answer !== null
            ? null
            : SaphanException::ofResponse($response, $answer);
        $this->lastRequestId = $error?->requestId
            ?? ($response->getHeaderLine('x-request-id') ?: null);
        return [$error === null ? $answer : null, $error];
    }
}
