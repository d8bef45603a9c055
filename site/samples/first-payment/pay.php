<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$qr = $saphan->createQrCode(['amount' => 150, 'currency' => 'THB', 'reference' => 'order-2']);
$request = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => 'Content-Type: application/json',
    'content' => json_encode(['qrData' => $qr['qr_data']]),
]]);
file_get_contents('http://localhost:8081/api/payments', false, $request);
echo $qr['payment_id'], "\n"; // paid
