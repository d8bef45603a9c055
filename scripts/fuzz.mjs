#!/usr/bin/env node
// `npm run fuzz [-- --max-examples N --seed N --max-time SECONDS]`: Schemathesis reads a running
// gateway's own description and sends it thousands of requests. The exit code is 0 only when it
// finds nothing and the ledger still adds up. What is not known here is passed on to Schemathesis.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { obtainSchemathesis } from './fuzz-venv.mjs';
import { startGateway } from './fuzz-gateway.mjs';
import { load, makeReady, root } from './ready.mjs';

const settings = path.join(root, 'test/fuzz');
/** The same requests at every run, but for ids and times. */
const defaults = ['--seed', '20261121', '--max-examples', '150'];

/** Answers every webhook, so that one can be registered. */
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

/** Runs Schemathesis in a folder of its own, for what it writes. Its exit code. */
async function attack(program, facts, receiverUrl) {
  const folder = mkdtempSync(path.join(tmpdir(), 'saphan-schemathesis-'));
  try {
    const child = spawn(
      program,
      [
        '--config-file',
        path.join(settings, 'schemathesis.toml'),
        'run',
        `${facts.apiUrl}/openapi.json`,
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

/** As the gateway itself counts them. */
async function countRequests({ apiUrl }) {
  const metrics = await (await fetch(`${apiUrl}/metrics`)).text();
  const counts = metrics.matchAll(/^saphan_http_request_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

async function fuzz() {
  await makeReady();
  const { userCacheDir } = await load('sandbox/embedded/cache-dir.js');
  const requirements = path.join(settings, 'requirements.txt');
  const program = obtainSchemathesis(userCacheDir(process.env), requirements);
  const gateway = await startGateway();
  const receiver = await startReceiver();
  try {
    const code = await attack(program, gateway.facts, receiver.url);
    const sent = await countRequests(gateway.facts);
    const sound = await gateway.audit();
    const found = code === 0 ? 'found nothing' : 'found faults: see above';
    const ledger = sound ? 'adds up' : 'does not add up: see above';
    console.log(`Fuzz: ${sent} requests ${found}; the ledger ${ledger}.`);
    return code === 0 && sound && sent > 0 ? 0 : 1;
  } finally {
    receiver.close();
    await gateway.close();
  }
}

// The fuzzer and the gateway hear of an interrupt by themselves; this process then cleans up.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.exitCode = await fuzz().catch((error) => {
  console.error(error.message);
  return 1;
});
