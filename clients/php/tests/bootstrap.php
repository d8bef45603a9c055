<?php

declare(strict_types=1);

// The packages of Composer; Debian has them in /usr/share/php.
require __DIR__ . '/../vendor/autoload.php';
if (!class_exists(Nyholm\Psr7\Factory\Psr17Factory::class)) {
    require '/usr/share/php/GuzzleHttp/autoload.php';
    require '/usr/share/php/Nyholm/Psr7/autoload.php';
    require '/usr/share/php/Symfony/Component/HttpClient/autoload.php';
}
