// A gateway for the fuzzer and the clients' suites: `npm start` in a temporary folder.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePorts } from './free-ports.mjs';
import { load, root } from './ready.mjs';

const ports = [
  'PORT',
  'POSTGRES_PORT',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
  'SANDBOX_BANK_PORT',
  'WORKER_PORT',
];

const operatorKey = randomBytes(16).toString('hex');

/**
 * Starts a gateway. Returns its addresses, `run` for a command, `audit`, `postgresUrl` of its
 * server with the superuser, and `close`.
 */
export async function startGateway() {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-fuzz-'));
  const numbers = await freePorts(ports.length);
  const environment = {
    ...process.env,
    ...Object.fromEntries(ports.map((name, at) => [name, String(numbers[at])])),
    DATA_DIR: path.join(folder, 'data'),
    // More than is sent: the rate limit is not under test.
    RATE_LIMIT_PER_SECOND: '1000000',
    CONNECTIONS_PER_ADDRESS: '10000',
    OPERATOR_KEY: operatorKey,
    // Commands need it as well.
    ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    LOG_LEVEL: 'warn',
  };
  // Ignores the configuration of another installation.
  for (const name of [
    'DATABASE_URL',
    'TEMPORAL_ADDRESS',
    'PROVIDER',
    'PROVIDER_URL',
    'PUBLIC_URL',
  ]) {
    delete environment[name];
  }
  const logFile = path.join(folder, 'start.log');
  const log = openSync(logFile, 'w');
  const child = runGateway(['start', '--json'], environment, ['ignore', 'pipe', log]);
  closeSync(log);
  const exited = once(child, 'exit');
  const close = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  const first = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => line),
    exited.then(() => null),
  ]);
  if (first === null) {
    const said = readFileSync(logFile, 'utf8');
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`The gateway did not start:\n${said}`);
  }
  const facts = JSON.parse(first);
  const withDatabase = { ...environment, DATABASE_URL: facts.databaseUrl };
  return {
    facts: { ...facts, operatorKey },
    close,
    run: (...words) => resultOf(words, withDatabase),
    audit: () => audit(withDatabase),
    postgresUrl: async () => {
      const { embeddedUrl } = await load('sandbox/embedded/postgres-cluster.js');
      return embeddedUrl(environment.DATA_DIR, Number(environment.POSTGRES_PORT), 'postgres');
    },
  };
}

/** What a command prints as JSON. */
async function resultOf(words, environment) {
  const child = runGateway([...words, '--json'], environment, ['ignore', 'pipe', 'inherit']);
  const parts = [];
  child.stdout.on('data', (part) => parts.push(part));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`gateway ${words.join(' ')} exited with ${code}`);
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

/** As `npm start` does, which obtains a Temporal server. */
function runGateway(commandArguments, env, stdio) {
  const start = path.join(root, 'scripts/start.mjs');
  return spawn(process.execPath, [start, ...commandArguments], { cwd: root, env, stdio });
}

/** Whether `audit` finds no violation; prints the violations. */
async function audit(environment) {
  const child = runGateway(['audit'], environment, ['ignore', 'pipe', 'inherit']);
  const parts = [];
  child.stdout.on('data', (part) => parts.push(part));
  const [code] = await once(child, 'close');
  if (code !== 0) process.stdout.write(Buffer.concat(parts));
  return code === 0;
}
