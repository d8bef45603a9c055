<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$refund = $saphan->createRefund(
    ['payment_id' => 'pay_…', 'amount' => 50, 'reason' => 'สินค้าชำรุด'],
    idempotencyKey: 'refund-order-1',
);
echo $refund['refund_id'], ' ', $refund['status'], "\n";
