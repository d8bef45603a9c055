<?php

/**
 * Plugin Name: Saphan for WooCommerce
 * Description: Thai QR (PromptPay) payments and refunds by the Saphan payment gateway.
 * Version: 1.0.0
 * Requires at least: 6.0
 * Requires PHP: 8.1
 * WC requires at least: 7.0
 * License: MIT
 * Text Domain: saphan-for-woocommerce
 */

declare(strict_types=1);

use Automattic\WooCommerce\Blocks\Payments\PaymentMethodRegistry;
use Automattic\WooCommerce\Utilities\FeaturesUtil;
use Saphan\WooCommerce\CheckoutBlock;
use Saphan\WooCommerce\Gateway;
use Saphan\WooCommerce\WebhookEndpoint;

defined('ABSPATH') || exit;

if (is_file(__DIR__ . '/vendor/autoload.php')) {
    require_once __DIR__ . '/vendor/autoload.php';
}

// Orders are read and written by WooCommerce's own methods only.
add_action('before_woocommerce_init', static function (): void {
    if (class_exists(FeaturesUtil::class)) {
        FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
    }
});

add_action('plugins_loaded', static function (): void {
    if (!class_exists('WC_Payment_Gateway')) {
        return;
    }
    add_filter('woocommerce_payment_gateways', static function (array $methods): array {
        return [...$methods, Gateway::class];
    });
    add_action('woocommerce_blocks_payment_method_type_registration', static function (
        PaymentMethodRegistry $methods,
    ): void {
        $methods->register(new CheckoutBlock());
    });
    // https://shop.example.com/?wc-api=saphan
    add_action('woocommerce_api_saphan', static function (): void {
        $body = (string) file_get_contents('php://input');
        status_header((new WebhookEndpoint(new Gateway()))->receive($_SERVER, $body));
        exit;
    });
    add_action('woocommerce_thankyou_saphan', static function (int $orderId): void {
        (new Gateway())->refresh($orderId);
    });
    add_filter(
        'woocommerce_cancel_unpaid_order',
        static fn (bool $mayCancel, WC_Order $order): bool => $mayCancel
            && ($order->get_payment_method() !== Gateway::ID || (new Gateway())->mayCancel($order)),
        10,
        2,
    );
});
