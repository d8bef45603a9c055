<?php

declare(strict_types=1);

namespace Saphan\WooCommerce;

use Nyholm\Psr7\Response;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Client\NetworkExceptionInterface as Failure;
use Psr\Http\Message\RequestInterface;
use Psr\Http\Message\ResponseInterface;

/** A PSR-18 client over the HTTP API of WordPress, with its proxies and certificates. */
final class WpHttpClient implements ClientInterface
{
    private const TIMEOUT = 20;

    public function sendRequest(RequestInterface $request): ResponseInterface
    {
        $answer = wp_remote_request((string) $request->getUri(), [
            'method' => $request->getMethod(),
            'headers' => array_map(
                static fn (array $values): string => implode(', ', $values),
                $request->getHeaders(),
            ),
            'user-agent' => $request->getHeaderLine('user-agent'),
            'body' => (string) $request->getBody(),
            'timeout' => self::TIMEOUT,
            // Following a redirect would leak the API key.
            'redirection' => 0,
        ]);
        if ($answer instanceof \WP_Error) {
            throw $this->failure($request, $answer->get_error_message());
        }
        $headers = wp_remote_retrieve_headers($answer);
        return new Response(
            (int) wp_remote_retrieve_response_code($answer),
            is_array($headers) ? $headers : $headers->getAll(),
            wp_remote_retrieve_body($answer),
        );
    }

    private function failure(RequestInterface $request, string $message): \Throwable
    {
        return new class ($request, $message) extends \RuntimeException implements Failure {
            public function __construct(private RequestInterface $request, string $message)
            {
                parent::__construct($message);
            }

            public function getRequest(): RequestInterface
            {
                return $this->request;
            }
        };
    }
}
