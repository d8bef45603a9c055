<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$payment = $saphan->readPayment('pay_…');
echo $payment['status'], ' ', $payment['amount_received'], "\n";
