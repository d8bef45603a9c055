<?php
require 'vendor/autoload.php';

use Saphan\Saphan;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
$webhook = $saphan->createWebhook([
    'url' => 'http://localhost:3000/hook',
    'events' => ['payment.succeeded', 'refund.completed'],
]);
echo $webhook['secret'], "\n"; // only this response has it
