<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$request = [
    'amount' => 590,
    'currency' => 'THB',
    'reference' => 'order-3',
    'expiry_minutes' => 30,
    'description' => 'เสื้อยืด 2 ตัว',
    'return_url' => 'https://shop.example.com/orders/3',
];
$qr = $saphan->createQrCode($request, idempotencyKey: 'order-3');
echo $qr['checkout_url'], "\n"; // redirect the payer to it
