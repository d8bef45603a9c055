<?php

declare(strict_types=1);

namespace Saphan\Tests;

/** Runs tests/server.php until the object is closed. */
final class Server
{
    public readonly string $url;
    private readonly string $file;
    /** @var resource */
    private $process;

    public function __construct()
    {
        $this->file = (string) tempnam(sys_get_temp_dir(), 'saphan');
        $socket = stream_socket_server('tcp://127.0.0.1:0');
        $address = (string) stream_socket_get_name($socket ?: throw new \RuntimeException(), false);
        fclose($socket);
        $this->url = "http://$address";
        $process = proc_open(
            [PHP_BINARY, '-S', $address, __DIR__ . '/server.php'],
            [['file', '/dev/null', 'r'], ['file', '/dev/null', 'w'], ['file', '/dev/null', 'w']],
            $pipes,
            null,
            ['RECEIVED' => $this->file, 'PHP_CLI_SERVER_WORKERS' => '4'],
        );
        $this->process = $process ?: throw new \RuntimeException('php did not start');
        $isUp = fn (): bool => is_resource(@stream_socket_client("tcp://$address"));
        self::until($isUp);
    }

    public function close(): void
    {
        // Its workers are processes of their own, which end with their parent's signal group.
        foreach ([...$this->workers(), (int) proc_get_status($this->process)['pid']] as $pid) {
            posix_kill($pid, SIGTERM);
        }
        proc_close($this->process);
        unlink($this->file);
    }

    public function text(): string
    {
        return (string) file_get_contents($this->file);
    }

    /**
     * Waits for a webhook request whose body contains a text.
     *
     * @return array{headers: array<string, string>, server: array<string, mixed>, body: string}
     */
    public function received(string $text): array
    {
        $found = null;
        self::until(function () use ($text, &$found): bool {
            foreach (explode("\n", trim($this->text())) as $line) {
                $received = json_decode($line, true);
                if (is_array($received) && str_contains($received['body'], $text)) {
                    $found = $received;
                }
            }
            return $found !== null;
        });
        return $found ?? throw new \LogicException();
    }

    /** @param callable(): bool $condition */
    private static function until(callable $condition): void
    {
        for ($end = microtime(true) + 60; !$condition(); usleep(20_000)) {
            if (microtime(true) > $end) {
                throw new \RuntimeException('The condition was not met within 60 s.');
            }
        }
    }

    /** @return list<int> */
    private function workers(): array
    {
        $parent = (int) proc_get_status($this->process)['pid'];
        $children = @file_get_contents("/proc/$parent/task/$parent/children");
        return array_map('intval', array_filter(explode(' ', (string) $children)));
    }
}
