<?php

declare(strict_types=1);

namespace Saphan\WooCommerce;

use Saphan\Saphan;

/**
 * The payments of orders. An order can have several: its customer can start again, or ask for a new
 * code on an expired checkout. All have the order's reference, and the order is paid when one is.
 */
final class Payments
{
    public function __construct(
        private readonly Saphan $saphan,
        private readonly string $shop,
    ) {
    }

    /**
     * The page of a pending payment of the order: of the newest one, if its amount is right.
     *
     * @throws \DomainException for an amount that a QR payment cannot have
     */
    public function start(\WC_Order $order, string $returnUrl): string
    {
        $amount = self::wholeBaht($order);
        $former = $this->newest($order);
        if ($former !== null && $former['status'] === 'pending') {
            if ($former['amount'] === $amount) {
                return (string) $former['checkout_url'];
            }
            $this->saphan->expirePayment($former['payment_id']);
        }
        $id = (string) $order->get_id();
        $qr = $this->saphan->createQrCode([
            'amount' => $amount,
            'currency' => 'THB',
            'reference' => $this->referenceOf($order),
            'description' => "#{$order->get_order_number()}",
            'metadata' => ['shop' => $this->shop, 'order_id' => $id],
            'return_url' => $returnUrl,
        ], idempotencyKey: $this->keyOf($id, $former['payment_id'] ?? 'first', $amount));
        return $qr['checkout_url'];
    }

    /**
     * The payment that pays the order, read from the gateway; null without one.
     *
     * @return array<string, mixed>|null
     */
    public function paid(\WC_Order $order): ?array
    {
        foreach ($this->of($order) as $payment) {
            if ($payment['status'] === 'succeeded') {
                return $payment;
            }
        }
        return null;
    }

    /** Ends the pending payments of an order that is about to be cancelled. */
    public function expire(\WC_Order $order): void
    {
        foreach ($this->of($order) as $payment) {
            if ($payment['status'] === 'pending') {
                $this->saphan->expirePayment($payment['payment_id']);
            }
        }
    }

    /**
     * A payment, read from the gateway, and the id of its order; null for one of another shop.
     *
     * @return array{array<string, mixed>, int}|null
     */
    public function read(string $paymentId): ?array
    {
        $payment = $this->saphan->readPayment($paymentId);
        $orderId = (int) ($payment['metadata']['order_id'] ?? 0);
        return $this->isOwn($payment, $orderId) ? [$payment, $orderId] : null;
    }

    /** The same refund when WooCommerce repeats one that it does not know to have succeeded. */
    public function refund(
        \WC_Order $order,
        string $paymentId,
        float $amount,
        string $reason,
    ): string {
        $after = number_format((float) $order->get_total_refunded(), 2, '.', '');
        $exact = number_format($amount, 2, '.', '');
        $refund = $this->saphan->createRefund([
            'payment_id' => $paymentId,
            'amount' => (float) $exact,
            'reason' => $reason === '' ? null : mb_substr($reason, 0, 255),
            'metadata' => ['shop' => $this->shop, 'order_id' => (string) $order->get_id()],
        ], idempotencyKey: "woo-refund-$this->shop-{$order->get_id()}-$after-$exact");
        return $refund['refund_id'];
    }

    public static function wholeBaht(\WC_Order $order): int
    {
        $total = (float) $order->get_total();
        if ($order->get_currency() !== 'THB' || $total < 1 || floor($total) !== $total) {
            throw new \DomainException('A QR payment takes whole baht.');
        }
        return (int) $total;
    }

    /** @return array<string, mixed>|null */
    private function newest(\WC_Order $order): ?array
    {
        foreach ($this->of($order) as $payment) {
            return $payment;
        }
        return null;
    }

    /** @return \Generator<int, array<string, mixed>> Newest first. */
    private function of(\WC_Order $order): \Generator
    {
        foreach ($this->saphan->payments(['reference' => $this->referenceOf($order)]) as $payment) {
            if ($this->isOwn($payment, (int) $order->get_id())) {
                yield $payment;
            }
        }
    }

    /** A repeated press makes one payment. */
    private function keyOf(string $orderId, string $after, int $amount): string
    {
        return "woo-$this->shop-$orderId-$after-$amount";
    }

    private function referenceOf(\WC_Order $order): string
    {
        return "$this->shop-{$order->get_id()}";
    }

    /** @param array<string, mixed> $payment */
    private function isOwn(array $payment, int $orderId): bool
    {
        return $orderId > 0
            && ($payment['metadata']['shop'] ?? null) === $this->shop
            && $payment['reference'] === "$this->shop-$orderId";
    }
}
