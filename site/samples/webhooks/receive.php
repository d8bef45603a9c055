<?php
// php -S localhost:3000 receive.php
require 'vendor/autoload.php';

use Saphan\Webhook;
use Saphan\WebhookVerificationException;

try {
    $event = Webhook::verify('whsec_…', getallheaders(), file_get_contents('php://input'));
} catch (WebhookVerificationException) {
    http_response_code(400);
    exit;
}
// Insert $event['id'] into a table with a unique column, and stop here if it is known.
if ($event['event'] === 'payment.succeeded') {
    error_log("ship {$event['data']['reference']}");
}
http_response_code(204);
