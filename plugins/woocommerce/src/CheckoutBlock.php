<?php

declare(strict_types=1);

namespace Saphan\WooCommerce;

use Automattic\WooCommerce\Blocks\Payments\Integrations\AbstractPaymentMethodType;

/** Offers the payment method in the block of the checkout page. */
final class CheckoutBlock extends AbstractPaymentMethodType
{
    private const SCRIPT = 'saphan-checkout-block';

    protected $name = Gateway::ID;

    private Gateway $gateway;

    public function initialize(): void
    {
        $this->gateway = new Gateway();
    }

    public function is_active(): bool
    {
        return $this->gateway->is_available();
    }

    /** @return list<string> */
    public function get_payment_method_script_handles(): array
    {
        $url = plugins_url('assets/checkout-block.js', __DIR__);
        $needed = ['wc-blocks-registry', 'wc-settings', 'wp-element'];
        wp_register_script(self::SCRIPT, $url, $needed, '1.0.0', true);
        return [self::SCRIPT];
    }

    /** @return array<string, mixed> */
    public function get_payment_method_data(): array
    {
        return [
            'title' => $this->gateway->title,
            'description' => $this->gateway->description,
            'supports' => $this->gateway->supports,
        ];
    }
}
