<?php

declare(strict_types=1);

namespace Saphan;

use GuzzleHttp\Client as GuzzleClient;
use GuzzleHttp\Psr7\HttpFactory;
use Nyholm\Psr7\Factory\Psr17Factory;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;
use Symfony\Component\HttpClient\HttpClient;
use Symfony\Component\HttpClient\Psr18Client;

/**
 * Makes an installed PSR-18 client. None follows a redirect, which would leak the API key.
 *
 * @internal
 */
final class Transport
{
    /**
     * @return array{ClientInterface, RequestFactoryInterface, StreamFactoryInterface}
     * @throws \LogicException without a client
     */
    public static function make(float $timeout): array
    {
        if (class_exists(GuzzleClient::class) && class_exists(HttpFactory::class)) {
            $factory = new HttpFactory();
            $options = ['timeout' => $timeout, 'allow_redirects' => false, 'http_errors' => false];
            return [new GuzzleClient($options), $factory, $factory];
        }
        if (class_exists(Psr18Client::class) && class_exists(Psr17Factory::class)) {
            $factory = new Psr17Factory();
            $client = HttpClient::create([
                'timeout' => $timeout,
                'max_duration' => $timeout,
                'max_redirects' => 0,
            ]);
            return [new Psr18Client($client, $factory, $factory), $factory, $factory];
        }
        throw new \LogicException(
            'No PSR-18 client is installed: require guzzlehttp/guzzle, or pass one to new Saphan.',
        );
    }
}
