<?php

declare(strict_types=1);

namespace Saphan;

/** What the hook `onResponse` gets, also after an attempt without a response. */
final class ResponseAttempt
{
    /**
     * @param float $duration In seconds.
     * @param float|null $retryIn Seconds until the next attempt; null after the last one.
     */
    public function __construct(
        public readonly RequestAttempt $request,
        public readonly ?int $status,
        public readonly ?string $requestId,
        public readonly float $duration,
        public readonly ?SaphanException $error,
        public readonly ?float $retryIn,
    ) {
    }
}
