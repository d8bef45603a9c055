<?php

declare(strict_types=1);

// Functions of WordPress that read the database or the request.

// No option is read from a database.
add_filter('pre_option', static fn (mixed $found, string $name, mixed $default): mixed =>
    ['siteurl' => 'http://shop.test', 'home' => 'http://shop.test'][$name] ?? $default, 10, 3);

function get_bloginfo(string $name): string
{
    return $name === 'version' ? '6.1' : 'http://shop.test';
}

function home_url(string $path = ''): string
{
    return "http://shop.test$path";
}

function __(string $text): string
{
    return $text;
}
