<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$request = ['amount' => 80, 'currency' => 'THB', 'reference' => 'order-5'];
$first = $saphan->createQrCode($request, idempotencyKey: 'order-5');
$second = $saphan->createQrCode($request, idempotencyKey: 'order-5');
var_dump($first['payment_id'] === $second['payment_id']); // true
