<?php

declare(strict_types=1);

namespace Saphan;

/** @internal */
final class Retry
{
    private const FIRST_DELAY = 0.25;
    private const DELAY_MAX = 8.0;
    /** A longer `Retry-After` is not waited for: the error is thrown. */
    private const RETRY_AFTER_MAX = 60;

    /**
     * Seconds before the next retry; null when the error is permanent. Exponential back-off,
     * reduced by up to half at random, at least the response's `Retry-After`.
     *
     * @param int $retried Counts from 0.
     * @param float $chance A random number from 0 to 1.
     */
    public static function delayOf(SaphanException $error, int $retried, float $chance): ?float
    {
        $status = $error->status;
        $mayPass = $status === null || $status === 429 || $status >= 500;
        $after = $error->retryAfter ?? 0;
        if (!$mayPass || $after > self::RETRY_AFTER_MAX) {
            return null;
        }
        $grown = min(self::DELAY_MAX, self::FIRST_DELAY * 2 ** $retried);
        return max((float) $after, $grown * (1 - $chance / 2));
    }
}
