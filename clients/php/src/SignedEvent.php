<?php

declare(strict_types=1);

namespace Saphan;

/** A request that a test sends to a receiver of webhooks. */
final class SignedEvent
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly array $headers,
        public readonly string $body,
    ) {
    }
}
