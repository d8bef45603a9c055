<?php

declare(strict_types=1);

// A server of the tests: receives webhooks, redirects, and is slow. `php -S` runs it.
$path = (string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path === '/hook') {
    $received = [
        'headers' => getallheaders(),
        'server' => $_SERVER,
        'body' => file_get_contents('php://input'),
    ];
    $line = json_encode($received, JSON_THROW_ON_ERROR) . "\n";
    file_put_contents((string) getenv('RECEIVED'), $line, FILE_APPEND | LOCK_EX);
} elseif (str_starts_with($path, '/slow/')) {
    sleep(3);
} elseif (str_starts_with($path, '/redirect/')) {
    header('Location: /leaked', true, 307);
} else {
    file_put_contents((string) getenv('RECEIVED'), "leaked\n", FILE_APPEND);
}
