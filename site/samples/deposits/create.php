<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$created = $saphan->createDeposit([
    'amount' => 250.5,
    'userName' => 'c1',
    'firstName' => 'Somchai',
    'lastName' => 'Jaidee',
    'bankName' => 'KBANK',
    'accountNumber' => '1234567890',
]);
echo $created['data']['orderId'], ' ', $created['data']['url'], "\n"; // redirect to the URL
