<?php

declare(strict_types=1);

// What the plug-in calls of WooCommerce, with the rules of WooCommerce 8 that it depends on.

abstract class WC_Payment_Gateway
{
    /** The saved settings. */
    public static array $saved = [];
    /** Of the cart, or of the order on its own page; null without a cart. */
    public static ?string $orderTotal = null;

    public string $id = '';
    public string $title = '';
    public string $description = '';
    public string $method_title = '';
    public string $method_description = '';
    public bool $has_fields = false;
    public array $supports = [];
    public array $form_fields = [];
    public array $settings = [];

    public function init_settings(): void
    {
        $this->settings = self::$saved + array_column_of($this->form_fields, 'default');
    }

    public function get_option(string $name): string
    {
        return (string) ($this->settings[$name] ?? '');
    }

    public function is_available(): bool
    {
        return $this->get_option('enabled') === 'yes';
    }

    protected function get_order_total(): float
    {
        return (float) self::$orderTotal;
    }

    public function get_return_url(WC_Order $order): string
    {
        return "http://shop.test/checkout/order-received/{$order->get_id()}/";
    }

    public function process_admin_options(): bool
    {
        return true;
    }
}

function array_column_of(array $fields, string $key): array
{
    return array_map(static fn (array $field) => $field[$key] ?? '', $fields);
}

class WC_Order
{
    /** @var array<int, self> */
    public static array $all = [];

    public string $status = 'pending';
    public string $transactionId = '';
    public float $refunded = 0;
    public array $notes = [];
    public array $meta = [];
    public int $completions = 0;

    public function __construct(
        public readonly int $id,
        public string $total,
        public string $currency = 'THB',
        public string $method = 'saphan',
    ) {
        self::$all[$id] = $this;
    }

    public function get_id(): int
    {
        return $this->id;
    }

    public function get_order_number(): string
    {
        return (string) $this->id;
    }

    public function get_total(): string
    {
        return $this->total;
    }

    public function get_currency(): string
    {
        return $this->currency;
    }

    public function get_payment_method(): string
    {
        return $this->method;
    }

    public function get_transaction_id(): string
    {
        return $this->transactionId;
    }

    public function get_total_refunded(): float
    {
        return $this->refunded;
    }

    public function get_meta(string $key): string
    {
        return $this->meta[$key] ?? '';
    }

    public function update_meta_data(string $key, string $value): void
    {
        $this->meta[$key] = $value;
    }

    public function save(): int
    {
        return $this->id;
    }

    public function add_order_note(string $note): void
    {
        $this->notes[] = $note;
    }

    public function is_paid(): bool
    {
        return in_array($this->status, ['processing', 'completed'], true);
    }

    public function update_status(string $status, string $note = ''): bool
    {
        $this->status = $status;
        $this->add_order_note($note);
        return true;
    }

    public function payment_complete(string $transactionId): bool
    {
        // Of WC_Order::payment_complete: an order in any other status is left as it is.
        if (!in_array($this->status, ['on-hold', 'pending', 'failed', 'cancelled'], true)) {
            return false;
        }
        $this->transactionId = $transactionId;
        $this->status = 'processing';
        $this->completions++;
        return true;
    }
}

function wc_get_order(int $id): WC_Order|false
{
    return WC_Order::$all[$id] ?? false;
}

function WC(): object
{
    return (object) ['cart' => WC_Payment_Gateway::$orderTotal === null ? null : new stdClass()];
}

function wc_get_price_decimals(): int
{
    return Notices::$decimals;
}

function get_woocommerce_currency(): string
{
    return 'THB';
}

function wc_add_notice(string $message, string $kind): void
{
    Notices::$all[] = [$kind, $message];
}

function wc_get_logger(): object
{
    return new class {
        public function error(string $message, array $context): void
        {
            Notices::$log[] = $message;
        }
    };
}

final class Notices
{
    public static array $all = [];
    public static array $log = [];
    public static int $decimals = 2;
}
