<?php
require 'vendor/autoload.php';

use Saphan\Saphan;
use Saphan\SaphanException;

$saphan = Saphan::create('sk_test_…', 'http://localhost:8080');
try {
    $saphan->createQrCode(['amount' => 0, 'currency' => 'THB']);
} catch (SaphanException $error) {
    echo "$error->errorCode $error->param $error->docUrl $error->requestId\n";
}
