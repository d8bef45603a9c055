<?php

declare(strict_types=1);

namespace Saphan;

/**
 * Verification of webhook requests, by Standard Webhooks.
 *
 * @phpstan-import-type SaphanEvent from Types
 */
final class Webhook
{
    private const PREFIX = 'whsec_';
    private const KEY_BYTES_MIN = 24;
    private const KEY_BYTES_MAX = 64;
    private const TOLERANCE = 5 * 60;

    /**
     * Verifies the signature of a webhook request and returns its event.
     *
     * @param array<string, mixed> $headers As `getallheaders()`, the `getHeaders()` of a PSR-7
     *     message or `$_SERVER` have them.
     * @param string $rawBody The received bytes, `file_get_contents('php://input')`: JSON that was
     *     parsed and serialized again does not verify.
     * @param int|null $now The time in seconds since 1970, for tests.
     * @return SaphanEvent
     * @throws WebhookVerificationException
     * @throws \InvalidArgumentException without a secret
     */
    public static function verify(
        #[\SensitiveParameter]
        string $secret,
        array $headers,
        string $rawBody,
        ?int $now = null,
    ): array {
        $key = self::signingKey($secret);
        $id = self::headerIn($headers, 'webhook-id');
        $timestamp = self::headerIn($headers, 'webhook-timestamp');
        if ($id === '' || preg_match('/^\d{1,12}$/D', $timestamp) !== 1) {
            $message = 'The request has no webhook-id or webhook-timestamp.';
            throw new WebhookVerificationException($message);
        }
        if (abs(($now ?? time()) - (int) $timestamp) > self::TOLERANCE) {
            $message = 'The request was signed more than 5 minutes ago.';
            throw new WebhookVerificationException($message);
        }
        $expected = self::signature($key, $id, $timestamp, $rawBody);
        $given = explode(' ', self::headerIn($headers, 'webhook-signature'));
        $isGenuine = array_filter($given, static fn (string $one) => hash_equals($expected, $one));
        if ($isGenuine === []) {
            throw new WebhookVerificationException('No signature is of this secret.');
        }
        $event = Json::decodeObject($rawBody);
        if ($event === null) {
            throw new WebhookVerificationException('The body is not an event.');
        }
        return $event;
    }

    /**
     * Signs an event as the gateway does, to test a receiver.
     *
     * @param SaphanEvent $event
     * @param \DateTimeInterface|null $at The time of the signature.
     */
    public static function signTestEvent(
        #[\SensitiveParameter]
        string $secret,
        array $event,
        ?\DateTimeInterface $at = null,
    ): SignedEvent {
        $timestamp = (string) ($at?->getTimestamp() ?? time());
        $body = Json::encode($event);
        $key = self::signingKey($secret);
        return new SignedEvent([
            'webhook-id' => $event['id'],
            'webhook-timestamp' => $timestamp,
            'webhook-signature' => self::signature($key, $event['id'], $timestamp, $body),
        ], $body);
    }

    private static function signature(
        #[\SensitiveParameter]
        string $key,
        string $id,
        string $timestamp,
        string $body,
    ): string {
        return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    }

    /**
     * A secret of `whsec_` and the base64 of 24 to 64 bytes stands for those bytes. Any other
     * secret was chosen by the merchant and stands for its UTF-8 bytes.
     */
    private static function signingKey(#[\SensitiveParameter] string $secret): string
    {
        if ($secret === '') {
            // An empty key would verify what anyone can sign.
            throw new \InvalidArgumentException('secret must be the secret of the webhook.');
        }
        if (!str_starts_with($secret, self::PREFIX)) {
            return $secret;
        }
        $text = substr($secret, strlen(self::PREFIX));
        $key = base64_decode($text, true);
        $isKey = $key !== false
            && base64_encode($key) === $text
            && strlen($key) >= self::KEY_BYTES_MIN
            && strlen($key) <= self::KEY_BYTES_MAX;
        return $isKey ? $key : $secret;
    }

    /**
     * Empty, which never verifies, when the header is missing or repeated.
     *
     * @param array<string, mixed> $headers
     */
    private static function headerIn(array $headers, string $name): string
    {
        $found = [];
        foreach ($headers as $key => $value) {
            $plain = str_replace('_', '-', strtolower((string) $key));
            if ($plain === $name || $plain === "http-$name") {
                $found = [...$found, ...(is_array($value) ? $value : [$value])];
            }
        }
        return count($found) === 1 && is_string(reset($found)) ? reset($found) : '';
    }
}
