// A Medusa application with the packed provider, on a database of its own.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { linkMedusa, obtainMedusa, packers, unpackNpm } from './packages.mjs';
import { root } from './ready.mjs';

const START_MS_MAX = 180_000;

/** Of `medusa-config.js`: no admin pages, and all services in memory. */
const configOf = (settings) => `
const settings = ${JSON.stringify(settings)};
const load = require;
const { defineConfig } = load(settings.framework);
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: settings.databaseUrl,
    databaseDriverOptions: { ssl: false, connection: { ssl: false } },
    http: {
      storeCors: settings.url,
      adminCors: settings.url,
      authCors: settings.url,
      jwtSecret: settings.secret,
      cookieSecret: settings.secret,
    },
  },
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        webhook_delay: 0,
        providers: [{ resolve: 'medusa-payment-saphan', id: 'saphan', options: settings.provider }],
      },
    },
  ],
});
`;

/** Returns the address, the credentials of an administrator, and `close`. */
export async function startMedusa(folder, { serverUrl, port, provider }) {
  await installMedusa(folder);
  const databaseUrl = await createDatabase(serverUrl);
  const url = `http://127.0.0.1:${port}`;
  const secret = randomBytes(16).toString('hex');
  writeFileSync(
    path.join(folder, 'medusa-config.js'),
    configOf({ framework: '@medusajs/framework/utils', databaseUrl, url, secret, provider }),
  );
  const admin = { email: 'admin@example.com', password: secret };
  medusa(folder, 'db:migrate');
  medusa(folder, 'user', '-e', admin.email, '-p', admin.password);
  const logFile = path.join(folder, 'medusa.log');
  const log = openSync(logFile, 'w');
  const words = [commandOf(folder), 'start', '--port', String(port), '--host', '127.0.0.1'];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  for (const endMs = Date.now() + START_MS_MAX; !(await answers(`${url}/health`));) {
    if (child.exitCode !== null || Date.now() > endMs) {
      throw new Error(`Medusa did not start:\n${readFileSync(logFile, 'utf8')}`);
    }
    await pause(200);
  }
  return { url, admin, close, log: () => readFileSync(logFile, 'utf8') };
}

const environment = {
  ...process.env,
  NODE_ENV: 'production',
  MEDUSA_DISABLE_TELEMETRY: 'true',
};

async function installMedusa(folder) {
  const file = path.join(root, 'plugins/medusa/package.json');
  const { devDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  const version = devDependencies['@medusajs/utils'];
  const names = ['cli', 'framework', 'medusa'].map((name) => [`@medusajs/${name}`, version]);
  linkMedusa(await obtainMedusa(Object.fromEntries(names)), folder);
  const modules = path.join(folder, 'node_modules');
  unpackNpm(packers.typescript(folder), path.join(modules, 'saphan'));
  unpackNpm(await packers.medusa(folder), path.join(modules, 'medusa-payment-saphan'));
  const dependencies = { '@medusajs/medusa': version };
  const manifest = { name: 'shop', private: true, dependencies };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
}

async function createDatabase(serverUrl) {
  const name = `medusa_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

const commandOf = (folder) => path.join(folder, 'node_modules/@medusajs/cli/cli.js');

function medusa(folder, ...words) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [commandOf(folder), ...words], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`medusa ${words[0]}:\n${stdout}${stderr}`);
}

async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
