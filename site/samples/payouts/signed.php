<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080', 'sign_…');
$withdrawal = [
    'amount' => 100.01,
    'username' => 'c1',
    'firstNameTH' => 'สมชาย',
    'lastNameTH' => 'ใจดี',
    'bankName' => 'กสิกรไทย',
    'accountNumber' => '1234567890',
];
$created = $saphan->createWithdrawal($withdrawal, idempotencyKey: 'payout-2');
echo $created['orderId'], "\n";
