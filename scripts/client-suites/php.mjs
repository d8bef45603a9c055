// The suite of clients/php: PHPUnit with the packages of Debian, or those of Composer where
// clients/php/vendor exists. The package is loaded by the autoloader that Composer writes for it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../ready.mjs';
import { countTests } from './junit.mjs';

const source = path.join(root, 'clients/php');
const debian = ['Nyholm/Psr7', 'GuzzleHttp', 'Symfony/Component/HttpClient'].map(
  (name) => `/usr/share/php/${name}/autoload.php`,
);
const hasPackages = () =>
  existsSync(path.join(source, 'vendor/autoload.php')) || debian.every((file) => existsSync(file));

const programs = {
  php: ['-r', 'exit(PHP_VERSION_ID < 80100 || !function_exists("curl_init") ? 1 : 0);'],
  composer: ['--version'],
  phpunit: ['--version'],
  phpcs: ['--version'],
};
const works = ([program, words]) => spawnSync(program, words).status === 0;

export const phpSuite = {
  missing: () =>
    Object.entries(programs).every(works) && hasPackages()
      ? null
      : 'It needs PHP 8.1 with curl. On Debian: apt-get install php-cli php-curl php-xml ' +
        'php-mbstring composer phpunit php-codesniffer php-nyholm-psr7 php-guzzlehttp-guzzle ' +
        'php-symfony-http-client.',
  async prepare(folder) {
    const vendor = path.join(source, 'vendor/autoload.php');
    const copy = path.join(folder, 'source');
    cpSync(source, copy, { recursive: true });
    const composer = ['--no-interaction', '--no-plugins', '--quiet'];
    run('composer', ['validate', '--strict', '--no-check-lock', ...composer], copy);
    if (!existsSync(vendor))
      run('composer', ['dump-autoload', '--dev', '--optimize', ...composer], copy);
    run('phpcs', ['--standard=phpcs.xml', '-q'], source);
    const report = path.join(folder, 'report.xml');
    return {
      program: 'phpunit',
      programArguments: [`--log-junit=${report}`],
      cwd: copy,
      environment: { SAPHAN_ROOT: root },
      count: () => countTests(report),
    };
  },
};

function run(program, words, cwd) {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, COMPOSER_ALLOW_SUPERUSER: '1', COMPOSER_DISABLE_NETWORK: '1' },
  });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}:\n${stdout}${stderr}`);
}
