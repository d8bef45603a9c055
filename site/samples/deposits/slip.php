<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$deposit = $saphan->readDeposit('DEPOSIT_ID');
$accepted = $saphan->uploadSlip([
    'orderId' => $deposit['orderId'],
    'ref' => $deposit['ref'],
    'base64Image' => base64_encode(file_get_contents('slip.png')),
]);
echo $accepted['message'], "\n";
