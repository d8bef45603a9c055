// The suites of clients/php and plugins/woocommerce: PHPUnit with the packages of Debian, or those
// of Composer where the package has a folder `vendor`. Each is loaded by the autoloader that
// Composer writes for it. The plug-in needs the files of WordPress, in Debian's folder or at
// SAPHAN_WORDPRESS.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { packers, unpackZip } from '../packages.mjs';
import { root } from '../ready.mjs';
import { countTests } from './junit.mjs';
import { writeSamples } from './samples.mjs';

const client = path.join(root, 'clients/php');
const plugin = path.join(root, 'plugins/woocommerce');
const autoloader = 'vendor/autoload.php';
const debian = ['Nyholm/Psr7', 'GuzzleHttp', 'Symfony/Component/HttpClient'].map(
  (name) => `/usr/share/php/${name}/autoload.php`,
);
export const wordpress = [
  process.env.SAPHAN_WORDPRESS ?? '/usr/share/wordpress',
  '/usr/local/share/wordpress',
].find((folder) => existsSync(path.join(folder, 'wp-includes/http.php')));

const programs = {
  php: ['-r', 'exit(PHP_VERSION_ID < 80100 || !function_exists("curl_init") ? 1 : 0);'],
  composer: ['--version'],
  phpunit: ['--version'],
  phpcs: ['--version'],
};

export function missingPhp() {
  const hasPackages = existsSync(path.join(client, autoloader)) || debian.every(existsSync);
  const works = ([program, words]) => spawnSync(program, words).status === 0;
  if (hasPackages && Object.entries(programs).every(works)) return null;
  return (
    'It needs PHP 8.1 with curl. On Debian: apt-get install php-cli php-curl php-xml ' +
    'php-mbstring composer phpunit php-codesniffer php-nyholm-psr7 php-guzzlehttp-guzzle ' +
    'php-symfony-http-client.'
  );
}

export const phpSuite = {
  missing: missingPhp,
  prepare(folder) {
    // The samples of the documentation begin without an empty line.
    const style = ['--standard=PSR12', '--exclude=PSR12.Files.FileHeader', '--extensions=php'];
    run('phpcs', [...style, '-q', writeSamples(path.join(folder, 'samples'))], folder);
    installZips(path.join(folder, 'shop'));
    return suiteOf(copyPackage(client, path.join(folder, 'client')), folder);
  },
};

export const wooCommerceSuite = {
  missing() {
    if (wordpress !== undefined) return missingPhp();
    return 'It needs the files of WordPress, at SAPHAN_WORDPRESS or from the Debian package.';
  },
  prepare(folder) {
    const copy = copyPackage(client, path.join(folder, 'client'));
    const environment = { SAPHAN_PHP: copy, SAPHAN_WORDPRESS: wordpress };
    return suiteOf(copyPackage(plugin, path.join(folder, 'plugin')), folder, environment);
  },
};

/** What Composer would install from Packagist. Debian has their classes. */
const provided = {
  'nyholm/psr7': '1.5.1',
  'psr/http-client': '1.0.3',
  'psr/http-factory': '1.0.2',
  'psr/http-message': '1.1',
};
const usage = `<?php
foreach (array_slice($argv, 1) as $file) { require $file; }
require 'vendor/autoload.php';
Saphan\\Saphan::create('sk_test_none');
$signed = Saphan\\Webhook::signTestEvent('a secret of 24 bytes....', ['id' => 'evt_1']);
$event = Saphan\\Webhook::verify('a secret of 24 bytes....', $signed->headers, $signed->body);
exit($event['id'] === 'evt_1' && class_exists(Saphan\\WooCommerce\\Payments::class) ? 0 : 1);
`;

/** Installs the packages of a release in an empty project, and uses them. */
function installZips(shop) {
  unpackZips(shop);
  compose(shop, {
    name: 'saphan/shop',
    require: { 'saphan/saphan': '*', 'saphan/woocommerce': '*' },
    repositories: [{ ...unpacked, url: './saphan-*/' }, withoutPackagist],
  });
  writeFileSync(path.join(shop, 'use.php'), usage);
  run('php', ['use.php', ...libraries()], shop);
}

/** Installs the plug-in of a release in a folder, with the client and its libraries. */
export function installPlugin(folder) {
  const packages = `${folder}-packages`;
  unpackZips(packages);
  renameSync(path.join(packages, 'saphan-for-woocommerce'), folder);
  const manifest = JSON.parse(readFileSync(path.join(folder, 'composer.json'), 'utf8'));
  compose(folder, {
    ...manifest,
    'require-dev': {},
    repositories: [{ ...unpacked, url: path.join(packages, 'saphan-php') }, withoutPackagist],
    autoload: { ...manifest.autoload, files: libraries() },
  });
  rmSync(packages, { recursive: true });
}

function unpackZips(folder) {
  mkdirSync(folder);
  for (const pack of [packers.php, packers.woocommerce]) unpackZip(pack(folder), folder);
}

const unpacked = { type: 'path', options: { symlink: false } };
const withoutPackagist = { 'packagist.org': false };

function compose(folder, manifest) {
  const text = JSON.stringify({ ...manifest, provide: provided });
  writeFileSync(path.join(folder, 'composer.json'), text);
  run('composer', ['update', '--no-dev', '--no-interaction', '--no-plugins', '--quiet'], folder);
}

const libraries = () =>
  existsSync(path.join(client, autoloader)) ? [path.join(client, autoloader)] : debian;

/** Copies a package and has Composer check it and write its autoloader, without a network. */
function copyPackage(source, copy) {
  cpSync(source, copy, { recursive: true });
  const options = ['--no-interaction', '--no-plugins', '--quiet'];
  run('composer', ['validate', '--strict', '--no-check-lock', ...options], copy);
  if (existsSync(path.join(copy, autoloader))) return copy;
  run('composer', ['dump-autoload', '--dev', '--optimize', ...options], copy);
  return copy;
}

function suiteOf(cwd, folder, environment = {}) {
  run('phpcs', ['--standard=phpcs.xml', '-q', '--ignore=*/vendor/*'], cwd);
  const report = path.join(folder, 'report.xml');
  return {
    program: 'phpunit',
    programArguments: [`--log-junit=${report}`],
    cwd,
    environment: { SAPHAN_ROOT: root, ...environment },
    count: () => countTests(report),
  };
}

function run(program, words, cwd) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_DISABLE_NETWORK: '1' },
  });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}:\n${stdout}${stderr}`);
}
