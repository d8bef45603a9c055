<?php

declare(strict_types=1);

namespace Saphan\Tests;

use PHPUnit\Framework\TestCase;

/** The sources of the packages have nothing that PHP 8.1 lacks, whichever PHP runs the tests. */
final class VersionTest extends TestCase
{
    private const NEWER = [
        'readonly class' => '/\breadonly\s+(?:final\s+|abstract\s+)?class\b/',
        'true, false or null as a type of its own' =>
            '/(?:\):\s*|[(,]\s*|\b(?:public|private|protected|readonly|static)\s+)'
            . '\??(?:true|false|null)(?:\s+[&.]*\$|\s*[{;])/',
        'a union with an intersection' => '/\(\s*[\w\\\\]+\s*&\s*[\w\\\\]+\s*\)\s*\|/',
        'a constant with a type' => '/\bconst\s+\??[\w\\\\|]+\s+\w+\s*=/',
        'a constant of a trait' => '/\btrait\s+\w+\s*\{[^}]*\bconst\b/',
        'a constant by an expression' => '/::\{/',
        'a function or class of PHP 8.2 or newer' =>
            '/\b(?:json_validate|mb_(?:str_pad|trim|ucfirst)|str_(?:in|de)crement'
            . '|array_(?:find|any|all)|ini_parse_quantity|stream_context_set_options)\s*\('
            . '|\bRandom\\\\/',
    ];

    /** @return array<string, array{string, string}> */
    public static function newer(): array
    {
        $cases = [
            'readonly class A {}',
            'function f(): null { return null; }',
            'function f((A&B)|null $a) {}',
            'class A { const string B = ""; }',
            'trait A { const B = 1; }',
            'A::{$name};',
            'json_validate($text);',
        ];
        return array_combine(
            array_keys(self::NEWER),
            array_map(null, array_keys(self::NEWER), $cases),
        );
    }

    /** @dataProvider newer */
    public function testItIsFound(string $name, string $code): void
    {
        self::assertSame([$name], self::newerIn("<?php $code"));
    }

    /** @dataProvider files */
    public function testThePackagesRunOnPhp81(string $file): void
    {
        self::assertSame([], self::newerIn((string) file_get_contents($file)));
    }

    /** @return iterable<string, array{string}> */
    public static function files(): iterable
    {
        foreach (['clients/php/src', 'plugins/woocommerce/src', 'plugins/woocommerce'] as $folder) {
            foreach (glob(Gateway::root("$folder/*.php")) ?: [] as $file) {
                yield "$folder/" . basename($file) => [$file];
            }
        }
    }

    /** @return list<string> Of the code, without its comments and texts. */
    private static function newerIn(string $source): array
    {
        $texts = [T_COMMENT, T_DOC_COMMENT, T_CONSTANT_ENCAPSED_STRING, T_ENCAPSED_AND_WHITESPACE];
        $code = '';
        foreach (\PhpToken::tokenize($source) as $token) {
            $code .= $token->is($texts) ? ' ' : $token->text;
        }
        $found = array_filter(self::NEWER, fn (string $it): bool => preg_match($it, $code) === 1);
        return array_keys($found);
    }
}
