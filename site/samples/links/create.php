<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$link = $saphan->createPaymentLink([
    'title' => 'สมัครสมาชิกชมรม',
    'amount' => 300,
    'currency' => 'THB',
    'payments_max' => 50,
]);
echo $link['url'], "\n"; // send it to the payers
