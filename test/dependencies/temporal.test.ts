import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../sandbox/embedded/script-part';
import { freePort } from '../support/free-port';

const script = path.join(__dirname, '..', '..', 'scripts', 'temporal.mjs');
const node = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, args, { env });

function writeProgram(file: string, lines: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n${lines}\n`);
  chmodSync(file, 0o755);
  return file;
}

const temporalSays = "echo 'temporal version 1.5.1'";

/** A machine without a CLI or a network. `go` writes a program with the line `built`. */
async function bareMachine(built: string | null) {
  const folder = temporaryFolder();
  const [bin, calls] = [path.join(folder, 'bin'), path.join(folder, 'calls')];
  const cacheDir = path.join(folder, 'saphan');
  mkdirSync(bin);
  if (built !== null) {
    writeProgram(
      path.join(bin, 'go'),
      `echo "$2" >> ${calls}
       printf '#!/bin/sh\\n%s\\n' "${built}" > "$GOBIN/temporal"
       chmod +x "$GOBIN/temporal"`,
    );
  }
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    XDG_CACHE_HOME: folder,
    https_proxy: `http://127.0.0.1:${await freePort()}`,
  };
  return {
    bin,
    cacheDir,
    program: path.join(cacheDir, 'temporal-cli-1.5.1', 'temporal'),
    builds: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    obtain: async () => (await node([script, 'cli'], env)).stdout,
  };
}

describe('scripts/temporal.mjs', () => {
  it('prefers the CLI on the PATH to the cache', async () => {
    const { bin, program, obtain } = await bareMachine(null);
    writeProgram(program, temporalSays);
    const onPath = writeProgram(path.join(bin, 'temporal'), temporalSays);
    await expect(obtain()).resolves.toBe(onPath);
  });

  it('ignores another program of its name on the PATH', async () => {
    const { bin, program, obtain } = await bareMachine(null);
    writeProgram(program, temporalSays);
    writeProgram(path.join(bin, 'temporal'), 'echo calendar');
    await expect(obtain()).resolves.toBe(program);
  });

  it('builds the CLI with Go once for two concurrent runs when the download fails', async () => {
    const { program, builds, obtain } = await bareMachine(temporalSays);
    await expect(Promise.all([obtain(), obtain()])).resolves.toEqual([program, program]);
    await expect(obtain()).resolves.toBe(program);
    expect(builds()).toEqual(['github.com/temporalio/cli/cmd/temporal@v1.5.1']);
  });

  it('rejects a build that does not run and keeps nothing of it', async () => {
    const { program, obtain } = await bareMachine('exit 1');
    await expect(obtain()).rejects.toThrow('go install: the program does not run');
    expect(existsSync(program)).toBe(false);
  });

  it('fails with all alternatives when no source succeeds', async () => {
    const { cacheDir, obtain } = await bareMachine(null);
    const { message } = await obtain().then(
      () => new Error('obtained'),
      (error: unknown) => error as Error,
    );
    const ways = ['download: ', 'go install: Go is not on', 'PATH', cacheDir, 'TEMPORAL_ADDRESS'];
    for (const way of ways) expect(message).toContain(way);
  });
});

describe('download', () => {
  const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  let archive: Buffer;
  let server: Server;
  let origin: string;

  /** Calls the function of the script in a process of its own. */
  async function download(url: string, sha256: string): Promise<string> {
    const folder = temporaryFolder();
    const call = `import { download } from ${JSON.stringify(script)};
      await download(...process.argv.slice(1));`;
    await node(['--input-type=module', '-e', call, '--', url, sha256, folder], {
      PATH: process.env['PATH'] ?? '',
    });
    return folder;
  }

  beforeAll(async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'temporal'), 'the program');
    writeFileSync(path.join(folder, 'LICENSE'), 'more');
    execFileSync('tar', ['-czf', 'archive.tar.gz', 'LICENSE', 'temporal'], { cwd: folder });
    archive = readFileSync(path.join(folder, 'archive.tar.gz'));
    server = createServer((request, response) => {
      if (request.url === '/moved') response.writeHead(302, { Location: '/archive' }).end();
      else if (request.url === '/archive') response.end(archive);
      else response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => server.close());

  it('follows redirects and extracts the program', async () => {
    const folder = await download(`${origin}/moved`, sum(archive));
    expect(readFileSync(path.join(folder, 'temporal'), 'utf8')).toBe('the program');
    expect(readdirSync(folder)).toEqual(['temporal']);
  });

  it('rejects an archive with another checksum', async () => {
    const other = sum(Buffer.from('another archive'));
    await expect(download(`${origin}/archive`, other)).rejects.toThrow(
      `has the checksum ${sum(archive)}, not ${other}`,
    );
  });

  it('names the URL and the status of a failed request', async () => {
    await expect(download(`${origin}/elsewhere`, sum(archive))).rejects.toThrow(
      '/elsewhere answered 404',
    );
  });

  it('names the reason of a failed connection', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    await expect(download(nobody, sum(archive))).rejects.toThrow('ECONNREFUSED');
  });
});
