import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { closeAfterFile } from '../support/close-after-file';

const script = path.join(__dirname, '..', '..', 'scripts', 'audit.mjs');

/** A registry with these advisories; null for one that answers with an error. */
async function startRegistry(weaknesses: object | null): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const asked = request.method === 'POST' && request.url?.endsWith('/advisories/bulk') === true;
    if (!asked) response.writeHead(404).end('{}');
    else if (weaknesses === null) response.writeHead(405).end('{}');
    else response.end(JSON.stringify(weaknesses));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeAfterFile(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Runs the script against a registry, with a separate cache, because npm caches advisories. */
async function audit(registry: string): Promise<{ readonly code: number; readonly out: string }> {
  const cache = await mkdtemp(path.join(tmpdir(), 'saphan-audit-'));
  closeAfterFile(() => rm(cache, { recursive: true, force: true }));
  const env = {
    PATH: process.env['PATH'] ?? '',
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_fetch_retries: '0',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env }, (error, out) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out });
    });
  });
}

const weakness = (severity: string) => ({
  koa: [
    {
      id: 1,
      url: 'https://example.com/1',
      title: 'Answers whatever it is asked',
      severity,
      vulnerable_versions: '<99',
    },
  ],
});

describe('npm run audit', () => {
  it('exits with 0 and the number of packages without a vulnerability', async () => {
    const { code, out } = await audit(await startRegistry({}));
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^No known vulnerability .* \d{3,} packages/),
    ]);
  });

  it.each(['high', 'critical'])('exits with 1 and lists a %s vulnerability', async (severity) => {
    const { code, out } = await audit(await startRegistry(weakness(severity)));
    expect(out).toContain(`${severity}  koa: Answers whatever it is asked`);
    expect(code).toBe(1);
  });

  it('ignores a moderate vulnerability', async () => {
    const { code, out } = await audit(await startRegistry(weakness('moderate')));
    expect([code, out]).toEqual([0, expect.stringContaining('No known vulnerability of high')]);
  });

  it.each([
    ['rejects the request', () => startRegistry(null)],
    ['is not reachable', () => Promise.resolve('http://127.0.0.1:9/')],
  ])(
    'exits with 2 and reports that nothing was checked when the registry %s',
    async (_name, start) => {
      const { code, out } = await audit(await start());
      expect([code, out]).toEqual([2, expect.stringMatching(/^NOT CHECKED/)]);
    },
  );
});
