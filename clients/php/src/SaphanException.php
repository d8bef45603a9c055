<?php

declare(strict_types=1);

namespace Saphan;

use Psr\Http\Message\ResponseInterface;

/** Thrown by every method when an operation fails, after all retries. */
final class SaphanException extends \RuntimeException
{
    /**
     * @param int|null $status The HTTP status; null without a response.
     * @param string $errorCode For example `insufficient_funds`; `unreachable` without a response.
     * @param string $type For example `validation_error`; `connection_error` without a response.
     * @param string|null $param The name of the invalid parameter.
     * @param string|null $docUrl The documentation of the code; null without a response.
     * @param string|null $requestId Identifies the request in the gateway's log.
     * @param int|null $retryAfter The response's `Retry-After`, in seconds.
     */
    public function __construct(
        string $message,
        public readonly ?int $status,
        public readonly string $errorCode,
        public readonly string $type,
        public readonly ?string $param = null,
        public readonly ?string $docUrl = null,
        public readonly ?string $requestId = null,
        public readonly ?int $retryAfter = null,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }

    /**
     * The error of a response, in either format: `{error}`, or `{status, message, error}`.
     *
     * @internal
     */
    public static function ofResponse(ResponseInterface $response, mixed $answer): self
    {
        $outer = is_array($answer) ? $answer : [];
        $fields = is_array($outer['error'] ?? null) ? $outer['error'] : [];
        $text = static fn (mixed $value): ?string => is_string($value) ? $value : null;
        $status = $response->getStatusCode();
        $headerId = $response->getHeaderLine('x-request-id');
        // A proxy may have answered in a format of its own.
        return new self(
            $text($fields['message'] ?? null)
                ?? $text($outer['message'] ?? null)
                ?? "HTTP $status without an error message",
            $status,
            $text($fields['code'] ?? null) ?? 'unknown',
            $text($fields['type'] ?? null) ?? 'api_error',
            $text($fields['param'] ?? null),
            $text($fields['doc_url'] ?? null),
            $text($fields['request_id'] ?? null) ?? ($headerId ?: null),
            self::retryAfterOf($response->getHeaderLine('retry-after')),
        );
    }

    /**
     * The error of a request without a complete response.
     *
     * @internal
     */
    public static function ofConnection(\Throwable $cause): self
    {
        $message = "Cannot connect to Saphan: {$cause->getMessage()}.";
        return new self($message, null, 'unreachable', 'connection_error', previous: $cause);
    }

    /** Reads seconds or an HTTP date. */
    private static function retryAfterOf(string $header): ?int
    {
        if (preg_match('/^\d{1,9}$/D', $header) === 1) {
            return (int) $header;
        }
        $at = $header === '' ? false : strtotime($header);
        return $at === false ? null : max(0, $at - time());
    }
}
