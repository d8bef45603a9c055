<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$payment = $saphan->createTokenPayment([
    'token_id' => 'tok_success',
    'amount' => 1290,
    'currency' => 'THB',
    'reference' => 'order-4',
    'return_url' => 'https://shop.example.com/orders/4',
]);
echo $payment['payment_id'], ' ', $payment['status'], "\n"; // pending: a webhook reports more
