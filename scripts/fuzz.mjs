#!/usr/bin/env node
// `npm run fuzz [-- --max-examples N --seed N --max-time SECONDS]`: Schemathesis reads the OpenAPI
// document of a running gateway and sends thousands of requests. Exits with 0 only if it has no
// findings and `gateway audit` passes. Other options are passed to Schemathesis.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startGateway } from './fuzz-gateway.mjs';
import { obtainVenv, programName } from './python-venv.mjs';
import { load, makeReady, root } from './ready.mjs';
import { userCacheDir } from './user-cache-dir.mjs';

const settings = path.join(root, 'test/fuzz');
/** Deterministic requests, except for ids and times. */
const defaults = ['--seed', '20261121', '--max-examples', '150'];

/** A webhook receiver, so that webhooks can be registered. */
async function startReceiver() {
  const server = createServer((request, response) =>
    request.resume().on('end', () => response.end()),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** One document of all operations: a callback names orders that another operation creates. */
async function describeAll() {
  const { operationsOf } = await load('src/app.js');
  const { readConfig } = await load('src/config.js');
  const { openApiDocument } = await load('src/http/openapi/document.js');
  const config = readConfig({});
  return JSON.stringify(openApiDocument(operationsOf(config), config));
}

/** Runs Schemathesis in a temporary folder. Returns its exit code. */
async function attack(program, facts, receiverUrl) {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-schemathesis-'));
  const document = path.join(folder, 'openapi.json');
  try {
    writeFileSync(document, await describeAll());
    const child = spawn(
      program,
      [
        '--config-file',
        path.join(settings, 'schemathesis.toml'),
        'run',
        document,
        '--url',
        facts.apiUrl,
        ...defaults,
        ...process.argv.slice(2),
      ],
      {
        cwd: folder,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: {
          ...process.env,
          PYTHONPATH: settings,
          PYTHONDONTWRITEBYTECODE: '1',
          SCHEMATHESIS_HOOKS: 'hooks',
          FUZZ_MERCHANT_KEY: facts.apiKey,
          FUZZ_PROVIDER_KEY: facts.providerKey,
          FUZZ_OPERATOR_KEY: facts.operatorKey,
          FUZZ_RECEIVER: receiverUrl,
        },
      },
    );
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The gateway's request count. */
async function countRequests({ apiUrl }) {
  const metrics = await (await fetch(`${apiUrl}/metrics`)).text();
  const counts = metrics.matchAll(/^saphan_http_request_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function fuzz() {
  await makeReady();
  const requirements = path.join(settings, 'requirements.txt');
  const venv = obtainVenv(userCacheDir(), { name: 'fuzz', title: 'The fuzzer', requirements });
  const program = path.join(venv, programName('st'));
  const gateway = await startGateway();
  const receiver = await startReceiver();
  try {
    const code = await attack(program, gateway.facts, receiver.url);
    const sent = await countRequests(gateway.facts);
    const sound = await gateway.audit();
    const found = code === 0 ? 'without findings' : 'with findings (see above)';
    const ledger = sound ? 'passes the audit' : 'fails the audit (see above)';
    console.log(`Fuzz: ${sent} requests ${found}; the ledger ${ledger}.`);
    return code === 0 && sound && sent > 0 ? 0 : 1;
  } finally {
    receiver.close();
    await gateway.close();
  }
}

// The fuzzer and the gateway receive the interrupt as well; this process cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.exitCode = await fuzz().catch((error) => {
  console.error(error.message);
  return 1;
});
