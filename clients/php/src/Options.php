<?php

declare(strict_types=1);

namespace Saphan;

/**
 * The options of a client. A message names the option and never its value, maybe a secret.
 *
 * @internal
 */
final class Options
{
    public readonly string $baseUrl;

    public function __construct(
        #[\SensitiveParameter]
        public readonly string $apiKey,
        #[\SensitiveParameter]
        public readonly ?string $signingSecret,
        ?string $baseUrl,
        public readonly int $retriesMax,
        public readonly ?\Closure $onRequest,
        public readonly ?\Closure $onResponse,
    ) {
        self::checkCredential('apiKey', $apiKey);
        if ($signingSecret !== null) {
            self::checkCredential('signingSecret', $signingSecret);
        }
        self::checkRetries($retriesMax);
        $this->baseUrl = self::readBaseUrl($baseUrl, str_starts_with($apiKey, 'sk_live_'));
    }

    /** @return array<string, string> Without secrets. */
    public function __debugInfo(): array
    {
        return ['baseUrl' => $this->baseUrl];
    }

    public static function checkRetries(int $retriesMax): void
    {
        self::demand($retriesMax >= 0, 'retriesMax must be a whole number from 0');
    }

    public static function checkIdempotencyKey(string $key): void
    {
        self::demand(
            preg_match('/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/D', $key) === 1,
            'idempotencyKey must be 1 to 255 printable ASCII characters',
        );
    }

    /** As a bearer credential (RFC 6750): no quotes, white space or invisible characters. */
    private static function checkCredential(
        string $name,
        #[\SensitiveParameter]
        string $value,
    ): void {
        self::demand(
            preg_match('/^[A-Za-z0-9_.~+\/=-]+$/D', $value) === 1,
            "$name must be text of letters, digits, \"_\" and \"-\", without quotes, spaces or "
                . 'line breaks',
        );
    }

    /** The URL without a slash at its end. */
    private static function readBaseUrl(?string $value, bool $isLive): string
    {
        self::demand($value !== null || !$isLive, 'baseUrl is required with a live API key');
        $text = $value ?? 'http://localhost:8080';
        $parts = preg_match('/^[\x21-\x7e]+$/D', $text) === 1 ? parse_url($text) : false;
        self::demand(
            is_array($parts)
                && in_array($parts['scheme'] ?? '', ['http', 'https'], true)
                && ($parts['host'] ?? '') !== ''
                && !isset($parts['user'])
                && !isset($parts['pass']),
            'baseUrl must be an http or https URL without a user name',
        );
        return rtrim($text, '/');
    }

    private static function demand(bool $isValid, string $rule): void
    {
        if (!$isValid) {
            throw new \InvalidArgumentException("$rule.");
        }
    }
}
