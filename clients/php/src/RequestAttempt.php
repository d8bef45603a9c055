<?php

declare(strict_types=1);

namespace Saphan;

/** What the hook `onRequest` gets. */
final class RequestAttempt
{
    /**
     * @param string $path Includes the query string.
     * @param int $attempt 1 for the first one.
     */
    public function __construct(
        public readonly string $method,
        public readonly string $path,
        public readonly int $attempt,
        public readonly ?string $idempotencyKey,
    ) {
    }
}
