<?php

declare(strict_types=1);

namespace Saphan;

/** @internal */
final class Json
{
    private const DEPTH = 512;

    /**
     * Amounts with their shortest digits, whatever `serialize_precision` is.
     *
     * @param array<string, mixed> $fields
     */
    public static function encode(array $fields): string
    {
        // An empty array would be a list.
        if (($fields['metadata'] ?? null) === []) {
            $fields['metadata'] = new \stdClass();
        }
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        $precision = ini_set('serialize_precision', '-1');
        try {
            return json_encode($fields === [] ? new \stdClass() : $fields, $flags, self::DEPTH);
        } finally {
            if ($precision !== false) {
                ini_set('serialize_precision', $precision);
            }
        }
    }

    /**
     * Null when the text is no JSON object.
     *
     * @return array<string, mixed>|null
     */
    public static function decodeObject(string $text): ?array
    {
        if (!str_starts_with(ltrim($text, " \t\r\n"), '{')) {
            return null;
        }
        $value = json_decode($text, true, self::DEPTH, JSON_BIGINT_AS_STRING);
        return is_array($value) ? $value : null;
    }
}
