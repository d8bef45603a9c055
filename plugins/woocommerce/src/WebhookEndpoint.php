<?php

declare(strict_types=1);

namespace Saphan\WooCommerce;

use Saphan\SaphanException;
use Saphan\Webhook;
use Saphan\WebhookVerificationException;

/**
 * Receives webhooks. An event is a hint: the payment is read again before an order is completed,
 * and a payment that has expired or failed cancels nothing, because another one may have paid the
 * order.
 */
final class WebhookEndpoint
{
    public function __construct(private readonly Gateway $gateway)
    {
    }

    /**
     * @param array<string, mixed> $headers
     * @return int The HTTP status. The gateway delivers again after 500 and above.
     */
    public function receive(array $headers, string $body): int
    {
        $secret = $this->gateway->webhookSecret();
        if ($secret === '') {
            return 503;
        }
        try {
            $event = Webhook::verify($secret, $headers, $body);
        } catch (WebhookVerificationException) {
            return 400;
        }
        $isPayment = str_starts_with($event['event'], 'payment.')
            && ($event['data']['kind'] ?? null) === 'payment';
        if (!$isPayment) {
            return 204;
        }
        try {
            $found = $this->gateway->payments()->read($event['data']['payment_id']);
        } catch (SaphanException $error) {
            return $error->status === 404 ? 204 : 503;
        }
        if ($found === null) {
            return 204;
        }
        [$payment, $orderId] = $found;
        $order = wc_get_order($orderId);
        if ($order instanceof \WC_Order && $payment['status'] === 'succeeded') {
            $this->gateway->complete($order, $payment);
        }
        return 204;
    }
}
