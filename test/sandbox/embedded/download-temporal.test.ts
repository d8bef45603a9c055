import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { downloadFrom } from '../../../sandbox/embedded/download-temporal';
import { freePort } from '../../support/free-port';
import { temporaryFolder } from './script-part';

const environment = {};
const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
let server: Server;
let origin: string;
let asked: string[];
let archive: Buffer;

beforeAll(async () => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'temporal'), 'the program');
  writeFileSync(path.join(folder, 'LICENSE'), 'more');
  execFileSync('tar', ['-czf', 'archive.tar.gz', 'LICENSE', 'temporal'], { cwd: folder });
  archive = readFileSync(path.join(folder, 'archive.tar.gz'));
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const { pathname } = new URL(request.url ?? '', origin);
    if (pathname === '/cli/v1.5.1') {
      const archiveUrl = `${origin}/moved/archive.tar.gz`;
      response.end(JSON.stringify({ archiveUrl, fileToExtract: 'temporal' }));
    } else if (pathname === '/moved/archive.tar.gz') {
      response.writeHead(302, { Location: `${origin}/archive.tar.gz` }).end();
    } else if (pathname === '/archive.tar.gz') {
      response.end(archive);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  asked = [];
});

afterAll(() => server.close());

describe('downloadFrom', () => {
  it('requests the archive of this platform and extracts the program', async () => {
    const folder = temporaryFolder();
    await downloadFrom(origin, sum(archive), folder, { environment });
    expect(readFileSync(path.join(folder, 'temporal'), 'utf8')).toBe('the program');
    expect(asked[0]).toContain(`platform=${process.platform}&arch=`);
    expect(asked[0]).toContain('format=tar.gz');
  });

  it('names the URL that failed', async () => {
    await expect(
      downloadFrom(`${origin}/elsewhere`, sum(archive), temporaryFolder(), { environment }),
    ).rejects.toThrow(/elsewhere\/cli\/v1.5.1.* answered 404/);
  });

  it('removes a program whose archive has another checksum', async () => {
    const folder = temporaryFolder();
    const other = sum(Buffer.from('another archive'));
    await expect(downloadFrom(origin, other, folder, { environment })).rejects.toThrow(
      `has the checksum ${sum(archive)}, not ${other}`,
    );
    expect(existsSync(path.join(folder, 'temporal'))).toBe(false);
  });

  it('fails for a truncated archive', async () => {
    const whole = archive;
    archive = whole.subarray(0, whole.length - 40);
    await expect(
      downloadFrom(origin, sum(archive), temporaryFolder(), { environment }),
    ).rejects.toThrow();
    archive = whole;
  });

  it('fails when no server listens', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    await expect(
      downloadFrom(nobody, sum(archive), temporaryFolder(), { environment }),
    ).rejects.toThrow('ECONNREFUSED');
  });
});
