import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { portFault } from '../../sandbox/embedded/ports';
import { compose } from '../deployment/installation';
import { closeAfterFile } from '../support/close-after-file';
import { freePort } from '../support/free-port';
import { until } from '../support/until';

/**
 * Starts the proxy of docker-compose.yml, without TLS, before APIs on loopback ports. The console
 * has the same ports. Returns the proxy's URL.
 */
export async function startProxy(ports: readonly number[]): Promise<string> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = await mkdtemp(path.join(tmpdir(), 'saphan-proxy-'));
  closeAfterFile(() => rm(folder, { recursive: true }));
  const config = path.join(folder, 'Caddyfile');
  await writeFile(config, caddyfile(ports));
  const { command = [] } = compose.services['proxy'] ?? {};
  const child = spawn(
    await obtainCaddy(),
    command.slice(1).map((word) => (word === '/etc/caddy/Caddyfile' ? config : word)),
    {
      env: { HOME: folder, PUBLIC_URL: url, TLS: '', CONSOLE_FROM: '127.0.0.1/32' },
      stdio: 'ignore',
    },
  );
  closeAfterFile(async () => {
    const exited = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await exited;
  });
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}`);
      return portFault('127.0.0.1', port);
    },
    { describe: 'the proxy accepts connections' },
  );
  return url;
}

/** The configuration of docker-compose.yml with the addresses of these APIs. */
function caddyfile(ports: readonly number[]): string {
  const upstreams = ports.map((port) => `127.0.0.1:${port}`).join(' ');
  // Compose reads `$$` as `$`.
  const shipped = compose.configs['proxy']?.content.replaceAll('$$', '$') ?? '';
  const replaced = shipped.replaceAll(/\bapi:\d+ api-2:\d+(?= \{)/g, upstreams);
  expect(replaced.split(upstreams)).toHaveLength(3);
  return replaced;
}

/** Runs scripts/caddy.mjs, which builds the program at the first time. */
async function obtainCaddy(): Promise<string> {
  const building = promisify(execFile)(process.execPath, [path.resolve('scripts/caddy.mjs')]);
  building.child.stderr?.pipe(process.stderr);
  return (await building).stdout;
}

/** Whether the API on a port has created a payment since its start. */
export async function hasServed(port: number): Promise<boolean> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return /^saphan_http_request_seconds_count\{[^}]*"createQrCode"[^}]*\} [1-9]/m.test(metrics);
}
