<?php

declare(strict_types=1);

// The HTTP API, the hooks and the errors are those of WordPress, in Debian's package or at
// SAPHAN_WORDPRESS. WooCommerce, the options and the database are stubs.
define('ABSPATH', (getenv('SAPHAN_WORDPRESS') ?: '/usr/share/wordpress') . '/');
define('WPINC', 'wp-includes');
define('WP_DEBUG', false);
error_reporting(E_ALL & ~E_DEPRECATED);

require __DIR__ . '/../vendor/autoload.php';
// The client with its tests, whose server and settings these use.
$client = getenv('SAPHAN_PHP') ?: __DIR__ . '/../../../clients/php';
require "$client/vendor/autoload.php";
if (!class_exists(Nyholm\Psr7\Factory\Psr17Factory::class)) {
    require '/usr/share/php/GuzzleHttp/autoload.php';
    require '/usr/share/php/Nyholm/Psr7/autoload.php';
    require '/usr/share/php/Symfony/Component/HttpClient/autoload.php';
}
require ABSPATH . WPINC . '/load.php';
require ABSPATH . WPINC . '/plugin.php';
require ABSPATH . WPINC . '/class-wp-error.php';
require ABSPATH . WPINC . '/functions.php';
require ABSPATH . WPINC . '/formatting.php';
require ABSPATH . WPINC . '/http.php';
require ABSPATH . WPINC . '/class-wp-http.php';
foreach (['cookie', 'encoding', 'response', 'requests-response', 'requests-hooks'] as $part) {
    require ABSPATH . WPINC . "/class-wp-http-$part.php";
}
require ABSPATH . WPINC . '/class-wp-http-proxy.php';
require __DIR__ . '/stubs/wordpress.php';
require __DIR__ . '/stubs/woocommerce.php';
require __DIR__ . '/../saphan-for-woocommerce.php';
do_action('plugins_loaded');
