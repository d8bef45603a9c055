// WordPress with WooCommerce and the packed plug-in, on a MariaDB of its own. Shops share files and
// the database, with tables of their own.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installPlugin, missingPhp, wordpress } from '../client-suites/php.mjs';
import { createBrowser } from './browser.mjs';

const START_MS_MAX = 60_000;
const woocommerce = process.env.SAPHAN_WOOCOMMERCE;

const configOf = (socket) => `<?php
define('DB_NAME', 'shops');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
$table_prefix = getenv('SHOP') . '_';
define('WP_HOME', getenv('SHOP_URL'));
define('WP_SITEURL', getenv('SHOP_URL'));
define('AUTH_KEY', '${randomBytes(32).toString('hex')}');
define('WP_DEFAULT_THEME', 'shop');
define('WP_DEBUG', true);
define('WP_DEBUG_DISPLAY', false);
define('WP_DEBUG_LOG', __DIR__ . '/debug.log');
define('DISABLE_WP_CRON', true);
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('ABSPATH', __DIR__ . '/');
require ABSPATH . 'wp-settings.php';
`;
const theme = `<?php
wp_head();
while (have_posts()) { the_post(); the_content(); }
wp_footer();
`;

/** What is not installed, and how to have it; null when nothing is missing. */
export function missing() {
  if (wordpress === undefined) {
    return 'It needs the files of WordPress, at SAPHAN_WORDPRESS or from the Debian package.';
  }
  if (woocommerce === undefined || !existsSync(path.join(woocommerce, 'woocommerce.php'))) {
    return (
      'SAPHAN_WOOCOMMERCE is not the folder of WooCommerce: unpack a release of ' +
      'https://wordpress.org/plugins/woocommerce. Release 7.9 works with the WordPress of Debian 12.'
    );
  }
  const hasDatabase = ['mariadbd', 'mariadb-install-db'].every(
    (program) => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined,
  );
  const hasDriver = spawnSync('php', ['-r', 'exit(class_exists("mysqli") ? 0 : 1);']).status === 0;
  if (!hasDatabase || !hasDriver) {
    return (
      'It needs MariaDB. On Debian: apt-get install mariadb-server-core mariadb-client-core ' +
      'php-mysql.'
    );
  }
  return missingPhp();
}

/** Starts the database and lays out the files. Returns `open` for a shop, `log` and `close`. */
export async function startWordPress(folder) {
  const web = path.join(folder, 'web');
  const content = path.join(web, 'wp-content');
  const isCode = (file) => !file.startsWith(path.join(wordpress, 'wp-content'));
  cpSync(wordpress, web, { recursive: true, filter: isCode, verbatimSymlinks: true });
  mkdirSync(path.join(content, 'themes/shop'), { recursive: true });
  writeFileSync(path.join(content, 'themes/shop/style.css'), '/* Theme Name: Shop */\n');
  writeFileSync(path.join(content, 'themes/shop/index.php'), theme);
  cpSync(woocommerce, path.join(content, 'plugins/woocommerce'), { recursive: true });
  installPlugin(path.join(content, 'plugins/saphan-for-woocommerce'));
  const database = await startDatabase(folder);
  writeFileSync(path.join(web, 'wp-config.php'), configOf(database.socket));
  const log = path.join(web, 'debug.log');
  return {
    open: (name, port) => openShop(web, name, port),
    log: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    close: database.close,
  };
}

async function startDatabase(folder) {
  const socket = path.join(folder, 'mariadb.sock');
  const own = ['--no-defaults', `--datadir=${path.join(folder, 'mariadb')}`];
  if (process.getuid() === 0) own.push('--user=root');
  runProgram('mariadb-install-db', [...own, '--auth-root-authentication-method=normal'], folder);
  const words = [...own, `--socket=${socket}`, '--skip-networking', '--skip-log-bin'];
  const server = startProgram('mariadbd', words, folder, {});
  await server.until(() => existsSync(socket));
  const create = `$d = new mysqli('localhost', 'root', '', '', 0, $argv[1]);
    $d->query('create database shops');`;
  runProgram('php', ['-r', create, socket], folder);
  return { socket, close: server.close };
}

function runProgram(program, words, cwd, environment = {}) {
  const env = { ...process.env, ...environment };
  const { status, stdout, stderr } = spawnSync(program, words, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words[0]}:\n${stdout}${stderr}`);
  return stdout;
}

/** A server, whose `close` ends its workers as well. */
function startProgram(program, words, cwd, environment) {
  const logFile = path.join(cwd, `${path.basename(program)}-${randomBytes(4).toString('hex')}.log`);
  const log = openSync(logFile, 'w');
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', log, log],
    detached: true,
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const until = async (isReady) => {
    for (const endMs = Date.now() + START_MS_MAX; !(await isReady()); await pause(50)) {
      if (child.exitCode !== null || Date.now() > endMs) {
        throw new Error(`${program} did not start:\n${readFileSync(logFile, 'utf8')}`);
      }
    }
  };
  const close = async () => {
    process.kill(-Number(child.pid), 'SIGTERM');
    await exited;
  };
  return { until, close };
}

/** Installs a shop. Returns its address, its administrator's browser and REST API, and `run`. */
async function openShop(web, name, port) {
  const url = `http://127.0.0.1:${port}`;
  const environment = { SHOP: name, SHOP_URL: url, PHP_CLI_SERVER_WORKERS: '4' };
  const settings = ['-d', 'sendmail_path=true', '-d', 'memory_limit=512M'];
  const words = [...settings, '-S', `127.0.0.1:${port}`, '-t', web];
  const server = startProgram('php', words, web, environment);
  const answers = () =>
    fetch(`${url}/readme.html`).then(
      ({ ok }) => ok,
      () => false,
    );
  await server.until(answers);
  const admin = createBrowser(url);
  const password = randomBytes(12).toString('hex');
  const site = {
    weblog_title: name,
    user_name: 'admin',
    admin_password: password,
    admin_password2: password,
    admin_email: 'admin@example.com',
    blog_public: '0',
  };
  await admin.post('/wp-admin/install.php?step=2', site);
  await admin.get('/wp-login.php');
  await admin.post('/wp-login.php', { log: 'admin', pwd: password, testcookie: '1' });
  const { text: nonce } = await admin.get('/wp-admin/admin-ajax.php?action=rest-nonce');
  const api = async (method, route, body) => {
    const [route_, query] = route.split('?');
    const answer = await admin.send(
      `/?rest_route=${route_}${query === undefined ? '' : `&${query}`}`,
      {
        method,
        headers: { 'content-type': 'application/json', 'x-wp-nonce': nonce },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
    );
    if (answer.status >= 400) throw new Error(`${method} ${route}: ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const run = (code) => {
    const load = `$_SERVER['HTTP_HOST'] = '127.0.0.1:${port}'; require 'wp-load.php';`;
    return runProgram('php', [...settings, '-r', `${load} ${code}`], web, environment);
  };
  return { url, admin, api, run, close: server.close };
}
