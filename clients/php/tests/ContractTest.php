<?php

declare(strict_types=1);

namespace Saphan\Tests;

use PHPUnit\Framework\TestCase;
use Saphan\Saphan;
use Saphan\Types;

/** The client has every merchant operation of the OpenAPI document, with its fields. */
final class ContractTest extends TestCase
{
    /** @var array<string, mixed> */
    private static array $document;
    /** @var array<string, array<string, array{bool, string}>|string> */
    private static array $types;

    public static function setUpBeforeClass(): void
    {
        self::$document = Gateway::read('docs/openapi.json');
        self::$types = self::readTypes();
    }

    /** @return iterable<string, array{string, string, array<string, mixed>}> */
    public function operations(): iterable
    {
        foreach (Gateway::read('docs/openapi.json')['paths'] as $path => $methods) {
            foreach ($methods as $method => $operation) {
                if (array_column($operation['security'], 'merchantKey') !== []) {
                    yield $operation['operationId'] => [strtoupper($method), $path, $operation];
                }
            }
        }
    }

    public function testTheOperationsAreThoseOfTheDocument(): void
    {
        $operations = array_keys([...$this->operations()]);
        self::assertGreaterThan(30, count($operations));
        $methods = array_map(
            static fn (\ReflectionMethod $method) => $method->getName(),
            (new \ReflectionClass(Saphan::class))->getMethods(\ReflectionMethod::IS_PUBLIC),
        );
        $lists = array_filter($operations, fn (string $name) => $this->hasCursor($name));
        $generators = array_map(static fn ($name) => lcfirst(substr($name, 4)), $lists);
        self::assertCount(10, $generators);
        $others = ['__construct', 'create', 'lastRequestId'];
        self::assertEqualsCanonicalizing([...$operations, ...$generators, ...$others], $methods);
    }

    private function hasCursor(string $name): bool
    {
        [, , $operation] = [...$this->operations()][$name];
        $parameters = array_map([self::class, 'resolve'], $operation['parameters'] ?? []);
        $hasCursor = in_array('cursor', array_column($parameters, 'name'), true);
        return str_starts_with($name, 'list') && $hasCursor;
    }

    /**
     * @dataProvider operations
     * @param array<string, mixed> $operation
     */
    public function testAnOperationHasTheMethodPathAndFieldsOfTheDocument(
        string $method,
        string $path,
        array $operation,
    ): void {
        $reflection = new \ReflectionMethod(Saphan::class, $operation['operationId']);
        $parameters = array_map([self::class, 'resolve'], $operation['parameters'] ?? []);
        $in = static fn (string $place) => array_values(
            array_filter($parameters, static fn ($each) => $each['in'] === $place),
        );
        $ids = array_column($in('path'), 'name');
        $names = array_map(static fn ($each) => $each->getName(), $reflection->getParameters());
        self::assertSame($ids, array_slice($names, 0, count($ids)));
        self::assertSame($method === 'POST', in_array('idempotencyKey', $names, true));

        $arguments = array_combine($ids, array_map(static fn ($id) => "{$id}_1", $ids));
        $expected = (string) preg_replace('/\{(\w+)\}/', '${1}_1', $path);
        $query = $in('query');
        self::assertSame($query !== [], in_array('query', $names, true));
        if ($query !== []) {
            $schemas = array_column($query, 'schema', 'name');
            self::checkFields($this->typeOf($reflection, 'query'), ['properties' => $schemas]);
            $arguments['query'] = ['limit' => 7];
            $expected .= '?limit=7';
        }
        $body = $operation['requestBody']['content']['application/json']['schema'] ?? null;
        self::assertSame($body !== null, in_array('body', $names, true));
        if ($body !== null) {
            self::checkType($this->typeOf($reflection, 'body'), $body);
            $arguments['body'] = ['secret' => 'x'];
        }
        $http = new Scripted();
        Gateway::over($http)->{$operation['operationId']}(...$arguments);
        [$request] = $http->requests;
        self::assertSame($method, $request->getMethod());
        self::assertSame($expected, $request->getRequestTarget());
        self::assertSame($body === null ? '' : '{"secret":"x"}', (string) $request->getBody());
        foreach ($operation['responses'] as $status => $response) {
            if (intdiv((int) $status, 100) === 2) {
                $schema = $response['content']['application/json']['schema'];
                self::checkType($this->typeOf($reflection, null), $schema);
            }
        }
    }

    /** @return iterable<string, array{string}> */
    public function events(): iterable
    {
        foreach (array_keys(Gateway::read('docs/openapi.json')['webhooks']) as $name) {
            yield $name => [$name];
        }
    }

    /** @dataProvider events */
    public function testAnEventHasTheDataOfTheDocument(string $name): void
    {
        $post = self::$document['webhooks'][$name]['post'];
        $schema = $post['requestBody']['content']['application/json']['schema'];
        $found = array_filter(
            self::$types,
            static fn ($type) => is_array($type)
                && in_array("'$name'", explode('|', $type['event'][1] ?? ''), true)
                && array_keys($type) === ['id', 'event', 'data', 'timestamp', 'sequence'],
        );
        self::assertCount(1, $found);
        $type = reset($found);
        self::assertEqualsCanonicalizing(array_keys($schema['properties']), array_keys($type));
        if ($name !== 'webhook.ping') {
            self::checkType($type['data'][1], $schema['properties']['data']);
        }
        $union = self::$types['Event'] . '|PingEvent';
        self::assertContains(key($found), explode('|', $union));
    }

    private function typeOf(\ReflectionMethod $method, ?string $parameter): string
    {
        $tag = $parameter === null ? '@return (\S+)' : "@param (\S+) \\\$$parameter";
        preg_match("/$tag/", (string) $method->getDocComment(), $found);
        return $found[1];
    }

    /** @param array<string, mixed> $schema */
    private static function checkFields(string $type, array $schema): void
    {
        $fields = self::$types[$type];
        self::assertIsArray($fields, $type);
        $properties = $schema['properties'];
        self::assertEqualsCanonicalizing(array_keys($properties), array_keys($fields), $type);
        foreach ($properties as $name => $part) {
            [$isRequired, $text] = $fields[$name];
            self::assertSame(in_array($name, $schema['required'] ?? [], true), $isRequired, $name);
            self::checkType($text, $part);
        }
    }

    /** @param array<string, mixed> $schema */
    private static function checkType(string $text, array $schema): void
    {
        $part = self::resolve($schema);
        $kinds = (array) $part['type'];
        $members = explode('|', $text);
        self::assertSame(in_array('null', $kinds, true), in_array('null', $members, true), $text);
        $plain = implode('|', array_diff($members, ['null']));
        $kind = array_values(array_diff($kinds, ['null']))[0] ?? 'null';
        $values = array_key_exists('const', $part) ? [$part['const']] : $part['enum'] ?? null;
        if ($values !== null) {
            $known = self::$types[$plain] ?? $plain;
            $given = array_filter($values, static fn ($value) => $value !== null);
            $written = static fn ($value) => is_string($value) ? "'$value'" : json_encode($value);
            self::assertSame(implode('|', array_map($written, $given)), $known);
        } elseif ($kind === 'array') {
            self::assertMatchesRegularExpression('/^list<.+>$/', $plain);
            $item = substr($plain, 5, -1);
            $item === 'Event' || self::checkType($item, $part['items']);
        } elseif ($kind === 'object' && ($part['properties'] ?? []) !== []) {
            $plain === 'Event' || self::checkFields($plain, $part);
        } else {
            self::assertContains($plain, self::plainTypes($kind), $text);
        }
    }

    /** @return list<string> */
    private static function plainTypes(string $kind): array
    {
        return [
            'string' => ['string', 'string|\DateTimeInterface'],
            'integer' => ['int'],
            'number' => ['int|float'],
            'boolean' => ['bool'],
            'object' => ['array<string, mixed>'],
            'null' => [''],
        ][$kind];
    }

    /**
     * @param array<string, mixed> $part
     * @return array<string, mixed>
     */
    private static function resolve(array $part): array
    {
        while (isset($part['$ref'])) {
            $found = Gateway::read('docs/openapi.json');
            foreach (array_slice(explode('/', $part['$ref']), 1) as $key) {
                $found = $found[$key];
            }
            $part = $found;
        }
        return $part;
    }

    /** @return array<string, array<string, array{bool, string}>|string> The types in Types.php. */
    private static function readTypes(): array
    {
        $comment = (string) (new \ReflectionClass(Types::class))->getDocComment();
        $text = (string) preg_replace('/^ \*(?:     \/\/.*| ?)/m', '', $comment);
        $types = [];
        $alias = '/^@phpstan-type (\w+) (array\{.*?^\}|[^\n]+)/ms';
        preg_match_all($alias, $text, $found, PREG_SET_ORDER);
        foreach ($found as [, $name, $type]) {
            if (!str_starts_with($type, 'array{')) {
                $types[$name] = $type;
                continue;
            }
            preg_match_all('/^\s*(\w+)(\??): (.+),$/m', $type, $fields, PREG_SET_ORDER);
            foreach ($fields as [, $field, $optional, $fieldType]) {
                $types[$name][$field] = [$optional === '', $fieldType];
            }
        }
        return $types;
    }
}
