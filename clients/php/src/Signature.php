<?php

declare(strict_types=1);

namespace Saphan;

use Psr\Http\Message\RequestInterface;

/** @internal */
final class Signature
{
    /**
     * The header `Saphan-Signature` of a request: HMAC-SHA256 over the time in seconds, the method,
     * the path with its query, the SHA-256 of the body, and the idempotency key, each on a line.
     */
    public static function of(
        #[\SensitiveParameter]
        string $secret,
        RequestInterface $request,
        int $seconds,
    ): string {
        $signed = implode("\n", [
            (string) $seconds,
            $request->getMethod(),
            $request->getRequestTarget(),
            hash('sha256', (string) $request->getBody()),
            $request->getHeaderLine('idempotency-key'),
        ]);
        return "t=$seconds,v1=" . hash_hmac('sha256', $signed, $secret);
    }
}
