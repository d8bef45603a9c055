<?php

declare(strict_types=1);

namespace Saphan\WooCommerce\Tests;

use PHPUnit\Framework\TestCase;
use Saphan\Saphan;
use Saphan\Tests\Gateway as Running;
use Saphan\Tests\Server;
use Saphan\Webhook;
use Saphan\WooCommerce\Gateway;
use Saphan\WooCommerce\WebhookEndpoint;

/** The plug-in against a running gateway, with the hooks and the HTTP API of WordPress. */
final class GatewayTest extends TestCase
{
    private static Server $receiver;
    /** @var array<string, mixed> */
    private static array $webhook;
    private static Saphan $saphan;
    private Gateway $gateway;

    public static function setUpBeforeClass(): void
    {
        self::$receiver = new Server();
        self::$saphan = Running::client();
        self::$webhook = self::$saphan->createWebhook([
            'url' => self::$receiver->url . '/hook',
            'events' => ['payment.succeeded', 'payment.expired'],
        ]);
    }

    public static function tearDownAfterClass(): void
    {
        self::$saphan->deleteWebhook(self::$webhook['webhook_id']);
        self::$receiver->close();
    }

    protected function setUp(): void
    {
        \Notices::$all = \Notices::$log = [];
        \Notices::$decimals = 2;
        \WC_Payment_Gateway::$orderTotal = null;
        $this->gateway = self::gatewayOf();
    }

    /** @param array<string, string> $settings */
    private static function gatewayOf(array $settings = []): Gateway
    {
        \WC_Payment_Gateway::$saved = $settings + [
            'enabled' => 'yes',
            'api_key' => Running::setting('SAPHAN_API_KEY'),
            'base_url' => Running::setting('SAPHAN_URL'),
            'webhook_secret' => self::$webhook['secret'],
        ];
        return new Gateway();
    }

    private static function order(string $total = '100'): \WC_Order
    {
        return new \WC_Order(random_int(1, 1_000_000_000), $total);
    }

    /** @return array<string, mixed> The newest payment of an order. */
    private static function paymentOf(\WC_Order $order, string $shop = 'woo'): array
    {
        $query = ['reference' => "$shop-{$order->id}"];
        return self::$saphan->listPayments($query)['payments'][0];
    }

    /** @param array<string, mixed> $payment */
    private static function pay(array $payment, string $after = 'first'): void
    {
        // The creation is repeated with the plug-in's idempotency key, for the code.
        ['shop' => $shop, 'order_id' => $id] = $payment['metadata'];
        $qr = self::$saphan->createQrCode([
            'amount' => $payment['amount'],
            'currency' => 'THB',
            'reference' => "$shop-$id",
            'description' => "#$id",
            'metadata' => ['shop' => $shop, 'order_id' => $id],
            'return_url' => "http://shop.test/checkout/order-received/$id/",
        ], idempotencyKey: "woo-$shop-$id-$after-{$payment['amount']}");
        self::assertSame($payment['payment_id'], $qr['payment_id']);
        Running::pay($qr['qr_data']);
    }

    /** @param array<string, mixed> $payment */
    private function receive(array $payment, string $event, ?Gateway $gateway = null): int
    {
        $received = self::$receiver->received(
            "\"event\":\"$event\",\"data\":{\"payment_id\":\"{$payment['payment_id']}\"",
        );
        $endpoint = new WebhookEndpoint($gateway ?? $this->gateway);
        return $endpoint->receive($received['server'], $received['body']);
    }

    /** @param array<string, mixed> $payment */
    private function receiveForged(array $payment, string $secret): int
    {
        $signed = Webhook::signTestEvent($secret, [
            'id' => 'evt_' . bin2hex(random_bytes(8)),
            'event' => 'payment.succeeded',
            'data' => ['kind' => 'payment', 'status' => 'succeeded'] + $payment,
            'timestamp' => gmdate('c'),
            'sequence' => 2,
        ]);
        return (new WebhookEndpoint($this->gateway))->receive($signed->headers, $signed->body);
    }

    public function testThePluginRegistersItsPaymentMethodAndHooks(): void
    {
        self::assertSame([Gateway::class], apply_filters('woocommerce_payment_gateways', []));
        self::assertNotFalse(has_action('woocommerce_api_saphan'));
        self::assertNotFalse(has_action('woocommerce_thankyou_saphan'));
        self::assertTrue($this->gateway->is_available());
        self::assertFalse(self::gatewayOf(['webhook_secret' => ''])->is_available());
        self::assertFalse(self::gatewayOf(['api_key' => ''])->is_available());
        self::assertFalse(self::gatewayOf(['enabled' => 'no'])->is_available());
    }

    public function testATotalWithSatangHidesTheMethodAndTheSettingsSayWhy(): void
    {
        $isShown = function (string $total): bool {
            \WC_Payment_Gateway::$orderTotal = $total;
            return $this->gateway->is_available();
        };
        $shown = array_map($isShown, ['100', '100.00', '100.50', '0.01', '0']);
        self::assertSame([true, true, false, false, true], $shown);
        self::assertStringContainsString('decimals to 0', $this->gateway->method_description);
        \Notices::$decimals = 0;
        self::assertStringNotContainsString('decimals', self::gatewayOf()->method_description);
    }

    public function testAnOrderLeadsToTheCheckoutAndIsCompletedByTheWebhook(): void
    {
        $order = self::order();
        $result = $this->gateway->process_payment($order->id);
        $payment = self::paymentOf($order);
        self::assertSame('success', $result['result']);
        self::assertSame($payment['checkout_url'], $result['redirect']);
        // A second press leads to the same payment.
        self::assertSame($result, $this->gateway->process_payment($order->id));
        self::pay($payment);
        self::assertSame(204, $this->receive($payment, 'payment.succeeded'));
        self::assertSame('processing', $order->status);
        self::assertSame($payment['payment_id'], $order->transactionId);
        // The event may arrive again.
        self::assertSame(204, $this->receive($payment, 'payment.succeeded'));
        self::assertSame(1, $order->completions);
        self::assertCount(1, $order->notes);
    }

    public function testTheReturnOfTheCustomerCompletesAPaidOrder(): void
    {
        $order = self::order();
        $this->gateway->process_payment($order->id);
        do_action('woocommerce_thankyou_saphan', $order->id);
        self::assertSame('pending', $order->status);
        self::pay(self::paymentOf($order));
        $this->receiveNothing($order);
        do_action('woocommerce_thankyou_saphan', $order->id);
        self::assertSame('processing', $order->status);
        $result = $this->gateway->process_payment($order->id);
        self::assertStringContainsString('order-received', (string) $result['redirect']);
    }

    /** Waits until the payment is paid, without delivering the webhook to the shop. */
    private function receiveNothing(\WC_Order $order): void
    {
        self::$receiver->received(
            '"event":"payment.succeeded","data":{"payment_id":"'
                . self::paymentOf($order)['payment_id'],
        );
    }

    public function testAnExpiredAttemptCancelsNoPaidOrder(): void
    {
        $order = self::order('100');
        $this->gateway->process_payment($order->id);
        $first = self::paymentOf($order);
        $order->total = '120';
        $this->gateway->process_payment($order->id);
        $second = self::paymentOf($order);
        self::assertNotSame($first['payment_id'], $second['payment_id']);
        self::assertSame('expired', self::$saphan->readPayment($first['payment_id'])['status']);
        self::pay($second, $first['payment_id']);
        self::assertSame(204, $this->receive($second, 'payment.succeeded'));
        self::assertSame(204, $this->receive($first, 'payment.expired'));
        self::assertSame(['processing', 1], [$order->status, $order->completions]);
        self::assertSame($second['payment_id'], $order->transactionId);
        self::assertFalse(apply_filters('woocommerce_cancel_unpaid_order', true, $order));
    }

    public function testAnUnpaidOrderIsCancelledAfterItsPaymentHasEnded(): void
    {
        $order = self::order();
        $this->gateway->process_payment($order->id);
        self::assertTrue(apply_filters('woocommerce_cancel_unpaid_order', true, $order));
        self::assertSame('expired', self::paymentOf($order)['status']);
        self::assertFalse(apply_filters('woocommerce_cancel_unpaid_order', false, $order));
        $other = new \WC_Order(1, '100', 'THB', 'cod');
        self::assertTrue(apply_filters('woocommerce_cancel_unpaid_order', true, $other));
        $gone = self::gatewayOf(['api_key' => 'sk_test_nobody']);
        self::assertFalse($gone->mayCancel($order));
    }

    public function testAPaidOrderIsNotCancelledBeforeItsWebhookArrives(): void
    {
        $order = self::order();
        $this->gateway->process_payment($order->id);
        self::pay(self::paymentOf($order));
        $this->receiveNothing($order);
        self::assertFalse(apply_filters('woocommerce_cancel_unpaid_order', true, $order));
        self::assertSame('processing', $order->status);
    }

    public function testAForgedWebhookIsRefusedAndATrueOneIsReadAgain(): void
    {
        $order = self::order();
        $this->gateway->process_payment($order->id);
        $payment = self::paymentOf($order);
        self::assertSame(400, $this->receiveForged($payment, 'another secret'));
        $endpoint = new WebhookEndpoint($this->gateway);
        self::assertSame(400, $endpoint->receive([], '{}'));
        // Signed, but the payment is not paid.
        self::assertSame(204, $this->receiveForged($payment, self::$webhook['secret']));
        $unknown = ['payment_id' => 'pay_0000000000000000000000000'] + $payment;
        self::assertSame(204, $this->receiveForged($unknown, self::$webhook['secret']));
        self::assertSame(['pending', 0], [$order->status, $order->completions]);
        $without = new WebhookEndpoint(self::gatewayOf(['webhook_secret' => '']));
        self::assertSame(503, $without->receive([], '{}'));
        $this->gateway = self::gatewayOf(['api_key' => 'sk_test_nobody']);
        self::assertSame(503, $this->receiveForged($payment, self::$webhook['secret']));
    }

    public function testAShopIgnoresThePaymentsOfAnother(): void
    {
        $order = self::order();
        $other = self::gatewayOf(['shop' => 'Other Shop!']);
        $other->process_payment($order->id);
        $payment = self::paymentOf($order, 'othershop');
        self::pay($payment);
        self::assertSame(204, $this->receive($payment, 'payment.succeeded'));
        self::assertSame('pending', $order->status);
        self::assertSame(204, $this->receive($payment, 'payment.succeeded', $other));
        self::assertSame('processing', $order->status);
    }

    public function testAPaymentOfLessThanTheTotalHoldsTheOrder(): void
    {
        $order = self::order('100');
        $this->gateway->process_payment($order->id);
        $payment = self::paymentOf($order);
        self::pay($payment);
        $order->total = '150';
        $this->receive($payment, 'payment.succeeded');
        $this->receive($payment, 'payment.succeeded');
        self::assertSame(['on-hold', 0], [$order->status, $order->completions]);
        self::assertCount(2, $order->notes);
    }

    public function testASecondPaymentOfAnOrderIsNoted(): void
    {
        $order = self::order();
        $this->gateway->process_payment($order->id);
        $payment = self::paymentOf($order);
        $order->status = 'processing';
        $order->transactionId = 'pay_other';
        self::pay($payment);
        $this->receive($payment, 'payment.succeeded');
        self::assertSame('pay_other', $order->transactionId);
        self::assertStringContainsString('paid the order again', $order->notes[0]);
    }

    public function testARefundOfTheAdminIsMadeOnceWhenItIsRepeated(): void
    {
        $order = self::order();
        $this->gateway->process_payment($order->id);
        $payment = self::paymentOf($order);
        self::pay($payment);
        $this->receive($payment, 'payment.succeeded');
        $query = ['payment_id' => $payment['payment_id']];
        $order->refunded = 40;
        self::assertTrue($this->gateway->process_refund($order->id, '40', 'out of stock'));
        self::assertTrue($this->gateway->process_refund($order->id, 40.0, 'out of stock'));
        $order->refunded = 80;
        self::assertTrue($this->gateway->process_refund($order->id, '40'));
        $refunds = self::$saphan->listRefunds($query)['refunds'];
        self::assertSame([40, 40], array_column($refunds, 'amount'));
        self::assertSame('out of stock', $refunds[1]['reason']);
        $order->refunded = 180;
        $error = $this->gateway->process_refund($order->id, '100');
        self::assertInstanceOf(\WP_Error::class, $error);
        self::assertSame('refund_exceeds_remaining', $error->get_error_code());
        $unpaid = self::order();
        $error = $this->gateway->process_refund($unpaid->id, '1');
        self::assertInstanceOf(\WP_Error::class, $error);
    }

    public function testAnOrderThatCannotBePaidShowsANotice(): void
    {
        $satang = self::order('100.50');
        self::assertSame(['result' => 'failure'], $this->gateway->process_payment($satang->id));
        $dollars = self::order();
        $dollars->currency = 'USD';
        self::assertSame(['result' => 'failure'], $this->gateway->process_payment($dollars->id));
        $down = self::gatewayOf(['base_url' => 'http://127.0.0.1:1']);
        self::assertSame(['result' => 'failure'], $down->process_payment(self::order()->id));
        self::assertCount(3, \Notices::$all);
        self::assertStringContainsString('whole baht', \Notices::$log[0]);
        self::assertStringContainsString('Cannot connect', \Notices::$log[2]);
    }
}
