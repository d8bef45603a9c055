import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
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
async function audit(
  registry: string,
  database?: string,
): Promise<{ readonly code: number; readonly out: string }> {
  const cache = await mkdtemp(path.join(tmpdir(), 'saphan-audit-'));
  closeAfterFile(() => rm(cache, { recursive: true, force: true }));
  const env = {
    PATH: process.env['PATH'] ?? '',
    npm_config_registry: registry,
    npm_config_cache: cache,
    npm_config_fetch_retries: '0',
    ...(database === undefined ? {} : { ADVISORY_DATABASE: database }),
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

describe('npm run audit without the registry', () => {
  const { packages } = JSON.parse(
    readFileSync(path.join(__dirname, '../../package-lock.json'), 'utf8'),
  ) as { packages: Record<string, { version: string }> };
  const koa = packages['node_modules/koa']?.version ?? '';
  const [major = 0] = koa.split('.').map(Number);

  /** An advisory about koa, named by its id. */
  const advisory = (id: string, events: readonly object[], more: object = {}) => ({
    id,
    modified: '2026-11-01T00:00:00Z',
    summary: 'Answers whatever it is asked',
    affected: [
      { package: { ecosystem: 'npm', name: 'koa' }, ranges: [{ type: 'SEMVER', events }] },
    ],
    database_specific: { severity: 'HIGH' },
    ...more,
  });
  const everything = [{ introduced: '0' }];
  const affecting = [
    advisory('every-version', everything),
    advisory('fixed-later', [
      { introduced: `${major}.0.0-alpha.2` },
      { fixed: `${major + 1}.0.0` },
    ]),
    advisory('up-to-ours', [...everything, { last_affected: koa }]),
    advisory('again', [...everything, { fixed: '1.0.0' }, { introduced: koa }]),
    advisory('without-severity', everything, { database_specific: {} }),
  ];
  const others = [
    advisory('fixed-in-ours', [...everything, { fixed: koa }]),
    advisory('up-to-a-pre-release', [...everything, { last_affected: `${koa}-rc.1` }]),
    advisory('introduced-later', [{ introduced: `${major + 1}.0.0-rc.1` }]),
    advisory('moderate', everything, { database_specific: { severity: 'MODERATE' } }),
    advisory('withdrawn', everything, { withdrawn: '2026-11-02T00:00:00Z' }),
  ];

  async function auditBy(advisories: readonly { readonly id: string }[]) {
    const folder = await mkdtemp(path.join(tmpdir(), 'saphan-advisories-'));
    closeAfterFile(() => rm(folder, { recursive: true, force: true }));
    for (const each of advisories) {
      writeFileSync(path.join(folder, `${each.id}.json`), JSON.stringify(each));
    }
    return audit('http://127.0.0.1:9/', folder);
  }

  it('exits with 1 and lists the advisories that affect a locked version', async () => {
    const { code, out } = await auditBy([...affecting, ...others]);
    const listed = [...out.matchAll(/^ {2}(?:high|unknown) {2}koa (\S+): (\S+) Answers/gm)];
    expect(listed.map(([, version, id]) => [version, id])).toEqual(
      affecting.map(({ id }) => [koa, id]).toSorted(([, a = ''], [, b = '']) => a.localeCompare(b)),
    );
    expect(out).toContain('by 10 advisories up to 2026-11-01');
    expect(code).toBe(1);
  });

  it('exits with 0 when no advisory affects a locked version', async () => {
    const { code, out } = await auditBy(others);
    expect([code, out]).toEqual([0, expect.stringMatching(/^No known vulnerability/)]);
  });
});
