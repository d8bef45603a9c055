<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$qr = $saphan->createQrCode(['amount' => 150, 'currency' => 'THB', 'reference' => 'order-1']);
echo $qr['payment_id'], ' ', $qr['checkout_url'], "\n";
