<?php

declare(strict_types=1);

namespace Saphan\WooCommerce;

use Nyholm\Psr7\Factory\Psr17Factory;
use Saphan\Saphan;
use Saphan\SaphanException;

/** The payment method. WooCommerce makes one for each request. */
class Gateway extends \WC_Payment_Gateway
{
    public const ID = 'saphan';

    private ?Payments $payments = null;

    public function __construct()
    {
        $this->id = self::ID;
        $this->method_title = 'Saphan';
        $this->method_description = self::about();
        $this->has_fields = false;
        $this->supports = ['products', 'refunds'];
        $this->form_fields = self::fields();
        $this->init_settings();
        $this->title = $this->get_option('title');
        $this->description = $this->get_option('description');
        add_action(
            "woocommerce_update_options_payment_gateways_$this->id",
            [$this, 'process_admin_options'],
        );
    }

    /** Hidden from a customer whose total is not whole baht, which a QR payment cannot have. */
    public function is_available(): bool
    {
        return parent::is_available()
            && get_woocommerce_currency() === 'THB'
            && $this->get_option('api_key') !== ''
            && $this->webhookSecret() !== ''
            && $this->isTotalWhole();
    }

    /** Of the cart, or of the order on its own page. True where there is neither. */
    private function isTotalWhole(): bool
    {
        $total = WC()->cart === null ? 0.0 : (float) $this->get_order_total();
        return floor($total) === $total;
    }

    /** What the settings say. */
    private static function about(): string
    {
        $about = __('Thai QR payments on the checkout of Saphan.', 'saphan-for-woocommerce');
        if (wc_get_price_decimals() === 0) {
            return $about;
        }
        $satang = __(
            'A QR payment is whole baht: customers whose total has satang do not see this method. '
                . 'Set General → Number of decimals to 0.',
            'saphan-for-woocommerce',
        );
        return "$about $satang";
    }

    /**
     * Redirects to the checkout of Saphan.
     *
     * @param int $order_id
     * @return array{result: string, redirect?: string}
     */
    public function process_payment($order_id): array
    {
        $order = wc_get_order($order_id);
        try {
            $paid = $this->payments()->paid($order);
            if ($paid !== null) {
                $this->complete($order, $paid);
                return ['result' => 'success', 'redirect' => $this->get_return_url($order)];
            }
            $url = $this->payments()->start($order, $this->get_return_url($order));
            return ['result' => 'success', 'redirect' => $url];
        } catch (SaphanException | \DomainException $error) {
            $this->log($order, $error);
            $message = __('The payment could not be started.', 'saphan-for-woocommerce');
            wc_add_notice($message, 'error');
            return ['result' => 'failure'];
        }
    }

    /**
     * @param int $order_id
     * @param float|string|null $amount
     * @param string $reason
     * @return bool|\WP_Error
     */
    public function process_refund($order_id, $amount = null, $reason = '')
    {
        $order = wc_get_order($order_id);
        $paymentId = $order->get_transaction_id();
        if ($paymentId === '' || $amount === null) {
            $message = __('The order has no payment to refund.', 'saphan-for-woocommerce');
            return new \WP_Error('saphan', $message);
        }
        try {
            $refundId = $this->payments()->refund($order, $paymentId, (float) $amount, $reason);
        } catch (SaphanException $error) {
            $this->log($order, $error);
            return new \WP_Error($error->errorCode, $error->getMessage());
        }
        $order->add_order_note("Saphan: refund $refundId of $amount THB was requested.");
        return true;
    }

    /** Reads the payment again, in case that the webhook has not arrived yet. */
    public function refresh(int $orderId): void
    {
        $order = wc_get_order($orderId);
        if (!$order instanceof \WC_Order || $order->is_paid()) {
            return;
        }
        try {
            $paid = $this->payments()->paid($order);
            if ($paid !== null) {
                $this->complete($order, $paid);
            }
        } catch (SaphanException $error) {
            // The webhook completes the order.
            $this->log($order, $error);
        }
    }

    /**
     * Whether WooCommerce may cancel an unpaid order. Its pending payments end first. An order that
     * is paid, or that the gateway says nothing of, stays.
     */
    public function mayCancel(\WC_Order $order): bool
    {
        try {
            $this->payments()->expire($order);
            $paid = $this->payments()->paid($order);
        } catch (SaphanException $error) {
            $this->log($order, $error);
            return false;
        }
        if ($paid === null) {
            return true;
        }
        $this->complete($order, $paid);
        return false;
    }

    /**
     * Completes an order with a payment that was read from the gateway as succeeded.
     *
     * @param array<string, mixed> $payment
     */
    public function complete(\WC_Order $order, array $payment): void
    {
        $id = $payment['payment_id'];
        $known = $order->get_transaction_id();
        if ($known === $id && $order->is_paid()) {
            return;
        }
        if ($known !== '' && $known !== $id && $order->is_paid()) {
            $this->noteOnce($order, $id, "Saphan: payment $id paid the order again: refund it.");
            return;
        }
        if ($payment['amount'] < (float) $order->get_total()) {
            $note = "Saphan: payment $id of {$payment['amount']} THB is less than the total.";
            if ($this->noteOnce($order, $id, $note)) {
                $order->update_status('on-hold', 'Saphan: see the note about the payment.');
            }
            return;
        }
        $order->add_order_note("Saphan: payment $id of {$payment['amount']} THB was received.");
        $order->payment_complete($id);
    }

    public function payments(): Payments
    {
        return $this->payments ??= new Payments($this->client(), $this->shop());
    }

    public function webhookSecret(): string
    {
        return (string) $this->get_option('webhook_secret');
    }

    private function client(): Saphan
    {
        $factory = new Psr17Factory();
        $url = (string) $this->get_option('base_url');
        $http = new WpHttpClient();
        $key = (string) $this->get_option('api_key');
        return new Saphan($key, $http, $factory, $factory, $url === '' ? null : $url);
    }

    /** At most 20 letters, digits and hyphens: a part of the reference of each payment. */
    private function shop(): string
    {
        $shop = (string) preg_replace('/[^a-z0-9-]/', '', strtolower($this->get_option('shop')));
        return $shop === '' ? 'woo' : substr($shop, 0, 20);
    }

    /** Adds a note about a payment unless the order has one. */
    private function noteOnce(\WC_Order $order, string $paymentId, string $note): bool
    {
        $key = "_saphan_noted_$paymentId";
        if ($order->get_meta($key) !== '') {
            return false;
        }
        $order->update_meta_data($key, '1');
        $order->save();
        $order->add_order_note($note);
        return true;
    }

    private function log(\WC_Order $order, \Throwable $error): void
    {
        $request = $error instanceof SaphanException ? " ($error->requestId)" : '';
        wc_get_logger()->error(
            "Order {$order->get_id()}: {$error->getMessage()}$request",
            ['source' => self::ID],
        );
    }

    /** @return array<string, array<string, string>> */
    private static function fields(): array
    {
        $field = static fn (string $type, string $title, string $default, string $about = '') =>
            ['type' => $type, 'title' => $title, 'default' => $default, 'description' => $about];
        return [
            'enabled' => $field('checkbox', 'Enabled', 'no'),
            'title' => $field('text', 'Title', 'Thai QR (PromptPay)'),
            'description' => $field('text', 'Description', 'Pay by any Thai banking app.'),
            'api_key' => $field(
                'password',
                'API key',
                '',
                'With the permissions payments:write and refunds:write.',
            ),
            'base_url' => $field('text', 'URL of the gateway', ''),
            'webhook_secret' => $field(
                'password',
                'Webhook secret',
                '',
                'Of a webhook for payment.succeeded with the URL '
                    . add_query_arg('wc-api', self::ID, home_url('/')),
            ),
            'shop' => $field(
                'text',
                'Shop',
                'woo',
                'A name of this shop: shops that share an account need different ones. '
                    . 'Do not change it while payments are open.',
            ),
        ];
    }
}
