<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
foreach ($saphan->payments(['start_date' => '2026-01-01']) as $payment) {
    echo $payment['payment_id'], ' ', $payment['status'], "\n";
}
